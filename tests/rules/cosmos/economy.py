"""For tests of the economy: scenarios with other numbers, lands with nothing in them, orders to nations, phases of actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from postern.game.kit.turn import IssuedOrder
from postern.rulesets.cosmos.orders.carrying_out import run_actions
from postern.rulesets.cosmos.orders.grammar import order_of
from postern.rulesets.cosmos.orders.order import NationOrder
from postern.rulesets.cosmos.rules.economy.settling import settle_economy
from postern.rulesets.cosmos.tables.amounts import HUNDRED, Stock
from postern.rulesets.cosmos.tables.scenario import scenario
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import records
from postern.rulesets.cosmos.world.records import World
from tests.rules.cosmos.build import begin, empty_world


def bare_world(slug: str = "thalmar") -> World:
    """A world in which nobody owns anything: no units, hexes, locations, goods or ships."""
    world = empty_world(slug)
    for hex_ in world.hexes.values():
        hex_.owner = ""
    for location in world.locations.values():
        location.owner = ""
        location.rating = location.strength = 0
    for nation in world.nations.values():
        nation.pool, nation.warships, nation.transports = {}, 0, 0
    return world


def stock(**amounts: float) -> Stock:
    """Amounts in hundredths, underscores for blanks: ``stock(gold=10, holy_mana=5)``."""
    return {name.replace("_", " "): round(number * HUNDRED) for name, number in amounts.items()}


def tuned(patch: pytest.MonkeyPatch, world: World, table: str, key: Any, **changes: Any) -> None:
    """Gives a row of the scenario other values, for this test alone."""
    tables = world.tables
    rows: Mapping[Any, Any] = getattr(tables, table)
    more: Any = {table: {**rows, key: replace(rows[key], **changes)}}
    changed = replace(tables, **more)
    patch.setattr(records, "scenario", lambda slug: changed if slug == world.scenario else scenario(slug))


def nation_order(turn: Turn, code: str, text: str) -> bool:
    """Gives a nation an order and carries it out at once."""
    order, nation = order_of(text.lower()), turn.world.nations[code]
    assert isinstance(order, NationOrder)
    return order.carry_out(turn, nation, IssuedOrder(nation.seat, order, 1, text))


def act(turn: Turn, phases: int = 1) -> Turn:
    """Runs the actions of the next phases, and no other step of them."""
    for _ in range(phases):
        turn.phase += 1
        turn.step = f"{turn.phase}e"
        run_actions(turn)
    return turn


def settled(world: World) -> Turn:
    """The end of a turn in which nothing happened before."""
    turn = begin(world)
    settle_economy(turn)
    return turn


def whole(amounts: Stock) -> dict[str, float]:
    """Amounts in units, with their hundredths."""
    return {name: float(Fraction(number, HUNDRED)) for name, number in amounts.items()}

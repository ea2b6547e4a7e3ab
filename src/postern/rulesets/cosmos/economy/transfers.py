"""Transfers between the pools of nations: what they cost, and what arrives (CF-6.7-03..12, ruling 3.10)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from postern.rulesets.cosmos.economy.numbers import NUMBERS
from postern.rulesets.cosmos.economy.people import give_back
from postern.rulesets.cosmos.economy.sources import home_hex
from postern.rulesets.cosmos.scenario import PHASES, Scenario
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Nation, World


def land_of(world: World, nation: Nation) -> list[int]:
    """The hexes of a nation; that of its home for one without any; none where an imagined world knows of none."""
    home = home_hex(world, nation)
    return [place for place, one in world.hexes.items() if one.owner == nation.code] or ([home] if home else [])


def transport_distance(world: World, sender: Nation, receiver: Nation) -> int:
    """The least number of hexes between the lands of two nations, the first counted and the last not (CF-6.7-10); 1 where it is
    not known."""
    grid, there = world.tables.grid, land_of(world, receiver)
    return min((grid.distance(one, other) for one in land_of(world, sender) for other in there), default=1)


def cost_per_load(world: World, sender: Nation, receiver: Nation) -> int:
    """What each 1000 of weight costs in gold from one nation to another (CF-6.7-11, CF-6.7-16)."""
    row = NUMBERS.transport
    return row.gold_per_load + row.gold_per_hex * transport_distance(world, sender, receiver)


def weight(tables: Scenario, goods: Mapping[str, int]) -> Fraction:
    """What goods weigh."""
    return sum((tables.resource(name).weight_per_unit * number for name, number in goods.items()), Fraction(0))


def transport_cost(world: World, sender: Nation, receiver: Nation, goods: Mapping[str, int]) -> int:
    """The gold that a transfer costs beside the goods (CF-6.7-09..12)."""
    row = NUMBERS.transport
    loads = math.ceil(weight(world.tables, goods) / row.load)
    return max(row.least_gold, loads * cost_per_load(world, sender, receiver))


def arriving(tables: Scenario, goods: Mapping[str, int]) -> dict[str, int]:
    """What arrives of a transfer, in whole units rounded down (CF-6.7-05..07)."""
    parts = {name: number * tables.resource(name).transfer_arrives_pct // 100 for name, number in goods.items()}
    return {name: part for name, part in parts.items() if part}


def receive_transfers(turn: Turn) -> None:
    """In the last phase the transfers arrive; those to a nation that is gone are lost (CF-6.7-04)."""
    if turn.phase != PHASES:
        return
    for shipment in turn.shipments:
        receiver = turn.world.nations[shipment.receiver]
        if receiver.eliminated:
            continue
        give_back(receiver, shipment.goods)
        turn.tell(
            "transfer arrived",
            turn.seat_of(receiver.code),
            owner=receiver.code,
            sender=shipment.sender,
            goods=dict(shipment.goods),
        )
    turn.shipments = []

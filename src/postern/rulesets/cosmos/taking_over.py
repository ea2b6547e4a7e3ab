"""Taking over units of others: what bribes cost, who is for hire, and how a unit changes its nation
(CF-7.4, rulings 4.1 to 4.3)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from postern.rulesets.cosmos.amounts import share
from postern.rulesets.cosmos.places import owner_of
from postern.rulesets.cosmos.scenario import CONTENT, PHASES, Exact, Scenario
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import DOMINATED, Unit, World


@dataclass(frozen=True)
class BribeRow:
    """What one effect of a bribe costs: the least and the greatest amount, in times of the basis (CF-7.4.2-04..08)."""

    effect: str
    min_factor: Exact
    max_factor: Exact


BRIBES = CONTENT.table("bribes", BribeRow, lambda one: one.effect)
NUMBERS = CONTENT.toml("taking_over")["bribes"]


def bribable(tables: Scenario, unit: Unit) -> bool:
    """True for usual mass units of the peoples (CF-7.4.2-01, ruling 4.1)."""
    kind = type_of(tables, unit)
    able = not any(kind.able(one) for one in NUMBERS["never"])
    return kind.mass and able and kind.unit_class in NUMBERS["classes"]


def basis(tables: Scenario, unit: Unit) -> int:
    """What a unit cost in gold, with its present upkeep (CF-7.4.2-04)."""
    kind = type_of(tables, unit)
    both = (share(amounts, unit.individuals, kind.std).get("gold", 0) for amounts in (kind.cost, kind.upkeep))
    return sum(both)


def mean_morale(units: Sequence[Unit]) -> Fraction:
    """The morale of several units, each counted by its individuals (ruling 4.1)."""
    return Fraction(sum(one.morale * one.individuals for one in units), sum(one.individuals for one in units))


def price(world: World, units: Sequence[Unit], effect: str) -> tuple[int, int]:
    """The least and the greatest amount for which units can be bribed together, in whole gold (CF-7.4.2-04..09)."""
    total = sum(basis(world.tables, one) * _beside_comrades(world, one, units, effect) for one in units)
    morale = mean_morale(units)
    pct = 100 + morale * (NUMBERS["pct_per_morale"] if morale > 0 else NUMBERS["pct_per_despair"])
    row = BRIBES[effect]
    return math.ceil(total * pct / 100 * row.min_factor), math.ceil(total * pct / 100 * row.max_factor)


def _beside_comrades(world: World, unit: Unit, bribed: Sequence[Unit], effect: str) -> int:
    """How often the price of a unit counts: twice for defect beside another mass unit of its nation (CF-7.4.2-05)."""
    numbers = {one.id for one in bribed}
    beside = any(
        one.owner == unit.owner and one.position == unit.position and one.id not in numbers and type_of(world.tables, one).mass
        for one in world.units.values()
    )
    return int(NUMBERS["beside_comrades"]) if effect == "defect" and beside else 1


def change_nation(turn: Turn, unit: Unit, nation: str) -> None:
    """A unit goes over to a nation: it leaves its force, forgets its orders, and defends itself (rulings 4.1, 4.2)."""
    old = turn.called(unit)
    seats = {*turn.witnesses(unit), *turn.seat_of(nation)}
    turn.leave_force(unit)
    turn.drop_program(unit)
    unit.until.pop(DOMINATED, None)
    for one in turn.world.nations.values():
        if one.ruler == unit.id:
            one.ruler = 0
        if one.heir == unit.id:
            one.heir = 0
    unit.owner, unit.tactics, unit.autotake = nation, "defend", False
    for item in turn.world.items.values():
        if item.holder == unit.id:
            item.owner = nation
    turn.tell("went over", seats, who=unit.id, owner=nation, name=old, nation=nation)


def charm(turn: Turn, unit: Unit, nation: str, mark: str = "") -> None:
    """A unit is charmed or dominated: it serves another nation, to go back when its mana is not paid (CF-7.4.1-01..03).
    ``mark``: what it is for as long as it serves ("dominated", CF-11.7.1-04)."""
    unit.charmed_from = unit.charmed_from if unit.charmed else unit.owner
    unit.bought = False
    change_nation(turn, unit, nation)
    if mark:
        unit.until[mark] = turn.world.turns * PHASES + 1


# --- for hire ------------------------------------------------------------------------------------------------------------


def for_hire(world: World, unit: Unit) -> bool:
    """True for a unit that offers itself now: one of a nation that nobody plays, from a turn on (rulings 4.3, 18.3)."""
    tables = world.tables
    offers = type_of(tables, unit).able("hire") and not tables.nations[unit.owner].played
    return offers and bool(unit.position) and world.turn >= int(tables.settings["hire_from_turn"])


def hire_price(tables: Scenario, unit: Unit) -> dict[str, int]:
    """What it costs to hire a unit: the cost of its type for its individuals (ruling 4.3)."""
    kind = type_of(tables, unit)
    return share(kind.cost, unit.individuals, kind.std)


def _new_offers(world: World, turn: int) -> bool:
    """True for the turns in which units offer themselves for the first time, or anew."""
    settings = world.tables.settings
    since = turn - int(settings["hire_from_turn"])
    return since >= 0 and since % int(settings["hire_renewed_every"]) == 0


def announce_offers(turn: Turn) -> None:
    """In the first phase of a turn with new offers all players hear who is for hire, where, and for what (CF-7.4.3-01)."""
    world = turn.world
    if turn.phase != 1 or not _new_offers(world, world.turn):
        return
    for _, unit in sorted(world.units.items()):
        if for_hire(world, unit):
            cost = hire_price(turn.tables, unit)
            data = {"who": unit.id, "owner": unit.owner, "name": turn.called(unit), "type": unit.type}
            turn.tell("for hire", turn.seats(), **data, individuals=unit.individuals, place=unit.position, cost=cost)


def renew_offers(turn: Turn) -> None:
    """At the end of the turn before new offers: in the place of each unit for hire that was hired or is dead comes another,
    where its nation, or nobody, still owns the place (ruling 4.3)."""
    world, tables = turn.world, turn.tables
    if turn.expected or not _new_offers(world, world.turn + 1) or world.turn + 1 == int(tables.settings["hire_from_turn"]):
        return
    standing = {(one.owner, one.type, one.start) for one in world.units.values() if one.behaviour}
    for row in tables.start_units.values():
        kind, open_to = tables.unit_types[row.type_no], (row.owner, "")
        if not kind.able("hire") or tables.nations[row.owner].played or (row.owner, row.type_no, row.position) in standing:
            continue
        if owner_of(world, row.position) in open_to:
            number = world.next_npc_unit
            world.next_npc_unit += 1
            unit = Unit(number, row.owner, row.type_no, row.position, row.individuals, behaviour=row.role, start=row.position)
            unit.tactics = row.tactics  # type: ignore[assignment]  # the loader's table has tactics alone
            world.units[number] = unit


def bribed_tactics(turn: Turn) -> None:
    """Before the battles of a phase: whoever was bribed to flee or defend does so, whatever it was told since (CF-7.4.2-07,
    CF-7.4.2-08)."""
    for number, tactics in sorted(turn.bribed.items()):
        if number in turn.world.units:
            turn.world.units[number].tactics = tactics
    turn.bribed.clear()


def nations_of(units: Iterable[Unit]) -> list[str]:
    """The nations of units, in the order in which they come."""
    return list(dict.fromkeys(unit.owner for unit in units))

"""Whose a unit is: taking over units of others, what bribes cost, who is for hire, how a unit changes its nation (CF-7.4,
rulings 4.1 to 4.3); units that nobody plays, who roams and who comes back (ruling 15.8); policies that change by themselves
(CF-5.4-04); and heirs of rulers that are lost (CF-5.5)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from postern.game.kit.orders.digits import is_number
from postern.rulesets.cosmos.tables.amounts import Exact, share
from postern.rulesets.cosmos.tables.scenario import CONTENT, PHASES, Scenario
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, level, owner_of
from postern.rulesets.cosmos.world.records import DOMINATED, Nation, Pending, Unit, World
from postern.rulesets.cosmos.world.strength import type_of


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


def declare_enemy(turn: Turn, victim: str, aggressor: str) -> None:
    """A nation that is attacked, or whose land or walls are taken or broken, holds the aggressor as enemy from now on
    (CF-5.4-04). Within a faction the policy goes back to neutral (rulings: which policy counts)."""
    world, tables = turn.world, turn.tables
    if victim not in world.nations or victim == aggressor or world.policy(victim, aggressor) == "enemy":
        return
    same = tables.nations[victim].faction and tables.nations[victim].faction == tables.nations[aggressor].faction
    world.nations[victim].policies[aggressor] = "neutral" if same else "enemy"
    if not same:
        turn.tell("declared enemy", turn.seat_of(victim), nation=aggressor)


def replace_rulers(turn: Turn) -> None:
    """At the end of a phase: the heir follows a ruler who is no more, or else the unit of the ruler type with the lowest ID;
    a nation
    without a ruler that has such a unit again gets it (CF-5.5-06, CF-5.5-07, ruling 12.10)."""
    for nation in turn.world.nations.values():
        row = turn.tables.nations[nation.code]
        if not row.played or _is_of(turn, nation, nation.ruler):
            continue
        lost = nation.ruler
        candidates = sorted(
            one.id for one in turn.world.units.values() if one.owner == nation.code and one.type == row.ruler_type
        )
        nation.ruler = nation.heir if _is_of(turn, nation, nation.heir) else next(iter(candidates), 0)
        if nation.heir == nation.ruler:
            nation.heir = 0
        if nation.ruler:
            turn.tell_owner(turn.world.units[nation.ruler], "ruler", lost=lost)
        elif lost:
            turn.tell("no ruler", turn.seat_of(nation.code), lost=lost)


def _is_of(turn: Turn, nation: Nation, number: int) -> bool:
    unit = turn.world.units.get(number)
    return unit is not None and unit.owner == nation.code


def roam(turn: Turn) -> None:
    """Before the first phase: units that roam go to prey beside them, or back when they are far from where they began, or else
    perhaps to some land near it."""
    if turn.expected:
        return
    for number in sorted(turn.world.units):
        unit = turn.world.units[number]
        if unit.behaviour.endswith("roam") and not turn.tables.nations[unit.owner].played and unit.position:
            turn.drop_program(unit)
            goal = _goal(turn, unit)
            if goal and str(goal) != unit.position:
                unit.program = [Pending(f"farmove {goal}")]


def _goal(turn: Turn, unit: Unit) -> int:
    """Where a roaming unit goes this turn; 0 for nowhere."""
    tables, world = turn.tables, turn.world
    here, start = hex_of(world, unit.position), hex_of(world, unit.start)
    reach = int(tables.settings["roaming_range"])
    prey = _prey(world, unit)
    if prey:
        return prey
    if tables.grid.distance(here, start) > reach:
        return start
    luck = turn.stream("roaming", unit.id)
    if not luck.percent(int(tables.settings["roaming_chance_pct"])):
        return 0
    return luck.choice([place for place in tables.grid.within(start, reach) if _passable(world, unit, place)])


def _passable(world: World, unit: Unit, place: int) -> bool:
    terrain = world.tables.hexes[place].terrain
    return world.tables.land(place) and terrain in world.tables.moves[type_of(world.tables, unit).move_profile]


def _prey(world: World, unit: Unit) -> int:
    """The adjacent hex, the first by number, where an enemy without influence on control stands in the open; 0 for none."""
    around = set(world.tables.grid.neighbours(hex_of(world, unit.position)))
    found = [
        int(one.position)
        for one in world.units.values()
        if is_number(one.position)
        and int(one.position) in around
        and level(world, one.position) == "surface"
        and world.hostile(one.owner, unit.owner)
        and not type_of(world.tables, one).influences_control
        and not (one.hidden or one.questing or one.embarked)
        and _passable(world, unit, int(one.position))
    ]
    return min(found, default=0)


def restore_wild(turn: Turn) -> None:
    """At the end of certain turns destroyed wild units come back where they began, if nobody owns the hex."""
    world, settings = turn.world, turn.tables.settings
    if str(world.turn) not in settings["wild_returns"].split():
        return
    present = {(unit.start, unit.behaviour) for unit in world.units.values()}
    for row in turn.tables.start_units.values():
        kind = row.role.partition(":")[0]
        if kind not in settings["wild_returning"].split() or row.id in world.units or (row.position, row.role) in present:
            continue
        if world.hexes[hex_of(world, row.position)].owner:
            continue
        unit = Unit(
            id=world.next_npc_unit,
            owner=row.owner,
            type=row.type_no,
            position=row.position,
            individuals=row.individuals,
            name=row.name,
            tactics=row.tactics,  # type: ignore[arg-type]  # the loader's table has tactics alone
            behaviour=row.role,
            start=row.position,
        )
        world.units[unit.id] = unit
        world.next_npc_unit += 1

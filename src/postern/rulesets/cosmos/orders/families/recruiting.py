"""Recruiting new units (CF-7.1, CF-2.3.3), and orders that join and end units: merge and disband (CF-7.2, CF-7.3)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from postern.game.kit.orders.digits import is_number
from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing, NationOrder, family
from postern.rulesets.cosmos.rules.economy.sources import lacking, pay, pool_closed, told_lack
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.tables.scenario import Scenario
from postern.rulesets.cosmos.tables.units import Recruiting, UnitType
from postern.rulesets.cosmos.turn import Issued, Turn
from postern.rulesets.cosmos.world.places import hex_of, location_at, outwards, terrain_at
from postern.rulesets.cosmos.world.records import Nation, Unit, World
from postern.rulesets.cosmos.world.strength import cost, force_of, give_back, invested, recovered, size_of, type_of

ANYBODY = "all"
"""In a type's list of nations: every nation."""


def type_named(tables: Scenario, text: str) -> UnitType | None:
    """The unit type with this number or name; None when there is none (CF-7.1-14)."""
    return tables.unit_types.get(int(text) if is_number(text) else tables.type_numbers.get(text.lower(), 0))


def recruiting_row(tables: Scenario, nation: str, recruiter: int, kind: UnitType) -> Recruiting | None:
    """How a type of unit recruits another for a nation; None when it cannot."""
    row = tables.recruiting.get((recruiter, kind.no))
    return row if nation in kind.nations or ANYBODY in kind.nations else None


def standing_fault(world: World, unit: Unit, row: Recruiting) -> str:
    """Why a recruiter does not stand where the new unit can be had; "" when it does (CF-7.1-03, CF-7.1-04, ruling 4.7)."""
    nation = world.nations[unit.owner]
    if row.standing == "home":
        at_home = nation.ruler == unit.id and unit.position == str(nation.home)
        return "" if at_home else "Only the ruler recruits it, at home."
    if row.standing == "land":
        place = hex_of(world, unit.position)
        return "" if place and world.tables.land(place) else "It is recruited on land."
    for position in outwards(world, unit.position):
        inside = location_at(world, position)
        own = inside is not None and inside.owner == unit.owner
        if terrain_at(world, position) in row.places and (own or row.standing != "own"):
            return ""
        if inside is None or inside.besieged:
            break
    return f"It is recruited in: {', '.join(row.places)}{' of your own' if row.standing == 'own' else ''}."


def majors_fault(world: World, nation: Nation, kind: UnitType) -> str:
    """Why one more of a type would be too many; "" when it would not (CF-2.3.3-03)."""
    types, limit = world.tables.unit_types, world.tables.nations[nation.code].major_limit
    number = sum(1 for one in world.units.values() if one.owner == nation.code and types[one.type].major)
    return f"Your limit of {limit} major characters is reached." if kind.major and number >= limit else ""


def most(wanted: int, least: int, possible: Callable[[int], bool]) -> int:
    """The greatest number from ``least`` to ``wanted`` that is possible, 0 for none; what is possible is so for less, too."""
    if not possible(least):
        return 0
    low, high = least, wanted
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if possible(middle) else (low, middle - 1)
    return low


def new_unit_id(world: World, nation: Nation) -> int:
    """The next number that was never used: in the nation's slot, then from 10000 + 1000 x nation on (ruling 4.9)."""
    settings = world.tables.settings
    if not world.tables.nations[nation.code].played:
        world.next_npc_unit += 1
        return world.next_npc_unit - 1
    first, slot = (int(settings[key]) for key in ("unit_slot_first", "unit_slot_size"))
    beyond = 10_000 + 1_000 * nation.number
    number = max(nation.next_unit, first + slot * (nation.number - 1) + 1)
    if first + slot * nation.number <= number < beyond:
        number = beyond
    nation.next_unit = number + 1
    return number


@dataclass(frozen=True)
class Recruit(CosmosOrder):
    """Creates a new unit, which gets the orders of the block (CF-7.1-01)."""

    troops: str
    individuals: int | None = None
    name = "recruit"

    def begin(self, doing: Doing) -> int | None:
        world, unit, nation = doing.world, doing.unit, doing.nation
        kind = type_named(world.tables, self.troops)
        row = recruiting_row(world.tables, nation.code, unit.type, kind) if kind else None
        if kind is None or row is None:
            doing.fail(f"{doing.turn.called(unit)} cannot recruit {self.troops}.")
            return None
        if fault := self._fault(doing, kind, row):
            doing.fail(fault)
            return None

        def price(number: int) -> dict[str, int]:
            return cost(world.tables, nation.code, kind, number)

        number = most(self.individuals or kind.std, kind.min, lambda some: not lacking(world, unit, price(some)))
        if not number:
            doing.fail(told_lack(world, unit, price(kind.min)))
            return None
        pay(doing.turn, unit, price(number))
        doing.pending.paid = price(number)
        doing.pending.memory["individuals"] = number
        return math.ceil(row.base_phases + row.variable_phases * Fraction(number, kind.std))

    def _fault(self, doing: Doing, kind: UnitType, row: Recruiting) -> str:
        world, unit, nation = doing.world, doing.unit, doing.nation
        if not kind.min <= (self.individuals or kind.std) <= kind.max:
            return f"{kind.name} come in units of {kind.min} to {kind.max}."
        if unit.questing and not kind.major:
            return "A questing unit recruits only units that can go questing."
        owned = {one.type for one in world.locations.values() if one.owner == nation.code}
        if row.needs and not owned.intersection(row.needs):
            return f"{kind.name} need a {' or '.join(row.needs)} of yours."
        return majors_fault(world, nation, kind) or standing_fault(world, unit, row)

    def effect(self, doing: Doing) -> bool:
        turn, world, recruiter, nation = doing.turn, doing.world, doing.unit, doing.nation
        kind = type_named(world.tables, self.troops)
        if kind is None:
            raise ValueError(f"a unit recruits {self.troops!r}, which is no type")
        if fault := majors_fault(world, nation, kind):
            doing.fail(fault)  # all that was used is lost (CF-2.3.3-04)
            return True
        number = int(doing.pending.memory["individuals"])
        if not has_room(turn, recruiter.position, kind.size * number):
            turn.settle(recruiter, doing.pending)
            doing.fail("The new unit has no room here.")
            return True
        unit = Unit(new_unit_id(world, nation), nation.code, kind.no, recruiter.position, number)
        unit.tactics = "attack" if kind.mass else "flee"
        unit.questing, unit.start = recruiter.questing, recruiter.position
        unit.creator = recruiter.id if kind.able("animated") else 0
        unit.program = [one for one in doing.pending.inner if not kind.able("stupid") or TRAITS[_word(one.text)].stupid]
        world.units[unit.id] = unit
        turn.tell_of(unit, "recruited", type=kind.no, individuals=number, recruiter=recruiter.id)
        doing.begin_program(unit)
        return True


def _word(text: str) -> str:
    return text.split()[0]


def has_room(turn: Turn, position: str, size: int) -> bool:
    """True when so much more fits into a position (ruling 4.6)."""
    inside = location_at(turn.world, position)
    room = turn.tables.location_types[inside.type].interior_size if inside else None
    return room is None or sum(size_of(turn.tables, unit) for unit in turn.units_at(position)) + size <= room


RECRUITING = family("recruiting", {"recruit": Recruit})


def merge_fault(world: World, nation: str, target: Unit | None, source: Unit | None) -> str:
    """Why individuals cannot go from one unit to another; "" when they can (CF-7.2-01, CF-7.2-08)."""
    if target is None or source is None or target is source or {target.owner, source.owner} != {nation}:
        return "Two units of your own are needed."
    if not type_of(world.tables, target).mass or source.type != target.type:
        return f"{source.id} and {target.id} are not of one mass type."
    if not target.position or target.position != source.position:
        return f"{source.id} is not where {target.id} is."
    if source.charmed_from != target.charmed_from:
        return f"One of {source.id} and {target.id} is charmed."
    return ""


def merge(turn: Turn, target: Unit, source: Unit) -> int:
    """Moves individuals, the least wounded first, as far as the target has room and the source keeps its least number or is
    used up (CF-7.2-06, CF-7.2-07, CF-7.2-12). Gives how many went."""
    kind = type_of(turn.tables, target)
    number = min(kind.max - target.individuals, source.individuals)
    if number < source.individuals:
        number = min(number, source.individuals - kind.min)
    if number <= 0:
        return 0
    going = max(0, number - (source.individuals - len(source.wounds)))
    target.wounds = sorted([*target.wounds, *source.wounds[:going]])
    source.wounds = source.wounds[going:]
    target.individuals += number
    source.individuals -= number
    target.bought = target.bought or source.bought
    turn.tell_owner(target, "merged", number=number, source=source.id, left=source.individuals)
    if not source.individuals:
        turn.hand_over(source, target)
        turn.remove(source)
    return number


@dataclass(frozen=True)
class Merge(CosmosOrder, NationOrder):
    """Moves individuals of later units in the list into the first (CF-7.2-02..05)."""

    units: tuple[str, ...]
    name = "merge"

    def begin(self, doing: Doing) -> int | None:
        unit, numbers = doing.unit, [number for number in map(doing.number, self.units) if number]
        if not self.units:
            same = [one.id for one in force_of(doing.world, unit) if one.type == unit.type and one is not unit]
            numbers = [unit.id, *same]
        elif len(numbers) == 1:
            numbers.append(unit.id)
        if fault := _merge_all(doing.turn, doing.nation, numbers):
            doing.fail(fault)
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        return True

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        numbers = [number for text in self.units if (number := turn.number(nation, text))]
        fault = _merge_all(turn, nation, numbers)
        return turn.fail(issued, "NOT POSSIBLE", fault) if fault else True


def _merge_all(turn: Turn, nation: Nation, numbers: list[int]) -> str:
    """Merges what can be merged. Gives why nothing was, "" otherwise."""
    if len(numbers) < 2:
        return "Two units of your own are needed."
    faults, moved = [], 0
    for number in numbers[1:]:
        target, source = turn.world.units.get(numbers[0]), turn.world.units.get(number)
        fault = merge_fault(turn.world, nation.code, target, source)
        if not fault and target is not None and source is not None:
            went = merge(turn, target, source)
            moved += went
            fault = "" if went else f"{target.id} has no room for individuals of {source.id}, or those must stay."
        faults.append(fault)
    return "" if moved else next(filter(None, faults), "")


# --- disbanding ----------------------------------------------------------------------------------------------------------


def disband_fault(world: World, nation: str, unit: Unit | None) -> str:
    """Why a unit cannot be disbanded; "" when it can (CF-7.3-01)."""
    if unit is None or unit.owner != nation:
        return "it is no unit of yours"
    place = hex_of(world, unit.position)
    return "" if place and world.hexes[place].owner == nation else "it is in no hex of yours; flee would dissolve it there"


def disband(turn: Turn, nation: Nation, unit: Unit) -> None:
    """Dissolves a unit: all its people and four fifths of the rest come back, but no gold and no mana (CF-7.3-04). Nothing does
    from a place that a siege has cut off."""
    back = {} if pool_closed(turn.world, unit) else recovered(turn.tables, invested(turn.tables, unit), "disband_recovery_pct")
    give_back(nation, back)
    turn.tell_of(unit, "disbanded", individuals=unit.individuals)
    turn.tell_owner(unit, "recovered", goods=back)
    turn.remove(unit)


@dataclass(frozen=True)
class Disband(CosmosOrder, NationOrder):
    """Dissolves units in hexes of their nation (CF-7.3-03)."""

    units: tuple[str, ...]
    name = "disband"

    def begin(self, doing: Doing) -> int | None:
        if fault := _disband_all(doing.turn, doing.nation, [number for number in map(doing.number, self.units) if number]):
            doing.fail(fault)
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        return True

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        fault = _disband_all(turn, nation, [number for text in self.units if (number := turn.number(nation, text))])
        return turn.fail(issued, "NOT POSSIBLE", fault) if fault else True


def _disband_all(turn: Turn, nation: Nation, numbers: list[int]) -> str:
    """Disbands what can be. Gives why others cannot, "" when all could."""
    faults = []
    for number in numbers:
        unit = turn.world.units.get(number)
        if fault := disband_fault(turn.world, nation.code, unit):
            faults.append(f"{number} cannot be disbanded: {fault}.")
        elif unit is not None:
            disband(turn, nation, unit)
    return " ".join(faults)


MERGING = family("merging", {"merge": Merge, "disband": Disband})

"""The numbers of a unit: wounds, combat efficiency, effective presence, size, load (CF-2.3.2, CF-15.3, CF-11.1.1), what items
do for whoever holds them (ruling 10.5), and what units cost, with the people and mounts in them, and what comes back of it
(CF-6.5-14, CF-7.1-11, CF-7.3-04)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from postern.rulesets.cosmos.tables.amounts import HUNDRED, Stock, put, share
from postern.rulesets.cosmos.tables.scenario import CONTENT, Scenario
from postern.rulesets.cosmos.tables.units import ItemType, Resource, UnitType
from postern.rulesets.cosmos.world.records import Item, Nation, Tactics, Unit, World

WoundLevel = Literal["unwounded", "light wounds", "heavy wounds", "incapacitated"]

_ROWS = {row["level"]: row for row in CONTENT.rows("wound_levels")}
EFFICIENCY = {name: Fraction(int(row["combat_efficiency_pct"]), 100) for name, row in _ROWS.items()}
CARRIES = {name: Fraction(int(row["carrying_capacity_pct"]), 100) for name, row in _ROWS.items()}


def type_of(tables: Scenario, unit: Unit) -> UnitType:
    """The row of a unit's type."""
    return tables.unit_types[unit.type]


def wound_level(kind: UnitType, damage: int) -> WoundLevel:
    """How badly an individual with so much damage (in hundredths) is wounded; of equal thresholds the worse counts
    (ruling 7.15)."""
    lost = damage // HUNDRED
    if kind.incap_at and lost >= kind.incap_at:
        return "incapacitated"
    if kind.heavy_at and lost >= kind.heavy_at:
        return "heavy wounds"
    return "light wounds" if kind.light_at and lost >= kind.light_at else "unwounded"


def levels(kind: UnitType, unit: Unit) -> dict[WoundLevel, int]:
    """How many individuals of a unit are wounded how badly."""
    found: dict[WoundLevel, int] = {"unwounded": unit.individuals - len(unit.wounds)}
    for damage in unit.wounds:
        at = wound_level(kind, damage)
        found[at] = found.get(at, 0) + 1
    return found


def efficiency(kind: UnitType, unit: Unit) -> Fraction:
    """The combat efficiency factor: the average over a unit's individuals, from 0 to 1 (CF-15.3-03)."""
    if not unit.individuals:
        return Fraction(0)
    if not unit.wounds:
        return EFFICIENCY["unwounded"]
    return sum((EFFICIENCY[name] * number for name, number in levels(kind, unit).items()), Fraction(0)) / unit.individuals


def wound_points(kind: UnitType, unit: Unit) -> int:
    """The wound points that a unit has left."""
    return kind.wp * unit.individuals - sum(damage // HUNDRED for damage in unit.wounds)


def wound_pct(kind: UnitType, unit: Unit) -> int:
    """The wound points left as a percentage of those of an unwounded unit of this many."""
    if not unit.individuals:
        return 0
    return round(100 * Fraction(wound_points(kind, unit), kind.wp * unit.individuals)) if unit.wounds else 100


def standard_units(kind: UnitType, unit: Unit) -> Fraction:
    """How many standard units a unit comes to: 1 for an individual unit (CF-2.3.2-01, CF-2.3.2-02)."""
    return Fraction(unit.individuals, kind.std) if kind.mass else Fraction(1)


def armed(kind: UnitType) -> bool:
    """True for a type with any attack."""
    return kind.melee_strength > 0 or bool(kind.missile_form)


def first_tactics(kind: UnitType) -> Tactics:
    """The tactics of a new unit: individuals flee, who can charge does so, all others attack (CF-15.6-10, CF-15.6-14,
    CF-15.6.2-05)."""
    if not kind.mass:
        return "flee"
    return "charge" if kind.able("charge") else "attack"


def effective_presence(tables: Scenario, unit: Unit) -> Fraction:
    """What a unit counts for control, sieges and stopping production (CF-2.3.2-01..08)."""
    kind = type_of(tables, unit)
    if not kind.influences_control or unit.questing or unit.embarked:
        return Fraction(0)
    presence = standard_units(kind, unit) * efficiency(kind, unit)
    if unit.tactics in ("flee", "avoid", "defend") or not armed(kind):
        presence /= 2
    if kind.able("stupid") or kind.able("mindless"):
        presence /= 2
    return presence / 2 if unit.hidden else presence


def presence_of(tables: Scenario, units: Iterable[Unit]) -> Fraction:
    """The effective presence of several units together."""
    return sum((effective_presence(tables, unit) for unit in units), Fraction(0))


def size_of(tables: Scenario, unit: Unit) -> int:
    """The combined size of a unit's individuals."""
    return type_of(tables, unit).size * unit.individuals


def force_of(world: World, unit: Unit) -> list[Unit]:
    """The force in which a unit is: its leader first, then the members in the order of the force list (ruling 4.5)."""
    leader = world.units[unit.leader] if unit.leader else unit
    return [leader, *(world.units[number] for number in leader.members)]


def hurt(kind: UnitType, unit: Unit, places: Iterable[tuple[int, int]]) -> int:
    """Adds damage in hundredths to individuals, each by its place among the unit's (the unhurt first, then the wounded, least
    first). Gives the wound points that were lost; the dead stay in ``wounds`` until ``bury``."""
    damage = [*([0] * (unit.individuals - len(unit.wounds))), *unit.wounds]
    before = sum(min(one // HUNDRED, kind.wp) for one in damage)
    for place, more in places:
        damage[place] += more
    unit.wounds = sorted(one for one in damage if one)
    return sum(min(one // HUNDRED, kind.wp) for one in damage) - before


def bury(kind: UnitType, unit: Unit) -> int:
    """Takes the dead out of a unit and says how many they were."""
    alive = [one for one in unit.wounds if one < kind.wp * HUNDRED]
    dead = len(unit.wounds) - len(alive)
    unit.wounds, unit.individuals = alive, unit.individuals - dead
    return dead


def in_order(wounds: list[int]) -> bool:
    """True when wounds stand least first, as a unit keeps them."""
    return all(one <= other for one, other in pairwise(wounds))


def heal(unit: Unit, points: int) -> int:
    """Gives wound points back to the most wounded individuals first, and says how many (ruling 18.12). A point takes a hundred
    hundredths of damage away."""
    left = points
    for place in range(len(unit.wounds) - 1, -1, -1):
        back = min(left, unit.wounds[place] // HUNDRED)
        unit.wounds[place] -= back * HUNDRED
        left -= back
    unit.wounds = sorted(damage for damage in unit.wounds if damage)
    return points - left


Bonus = Mapping[str, int]


def item_row(tables: Scenario, item: Item) -> ItemType:
    """The row of an item; those of one type that units made share theirs."""
    return tables.made_types.get(item.type) or tables.items.get(item.id) or ItemType(item.id, item.name, item.type)


def bonus_of(world: World, item: Item) -> Bonus:
    """What an item does; nothing for one that is spent."""
    return {} if item.used else item_row(world.tables, item).bonus


def held(world: World, holders: Iterable[Unit]) -> dict[int, list[Item]]:
    """The items of these units by their holder, in the order of their numbers."""
    found: dict[int, list[Item]] = {unit.id: [] for unit in holders}
    for _, item in sorted(world.items.items()):
        if item.holder in found:
            found[item.holder].append(item)
    return found


def best(world: World, items: Iterable[Item]) -> dict[str, int]:
    """The bonuses of several items together: of the same kind only the best counts (ruling 10.5)."""
    found: dict[str, int] = {}
    for item in items:
        for name, number in bonus_of(world, item).items():
            found[name] = max(number, found.get(name, 0))
    return found


def item_bonus(world: World, unit: Unit, kind: str) -> int:
    """What the items that a unit holds add of one kind: the best of them, 0 for none (CF-2.4-02, ruling 10.5)."""
    own = (item for item in world.items.values() if item.holder == unit.id)
    return max((bonus_of(world, item).get(kind, 0) for item in own), default=0)


OWN_PEOPLE = "pop"
"""In a cost: one of the nation's own people."""


def cost(tables: Scenario, nation: str, kind: UnitType, individuals: int) -> dict[str, int]:
    """What so many individuals cost a nation, each resource rounded up (CF-7.1-16)."""
    own = {name: number for name, number in kind.cost.items() if name != OWN_PEOPLE}
    if OWN_PEOPLE in kind.cost:
        own[tables.people(nation)[0]] = kind.cost[OWN_PEOPLE]
    return share(own, individuals, kind.std)


def upkeep(tables: Scenario, unit: Unit) -> dict[str, int]:
    """What a unit costs each turn, each resource rounded up (ruling 2.4)."""
    kind = type_of(tables, unit)
    return share(kind.upkeep, unit.individuals, kind.std)


def invested(tables: Scenario, unit: Unit) -> dict[str, int]:
    """What the nation has put into the present individuals of a unit: nothing into units taken over (CF-7.3-05, ruling 3.7)."""
    if unit.bought or unit.charmed_from:
        return {}
    return cost(tables, unit.owner, type_of(tables, unit), unit.individuals)


def in_units(world: World, nation: Nation) -> Stock:
    """People and mounts in the finished units of a nation, in hundredths (CF-6.5-09, CF-6.5-14, ruling 3.5)."""
    found: Stock = {}
    for unit in world.units.values():
        if unit.owner == nation.code:
            for name, number in invested(world.tables, unit).items():
                if world.tables.resource(name).kind in ("population", "mounts"):
                    put(found, name, number * HUNDRED)
    return found


def recovered(tables: Scenario, amounts: Mapping[str, int], share_of: str) -> dict[str, int]:
    """What comes back of a cost, in whole units; ``share_of`` is the column of the resource table with the percentage."""
    parts = ((name, number * _pct(tables.resource(name), share_of) // 100) for name, number in amounts.items())
    return {name: part for name, part in parts if part}


def _pct(row: Resource, column: str) -> int:
    percent: int = getattr(row, column)
    return percent


def give_back(nation: Nation, amounts: Mapping[str, int]) -> None:
    """Puts whole amounts into the pool."""
    for name, number in amounts.items():
        put(nation.pool, name, number * HUNDRED)

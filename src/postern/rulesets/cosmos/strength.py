"""The numbers of a unit: wounds, combat efficiency, effective presence, size, load (CF-2.3.2, CF-15.3, CF-11.1.1)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.scenario import CONTENT, Scenario, UnitType
from postern.rulesets.cosmos.world import Tactics, Unit, World

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

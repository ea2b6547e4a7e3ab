"""Navies: what ships carry, where one embarks, the strength of warships, ships lost in battle (CF-12, rulings 5.10 to 5.12)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from postern.rulesets.cosmos.scenario import CONTENT
from postern.rulesets.cosmos.strength import size_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Nation, Unit, World

_NUMBERS: dict[str, int] = CONTENT.toml("movement")["sea"]


def capacity(nation: Nation) -> int:
    """The combined size of units that the ships of a nation can carry (CF-12.1-01)."""
    return nation.warships * _NUMBERS["warship_capacity"] + nation.transports * _NUMBERS["transport_capacity"]


def at_sea(world: World, code: str) -> int:
    """The combined size of all embarked units of a nation."""
    return sum(size_of(world.tables, unit) for unit in world.units.values() if unit.embarked and unit.owner == code)


def assigned(world: World, code: str) -> int:
    """The capacity in use: units at sea, and forces that have begun to embark (CF-12-12)."""
    found = 0
    for unit in world.units.values():
        if unit.owner != code or unit.leader or not unit.program:
            continue
        if unit.program[0].begun and unit.program[0].text.startswith("embark "):
            found += sum(size_of(world.tables, one) for one in (unit, *(world.units[number] for number in unit.members)))
    return found + at_sea(world, code)


def harbour(world: World, code: str, coast: int, ocean: int) -> bool:
    """True when a nation can embark between this coastal hex and this ocean hex beside it: over a bay or at the mouth of a
    large river, some nations also over beaches and where a small river ends (CF-12-04..06, CF-12-10)."""
    tables = world.tables
    kinds = tables.between.get((coast, ocean), frozenset())
    if not tables.land(coast) or tables.land(ocean) or not tables.grid.adjacent(coast, ocean):
        return False
    if kinds & {"bay", "river mouth"}:
        return True
    if code not in tables.settings.get("embark_at_beaches", "").split():
        return False
    shared = set(tables.grid.neighbours(coast)).intersection(tables.grid.neighbours(ocean))
    return "beach" in kinds or any("small river" in tables.between.get((coast, one), ()) for one in shared)


def ports(world: World, code: str) -> list[int]:
    """The hexes of a nation in which it can build ships: with a bay or the mouth of a large river (ruling 2.7)."""
    tables = world.tables
    found = {one for kind in ("bay", "river mouth") for side in tables.sides.get(kind, ()) for one in side}
    return sorted(one for one in found if tables.land(one) and world.hexes[one].owner == code)


# --- battles at sea -----------------------------------------------------------------------------------------------------------


def warships_per_size(world: World, code: str) -> Fraction:
    """The warships of a nation for each unit of size that it has at sea, at most one for 125 (CF-12.2-03, CF-12.2-04)."""
    size = at_sea(world, code)
    most = Fraction(1, _NUMBERS["size_per_warship"])
    return min(Fraction(world.nations[code].warships, size), most) if size else Fraction(0)


def warships_with(world: World, force: Iterable[Unit]) -> Fraction:
    """The warships with the embarked units of a force."""
    units = [unit for unit in force if unit.embarked]
    size = sum(size_of(world.tables, unit) for unit in units)
    return warships_per_size(world, units[0].owner) * size if units else Fraction(0)


def melee_at_sea(world: World, unit: Unit) -> Fraction:
    """The melee strength of each individual of an embarked unit, which is that of the warships with it (ruling 5.12). A marine
    has at least its own (``unit_types.csv``)."""
    kind = world.tables.unit_types[unit.type]
    share = warships_per_size(world, unit.owner) * _NUMBERS["size_per_warship"]
    found = Fraction(_NUMBERS["strength"] * kind.size, _NUMBERS["strength_size"]) * share * _NUMBERS["strength_share"]
    return max(found, Fraction(kind.melee_strength)) if kind.able("marine") else found


def lose_ships(turn: Turn, code: str, freed: int, per_size: Fraction) -> tuple[int, int]:
    """Takes from a nation the ships lost with embarked individuals of this combined size who were killed in a battle;
    ``per_size`` is ``warships_per_size`` before it. Gives the warships and transports lost (ruling 5.11)."""
    nation = turn.world.nations[code]
    expected = per_size * freed
    rest = max(Fraction(0), freed - _NUMBERS["warship_capacity"] * expected) / _NUMBERS["transport_capacity"]
    luck = turn.chance_of("ships lost", code)
    warships, transports = (
        min(owned, int(one) + luck.odds((one - int(one)).numerator, (one - int(one)).denominator))
        for owned, one in ((nation.warships, expected), (nation.transports, rest))
    )
    nation.warships -= warships
    nation.transports -= transports
    if warships or transports:
        turn.tell("ships lost", turn.seat_of(code), nation=code, warships=warships, transports=transports)
    return warships, transports

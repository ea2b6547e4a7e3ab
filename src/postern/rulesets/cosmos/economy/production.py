"""Base production: what hexes and locations yield, for the part of the turn in which they worked (CF-6.2, CF-6.3, CF-13.2)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import prod

from postern.rulesets.cosmos.amounts import HUNDRED, Stock, put
from postern.rulesets.cosmos.economy.accounts import Growth
from postern.rulesets.cosmos.economy.numbers import NUMBERS
from postern.rulesets.cosmos.places import hex_of, location_at, outwards, owner_of
from postern.rulesets.cosmos.scenario import PHASES, Scenario, scenario
from postern.rulesets.cosmos.strength import effective_presence
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.walls import effective_rating
from postern.rulesets.cosmos.world import Location, World

Yields = dict[str, Fraction]
_RIVERS = ("small river", "large river")
FULL = Growth(PHASES, 100 * PHASES)
"""A position that worked for the whole turn, without spells."""


# --- what a position yields in a whole turn ------------------------------------------------------------------------------


@cache
def features(slug: str) -> Mapping[int, frozenset[str]]:
    """What lies on the sides of each land hex, by kind."""
    tables = scenario(slug)
    found: dict[int, set[str]] = {}
    for kind, sides in tables.sides.items():
        for side in sides:
            for place in side:
                if tables.land(place):
                    found.setdefault(place, set()).add(kind)
    return {place: frozenset(kinds) for place, kinds in found.items()}


def efficiency(tables: Scenario, nation: str, name: str) -> Fraction:
    """How much of a resource a nation gets from base production: nothing of other nations' people and mounts (CF-6.2-06,
    ruling 3.3)."""
    row, kind = tables.nations[nation], tables.resource(name).kind
    if kind == "population":
        return Fraction(row.eff_population, 100) if name in tables.people(nation) else Fraction(0)
    if kind == "mounts":
        return Fraction(row.eff_mounts, 100) if name == row.mounts else Fraction(0)
    return Fraction(getattr(row, f"eff_{name}", 100), 100)


def castle_rating(world: World, place: int) -> int:
    """The effective rating of the strongest castle that counts in a hex: not besieged, of the owner of the hex; it may stand in
    a city (CF-13.2-02)."""
    owner, types = world.hexes[place].owner, world.tables.location_types
    castles = (one for one in world.locations.values() if types[one.type].administers)
    return max(
        (
            effective_rating(one)
            for one in castles
            if one.owner == owner and not one.besieged and hex_of(world, str(one.id)) == place
        ),
        default=0,
    )


def castle_raises(tables: Scenario, rating: int, name: str) -> bool:
    """True when a castle of this effective rating raises the base production of a resource by a third (CF-13.2-05, 06)."""
    raised = (*NUMBERS.castles.at_rating_1, *(NUMBERS.castles.at_rating_4 if rating >= 4 else ())) if rating else ()
    return name in raised or tables.resource(name).kind in raised


def hex_yields(world: World, place: int, nation: str) -> Yields:
    """What a hex yields to a nation in a whole turn (CF-6.2-04, rulings 2.5 and 3.1)."""
    tables = world.tables
    found = dict(tables.terrains[tables.hexes[place].terrain].produces)
    sides, setting = features(world.scenario).get(place, frozenset()), tables.settings
    if sides.intersection(_RIVERS):
        found["food"] = found.get("food", Fraction(0)) * (1 + Fraction(setting["feature_bonus_river_food_pct"]) / 100)
    for kind, name in (("road", "gold"), ("bay", "food"), ("bay", "gold")):
        if kind in sides:
            found[name] = found.get(name, Fraction(0)) + Fraction(setting[f"feature_bonus_{kind}_{name}"])
    rating = castle_rating(world, place) if world.hexes[place].owner == nation else 0
    third = {name: Fraction(4, 3) if castle_raises(tables, rating, name) else Fraction(1) for name in found}
    return {name: number * third[name] * efficiency(tables, nation, name) for name, number in found.items()}


def location_yields(world: World, location: Location, nation: str) -> Yields:
    """What a location yields to a nation in a whole turn: a city people for each size, some food."""
    tables = world.tables
    kind = tables.location_types[location.type]
    found = {"food": Fraction(kind.base_food)} if kind.base_food else {}
    if kind.max_size:
        found |= {name: number * location.size for name, number in city_people(tables.slug).items()}
    return {name: number * efficiency(tables, nation, name) for name, number in found.items()}


@cache
def city_people(slug: str) -> Mapping[str, Fraction]:
    """The people that a size of a city yields each turn, by kind."""
    cells = scenario(slug).settings["city_population_per_size"].split()
    return {name: Fraction(number) for name, _, number in (cell.partition(":") for cell in cells)}


# --- when it works -------------------------------------------------------------------------------------------------------


def occupied(world: World) -> set[str]:
    """The positions of nations in which units that hold the owner as enemy have a presence of at least 1 (CF-6.3-01)."""
    presence: dict[str, Fraction] = {}
    for unit in world.units.values():
        here = unit.position
        if here and here[0] not in "ou" and world.policy(unit.owner, owner_of(world, here)) == "enemy":
            presence[here] = presence.get(here, Fraction(0)) + effective_presence(world.tables, unit)
    return {position for position, number in presence.items() if number >= 1}


def besieged(world: World, location: Location) -> bool:
    """True for a besieged location and all within it (CF-6.3-02)."""
    around = (location_at(world, one) for one in outwards(world, str(location.id)))
    return any(one is not None and one.besieged for one in around)


def besieged_all_turn(world: World, location: Location) -> bool:
    """True for a location that was besieged for the whole turn, and all within it."""
    around = (location_at(world, one) for one in outwards(world, str(location.id)))
    return any(one is not None and one.besieged_all_turn for one in around)


def count_growth(turn: Turn) -> None:
    """Notes for this phase which hexes and locations work for their owners (CF-6.2-12, CF-6.3, ruling 2.5)."""
    world, now = turn.world, turn.now
    idle = occupied(world)
    for place, one in world.hexes.items():
        if one.owner and str(place) not in idle:
            _count(turn, str(place), one.owner, one.until, now)
    for number, location in world.locations.items():
        kind = world.tables.location_types[location.type]
        if location.owner and (kind.base_food or kind.max_size) and str(number) not in idle and not besieged(world, location):
            _count(turn, str(number), location.owner, location.until, now)


def _count(turn: Turn, position: str, owner: str, until: Mapping[str, int], now: int) -> None:
    growth = turn.growth.setdefault((position, owner), Growth())
    growth.phases += 1
    spells = [Fraction(percent, 100) for name, percent in NUMBERS.spells.items() if until.get(name, 0) >= now]
    growth.rich += int(100 * prod(spells))


# --- what comes of it ----------------------------------------------------------------------------------------------------


def part_of(yields: Yields, growth: Growth, tables: Scenario) -> Yields:
    """What a position yields for the phases in which it worked; spells change food and people alone."""
    plain, rich = Fraction(growth.phases, PHASES), Fraction(growth.rich, 100 * PHASES)
    return {
        name: number * (rich if name == "food" or tables.resource(name).kind == "population" else plain)
        for name, number in yields.items()
    }


def base_production(world: World, growth: Mapping[tuple[str, str], Growth]) -> dict[str, Stock]:
    """What each nation gets of its hexes and locations, in hundredths rounded down. Fractions are added up first."""
    sums: dict[str, Yields] = {}
    for (position, nation), grown in growth.items():
        location = location_at(world, position)
        if location is None and int(position) not in world.hexes:
            continue  # a location that is no more
        yields = location_yields(world, location, nation) if location else hex_yields(world, int(position), nation)
        for name, number in part_of(yields, grown, world.tables).items():
            own = sums.setdefault(nation, {})
            own[name] = own.get(name, Fraction(0)) + number
    found: dict[str, Stock] = {}
    for nation, own in sums.items():
        for name, number in sorted(own.items()):
            put(found.setdefault(nation, {}), name, int(number * HUNDRED))
    return found


def full_growth(world: World, nation: str) -> dict[tuple[str, str], Growth]:
    """The growth of a turn in which all that a nation owns works, as far as nobody besieges it now (CF-6.1-09)."""
    places = [str(place) for place, one in world.hexes.items() if one.owner == nation]
    cities = (one for one in world.locations.values() if one.owner == nation and not besieged(world, one))
    return {(position, nation): FULL for position in (*places, *(str(one.id) for one in cities))}

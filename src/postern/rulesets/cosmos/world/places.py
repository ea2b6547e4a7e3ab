"""Where things are: positions inside one another, on the surface, over and under it, and how far apart they lie (CF-2.1.2);
and what units, locations and IDs are called: names in reports, aliases in orders (CF-2.3-07, CF-21.6)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from postern.game.kit.orders.digits import is_number
from postern.rulesets.cosmos.tables.amounts import Stock
from postern.rulesets.cosmos.world.records import Item, Location, Nation, Unit, World

Level = Literal["surface", "over", "under", "inside", "nowhere"]


def level(world: World, position: str) -> Level:
    """On which level a position lies."""
    if not position:
        return "nowhere"
    if position[0] in "ou":
        return "over" if position[0] == "o" else "under"
    return "inside" if int(position) in world.locations else "surface"


@lru_cache(maxsize=4096)
def _as_number(position: str) -> int:
    """The number that a position is; -1 for one that is none, which no location has."""
    return int(position) if is_number(position) else -1


def location_at(world: World, position: str) -> Location | None:
    """The location of whose inside this is the position; None for other positions."""
    return world.locations.get(_as_number(position))


def outwards(world: World, position: str) -> Iterator[str]:
    """The position itself, that outside of it, and so on to the surface of its hex (CF-2.2-01)."""
    while position:
        yield position
        location = location_at(world, position)
        position = location.outside if location else ""


def hex_of(world: World, position: str) -> int:
    """The hex in which a position lies; 0 for nowhere."""
    while location := location_at(world, position) if position else None:
        position = location.outside
    return int(position.lstrip("ou")) if position else 0


def terrain_at(world: World, position: str) -> str:
    """The real terrain of a position: that of its hex, the inside of a location, air or underground (CF-2.1.2-04..07)."""
    location = location_at(world, position)
    if location is not None:
        kind = world.tables.location_types[location.type]
        return kind.interior_terrain or terrain_at(world, location.outside)
    surface = world.tables.hexes[hex_of(world, position)].terrain
    if position[0] == "o":
        return "air"
    return ("lake bottom" if surface == "lake" else "underground") if position[0] == "u" else surface


def owner_of(world: World, position: str) -> str:
    """The owner of the hex or location that a position belongs to, "" for nobody."""
    location = location_at(world, position)
    return location.owner if location else world.hexes[hex_of(world, position)].owner


def store_at(world: World, position: str) -> Stock | None:
    """What lies at a position: in a location, or on the surface of a hex; None where nothing can lie."""
    if not position or position[0] in "ou":
        return None
    location = location_at(world, position)
    return location.stores if location else world.hexes[int(position)].stores


def zero_distance(world: World, one: str, other: str) -> bool:
    """True for positions of one hex between which going takes no time: the surface and all that stands on it (CF-2.2-02)."""
    if not one or not other or hex_of(world, one) != hex_of(world, other):
        return False
    return one == other or not {level(world, one), level(world, other)} & {"over", "under"}


def distance(world: World, one: str, other: str) -> int:
    """Hexes between two positions for spells and viewing: a level more counts one hex (CF-2.1.2-10)."""
    levels = {level(world, place) in ("surface", "inside") for place in (one, other)}
    return world.tables.grid.distance(hex_of(world, one), hex_of(world, other)) + (len(levels) > 1)


def stands(thing: Unit | Location) -> str:
    """The position of a unit, and that in which a location stands."""
    return thing.outside if isinstance(thing, Location) else thing.position


def in_view(world: World, one: str, other: str) -> bool:
    """True when a position lies within the viewing range of another: the greater of those of their terrains (ruling 9)."""
    if not one or not other:
        return False
    terrains = world.tables.terrains
    known = [terrain for place in (one, other) if (terrain := terrains.get(terrain_at(world, place)))]
    reach = max((terrain.viewing_range for terrain in known), default=0)
    return distance(world, one, other) <= reach


def step_length(world: World, one: str, other: str) -> Fraction:
    """How many hexes long a step is between two positions outside of locations (CF-2.1.2-11, CF-2.1.2-12)."""
    same_level = level(world, one) == level(world, other)
    if hex_of(world, one) == hex_of(world, other):
        return Fraction(0) if same_level else Fraction(1, 2)
    return Fraction(1) if same_level else Fraction(1118, 1000)


def inside_of(world: World, position: str) -> Iterator[Location]:
    """The locations that stand directly at a position, by their numbers."""
    return (world.locations[number] for number in sorted(world.locations) if world.locations[number].outside == position)


def units_at(world: World, position: str) -> list[Unit]:
    """The units at exactly this position, by their numbers."""
    return [unit for _, unit in sorted(world.units.items()) if unit.position == position] if position else []


def by_position(world: World) -> dict[str, list[Unit]]:
    """All units on the map by position, each list by their numbers: for whoever asks about many positions at once."""
    found: dict[str, list[Unit]] = {}
    for _, unit in sorted(world.units.items()):
        if unit.position:
            found.setdefault(unit.position, []).append(unit)
    return found


def by_outside(world: World) -> dict[str, list[Location]]:
    """The locations by the position at which they stand, each list by their numbers."""
    found: dict[str, list[Location]] = {}
    for _, location in sorted(world.locations.items()):
        found.setdefault(location.outside, []).append(location)
    return found


def within(world: World, position: str, outer: str) -> bool:
    """True when a position is the outer one or lies inside of it."""
    return outer in outwards(world, position)


def called(world: World, thing: Unit | Location) -> str:
    """A unit or location as reports call it: ``3101(Am*) King Aldric III (Noble)``, ``Stavenholm [1501(Am)]`` (CF-2.3-07,
    CF-2.4-03, CF-5.5-01, CF-5.5-08)."""
    if isinstance(thing, Location):
        return f"{thing.name or thing.type} [{thing.id}{f'({thing.owner})' if thing.owner else ''}]"
    kind, nation = world.tables.unit_types[thing.type], world.nations.get(thing.owner)
    mark = "*" if nation and nation.ruler == thing.id else ""
    if nation and not mark and world.tables.nations[nation.code].ruler_type == thing.type:
        mark = "+"
    name = f"{thing.name} ({kind.name})" if thing.name else kind.name
    return f"{thing.id}({thing.owner}{mark}) {name}"


def the_nation(name: str) -> str:
    """A nation's name within a sentence: "the Rowan Court", "The Wild"."""
    return name if name.startswith("The ") else f"the {name}"


def item_called(item: Item) -> str:
    """An item as reports call it: ``Magic Sword [2031(Am)]``, ``Ember of Noon [2002] (ember)`` where its name does not show the
    type (CF-2.4-03)."""
    shown = item.type.lower() in item.name.lower()
    return f"{item.name} [{item.id}{f'({item.owner})' if item.owner else ''}]{'' if shown else f' ({item.type})'}"


def alias_of(nation: Nation, alias: str) -> int:
    """The ID that an alias of a nation stands for, 0 for none. A counting alias is the last made of it (CF-21.6.1-03)."""
    if alias.endswith("."):
        alias = f"{alias[:-1]}{nation.alias_counts.get(alias, 0)}"
    return nation.aliases.get(alias, 0)


def number_of(world: World, nation: Nation, text: str) -> int:
    """The ID that a number or an alias of a nation stands for; 0 for an alias that stands for nothing (CF-21.6-06).

    ``$12/wall`` is the alias of nation 12; both nations must hold each other as allies (ruling 1.8).
    """
    if not text.startswith("$"):
        return int(text)
    whose, slash, alias = text[1:].lower().rpartition("/")
    if not slash:
        return alias_of(nation, alias)
    other = world.tables.nation(whose) or ""
    both = other in world.nations and {world.policy(nation.code, other), world.policy(other, nation.code)} == {"ally"}
    return alias_of(world.nations[other], alias) if both else 0

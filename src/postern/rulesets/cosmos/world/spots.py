"""Where one looks from: positions read once, the terrain from which one looks out there, and the hexes in sight, with what
their distance leaves of the sight (CF-18-02, CF-18-03)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from postern.rulesets.cosmos.tables.scenario import CONTENT, scenario
from postern.rulesets.cosmos.world.places import hex_of, level, location_at, outwards, terrain_at
from postern.rulesets.cosmos.world.records import World

NUMBERS = CONTENT.toml("sight")
_FARTHEST = len(NUMBERS["distance_factors"]) - 1


def distance_factor(far: int) -> float:
    """By how much distance dims what is seen in another hex (CF-18-03)."""
    return float(NUMBERS["distance_factors"][far])


@cache
def hexes_in_sight(slug: str, number: int, terrain: str) -> tuple[tuple[int, int], ...]:
    """The hexes that can be seen from one of this terrain, with their distances: none is farther than the greater of both
    viewing ranges (CF-18-02)."""
    tables = scenario(slug)
    own = tables.terrains[terrain].viewing_range
    found = []
    for other in tables.grid.within(number, _FARTHEST):
        far = tables.grid.distance(number, other)
        if far <= max(own, tables.terrains[tables.hexes[other].terrain].viewing_range):
            found.append((other, far))
    return tuple(found)


@cache
def sights_from(slug: str, number: int, terrain: str) -> tuple[tuple[int, float], ...]:
    """The hexes in sight of one of this terrain, with what the distance leaves of the sight into them (CF-18-03)."""
    beside = float(NUMBERS["beside_factor"])
    found = hexes_in_sight(slug, number, terrain)
    return tuple((other, distance_factor(far) if far else beside) for other, far in found)


def viewing_terrain(world: World, position: str) -> str:
    """The terrain from which one looks out at a position."""
    terrain = terrain_at(world, position)
    return terrain if terrain in world.tables.terrains else world.tables.hexes[hex_of(world, position)].terrain


@dataclass(frozen=True, slots=True)
class Spot:
    """A position, the hex in which it lies, whether one can look into it from that hex, and what one sees from it.

    ``outwards``: itself and the positions around it. ``location``: of which it is the inside, else 0. ``sights``: if one can
    look out, the hexes in sight, with what their distance leaves of the sight.
    """

    position: str
    hex: int
    open: bool
    outwards: tuple[str, ...]
    sees_out: bool
    surface: bool
    location: int
    sights: tuple[tuple[int, float], ...]


class Spots(dict[str, Spot]):
    """Spots, each worked out once: they stay what they are as long as no location comes, goes or changes."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def __missing__(self, position: str) -> Spot:
        world, around = self._world, tuple(outwards(self._world, position))
        kinds = [world.tables.location_types[one.type] for place in around if (one := location_at(world, place)) is not None]
        place, sees_out = hex_of(world, position), all(one.sees_out for one in kinds)
        inside = location_at(world, position)
        sights = (
            sights_from(world.scenario, place, viewing_terrain(world, str(place))) if sees_out and place in world.hexes else ()
        )
        open_, surface = all(one.seen_into for one in kinds), level(world, position) == "surface"
        found = self[position] = Spot(position, place, open_, around, sees_out, surface, inside.id if inside else 0, sights)
        return found

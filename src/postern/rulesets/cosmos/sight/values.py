"""How well a viewer sees, and how hard a thing is to see (ruling 9)."""

from __future__ import annotations

from functools import cache
from math import sqrt

from postern.rulesets.cosmos.gear import item_bonus, item_row
from postern.rulesets.cosmos.magic.marks import spell_sight
from postern.rulesets.cosmos.places import hex_of, terrain_at
from postern.rulesets.cosmos.scenario import CONTENT, Scenario, scenario
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Item, Unit, World

NUMBERS = CONTENT.toml("sight")
FAMILIARITY: dict[str, float] = NUMBERS["familiarity"]
_FARTHEST = len(NUMBERS["distance_factors"]) - 1


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


def awareness(turn: Turn, unit: Unit) -> float:
    """The awareness of a unit where it stands, before distance and search, with items and spells (CF-18-04, CF-18-05, CF-18-08,
    ``spells.csv``)."""
    tables = turn.tables
    kind = tables.unit_types[unit.type]
    terrain = viewing_terrain(turn.world, unit.position)
    ground = tables.grounds[kind.move_profile].get(terrain)
    fit = FAMILIARITY[ground.familiarity] if ground else FAMILIARITY["a"]
    found = kind.awareness * (tables.terrains[terrain].view_pct / 100) * fit
    found *= (1 + item_bonus(turn.world, unit, "awareness") / 100) * spell_sight(turn, unit.position, unit.until)
    return found * NUMBERS["battle_factor"] if unit.id in turn.fought else found


def search_factor(unit: Unit, exact: bool, target: int = 0) -> float:
    """By how much a search makes a unit see better, for a thing at the very spot or elsewhere (CF-18.1-02, CF-18.1-05)."""
    phases = min(unit.searched, int(NUMBERS["most_search"])) if unit.search_spot == unit.position else 0
    if not phases:
        return 1.0
    if unit.wanted:
        return 1 + phases * float(NUMBERS["find_wanted" if target == unit.wanted else "find_others"])
    return 1 + phases * float(NUMBERS["search_exact" if exact else "search_elsewhere"])


def hiding(turn: Turn, unit: Unit) -> float:
    """How hard a unit is to see (CF-18-07, CF-18.2-01)."""
    tables = turn.tables
    kind = tables.unit_types[unit.type]
    terrain = viewing_terrain(turn.world, unit.position)
    found = NUMBERS["hide_basis"] * _by_size(4, kind.size * unit.individuals)
    found *= float(kind.hide_factor) * (tables.terrains[terrain].cover_pct / 100)
    found *= 1 + item_bonus(turn.world, unit, "hiding") / 100
    if unit.hidden:
        ground = tables.grounds[kind.move_profile].get(terrain)
        found *= NUMBERS["hidden_factor"] * FAMILIARITY[ground.familiarity if ground else "a"]
    if unit.id in turn.moved or unit.id in turn.fought:
        found *= NUMBERS["moved_factor"]
    return float(found)


def item_hiding(tables: Scenario, item: Item) -> float:
    """How hard an item that lies somewhere is to see."""
    return float(NUMBERS["item_basis"] * _by_size(1, item_row(tables, item).size))


def _by_size(standard: int, size: int) -> float:
    return sqrt(sqrt(standard / size))


def distance_factor(far: int) -> float:
    """By how much distance dims what is seen in another hex (CF-18-03)."""
    return float(NUMBERS["distance_factors"][far])

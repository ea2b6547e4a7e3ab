"""The map: continents, homes that are far from each other, and terrain in patches."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from postern.game.chance import Chance, Stream
from postern.rulesets.adventurer_kings.tables import GRID, SEA, TABLES

_TRIES = 1000
"""So many maps are tried; about one in five is rejected."""


@dataclass(frozen=True)
class Land:
    """The continent of each land province, the homes, and the terrain of each land province."""

    continents: dict[int, int]
    homes: list[int]
    terrains: dict[int, str]


def draw_land(chance: Chance, kings: int) -> Land:
    """Return the first map of these streams that has legal homes for so many kings (AK-D1.1-05 to 08)."""
    for attempt in range(_TRIES):
        continents = _grow(chance.stream("setup", "continents", attempt))
        if min(Counter(continents.values()).values()) < TABLES.number("continent_land_min"):
            continue
        homes = find_homes(chance.stream("setup", "homes", attempt), continents, kings)
        if homes:
            terrains = lay_terrain(chance.stream("setup", "terrain"), sorted(continents))
            return Land(continents, homes, terrains)
    raise AssertionError(f"unreachable: none of {_TRIES} maps has homes for {kings} kings")


def _grow(dice: Stream) -> dict[int, int]:
    """Continents from seeds apart, a province at a time; one that touches another continent is mostly refused (AK-D1.1-06)."""
    seeds: list[int] = []
    for place in dice.shuffled(GRID.places):
        if all(GRID.distance(place, other) >= TABLES.number("continent_seed_distance_min") for other in seeds):
            seeds.append(place)
    land = {place: number for number, place in enumerate(seeds[: TABLES.number("continent_seeds")])}
    while len(land) < TABLES.number("land_provinces"):
        continent = dice.below(TABLES.number("continent_seeds"))
        own = [place for place, number in land.items() if number == continent]
        shore = Counter(near for place in own for near in GRID.neighbours(place) if near not in land)
        if not shore:
            continue
        place = dice.weighted(list(shore), [1 + touching for touching in shore.values()])
        touches = any(land.get(near, continent) != continent for near in GRID.neighbours(place))
        if not (touches and dice.percent(TABLES.number("continent_touch_refused_pct"))):
            land[place] = continent
    return land


def find_homes(dice: Stream, land: dict[int, int], kings: int) -> list[int]:
    """Return the homes that lie farthest apart of 200 greedy tries, none where no try has enough (AK-D1.2-01)."""
    fit = [place for place in sorted(land) if _fit(land, place)]
    apart = {pair: GRID.distance(*pair) for one, other in combinations(fit, 2) for pair in ((one, other), (other, one))}
    nearest = TABLES.number("home_distance_min")
    best, most = list[int](), 0
    for _ in range(TABLES.number("home_tries")):
        chosen: list[int] = []
        for place in dice.shuffled(fit):
            if all(apart[place, other] >= nearest for other in chosen):
                chosen.append(place)
            if len(chosen) == kings:
                least = min(apart[pair] for pair in combinations(chosen, 2))
                best, most = (chosen, least) if least > most else (best, most)
                break
    return best


def _fit(land: dict[int, int], place: int) -> bool:
    """Whether a land province touches Sea and enough land for a home."""
    near = GRID.neighbours(place)
    return TABLES.number("home_land_neighbours_min") <= sum(one in land for one in near) < len(near)


def lay_terrain(dice: Stream, land: list[int]) -> dict[int, str]:
    """Return the terrain of each land province, in patches, as the quotas have it (AK-D1.1-05, AK-D1.1-07)."""
    quotas = {one: TABLES.number(f"land_quota_{one.lower()}") for one in TABLES.terrains if one != SEA}
    found: dict[int, str] = {}
    while len(found) < len(land):
        patch = [dice.choice([place for place in land if place not in found])]
        size = 1 + dice.between(1, TABLES.number("terrain_patch_die"))
        terrain = dice.weighted(list(quotas), list(quotas.values()))
        while len(patch) < min(size, quotas[terrain]):
            near = {other for place in patch for other in GRID.neighbours(place)}
            bare = sorted(near.intersection(land).difference(patch, found))
            if not bare:
                break
            patch.append(dice.choice(bare))
        found.update(dict.fromkeys(patch, terrain))
        quotas[terrain] -= len(patch)
    return found

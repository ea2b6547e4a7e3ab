"""The land as it is laid before a game: terrain, hidden traits and the old roads (rulings 3 and 4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from postern.game.chance import Chance, Stream
from postern.game.kit.grid import steps_from
from postern.rulesets.great_jewels.geography import HOME_SITES, PROVINCES, distance, neighbours, ring
from postern.rulesets.great_jewels.rates import favourable
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.world import People, Terrain

_ATTEMPTS = 10_000


def lay_terrain(chance: Chance, peoples: Mapping[str, People]) -> dict[str, Terrain]:
    """The terrain of every province. ``peoples`` says who lives at which of the twelve home sites; for a site left out of
    the game it is a people drawn for its surroundings only."""
    land = dict.fromkeys(PROVINCES, Terrain.CLEAR)
    free = set(PROVINCES)
    for site in HOME_SITES:
        best, between, worst = favourable(peoples[site])
        land[site] = best
        around = chance.stream("setup", "surroundings", site).shuffled([best, best, between, between, worst, Terrain.CLEAR])
        land.update(zip(neighbours(site), around, strict=True))
        free -= {site, *neighbours(site)}
    barriers = _barriers(chance, free)
    deck = [Terrain(letter) for letter, number in decided("terrain")["deck"].items() for _ in range(number)]
    rest = [name for name in PROVINCES if name in free and name not in barriers]
    land.update(zip(rest, chance.stream("setup", "terrain").shuffled(deck), strict=True))
    land.update(dict.fromkeys(barriers, Terrain.IMPASSABLE))
    return land


def _barriers(chance: Chance, free: Collection[str]) -> set[str]:
    """The impassable provinces: far from homes, at most two together, and never cutting the land in two."""
    rules = decided("terrain")
    far = rules["impassable_from_homes"]
    candidates = [name for name in PROVINCES if name in free and all(distance(name, home) >= far for home in HOME_SITES)]
    for attempt in range(_ATTEMPTS):
        chosen = set(chance.stream("setup", "impassable", attempt).shuffled(candidates)[: rules["impassable"]])
        crowded = any(sum(near in chosen for near in neighbours(name)) > rules["impassable_together"] for name in chosen)
        if not crowded and connected(set(PROVINCES) - chosen):
            return chosen
    raise AssertionError("no lay of impassable land was found")


def connected(places: Collection[str]) -> bool:
    """True when one can walk between any two of these provinces without leaving them."""
    reached = steps_from(list(places)[:1], lambda name: [near for near in neighbours(name) if near in places])
    return len(reached) == len(places)


def draw_traits(chance: Chance, plain: Collection[str]) -> dict[str, int]:
    """The hidden trait of every province, -2 to 2; 0 in the ``plain`` ones (homes and Forbidden Cities)."""
    table = decided("trait")
    stream = chance.stream("setup", "traits")
    drawn = {name: stream.weighted(table["values"], table["weights"]) for name in PROVINCES}
    return {name: 0 if name in plain else trait for name, trait in drawn.items()}


def lay_roads(chance: Chance, open_land: Collection[str]) -> list[str]:
    """The provinces of the old roads, in the order of names: six paths of four provinces each, inside ring 6 and in
    ``open_land`` only (passable, no city, dragon or mercenary stronghold). No path touches another or itself."""
    rules = decided("terrain")
    ground = [name for name in PROVINCES if name in open_land and ring(name) <= rules["road_ring"]]
    stream = chance.stream("setup", "roads")
    paved: set[str] = set()
    free = list(ground)
    for attempt in range(_ATTEMPTS):
        if len(paved) == rules["old_roads"] * rules["road_length"]:
            return [name for name in PROVINCES if name in paved]
        if not free or attempt % 100 == 99:  # the paths so far lie in the way of the rest: begin anew
            paved, free = set(), list(ground)
        path = _path(stream, free, rules["road_length"])
        if path:
            paved.update(path)
            beside = {near for name in path for near in (name, *neighbours(name))}
            free = [name for name in free if name not in beside]
    raise AssertionError("no room was found for the old roads")


def _path(stream: Stream, ground: Collection[str], length: int) -> list[str]:
    """A path of so many provinces over this ground that never comes beside itself; empty when the walk ran into a corner."""
    path = [stream.choice(list(ground))]
    while len(path) < length:
        earlier = {near for name in path[:-1] for near in (name, *neighbours(name))}
        onward = [near for near in neighbours(path[-1]) if near in ground and near not in earlier]
        if not onward:
            return []
        path.append(stream.choice(onward))
    return path

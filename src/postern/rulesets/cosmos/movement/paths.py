"""Which way a force takes: out of locations, over the map by the way of least time, into locations (CF-11.2, ruling 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from postern.game.kit.digits import is_number
from postern.game.kit.grid import cheapest
from postern.rulesets.cosmos.movement.costs import Pace
from postern.rulesets.cosmos.movement.land import KnownLand, Land
from postern.rulesets.cosmos.places import level, location_at, outwards, terrain_at
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Location, Nation, Unit, World

_TIME, _STRANGE = 10**12, 10**8
"""A way's cost is one number: phases first, then how strange its terrains are, then luck."""
_STEP = 10**16
_PRIME = 9973
_Onward: TypeAlias = Callable[[tuple[str, ...]], Iterator[tuple[str, int]]]
_STRANGENESS = {"n": 0, "f": 1, "u": 2, "a": 3}


class NoWay(ValueError):
    """There is no way for a force to where it should go; the text says why."""


def is_open(world: World, location: Location) -> bool:
    """True for a location into which one can fly or burrow: no cave, no building (CF-11.3-06)."""
    return location.type not in world.tables.settings["closed_locations"].split(";") and bool(is_number(location.outside))


def route(turn: Turn, force: list[Unit], pace: Pace, start: str, goal: str, direct: bool = False) -> list[str]:
    """All positions from a start to a goal, without the start (ruling 5.3). Raises NoWay."""
    world = turn.world
    if (start, goal) in world.tables.connections:
        return [goal]
    out, into = list(outwards(world, start)), list(outwards(world, goal))
    shared = next((one for one in out if one in into), None)
    if shared is not None:
        return [*out[1 : out.index(shared) + 1], *reversed(into[: into.index(shared)])]
    begin, end = _through_the_roof(world, out, into[-1]), _through_the_roof(world, into, out[-1])
    way = _over_map(turn, force, pace, begin[-1], end[-1], direct)
    return [*begin[1:], *way, *reversed(end[:-1])]


def _through_the_roof(world: World, chain: list[str], other: str) -> list[str]:
    """The positions from inside out; the last is over or under the hex when the way goes on there and the location is open."""
    last = location_at(world, chain[-2]) if len(chain) > 1 else None
    if last is not None and other[0] in "ou" and is_open(world, last):
        return [*chain[:-1], other[0] + chain[-1]]
    return chain


def _over_map(turn: Turn, force: list[Unit], pace: Pace, start: str, goal: str, direct: bool) -> list[str]:
    if start == goal:
        return []
    nation = turn.world.nations[force[0].owner]
    if force[0].embarked:
        onward = _by_sea(turn.world, nation, pace, start, goal)
    else:
        onward = _by_land(turn, force, pace, nation, start, goal, _STEP if direct else 0)
    for way, _ in cheapest(start, onward, 0):
        if way[-1] == goal:
            return list(way[1:])
    raise NoWay(f"There is no way from {start} to {goal} for this force, as far as your map shows.")


def _by_land(turn: Turn, force: list[Unit], pace: Pace, nation: Nation, start: str, goal: str, step: int) -> _Onward:
    world = turn.world
    land = KnownLand(world, nation)
    levels = sorted({_prefix(start), _prefix(goal)})
    luck = turn.chance_of("way", force[0].id, start, goal).between(1, _PRIME - 1)
    strange: dict[str, int] = {}
    left: set[str] = set()

    def strangeness(terrain: str) -> int:
        if terrain not in strange:
            grounds = (world.tables.grounds[type_of(world.tables, one).move_profile].get(terrain) for one in force)
            strange[terrain] = max(
                _STRANGENESS[ground.familiarity] if ground else max(_STRANGENESS.values()) for ground in grounds
            )
        return strange[terrain]

    def onward(way: tuple[str, ...]) -> Iterator[tuple[str, int]]:
        here = way[-1]
        left.add(here)  # the cheapest way to it is known
        for there in _beside(world, here, levels):
            phases = pace.time(land, here, there) if there not in left else None
            if phases is not None:
                chance = int(there.lstrip("ou")) * luck % _PRIME
                yield there, step + phases * _TIME + strangeness(land.ground(there).terrain) * _STRANGE + chance

    return onward


def _by_sea(world: World, nation: Nation, pace: Pace, start: str, goal: str) -> _Onward:
    """Ways along sea lanes that the nation has seen; beyond, only to the next hex (CF-12-07, CF-12-09)."""
    tables, known = world.tables, set(nation.memory.sea_lanes)

    def onward(way: tuple[str, ...]) -> Iterator[tuple[str, int]]:
        here = int(way[-1])
        for there in tables.grid.neighbours(here):
            seen = there in known or (len(way) == 1 and str(there) == goal)
            if seen and "sea lane" in tables.between.get((here, there), ()):
                yield str(there), pace.by_sea()

    return onward


def _prefix(position: str) -> str:
    return position[0] if position[0] in "ou" else ""


def _beside(world: World, here: str, levels: Iterable[str]) -> Iterator[str]:
    """The positions to which a step leads from this one, on these levels."""
    place = int(here.lstrip("ou"))
    for one in levels:
        if one + str(place) != here and (not one or not _prefix(here)):
            yield one + str(place)
        if one == _prefix(here) or not one or not _prefix(here):
            for other in world.tables.grid.neighbours(place):
                yield one + str(other)


def takes_no_time(world: World, here: str, there: str) -> bool:
    """True for a step into or out of a location from or to directly outside of it (CF-2.2-02, CF-11.3-05)."""
    one, other = location_at(world, here), location_at(world, there)
    return (one is not None and one.outside == there) or (other is not None and other.outside == here)


def phases_of(turn: Turn, force: list[Unit], pace: Pace, here: str, there: str) -> int | None:
    """How long the next step takes by the land as it is; None when the force cannot make it."""
    world = turn.world
    way = world.tables.connections.get((here, there))
    if way is not None:
        return pace.through(way.terrain, way.length)
    if takes_no_time(world, here, there):
        return 0
    if force[0].embarked:
        lanes = world.tables.between.get((int(here), int(there)), frozenset())
        return pace.by_sea() if "sea lane" in lanes else None
    inside = [one for one in (here, there) if level(world, one) == "inside"]
    if inside:
        air = there if inside[0] == here else here
        return pace.half_into(terrain_at(world, air), terrain_at(world, inside[0]))
    return pace.time(Land(world), here, there)

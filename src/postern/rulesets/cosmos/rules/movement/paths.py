"""Which way a force takes: out of locations, over the map by the way of least time, into locations (CF-11.2, ruling 5.2); who
blocks it (CF-11.7); and how units without support fall or sink (CF-2.1.2-08, ruling 5.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from postern.game.kit.grid import cheapest
from postern.game.kit.orders.digits import is_number
from postern.rulesets.cosmos.rules.movement.costs import KnownLand, Land, Pace
from postern.rulesets.cosmos.rules.works import blocking_factor
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.scenario import CONTENT
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import level, location_at, outwards, owner_of, terrain_at
from postern.rulesets.cosmos.world.records import DOMINATED, Location, Nation, Unit, World
from postern.rulesets.cosmos.world.strength import armed, efficiency, type_of

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


_NUMBERS = CONTENT.toml("movement")["blocking"]
_SHARE = Fraction(_NUMBERS["share"])


def blocking_size(turn: Turn, unit: Unit, against: str = "") -> Fraction:
    """What a unit counts in a block; ``against`` is the nation that is to be blocked, "" for the blocked force itself
    (CF-11.7.1)."""
    kind = type_of(turn.tables, unit)
    if kind.able("stupid") or unit.tactics in ("flee", "avoid") or not armed(kind) or unit.questing:
        return Fraction(0)
    size = unit.individuals * efficiency(kind, unit)
    if unit.until.get("hasted", 0) >= turn.now:
        size *= 2
    if kind.able("mindless") or unit.until.get(DOMINATED, 0) >= turn.now:
        size /= 2
    if not kind.melee_strength:
        size /= 2
    if unit.tactics == "defend" and location_at(turn.world, unit.position) is None:
        size /= 2
    people = sum(number for name, number in kind.cost.items() if _is_people(turn, name))
    if people > kind.std:
        size = size * people / kind.std
    return size * 2 if against and unit.hidden and not turn.spots(against, unit) else size


def _is_people(turn: Turn, name: str) -> bool:
    row = turn.tables.resources.get(name)
    return row is not None and row.kind == "population"


def blockers(turn: Turn, force: list[Unit], here: str, there: str, since: int) -> list[Unit]:
    """The units that now block the step of a force which it began at the moment ``since``; none when it may pass. Whoever hid
    among them hides no more (CF-11.7.1-07)."""
    if here[0] in "ou" or there[0] in "ou" or (here, there) in turn.tables.connections or force[0].questing:
        return []
    entered, left = location_at(turn.world, there), location_at(turn.world, here)
    if entered is not None and entered.outside == here:
        found = _inside(turn, force, entered)
    else:
        found = _coming_against(turn, force, here, there, since)
        if not found and left is not None:
            found = _pressing_in(turn, force, left, there)
    for unit in found:
        if unit.hidden:
            unit.hidden = False
            turn.tell_owner(unit, "shows itself")
    return found


def _able(turn: Turn, force: list[Unit], unit: Unit) -> bool:
    """Can this unit block at all (CF-11.7-05)?"""
    able = unit.tactics not in ("flee", "avoid") and armed(type_of(turn.tables, unit)) and not unit.questing
    return able and any(turn.spots(unit.owner, one) for one in force)


def _size(turn: Turn, units: Iterable[Unit], against: str = "") -> Fraction:
    return sum((blocking_size(turn, unit, against) for unit in units), Fraction(0))


def _enough(turn: Turn, found: list[Unit], force: list[Unit]) -> list[Unit]:
    """The blockers, when they come to half of the force (CF-11.7.2-03, CF-11.7.4-02)."""
    size = _size(turn, found, force[0].owner)
    return found if size and size >= _SHARE * _size(turn, force) else []


def _coming_against(turn: Turn, force: list[Unit], here: str, there: str, since: int) -> list[Unit]:
    """Those who came here from where the force goes, since it set out (CF-11.7.2)."""
    world, mover = turn.world, force[0].owner
    host = owner_of(world, here)
    found = [
        unit
        for unit in turn.units_at(here)
        if unit.came_from == there
        and unit.arrived >= since
        and (
            world.policy(unit.owner, mover) == "enemy"
            or (unit.owner == host and host != mover and not world.friendly(host, mover))
        )
        and _able(turn, force, unit)
    ]
    return _enough(turn, found, force)


def _inside(turn: Turn, force: list[Unit], location: Location) -> list[Unit]:
    """Those who keep a force out of a location (CF-11.7.3). An owner that holds the force as ally lets it in."""
    world, mover = turn.world, force[0].owner
    if location.owner and world.friendly(location.owner, mover):
        return []
    within = turn.units_at(str(location.id))
    found = [
        unit
        for unit in within
        if (
            world.policy(unit.owner, mover) == "enemy"
            or (unit.owner == location.owner and not world.friendly(unit.owner, mover))
        )
        and world.policy(unit.owner, location.owner) != "enemy"
        and _able(turn, force, unit)
    ]
    helpers = [unit for unit in within if world.friendly(unit.owner, mover)]
    size = _size(turn, found, mover) - _size(turn, helpers)
    return found if size > 0 and size * blocking_factor(turn.tables, location) >= _size(turn, force) else []


def _pressing_in(turn: Turn, force: list[Unit], location: Location, outside: str) -> list[Unit]:
    """Enemies outside who are themselves being blocked on their way in (CF-11.7.4)."""
    world, mover = turn.world, force[0].owner
    found = []
    for unit in turn.units_at(outside):
        leader = world.units[unit.leader] if unit.leader else unit
        step = leader.program[0].memory if leader.program and leader.program[0].begun else {}
        blocked = step.get("to") == str(location.id) and int(step.get("blocked", -2)) >= turn.now - 1
        if blocked and world.policy(unit.owner, mover) == "enemy" and _able(turn, force, unit):
            found.append(unit)
    return _enough(turn, found, force)


_FALLING = CONTENT.toml("movement")


def let_fall(turn: Turn) -> None:
    """Lets fall, before the actions of a phase, who was brought in an earlier one to where nothing bears him: from over to the
    surface most individuals die, the others are left with a wound point; who sinks below the surface is destroyed."""
    for unit in [turn.world.units[number] for number in sorted(turn.world.units)]:
        if unit.position and not unit.embarked and not _borne(turn, unit):
            if level(turn.world, unit.position) == "over":
                _fall(turn, unit)
            else:
                turn.tell_of(unit, "sank", start=unit.position, dead=unit.individuals)
                turn.remove(unit)


def _borne(turn: Turn, unit: Unit) -> bool:
    """True where a unit can stay: where it could move, and on and under all firm ground. Flyers never fall."""
    kind, where = type_of(turn.tables, unit), level(turn.world, unit.position)
    if kind.able("flies") or unit.until.get("flying", 0) >= turn.now or where == "inside":
        return True
    terrain = terrain_at(turn.world, unit.position)
    if terrain in turn.tables.moves[kind.move_profile]:
        return True
    return where != "over" and not _is_water(turn, unit.position)


def _is_water(turn: Turn, position: str) -> bool:
    place = int(position.lstrip("ou"))
    return not turn.tables.land(place) or terrain_at(turn.world, f"u{place}") == "lake bottom"


def _fall(turn: Turn, unit: Unit) -> None:
    kind, start, before = type_of(turn.tables, unit), unit.position, unit.individuals
    luck = turn.chance_of("fall", unit.id)
    left = sum(not luck.percent(_FALLING["falling_dies_pct"]) for _ in range(before))
    turn.tell_of(unit, "fell", start=start, dead=before - left, left=left)
    if not left:
        turn.remove(unit)
        return
    unit.individuals, unit.wounds = left, [(kind.wp - _FALLING["falling_leaves"]) * HUNDRED] * left
    unit.wounds = [one for one in unit.wounds if one]
    turn.put(unit, start.removeprefix("o"))

"""Who blocks a force that completes a step (CF-11.7)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from postern.rulesets.cosmos.places import location_at, owner_of
from postern.rulesets.cosmos.scenario import CONTENT
from postern.rulesets.cosmos.strength import armed, efficiency, type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.walls import blocking_factor
from postern.rulesets.cosmos.world import DOMINATED, Location, Unit

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

"""The end of a phase: what follows the owner of its place, rulers, wounds (CF-14.3, ruling 2.1, step i)."""

from __future__ import annotations

from collections.abc import Iterable

from postern.rulesets.cosmos.control_time import influences
from postern.rulesets.cosmos.places import by_outside, by_position, owner_of
from postern.rulesets.cosmos.questing import follow_quests
from postern.rulesets.cosmos.recovery import recover
from postern.rulesets.cosmos.rulers import replace_rulers
from postern.rulesets.cosmos.sight.memory import note_location
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Location, Unit, World


def follow(turn: Turn) -> None:
    """Automatic control, then rulers are replaced, deeds of questing counted, and wounds heal."""
    units, locations = by_position(turn.world), by_outside(turn.world)

    def holders(location: Location) -> set[str]:
        inside = str(location.id)
        return _holders(turn.world, units.get(inside, ()), locations.get(inside, ()))

    neutralised = {one.id for one in _sorted(turn) if _neutralise(turn, one, holders(one))}
    for location in _sorted(turn):
        if location.id not in neutralised:
            _follow_position(turn, location, holders(location))
            _settle(turn, location, holders(location))
    replace_rulers(turn)
    follow_quests(turn)
    recover(turn)


def _sorted(turn: Turn) -> list[Location]:
    """The locations of the military mode, by number."""
    kinds = turn.tables.location_types
    return [one for _, one in sorted(turn.world.locations.items()) if kinds[one.type].mode != "quest"]


def _give(turn: Turn, location: Location, owner: str) -> None:
    old = location.owner
    turn.hand_over_place(location, owner)
    note_location(turn.world, location, owner, old)
    seats = {*turn.witnesses(location), *turn.seat_of(old), *turn.seat_of(owner)}
    turn.tell("changed owner", seats, place=str(location.id), what=turn.called(location), owner=owner, old=old)


def _holders(world: World, units: Iterable[Unit], locations: Iterable[Location]) -> set[str]:
    """The nations that have influence on control inside of a location, by the units and locations there."""
    kinds = world.tables.unit_types
    holders = {one.owner for one in units if kinds[one.type].influences_control and not one.questing}
    return holders | {one.owner for one in locations if influences(world, one) and one.owner}


def _follow_position(turn: Turn, location: Location, holders: set[str]) -> None:
    """A location without influence on control goes to the owner of its position (CF-14.3-01, CF-14.3-02)."""
    world = turn.world
    if influences(world, location):
        return
    owner = owner_of(world, location.outside)
    takes = owner and owner != location.owner and (not location.owner or world.policy(owner, location.owner) == "enemy")
    if takes and holders <= {owner}:
        _give(turn, location, owner)


def _neutralise(turn: Turn, location: Location, holders: set[str]) -> bool:
    """Units of a nation that nobody plays neutralise the control of a location they are in (CF-14.3-03, ``nations.csv``)."""
    world = turn.world
    settlers = (code for code in holders if turn.tables.nations[code].settles)
    hostile = location.owner and any(world.policy(code, location.owner) == "enemy" for code in settlers)
    defended = any(world.friendly(one, location.owner) for one in holders)
    if hostile and not defended:
        _give(turn, location, "")
        return True
    return False


def _settle(turn: Turn, location: Location, holders: set[str]) -> None:
    """A location of nobody in which only one such nation stands becomes that nation's (CF-14.3-04)."""
    if not location.owner and len(holders) == 1 and turn.tables.nations[next(iter(holders))].settles:
        _give(turn, location, next(iter(holders)))

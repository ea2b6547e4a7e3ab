"""The end of a phase: what follows the owner of its place, rulers, wounds (CF-14.3, gaps 2.1 step i)."""

from __future__ import annotations

from postern.rulesets.cosmos.control_time import influences
from postern.rulesets.cosmos.places import inside_of, owner_of, units_at
from postern.rulesets.cosmos.recovery import recover
from postern.rulesets.cosmos.rulers import replace_rulers
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Location


def follow(turn: Turn) -> None:
    """Automatic control, then rulers are replaced and wounds heal."""
    neutralised = {one.id for one in _sorted(turn) if _neutralise(turn, one)}
    for location in _sorted(turn):
        if location.id not in neutralised:
            _follow_position(turn, location)
            _settle(turn, location)
    replace_rulers(turn)
    recover(turn)


def _sorted(turn: Turn) -> list[Location]:
    """The locations of the military mode, by number."""
    kinds = turn.tables.location_types
    return [one for _, one in sorted(turn.world.locations.items()) if kinds[one.type].mode != "quest"]


def _give(turn: Turn, location: Location, owner: str) -> None:
    old, location.owner, location.program = location.owner, owner, []
    seats = {*turn.witnesses(location), *turn.seat_of(old), *turn.seat_of(owner)}
    turn.tell("changed owner", seats, what=turn.called(location), owner=owner, old=old)


def _holders(turn: Turn, location: Location) -> set[str]:
    """The nations that have units or locations with influence on control inside of a location."""
    world, kinds = turn.world, turn.tables.unit_types
    inside = str(location.id)
    units = {one.owner for one in units_at(world, inside) if kinds[one.type].influences_control and not one.questing}
    return units | {one.owner for one in inside_of(world, inside) if influences(world, one) and one.owner}


def _follow_position(turn: Turn, location: Location) -> None:
    """A location without influence on control goes to the owner of its position (CF-14.3-01, CF-14.3-02)."""
    world = turn.world
    if influences(world, location):
        return
    owner = owner_of(world, location.outside)
    takes = owner and owner != location.owner and (not location.owner or world.policy(owner, location.owner) == "enemy")
    if takes and _holders(turn, location) <= {owner}:
        _give(turn, location, owner)


def _neutralise(turn: Turn, location: Location) -> bool:
    """Units of a nation that nobody plays neutralise the control of a location they are in (CF-14.3-03, gaps 15.11)."""
    world = turn.world
    holders = _holders(turn, location)
    settlers = (code for code in holders if turn.tables.nations[code].settles)
    hostile = location.owner and any(world.policy(code, location.owner) == "enemy" for code in settlers)
    defended = any(world.friendly(one, location.owner) for one in holders)
    if hostile and not defended:
        _give(turn, location, "")
        return True
    return False


def _settle(turn: Turn, location: Location) -> None:
    """A location of nobody in which only one such nation stands becomes that nation's (CF-14.3-04)."""
    holders = _holders(turn, location)
    if not location.owner and len(holders) == 1 and turn.tables.nations[next(iter(holders))].settles:
        _give(turn, location, next(iter(holders)))

"""Works of nations: what they build beside all else, phase by phase (CF-4.4, CF-13-02, ruling 2.7)."""

from __future__ import annotations

from postern.game.kit.digits import is_number
from postern.rulesets.cosmos.navy import ports
from postern.rulesets.cosmos.places import hex_of, inside_of, level, location_at, owner_of
from postern.rulesets.cosmos.scenario import LocationType
from postern.rulesets.cosmos.strength import presence_of, type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Location, Nation, Work, World

BUILD = "build"


def progress_works(turn: Turn) -> None:
    """One phase of every work: it pauses beside enemies, ends when its place is lost, or is done."""
    for nation in sorted(turn.world.nations.values(), key=lambda one: one.number):
        for work in list(nation.works):
            _progress(turn, nation, work)


def _progress(turn: Turn, nation: Nation, work: Work) -> None:
    world = turn.world
    if work.kind != BUILD:
        if build_ships(turn, nation, work):
            nation.works = [one for one in nation.works if one is not work]
    elif work.position and (not _exists(world, work.position) or owner_of(world, work.position) != nation.code):
        _end(turn, nation, work, "work lost")
    elif not work.position or not enemies_at(world, nation.code, work.position):
        work.left -= 1
        if not work.left:
            found_location(turn, nation, work.what, work.position)
            _end(turn, nation, work, "work done")


def build_ships(turn: Turn, nation: Nation, work: Work) -> bool:
    """One phase of work at ships. It goes on in any own harbour without enemies that influence control, and is lost with the
    last harbour (ruling 2.7). True when the work is over: done or lost."""
    world = turn.world
    places = ports(world, nation.code)
    facts = {"nation": nation.code, "ships": work.what, "number": work.number}
    if not places:
        turn.tell("ships abandoned", turn.seat_of(nation.code), **facts)
        return True
    if all(_disturbed(world, nation.code, place) for place in places):
        return False
    work.left -= 1
    if work.left:
        return False
    setattr(nation, work.what, getattr(nation, work.what) + work.number)
    turn.tell("ships built", turn.seat_of(nation.code), **facts)
    return True


def _disturbed(world: World, code: str, place: int) -> bool:
    near = (unit for unit in world.units.values() if unit.position == str(place) and world.hostile(unit.owner, code))
    return presence_of(world.tables, near) > 0


def _end(turn: Turn, nation: Nation, work: Work, kind: str) -> None:
    nation.works = [one for one in nation.works if one is not work]
    turn.tell(kind, turn.seat_of(nation.code), owner=nation.code, what=work.what, position=work.position, number=work.number)


def _exists(world: World, position: str) -> bool:
    return is_number(position) and (int(position) in world.hexes or int(position) in world.locations)


def enemies_at(world: World, nation: str, *positions: str) -> bool:
    """True when hostile units that can influence control stand at one of these positions."""
    return any(
        unit.position in positions
        and type_of(world.tables, unit).influences_control
        and not unit.questing
        and not unit.embarked
        and world.hostile(unit.owner, nation)
        for unit in world.units.values()
    )


def place_fault(world: World, kind: LocationType, position: str) -> str:
    """Why a location of a type cannot be built at a position; "" when it can, whoever builds it."""
    if not _exists(world, position) or not world.tables.land(hex_of(world, position)):
        return f"Nothing can be built at {position}."
    around = location_at(world, position)
    ground = around.type if around else "hex" if level(world, position) == "surface" else ""
    if ground not in kind.built_in:
        return f"A {kind.type} is built in: {', '.join(kind.built_in)}."
    if kind.one_per_position and any(one.type == kind.type for one in inside_of(world, position)):
        return f"A {kind.type} stands there already."
    return ""


def found_location(turn: Turn, nation: Nation, what: str, position: str) -> Location:
    """A new location of a nation, with its first walls (ruling 4.9, ``locations.csv``)."""
    world, kind = turn.world, turn.tables.location_types[what]
    new = Location(world.next_location, what, position, owner=nation.code, unique=False)
    new.rating, new.strength = kind.start_rating, kind.start_strength
    world.locations[new.id] = new
    world.next_location += 1
    turn.tell_of(new, "location built", type=what, position=position)
    return new

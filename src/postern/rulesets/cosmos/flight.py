"""Flight: individuals go home without being moved over the map, mass units dissolve (CF-9, CF-9.1, rulings 3.6, 4.8)."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.cosmos.amounts import HUNDRED, add, put
from postern.rulesets.cosmos.battle.numbers import NUMBERS, percent
from postern.rulesets.cosmos.gear import bonus_of
from postern.rulesets.cosmos.places import hex_of, location_at, outwards, owner_of
from postern.rulesets.cosmos.scenario import PHASES
from postern.rulesets.cosmos.strength import force_of, type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Pending, Unit, World

GO_HOME = "gohome"
_COMES_BACK = ("population", "mounts")


def home_of(world: World, unit: Unit) -> str:
    """Where a unit flees to: the home of its nation. A nation without one has the place where the unit began."""
    home = world.nations[unit.owner].home
    return str(home) if home else unit.start


def hexes_home(world: World, unit: Unit) -> int:
    """How many hexes a unit is away from its home."""
    home = home_of(world, unit)
    return world.tables.grid.distance(hex_of(world, unit.position), hex_of(world, home)) if home else 0


def at_home(world: World, unit: Unit) -> bool:
    """True at zero distance of the home: at it, inside it, or directly outside of it (CF-9.1, ruling 4.8)."""
    home = home_of(world, unit)
    location = location_at(world, home) if home else None
    return home in outwards(world, unit.position) or (location is not None and location.outside == unit.position)


def flee_force(turn: Turn, unit: Unit) -> None:
    """A unit and its whole force flee at once (CF-9-12)."""
    for one in force_of(turn.world, unit):
        flee(turn, one, "order")


def flee(turn: Turn, unit: Unit, why: str) -> dict[str, int]:
    """Lets one unit flee, and says what came back of a mass unit. ``why`` is order, morale, tactics or fleewhen (CF-9-01)."""
    returned = _dissolve(turn, unit) if type_of(turn.tables, unit).mass else _set_out(turn, unit, why)
    for seen in turn.sees.values():
        seen.discard(unit.id)
    return returned


def drop_all(turn: Turn, unit: Unit, keep_personal: bool = False) -> None:
    """A unit drops what it carries where it is; mana stays with its caster and goes with it (CF-9-10, CF-9-11, ruling 3.2)."""
    world, place = turn.world, unit.position
    location = location_at(world, place)
    stores = location.stores if location else world.hexes[hex_of(world, place)].stores
    for name in sorted(unit.carries):
        if world.tables.resource(name).kind == "goods":
            put(stores, name, unit.carries.pop(name))
    for _, item in sorted(world.items.items()):
        if item.holder == unit.id and not (keep_personal and "personal" in bonus_of(world, item)):
            item.holder, item.position = 0, place
            item.owner = owner_of(world, place) or item.owner


def _dissolve(turn: Turn, unit: Unit) -> dict[str, int]:
    """A mass unit breaks up: part of its people and mounts find their way home (CF-9-06..08, ruling 3.6)."""
    world, kind = turn.world, type_of(turn.tables, unit)
    left = percent(max(NUMBERS.least_recovered_pct, HUNDRED - NUMBERS.lost_per_hex_pct * hexes_home(world, unit)))
    returned = {}
    for name, cost in kind.cost.items():
        row = turn.tables.resource(name)
        if row.kind in _COMES_BACK and not unit.bought and not unit.charmed_from:
            share = Fraction(cost * unit.individuals, kind.std) * percent(row.flee_recovery_pct_at_home)
            returned[name] = int(share * left)
    add(world.nations[unit.owner].pool, {name: number for name, number in returned.items() if number})
    turn.tell_of(unit, "dissolved", place=unit.position, individuals=unit.individuals)
    turn.tell_owner(unit, "came home", returned=returned)
    drop_all(turn, unit)
    turn.remove(unit)
    return returned


def _set_out(turn: Turn, unit: Unit, why: str) -> dict[str, int]:
    """An individual sets out for its home: it is nowhere until it arrives, with no orders but the way home (CF-9-02,
    CF-9-09)."""
    world = turn.world
    home = home_of(world, unit)
    if at_home(world, unit):
        first = turn.phase == 1
        arrives = world.moment(PHASES if first else PHASES + 1)
        tactics = "avoid" if first else "flee"
    else:
        arrives = turn.now + max(1, NUMBERS.flight_phases_per_hex * hexes_home(world, unit))
        tactics = "flee" if why == "fleewhen" else unit.tactics
    turn.tell_of(unit, "fled", place=unit.position, why=why)
    turn.tell_owner(unit, "on the way home", phases=arrives - turn.now, home=home)
    drop_all(turn, unit, keep_personal=True)
    turn.leave_force(unit)
    memory: dict[str, int | str] = {"arrives": arrives, "home": home, "tactics": tactics}
    turn.drop_program(unit)
    unit.program = [Pending(GO_HOME, begun=True, left=arrives - turn.now, memory=memory)]
    if why == "fleewhen":
        unit.flee_when = 0
    unit.hidden = unit.embarked = False
    unit.retreat_when, unit.retreat_spot = 0, ""
    turn.put(unit, "")
    return {}


def return_home(turn: Turn) -> None:
    """Those who fled appear at home when their time is up, just before battles (CF-9-02..05, CF-9-23, CF-9-24)."""
    world = turn.world
    for number in sorted(world.units):
        unit = world.units[number]
        if unit.position or not unit.program or unit.program[0].text != GO_HOME:
            continue
        way = unit.program[0]
        home, arrives = home_of(world, unit), int(way.memory["arrives"])
        if home != way.memory["home"]:
            further = world.tables.grid.distance(hex_of(world, str(way.memory["home"])), hex_of(world, home))
            arrives += NUMBERS.flight_phases_per_hex * further
            way.memory |= {"home": home, "arrives": arrives}
        way.left = arrives - turn.now
        if way.left <= 0:
            _arrive(turn, unit, home)


def _arrive(turn: Turn, unit: Unit, home: str) -> None:
    """Puts who comes home into the first place of its nation from the home outwards; without one it is lost (CF-9-05)."""
    world = turn.world
    alone = not world.nations[unit.owner].home
    places = (place for place in outwards(world, home) if alone or owner_of(world, place) == unit.owner)
    place = next(places, "")
    if not place:
        turn.tell_owner(unit, "found no home", home=home)
        turn.remove(unit)
        return
    unit.tactics = unit.program.pop(0).memory["tactics"]  # type: ignore[assignment]  # put there by the flight
    turn.put(unit, place)
    turn.tell_owner(unit, "home again", place=place, tactics=unit.tactics)

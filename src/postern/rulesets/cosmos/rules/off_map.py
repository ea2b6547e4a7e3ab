"""Units that are not on the map for a while: in flight, individuals go home without being moved over the map, mass units
dissolve (CF-9, CF-9.1, rulings 3.6, 4.8); questing, who changes mode where, retreats, travels, and deeds (CF-20, rulings
11.1 to 11.7)."""

from __future__ import annotations

from fractions import Fraction

from postern.game.kit.orders.digits import is_number
from postern.rulesets.cosmos.tables.amounts import HUNDRED, add, put
from postern.rulesets.cosmos.tables.land import Deed
from postern.rulesets.cosmos.tables.numbers import BATTLE, percent
from postern.rulesets.cosmos.tables.scenario import PHASES
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, level, location_at, outwards, owner_of, terrain_at
from postern.rulesets.cosmos.world.records import Nation, Pending, Unit, World
from postern.rulesets.cosmos.world.strength import bonus_of, force_of, type_of, wound_points

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
    left = percent(max(BATTLE.least_recovered_pct, HUNDRED - BATTLE.lost_per_hex_pct * hexes_home(world, unit)))
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
        arrives = turn.now + max(1, BATTLE.flight_phases_per_hex * hexes_home(world, unit))
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
            arrives += BATTLE.flight_phases_per_hex * further
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


RETREAT, TRAVEL = "retreat", "travel"
PHASES_PER_HEX, LEAST_PHASES = 4, 2
"""How long a retreat takes (CF-20.5-08)."""


def can_change_mode(world: World, unit: Unit) -> bool:
    """True where units go questing and come back: in a hex of their nation, in a location of it or of an ally, but in none that
    exists in military mode alone (CF-20.1-01)."""
    location = location_at(world, unit.position) if unit.position else None
    owner = owner_of(world, unit.position) if unit.position else ""
    if location is None:
        return owner == unit.owner and level(world, unit.position) == "surface"
    return bool(owner) and world.friendly(unit.owner, owner) and world.tables.location_types[location.type].mode != "military"


def set_mode(world: World, unit: Unit, questing: bool) -> None:
    """Changes the mode of one unit and of all that it carries. Who comes back forgets its retreat (CF-20.1-05, CF-20.5-12)."""
    unit.questing = questing
    for item in world.items.values():
        if item.holder == unit.id:
            item.quest = questing
    if not questing:
        forget_retreat(unit)


def forget_retreat(unit: Unit) -> None:
    """A unit that flees home or leaves questing mode has no retreat spot and no level any more (CF-20.5-12, CF-20.6-01)."""
    unit.retreat_spot, unit.retreat_when = "", 0


# --- retreats --------------------------------------------------------------------------------------------------------------


def would_retreat(turn: Turn, unit: Unit) -> bool:
    """True for a questing unit that has just lost wound points and retreats now (CF-20.5-02 to CF-20.5-04, CF-20.5-06). Whoever
    flees home at the same moment does not ask this (CF-20.5-05)."""
    spot, kind = unit.retreat_spot, type_of(turn.tables, unit)
    if not (unit.questing and unit.retreat_when and spot) or unit.position == spot:
        return False
    lost = wound_points(kind, unit) <= unit.retreat_when
    return lost and _can_stand(turn, unit, spot)


def _can_stand(turn: Turn, unit: Unit, position: str) -> bool:
    """True when a unit can move in the terrain of a position."""
    kind = type_of(turn.tables, unit)
    flies = kind.able("flies") or unit.until.get("flying", -1) >= turn.now
    return flies or terrain_at(turn.world, position) in turn.tables.moves[kind.move_profile]


def retreat(turn: Turn, unit: Unit) -> None:
    """A unit sets out for its retreat spot: it is nowhere until it arrives, and forgets its orders (CF-20.5-07..11)."""
    spot, world = unit.retreat_spot, turn.world
    far = turn.tables.grid.distance(hex_of(world, unit.position), hex_of(world, spot))
    phases = max(LEAST_PHASES, PHASES_PER_HEX * far)
    turn.tell_of(unit, "retreated", place=unit.position, spot=spot, phases=phases)
    turn.leave_force(unit)
    unit.retreat_when, unit.tactics = 0, "avoid"
    turn.drop_program(unit)
    unit.program = [Pending(f"{RETREAT} {spot}", begun=True, left=phases)]
    take_off(turn, unit, turn.now + phases, spot)


def take_off(turn: Turn, unit: Unit, arrives: int, place: str) -> None:
    """Takes a unit off the map; its first order remembers when and where it appears again."""
    unit.program[0].memory |= {"arrives": arrives, "place": place}
    for one in (unit, *(turn.world.units[number] for number in unit.members)):
        turn.put(one, "")
        for seen in turn.sees.values():
            seen.discard(one.id)


def arrive(turn: Turn) -> None:
    """Step f of a phase: who retreated or travelled appears when its time is up (CF-20.5-09, CF-20.4-04)."""
    for _, unit in sorted(turn.world.units.items()):
        way = unit.program[0] if unit.program and not unit.position else None
        if way is None or "place" not in way.memory or way.text.split()[0] not in (RETREAT, TRAVEL):
            continue
        way.left = int(way.memory["arrives"]) - turn.now
        if way.left <= 0:
            unit.program.pop(0)
            for one in (unit, *(turn.world.units[number] for number in unit.members)):
                turn.put(one, str(way.memory["place"]))
            turn.tell_owner(unit, "arrived", place=unit.position)


# --- deeds and routes --------------------------------------------------------------------------------------------------------


def follow_quests(turn: Turn) -> None:
    """Step i of a phase: deeds that are done, and travel routes that are seen for the first time (CF-20.4-02, ruling 11.2)."""
    world = turn.world
    questing = [unit for _, unit in sorted(world.units.items()) if unit.questing and unit.position]
    played = [unit for unit in questing if turn.tables.nations[unit.owner].played]
    starts = {route.start for route in turn.tables.routes}
    for unit in played:
        routes = world.nations[unit.owner].memory.routes
        if is_number(unit.position) and int(unit.position) in starts - set(routes):
            routes.append(int(unit.position))
    if not played:
        return
    for deed in turn.tables.deeds.values():
        here = [unit for unit in questing if unit.position == str(deed.location)]
        if here and deed.kind == "slay":
            _slain(turn, deed, here)
        for unit in here if deed.kind != "slay" else ():
            _searched(turn, deed, unit)


def _done_by(world: World, deed: Deed) -> list[Nation]:
    return [nation for nation in world.nations.values() if str(deed.no) in nation.deeds]


def _searched(turn: Turn, deed: Deed, unit: Unit) -> None:
    """A clue or a vigil: so many phases of search at the place, a vigil by a major character (ruling 18.16)."""
    world, nation = turn.world, turn.world.nations[unit.owner]
    long_enough = unit.search_spot == unit.position and unit.searched >= deed.phases
    fit = deed.kind != "vigil" or type_of(turn.tables, unit).major
    if not (long_enough and fit and turn.tables.nations[nation.code].played) or str(deed.no) in nation.deeds:
        return
    first = not _done_by(world, deed)
    nation.deeds.append(str(deed.no))
    turn.tell_owner(unit, "deed", deed=deed.kind, place=turn.called(world.locations[deed.location]), points=deed.points)
    if deed.tells in world.locations:  # an imagined world has not every lair
        lair = world.locations[deed.tells]
        turn.tell_owner(unit, "clue", lair=turn.called(lair), hex=hex_of(world, lair.outside))
    if deed.first_mana and first:
        mana = turn.tables.nations[nation.code].mana
        put(nation.pool, mana, deed.first_mana * HUNDRED)
        turn.tell_owner(unit, "mana of a vigil", mana={mana: deed.first_mana})


def _slain(turn: Turn, deed: Deed, here: list[Unit]) -> None:
    """A lair without monsters is the deed of whoever fought there, or else is there first (ruling 18.15)."""
    tables = turn.tables
    if _done_by(turn.world, deed) or any(tables.nations[one.owner].quests for one in here):
        return
    victors = sorted(
        (one for one in here if tables.nations[one.owner].played), key=lambda one: (one.id not in turn.fought, one.id)
    )
    for unit in victors[:1]:
        turn.world.nations[unit.owner].deeds.append(str(deed.no))
        place = turn.called(turn.world.locations[deed.location])
        turn.tell_owner(unit, "deed", deed=deed.kind, place=place, points=deed.points)

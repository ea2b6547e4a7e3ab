"""How long a control takes, and what obstructs it (CF-14.1, CF-14.2); sieges (CF-17, ruling 6.7); and the end of a phase: what
follows the owner of its place, rulers, wounds (CF-14.3, ruling 2.1, step i)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from postern.rulesets.cosmos.rules.memory import note_location
from postern.rulesets.cosmos.rules.morale import recover
from postern.rulesets.cosmos.rules.nations import replace_rulers
from postern.rulesets.cosmos.rules.off_map import follow_quests
from postern.rulesets.cosmos.tables.scenario import CONTENT
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import (
    by_outside,
    by_position,
    hex_of,
    inside_of,
    level,
    location_at,
    outwards,
    owner_of,
    terrain_at,
    units_at,
)
from postern.rulesets.cosmos.world.records import Location, Unit, World
from postern.rulesets.cosmos.world.strength import efficiency, force_of, presence_of, standard_units, type_of

_ROWS = {(row["quantity"], row["condition"]): row["factor"] for row in CONTENT.rows("modifiers")}
NEUTRALISING = Fraction(_ROWS["control time", "neutralising another nation"])
OWNED_NEIGHBOUR = Fraction(_ROWS["control helpers", "owned neighbouring hex"])
OWNED_POSITION = Fraction(_ROWS["control helpers", "owned position of the location"])
OBSTRUCTS = Fraction(_ROWS["control obstruction", "presence of enemy against own"])
BESIDE = Fraction(_ROWS["control obstruction", "weight of allied and other own units"])
HEX_SIZE = 10_000
"""A location of so much room, or more, counts as a hex (CF-14.2-05)."""


def influences(world: World, location: Location) -> bool:
    """True for a location that influences control."""
    return world.tables.location_types[location.type].influences_control


def _room(world: World, location: Location) -> Fraction:
    """The interior size in parts of a hex, at most 1."""
    size = world.tables.location_types[location.type].interior_size
    return Fraction(1) if size is None else min(Fraction(1), Fraction(size, HEX_SIZE))


def owned_neighbours(world: World, code: str, position: str) -> list[str]:
    """What of a nation neighbours a target. Of a hex: adjacent hexes, and locations directly in it. Of a location: its hex
    and the hexes around, the location in which it is, and those directly inside it (CF-14-06, CF-14-07)."""
    location, number = location_at(world, position), hex_of(world, position)
    found = [str(one) for one in world.tables.grid.neighbours(number) if world.hexes[one].owner == code]
    inner = [str(one.id) for one in inside_of(world, position) if one.owner == code and influences(world, one)]
    if location is None:
        return [*found, *inner]
    if world.hexes[number].owner == code:
        found.append(str(number))
    outer = location_at(world, location.outside)
    beside = [outer] if outer is not None else [one for one in inside_of(world, location.outside) if influences(world, one)]
    return [*found, *inner, *(str(one.id) for one in beside if one.owner == code and one is not location)]


def helpers(world: World, leader: Unit) -> Iterator[Unit]:
    """The units of a force that help its leader to control: the mass types that he leads (CF-14-05)."""
    row = world.tables.leaders[leader.type]
    for unit in force_of(world, leader)[1:]:
        if unit.type in row.leads and world.tables.unit_types[unit.type].mass:
            yield unit


def effective_helpers(world: World, leader: Unit) -> Fraction:
    """The effective number of helpers (CF-14.2-07..11)."""
    tables, position, code = world.tables, leader.position, leader.owner
    terrain, kind = terrain_at(world, position), type_of(tables, leader)
    own_cost = tables.moves[kind.move_profile][terrain]
    found = efficiency(kind, leader)
    for unit in helpers(world, leader):
        row = type_of(tables, unit)
        cost = tables.moves[row.move_profile].get(terrain)
        if cost:
            found += Fraction(own_cost, cost) * efficiency(row, unit) * standard_units(row, unit)
    location = location_at(world, position)
    if location is None:
        around = tables.grid.neighbours(hex_of(world, position))
        found += OWNED_NEIGHBOUR * sum(world.hexes[one].owner == code for one in around)
    elif owner_of(world, location.outside) == code:
        found += OWNED_POSITION
    others = list(inside_of(world, position))
    if location is not None:
        others += [one for one in inside_of(world, location.outside) if one is not location]
    for one in others:
        if one.owner == code and influences(world, one):
            found += OWNED_POSITION * _room(world, one)
    return found


def control_time(world: World, leader: Unit) -> int:
    """The phases that this leader needs for the position where he is (CF-14.2-01..06). Raises KeyError for a terrain in which
    he cannot move."""
    tables = world.tables
    row, kind, terrain = tables.leaders[leader.type], type_of(tables, leader), terrain_at(world, leader.position)
    cost = tables.moves[kind.move_profile][terrain]
    total = Fraction(row.control_base * cost) / efficiency(kind, leader)
    total += Fraction(row.control_shared * cost) / effective_helpers(world, leader)
    location = location_at(world, leader.position)
    if location is not None:
        total *= _room(world, location)
    if owner_of(world, leader.position) not in ("", leader.owner):
        total *= NEUTRALISING
    return math.ceil(total)


def obstructions(world: World, leader: Unit) -> list[Unit | Location]:
    """The enemy units and locations that obstruct a control where a leader is (CF-14.1-01..04, CF-14-04)."""
    code, position = leader.owner, leader.position
    here = [unit for unit in units_at(world, position) if not unit.questing]
    enemies = [unit for unit in here if world.hostile(code, unit.owner)]
    force = force_of(world, leader)
    beside = [unit for unit in here if unit not in force and world.friendly(code, unit.owner)]
    own = presence_of(world.tables, force) + BESIDE * presence_of(world.tables, beside)
    presence = presence_of(world.tables, enemies)
    found: list[Unit | Location] = []
    if presence and presence >= OBSTRUCTS * own:
        found += [unit for unit in enemies if world.tables.unit_types[unit.type].influences_control]
    inner = (one for one in inside_of(world, position) if influences(world, one))
    return [*found, *(one for one in inner if one.owner and world.hostile(code, one.owner))]


def controller_at(world: World, position: str) -> Unit | None:
    """The unit whose control of a position is under way (ruling 6.2)."""
    for unit in units_at(world, position):
        if unit.program and unit.program[0].begun and unit.program[0].text.startswith("control") and unit.program[0].left:
            return unit
    return None


def on_surface(world: World, position: str) -> bool:
    """True for a hex or the inside of a location, whence alone one can control (CF-14-02)."""
    return level(world, position) in ("surface", "inside")


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


def update(turn: Turn) -> None:
    """The status at the beginning of a phase. What is besieged in phase 1 counts as besieged since the beginning of the turn,
    until the siege breaks (CF-17.1-06, ruling 2.1)."""
    _update(turn)
    for location in turn.world.locations.values():
        location.besieged_all_turn = location.besieged and (turn.phase == 1 or location.besieged_all_turn)


def update_at_end(turn: Turn) -> None:
    """The status after all that happens at the end of the turn, before production (CF-17.1-07)."""
    _update(turn)
    for location in turn.world.locations.values():
        location.besieged_all_turn = location.besieged and location.besieged_all_turn


def _update(turn: Turn) -> None:
    kinds, inside, outside = turn.tables.location_types, _by_location(turn), by_position(turn.world)
    for _, location in sorted(turn.world.locations.items()):
        own = bool(location.owner) and kinds[location.type].mode != "quest"
        now = own and _is_besieged(turn, location, inside.get(location.id, []), outside.get(location.outside, []))
        if now != location.besieged:
            location.besieged = now
            turn.tell_of(location, "besieged" if now else "siege over")


def _by_location(turn: Turn) -> dict[int, list[Unit]]:
    """The units inside of each location, those in locations inside of it among them."""
    found: dict[int, list[Unit]] = {}
    for unit in turn.world.units.values():
        for position in outwards(turn.world, unit.position):
            location = location_at(turn.world, position)
            if location is not None:
                found.setdefault(location.id, []).append(unit)
    return found


def _is_besieged(turn: Turn, location: Location, inside: list[Unit], around: list[Unit]) -> bool:
    outside = [unit for unit in around if not unit.questing]
    sides = {code: _side_of(turn, location, code, inside) for code in {unit.owner for unit in outside}}

    def presence(side: str) -> Fraction:
        return presence_of(turn.tables, (unit for unit in outside if sides[unit.owner] == side))

    return "attempts" in sides.values() and presence("attempts") > presence("opposes")


def _side_of(turn: Turn, location: Location, code: str, inside: list[Unit]) -> str:
    """Whether a nation's units outside attempt a siege, oppose it, or do neither (CF-17-02..06)."""
    world = turn.world
    policy = world.policy(code, location.owner)
    if any(world.friendly(code, one.owner) and type_suffers(turn, one) for one in inside):
        return "opposes"
    if policy == "ally":
        return "attempts" if _is_being_taken(turn, inside) else "opposes"
    return "attempts" if policy == "enemy" else ""


def type_suffers(turn: Turn, unit: Unit) -> bool:
    """True for a unit with any upkeep but mana: it would suffer from a siege."""
    return any(not name.endswith(" mana") for name in type_of(turn.tables, unit).upkeep)


def _is_being_taken(turn: Turn, inside: list[Unit]) -> bool:
    """True while somebody inside of a location is taking over control."""
    return any(controller_at(turn.world, position) is not None for position in {unit.position for unit in inside})

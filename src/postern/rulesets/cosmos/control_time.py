"""How long a control takes, and what obstructs it (CF-14.1, CF-14.2)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from postern.rulesets.cosmos.places import hex_of, inside_of, level, location_at, terrain_at, units_at
from postern.rulesets.cosmos.scenario import CONTENT
from postern.rulesets.cosmos.strength import efficiency, force_of, presence_of, standard_units, type_of
from postern.rulesets.cosmos.world import Location, Unit, World

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


def owner_at(world: World, position: str) -> str:
    """Whose the hex or location at a position is."""
    location = location_at(world, position)
    return location.owner if location else world.hexes[hex_of(world, position)].owner


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
    elif owner_at(world, location.outside) == code:
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
    if owner_at(world, leader.position) not in ("", leader.owner):
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

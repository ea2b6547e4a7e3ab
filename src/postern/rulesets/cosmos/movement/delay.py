"""Steps that wait because a battle seems about to begin (CF-11.6, gaps 5.7)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.cosmos.movement.blocking import sees
from postern.rulesets.cosmos.places import hex_of, level, location_at
from postern.rulesets.cosmos.strength import armed, type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.walls import walled
from postern.rulesets.cosmos.world import Unit, World


def impending_battle(turn: Turn, force: list[Unit]) -> Unit | None:
    """An enemy with whom a unit of the force would fight at the end of this phase, as tactics stand now. Units that would flee
    keep nobody."""
    world = turn.world
    staying = [unit for unit in force if unit.tactics != "flee"]
    if not staying or not force[0].position:
        return None
    for enemy in _near(world, force[0]):
        if not world.hostile(enemy.owner, force[0].owner) or enemy.questing != force[0].questing:
            continue
        if any(_attacks(turn, enemy, unit) or _attacks(turn, unit, enemy) for unit in staying):
            return enemy
    return None


def _near(world: World, unit: Unit) -> Iterator[Unit]:
    """The units of other nations at the position of a unit, directly outside of it and directly inside of it."""
    here = unit.position
    location = location_at(world, here)
    near = {here, *(str(one.id) for one in world.locations.values() if one.outside == here)}
    if location is not None:
        near.add(location.outside)
    return (one for one in world.units.values() if one.position in near and one.owner != unit.owner)


def _attacks(turn: Turn, one: Unit, other: Unit) -> bool:
    """True when a unit wants to attack another (gaps 7.1)."""
    world, kind = turn.world, type_of(turn.tables, one)
    if not armed(kind) or not sees(turn, one.owner, other):
        return False
    here, there = location_at(world, one.position), location_at(world, other.position)
    if one.position == other.position:
        close = here is not None or _at_sea(world, one.position)
        return one.tactics in ("charge", "attack") or (close and bool(kind.missile_form))
    if one.tactics not in ("charge", "attack"):
        return False
    if there is not None and there.outside == one.position:
        return not walled(there) or one.id in turn.stormed
    return here is not None and here.outside == other.position and (not walled(here) or one.tactics == "charge")


def _at_sea(world: World, position: str) -> bool:
    return level(world, position) == "surface" and not world.tables.land(hex_of(world, position))

"""Steps that wait because a battle seems about to begin (CF-11.6, ruling 5.7)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.cosmos.battle.wanting import wants
from postern.rulesets.cosmos.places import location_at
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Unit, World


def impending_battle(turn: Turn, force: list[Unit]) -> Unit | None:
    """An enemy with whom a unit of the force would fight at the end of this phase, as tactics stand now. Units that would flee
    keep nobody."""
    world = turn.world
    staying = [unit for unit in force if unit.tactics != "flee"]
    if not staying or not force[0].position:
        return None
    for enemy in _near(world, force[0]):
        if enemy.questing != force[0].questing:
            continue
        if any(wants(turn, enemy, unit) or wants(turn, unit, enemy) for unit in staying):
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

"""Which unit wants to attack which (ruling 7.1): battles begin by it, and steps wait for it (CF-11.6)."""

from __future__ import annotations

from postern.rulesets.cosmos.places import hex_of, level, location_at
from postern.rulesets.cosmos.strength import armed, type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.walls import walled
from postern.rulesets.cosmos.world import Unit, World

ADVANCING = ("charge", "attack")
"""The tactics of those who go at the enemy."""


def at_sea(world: World, position: str) -> bool:
    """True on the surface of an ocean, where all fighters meet at one position."""
    return level(world, position) == "surface" and not world.tables.land(hex_of(world, position))


def wants(turn: Turn, one: Unit, other: Unit) -> bool:
    """True when a unit wants to attack another, which its nation holds as enemy and sees."""
    world, kind = turn.world, type_of(turn.tables, one)
    if world.policy(one.owner, other.owner) != "enemy" or not armed(kind) or not turn.spots(one.owner, other):
        return False
    here, there = location_at(world, one.position), location_at(world, other.position)
    if one.position == other.position:
        closed = here is not None or at_sea(world, one.position)
        return one.tactics in ADVANCING or (closed and bool(kind.missile_form))
    if one.tactics not in ADVANCING:
        return False
    if there is not None and there.outside == one.position:
        return not walled(there) or one.id in turn.stormed
    if here is not None and here.outside == other.position:
        return not walled(here) or one.tactics == "charge"
    return False

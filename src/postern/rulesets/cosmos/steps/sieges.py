"""Sieges: a location is besieged when those who attempt it are more than those who oppose it outside (CF-17, ruling 6.7)."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.cosmos.control_time import controller_at
from postern.rulesets.cosmos.places import by_position, location_at, outwards
from postern.rulesets.cosmos.strength import presence_of, type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Location, Unit


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

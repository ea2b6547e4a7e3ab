"""What nations remember of what they saw: their maps and map notes (CF-18-10, CF-18-13, CF-18-14)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from copy import copy

from postern.rulesets.cosmos.strength import efficiency, type_of, wound_pct
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import HexMemory, LocationMemory, Nation, Sighting, Unit


def remember(turn: Turn, hexes: Mapping[str, Set[int]], through: Mapping[str, Set[int]]) -> None:
    """Writes down what each nation sees now: hexes in view, units and locations and items seen. Tells of units that come into
    sight for the first time in a turn (CF-18-12). ``through``: the hexes whose illusions a nation sees through."""
    now: dict[int, Sighting] = {}
    for nation in turn.world.nations.values():
        if turn.tables.nations[nation.code].played:
            _remember_hexes(turn, nation, hexes[nation.code], through[nation.code])
            _remember_things(turn, nation, now)


def _remember_hexes(turn: Turn, nation: Nation, hexes: Set[int], through: Set[int]) -> None:
    """An illusion hides the real terrain from all but the hex's owner and whoever sees, or saw, through it (CF-19.2-02, 03)."""
    world, memory = turn.world, nation.memory.hexes
    for number in sorted(hexes):
        one, real = world.hexes[number], turn.tables.hexes[number].terrain
        known = memory.get(number)
        knows = number in through or (known is not None and known.real and known.terrain == one.illusion)
        own = one.owner == nation.code
        memory[number] = HexMemory(world.turn, one.owner, one.illusion or real, real if own or (one.illusion and knows) else "")


def _remember_things(turn: Turn, nation: Nation, now: dict[int, Sighting]) -> None:
    """``now`` has how units look, for all nations that see them."""
    world, memory = turn.world, nation.memory
    seen = turn.sees.get(nation.code, set())
    for number in sorted(seen):
        if number in world.units:
            if number not in now:
                now[number] = sighting_of(turn, world.units[number])
            _remember_unit(turn, nation, now[number])
        elif number in world.locations:
            one = world.locations[number]
            memory.locations[number] = LocationMemory(
                number, one.type, one.outside, one.name, one.owner, one.size, one.rating, one.strength, one.damage, world.turn
            )
        elif number in world.items:
            memory.items[number] = world.items[number].position
    for number, sighting in memory.units.items():
        if number not in seen:
            sighting.gone = True


def _remember_unit(turn: Turn, nation: Nation, seen: Sighting) -> None:
    known, unit = nation.memory.units.get(seen.id), turn.world.units[seen.id]
    if known is None or known.turn < turn.world.turn:
        place = unit.position
        turn.tell("sighted", turn.seat_of(nation.code), who=unit.id, owner=unit.owner, name=turn.called(unit), place=place)
    nation.memory.units[unit.id] = copy(seen)


def sighting_of(turn: Turn, unit: Unit) -> Sighting:
    """A unit as others see it now."""
    kind, nation = type_of(turn.tables, unit), turn.world.nations[unit.owner]
    ruler_type = turn.tables.nations[unit.owner].ruler_type
    return Sighting(
        id=unit.id,
        owner=unit.owner,
        type=unit.type,
        name=unit.name,
        position=unit.position,
        individuals=unit.individuals,
        wound_pct=wound_pct(kind, unit),
        efficiency_pct=round(100 * efficiency(kind, unit)),
        turn=turn.world.turn,
        phase=turn.phase,
        mark="*" if nation.ruler == unit.id else "+" if ruler_type == unit.type else "",
        questing=unit.questing,
        embarked=unit.embarked,
    )

"""What nations remember of what they saw: their maps and map notes (CF-18-10, CF-18-13, CF-18-14)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from postern.game.kit.copying import copied
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import HexMemory, Location, LocationMemory, Nation, Sighting, Unit, World
from postern.rulesets.cosmos.world.strength import efficiency, force_of, type_of, wound_pct

_STEPS = ("move", "farmove", "sneak", "farsneak")


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
        seen = (world.turn, one.owner, one.illusion or real, real if own or (one.illusion and knows) else "")
        if known is None or (known.turn, known.owner, known.terrain, known.real) != seen:
            memory[number] = HexMemory(*seen)


def note_hex(world: World, number: int, *codes: str) -> None:
    """Write down whose a hex is now for the nations that win or lose it: they know it even where an illusion hides the hex."""
    for nation in (world.nations[code] for code in codes if code in world.nations):
        if number in nation.memory.hexes:
            nation.memory.hexes[number] = replace(nation.memory.hexes[number], owner=world.hexes[number].owner)


def note_location(world: World, location: Location, *codes: str) -> None:
    """Write down whose a location is now for the nations that win or lose it."""
    for nation in (world.nations[code] for code in codes if code in world.nations):
        if location.id in nation.memory.locations:
            nation.memory.locations[location.id] = replace(nation.memory.locations[location.id], owner=location.owner)


def known_hexes(world: World, code: str) -> dict[int, HexMemory]:
    """The hexes on a nation's map: as it remembers them, its own as they are."""
    known = {
        number: replace(one, owner="") if one.owner == code else one for number, one in world.nations[code].memory.hexes.items()
    }
    for number, one in world.hexes.items():
        if one.owner == code:
            seen = known.get(number) or HexMemory(world.turn - 1, code, world.tables.hexes[number].terrain)
            known[number] = replace(seen, owner=code)
    return dict(sorted(known.items()))


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
    nation.memory.units[unit.id] = copied(seen)


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


def note_moving(turn: Turn) -> None:
    """At the end of a turn everybody who sees a force knows where its unfinished step leads, and when it arrives
    (CF-19.1.2-02)."""
    world = turn.world
    for nation in world.nations.values():
        for number in sorted(turn.sees.get(nation.code, ())):
            if number in world.units and number in nation.memory.units:
                nation.memory.units[number].moving = _moving(world, world.units[number])


def _moving(world: World, unit: Unit) -> str:
    leader = force_of(world, unit)[0]
    step = leader.program[0] if leader.program else None
    if step is None or not step.begun or not step.left or step.text.split(" ")[0] not in _STEPS:
        return ""
    goal = step.memory.get("to")
    return f"moving towards {goal} (arrives phase {step.left})" if goal and goal != step.memory.get("from") else ""

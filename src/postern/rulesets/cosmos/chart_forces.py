"""Forces, marches and battles on the map of one nation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from postern.game.chart import Clash, Marker, Route
from postern.game.events import Event
from postern.game.kit.digits import is_number
from postern.rulesets.cosmos.places import hex_of
from postern.rulesets.cosmos.strength import force_of
from postern.rulesets.cosmos.world import Unit, World


def own_markers(world: World, code: str) -> Iterable[Marker]:
    """One marker a force in the open; forces inside of locations stand in the cut."""
    for unit in sorted(world.units.values(), key=lambda one: one.id):
        if unit.owner == code and not unit.leader and is_number(unit.position) and int(unit.position) in world.hexes:
            yield Marker(unit.position, code, label(unit), strength(world, unit), own=True)


def strength(world: World, unit: Unit) -> str:
    """The troops of a force, as a marker has them; "" for none."""
    troops = _troops(world, unit)
    return str(troops) if troops else ""


def label(unit: Unit) -> str:
    """The name or number of a force's leader, as a marker has it."""
    return unit.name.split()[-1] if unit.name else str(unit.id)


def _troops(world: World, unit: Unit) -> int:
    return sum(one.individuals for one in force_of(world, unit) if world.tables.unit_types[one.type].mass)


def other_markers(world: World, code: str) -> Iterable[Marker]:
    """Foreign units seen in the turn just run, added up by owner and place."""
    found: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for one in world.nations[code].memory.units.values():
        if one.turn >= world.turn - 1 and not one.gone and one.position:
            place = str(hex_of(world, one.position))
            found.setdefault((place, one.owner), []).append((world.tables.unit_types[one.type].name, one.individuals))
    for (place, owner), units in sorted(found.items()):
        name, _ = max(units, key=lambda pair: pair[1])
        yield Marker(place, owner, name, str(sum(number for _, number in units)))


def marches(world: World, code: str, events: Sequence[Event]) -> Iterable[Route]:
    """The steps of own and of seen foreign forces, joined to marches with the phase of each step."""
    grid = world.tables.grid
    steps: dict[int, list[tuple[int, int, int]]] = {}
    owner: dict[int, str] = {}
    for event in events:
        if event.kind == "moved" and event.data.get("start") and event.data.get("goal"):
            start, end = (hex_of(world, str(event.data[key])) for key in ("start", "goal"))
            if start and end and start != end:
                steps.setdefault(event.data["who"], []).append((start, end, _phase(event)))
                owner[event.data["who"]] = event.data["owner"]
    for who, some in steps.items():
        march: list[tuple[int, int, int]] = []
        for step in [*some, (0, 0, 0)]:
            if march and step[0] != march[-1][1]:
                points = (grid.centre(march[0][0]), *(grid.centre(end) for _, end, _ in march))
                yield Route("move", points, own=owner[who] == code, phases=tuple(phase for *_, phase in march))
                march = []
            march.append(step)


def _phase(event: Event) -> int:
    return int("".join(one for one in event.step if is_number(one)) or 0)


def clashes(events: Sequence[Event]) -> Iterable[Clash]:
    """The battles of the turn, with their phases."""
    for event in events:
        if event.kind == "battle":
            yield Clash(str(event.data["hex"]), f"phase {_phase(event)}")

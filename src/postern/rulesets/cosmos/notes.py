"""Map notes: what a nation knows of each hex, of what stands in it and who was seen there (CF-18-13..17)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.kit.digits import is_number
from postern.game.report import Section, Text
from postern.rulesets.cosmos.names import called, item_called
from postern.rulesets.cosmos.places import hex_of
from postern.rulesets.cosmos.scenario import Route
from postern.rulesets.cosmos.sight.memory import known_hexes
from postern.rulesets.cosmos.status import strength_line
from postern.rulesets.cosmos.world import LocationMemory, Nation, Sighting, World


def map_notes(world: World, nation: Nation) -> Section:
    """All that is known of hexes where something stands or was seen, hex by hex, things sorted by ID, insides indented."""
    lines: list[str] = []
    for number, known in known_hexes(world, nation.code).items():
        inside = list(_things(world, nation, str(number), 1))
        if inside:
            owner = f" ({known.owner})" if known.owner else ""
            real = f", truly {known.real}" if known.real and known.real != known.terrain else ""
            lines.append(
                f"Hex {number}: {known.terrain or world.tables.hexes[number].terrain}{real}{owner}{_features(world, number)}"
            )
            lines += inside
    lines += [*_connections(world, nation), *_routes(world, nation)]
    return Section("notes", "Map notes", (Text("\n".join(lines) or "Nothing is known yet.", "code"),))


def _connections(world: World, nation: Nation) -> Iterator[str]:
    """Connections of which the nation knows one end (CF-11.4-02)."""
    known = {*map(str, nation.memory.hexes), *map(str, nation.memory.locations)}
    for one in world.tables.connections.values():
        if str(one.start) in known:
            yield f"Connection from {one.start} to {one.goal}: length {one.length}, {one.terrain}"


def _routes(world: World, nation: Nation) -> Iterator[str]:
    """The travel routes from locations that the nation has visited questing, for the rest of the game (CF-20.4-02,
    CF-20.4-03)."""
    for number in sorted(nation.memory.routes):
        found = [one for one in world.tables.routes if one.start == number]
        ways = [f"{one.name} to {_where(world, str(one.to))}, {one.phases} phases{_price(one)}" for one in found]
        if ways:
            yield f"{_where(world, str(number))}: {'; '.join(ways)}"


def _price(route: Route) -> str:
    return f", {route.gold} gold{' per individual' if route.each else ''}" if route.gold else ""


def _where(world: World, place: str) -> str:
    """A location by its name and ID, or a hex. Who knows a route knows what its ends are called."""
    row = world.tables.locations.get(int(place)) if is_number(place) else None
    if row is not None:
        return f"{row.name or row.type} [{place}]"
    return f"hex {place}" if is_number(place) and int(place) in world.hexes else f"[{place}]"


def _features(world: World, number: int) -> str:
    tables = world.tables
    found = [kind for kind in sorted(tables.sides) if kind != "sea lane" and any(number in side for side in tables.sides[kind])]
    return f"; {', '.join(found)}" if found else ""


def _things(world: World, nation: Nation, position: str, depth: int) -> Iterator[str]:
    """What is known at a position: locations with their insides, items, then units."""
    indent = "  " * depth
    for location in _locations(world, nation):
        if location.outside == position:
            yield f"{indent}{_location_line(world, location)}"
            yield from _things(world, nation, str(location.id), depth + 1)
    for number, where in sorted(nation.memory.items.items()):
        if where == position and number in world.items:
            yield f"{indent}{item_called(world.items[number])}"
    own = {
        unit.id: f"{called(world, unit)}: {strength_line(world, unit)}"
        for unit in world.units.values()
        if _at(unit, nation, position)
    }
    seen = {one.id: _sighting_line(world, one) for one in nation.memory.units.values() if one.position == position}
    for number in sorted(own | seen):
        yield f"{indent}{(seen | own)[number]}"


def _at(unit: object, nation: Nation, position: str) -> bool:
    return getattr(unit, "owner", "") == nation.code and getattr(unit, "position", "") == position


def _locations(world: World, nation: Nation) -> list[LocationMemory]:
    known = dict(nation.memory.locations)
    for one in world.locations.values():
        if one.owner == nation.code:
            known[one.id] = LocationMemory(
                one.id, one.type, one.outside, one.name, one.owner, one.size, one.rating, one.strength, one.damage, world.turn
            )
    return [known[number] for number in sorted(known)]


def _location_line(world: World, one: LocationMemory) -> str:
    kind = world.tables.location_types[one.type]
    parts = [f"{one.name or one.type} [{one.id}{f'({one.owner})' if one.owner else ''}]"]
    parts[0] += "" if one.name.lower() == one.type else f" ({one.type})"
    if one.size:
        parts.append(f"size {one.size}")
    if kind.interior_terrain:
        parts.append(f"interior terrain: {kind.interior_terrain}")
    if one.strength:
        parts.append(f"walls: rating:{one.rating} strength:{one.strength}{f' damage:{one.damage}' if one.damage else ''}")
    if one.turn < world.turn - 1:
        parts.append(f"seen in turn {one.turn}")
    return ", ".join(parts)


def _sighting_line(world: World, one: Sighting) -> str:
    kind = world.tables.unit_types[one.type]
    name = f"{one.name} ({kind.name})" if one.name else kind.name
    strength = (
        f"{one.individuals}/{one.wound_pct}%/{one.efficiency_pct}%" if kind.mass else f"{one.wound_pct}%/{one.efficiency_pct}%"
    )
    parts = [f"{one.id}({one.owner}{one.mark}) {name}: {strength}"]
    if one.moving:
        parts.append(one.moving)
    if one.questing:
        parts.append("questing")
    if one.gone or one.turn < world.turn - 1:
        parts.append(f"last seen in turn {one.turn}, phase {one.phase}")
    return ", ".join(parts)


def places_known(world: World, nation: Nation) -> set[int]:
    """The hexes of which a nation knows anything at all."""
    return set(nation.memory.hexes) | {hex_of(world, one.position) for one in nation.memory.units.values() if one.position}

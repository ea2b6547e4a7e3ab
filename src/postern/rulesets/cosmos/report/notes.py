"""Map notes: what a nation knows of each hex, of what stands in it and who was seen there (CF-18-13..17); and blurbs: what is
told of a thing when a nation first knows or has it, from its row and from ``blurbs.csv`` (CF-1.1-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.telling import capital, listed
from postern.game.report import Block, Section, Text
from postern.rulesets.cosmos.report.tables import strength_line
from postern.rulesets.cosmos.rules.memory import known_hexes
from postern.rulesets.cosmos.rules.points import held_by
from postern.rulesets.cosmos.tables.amounts import written
from postern.rulesets.cosmos.tables.land import Route
from postern.rulesets.cosmos.tables.scenario import CONTENT, Scenario
from postern.rulesets.cosmos.tables.units import UnitType
from postern.rulesets.cosmos.world.places import called, item_called
from postern.rulesets.cosmos.world.records import LocationMemory, Nation, Sighting, World


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


@cache
def _texts(slug: str) -> dict[tuple[str, str], str]:
    return {(row["kind"], row["key"]): row["text"] for row in CONTENT.rows(f"{slug}/blurbs")}


def wanted(world: World, nation: Nation) -> Iterator[str]:
    """The keys of all that the nation knows or has: its own description, its leaders, their spells, locations, what it could
    build."""
    tables = world.tables
    yield f"nation {nation.code}"
    for unit in sorted((one for one in world.units.values() if one.owner == nation.code), key=lambda one: one.id):
        if not tables.unit_types[unit.type].mass:
            yield f"leader {unit.type}"
            yield from (f"spell {name}" for name in spells_of(tables, unit.type))
    for row in tables.location_types.values():
        if row.built_by:
            yield f"location_type {row.type}"
    for number in sorted(nation.memory.locations):
        yield f"location {number}"
    for one in sorted(nation.memory.units.values(), key=lambda one: one.id):
        yield f"unit {one.type}"
    for item in sorted(world.items.values(), key=lambda one: one.id):
        if held_by(world, item) == nation.code:
            yield f"item {item.id}"


def learn(world: World, nation: Nation) -> list[str]:
    """The blurbs that the nation has not had; from now on it has had them."""
    new = [key for key in dict.fromkeys(wanted(world, nation)) if key not in nation.memory.blurbs and blurb(world.tables, key)]
    nation.memory.blurbs += new
    return new


def spells_of(tables: Scenario, type_no: int) -> tuple[str, ...]:
    """The spells that a caster type knows."""
    name = tables.unit_types[type_no].name
    rows = CONTENT.rows(f"{tables.slug}/spells")
    return tuple(dict.fromkeys(row["spell"] for row in rows if name in row["casters"].split(", ")))


def blurb(tables: Scenario, key: str) -> str:
    """The text of a blurb: free text first, then what the rows say; "" where there is nothing to say."""
    kind, _, name = key.partition(" ")
    free = _texts(tables.slug).get((kind, name), "")
    if kind in ("leader", "unit"):
        row = tables.unit_types[int(name)]
        return f"**{row.name}** ({row.no}). {free} {' '.join(_facts(tables, row))}".replace("  ", " ")
    if kind == "item":
        item = _items(tables.slug).get(name)
        return f"**{item['name']}** [{name}]. {capital(item['effect'])}." if item else ""
    if kind == "spell":
        return f"**{name.capitalize()}.** {free} {_spell(tables, name)}".strip()
    return f"**{_title(tables, kind, name)}.** {free}" if free else ""


def _title(tables: Scenario, kind: str, name: str) -> str:
    """What a nation, a location or a type of location is called above its text."""
    if kind == "nation":
        return tables.nations[name].name
    place = tables.locations.get(int(name)) if kind == "location" else None
    return f"{place.name or place.type} [{name}]" if place else name.capitalize()


@cache
def _items(slug: str) -> dict[str, Mapping[str, str]]:
    return {row["id"]: row for row in CONTENT.rows(f"{slug}/items")}


def _spell(tables: Scenario, name: str) -> str:
    """How a spell is ordered, how long it takes and what it costs (CF-19-01)."""
    row = next(one for one in CONTENT.rows(f"{tables.slug}/spells") if one["spell"] == name)
    reach = f", range {row['range']}" if row["range"] else ""
    many = "1 phase" if row["phases"] == "1" else f"{row['phases']} phases"
    return f"Order: {row['order']}; {many}, mana {row['mana']}{reach}."


def _facts(tables: Scenario, row: UnitType) -> Iterable[str]:
    """What a player may know of a type: all but the strengths of its attacks and defence (CF-2.3.1-17)."""
    if row.mass:
        yield f"Class {_class(row)}, {row.std} in a standard unit ({row.min} to {row.max}), size {row.size}, {row.wp} w.p."
    else:
        yield f"Class {_class(row)}, {row.wp} w.p., size {row.size}."
    yield f"Awareness {row.awareness}, carries {row.capacity}, combat rating {float(row.combat_rating):g}."
    form, _, area = row.missile_form.partition(" area:")
    if area:
        yield f"Its missiles of {form} are area attacks: each hits as many as stand close together."
    if row.abilities:
        yield f"Abilities: {', '.join(row.abilities)}."
    if row.allowance:
        yield f"Order allowance {row.allowance}."
    if row.cost:
        yield f"Costs {written(row.cost)}; upkeep {written(row.upkeep) or 'none'}."
    if spells := spells_of(tables, row.no):
        yield f"Casts {listed(spells)}; HELP and a spell's name tells of it."
    leader = tables.leaders.get(row.no)
    if leader is not None and leader.max_units:
        many = f"{leader.max_units} units and {leader.max_individuals} individuals"
        yield f"Leads {many}, +{leader.bonus_per_phase} morale each phase."
    if leader is not None and leader.control_base:
        needs = " Needs a neighbour that is yours." if leader.needs_owned_neighbour else ""
        takes = "" if leader.can_neutralise else " Cannot take what another nation owns."
        yield f"Control takes {leader.control_base} and {leader.control_shared} times the move cost.{needs}{takes}"


def _class(row: UnitType) -> str:
    return "that of its nation" if row.unit_class == "own race" else row.unit_class


def blurb_section(world: World, nation: Nation) -> Section | None:
    """The blurbs of this turn: those that came last (``Memory.blurbs``), as many as were new."""
    new = nation.memory.blurbs[len(nation.memory.blurbs) - nation.new_blurbs :] if nation.new_blurbs else []
    blocks: list[Block] = [Text(text) for key in new if (text := blurb(world.tables, key))]
    return Section("blurbs", "Newly met", tuple(blocks)) if blocks else None

"""Blurbs: what is told of a thing when a nation first knows or has it, from its row and from ``blurbs.csv`` (CF-1.1-02)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from postern.game.kit.telling import capital, listed
from postern.game.report import Block, Section, Text
from postern.rulesets.cosmos.amounts import written
from postern.rulesets.cosmos.points import held_by
from postern.rulesets.cosmos.scenario import CONTENT, Scenario, UnitType
from postern.rulesets.cosmos.world import Nation, World


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

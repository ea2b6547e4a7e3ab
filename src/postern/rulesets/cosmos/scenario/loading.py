"""Loads the files of a scenario, each once, and shows what a nation knows of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import TypeVar

from postern.game.kit.content import Content
from postern.rulesets.cosmos.scenario.checking import faults
from postern.rulesets.cosmos.scenario.goals import Deed, Route, VictoryRow
from postern.rulesets.cosmos.scenario.goods import ItemType, Resource, StartResource
from postern.rulesets.cosmos.scenario.land import Connection, Edge, Ground, HexRow, Terrain
from postern.rulesets.cosmos.scenario.locations import LocationRow, LocationType
from postern.rulesets.cosmos.scenario.nations import NationType
from postern.rulesets.cosmos.scenario.spells import Spell
from postern.rulesets.cosmos.scenario.tables import Scenario
from postern.rulesets.cosmos.scenario.units import Caster, LeaderType, Recruiting, StartUnit, UnitType

CONTENT = Content("postern.rulesets.cosmos")
SCENARIOS = ("thalmar", "two_tides")
UNKNOWN_TERRAIN = "plains"
"""What a hex off a nation's map counts as (ruling 5.2)."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@cache
def scenario(slug: str) -> Scenario:
    """The scenario with this slug. Raises KeyError for another, ValueError whose lines say what is wrong in its files."""
    if slug not in SCENARIOS:
        raise KeyError(slug)
    table = CONTENT.table
    resources = table("resources", Resource, lambda one: one.resource)
    fights = _across(f"{slug}/combat_profiles", "profile")
    over_walls = {profile: int(cells.pop("over_walls")) for profile, cells in fights.items()}
    edges = table(f"{slug}/edges", Edge, lambda one: (one.kind, one.hex1, one.hex2)).values()
    found = Scenario(
        slug=slug,
        settings={row["key"]: row["value"] for row in CONTENT.rows(f"{slug}/scenario")},
        terrains=_terrains(slug, resources),
        moves={
            profile: {terrain: int(cell) for terrain, cell in cells.items()}
            for profile, cells in _across(f"{slug}/move_profiles", "profile").items()
        },
        grounds={
            profile: {terrain: Ground(int(cell[:-1]), cell[-1]) for terrain, cell in cells.items()}
            for profile, cells in fights.items()
        },
        over_walls=over_walls,
        unit_types=table(f"{slug}/unit_types", UnitType, lambda one: one.no),
        leaders=table(f"{slug}/leaders", LeaderType, lambda one: one.no),
        casters=table(f"{slug}/casters", Caster, lambda one: one.caster),
        recruiting=table(f"{slug}/recruiting", Recruiting, lambda one: (one.recruiter, one.unit_type)),
        nations=table(f"{slug}/nations", NationType, lambda one: one.code),
        location_types=table(f"{slug}/location_types", LocationType, lambda one: one.type),
        locations=table(f"{slug}/locations", LocationRow, lambda one: one.id),
        hexes=table(f"{slug}/hexes", HexRow, lambda one: one.hex),
        sides=_together((one.kind, one.side) for one in edges),
        between=_together(seen for one in edges for seen in one.seen()),
        connections=table(f"{slug}/connections", Connection, lambda one: (one.start, one.goal)),
        start_units=table(f"{slug}/start_units", StartUnit, lambda one: one.id),
        pools=_pools(slug),
        resources=resources,
        victory=tuple(table(f"{slug}/victory", VictoryRow, lambda one: (one.kind, one.type)).values()),
        deeds=table(f"{slug}/quest_deeds", Deed, lambda one: one.no),
        items=table(f"{slug}/items", ItemType, lambda one: one.id),
        spells=tuple(
            one
            for one in table(f"{slug}/spells", Spell, lambda one: (one.spell, one.order, one.casters)).values()
            if one.kind != "recruit"
        ),
        routes=tuple(table(f"{slug}/travel_routes", Route, lambda one: (one.start, one.to)).values()),
    )
    if wrong := list(faults(found)):
        raise ValueError("\n".join(wrong))
    return found


@lru_cache(maxsize=64)
def charted(slug: str, known: frozenset[tuple[int, str]]) -> Scenario:
    """The scenario as the map of a nation shows it: known hexes with the terrain that they seem to have, the others as plains;
    features on the sides of known hexes alone (ruling 5.2)."""
    whole, terrain = scenario(slug), dict(known)
    hexes = {
        number: replace(row, terrain=terrain.get(number) or UNKNOWN_TERRAIN, owner="") for number, row in whole.hexes.items()
    }
    sides = {kind: frozenset(side for side in sides if side & terrain.keys()) for kind, sides in whole.sides.items()}
    between = {pair: kinds for pair, kinds in whole.between.items() if terrain.keys() & set(pair)}
    found = replace(whole, hexes=hexes, sides=sides, between=between)
    found.__dict__["grid"] = whole.grid  # the hexes lie as they do
    return found


def _across(table: str, first: str) -> dict[str, dict[str, str]]:
    """A table with a column for each terrain or resource: each row's cells by their columns, but no empty one or "-"."""
    return {
        row[first]: {column: cell for column, cell in row.items() if column != first and cell not in ("", "-")}
        for row in CONTENT.rows(table)
    }


def _together(pairs: Iterable[tuple[K, V]]) -> dict[K, frozenset[V]]:
    """All values of each key."""
    found: dict[K, set[V]] = {}
    for key, value in pairs:
        found.setdefault(key, set()).add(value)
    return {key: frozenset(values) for key, values in found.items()}


def _terrains(slug: str, resources: Mapping[str, Resource]) -> dict[str, Terrain]:
    """The terrains, with what they produce: a column for each resource."""
    rows = CONTENT.table(f"{slug}/terrains", Terrain, lambda one: one.terrain)
    cells = _across(f"{slug}/terrains", "terrain")
    return {
        name: replace(
            row, produces={what: Fraction(cell) for what, cell in cells[name].items() if what in resources and Fraction(cell)}
        )
        for name, row in rows.items()
    }


def _pools(slug: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for one in CONTENT.table(f"{slug}/start_resources", StartResource, lambda one: (one.nation, one.resource)).values():
        found.setdefault(one.nation, {})[one.resource] = one.pool
    return found

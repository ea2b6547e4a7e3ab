"""A scenario: every terrain, unit type, nation, price and place of a game, from the files in its folder (CF-1-01).

``scenario(slug)`` loads a folder of ``data/`` once and checks what its files say of each other. A world names its scenario;
nothing of it is copied there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import TypeVar

from postern.game.kit.content import Content
from postern.game.kit.grid import Grid, Hexes
from postern.game.kit.orders.digits import is_number
from postern.rulesets.cosmos.tables.land import (
    Connection,
    Deed,
    Edge,
    Ground,
    HexRow,
    LocationRow,
    LocationType,
    Route,
    Side,
    Terrain,
    VictoryRow,
)
from postern.rulesets.cosmos.tables.units import (
    Caster,
    ItemType,
    LeaderType,
    NationType,
    Recruiting,
    Resource,
    Spell,
    StartResource,
    StartUnit,
    UnitType,
)

PHASES = 24
"""Phases of a turn (CF-4-09)."""


@dataclass(frozen=True)
class Scenario:
    """All tables of one scenario."""

    slug: str
    settings: Mapping[str, str]
    terrains: Mapping[str, Terrain]
    moves: Mapping[str, Mapping[str, int]]
    """Phases by profile and terrain (or "road", "small river", "ford" ...); a terrain that is impossible is not there."""
    grounds: Mapping[str, Mapping[str, Ground]]
    """How a profile fights in each terrain."""
    over_walls: Mapping[str, int]
    """Percent of its strength with which a profile fights over walls."""
    unit_types: Mapping[int, UnitType]
    leaders: Mapping[int, LeaderType]
    casters: Mapping[str, Caster]
    """Who makes mana, by the name of the unit type."""
    recruiting: Mapping[tuple[int, int], Recruiting]
    nations: Mapping[str, NationType]
    location_types: Mapping[str, LocationType]
    locations: Mapping[int, LocationRow]
    hexes: Mapping[int, HexRow]
    sides: Mapping[str, frozenset[Side]]
    """What lies on sides of hexes, by kind: "road" and "sea lane" join the two, "small river", "ford", "bay" lie between."""
    between: Mapping[tuple[int, int], frozenset[str]]
    """The same by the two hexes, seen from the first: of a half road it has "road here" or "road there"."""
    connections: Mapping[tuple[str, str], Connection]
    start_units: Mapping[int, StartUnit]
    pools: Mapping[str, Mapping[str, int]]
    resources: Mapping[str, Resource]
    victory: tuple[VictoryRow, ...]
    deeds: Mapping[int, Deed]
    items: Mapping[int, ItemType]
    spells: tuple[Spell, ...]
    routes: tuple[Route, ...]

    @property
    def name(self) -> str:
        return self.settings["name"]

    @property
    def turns(self) -> int:
        """How many turns a game has unless it is set up otherwise."""
        return int(self.settings["turns"])

    @cached_property
    def grid(self) -> Grid[int]:
        """The hexes by number: neighbours, directions, distances (CF-2.1.1-01)."""
        hexes = Hexes("columns")
        return Grid(hexes, {one.hex: hexes.cell(one.col, one.row) for one in self.hexes.values()})

    @cached_property
    def made_items(self) -> Mapping[int, ItemType]:
        """What units can make, by the number that the order make names."""
        return {one.number: one for one in self.items.values() if one.number}

    @cached_property
    def made_types(self) -> Mapping[str, ItemType]:
        """The same by the type that every item so made has."""
        return {one.type: one for one in self.made_items.values()}

    def caster(self, type_no: int) -> Caster | None:
        """What mana units of a type make; None when they make none."""
        return self.casters.get(self.unit_types[type_no].name)

    def spells_of(self, type_no: int) -> Mapping[str, Spell]:
        """The spells that units of a type cast, by name."""
        return self._spells.get(self.unit_types[type_no].name, {})

    @cached_property
    def _spells(self) -> Mapping[str, Mapping[str, Spell]]:
        found: dict[str, dict[str, Spell]] = {}
        for one in self.spells:
            for caster in one.casters:
                found.setdefault(caster, {})[one.spell] = one
        return found

    @cached_property
    def type_numbers(self) -> Mapping[str, int]:
        """The numbers of unit types by their names in small letters."""
        return {one.name.lower(): one.no for one in self.unit_types.values()}

    def nation(self, text: str) -> str | None:
        """The code of the nation with this number or code, whatever its letters; None when there is none (CF-5-03)."""
        return self._nation_names.get(text.lower())

    @cached_property
    def _nation_names(self) -> Mapping[str, str]:
        codes = {code.lower(): code for code in self.nations}
        return codes | {str(one.no): code for code, one in self.nations.items()}

    def people(self, code: str) -> tuple[str, ...]:
        """The kinds of population of a nation, its main one first."""
        words = self.nations[code].people.split()
        return tuple(word for word in words if word in self.resources and self.resources[word].kind == "population")

    def resource(self, name: str) -> Resource:
        """The row of a resource; all kinds of mana share one. Raises KeyError for a name that is none."""
        return self.resources["mana" if name.endswith(" mana") else name]

    def on_side(self, kind: str, one: int, other: int) -> bool:
        """True when this kind of feature lies on the side between two hexes."""
        return frozenset((one, other)) in self.sides.get(kind, frozenset())

    @cached_property
    def factions(self) -> Mapping[str, tuple[str, ...]]:
        """The codes of the nations of each faction; nothing in a scenario without factions (CF-5.1-01)."""
        names = dict.fromkeys(one.faction for one in self.nations.values() if one.faction)
        return {name: tuple(code for code, one in self.nations.items() if one.faction == name) for name in names}

    def land(self, place: int) -> bool:
        """True for a hex that is no ocean."""
        return not self.hexes[place].terrain.endswith(" ocean")


def faults(one: Scenario) -> Iterator[str]:
    """What the files say of each other that cannot be."""
    terrains, profiles = set(one.terrains), set(one.moves)
    for place in one.hexes.values():
        if place.terrain not in terrains:
            yield f"hexes.csv: {place.hex} has the unknown terrain {place.terrain!r}"
    for kind, sides in one.sides.items():
        for side in sides:
            here, there = sorted(side)
            if here not in one.hexes or not one.grid.adjacent(here, there):
                yield f"edges.csv: {kind} joins {here} and {there}, which are no neighbours"
    for unit in one.unit_types.values():
        if unit.move_profile not in profiles or unit.move_profile not in one.grounds:
            yield f"unit_types.csv: {unit.name} has the unknown profile {unit.move_profile!r}"
    for caster in one.casters.keys() - {unit.name for unit in one.unit_types.values()}:
        yield f"casters.csv: {caster} is no unit type"
    for spell in one.spells:
        for caster in set(spell.casters) - one.casters.keys():
            yield f"spells.csv: {caster} casts {spell.spell} and stands not in casters.csv"
    yield from _strangers(one)
    for location in one.locations.values():
        if location.type not in one.location_types:
            yield f"locations.csv: {location.id} has the unknown type {location.type!r}"
        if not _is_place(one, location.outside):
            yield f"locations.csv: {location.id} lies in {location.outside}, which is nowhere"
        if location.wall_rating > location.wall_strength // 3:
            yield f"locations.csv: {location.id} has a rating above a third of its strength"
    for way in one.connections.values():
        if not (_is_place(one, way.start) and _is_place(one, way.goal)) or way.terrain not in terrains:
            yield f"connections.csv: {way.start} to {way.goal} through {way.terrain} cannot be"
    for start in one.start_units.values():
        own_type = one.unit_types.get(start.type_no)
        if own_type is None:
            yield f"start_units.csv: {start.id} is of no known type"
        elif not own_type.min <= start.individuals <= own_type.max:
            yield f"start_units.csv: {start.id} has {start.individuals} of {own_type.min} to {own_type.max} {own_type.name}"
        if not _is_place(one, start.position):
            yield f"start_units.csv: {start.id} stands in {start.position}, which is nowhere"
    for nation in one.nations.values():
        rulers = [unit for unit in one.start_units.values() if unit.owner == nation.code and unit.role == "ruler"]
        if nation.played and (len(rulers) != 1 or nation.home not in one.locations):
            yield f"nations.csv: {nation.code} needs one ruler and a home"


def _strangers(one: Scenario) -> Iterator[str]:
    """Rows that speak of unit types, nations or places that the scenario has not."""
    types, nations = one.unit_types.keys(), one.nations.keys()
    for leader in one.leaders.values():
        for number in {leader.no, *leader.leads, *leader.subordinates} - types:
            yield f"leaders.csv: {leader.no} speaks of {number}, which is no unit type"
    for recruiter, made in one.recruiting:
        for number in {recruiter, made} - types:
            yield f"recruiting.csv: {recruiter} recruits {made}, and {number} is no unit type"
    for unit in one.unit_types.values():
        for code in set(unit.nations) - nations - {"all", "any"}:
            yield f"unit_types.csv: {unit.name} is of {code}, which is no nation"
    for code in one.pools.keys() - nations:
        yield f"start_resources.csv: {code} is no nation"
    for start in one.start_units.values():
        if start.owner not in nations:
            yield f"start_units.csv: {start.id} is owned by {start.owner}, which is no nation"
    for row in one.victory:
        if row.kind in ("location", "each turn") and row.type not in one.location_types:
            yield f"victory.csv: {row.kind} {row.type} counts, and there is no such type of location"
    for deed in one.deeds.values():
        for place in {deed.location, deed.tells} - {0} - one.locations.keys():
            yield f"quest_deeds.csv: {deed.no} speaks of {place}, which is no location"
    for route in one.routes:
        if route.start not in one.locations or not _is_place(one, str(route.to)):
            yield f"travel_routes.csv: {route.start} to {route.to} joins what is nowhere"


def _is_place(one: Scenario, position: str) -> bool:
    return is_number(position) and (int(position) in one.hexes or int(position) in one.locations)


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

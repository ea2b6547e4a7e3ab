"""A scenario: every terrain, unit type, nation, price and place of a game, from the files in its folder (CF-1-01).

``scenario(slug)`` loads a folder of ``data/`` once and checks it. A world names its scenario; nothing of it is copied there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Annotated, Literal

from pydantic import BeforeValidator

from postern.game.kit.content import Content, split
from postern.game.kit.grid import Grid, Hexes
from postern.rulesets.cosmos.amounts import Amounts

CONTENT = Content("postern.rulesets.cosmos")
SCENARIOS = ("thalmar", "two_tides")
PHASES = 24
"""Phases of a turn (CF-4-09)."""
UNKNOWN_TERRAIN = "plains"
"""What a hex off a nation's map counts as (gaps 5.2)."""

Words = Annotated[tuple[str, ...], split()]
Numbers = Annotated[tuple[int, ...], split()]
Phrases = Annotated[tuple[str, ...], split(";")]
"""Several names of one or more words in a cell, parted by semicolons."""
Exact = Annotated[Fraction, BeforeValidator(lambda cell: Fraction(cell) if isinstance(cell, str) else cell)]
"""A number with a point in a table, kept exactly."""


@dataclass(frozen=True)
class Terrain:
    """A terrain: how far and how well one sees, what a hex of it produces each turn before efficiency (gaps 15.2)."""

    terrain: str
    viewing_range: int
    cover_pct: int
    view_pct: int
    missile_cap: int | None = None
    max_wall_rating: int | None = None
    produces: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True)
class Ground:
    """How a unit fights in a terrain: percent of its strength, and how familiar the terrain is (n, f, u or a)."""

    modifier: int
    familiarity: str


@dataclass(frozen=True)
class UnitType:
    """A unit type. A mass type has a standard, least and greatest number of individuals; others stand for one (CF-2.3.1-02)."""

    no: int
    name: str
    unit_class: str
    mass: bool
    wp: int
    size: int
    weight: int
    capacity: int
    awareness: int
    hide_factor: Exact
    influences_control: bool
    major: bool
    allowance: int
    admin_points: int
    move_profile: str
    defence: int = 0
    std: int = 1
    min: int = 1
    max: int = 1
    light_at: int = 0
    heavy_at: int = 0
    incap_at: int = 0
    regen_phases: int = 0
    nations: Words = ()
    abilities: Words = ()
    cost: Amounts = field(default_factory=dict)
    upkeep: Amounts = field(default_factory=dict)
    melee_form: str = ""
    melee_strength: int = 0
    melee_attacks: int = 0
    missile_form: str = ""
    missile_strength: str = ""
    missile_range: int = 0
    defence_factors: Words = ()
    combat_rating: Exact = Fraction(0)

    def able(self, ability: str) -> bool:
        """True when the type has this ability ("formation", "siege")."""
        return any(one.partition(":")[0] == ability for one in self.abilities)

    def degree(self, ability: str) -> int:
        """The number of an ability ("siege:4"); 0 when the type has it not."""
        found = (one.partition(":") for one in self.abilities)
        return next((int(number) for name, _, number in found if name == ability and number), 0)


@dataclass(frozen=True)
class LeaderType:
    """What a leader or character type can do for others: whom it leads and controls land with, whether it bribes or hires."""

    no: int
    leads: Numbers = ()
    max_units: int = 0
    max_individuals: int = 0
    bonus_per_phase: int = 0
    subordinates: Numbers = ()
    control_base: int = 0
    control_shared: int = 0
    needs_owned_neighbour: bool = False
    can_neutralise: bool = False
    helpers: str = ""
    bribe: bool = False
    hire: bool = False
    battle_bonus_mass: int = 0


@dataclass(frozen=True)
class Recruiting:
    """How long a recruiter takes for a unit type, and where it can be had: in which terrains (``places``), or ``standing``
    in an "own" location of such a terrain, at "home" (for the ruler), on any "land". The nation must own one of the types of
    locations that it ``needs``, wherever that is (gaps 4.7)."""

    recruiter: int
    unit_type: int
    base_phases: int
    variable_phases: int
    places: Annotated[tuple[str, ...], split(";")] = ()
    standing: Literal["", "own", "home", "land"] = ""
    needs: Words = ()


@dataclass(frozen=True)
class NationType:
    """A nation as the scenario describes it. Nations without a home are played by nobody (gaps 15.11)."""

    no: int
    code: str
    name: str
    people: str = ""
    ruler_type: int = 0
    home: int = 0
    admin_base: int = 0
    major_limit: int = 0
    tax: Exact = Fraction(0)
    villeinage: Exact = Fraction(0)
    trade_factor: Exact = Fraction(0)
    eff_gold: int = 100
    eff_food: int = 100
    eff_wood: int = 100
    eff_iron: int = 100
    eff_population: int = 100
    eff_mounts: int = 100
    arms_recipe: Amounts = field(default_factory=dict)
    warship_cost: Amounts = field(default_factory=dict)
    transport_cost: Amounts = field(default_factory=dict)
    launch_phases: int = 0
    warship_upkeep: Amounts = field(default_factory=dict)
    transport_upkeep: Amounts = field(default_factory=dict)
    embark_phases: int = 0
    sea_lane_cost: int = 0
    home_move_cost: Amounts = field(default_factory=dict)
    faction: str = ""
    stance: str = ""
    """The policy towards all players of a nation that nobody plays; neutral unless told otherwise."""
    settles: bool = False
    """A nation that nobody plays and yet holds locations (CF-14.3-04)."""
    quests: bool = False
    """A nation that exists in quest mode alone."""
    mounts: str = ""
    """The mounts that it breeds, "" for none."""
    mana: str = ""
    """The kind of mana that its temples give."""

    @property
    def played(self) -> bool:
        """True for a nation that a player can lead."""
        return self.home > 0


@dataclass(frozen=True)
class LocationType:
    """A kind of location. Without an interior size it has room for all; without an interior terrain it is as outside.

    A wall is ``wall_length`` long, 0: as long as the location is large. A type that ``vanishes`` is gone when its walls are;
    one without food ``becomes`` another type at size 0. ``administers``: it is a centre of administration (CF-13.2).
    ``caster_mana`` is what casters inside produce more.
    """

    no: int
    type: str
    specialised: bool
    influences_control: bool
    interior_size: int | None = None
    interior_terrain: str = ""
    max_rating: int = 0
    max_size: int = 0
    build_cost: Amounts = field(default_factory=dict)
    build_phases: int = 0
    built_by: str = ""
    built_in: Words = ()
    expand_cost: Amounts = field(default_factory=dict)
    food_per_size: int = 0
    base_food: int = 0
    mined: str = ""
    manpower_each: int = 0
    most_mined: int = 0
    mana_per_turn: int = 0
    mode: str = ""
    orders: Words = ()
    hidden: int = 0
    """How hard it is to see."""
    seen_into: bool = False
    sees_out: bool = False
    sees: int = 0
    """The awareness with which it sees for its owner; 0: it sees nothing."""
    administers: bool = False
    """A castle: a centre of administration that raises production (CF-13.2)."""
    wall_length: int = 0
    wall_upkeep: bool = False
    start_rating: int = 0
    start_strength: int = 0
    one_per_position: bool = False
    vanishes: bool = False
    becomes: str = ""
    caster_mana: int = 0


@dataclass(frozen=True)
class LocationRow:
    """A location at the start."""

    id: int
    type: str
    name: str
    outside: str
    owner: str = ""
    size: int = 0
    max_size: int = 0
    base_trade_rating: int = 0
    wall_rating: int = 0
    wall_strength: int = 0
    notes: str = ""


@dataclass(frozen=True)
class HexRow:
    """A hex of the map at the start."""

    hex: int
    col: int
    row: int
    terrain: str
    owner: str = ""


@dataclass(frozen=True)
class StartUnit:
    """A unit at the start. ``role`` says ruler, heir, or how a unit of nobody behaves; ``creator`` is who animated it."""

    id: int
    owner: str
    type_no: int
    individuals: int
    position: str
    tactics: str
    name: str = ""
    role: str = ""
    creator: int = 0


@dataclass(frozen=True)
class Resource:
    """What a resource weighs, how it decays, and what comes back of it (CF-6.5, CF-6.7, CF-7)."""

    resource: str
    kind: str
    weight_per_unit: Exact
    size_per_unit: Exact
    decay_pct_per_turn: int
    decay_basis: str
    transfer_arrives_pct: int
    store_arrives_pct: int
    disband_recovery_pct: int
    flee_recovery_pct_at_home: int
    recruit_interrupt_recovery_pct: int
    tax_weight: Exact
    villeinage_weight: Exact


@dataclass(frozen=True)
class VictoryRow:
    """What brings points (gaps 15.13, 16.11). ``kind`` says of what: a location or hex owned, an item held, items (``per``)
    inside of a location owned (``count`` at least), each turn for good, rulers. ``per``: "size", "plus rating", or the sort
    of item."""

    kind: str
    points: int
    type: str = ""
    per: str = ""
    count: int = 1


@dataclass(frozen=True)
class Deed:
    """A deed of questing units (gaps 15.9): a search of so many ``phases`` at the location (a clue, which ``tells`` of a
    lair; a vigil, which needs a major character), or the slaying of a lair's monsters. A clue or vigil counts once a nation."""

    no: int
    kind: str
    location: int
    points: int
    phases: int = 0
    tells: int = 0
    first_mana: int = 0


def read_bonus(cell: object) -> object:
    """``melee:30 personal`` as a mapping; a word without a number counts 1."""
    if not isinstance(cell, str):
        return cell
    return {name: number or "1" for name, _, number in (word.partition(":") for word in cell.split())}


@dataclass(frozen=True)
class ItemType:
    """An item of the scenario, or one that units make: how large and heavy it is, and what it does for its holder.

    ``bonus`` has what it adds, each by its name: see ``gear``. What can be made has a ``number``, its ``makers`` by type, what
    it costs ("mana" is of the maker's own kind), the phases that it takes, and the phases for which it ``lasts``, 0 for ever.
    ``use`` is what it brings once, in a location ``used_in`` where one is named.
    """

    id: int
    name: str
    type: str
    size: int = 1
    weight: int = 0
    start_position: str = ""
    bonus: Annotated[Mapping[str, int], BeforeValidator(read_bonus)] = field(default_factory=dict)
    number: int = 0
    makers: Numbers = ()
    cost: Amounts = field(default_factory=dict)
    phases: int = 0
    lasts: int = 0
    use: Amounts = field(default_factory=dict)
    used_in: str = ""


@dataclass(frozen=True)
class Spell:
    """A spell (gaps 15.8, 16.6). ``kind`` says which class of ``orders/spells.py`` carries it out.

    It takes ``time`` phases and ``cost`` mana of the caster's own kind, each once, or ``per`` power, wound point or unit type.
    ``most`` is the greatest power, or how many wound points or individuals it reaches. ``mark`` is the state that it leaves for
    so many phases (``lasts``; see ``magic``). ``strength`` and ``form`` are of an attack for each power; ``where_pct`` holds in
    the terrains ``where``, ``class_pct`` for units of ``classes``; units with the ability ``spares`` are unharmed. ``walls`` is
    the damage to fortifications for each power. ``friends`` and ``others`` are what it does to the morale of those.
    """

    spell: str
    order: str
    kind: str
    casters: Annotated[tuple[str, ...], split(", ")] = ()
    effect: str = ""
    range: int = 0
    time: int = 0
    cost: int = 0
    per: str = ""
    most: int = 0
    lasts: int = 0
    mark: str = ""
    form: str = ""
    strength: int = 0
    where: Phrases = ()
    where_pct: int = 100
    classes: Words = ()
    class_pct: int = 100
    spares: str = ""
    walls: int = 0
    awareness_pct: int = 100
    friends: int = 0
    others: int = 0
    targets: Numbers = ()
    at_sea: bool = False
    dispelled: bool = False


@dataclass(frozen=True)
class Route:
    """A travel route from a location to another or to a hex: its phases and its price in gold, for ``each`` individual where
    it says so (CF-20.4)."""

    start: int
    to: int
    name: str
    phases: int
    gold: int = 0
    each: bool = False


@dataclass(frozen=True)
class Connection:
    """A special way from one position straight to another, so many hexes long, through a terrain; a way back is another
    row (CF-11.4)."""

    start: str
    goal: str
    length: Exact
    terrain: str


Side = frozenset[int]
"""Two adjacent hexes: the side between them."""


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

    def __deepcopy__(self, memo: dict[int, object]) -> Scenario:
        """Itself, since it never changes: a copy of a world keeps its scenario."""
        return self

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


@cache
def scenario(slug: str) -> Scenario:
    """The scenario with this slug. Raises KeyError for another, ValueError whose lines say what is wrong in its files."""
    if slug not in SCENARIOS:
        raise KeyError(slug)
    table = CONTENT.table
    settings = {row["key"]: row["value"] for row in CONTENT.rows(f"{slug}/scenario")}
    grounds, over_walls = _grounds(slug)
    found = Scenario(
        slug=slug,
        settings=settings,
        terrains=_terrains(slug),
        moves={row["profile"]: _phases(row) for row in CONTENT.rows(f"{slug}/move_profiles")},
        grounds=grounds,
        over_walls=over_walls,
        unit_types=table(f"{slug}/unit_types", UnitType, lambda one: one.no),
        leaders=table(f"{slug}/leaders", LeaderType, lambda one: one.no),
        recruiting=table(f"{slug}/recruiting", Recruiting, lambda one: (one.recruiter, one.unit_type)),
        nations=table(f"{slug}/nations", NationType, lambda one: one.code),
        location_types=table(f"{slug}/location_types", LocationType, lambda one: one.type),
        locations=table(f"{slug}/locations", LocationRow, lambda one: one.id),
        hexes=table(f"{slug}/hexes", HexRow, lambda one: one.hex),
        sides=_sides(slug),
        between=_between(slug),
        connections=table(f"{slug}/connections", Connection, lambda one: (one.start, one.goal)),
        start_units=table(f"{slug}/start_units", StartUnit, lambda one: one.id),
        pools=_pools(slug),
        resources=table("resources", Resource, lambda one: one.resource),
        victory=tuple(table(f"{slug}/victory", VictoryRow, lambda one: (one.kind, one.type)).values()),
        deeds=table(f"{slug}/quest_deeds", Deed, lambda one: one.no),
        items=table(f"{slug}/items", ItemType, lambda one: one.id),
        spells=tuple(one for one in table(f"{slug}/spells", Spell, _spell_key).values() if one.kind != "recruit"),
        routes=tuple(table(f"{slug}/travel_routes", Route, lambda one: (one.start, one.to)).values()),
    )
    if faults := list(_faults(found)):
        raise ValueError("\n".join(faults))
    return found


@lru_cache(maxsize=64)
def charted(slug: str, known: frozenset[tuple[int, str]]) -> Scenario:
    """The scenario as the map of a nation shows it: known hexes with the terrain that they seem to have, the others as plains;
    features on the sides of known hexes alone (gaps 5.2)."""
    whole, terrain = scenario(slug), dict(known)
    hexes = {
        number: replace(row, terrain=terrain.get(number) or UNKNOWN_TERRAIN, owner="") for number, row in whole.hexes.items()
    }
    sides = {kind: frozenset(side for side in sides if side & terrain.keys()) for kind, sides in whole.sides.items()}
    between = {pair: kinds for pair, kinds in whole.between.items() if terrain.keys() & set(pair)}
    found = replace(whole, hexes=hexes, sides=sides, between=between)
    found.__dict__["grid"] = whole.grid  # the hexes lie as they do
    return found


def _spell_key(one: Spell) -> tuple[str, str, tuple[str, ...]]:
    return (one.spell, one.order, one.casters)


def _phases(row: Mapping[str, str]) -> dict[str, int]:
    return {terrain: int(cell) for terrain, cell in row.items() if terrain != "profile" and cell not in ("", "-")}


def _terrains(slug: str) -> dict[str, Terrain]:
    own = ("terrain", "viewing_range", "cover_pct", "view_pct", "missile_cap", "max_wall_rating")
    found = {}
    for row in CONTENT.rows(f"{slug}/terrains"):
        produces = {name: Fraction(cell) for name, cell in row.items() if name not in own and cell and Fraction(cell)}
        cap, rating = (int(row[name]) if row[name] else None for name in own[4:])
        reach, cover, view = (int(row[name]) for name in own[1:4])
        found[row["terrain"]] = Terrain(row["terrain"], reach, cover, view, cap, rating, produces)
    return found


def _grounds(slug: str) -> tuple[dict[str, dict[str, Ground]], dict[str, int]]:
    grounds, over_walls = {}, {}
    for row in CONTENT.rows(f"{slug}/combat_profiles"):
        cells = {terrain: cell for terrain, cell in row.items() if terrain not in ("profile", "over_walls")}
        grounds[row["profile"]] = {terrain: Ground(int(cell[:-1]), cell[-1]) for terrain, cell in cells.items()}
        over_walls[row["profile"]] = int(row["over_walls"])
    return grounds, over_walls


def _sides(slug: str) -> dict[str, frozenset[Side]]:
    found: dict[str, set[Side]] = {}
    for row in CONTENT.rows(f"{slug}/edges"):
        found.setdefault(row["kind"], set()).add(frozenset((int(row["hex1"]), int(row["hex2"]))))
    return {kind: frozenset(sides) for kind, sides in found.items()}


def _between(slug: str) -> dict[tuple[int, int], frozenset[str]]:
    found: dict[tuple[int, int], set[str]] = {}
    for row in CONTENT.rows(f"{slug}/edges"):
        here, there, kind = int(row["hex1"]), int(row["hex2"]), row["kind"]
        forth, back = ("road here", "road there") if kind == "half road" else (kind, kind)
        found.setdefault((here, there), set()).add(forth)
        found.setdefault((there, here), set()).add(back)
    return {pair: frozenset(kinds) for pair, kinds in found.items()}


def _pools(slug: str) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for row in CONTENT.rows(f"{slug}/start_resources"):
        found.setdefault(row["nation"], {})[row["resource"]] = int(row["pool"])
    return found


def _faults(one: Scenario) -> Iterator[str]:
    """What the files say of each other that cannot be (gaps 14)."""
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


def _is_place(one: Scenario, position: str) -> bool:
    return position.isdigit() and (int(position) in one.hexes or int(position) in one.locations)

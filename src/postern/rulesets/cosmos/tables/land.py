"""The land of a scenario: terrains, hexes, what lies between them, special ways (CF-2.1, CF-11.4), its locations (CF-2.2),
what gives points there, and the routes to quests (``victory.csv``, ``quest_deeds.csv``, CF-20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from postern.rulesets.cosmos.tables.amounts import Amounts, Exact, Words


@dataclass(frozen=True)
class Terrain:
    """A terrain: how far and how well one sees, what a hex of it produces each turn before efficiency (``terrains.csv``)."""

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
class HexRow:
    """A hex of the map at the start."""

    hex: int
    col: int
    row: int
    terrain: str
    owner: str = ""


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
class Edge:
    """A feature on the side between two hexes. A half road is in the first of them alone."""

    kind: str
    hex1: int
    hex2: int

    @property
    def side(self) -> Side:
        return frozenset((self.hex1, self.hex2))

    def seen(self) -> Iterator[tuple[tuple[int, int], str]]:
        """What it is from each of the hexes to the other."""
        here, there = ("road here", "road there") if self.kind == "half road" else (self.kind, self.kind)
        yield (self.hex1, self.hex2), here
        yield (self.hex2, self.hex1), there


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
class VictoryRow:
    """What brings points (``victory.csv``). ``kind`` says of what: a location or hex owned, an item held, items (``per``)
    inside of a location owned (``count`` at least), each turn for good, rulers. ``per``: "size", "of hexes" (one location at
    most counts for each ``count`` hexes owned), or the sort of item."""

    kind: str
    points: int
    type: str = ""
    per: str = ""
    count: int = 1


@dataclass(frozen=True)
class Deed:
    """A deed of questing units (``quest_deeds.csv``): a search of so many ``phases`` at the location (a clue, which ``tells``
    of a lair; a vigil, which needs a major character), or the slaying of a lair's monsters. A clue or vigil counts once a
    nation."""

    no: int
    kind: str
    location: int
    points: int
    phases: int = 0
    tells: int = 0
    first_mana: int = 0


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

"""The land of a scenario: terrains, hexes, what lies between them, special ways (CF-2.1, CF-11.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from postern.rulesets.cosmos.scenario.cells import Exact


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

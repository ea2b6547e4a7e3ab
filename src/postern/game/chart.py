"""The chart: a map as a document model. ``render`` draws it once; PDF, SVG and PNG come from the same drawing.

Coordinates are abstract: every area has a centre and a polygon in one plane (x to the right, y downwards, one unit
about the width of an area). Hex and square grids, or free provinces, all fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
Outline = tuple[Point, ...]
Sight = Literal["now", "remembered", "never"]
Course = Literal["road", "tunnel", "move", "sail", "raid", "fly"]


@dataclass(frozen=True)
class Area:
    """One province. ``seen``: now, or the turn in which it was last seen (``remembered``), or never.

    ``terrain`` is a key of ``Chart.terrains``; ``owner`` a key of ``Chart.owners`` or "". ``glyphs`` stand in it, the
    most important first: an area has room for about five. ``home`` underlines the area's name.
    """

    name: str
    centre: Point
    polygon: tuple[Point, ...]
    terrain: str
    owner: str = ""
    sight: Sight = "now"
    last_seen: int | None = None
    glyphs: tuple[Glyph, ...] = ()
    home: bool = False


@dataclass(frozen=True)
class Glyph:
    """A symbol in an area with a short text beside it; ``kind`` is that of one of ``Chart.symbols``."""

    kind: str
    text: str = ""


@dataclass(frozen=True)
class Symbol:
    """How a kind of glyph looks, and what the legend calls it.

    Outlines lie in a square from (-1, -1) to (1, 1), y downwards. ``fills`` are filled with the colour, ``lines`` are open
    lines in it, ``holes`` are white on top.
    """

    kind: str
    name: str
    colour: str = "#2b2b2e"
    fills: tuple[Outline, ...] = ()
    lines: tuple[Outline, ...] = ()
    holes: tuple[Outline, ...] = ()


@dataclass(frozen=True)
class Owner:
    """A side in the legend: name, letter code of one or two letters; own=True for the reader.

    Its colour and pattern go by ``number``, from 1, which it has from the set-up to the end of the game, whoever else is
    in the list. Non-players are ``neutral`` and need none. Where all numbers are 0, the place in ``Chart.owners`` counts.
    """

    key: str
    name: str
    letter: str
    own: bool = False
    neutral: bool = False
    number: int = 0


@dataclass(frozen=True)
class Terrain:
    """A terrain in the legend. Styles: clear, mountain, forest, impassable, water, swamp, desert, hills, plains."""

    key: str
    name: str
    style: str


@dataclass(frozen=True)
class Marker:
    """A force in an area: own ones stand out. ``strength`` as text ("36", "~50", "large")."""

    area: str
    owner: str
    text: str
    strength: str = ""
    own: bool = False


@dataclass(frozen=True)
class Route:
    """A line through area centres: road, tunnel, move of this turn (arrow), sea lane (arrow); at least two points."""

    kind: Course
    points: tuple[Point, ...]
    own: bool = False


@dataclass(frozen=True)
class Clash:
    """Crossed swords at an area: a battle of this turn. ``text`` ("won") is told where a reader can point at the area."""

    area: str
    text: str = ""


@dataclass(frozen=True)
class Chart:
    """A whole map. ``focus`` names areas the reader cares for, for cropped views on small screens. ``symbols`` has those of its
    glyphs, in the order of the legend."""

    title: str
    areas: tuple[Area, ...]
    terrains: tuple[Terrain, ...]
    owners: tuple[Owner, ...]
    markers: tuple[Marker, ...] = ()
    routes: tuple[Route, ...] = ()
    clashes: tuple[Clash, ...] = ()
    turn: int = 0
    note: str = ""
    column_labels: tuple[tuple[str, Point], ...] = ()
    row_labels: tuple[tuple[str, Point], ...] = ()
    focus: tuple[str, ...] = ()
    symbols: tuple[Symbol, ...] = ()

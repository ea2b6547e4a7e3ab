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
Course = Literal["road", "tunnel", "lane", "move", "sail", "raid", "fly"]


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
    """A line through area centres: road, tunnel, sea lane, move of this turn (arrow), voyage (arrow); at least two points.

    ``phases`` tell when a move reached each point after the first, for games whose turns have phases; 0: not told.
    """

    kind: Course
    points: tuple[Point, ...]
    own: bool = False
    phases: tuple[int, ...] = ()


@dataclass(frozen=True)
class River:
    """Water between two areas, from corner to corner of the border that they share; ``wide`` for a large one. ``crossing``:
    where it can be crossed with ease."""

    points: Outline
    wide: bool = False
    crossing: Literal["", "ford", "bridge"] = ""


@dataclass(frozen=True)
class Clash:
    """A battle of this turn in an area; the list is in the order of time, and its place there is the number on the map.

    ``text`` ("won") is told where a reader can point at the area.
    """

    area: str
    text: str = ""


@dataclass(frozen=True)
class Region:
    """Areas under one name, with a border of their own; of water when they are a sea."""

    name: str
    areas: tuple[str, ...]
    sea: bool = False


@dataclass(frozen=True)
class Site:
    """A centre in an area (city, mine): a symbol as wide as a third of it, solid for the reader's own, with flag and name."""

    area: str
    kind: str
    name: str = ""
    owner: str = ""


@dataclass(frozen=True)
class Ring:
    """Areas of water that the ships of a side watch: a broken line in its colour goes around them."""

    owner: str
    areas: tuple[str, ...]


@dataclass(frozen=True)
class Room:
    """A place inside or below another: its name, what it is, who is there."""

    name: str
    what: str = ""
    who: str = ""
    owner: str = ""


@dataclass(frozen=True)
class Below:
    """What lies inside and below one area, from the top down: an inset shows it as a cut through the ground."""

    area: str
    name: str
    kind: str
    rooms: tuple[Room, ...]


@dataclass(frozen=True)
class Chart:
    """A whole map. ``focus`` names areas the reader cares for, for insets and for views on small screens. ``symbols`` has those
    of its glyphs and sites, in the order of the legend.

    ``title`` is the land's name, ``subtitle`` says whose map it is and of when. ``measure`` is a length in the chart's plane
    with its words, for the scale bar. ``window`` (two corners) is set where only that part is to be drawn, without a frame.
    ``emblem`` is the reader's, for a corner of the sheet.
    """

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
    subtitle: str = ""
    measure: tuple[str, float] | None = None
    regions: tuple[Region, ...] = ()
    sites: tuple[Site, ...] = ()
    below: tuple[Below, ...] = ()
    window: tuple[Point, Point] | None = None
    rivers: tuple[River, ...] = ()
    emblem: Symbol | None = None
    rings: tuple[Ring, ...] = ()

    @property
    def heading(self) -> str:
        """Title and subtitle in one line: "Zorplia after turn 3"."""
        return " ".join(part for part in (self.title, self.subtitle) if part)

"""Sides on the map: a colour, a pattern of the border band and a letter each, so that a grey print can be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from postern.game.chart import Area, Chart, Owner, Point
from postern.render.chart.plan import Plan, shrink
from postern.render.chart.sheet import Ink, Sheet, Words
from postern.render.style import luminance, mix

OWN = "#00407a"
_NEUTRAL = "#7d7a75"
# After Okabe and Ito, and Tol: told apart by readers with any of the common forms of colour blindness.
# Each with the pattern of its band, so that neighbours in grey differ in pattern.
_HUES = (
    ("#d55e00", 3),
    ("#117733", 3),
    ("#aa4499", 0),
    ("#e69f00", 3),
    ("#882255", 1),
    ("#44aa99", 1),
    ("#332288", 0),
    ("#cc6677", 3),
    ("#56a4d9", 0),
    ("#7a7a1f", 1),
    ("#3a3a3a", 2),
    ("#c9b050", 2),
)
#: Dashes of the white line within a band, in units of the band's width; the empty pattern has no line.
_PATTERNS: tuple[tuple[float, ...], ...] = ((), (2.4, 1.6), (0.01, 1.9), (6.0, 0.0))

_BAND = 0.085
_OWN_BAND = 0.115

Corner = tuple[int, int]


@dataclass(frozen=True)
class Side:
    """How an owner is drawn. ``pattern`` counts from 0: plain, dashed, dotted, lined."""

    owner: Owner
    colour: str
    pattern: int

    @property
    def on_colour(self) -> str:
        """The colour of letters on the side's colour."""
        return "#ffffff" if luminance(self.colour) < 0.62 else "#111111"


def sides(owners: Iterable[Owner]) -> dict[str, Side]:
    """A look for each owner, by key: the reader's own always the same, the others by their place in the list."""
    looks: dict[str, Side] = {}
    index = 0
    for owner in owners:
        if owner.own:
            looks[owner.key] = Side(owner, OWN, 0)
        elif owner.neutral:
            looks[owner.key] = Side(owner, _NEUTRAL, 2)
        else:
            turn, place = divmod(index, len(_HUES))
            colour, pattern = _HUES[place]
            looks[owner.key] = Side(owner, colour, (pattern + turn) % len(_PATTERNS))
            index += 1
    return looks


def draw_bands(sheet: Sheet, chart: Chart, plan: Plan, looks: dict[str, Side]) -> None:
    """Draws each owner's band inside the rim of their lands: along edges where the owner on the other side differs."""
    outlines = {area.name: plan.outline(area.polygon) for area in chart.areas}
    holders: dict[frozenset[Corner], list[str]] = {}
    corners: dict[Corner, list[str]] = {}
    for area in chart.areas:
        ring = [_corner(point) for point in outlines[area.name]]
        for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
            holders.setdefault(frozenset((here, there)), []).append(area.owner)
            corners.setdefault(here, []).append(area.owner)
    for area in chart.areas:
        side = looks.get(area.owner)
        if side is not None:
            _band(sheet, area, plan, outlines[area.name], side, holders, corners)


def draw_band_sample(sheet: Sheet, outline: tuple[Point, ...], centre: Point, unit: float, side: Side) -> None:
    """Draws a whole ring of the side's band: for the legend."""
    depth = unit * (_OWN_BAND if side.owner.own else _BAND)
    inner = shrink(outline, centre, depth, unit)
    middle = shrink(outline, centre, depth / 2, unit)
    count = len(outline)
    for i in range(count):
        j = (i + 1) % count
        sheet.polygon(Ink(fill=side.colour), (outline[i], outline[j], inner[j], inner[i]))
        _pattern(sheet, side, side.colour, depth, (middle[i], middle[j]))


def flag(sheet: Sheet, side: Side, x: float, y: float, unit: float, dim: bool = False) -> float:
    """Draws the side's letter on its colour, its left edge at x, its middle at y. Gives the flag's width in points."""
    size = unit * 0.185
    breadth = size * (0.62 + 0.5 * len(side.owner.letter))
    colour = mix(side.colour, "#f2f2f2", 0.45) if dim else side.colour
    half = size * 0.58
    sheet.polygon(Ink(fill=colour), ((x, y - half), (x + breadth, y - half), (x + breadth, y + half), (x, y + half)), 1)
    ink = "#ffffff" if luminance(colour) < 0.62 else "#111111"
    sheet.words(Words(x + breadth / 2, y + size * 0.34, side.owner.letter, size, True, ink))
    return breadth


def _band(
    sheet: Sheet,
    area: Area,
    plan: Plan,
    outline: tuple[Point, ...],
    side: Side,
    holders: dict[frozenset[Corner], list[str]],
    corners: dict[Corner, list[str]],
) -> None:
    unit = plan.unit
    depth = unit * (_OWN_BAND if side.owner.own else _BAND)
    colour = side.colour if area.sight == "now" else mix(side.colour, "#f2f2f2", 0.5)
    centre = plan.at(area.centre)
    inner = shrink(outline, centre, depth, unit)
    middle = shrink(outline, centre, depth / 2, unit)
    ring = [_corner(point) for point in outline]
    count = len(ring)
    open_ = [holders[frozenset((ring[i], ring[(i + 1) % count]))].count(area.owner) < 2 for i in range(count)]
    for i in range(count):
        j = (i + 1) % count
        if open_[i]:
            sheet.polygon(Ink(fill=colour), (outline[i], outline[j], inner[j], inner[i]))
            _pattern(sheet, side, colour, depth, (middle[i], middle[j]))
        for corner, along in ((i, j), (j, i)):
            # Two own areas meet here and a stranger lies beyond: close the notch between their bands.
            beyond = corners[ring[corner]]
            if not open_[i] and beyond.count(area.owner) < max(3, len(beyond)):
                sheet.polygon(Ink(fill=colour), (outline[corner], inner[corner], _foot(inner[corner], outline, corner, along)))


def _foot(point: Point, outline: tuple[Point, ...], corner: int, along: int) -> Point:
    """The point on the shared edge nearest to an inner corner."""
    ax, ay = outline[corner]
    bx, by = outline[along]
    dx, dy = bx - ax, by - ay
    share = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
    return (ax + dx * share, ay + dy * share)


def _pattern(sheet: Sheet, side: Side, colour: str, depth: float, line: tuple[Point, Point]) -> None:
    dashes = _PATTERNS[side.pattern]
    if dashes:
        width = depth * (0.5 if side.pattern == 2 else 0.3)
        pale = "#ffffff" if luminance(colour) < 0.75 else "#333333"
        dash = tuple(piece * depth for piece in dashes) if dashes[1] else ()
        sheet.line(Ink(line=pale, width=width, dash=dash), line, 1)


def _corner(point: Point) -> Corner:
    """A corner as a key: corners of neighbours may differ by rounding."""
    return (round(point[0] * 4), round(point[1] * 4))

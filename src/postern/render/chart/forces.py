"""What stands in an area: its name and flag, forces as markers with their strength, and rows of glyphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from postern.game.chart import Area, Chart, Glyph, Marker, Point, Symbol
from postern.render.chart import plan as rows
from postern.render.chart.owners import Side, flag
from postern.render.chart.plan import Plan
from postern.render.chart.sheet import Ink, Sheet, Words
from postern.render.chart.symbols import draw_swords, draw_symbol
from postern.render.chart.terrain import draw_sign
from postern.render.fonts import BOLD, REGULAR, text_width
from postern.render.style import mix

NAME = 0.2
MARKER = 0.185
GLYPH = 0.165
_LEAST = 0.115
_TEXT_GREY = "#55575b"
_FAINT_GREY = "#85868a"


def draw_name(sheet: Sheet, area: Area, plan: Plan, side: Side | None, style: str, busy: bool, halo: str | None = None) -> None:
    """Writes the area's name, with its owner's flag before it and, when the area is busy, its terrain's sign after.

    ``halo`` is the colour of the ground when lines cross the area.
    """
    unit = plan.unit
    x, y = plan.at(area.centre)
    y += rows.NAME_ROW * unit
    size = fitted(area.name, REGULAR, NAME * unit, 0.5 * unit, _LEAST * unit)
    colour = {"now": "#18181a", "remembered": _TEXT_GREY, "never": _FAINT_GREY}[area.sight]
    breadth = text_width(area.name, BOLD if area.home else REGULAR, size)
    flagged = 0.255 * unit if side else 0.0
    signed = 0.2 * unit if busy else 0.0
    left = x - (breadth + flagged + signed) / 2
    if side:
        flag(sheet, side, left, y, 0.22 * unit, dim=area.sight != "now")
        left += flagged
    sheet.words(Words(left, y + size * 0.34, area.name, size, area.home, colour, "start", halo))
    if area.home:
        under = y + size * 0.5
        sheet.line(Ink(line=colour, width=unit * 0.022), ((left, under), (left + breadth, under)))
    if busy:
        draw_sign(sheet, style, area.sight, left + breadth + 0.12 * unit, y, unit)


def draw_contents(
    sheet: Sheet,
    area: Area,
    markers: Sequence[Marker],
    plan: Plan,
    looks: dict[str, Side],
    symbols: Mapping[str, Symbol],
    halo: str | None = None,
) -> None:
    """Draws the area's forces, own ones first, then its glyphs; forces that do not fit are counted.

    ``halo`` is the colour of the ground when lines cross the area.
    """
    unit = plan.unit
    x, y = plan.at(area.centre)
    dim = area.sight != "now"
    lines = _glyph_lines(area.glyphs, unit, len(markers))
    space = 3 - len(lines)
    ordered = sorted(markers, key=lambda marker: not marker.own)
    shown = ordered if len(ordered) <= space else ordered[: space - 1]
    left_out = len(ordered) - len(shown)
    count = len(shown) + (left_out > 0) + len(lines)
    heights = iter(rows.ROWS.get(count, ()))
    for marker in shown:
        draw_pill(
            sheet, x, y + next(heights) * unit, unit, marker.text, marker.strength, looks.get(marker.owner), marker.own, dim
        )
    if left_out:
        base = y + (next(heights) + 0.06) * unit
        sheet.words(Words(x, base, f"+{left_out} more", 0.17 * unit, True, "#18181a"))
    for line in lines:
        _glyphs(sheet, line, symbols, x, y + next(heights) * unit, unit, dim, halo)
    if area.sight == "remembered" and area.last_seen is not None:
        sheet.words(Words(x, y + (rows.AGE_ROW + 0.05) * unit, f"t{area.last_seen}", 0.128 * unit, False, _TEXT_GREY))


def draw_clash(sheet: Sheet, chart_area: Area, plan: Plan) -> None:
    """Draws crossed swords at the area's upper left corner, clear of its name and forces."""
    centre = chart_area.centre
    corner = min(chart_area.polygon, key=lambda point: _from_upper_left(point, centre))
    x, y = plan.at(corner)
    draw_swords(sheet, x, y, 0.165 * plan.unit)


def draw_pill(
    sheet: Sheet, x: float, y: float, unit: float, text: str, strength: str, side: Side | None, own: bool, dim: bool = False
) -> None:
    """Draws one force around (x, y): the reader's own filled, others' white with a rim and a flag of their colour."""
    colour = side.colour if side else "#555555"
    if dim:
        colour = mix(colour, "#f2f2f2", 0.4)
    gap = 0.05 * unit if text and strength else 0.0
    badge = 0.0 if own or side is None else 0.2 * unit
    room = rows.ROOM * unit - badge - 0.12 * unit - gap
    size = MARKER * unit
    natural = text_width(text, REGULAR, size) + text_width(strength, BOLD, size)
    if natural > room:
        size = max(_LEAST * unit, 0.999 * size * room / natural)
        text = cut(text, size, room - text_width(strength, BOLD, size))
    breadth_text, breadth_strength = text_width(text, REGULAR, size), text_width(strength, BOLD, size)
    breadth = breadth_text + breadth_strength + gap + badge + 0.12 * unit
    half, bevel, left = 0.105 * unit, 0.05 * unit, x - breadth / 2
    shape = _bevelled(left, y - half, breadth, 2 * half, bevel)
    letters = "#ffffff" if own else "#18181a"
    if own:
        sheet.polygon(Ink(fill=colour, line="#ffffff", width=0.03 * unit), shape)
    else:
        sheet.polygon(Ink(fill="#ffffff", line=colour, width=0.03 * unit), shape)
        if side and badge:
            flag(sheet, side, left + 0.03 * unit, y, 0.18 * unit, dim)
    start = left + badge + 0.06 * unit
    base = y + size * 0.34
    sheet.words(Words(start, base, text, size, False, letters, "start"))
    if strength:
        sheet.words(Words(start + breadth_text + gap, base, strength, size, True, letters, "start"))


def fitted(text: str, face: str, size: float, room: float, least: float) -> float:
    """The size, made smaller down to ``least`` so that the text fits the room."""
    breadth = text_width(text, face, size)
    return size if breadth <= room else max(least, size * room / breadth)


def cut(text: str, size: float, room: float) -> str:
    """The text, shortened with an ellipsis when it is too wide."""
    if text_width(text, REGULAR, size) <= room:
        return text
    while text and text_width(text + "…", REGULAR, size) > room:
        text = text[:-1]
    return text + "…" if text else ""


def group(chart: Chart) -> dict[str, list[Marker]]:
    """The markers of each area, in the chart's order."""
    found: dict[str, list[Marker]] = {}
    for marker in chart.markers:
        found.setdefault(marker.area, []).append(marker)
    return found


def _glyph_lines(glyphs: Sequence[Glyph], unit: float, forces: int) -> list[list[Glyph]]:
    """Glyphs dealt to at most three lines, fewer when forces need room; what does not fit is left to the tables."""
    most = 3 - min(forces, 2)
    lines: list[list[Glyph]] = []
    for glyph in glyphs:
        room = (rows.LOW_ROOM if len(lines) == 3 or forces + len(lines) >= 3 else rows.ROOM) * unit
        used = sum(_breadth(other, unit) + 0.05 * unit for other in lines[-1]) if lines else 0.0
        if lines and used + _breadth(glyph, unit) <= room:
            lines[-1].append(glyph)
        elif len(lines) < most:
            lines.append([glyph])
    return lines


def _glyphs(
    sheet: Sheet,
    line: list[Glyph],
    symbols: Mapping[str, Symbol],
    x: float,
    y: float,
    unit: float,
    dim: bool,
    halo: str | None,
) -> None:
    breadth = sum(_breadth(glyph, unit) for glyph in line) + 0.05 * unit * (len(line) - 1)
    if breadth > rows.ROOM * unit:
        unit *= max(0.6, rows.ROOM * unit / breadth)
        breadth = sum(_breadth(glyph, unit) for glyph in line) + 0.05 * unit * (len(line) - 1)
    left = x - breadth / 2
    radius = 0.085 * unit
    for glyph in line:
        draw_symbol(sheet, symbols[glyph.kind], left + radius, y, radius, dim)
        if glyph.text:
            size = GLYPH * unit
            colour = _TEXT_GREY if dim else "#18181a"
            sheet.words(Words(left + 2.3 * radius, y + size * 0.35, glyph.text, size, True, colour, "start", halo))
        left += _breadth(glyph, unit) + 0.05 * unit


def _breadth(glyph: Glyph, unit: float) -> float:
    text = text_width(glyph.text, BOLD, GLYPH * unit) + 0.03 * unit if glyph.text else 0.0
    return 0.17 * unit + text


def _bevelled(x: float, y: float, width: float, height: float, bevel: float) -> tuple[Point, ...]:
    right, low = x + width, y + height
    return (
        (x + bevel, y), (right - bevel, y), (right, y + bevel), (right, low - bevel), (right - bevel, low),
        (x + bevel, low), (x, low - bevel), (x, y + bevel),
    )  # fmt: skip


def _from_upper_left(point: Point, centre: Point) -> float:
    return (point[0] - centre[0]) + 0.6 * (point[1] - centre[1]) if point[1] <= centre[1] else float("inf")

"""The frame of a wall map: border, cartouche with the title, compass and scale bar."""

from __future__ import annotations

import math

from postern.game.chart import Chart, Symbol
from postern.render import fonts
from postern.render.chart.plan import Plan
from postern.render.chart.sheet import Box, Ink, Sheet, Words
from postern.render.chart.symbols import draw_symbol
from postern.render.fonts import text_width
from postern.render.marks import one_line

INK, PAGE, SCROLL, GOLD = "#2b2119", "#fdf5e8", "#e8d9b5", "#d9a94a"
RIM = 15.0
"""How much of each side of the sheet the border takes."""
SEAL = 21.0
"""The radius of the seal with the reader's emblem."""
CORNER = 2 * SEAL + 12
"""The edge of the square at the upper left in which the seal stands."""
_TICKS = 26.0


def draw_border(sheet: Sheet, inner: str) -> None:
    """Draws two lines with a ladder of black and white between them, and the ground within."""
    width, height = sheet.width, sheet.height
    sheet.box(Ink(fill=PAGE), (0, 0, width, height))
    sheet.box(Ink(line=INK, width=1.8), (1, 1, width - 1, height - 1))
    outer, band = 4.5, 7.5
    left, top, right, low = outer, outer, width - outer, height - outer
    sheet.box(Ink(fill=INK), (left, top, right, low), 1)
    sheet.box(Ink(fill=PAGE), (left + 0.8, top + 0.8, right - 0.8, low - 0.8), 2)
    for start, end, across in ((left, right, True), (top, low, False)):
        count = max(3, round((end - start) / _TICKS)) | 1
        for k in range(0, count, 2):
            a, b = start + (end - start) * k / count, start + (end - start) * (k + 1) / count
            for edge in (top, low - band) if across else (left, right - band):
                box = (a, edge, b, edge + band) if across else (edge, a, edge + band, b)
                sheet.box(Ink(fill=INK), box, 3)
    rim = outer + band
    sheet.box(Ink(fill=inner, line=INK, width=0.8), (rim, rim, width - rim, height - rim), 4)
    sheet.layer()


def cartouche_width(chart: Chart, most: float) -> float:
    """How wide the scroll with the title is, its ends with it."""
    return _scroll(chart, most)[2] + 60


def _scroll(chart: Chart, most: float) -> tuple[float, float, float]:
    """The sizes of title and subtitle, and the width of the scroll without its ends. It leaves an emblem its corner."""
    title, under = one_line(chart.title).upper(), one_line(chart.subtitle)
    room = most - 2 * CORNER if chart.emblem is not None else most
    size = _fitted(title, fonts.SERIF_BOLD, 24.0, room - 100, 0.2)
    small = _fitted(under, fonts.SERIF_ITALIC, 10.5, room - 100, 0.0)
    need = max(_breadth(title, fonts.SERIF_BOLD, size, 0.2 * size), text_width(under, fonts.SERIF_ITALIC, small)) + 36
    return size, small, min(room - 64, max(need, 0.5 * most))


def draw_cartouche(sheet: Sheet, chart: Chart, centre: float, top: float, most: float) -> None:
    """Draws the title on a scroll, its middle at ``centre``."""
    title, under = one_line(chart.title).upper(), one_line(chart.subtitle)
    size, small, width = _scroll(chart, most)
    high = 46.0 if under else 34.0
    left, right, low = centre - width / 2, centre + width / 2, top + high
    for flip, edge in ((-1.0, left), (1.0, right)):
        tail, tip = edge + flip * 30, edge + flip * 21
        shape = (
            (edge - flip * 12, top + 8),
            (tail, top + 8),
            (tip, top + 8 + high / 2),
            (tail, low + 8),
            (edge - flip * 12, low + 8),
        )
        sheet.polygon(Ink(fill=SCROLL, line=INK, width=1.0), shape)
        sheet.polygon(Ink(fill="#c9b483"), ((edge, low), (edge - flip * 12, low), (edge - flip * 12, low + 8)), 1)
    sheet.box(Ink(fill=PAGE, line=INK, width=1.3), (left, top, right, low), 2)
    sheet.words(
        Words(
            centre - _breadth(title, fonts.SERIF_BOLD, size, 0.2 * size) / 2,
            top + 17 + size * 0.36,
            title,
            size,
            colour=INK,
            anchor="start",
            face=fonts.SERIF_BOLD,
            spacing=0.2 * size,
        )
    )
    if under:
        sheet.words(Words(centre, low - 8.5, under, small, colour="#6a5d4c", face=fonts.SERIF_ITALIC))
    sheet.layer()


def draw_seal(sheet: Sheet, emblem: Symbol, ground: str, x: float, y: float, radius: float) -> None:
    """Draws an emblem in white on a seal of this colour, its holes in that colour, with a golden rim."""
    sheet.circle(Ink(fill=ground, line=GOLD, width=0.08 * radius), x, y, radius)
    sheet.circle(Ink(line="#ffffff", width=0.025 * radius), x, y, 0.87 * radius, 1)
    sheet.layer()
    size = 0.6 * radius
    draw_symbol(sheet, emblem, x, y, size, colour="#fffdf7")
    for outline in emblem.holes:
        sheet.polygon(Ink(fill=ground), [(x + px * size, y + py * size) for px, py in outline], 2)
    sheet.layer()


def draw_compass(sheet: Sheet, x: float, y: float, radius: float) -> None:
    """Draws a rose of eight points with north marked."""
    sheet.circle(Ink(fill=PAGE, line=INK, width=0.6, alpha=0.75), x, y, radius * 0.8)
    sheet.circle(Ink(line=INK, width=0.6), x, y, radius * 0.68)
    for k in range(32):
        angle = k * math.pi / 16
        a, b = radius * 0.68, radius * 0.8
        line = ((x + a * math.sin(angle), y - a * math.cos(angle)), (x + b * math.sin(angle), y - b * math.cos(angle)))
        sheet.line(Ink(line=INK, width=0.4), line)
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        angle = k * math.pi / 4
        reach = radius * (1.0 if k % 2 == 0 else 0.62)
        tip = (x + reach * math.sin(angle), y - reach * math.cos(angle))
        for flip, colour in ((-1.0, PAGE), (1.0, INK)):
            side = angle + flip * math.pi / 8
            inner = (x + 0.2 * radius * math.sin(side), y - 0.2 * radius * math.cos(side))
            sheet.polygon(Ink(fill=colour, line=INK, width=0.5), ((x, y), tip, inner), 1 if k % 2 else 2)
    sheet.words(Words(x, y - radius - 2.0, "N", 0.42 * radius, colour=INK, face=fonts.SERIF_BOLD))
    sheet.layer()


def draw_measure(sheet: Sheet, words: str, length: float, plan: Plan, left: float, low: float, most: float) -> None:
    """Draws a scale bar of this length in the chart's plane, in four fields, its words above it."""
    width = length * plan.scale
    if width > most:
        return
    sheet.words(Words(left, low - 5.5, one_line(words), 7.0, colour="#4a4034", anchor="start", face=fonts.SERIF_ITALIC))
    for k in range(4):
        box = (left + width * k / 4, low - 3.2, left + width * (k + 1) / 4, low)
        sheet.box(Ink(fill=INK if k % 2 == 0 else PAGE, line=INK, width=0.5), box)


def panel(sheet: Sheet, box: Box, ground: str = PAGE) -> None:
    """Draws a panel: a sheet of paper with a firm rim."""
    sheet.box(Ink(fill=ground, line=INK, width=1.1), box)
    sheet.layer()


def small_head(sheet: Sheet, words: str, x: float, y: float, middle: bool = False) -> None:
    """Writes a panel's head in small, wide capitals."""
    text = words.upper()
    width = _breadth(text, fonts.BOLD, 7.5, 1.6)
    sheet.words(Words(x - width / 2 if middle else x, y, text, 7.5, True, INK, "start", spacing=1.6))


def _breadth(text: str, face: str, size: float, spacing: float) -> float:
    return text_width(text, face, size) + spacing * max(0, len(text) - 1)


def _fitted(text: str, face: str, size: float, room: float, spacing: float) -> float:
    """The size of type at which the text fits the room, at most ``size``."""
    breadth = _breadth(text, face, 1.0, spacing)
    return min(size, room / breadth) if breadth else size

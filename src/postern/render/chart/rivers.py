"""Rivers along the borders of areas, with fords and bridges."""

from __future__ import annotations

import math
from collections.abc import Sequence

from postern.game.chart import Chart, Point
from postern.render.chart.plan import Plan
from postern.render.chart.sheet import Ink, Sheet

WATER, BANK = "#7fb2cc", "#3f7796"
_WIDE, _NARROW = 0.13, 0.075


def draw_rivers(sheet: Sheet, chart: Chart, plan: Plan) -> None:
    """Draws all rivers: banks first, so that one flows into the next, then water, then what crosses it."""
    for level, (colour, more) in enumerate(((BANK, 0.035), (WATER, 0.0))):
        for river in chart.rivers:
            width = (_WIDE if river.wide else _NARROW) + more
            sheet.line(Ink(line=colour, width=width * plan.pen), plan.outline(river.points), level)
    for river in chart.rivers:
        if river.crossing:
            crossing(sheet, river.crossing, plan.outline(river.points), plan.pen, river.wide)
    sheet.layer()


def crossing(sheet: Sheet, kind: str, line: Sequence[Point], unit: float, wide: bool) -> None:
    """Draws a ford (stones in the water) or a bridge (two rails across it) in the middle of a line."""
    (ax, ay), (bx, by) = line[0], line[-1]
    x, y, length = (ax + bx) / 2, (ay + by) / 2, math.dist(line[0], line[-1]) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    half = (_WIDE if wide else _NARROW) * unit * 1.1
    if kind == "ford":
        for step in (-1, 0, 1):
            sheet.circle(
                Ink(fill="#fffdf7", line=BANK, width=0.015 * unit), x - dy * step * half, y + dx * step * half, 0.03 * unit, 2
            )
        return
    deck = tuple((x + dx * a - dy * b, y + dy * a + dx * b) for a, b in _corners(0.07 * unit, 1.2 * half))
    sheet.polygon(Ink(fill="#f7e3a8", line="#6b4f2a", width=0.02 * unit), deck, 2)
    for side in (-1, 1):
        rail = tuple(
            (x + dx * side * 0.07 * unit - dy * b, y + dy * side * 0.07 * unit + dx * b) for b in (-1.5 * half, 1.5 * half)
        )
        sheet.line(Ink(line="#3a2a14", width=0.025 * unit), rail, 3)


def _corners(along: float, across: float) -> tuple[Point, ...]:
    return (-along, -across), (along, -across), (along, across), (-along, across)

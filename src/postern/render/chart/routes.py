"""Lines across the map: roads and tunnels, and arrows for the moves of the turn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from postern.game.chart import Chart, Point, Route
from postern.render.chart.plan import Plan
from postern.render.chart.sheet import Ink, Sheet

#: What the legend calls each kind of route.
NAMES = {
    "road": "road",
    "tunnel": "tunnel",
    "move": "march",
    "sail": "voyage",
    "raid": "raid",
    "fly": "flight",
}


@dataclass(frozen=True)
class _Look:
    colour: str
    other: str
    width: float
    dash: tuple[float, ...]
    head: float


# Widths, dashes and heads in units of an area's width.
_ARROWS = {
    "move": _Look("#00407a", "#4d4d4d", 0.07, (), 0.15),
    "raid": _Look("#a3161a", "#6b5a5a", 0.05, (0.1, 0.1), 0.14),
    "sail": _Look("#00407a", "#4d4d4d", 0.055, (0.2, 0.12), 0.15),
    "fly": _Look("#5b2a86", "#5d5566", 0.05, (0.01, 0.1), 0.14),
}


def crossed(chart: Chart) -> frozenset[str]:
    """The areas that a road or an arrow runs through: their words need a halo."""
    found: set[str] = set()
    for route in chart.routes:
        line = _arc(route.points[0], route.points[-1]) if route.kind == "fly" else route.points
        for (ax, ay), (bx, by) in pairwise(line):
            left, right, top, low = min(ax, bx) - 1, max(ax, bx) + 1, min(ay, by) - 1, max(ay, by) + 1
            for area in chart.areas:
                x, y = area.centre
                if left < x < right and top < y < low and _near(area.centre, (ax, ay), (bx, by)) < 0.55:
                    found.add(area.name)
    return frozenset(found)


def draw_road(sheet: Sheet, route: Route, plan: Plan) -> None:
    """Draws a road (cased line) or a tunnel (dashes between two mouths) under all that stands in the areas."""
    line = plan.outline(route.points)
    unit = plan.unit
    if route.kind == "road":
        sheet.line(Ink(line="#7b5c33", width=0.105 * unit), line)
        sheet.line(Ink(line="#f6e7bd", width=0.05 * unit), line, 1)
    else:
        sheet.line(Ink(line="#3d3d3d", width=0.06 * unit, dash=(0.1 * unit, 0.12 * unit)), line)
        for x, y in (line[0], line[-1]):
            sheet.circle(Ink(fill="#ffffff", line="#3d3d3d", width=0.04 * unit), x, y, 0.09 * unit, 2)


def draw_arrow(sheet: Sheet, route: Route, plan: Plan) -> None:
    """Draws a move of the turn as an arrow between the middles of areas, short of both so that markers stay free."""
    line = plan.outline(route.points)
    if len(line) < 2:
        return
    unit = plan.unit
    if route.kind == "fly":
        line = _arc(line[0], line[-1])
    trimmed = _trim(line, 0.3 * unit, 0.36 * unit)
    arrow(sheet, route.kind, trimmed, unit, route.own)


def arrow(sheet: Sheet, kind: str, line: tuple[Point, ...], unit: float, own: bool) -> None:
    """Draws an arrow along the line in the look of its kind; the reader's own ones are stronger."""
    look = _ARROWS[kind]
    colour = look.colour if own else look.other
    share = 1.0 if own else 0.7
    width, head = look.width * unit * share, look.head * unit * (1.0 if own else 0.85)
    (bx, by), (ax, ay) = line[-1], line[-2]
    length = math.hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    neck = (bx - dx * min(head, length), by - dy * min(head, length))
    shaft = (*line[:-1], neck)
    wide = head * 0.62
    tip = ((bx, by), (neck[0] - dy * wide, neck[1] + dx * wide), (neck[0] + dy * wide, neck[1] - dx * wide))
    level = 3 if own else 1
    sheet.line(Ink(line="#ffffff", width=width + 0.06 * unit), shaft, level)
    sheet.polygon(Ink(fill="#ffffff", line="#ffffff", width=0.06 * unit), tip, level)
    dash = tuple(piece * unit for piece in look.dash)
    sheet.line(Ink(line=colour, width=width, dash=dash), shaft, level + 1)
    sheet.polygon(Ink(fill=colour), tip, level + 1)


def _trim(line: tuple[Point, ...], start: float, end: float) -> tuple[Point, ...]:
    """The line without its first and last stretch, at most a third of its length each."""
    total = sum(math.dist(a, b) for a, b in pairwise(line))
    forward = _without_head(line, min(start, total / 3))
    return tuple(reversed(_without_head(tuple(reversed(forward)), min(end, total / 3))))


def _without_head(line: tuple[Point, ...], length: float) -> tuple[Point, ...]:
    for index in range(len(line) - 1):
        (ax, ay), (bx, by) = line[index], line[index + 1]
        piece = math.dist((ax, ay), (bx, by))
        if piece > length:
            share = length / piece
            return ((ax + (bx - ax) * share, ay + (by - ay) * share), *line[index + 1 :])
        length -= piece
    return line[-2:]


def _near(point: Point, a: Point, b: Point) -> float:
    """The distance of the point from the stretch between a and b."""
    (px, py), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / length)) if length else 0.0
    return math.hypot(px - ax - share * dx, py - ay - share * dy)


def _arc(start: Point, end: Point) -> tuple[Point, ...]:
    """A bow from start to end, in twelve steps."""
    (ax, ay), (bx, by) = start, end
    mx, my = (ax + bx) / 2 - (by - ay) * 0.18, (ay + by) / 2 + (bx - ax) * 0.18
    steps = [k / 12 for k in range(13)]
    return tuple(
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by)
        for t in steps
    )

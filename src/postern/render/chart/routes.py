"""Lines across the map: roads and tunnels below, and the moves of the turn, bowed past roads, numbers and one another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from postern.game.chart import Chart, Route
from postern.game.chart import Point as Point
from postern.render.chart.pieces import phase_piece
from postern.render.chart.placer import Placer
from postern.render.chart.places import Placed
from postern.render.chart.plan import Plan
from postern.render.chart.sheet import Ink, Sheet

#: What the legend calls each kind of route.
NAMES = {
    "road": "road",
    "tunnel": "tunnel",
    "lane": "sea lane",
    "move": "march",
    "sail": "voyage",
    "raid": "raid",
    "fly": "flight",
}
LANE = "#5d8fa8"
LAID = ("road", "tunnel", "lane")
"""Those that lie on the ground; the others are moves of the turn."""


@dataclass(frozen=True)
class _Look:
    colour: str
    other: str
    width: float
    dash: tuple[float, ...]


# Widths and dashes in units of an area's width.
_ARROWS = {
    "move": _Look("#00407a", "#4d463c", 0.07, ()),
    "raid": _Look("#b5161b", "#7d4a45", 0.055, (0.09, 0.11)),
    "sail": _Look("#00407a", "#4d463c", 0.055, (0.2, 0.12)),
    "fly": _Look("#5b2a86", "#5d5566", 0.05, (0.01, 0.11)),
}
_BOWS = (0.2, -0.2, 0.32, -0.32, 0.1, -0.1, 0.44, -0.44, 0.0)
_STEP = 7
_CELL = 3.0


def draw_roads(sheet: Sheet, chart: Chart, plan: Plan) -> None:
    """Draws the sea lanes (fine dashes), the roads (cased lines) and the tunnels (dashes between two mouths)."""
    unit = plan.pen
    for route in chart.routes:
        line = plan.outline(route.points)
        if route.kind == "lane":
            sheet.line(Ink(line=LANE, width=0.035 * unit, dash=(0.07 * unit, 0.09 * unit)), line)
        elif route.kind == "road":
            sheet.line(Ink(line="#6b4f2a", width=0.1 * unit), line)
            sheet.line(Ink(line="#f7e3a8", width=0.056 * unit), line, 1)
        elif route.kind == "tunnel":
            sheet.line(Ink(line="#3d3d3d", width=0.06 * unit, dash=(0.1 * unit, 0.12 * unit)), line, 2)
            for x, y in (line[0], line[-1]):
                sheet.circle(Ink(fill="#ffffff", line="#3d3d3d", width=0.04 * unit), x, y, 0.09 * unit, 3)
    sheet.layer()


def draw_moves(sheet: Sheet, chart: Chart, plan: Plan, placer: Placer) -> list[Placed]:
    """Draws the moves of the turn, strangers' below the reader's own. Gives the phases to be written along them."""
    used: set[tuple[int, int]] = set()
    for route in chart.routes:
        if route.kind in LAID:
            used.update(_cells(_sampled(plan.outline(route.points), plan.unit)))
    phases: list[Placed] = []
    for own in (False, True):
        for route in chart.routes:
            if route.kind not in LAID and route.own is own:
                line = _bowed(route, plan, placer, used)
                used.update(_cells(line))
                arrow(sheet, route.kind, _trim(line, 0.2 * plan.unit, 0.33 * plan.unit), plan.pen, own)
                phases += _phases(route, line, plan, placer)
    sheet.layer()
    return phases


def arrow(sheet: Sheet, kind: str, line: Sequence[Point], unit: float, own: bool) -> None:
    """Draws an arrow along the line in the look of its kind; the reader's own ones are stronger."""
    look = _ARROWS[kind]
    colour = look.colour if own else look.other
    width, head = look.width * unit * (1.0 if own else 0.75), (0.2 if own else 0.17) * unit
    line = tuple(line)
    total = sum(math.dist(a, b) for a, b in pairwise(line))
    shaft = tuple(reversed(_without_head(tuple(reversed(line)), min(head * 0.9, total / 2))))
    (bx, by), (ax, ay) = line[-1], shaft[-1]
    length = math.hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / length, (by - ay) / length
    wide = head * 0.52
    tip = ((bx, by), (ax - dy * wide, ay + dx * wide), (ax + dy * wide, ay - dx * wide))
    level = 3 if own else 1
    sheet.line(Ink(line="#fffdf7", width=width + 0.055 * unit), shaft, level)
    sheet.polygon(Ink(fill="#fffdf7", line="#fffdf7", width=0.055 * unit), tip, level)
    sheet.line(Ink(line=colour, width=width, dash=tuple(piece * unit for piece in look.dash)), shaft, level + 1)
    sheet.polygon(Ink(fill=colour), tip, level + 1)


def _bowed(route: Route, plan: Plan, placer: Placer, used: set[tuple[int, int]]) -> tuple[Point, ...]:
    """The route as the curve, of several bows, that meets the fewest numbers and lines."""
    points = plan.outline(route.points)
    points = tuple(point for at, point in enumerate(points) if at == 0 or math.dist(point, points[at - 1]) > 0.01)
    if len(points) < 2:
        x, y = points[0]
        return ((x - 0.3 * plan.unit, y), (x + 0.3 * plan.unit, y))
    best: tuple[float, tuple[Point, ...]] | None = None
    for bow in _BOWS:
        line = _curve(points, bow * plan.unit)
        cost = 0.3 * abs(bow)
        for x, y in line[3:-3]:
            cost += 1.0 * (not placer.clear((x - 0.8, y - 0.8, x + 0.8, y + 0.8)))
            cost += 0.8 * ((int(x // _CELL), int(y // _CELL)) in used)
        if best is None or cost < best[0]:
            best = (cost, line)
        if cost < 0.2:
            break
    assert best is not None
    return best[1]


def _curve(points: Sequence[Point], bow: float) -> tuple[Point, ...]:
    """A smooth line from the first point to the last, past the others, which are all moved aside by the bow."""
    stops = [points[0]]
    inner = points[1:-1] or (((points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2),)
    around = (points[0], *inner, points[-1])
    for at, (x, y) in enumerate(inner, start=1):
        dx, dy = around[at + 1][0] - around[at - 1][0], around[at + 1][1] - around[at - 1][1]
        length = math.hypot(dx, dy) or 1.0
        stops.append((x - dy / length * bow, y + dx / length * bow))
    stops.append(points[-1])
    knots = [stops[0], *stops, stops[-1]]
    line: list[Point] = []
    for at in range(1, len(knots) - 2):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = knots[at - 1 : at + 3]
        for k in range(_STEP):
            t = k / _STEP
            a, b = -0.5 * t**3 + t**2 - 0.5 * t, 1.5 * t**3 - 2.5 * t**2 + 1
            c, d = -1.5 * t**3 + 2 * t**2 + 0.5 * t, 0.5 * t**3 - 0.5 * t**2
            line.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    return (*line, stops[-1])


def _phases(route: Route, line: Sequence[Point], plan: Plan, placer: Placer) -> Iterable[Placed]:
    """The numbers of the phases, each on the line where it passes its point, as near as there is room."""
    size = 6.5
    for at, phase in enumerate(route.phases, start=1):
        if not phase or at >= len(route.points):
            continue
        piece = phase_piece(phase, size, route.own)
        near = plan.at(route.points[at])
        spots = sorted(line[: -_STEP // 2] or line, key=lambda spot: math.dist(spot, near))
        half = piece.width / 2
        box = placer.place((x - half, y - half, x + half, y + half) for x, y in spots[: 2 * _STEP])
        if box:
            yield Placed("", piece, box)


def _sampled(line: Sequence[Point], unit: float) -> Iterable[Point]:
    for (ax, ay), (bx, by) in pairwise(line):
        count = max(1, int(math.dist((ax, ay), (bx, by)) / (0.1 * unit)))
        yield from ((ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count + 1))


def _cells(line: Iterable[Point]) -> Iterable[tuple[int, int]]:
    return ((int(x // _CELL), int(y // _CELL)) for x, y in line)


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

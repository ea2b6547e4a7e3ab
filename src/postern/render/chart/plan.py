"""Where things go on the sheet: from a chart's own plane to points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

from postern.game.chart import Chart, Outline, Point

_WIDEST = 40.0


@dataclass(frozen=True)
class Plan:
    """The map's place on the sheet. ``unit`` is the width of an area in points."""

    scale: float
    left: float
    top: float
    unit: float

    @property
    def pen(self) -> float:
        """What widths of lines go by: the width of an area, but lines grow no more where areas are wide."""
        return min(self.unit, _WIDEST)

    def at(self, point: Point) -> Point:
        """A point of the chart's plane, in points of the sheet."""
        return (self.left + point[0] * self.scale, self.top + point[1] * self.scale)

    def outline(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """Many points of the chart's plane, in points of the sheet."""
        left, top, scale = self.left, self.top, self.scale
        return tuple([(left + x * scale, top + y * scale) for x, y in points])


@dataclass(frozen=True)
class Extent:
    """The part of the chart's plane that the map takes, and the width of an area in it."""

    left: float
    top: float
    width: float
    height: float
    unit: float

    def scale(self, width: float, height: float) -> float:
        """How many points one unit of the chart's plane takes when this part fills a rectangle of that size."""
        return max(0.0, min(width / self.width, height / self.height))


def extent(chart: Chart) -> Extent:
    """The chart's window, else the smallest rectangle that holds all areas, routes and edge labels.

    Raises ValueError for a chart of nothing.
    """
    if not chart.areas:
        raise ValueError("a chart needs at least one area")
    unit, corners = _measured(tuple([area.polygon for area in chart.areas]))
    if chart.window:
        (x0, y0), (x1, y1) = chart.window
        return Extent(x0, y0, x1 - x0, y1 - y0, unit)
    points = [*corners, *(point for route in chart.routes for point in route.points)]
    rim = unit * 0.25
    points += [
        (x + dx, y + dy) for _, (x, y) in (*chart.column_labels, *chart.row_labels) for dx, dy in ((-rim, -rim), (rim, rim))
    ]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width, height = max(x for x, _ in points) - left, max(y for _, y in points) - top
    return Extent(left, top, width, height, unit)


def place(area: Extent, left: float, top: float, width: float, height: float) -> Plan:
    """The plan that fits the extent into a rectangle of the sheet, in its middle."""
    scale = area.scale(width, height)
    spare_x, spare_y = width - area.width * scale, height - area.height * scale
    return Plan(scale, left + spare_x / 2 - area.left * scale, top + spare_y / 2 - area.top * scale, area.unit * scale)


@lru_cache(maxsize=8)
def _measured(polygons: tuple[Outline, ...]) -> tuple[float, tuple[Point, Point]]:
    """The width of an area, and two corners of the smallest rectangle around all: the same for every map of this land."""
    xs, ys = [x for outline in polygons for x, _ in outline], [y for outline in polygons for _, y in outline]
    return median(map(_breadth, polygons)), ((min(xs), min(ys)), (max(xs), max(ys)))


def _breadth(polygon: Sequence[Point]) -> float:
    return max(x for x, _ in polygon) - min(x for x, _ in polygon)

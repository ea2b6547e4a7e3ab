"""The neighbourhood of the reader's own places, cut out of a chart: a map that a phone can show at once."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from postern.game.chart import Chart, Point, Route
from postern.render.chart.plan import extent

_RIM = 1.6
_WORTH_IT = 0.7


def chart_closeup(chart: Chart) -> Chart | None:
    """The part of the chart around its ``focus``; None without a focus, or when it would hold most of the chart."""
    focus = set(chart.focus)
    centres = [area.centre for area in chart.areas if area.name in focus]
    if not centres:
        return None
    rim = _RIM * extent(chart).unit
    left, right = min(x for x, _ in centres) - rim, max(x for x, _ in centres) + rim
    top, low = min(y for _, y in centres) - rim, max(y for _, y in centres) + rim

    def inside(point: Point) -> bool:
        return left <= point[0] <= right and top <= point[1] <= low

    areas = tuple(area for area in chart.areas if inside(area.centre))
    if len(areas) > _WORTH_IT * len(chart.areas):
        return None
    names = {area.name for area in areas}
    return replace(
        chart,
        title=f"{chart.title}: your neighbourhood",
        areas=areas,
        markers=tuple(marker for marker in chart.markers if marker.area in names),
        clashes=tuple(clash for clash in chart.clashes if clash.area in names),
        routes=tuple(piece for route in chart.routes for piece in _pieces(route, [inside(point) for point in route.points])),
        note="",
        column_labels=(),
        row_labels=(),
    )


def _pieces(route: Route, within: list[bool]) -> list[Route]:
    """The stretches of the route that lie in the picture; an arrow's end must be in it, or it would point nowhere."""
    if all(within):
        return [route]
    if route.kind in ("road", "tunnel"):
        pairs = zip(pairwise(route.points), pairwise(within), strict=True)
        return [replace(route, points=points) for points, (start, end) in pairs if start and end]
    first = len(within)
    while first > 0 and within[first - 1]:
        first -= 1
    return [replace(route, points=route.points[first:])] if len(within) - first >= 2 else []

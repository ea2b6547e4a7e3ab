"""The neighbourhood of the reader's own places: a part of a chart that a phone can show at once."""

from __future__ import annotations

from dataclasses import replace

from postern.game.chart import Chart
from postern.render.chart.plan import extent

_RIM = 1.6
_WORTH_IT = 0.7


def chart_closeup(chart: Chart) -> Chart | None:
    """The chart with a window on the areas around its ``focus``; None without a focus, or when that is most of the chart."""
    focus = set(chart.focus)
    centres = [area.centre for area in chart.areas if area.name in focus]
    if not centres:
        return None
    rim = _RIM * extent(chart).unit
    left, right = min(x for x, _ in centres) - rim, max(x for x, _ in centres) + rim
    top, low = min(y for _, y in centres) - rim, max(y for _, y in centres) + rim
    inside = [area for area in chart.areas if left <= area.centre[0] <= right and top <= area.centre[1] <= low]
    if len(inside) > _WORTH_IT * len(chart.areas):
        return None
    return replace(chart, title=f"{chart.title}: your neighbourhood", subtitle="", note="", window=((left, top), (right, low)))

"""The chart drawn: one sheet of strokes, painted into a PDF, written as SVG, or turned into a PNG."""

from __future__ import annotations

from functools import lru_cache

from postern.game.chart import Chart
from postern.render.chart.draw import draw
from postern.render.chart.png import png
from postern.render.chart.svg import svg

_drawn = lru_cache(maxsize=1)(draw)
"""The chart drawn last: it is often wanted again at another width."""


def chart_svg(chart: Chart) -> str:
    """The chart as an SVG document."""
    return svg(_drawn(chart), chart.heading)


def chart_png(chart: Chart, width: int = 1600) -> bytes:
    """The chart as a PNG file, ``width`` pixels wide and as high as it needs."""
    return png(_drawn(chart), width)

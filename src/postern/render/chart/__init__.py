"""The chart drawn: one sheet of strokes, painted into a PDF, written as SVG, or turned into a PNG."""

from __future__ import annotations

from postern.game.chart import Chart
from postern.render.chart.draw import draw
from postern.render.chart.png import png
from postern.render.chart.svg import svg


def chart_svg(chart: Chart) -> str:
    """The chart as an SVG document."""
    return svg(draw(chart), chart.heading)


def chart_png(chart: Chart, width: int = 1600) -> bytes:
    """The chart as a PNG file, ``width`` pixels wide and as high as it needs."""
    return png(draw(chart), width)

"""A graph in the PDF: lines that differ in colour, dash and mark, each with its name at its end, for print in grey too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.graphics.charts.lineplots import LinePlot
from reportlab.graphics.shapes import Drawing, Line, String
from reportlab.graphics.widgets.markers import makeMarker
from reportlab.lib.colors import HexColor

from postern.game.chart import Owner
from postern.game.report import Graph
from postern.render import fonts, style
from postern.render.chart import owners
from postern.render.courses import spread
from postern.render.fonts import BOLD, REGULAR, text_width
from postern.render.marks import one_line

_HEIGHT = 250.0
_SIZE = style.SMALL
_LEFT, _FOOT, _HEAD, _GAP = 38.0, 30.0, 8.0, 14.0
_MARKS = ("Circle", "Square", "Triangle", "Diamond") * 2
"""The first half filled, the second hollow."""
_MOST_MARKS = 13
_DASHES = (None, (6, 2), (2, 2), (8, 2, 2, 2))
_LONGEST = 24


def draw_graph(graph: Graph, width: float, height: float = _HEIGHT) -> Drawing:
    """The graph at this width and height in points. It needs a course, and each course a value for every turn."""
    fonts.register()
    names = [one_line(course.name)[:_LONGEST] for course in graph.courses]
    sides = owners.sides(Owner(str(at), one.name, "", number=one.number) for at, one in enumerate(graph.courses))
    colours = [side.colour for side in sides.values()]
    plot: Any = LinePlot()
    plot.x, plot.y = _LEFT, _FOOT
    plot.width = width - _LEFT - _GAP - 10 - max(text_width(name, BOLD, _SIZE) for name in names)
    plot.height = height - _FOOT - _HEAD
    plot.data = [list(zip(graph.turns, course.values, strict=True)) for course in graph.courses]
    for at, colour in enumerate(colours):
        line = plot.lines[at]
        line.strokeColor, line.strokeWidth = HexColor(colour), 1.3
        line.strokeDashArray = _DASHES[at % len(_DASHES)]
    _axes(plot, graph)
    drawing = Drawing(width, height)
    drawing.add(plot)
    _marks(drawing, plot, graph, colours)
    _names(drawing, plot, graph, names, colours)
    return drawing


def _axes(plot: Any, graph: Graph) -> None:
    across, up = plot.xValueAxis, plot.yValueAxis
    lowest = min(0, *(min(course.values) for course in graph.courses))
    highest = max(1, *(max(course.values) for course in graph.courses))
    across.valueMin, across.valueMax = graph.turns[0], max(graph.turns[-1], graph.turns[0] + 1)
    across.valueSteps = list(spread(graph.turns, _MOST_MARKS))
    up.valueMin, up.valueMax = lowest, highest * 1.03
    up.visibleGrid, up.gridStrokeColor, up.gridStrokeWidth = True, HexColor(style.RULE), 0.4
    up.gridEnd = plot.x + plot.width
    up.labelTextFormat = "%d"
    for axis in (across, up):
        axis.labels.fontName, axis.labels.fontSize = REGULAR, _SIZE
        axis.labels.fillColor = HexColor(style.GREY)
        axis.strokeColor, axis.strokeWidth = HexColor(style.GREY), 0.6


def _marks(drawing: Drawing, plot: Any, graph: Graph, colours: Sequence[str]) -> None:
    """A mark of its own for each course, at some of the turns."""
    across, up = plot.xValueAxis, plot.yValueAxis
    for turn in spread(graph.turns, _MOST_MARKS):
        at, x = graph.turns.index(turn), plot.x + (turn - across.valueMin) * plot.width / (across.valueMax - across.valueMin)
        for place, (course, colour) in enumerate(zip(graph.courses, colours, strict=True)):
            y = plot.y + (course.values[at] - up.valueMin) * plot.height / (up.valueMax - up.valueMin)
            drawing.add(_mark(place, x, y, colour))


def _mark(place: int, x: float, y: float, colour: str) -> Any:
    make: Any = makeMarker  # ReportLab tells no types here
    hollow = place % len(_MARKS) >= len(_MARKS) // 2
    fill = HexColor("#ffffff" if hollow else colour)
    return make(_MARKS[place % len(_MARKS)], x=x, y=y, size=4.6, fillColor=fill, strokeColor=HexColor(colour), strokeWidth=0.9)


def _names(drawing: Drawing, plot: Any, graph: Graph, names: Sequence[str], colours: Sequence[str]) -> None:
    """The name of each course beside its end, moved apart where ends lie close together, joined to it by a thin line."""
    up = plot.yValueAxis
    scale = plot.height / (up.valueMax - up.valueMin)
    ends = [plot.y + (course.values[-1] - up.valueMin) * scale for course in graph.courses]
    heights = apart(ends, _SIZE * 1.15, plot.y, plot.y + plot.height)
    right = plot.x + plot.width
    for place, (name, colour, end, height) in enumerate(zip(names, colours, ends, heights, strict=True)):
        drawing.add(Line(right + 3, end, right + _GAP, height, strokeColor=HexColor(colour), strokeWidth=0.5))
        drawing.add(_mark(place, right + _GAP + 2, height, colour))
        words = String(right + _GAP + 8, height - _SIZE * 0.34, name, fontName=BOLD, fontSize=_SIZE)
        words.fillColor = HexColor(style.INK)
        drawing.add(words)
    across = String(plot.x + plot.width / 2, 0.5, "after turn", fontName=REGULAR, fontSize=_SIZE, textAnchor="middle")
    across.fillColor = HexColor(style.GREY)
    drawing.add(across)


def apart(wanted: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Heights near the wanted ones, at least so far apart, between low and high where there is room."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed: list[float] = []
    for at in order:
        placed.append(max(wanted[at], placed[-1] + least) if placed else max(wanted[at], low))
    top = max(high, low + least * (len(order) - 1))
    for back in range(len(placed) - 1, -1, -1):
        placed[back] = min(placed[back], top)
        top = placed[back] - least
    found = [0.0] * len(wanted)
    for at, height in zip(order, placed, strict=True):
        found[at] = height
    return found

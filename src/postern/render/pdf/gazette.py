"""The gazette: what everybody may know of a game on one page; graphs and the map have the room that the words leave."""

from __future__ import annotations

from dataclasses import replace
from xml.sax.saxutils import escape

from reportlab.platypus import Flowable

from postern.game.chart import Chart
from postern.game.report import Graph, Map, Report
from postern.render import fonts
from postern.render.chart.draw import draw_in
from postern.render.marks import one_line, plain
from postern.render.pdf.boxes import ChartPart, Heading
from postern.render.pdf.figures import graph_lines
from postern.render.pdf.page import build
from postern.render.pdf.prose import Press
from postern.render.pdf.spelling import spelled
from postern.render.pdf.story import press_for, running, tell

_LEAST, _GRAPH = 240.0, 180.0
"""A map lower than this goes to the next page; how high a graph is."""


class _Rest(Flowable):
    """A map as large as the rest of the page lets it be."""

    def __init__(self, chart: Chart, heading: Heading) -> None:
        super().__init__()
        self._chart = chart
        self._heading = heading
        self._size = (0.0, 0.0)
        self.spaceBefore = 10.0

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """All that is left; more than that where it is too little."""
        self._size = (available_width, max(available_height - 1.0, _LEAST))
        return self._size

    def draw(self) -> None:
        """Draws it."""
        sheet = draw_in(self._chart, *self._size)
        ChartPart(sheet, self._chart, self._heading).drawOn(self.canv, 0, 0)


def gazette_pdf(report: Report, paper: str = "a4") -> bytes:
    """A public report as PDF: one page, unless its words fill more. Below them stand its graphs, and its map at the end.

    The same report gives the same bytes. Raises ValueError for an unknown paper.
    """
    fonts.register()
    report = spelled(report)
    press = press_for(report, paper)
    drawn, maps, sections = list[Flowable](), list[Flowable](), []
    for section in report.sections:
        told = tuple(block for block in section.blocks if not isinstance(block, Map | Graph))
        sections += [replace(section, blocks=told)] if told else []
        maps += [_map(block, section.key, section.title, press) for block in section.blocks if isinstance(block, Map)]
        graphs = [block for block in section.blocks if isinstance(block, Graph) and block.turns and block.courses]
        if graphs:
            title = one_line(section.title)
            drawn.append(Heading(escape(title), title, f"section-{section.key}", 0, press))
            drawn += [graph_lines(block, press, _GRAPH) for block in graphs]
    story = [*tell(replace(report, sections=tuple(sections), front=None), press, paper), *drawn, *maps]
    data, _ = build(story, running(replace(report, front=None)), paper)
    return data


def _map(block: Map, key: str, title: str, press: Press) -> _Rest:
    chart = replace(block.chart, note=block.chart.note or plain(block.caption))
    return _Rest(chart, Heading("", one_line(title), f"section-{key}", 0, press))

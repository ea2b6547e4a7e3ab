"""Parts of a report that are drawn: small maps side by side, the podium, graphs; each a figure that says what it shows."""

from __future__ import annotations

from collections import Counter

from reportlab.platypus import Flowable

from postern.game.chart import Chart
from postern.game.report import Graph, Maps, Podium
from postern.render.chart.small import draw_key, draw_small
from postern.render.marks import one_line
from postern.render.pdf.boxes import Beside, Picture
from postern.render.pdf.prose import Press
from postern.render.podium import draw_podium

_ABREAST, _ROWS, _BETWEEN = 2, 3, 12.0
_TOGETHER = 2
"""So many rows of small maps stand on one page, if there are no more."""


def maps_parts(block: Maps, press: Press) -> list[Flowable]:
    """The caption, the key, and the maps in rows of two."""
    parts: list[Flowable] = [press.paragraph(block.caption)] if block.caption else []
    if not block.charts:
        return parts
    width_ = (press.width - _BETWEEN) / _ABREAST
    highest = press.height / _ROWS - _BETWEEN
    sheets = [(draw_small(chart, chart.heading, width_, highest), _shares(chart)) for chart in block.charts]
    rows = [sheets[at : at + _ABREAST] for at in range(0, len(sheets), _ABREAST)]
    below = sum(max(sheet.height for sheet, _ in row) + _BETWEEN for row in rows[1:]) if len(rows) <= _TOGETHER else 0.0
    beside = [Beside(row, _BETWEEN, 0.0 if at else below) for at, row in enumerate(rows)]
    key = draw_key(block.charts[-1], press.width)
    first = beside[0].opening() if beside else 0.0
    return [*parts, Beside([(key, "Who is who on these maps.")], _BETWEEN, first), *beside]


def _shares(chart: Chart) -> str:
    """A small map in a sentence: when it was so, and how much each side held."""
    held = Counter(area.owner for area in chart.areas)
    sides = [f"{owner.name} {held[owner.key]}" for owner in chart.owners if held[owner.key]]
    return f"{chart.heading}: {', '.join(sides) or 'nobody holds anything'}."


def podium_part(block: Podium, press: Press) -> Beside:
    stand = "; ".join(f"{one.rank}. {one_line(one.name)} with {one.score:,} points" for one in block.places)
    numbers = "; ".join(f"{one_line(one.label)}: {one.written}" for one in block.figures)
    shows = f"A podium. {one_line(block.headline)}: {stand}. The game in numbers: {numbers}."
    return Beside([(draw_podium(block, press.width), shows)], 0.0)


def graph_lines(block: Graph, press: Press, height: float = 250.0) -> Picture:
    """The lines alone, this high in points."""
    from postern.render.pdf.graph import draw_graph  # heavy, and few documents have one

    ends = ", ".join(f"{one_line(course.name)} {course.values[-1]:,}" for course in block.courses)
    shows = f"Lines from turn {block.turns[0]} to {block.turns[-1]}. At the end: {ends}."
    return Picture(draw_graph(block, press.width, height), shows)

"""The lower part of a front page: the own front from the report's map, and beside it scales and stores, or the race of the
scores."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from postern.game.chart import Chart
from postern.game.front import Front, Race
from postern.render import style
from postern.render.chart import owners
from postern.render.chart.draw import draw_front
from postern.render.chart.paint import paint
from postern.render.chart.words import described
from postern.render.fonts import BOLD, REGULAR, text_width
from postern.render.front_text import race_line
from postern.render.pdf.front_side import SIDE, draw_side, has_side
from postern.render.pdf.tags import tagged
from postern.render.style import rgb

Box = tuple[float, float, float, float]
_RACE, _GAP = 168.0, 20.0
_HIGHEST = 250.0
_OTHER = "#8d8270"
_LEAST = 90.0
_STRIP = 96.0
"""How high the race is below the map, where there is room for both."""


def draw_lower(canvas: Canvas, front: Front, charts: Sequence[Chart], box: Box) -> None:
    """Draws both into the box (left, lower, right and upper edge); where it is too low, neither. The race stands beside the
    map, or below it in a high box; where it tells nothing yet, the map has all the room."""
    (left, low, right, top), race = box, front.race if front.race is not None and front.race.tells else None
    if top - low < _LEAST:
        return
    beside = right - left - (SIDE if has_side(front) else _RACE) - _GAP
    stacked = race is not None and not has_side(front) and bool(charts) and top - low >= beside + _STRIP + _GAP
    wide = right - left if (race is None or stacked) and not has_side(front) else beside
    high = min(top - low - (_STRIP + _GAP if stacked else 0), wide)
    sheet = draw_front(charts[0], wide, high) if charts else None
    if sheet is not None:
        shown = (left, top - high, left + wide, top)
        with tagged(canvas, "Figure", alt=f"Your own front on the map. {described(charts[0])}", box=shown):
            paint(sheet, canvas, left, top - high)
    if has_side(front):
        draw_side(canvas, front, right - SIDE if sheet is not None else left, low, top)
    elif race is not None:
        x = right - _RACE if sheet is not None and not stacked else left
        shown = (left, low, right, low + _STRIP) if stacked else (x, top - min(high, _HIGHEST), right, top)
        with tagged(canvas, "Figure", alt=race_line(front), box=shown):
            _race(canvas, race, shown)


def _race(canvas: Canvas, race: Race, box: Box) -> None:
    """Both scores as lines from turn to turn; where only one turn is known, as bars."""
    left, low, right, top = box
    words = canvas.beginText(left, top - 7)
    words.setFont(BOLD, 8)
    words.setFillColorRGB(*rgb("#5b2a86"))
    words.setCharSpace(1.5)
    words.textOut(race.title.upper())
    words.setCharSpace(0)
    canvas.drawText(words)
    ends = [("you", owners.OWN, race.own), ("best met", _OTHER, race.best)]
    known = [
        (name, colour, [(turn, score) for turn, score in zip(race.turns, scores, strict=True) if score is not None])
        for name, colour, scores in ends
    ]
    known = [one for one in known if one[2]]
    highest = max(1, *(score for _, _, points in known for _, score in points))
    if len(race.turns) < 2:
        _bars(canvas, [(name, colour, points[-1][1]) for name, colour, points in known], highest, (left, low, right, top - 24))
        return
    label = max(text_width(f"{name} {points[-1][1]:,}", BOLD, 8) for name, _, points in known)
    first, last = race.turns[0], race.turns[-1]
    inner = (left + 2, low + 14, right - label - 6, top - 22)

    def at(turn: int, score: int) -> tuple[float, float]:
        across = (turn - first) / (last - first)
        return inner[0] + across * (inner[2] - inner[0]), inner[1] + max(0, score) / highest * (inner[3] - inner[1])

    canvas.setLineWidth(0.6)
    canvas.setStrokeColorRGB(*rgb(style.RULE))
    canvas.line(inner[0], inner[1], inner[2], inner[1])
    canvas.setFont(REGULAR, 7.5)
    canvas.setFillColorRGB(*rgb(style.GREY))
    canvas.drawString(inner[0], low + 3, f"turn {first}" if first else "start")
    canvas.drawRightString(inner[2], low + 3, f"turn {last}")
    heights: list[float] = []
    for name, colour, points in sorted(known, key=lambda one: -one[2][-1][1]):
        places = [at(turn, score) for turn, score in points]
        canvas.setStrokeColorRGB(*rgb(colour))
        canvas.setFillColorRGB(*rgb(colour))
        canvas.setLineWidth(2.2 if name == "you" else 1.3)
        path = canvas.beginPath()
        path.moveTo(*places[0])
        for x, y in places[1:]:
            path.lineTo(x, y)
        canvas.drawPath(path)
        canvas.circle(*places[-1], 2.2 if name == "you" else 1.6, stroke=0, fill=1)
        y = min([places[-1][1] - 2.8, *(height - 10 for height in heights)])
        heights.append(y)
        canvas.setFont(BOLD, 8)
        canvas.drawString(places[-1][0] + 5, y, f"{name} {points[-1][1]:,}")


def _bars(canvas: Canvas, known: Sequence[tuple[str, str, int]], highest: int, box: Box) -> None:
    left, _, right, top = box
    y = top
    for name, colour, score in known:
        canvas.setFont(BOLD, 8)
        canvas.setFillColorRGB(*rgb(style.INK))
        canvas.drawString(left, y - 8, f"{name} {score:,}")
        canvas.setFillColorRGB(*rgb(colour))
        canvas.rect(left, y - 24, max(1.0, (right - left) * max(0, score) / highest), 11, stroke=0, fill=1)
        y -= 34

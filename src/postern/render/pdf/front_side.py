"""The right side of a front page: how others take the reader on a scale, and the steps of his stores."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from postern.game.front import Front, Scale
from postern.render import style
from postern.render.chart import owners
from postern.render.fonts import BOLD, REGULAR
from postern.render.marks import one_line
from postern.render.pdf.brush import cut
from postern.render.pdf.brush import words as _words
from postern.render.pdf.diagrams import StepsPart
from postern.render.pdf.tags import artifact, tagged
from postern.render.style import mix, rgb

SIDE = 206.0
"""How wide it is."""
_ROW, _HEAD, _NAME, _CELL = 13.0, 20.0, 84.0, 15.0
_EMPTY = "#f0e9da"
_BAD, _MIDDLE = "#c98a2b", "#9a917c"


def has_side(front: Front) -> bool:
    """True for a page with something to draw there."""
    return bool(front.scales or front.stores)


def draw_side(canvas: Canvas, front: Front, left: float, low: float, top: float) -> None:
    """Draws scales and stores from the top down, as many as there is room for."""
    y = top
    if front.scales and y - _HEAD - _ROW * len(front.scales) >= low:
        y = _scales(canvas, front.scales_title, front.scales, left, y) - 8
    for store in front.stores:
        part = StepsPart(store, SIDE)
        _, high = part.wrap(SIDE, y - low)
        if y - high < low:
            break
        with artifact(canvas):
            part.drawOn(canvas, left, y - high)
        y -= high


def _scales(canvas: Canvas, title: str, scales: Sequence[Scale], left: float, top: float) -> float:
    """A row for each: name, filled steps, the word for what is held; gives how low it reaches."""
    said = ". ".join(f"{one_line(one.name)}: {one_line(one.word)}, {one_line(one.held)}" for one in scales)
    shown = (left, top - _HEAD - _ROW * len(scales), left + SIDE, top)
    with tagged(canvas, "Figure", alt=f"{one_line(title)}. {said}.", box=shown):
        words = canvas.beginText(left, top - 7)
        words.setFont(BOLD, 8)
        words.setFillColorRGB(*rgb("#5b2a86"))
        words.setCharSpace(1.5)
        words.textOut(one_line(title).upper())
        words.setCharSpace(0)
        canvas.drawText(words)
        y = top - _HEAD
        for one in scales:
            _scale(canvas, one, left, y)
            y -= _ROW
    return y


def _scale(canvas: Canvas, one: Scale, left: float, y: float) -> None:
    face = BOLD if one.own else REGULAR
    _words(canvas, cut(one_line(one.name), face, 8.2, _NAME - 4), face, 8.2, style.INK, left, y - 7)
    colour = _colour(one)
    for step in range(one.of):
        canvas.setFillColorRGB(*rgb(colour if step < one.step else _EMPTY))
        canvas.rect(left + _NAME + step * _CELL, y - 8, _CELL - 2, 7, stroke=0, fill=1)
    x = left + _NAME + one.of * _CELL + 4
    mark = "" if not one.change else " +" if one.change > 0 else " -"
    room = left + SIDE - x
    held = cut(f"{one_line(one.held)}{mark}", BOLD, 7.6, room)
    _words(canvas, held, BOLD, 7.6, owners.OWN if one.own else mix(style.GREY, "#ffffff", 0.2), x, y - 7)


def _colour(one: Scale) -> str:
    """From bad over middling to good, by how far up the scale it stands."""
    part = one.step / max(1, one.of)
    return style.BAD if part <= 0.25 else _BAD if part <= 0.5 else _MIDDLE if part <= 0.75 else style.GOOD

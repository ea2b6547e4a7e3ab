"""A sheet painted on a ReportLab canvas: vectors and embedded faces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from postern.game.chart import Point
from postern.render import fonts
from postern.render.chart.sheet import Sheet, Strokes, Words
from postern.render.style import rgb


def paint(sheet: Sheet, canvas: Canvas, x: float, y: float) -> None:
    """Paints the sheet with its lower left corner at (x, y) of the canvas."""
    fonts.register()
    canvas.saveState()
    canvas.translate(x, y)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for strokes, words in sheet.painted():
        for stroke in strokes:
            _strokes(canvas, stroke, sheet.height)
        _words(canvas, words, sheet.height)
    canvas.restoreState()


def _strokes(canvas: Canvas, strokes: Strokes, height: float) -> None:
    ink = strokes.ink
    if ink.fill:
        canvas.setFillColorRGB(*rgb(ink.fill))
    if ink.line:
        canvas.setStrokeColorRGB(*rgb(ink.line))
        canvas.setLineWidth(ink.width)
        canvas.setDash(list(ink.dash) if ink.dash else [])
    code = [_outline(points, height, " h") for points in strokes.polygons]
    code += [_outline(points, height, "") for points in strokes.lines]
    paint_it = {"stroke": int(ink.line is not None), "fill": int(ink.fill is not None)}
    if code:
        canvas.drawPath(PDFPathObject(code), **paint_it)
    if strokes.circles:
        circles = canvas.beginPath()
        for cx, cy, radius in strokes.circles:
            circles.circle(cx, height - cy, radius)
        canvas.drawPath(circles, **paint_it)


def _outline(points: Sequence[Point], height: float, end: str) -> str:
    """The path's operators: ReportLab's own way with numbers takes most of the time of a map of hundreds of areas."""
    (x, y), *rest = points
    return f"{x:.2f} {height - y:.2f} m " + " ".join([f"{px:.2f} {height - py:.2f} l" for px, py in rest]) + end


def _words(canvas: Canvas, words: list[Words], height: float) -> None:
    for word in words:
        face = fonts.BOLD if word.bold else fonts.REGULAR
        x = word.x
        if word.anchor != "start":
            x -= fonts.text_width(word.text, face, word.size) / (2 if word.anchor == "middle" else 1)
        if word.halo:
            canvas.setStrokeColorRGB(*rgb(word.halo))
            canvas.setLineWidth(word.size * 0.28)
            canvas.setDash([])
            _text(canvas, x, height - word.y, word, face, 1)
        canvas.setFillColorRGB(*rgb(word.colour))
        _text(canvas, x, height - word.y, word, face, 0)


def _text(canvas: Canvas, x: float, y: float, word: Words, face: str, mode: Literal[0, 1]) -> None:
    text = canvas.beginText(x, y)
    text.setFont(face, word.size)
    text.setTextRenderMode(mode)
    text.textOut(word.text)
    if mode:
        text.setTextRenderMode(0)
    canvas.drawText(text)

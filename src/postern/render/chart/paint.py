"""A sheet painted on a ReportLab canvas: vectors and embedded faces; forms are kept in the file once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from reportlab.pdfbase.pdfmetrics import getFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from postern.game.chart import Outline
from postern.render import fonts
from postern.render.chart.sheet import Form, Ink, Sheet, Strokes, Words
from postern.render.style import rgb

_ARC = 0.5523
"""How far a Bézier curve's handle reaches for a quarter of a circle of radius 1."""


def paint(sheet: Sheet, canvas: Canvas, x: float, y: float) -> None:
    """Paints the sheet with its lower left corner at (x, y) of the canvas."""
    fonts.register()
    for form in sheet.used_forms():
        if not canvas.hasForm(form.name):
            _define(canvas, form)
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, x, y + sheet.height)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for layer in sheet.painted():
        if not (layer.strokes or layer.forms or layer.words):
            continue
        canvas.saveState()
        if layer.clip:
            left, top, right, low = layer.clip
            frame = PDFPathObject([f"{left:.2f} {top:.2f} {right - left:.2f} {low - top:.2f} re"])
            canvas.clipPath(frame, stroke=0, fill=0)
        for stroke in layer.strokes:
            _strokes(canvas, stroke)
        for form, cx, cy, size in layer.forms:
            canvas.addLiteral(f"q {size:.3f} 0 0 {size:.3f} {cx:.2f} {cy:.2f} cm")
            canvas.doForm(form.name)
            canvas.addLiteral("Q")
        before = None
        for word in layer.words:
            _words(canvas, word, before)
            before = word
        canvas.restoreState()
    canvas.restoreState()


def _define(canvas: Canvas, form: Form) -> None:
    canvas.beginForm(form.name, -2, -2, 2, 2)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for ink, outline in form.parts:
        _set(canvas, ink)
        end = " h" if ink.fill else ""
        canvas.drawPath(PDFPathObject([_outline(outline, end, 3)]), stroke=int(bool(ink.line)), fill=int(bool(ink.fill)))
    canvas.endForm()


def _set(canvas: Canvas, ink: Ink) -> None:
    if ink.fill:
        canvas.setFillColorRGB(*rgb(ink.fill))
    if ink.line:
        canvas.setStrokeColorRGB(*rgb(ink.line))
        canvas.setLineWidth(ink.width)
        canvas.setDash(list(ink.dash) if ink.dash else [])


def _strokes(canvas: Canvas, strokes: Strokes) -> None:
    ink = strokes.ink
    _set(canvas, ink)
    if ink.alpha < 1:
        canvas.saveState()
        canvas.setFillAlpha(ink.alpha)
        canvas.setStrokeAlpha(ink.alpha)
    code = [_outline(points, " h") for points in strokes.polygons]
    code += [_outline(points, "") for points in strokes.lines]
    code += [_circle(*circle) for circle in strokes.circles]
    if code:
        canvas.drawPath(PDFPathObject(code), stroke=int(ink.line is not None), fill=int(ink.fill is not None))
    if ink.alpha < 1:
        canvas.restoreState()


@lru_cache(maxsize=8192)
def _outline(points: Outline, end: str, places: int = 2) -> str:
    """The path's operators: ReportLab's own way with numbers takes most of the time of a map of hundreds of areas.

    They are kept: a shore is painted with every one of its rings, an area with its mist, a map as page and as picture.
    """
    (x, y), *rest = points
    if places != 2:
        return f"{x:.3f} {y:.3f} m " + " ".join([f"{px:.3f} {py:.3f} l" for px, py in rest]) + end
    return f"{x:.2f} {y:.2f} m " + " ".join([f"{px:.2f} {py:.2f} l" for px, py in rest]) + end


def _circle(x: float, y: float, r: float) -> str:
    k = r * _ARC
    return (
        f"{x + r:.2f} {y:.2f} m {x + r:.2f} {y + k:.2f} {x + k:.2f} {y + r:.2f} {x:.2f} {y + r:.2f} c "
        f"{x - k:.2f} {y + r:.2f} {x - r:.2f} {y + k:.2f} {x - r:.2f} {y:.2f} c "
        f"{x - r:.2f} {y - k:.2f} {x - k:.2f} {y - r:.2f} {x:.2f} {y - r:.2f} c "
        f"{x + k:.2f} {y - r:.2f} {x + r:.2f} {y - k:.2f} {x + r:.2f} {y:.2f} c h"
    )


def _words(canvas: Canvas, word: Words, before: Words | None) -> None:
    """A text, over its halo where it has one. ``before`` was painted just before, and left its colours behind.

    ReportLab's own way writes font, matrix and characters anew for each of both, which took a fifth of the time of a map.
    """
    if word.halo and (before is None or (before.halo, before.size) != (word.halo, word.size)):
        canvas.setStrokeColorRGB(*rgb(word.halo))
        canvas.setLineWidth(word.size * 0.28)
        canvas.setDash([])
    if before is None or before.colour != word.colour:
        canvas.setFillColorRGB(*rgb(word.colour))
    face: Any = getFont(word.font)
    pen: Any = canvas  # it knows the document, with which a typeface keeps the characters that it uses there
    shown = " ".join(
        f"{face.getSubsetInternalName(subset, pen._doc)} {word.size:.3f} Tf ({pen._escape(part)}) Tj"
        for subset, part in face.splitString(word.text, pen._doc)
    )
    place = f"1 0 0 -1 {word.left:.3f} {word.y:.3f} Tm"
    spaced, closed = (f"{word.spacing:.3f} Tc ", " 0 Tc") if word.spacing else ("", "")
    halo = f"{place} 1 Tr {shown} " if word.halo else ""
    canvas.addLiteral(f"BT {spaced}{halo}{place} 0 Tr {shown}{closed} ET")

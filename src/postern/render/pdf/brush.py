"""Small tools for pages that are drawn as a whole: boxes, words, spaced capitals, paragraphs set from the top down."""

from __future__ import annotations

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas

from postern.render.fonts import BOLD, text_width
from postern.render.marks import one_line, plain
from postern.render.pdf.prose import Prose, literal
from postern.render.pdf.tags import artifact
from postern.render.style import rgb

LONGEST = 300
"""Longer texts are cut: such a page has no second one."""


def paragraph_style(face: str, size: float, colour: str, leading: float) -> ParagraphStyle:
    """The style of a paragraph; ``leading`` is a multiple of its size."""
    return ParagraphStyle("front", fontName=face, fontSize=size, leading=size * leading, textColor=HexColor(colour))


def plain_paragraph(text: str, face: str, size: float, colour: str) -> Prose:
    """A paragraph of plain words, without links."""
    return Prose(literal(one_line(plain(text))[:LONGEST]), paragraph_style(face, size, colour, 1.16))


def set_down(canvas: Canvas, text: Prose, x: float, y: float, width: float) -> float:
    """Draws a paragraph with its top at y; its lower edge."""
    _, height = text.wrap(width, 1e6)
    text.drawOn(canvas, x, y - height)
    return y - float(height)


def box(canvas: Canvas, x: float, y: float, width: float, height: float, colour: str) -> None:
    """Fills a rectangle, its lower left corner at (x, y); to who hears the page it says nothing."""
    with artifact(canvas):
        canvas.setFillColorRGB(*rgb(colour))
        canvas.rect(x, y, width, height, stroke=0, fill=1)


def spaced(canvas: Canvas, text: str, x: float, y: float, colour: str, size: float = 8.0, space: float = 1.5) -> None:
    """Small capitals with room between them."""
    line = canvas.beginText(x, y)
    line.setFont(BOLD, size)
    line.setFillColorRGB(*rgb(colour))
    line.setCharSpace(space)
    line.textOut(text)
    line.setCharSpace(0)
    canvas.drawText(line)


def words(canvas: Canvas, text: str, face: str, size: float, colour: str, x: float, y: float, end: bool = False) -> None:
    """Writes a line that begins at x, or ends there with ``end``."""
    canvas.setFillColorRGB(*rgb(colour))
    canvas.setFont(face, size)
    if end:
        canvas.drawRightString(x, y, text)
    else:
        canvas.drawString(x, y, text)


def cut(text: str, face: str, size: float, room: float) -> str:
    """As much of the text as fits, with dots for the rest."""
    if text_width(text, face, size) <= room:
        return text
    while text and text_width(text + "…", face, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"

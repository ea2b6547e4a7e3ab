"""Words that stand in a PDF without being seen: a map area by area, for who hears the page, and for who searches in it."""

from __future__ import annotations

from typing import Any

from postern.game.chart import Chart
from postern.render.chart.sheet import Sheet
from postern.render.chart.words import in_words
from postern.render.fonts import REGULAR, text_width
from postern.render.marks import one_line
from postern.render.pdf.tags import grouped, tagged

_SIZE = 4.0
_INVISIBLE = 3


def write_heading(canvas: Any, title: str, x: float, top: float) -> None:
    """Writes a section's title there."""
    with tagged(canvas, "H2"):
        _write(canvas, title, x, top - _SIZE, 1e6)


def write_words(canvas: Any, chart: Chart, sheet: Sheet) -> None:
    """Writes what the chart, painted as this sheet, tells of each area: where the area stands, so that a search leads there."""
    places = {text.partition(":")[0]: outline for outline, text in sheet.tips}
    foot = _SIZE
    for group in in_words(chart):
        with tagged(canvas, "H3"):
            _write(canvas, group.title, 0.0, foot, sheet.width)
        with grouped(canvas, "L"):
            for item in group.items:
                outline = places.get(item.partition(":")[0], ())
                x = sum(px for px, _ in outline) / len(outline) if outline else 0.0
                y = sheet.height - sum(py for _, py in outline) / len(outline) if outline else foot
                with grouped(canvas, "LI"), tagged(canvas, "LBody"):
                    _write(canvas, one_line(item), x, y, sheet.width - x)


def _write(canvas: Any, words: str, x: float, y: float, room: float) -> None:
    """Writes the words, pressed together where there is little room for them."""
    text = canvas.beginText(x, y)
    text.setFont(REGULAR, _SIZE)
    text.setTextRenderMode(_INVISIBLE)
    text.setHorizScale(min(100.0, 100.0 * room / max(text_width(words, REGULAR, _SIZE), 0.1)))
    text.textOut(words)
    text.setHorizScale(100)
    text.setTextRenderMode(0)
    canvas.drawText(text)

"""Pictures of a report's graphs and of its maps side by side, for pages that cannot draw."""

from __future__ import annotations

import io

from PIL import Image
from reportlab.graphics import renderPDF
from reportlab.pdfgen.canvas import Canvas

from postern.game.report import Graph, Maps, Podium
from postern.render import fonts
from postern.render.chart.png import pixels_of, png, rasterised
from postern.render.chart.small import draw_key, draw_small
from postern.render.pdf.graph import draw_graph
from postern.render.podium import draw_podium

_ABREAST, _WIDTH, _GAP, _MARGIN = 2, 500.0, 12.0, 6.0
_COLOURS = 64


def maps_png(maps: Maps, width: int) -> bytes:
    """The maps in rows of two with the key above them, ``width`` pixels wide. It needs at least one map."""
    scale = width / _WIDTH
    across = (_WIDTH - _GAP * (_ABREAST - 1) - 2 * _MARGIN) / _ABREAST
    key = draw_key(maps.charts[-1], _WIDTH - 2 * _MARGIN)
    sheets = [draw_small(chart, chart.heading, across, across * 1.4) for chart in maps.charts]
    rows = [sheets[at : at + _ABREAST] for at in range(0, len(sheets), _ABREAST)]
    high = key.height + 2 * _MARGIN + sum(max(sheet.height for sheet in row) + _GAP for row in rows)
    image = Image.new("RGB", (width, round(high * scale)), "#ffffff")
    y = _MARGIN
    image.paste(pixels_of(key, round(key.width * scale)), (round(_MARGIN * scale), round(y * scale)))
    y += key.height + _GAP
    for row in rows:
        for at, sheet in enumerate(row):
            left = round((_MARGIN + at * (across + _GAP)) * scale)
            image.paste(pixels_of(sheet, round(sheet.width * scale)), (left, round(y * scale)))
        y += max(sheet.height for sheet in row) + _GAP
    return _png(image)


def podium_png(podium: Podium, width: int) -> bytes:
    """The podium, ``width`` pixels wide."""
    return png(draw_podium(podium, _WIDTH), width)


def graph_png(graph: Graph, width: int) -> bytes:
    """The graph's lines, ``width`` pixels wide. It needs a course and a turn."""
    fonts.register()
    drawing = draw_graph(graph, _WIDTH - 2 * _MARGIN)
    canvas = Canvas("graph.pdf", pagesize=(_WIDTH, drawing.height + 2 * _MARGIN), invariant=1)
    renderPDF.draw(drawing, canvas, _MARGIN, _MARGIN)
    canvas.showPage()
    return _png(rasterised(canvas.getpdfdata(), width / _WIDTH))  # type: ignore[no-untyped-call]


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.convert("RGB").quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()

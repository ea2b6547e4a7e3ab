"""A sheet as PNG: the vector drawing, turned into pixels by PDFium."""

from __future__ import annotations

import io
import threading

import pypdfium2
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from postern.render import fonts
from postern.render.chart.paint import paint
from postern.render.chart.sheet import Sheet

# PDFium keeps state of its own and is not safe for threads.
_COLOURS = 48
_ONE_AT_A_TIME = threading.Lock()


def png(sheet: Sheet, width: int) -> bytes:
    """The sheet as a PNG file, ``width`` pixels wide; the same sheet gives the same bytes."""
    if width < 1:
        raise ValueError(f"width must be at least 1 pixel, got {width}")
    image = pixels_of(sheet, width)
    out = io.BytesIO()
    # Packed more thoroughly it would be a twenty-fifth smaller, and take half as long again.
    # A palette taken from a small copy makes the file a third of the size.
    image.quantize(palette=_palette(sheet, image), dither=Image.Dither.NONE).save(out, "PNG", compress_level=5)
    return out.getvalue()


def pixels_of(sheet: Sheet, width: int) -> Image.Image:
    """The sheet as an image, ``width`` pixels wide."""
    fonts.register()
    canvas = Canvas("map.pdf", pagesize=(sheet.width, sheet.height), invariant=1, pageCompression=0)
    paint(sheet, canvas, 0, 0)
    canvas.showPage()
    pdf: bytes = canvas.getpdfdata()  # type: ignore[no-untyped-call]
    image = rasterised(pdf, (width - 0.01) / sheet.width)  # a part of a pixel more would make one more
    if image.width != width:
        image = image.resize((width, round(image.height * width / image.width)))
    return image


def _palette(sheet: Sheet, image: Image.Image) -> Image.Image:
    """The colours that take most of a small copy, and those of the inks that need to be met however rare they are."""
    small = image.reduce(6)
    common = small.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT).getpalette() or []
    inks = [int(colour[i : i + 2], 16) for colour in sheet.colours() for i in (1, 3, 5)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*common[: 3 * _COLOURS], *inks][: 3 * 256])
    return palette


def rasterised(pdf: bytes, scale: float) -> Image.Image:
    """The first page of a PDF, so many pixels for a point."""
    with _ONE_AT_A_TIME:
        document = pypdfium2.PdfDocument(pdf)
        try:
            page = document[0]
            image: Image.Image = page.render(scale=scale).to_pil()
            page.close()
        finally:
            document.close()
    return image

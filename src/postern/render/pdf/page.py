"""Pages of a PDF: sizes, running header and footer, page numbers, and what the file says of itself."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from postern.render import fonts, style
from postern.render.fonts import BOLD, REGULAR, text_width
from postern.render.marks import one_line, plain
from postern.render.pdf.tags import TaggedCanvas, artifact
from postern.render.style import MAP_FOOT, MAP_MARGIN, MARGIN, Look, paper_size, rgb

_TOP = 58.0
_BOTTOM = 52.0
_MAP_SIZE = 6.8
_TOTAL = "pages-in-all"
FRONT_MARGIN = 44.0


@dataclass(frozen=True)
class Running:
    """What stands on every page, and the document's own data. ``head_left`` and ``head_right`` are left off page 1.

    With ``front`` the first page is drawn as a whole, by what fills it.
    """

    title: str
    author: str
    subject: str
    language: str
    head_left: str
    head_right: str
    foot: str
    look: Look
    front: bool = False


def frame_size(paper: str) -> tuple[float, float]:
    """Width and height of the text on a page of this paper, in points. Raises ValueError for an unknown paper."""
    width, height = paper_size(paper)
    return width - 2 * MARGIN, height - _TOP - _BOTTOM


def build(story: Sequence[Flowable], running: Running, paper: str) -> tuple[bytes, int]:
    """The PDF of the story, the same bytes for the same story, and its number of pages."""
    fonts.register()
    size = paper_size(paper)
    out = io.BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=size,
        title=one_line(running.title),
        author=one_line(running.author),
        subject=plain(running.subject),
        creator="Postern",
        keywords=[],
        lang=running.language,
        invariant=1,
        initialFontName=REGULAR,
        pageCompression=1,
    )
    pages = [_page(size, running), _whole_page(size, running), *_map_pages(size, running)]
    document.addPageTemplates([_front_page(size, running), *pages] if running.front else pages)
    document.build(list(story), canvasmaker=_Numbered)
    return out.getvalue(), document.page


class _Numbered(TaggedCanvas):
    """A canvas that writes the number of pages into a form once it is known; each page's footer shows that form."""

    def save(self) -> None:
        """Defines the form and ends the file."""
        self.beginForm(_TOTAL)
        self.setFillColorRGB(*rgb(style.GREY))
        self.setFont(REGULAR, style.SMALL)
        self.drawString(0, 0, str(self.getPageNumber() - 1))
        self.endForm()
        self.showOutline()
        super().save()


def _page(size: tuple[float, float], running: Running) -> PageTemplate:
    width, height = size
    frame = Frame(MARGIN, _BOTTOM, width - 2 * MARGIN, height - _TOP - _BOTTOM, 0, 0, 0, 0)
    return PageTemplate("page", [frame], onPage=partial(_furniture, running=running), pagesize=size)


def _front_page(size: tuple[float, float], running: Running) -> PageTemplate:
    """A page without margins: what fills it draws all but the foot."""
    frame = Frame(0, -1, size[0], size[1] + 2, 0, 0, 0, 0)
    return PageTemplate("front", [frame], onPage=partial(_furniture, running=running), pagesize=size)


def _whole_page(size: tuple[float, float], running: Running) -> PageTemplate:
    """A page without margins and without a head: what fills it draws all but the foot."""
    frame = Frame(0, -1, size[0], size[1] + 2, 0, 0, 0, 0)
    return PageTemplate("whole", [frame], onPage=partial(_foot, running=running, margin=FRONT_MARGIN), pagesize=size)


def _map_pages(size: tuple[float, float], running: Running) -> list[PageTemplate]:
    """Pages that a wall map fills, with one small line at the foot."""
    pages = []
    for name, (width, height) in (("map", size), ("map-landscape", (size[1], size[0]))):
        frame = Frame(MAP_MARGIN, MAP_FOOT - 1, width - 2 * MAP_MARGIN, height - MAP_MARGIN - MAP_FOOT + 2, 0, 0, 0, 0)
        pages.append(PageTemplate(name, [frame], onPage=partial(_map_furniture, running=running), pagesize=(width, height)))
    return pages


def _map_furniture(canvas: Canvas, document: BaseDocTemplate, running: Running) -> None:
    width, _ = document.pageTemplate.pagesize
    canvas.saveState()
    with artifact(canvas):
        canvas.setFillColorRGB(*rgb(style.GREY))
        canvas.setFont(REGULAR, _MAP_SIZE)
        words = " · ".join(one_line(plain(part)) for part in (running.head_left, running.head_right, running.foot) if part)
        canvas.drawString(MAP_MARGIN, MAP_FOOT - 11, _fit(words, width - 2 * MAP_MARGIN - 90))
        _page_number(canvas, document.page, width - MAP_MARGIN, MAP_FOOT - 11, _MAP_SIZE)
    canvas.restoreState()


def _page_number(canvas: Canvas, page: int, right: float, y: float, size: float) -> None:
    """Writes "Page 3 of 6", its end at ``right``; the total stands in a form, written at the end."""
    number = f"Page {page} of "
    share = size / style.SMALL
    start = right - text_width(number + "00", REGULAR, size)
    canvas.drawString(start, y, number)
    canvas.translate(start + text_width(number, REGULAR, size), y)
    canvas.scale(share, share)
    canvas.doForm(_TOTAL)


def _furniture(canvas: Canvas, document: BaseDocTemplate, running: Running) -> None:
    if document.page == 1 and running.front:
        _foot(canvas, document, running, FRONT_MARGIN)
        return
    canvas.saveState()
    with artifact(canvas):
        _head(canvas, document, running)
    canvas.restoreState()
    _foot(canvas, document, running, MARGIN)


def _head(canvas: Canvas, document: BaseDocTemplate, running: Running) -> None:
    (width, height), margin = document.pageTemplate.pagesize, MARGIN
    if document.page == 1:
        canvas.setFillColorRGB(*rgb(running.look.accent))
        canvas.rect(0, height - 14, width, 14, stroke=0, fill=1)
    else:
        canvas.setFillColorRGB(*rgb(style.GREY))
        canvas.setFont(REGULAR, style.SMALL)
        canvas.drawString(margin, height - 36, one_line(running.head_left))
        canvas.setFont(BOLD, style.SMALL)
        canvas.drawRightString(width - margin, height - 36, one_line(running.head_right))
        canvas.setStrokeColorRGB(*rgb(running.look.accent))
        canvas.setLineWidth(0.7)
        canvas.line(margin, height - 42, width - margin, height - 42)


def _foot(canvas: Canvas, document: BaseDocTemplate, running: Running, margin: float) -> None:
    width, _ = document.pageTemplate.pagesize
    canvas.saveState()
    with artifact(canvas):
        canvas.setFillColorRGB(*rgb(style.GREY))
        canvas.setFont(REGULAR, style.SMALL)
        canvas.drawString(margin, 28, _fit(one_line(plain(running.foot)), width - 2 * margin - 90))
        _page_number(canvas, document.page, width - margin, 28, style.SMALL)
    canvas.restoreState()


def _fit(text: str, width: float) -> str:
    if text_width(text, REGULAR, style.SMALL) <= width:
        return text
    while text and text_width(text + "…", REGULAR, style.SMALL) > width:
        text = text[:-1]
    return text + "…"

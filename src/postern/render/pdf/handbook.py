"""The handbook as PDF: contents with page numbers, a section a topic, links from ``HELP word`` to the topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

from reportlab.platypus import CondPageBreak, Flowable

from postern.game.handbook import Handbook, Topic
from postern.game.report import Column, Table
from postern.render import fonts, style
from postern.render.markdown import Code, Items, Paragraph, Part, Quote, Title, parts
from postern.render.marks import Links, clean, one_line
from postern.render.pdf import grid
from postern.render.pdf.boxes import Heading, Lines, Panel
from postern.render.pdf.forms import MONO_ADVANCE, verbatim
from postern.render.pdf.page import Running, build, frame_size
from postern.render.pdf.prose import Press, Prose, paragraph_style

_ACCENT = "#7a1f3d"
_LINES = 50.0
"""The height of the first lines of a list, in points."""


def handbook_pdf(handbook: Handbook, paper: str = "a4") -> bytes:
    """The whole handbook as PDF. The same handbook gives the same bytes. Raises ValueError for an unknown paper."""
    fonts.register()
    look = style.look(_ACCENT)
    keys = {f"topic-{index}": topic for index, topic in enumerate(handbook.topics)}
    helps = {f"HELP {word}": key for key, topic in keys.items() for word in _forms(topic)}
    press = Press(look, *frame_size(paper), keys=helps, links=Links(helps))
    running = Running(handbook.title, "Postern", handbook.title, "en", handbook.title, "", "", look)
    pages: dict[str, int] = {}
    data = b""
    # The first round finds out on which pages the topics begin; the second prints that.
    for _ in range(2):
        story = _front(handbook, keys, press, pages)
        for key, topic in keys.items():
            story += _topic(topic, key, press, pages)
        data, _pages = build(story, running, paper)
    return data


def _forms(topic: Topic) -> set[str]:
    words = (topic.name, *topic.also, *(f"{topic.name} {section.name}" for section in topic.sections))
    return {form for word in words for form in (word, word.upper(), word.lower())}


def _front(handbook: Handbook, keys: dict[str, Topic], press: Press, pages: dict[str, int]) -> list[Flowable]:
    title = one_line(handbook.title)
    titles = {one_line(topic.title): key for key, topic in keys.items()}
    rows = tuple(
        (one_line(topic.title), f"`HELP {one_line(topic.name).upper()}`", str(pages.get(key, 0) or ""))
        for key, topic in keys.items()
    )
    columns = (Column("Topic", wide=True), Column("By mail"), Column("Page", number=True))
    contents = grid.make(Table(columns, rows), replace(press, keys=titles, links=Links(titles)), press.width)
    heading = Heading(escape(title), title, "top", 0, press, "title")
    return [heading, press.paragraph("Each topic also comes by mail: send the words beside it.", "note"), contents]


def _topic(topic: Topic, key: str, press: Press, pages: dict[str, int]) -> list[Flowable]:
    title = one_line(topic.title)
    heading = Heading(escape(title), title, key, 0, press, pages=pages)
    return [CondPageBreak(110), heading, *_parts(parts(topic.body), press, press.width)]


def _parts(body: Sequence[Part], press: Press, width: float) -> list[Flowable]:
    found: list[Flowable] = []
    for index, part in enumerate(body):
        if _announces(part):
            found.append(CondPageBreak(_beginning(body[index:], press, width)))
        found += _part(part, press, width)
    return found


def _announces(part: Part) -> bool:
    """True for a title, and for a line with a colon: what follows belongs below it."""
    return isinstance(part, Title) or (isinstance(part, Paragraph) and "".join(run.text for run in part.runs).endswith(":"))


def _beginning(body: Sequence[Part], press: Press, width: float) -> float:
    """The height that the beginning of the first part needs, with the gap above it, and of all that it announces."""
    part, *rest = body
    if _announces(part) and rest:
        own = _part(part, press, width)[0]
        return own.wrap(width, press.height)[1] + own.getSpaceBefore() + _beginning(rest, press, width)
    match part:
        case Table():
            return style.GAP + grid.make(part, press, width).opening()
        case Code():
            return style.GAP + _code(part, press, width).opening()
        case _:
            return _LINES


def _part(part: Part, press: Press, width: float) -> list[Flowable]:
    match part:
        case Title():
            return [Prose(press.markup(part.runs), paragraph_style(press.look, "subheading"))]
        case Paragraph():
            return [Prose(press.markup(part.runs), paragraph_style(press.look, "body"))]
        case Items():
            return [flowable for index, item in enumerate(part.items) for flowable in _item(part, index, item, press, width)]
        case Code():
            return [_code(part, press, width)]
        case Quote():
            return [Panel(_parts(part.parts, press, width - 21), press.look.accent, press.look.tint, press)]
        case Table():
            table = grid.make(part, press, width)
            return [CondPageBreak(table.opening()), table]


def _item(items: Items, index: int, item: Sequence[Part], press: Press, width: float) -> list[Flowable]:
    bullet = "•" if items.first is None else f"{items.first + index}."
    found: list[Flowable] = []
    for place, part in enumerate(item):
        if isinstance(part, Paragraph):
            role = paragraph_style(press.look, "bullet" if items.first is None else "numbered")
            found.append(Prose(press.markup(part.runs), role, bulletText=bullet if place == 0 else None))
        else:
            found += [_Indented(inner) for inner in _part(part, press, width - 14)]
    return found


class _Indented(Flowable):
    """A part moved a little to the right: what belongs to an item of a list."""

    def __init__(self, part: Flowable) -> None:
        super().__init__()
        self._part = part
        self.spaceAfter = part.getSpaceAfter()

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The part's size with the indent."""
        width, height = self._part.wrap(available_width - 14, available_height)
        return width + 14, height

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """The part's own pieces, each indented."""
        return [_Indented(piece) for piece in self._part.split(available_width - 14, available_height)]

    def draw(self) -> None:
        """Draws the part."""
        self._part.drawOn(self.canv, 14, 0)


def _code(part: Code, press: Press, width: float) -> Panel:
    most = int((width - 24) / (style.SMALL * MONO_ADVANCE))
    lines = [(piece, False) for line in part.lines for piece in verbatim(clean(line), most)]
    return Panel([Lines(lines, style.SMALL, width - 24)], style.RULE, style.ZEBRA, press)

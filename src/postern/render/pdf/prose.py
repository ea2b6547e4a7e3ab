"""Texts as ReportLab paragraphs: styles by role, light marks, links from names to their entries."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph

from postern.render import style
from postern.render.fonts import BOLD, MONO, REGULAR
from postern.render.marks import Links, Span, clean, spans
from postern.render.pdf.tags import Kind, grouped, tagged
from postern.render.style import Look

_LINE_END = re.compile(r"(?<!\\)\) Tj T\*|(?<=\d rg) +T\*")
"""Operators at the end of a line. There is no blank between it and the next line, so that one is drawn for who hears them."""
_KINDS: dict[str, tuple[Kind, ...]] = {
    "title": ("H1",),
    "heading": ("H2",),
    "lead": ("H3",),
    "panel": ("H3",),
    "subheading": ("H3",),
    "bullet": ("L", "LI", "LBody"),
    "numbered": ("L", "LI", "LBody"),
}
"""What paragraphs of a style are in the document's structure; P, where nothing is said."""


class Prose(Paragraph):
    """A paragraph that stands in the document's structure as what its style is for."""

    _goes_on = False

    def split(self, available_width: float, available_height: float) -> list[Flowable]:
        """Its parts, which are one paragraph to who does not see the page."""
        parts: list[Flowable] = super().split(available_width, available_height)
        for at, part in enumerate(parts):
            if isinstance(part, Prose):
                part._goes_on = self._goes_on or at > 0
        return parts

    def draw(self) -> None:
        """Draws it as its kind; items that follow one another are one list."""
        canvas: Any = self.canv
        operators: list[str] = canvas._code
        *around, kind = _KINDS.get(self.style.name, ("P",))
        listed, item = around[:1], around[1:]
        with (
            grouped(canvas, *listed, again=True),
            grouped(canvas, *item, again=self._goes_on),
            tagged(canvas, kind, again=self._goes_on),
        ):
            start = len(operators)
            super().draw()
            operators[start:] = [_LINE_END.sub(_blank, part) for part in operators[start:]]


def _blank(end: re.Match[str]) -> str:
    return " ) Tj T*" if end[0].startswith(")") else " ( ) Tj T*"


@dataclass(frozen=True)
class Press:
    """What all parts of one document share: its colours, and the names that lead to entries, with their keys."""

    look: Look
    width: float
    height: float
    keys: dict[str, str] = field(default_factory=dict)
    links: Links = field(default_factory=lambda: Links(()))

    def paragraph(self, text: str, role: str = "body") -> Prose:
        """A paragraph of text with marks and links, in the style of its role."""
        return Prose(self.markup(spans(text)), paragraph_style(self.look, role))

    def markup(self, runs: Iterable[Span]) -> str:
        """ReportLab's markup for runs of text; everything else is escaped."""
        return "".join(self._run(run) for run in self.links.mark(runs))

    def _run(self, run: Span) -> str:
        text = escape(run.text).replace("\n", "<br/>")
        if run.code:
            text = f'<font face="{MONO}" size="-1">{text}</font>'
        if run.strong:
            text = f"<b>{text}</b>"
        if run.link:
            text = f'<a href="#{self.keys[run.link]}" color="{self.look.deep}">{text}</a>'
        return text


def literal(text: str) -> str:
    """Markup for a text that may hold no marks, its line ends and leading blanks kept."""
    lines = clean(text).split("\n")
    return "<br/>".join("&nbsp;" * (len(line) - len(line.lstrip(" "))) + escape(line.lstrip(" ")) for line in lines)


_STYLES: dict[tuple[Look, str], ParagraphStyle] = {}


def paragraph_style(look: Look, role: str) -> ParagraphStyle:
    """The style of a role: body, lead, good, bad, note, bullet, title, game, line, heading, subheading, small, label."""
    found = _STYLES.get((look, role))
    if found is None:
        found = _STYLES[look, role] = _make(look, role)
    return found


def _make(look: Look, role: str) -> ParagraphStyle:
    face, size, colour, before, after, left = _LOOKS[role]
    ink = {"deep": look.deep, "accent": look.accent}.get(colour, colour)
    leading = size * (1.18 if size > style.BODY + 1 else style.LEADING)
    return ParagraphStyle(
        role,
        fontName=face,
        bulletFontName=face,
        fontSize=size,
        leading=leading,
        textColor=HexColor(ink),
        spaceBefore=before,
        spaceAfter=after,
        leftIndent=left,
        bulletIndent=2 if left else 0,
        bulletFontSize=size,
        allowWidows=0,
        allowOrphans=0,
        splitLongWords=1,
    )


# Face, size, colour, space before, space after, left indent.
_LOOKS: dict[str, tuple[str, float, str, float, float, float]] = {
    "body": (REGULAR, style.BODY, style.INK, 0, style.GAP, 0),
    "lead": (BOLD, style.BODY, style.INK, style.GAP, 3, 0),
    "good": (REGULAR, style.BODY, style.GOOD, 0, style.GAP, 0),
    "bad": (BOLD, style.BODY, style.BAD, 0, style.GAP, 0),
    "note": (REGULAR, style.SMALL, style.GREY, 0, style.GAP, 0),
    "bullet": (REGULAR, style.BODY, style.INK, 0, 3, 12),
    "numbered": (REGULAR, style.BODY, style.INK, 0, 3, 18),
    "title": (BOLD, style.TITLE, style.INK, 0, 4, 0),
    "game": (BOLD, style.SMALL, "accent", 0, 2, 0),
    "line": (REGULAR, style.BODY + 1, style.INK, 2, 8, 0),
    "heading": (BOLD, style.HEADING, "deep", 16, style.GAP, 0),
    "subheading": (BOLD, style.BODY + 0.5, style.INK, 10, 3, 0),
    "small": (REGULAR, style.SMALL, style.INK, 0, 3, 0),
    "caption": (BOLD, style.SMALL, style.GREY, 0, 3, 0),
    "label": (REGULAR, style.SMALL, style.GREY, 0, 0, 0),
    "value": (REGULAR, style.BODY, style.INK, 0, 0, 0),
    "panel": (BOLD, style.BODY + 0.5, "deep", 0, 4, 0),
}

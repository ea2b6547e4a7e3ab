"""Texts as ReportLab paragraphs: styles by role, light marks, links from names to their entries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from postern.render import style
from postern.render.fonts import BOLD, MONO, REGULAR
from postern.render.marks import Links, Span, clean, spans
from postern.render.style import Look


@dataclass(frozen=True)
class Press:
    """What all parts of one document share: its colours, and the names that lead to entries, with their keys."""

    look: Look
    width: float
    height: float
    keys: dict[str, str] = field(default_factory=dict)
    links: Links = field(default_factory=lambda: Links(()))

    def paragraph(self, text: str, role: str = "body") -> Paragraph:
        """A paragraph of text with marks and links, in the style of its role."""
        return Paragraph(self.markup(spans(text)), paragraph_style(self.look, role))

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

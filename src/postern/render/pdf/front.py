"""The front page in the PDF: band with emblem, headline, figures, dangers and chances, battles, the own front, the race."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from postern.game.chart import Chart
from postern.game.front import Fight, Figure, Force, Front, Hint
from postern.game.report import Masthead
from postern.render import style
from postern.render.chart import owners
from postern.render.chart.frame import GOLD, draw_seal
from postern.render.chart.paint import paint
from postern.render.chart.sheet import Sheet
from postern.render.chart.sheet import Words as Label
from postern.render.chart.symbols import draw_star
from postern.render.fonts import BOLD, REGULAR, SERIF_BOLD, SERIF_ITALIC, SERIF_TEXT, text_width
from postern.render.front_text import strength
from postern.render.marks import one_line, plain, spans
from postern.render.pdf.brush import LONGEST
from postern.render.pdf.brush import box as _box
from postern.render.pdf.brush import cut as _cut
from postern.render.pdf.brush import paragraph_style as _style
from postern.render.pdf.brush import plain_paragraph as _plain
from postern.render.pdf.brush import set_down as _set
from postern.render.pdf.brush import spaced as _spaced
from postern.render.pdf.brush import words as _words
from postern.render.pdf.front_map import draw_lower
from postern.render.pdf.page import FRONT_MARGIN
from postern.render.pdf.prose import Press, Prose
from postern.render.pdf.tags import artifact, grouped, tagged
from postern.render.style import mix, rgb

BAND, _PARCHMENT = 92.0, "#f0ebe0"
_SIDE = FRONT_MARGIN
_FOOT = 52.0
_LOWER = 190.0
"""The inset and the race are at least this high; battles that leave less room are not told on this page."""
_FIGHT = 45.0
MOOD = {"good": style.GOOD, "bad": style.BAD, "body": style.GREY}


class FrontPage(Flowable):
    """A whole page: it needs a frame without margins."""

    def __init__(self, front: Front, head: Masthead, press: Press, size: tuple[float, float], charts: Sequence[Chart]) -> None:
        super().__init__()
        self._front = front
        self._head = head
        self._press = press
        self._size = size
        self._charts = charts

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The size of the paper."""
        return self._size

    def draw(self) -> None:
        """Draws all parts from the top down, and the bookmark."""
        canvas: Any = self.canv
        width, height = self._size
        canvas.tree.section()
        canvas.bookmarkHorizontal("top", 0, height)
        canvas.addOutlineEntry(one_line(plain(self._front.headline))[:LONGEST], "top", 0, closed=0)
        _band(canvas, self._front, self._head, width, height)
        inner = width - 2 * _SIDE
        y = height - BAND - 14
        with tagged(canvas, "H1"):
            y = _set(canvas, _plain(self._front.headline, SERIF_BOLD, 22, style.INK), _SIDE, y, inner)
        if self._front.tale:
            y = _set(canvas, _plain(self._front.tale, SERIF_TEXT, 11.8, "#6a5d4c"), _SIDE, y - 4, inner)
        y = _figures(canvas, self._front.figures, y - 12, inner)
        y = self._hints(y - 14, inner)
        y = self._fights(y - 16, inner)
        draw_lower(canvas, self._front, self._charts, (_SIDE, _FOOT, width - _SIDE, y - 6))

    def _text(self, text: str, face: str, size: float, colour: str, leading: float) -> Prose:
        return Prose(self._press.markup(spans(text[:LONGEST])), _style(face, size, colour, leading))

    def _hints(self, y: float, inner: float) -> float:
        """Dangers on the left, chances on the right; where there are only the ones, they have all the width."""
        parts = [
            part
            for part in (
                ("LOOK HERE FIRST", self._front.dangers, style.BAD, "#fbecea"),
                ("CHANCES", self._front.chances, style.GOOD, "#e7f2e8"),
            )
            if part[1]
        ]
        wide = (inner - 14) / 2 if len(parts) > 1 else inner
        low = y
        for at_side, (title, hints, colour, ground) in enumerate(parts):
            x = _SIDE + at_side * (wide + 14)
            texts = [self._hint(one) for one in hints]
            heights = [text.wrap(wide - 32, 1e6)[1] for text in texts]
            high = 27 + sum(heights) + 4.5 * len(heights) + 2
            _box(canvas := self.canv, x, y - high, wide, high, ground)
            _box(canvas, x, y - high, 4.5, high, colour)
            with tagged(canvas, "H2"):
                _spaced(canvas, title, x + 16, y - 14.5, colour)
            at = y - 22
            with grouped(canvas, "L"):
                for text, height in zip(texts, heights, strict=True):
                    with artifact(canvas):
                        canvas.setFillColorRGB(*rgb(colour))
                        canvas.circle(x + 18.5, at - 7.6, 1.6, stroke=0, fill=1)
                    with grouped(canvas, "LI"), tagged(canvas, "LBody"):
                        text.drawOn(canvas, x + 26, at - height)
                    at -= height + 4.5
            low = min(low, y - high)
        return low

    def _hint(self, hint: Hint) -> Prose:
        rows = " | ".join(f"`{row}`" for row in hint.paste.split("\n") if row)
        return self._text(f"{hint.text[: LONGEST - 60]} {rows}".rstrip(), REGULAR, 9.4, style.INK, 1.3)

    def _fights(self, y: float, inner: float) -> float:
        """The battles that leave room for what stands below, each with its bars."""
        if not self._front.fights:
            return y + 6
        room = max(1, int((y - 20 - _FOOT - _LOWER) // _FIGHT))
        shown = self._front.fights[:room]
        more = self._front.more + len(self._front.fights) - len(shown)
        with tagged(self.canv, "H2"):
            _spaced(self.canv, "THE BATTLES", _SIDE, y - 6, self._press.look.accent)
        if more:
            words = f"and {more} more, told on the next pages"
            with tagged(self.canv, "P"):
                _words(self.canv, words, REGULAR, 8.5, style.GREY, _SIDE + inner, y - 6, end=True)
        with artifact(self.canv):
            self.canv.setStrokeColorRGB(*rgb(self._press.look.accent))
            self.canv.setLineWidth(0.7)
            self.canv.line(_SIDE, y - 12, _SIDE + inner, y - 12)
        y -= 18
        most = max([sum(one.troops or 0 for one in fight.forces) for fight in shown] + [1])
        with grouped(self.canv, "L"):
            for fight in shown:
                number = f"Battle {fight.number} on the map: " if fight.number else ""
                sides = "; ".join(map(strength, fight.forces))
                said = f"{number}{one_line(fight.place)}, {one_line(fight.verdict).lower()}. {plain(fight.text)} {sides}."
                with grouped(self.canv, "LI"), tagged(self.canv, "LBody", said=said):
                    self._fight(fight, y, inner, most)
                y -= _FIGHT
        return y

    def _fight(self, fight: Fight, y: float, inner: float, most: int) -> None:
        canvas = self.canv
        sign = Sheet(16, 16)
        draw_star(sign, 8, 8, 8)
        if fight.number:
            sign.words(Label(8, 11, str(fight.number), 8.5, True, "#ffffff"))
        paint(sign, canvas, _SIDE, y - 15)
        x = _SIDE + 23
        place = one_line(fight.place)[:12]
        _words(canvas, place, SERIF_BOLD, 12, style.INK, x, y - 11.5)
        x += text_width(place, SERIF_BOLD, 12) + 6
        verdict = one_line(fight.verdict)[:24]
        _words(canvas, verdict, SERIF_ITALIC, 12, style.INK, x, y - 11.5)
        text = self._text(fight.text, REGULAR, 8.8, "#5f574c", 1.22)
        left = max(148.0, x - _SIDE + text_width(verdict, SERIF_ITALIC, 12) + 9)
        text.wrap(inner - left, 24)
        parts = text.split(inner - left, 23) or [text]
        _, height = parts[0].wrap(inner - left, 24)
        parts[0].drawOn(canvas, _SIDE + left, y - max(height, 11) - 1.5)
        _bars(canvas, fight.forces, y - 37, inner, most)


def _band(canvas: Canvas, front: Front, head: Masthead, width: float, height: float) -> None:
    """The band of the reader's colour with emblem, name and turn."""
    _box(canvas, 0, height - BAND, width, BAND, owners.OWN)
    _box(canvas, 0, height - BAND - 2.5, width, 2.5, GOLD)
    left = _SIDE
    if front.emblem is not None:
        seal = Sheet(64, 64)
        draw_seal(seal, front.emblem, owners.OWN, 32, 32, 30)
        with artifact(canvas):
            paint(seal, canvas, left, height - BAND / 2 - 32)
        left += 78
    with tagged(canvas, "P"):
        _spaced(canvas, one_line(head.game).upper()[:60], left, height - 36, "#e8dcc0", 8.2)
    right = width - _SIDE
    name = one_line(front.name)
    size = 25.0
    while size > 12 and text_width(name, SERIF_BOLD, size) > right - left - 80:
        size -= 0.5
    with tagged(canvas, "P"):
        _words(canvas, _cut(name, SERIF_BOLD, size, right - left - 80), SERIF_BOLD, size, "#ffffff", left, height - 64)
    if front.line:
        with tagged(canvas, "P"):
            line = _cut(one_line(front.line), SERIF_ITALIC, 10.5, right - left - 80)
            _words(canvas, line, SERIF_ITALIC, 10.5, "#dbe4f0", left, height - 80)
    with tagged(canvas, "P", said=f"Turn {head.turn}"):
        _words(canvas, "TURN", BOLD, 8.2, "#ffffff", right, height - 36, end=True)
        _words(canvas, str(head.turn), SERIF_BOLD, 38, "#ffffff", right, height - 74, end=True)


def _figures(canvas: Canvas, figures: Sequence[Figure], y: float, inner: float) -> float:
    if not figures:
        return y
    gap, high = 6.0, 52.0
    wide = (inner - gap * (len(figures) - 1)) / len(figures)
    with grouped(canvas, "L"):
        for at, one in enumerate(figures):
            x = _SIDE + at * (wide + gap)
            _box(canvas, x, y - high, wide, high, _PARCHMENT)
            said = f"{one_line(one.label)}: {'; '.join(filter(None, (one.written, one_line(one.below))))}"
            with grouped(canvas, "LI"), tagged(canvas, "LBody", said=said):
                _figure(canvas, one, x, y, wide)
    return y - high


def _figure(canvas: Canvas, one: Figure, x: float, y: float, wide: float) -> None:
    _spaced(canvas, _cut(one_line(one.label).upper(), BOLD, 6.6, wide - 22), x + 8, y - 12.5, "#6a5d4c", 6.6, 0.7)
    size = 18.0
    while size > 9 and text_width(one.written, SERIF_BOLD, size) > wide - 14:
        size -= 0.5
    _words(canvas, one.written, SERIF_BOLD, size, style.INK, x + 8, y - 32)
    below = _cut(one_line(one.below), BOLD, 8.2, wide - 12)
    _words(canvas, below, BOLD, 8.2, MOOD[one.mood], x + 8, y - 45)


def _bars(canvas: Canvas, forces: Sequence[Force], y: float, inner: float, most: int) -> None:
    """The reader's strength to the left of a middle line, that of the others to the right; what fell is pale."""
    middle, long = _SIDE + inner * 0.48, inner * 0.3
    own = [one for one in forces if one.own]
    others = [one for one in forces if not one.own]
    # Wide enough that the labels beside them find room.
    scale = long / max(1, max(sum(one.troops or 0 for one in own), sum(one.troops or 0 for one in others), most // 2))
    x = middle - 2
    for one in own:
        x = _bar(canvas, one, x, y, -scale)
    _words(canvas, _listed(own, middle - 2 - _SIDE - 4), BOLD, 8.2, style.INK, x - 4, y + 2.6, end=True)
    x = middle + 2
    for one in others:
        x = _bar(canvas, one, x, y, scale)
    _words(canvas, _listed(others, _SIDE + inner - x - 4), BOLD, 8.2, style.INK, x + 4, y + 2.6)


def _listed(forces: Sequence[Force], room: float) -> str:
    return _cut("; ".join(map(strength, forces)), BOLD, 8.2, room)


def _bar(canvas: Canvas, force: Force, x: float, y: float, scale: float) -> float:
    """One side's bar from x, to the left where the scale is negative; its end."""
    colour = owners.colour_of(force)
    troops, lost = force.troops, min(force.lost or 0, force.troops or 0)
    left, gone = ((troops or 0) - lost) * scale, lost * scale
    canvas.setStrokeColorRGB(*rgb(colour))
    canvas.setLineWidth(0.6)
    if troops is None:
        canvas.setDash(2, 2)
        end = x + (24 if scale > 0 else -24)
        canvas.rect(min(x, end), y, abs(end - x), 10, stroke=1, fill=0)
        canvas.setDash()
        return end
    canvas.setFillColorRGB(*rgb(mix(colour, "#ffffff", 0.72)))
    if gone:
        canvas.rect(min(x + left, x + left + gone), y, abs(gone), 10, stroke=1, fill=1)
    canvas.setFillColorRGB(*rgb(colour))
    if left:
        canvas.rect(min(x, x + left), y, abs(left), 10, stroke=1, fill=1)
    return x + left + gone

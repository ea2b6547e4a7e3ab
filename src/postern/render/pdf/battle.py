"""A battle's page in the PDF: band, tale, order of battle with bars, the balance or the course, blows, field, what followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from postern.game.battle import BattlePage, Host, Unit
from postern.game.chart import Owner
from postern.render import style
from postern.render.battle_text import endings, host_name, known, under
from postern.render.chart import owners
from postern.render.chart.frame import GOLD
from postern.render.chart.paint import paint
from postern.render.chart.sheet import Sheet
from postern.render.chart.sheet import Words as Label
from postern.render.chart.symbols import draw_star
from postern.render.fonts import BOLD, REGULAR, SERIF_BOLD, SERIF_ITALIC, SERIF_TEXT, text_width
from postern.render.marks import one_line, plain, spans
from postern.render.pdf.battle_course import course_height, draw_balance, draw_course, told_course
from postern.render.pdf.battle_field import draw_field
from postern.render.pdf.boxes import Heading
from postern.render.pdf.brush import LONGEST, box, cut, paragraph_style, plain_paragraph, set_down, spaced, words
from postern.render.pdf.page import FRONT_MARGIN
from postern.render.pdf.prose import Press, Prose
from postern.render.pdf.tags import artifact, grouped, tagged
from postern.render.style import mix, rgb

_BAND, _MAROON, _CREAM = 76.0, "#3b141a", "#f4dca0"
_SIDE, _FOOT = FRONT_MARGIN, 50.0
_GUTTER = 22.0
_INSET = 22.0
"""So far from the edges stands, unseen, the heading of the section."""
_ROW, _BARE_ROW = 23.5, 12.5
_MOST_ORDER = 250.0
"""The order of battle is no higher: rows of many forces lose their second line, then the last of them are added up."""
_SOFT = "#5f574c"
_LEFT = 0.56
MOOD = {"good": style.GOOD, "bad": style.BAD, "body": "#6a5d4c"}
_TINT = {"good": "#e7f2e8", "bad": "#fbecea", "body": "#f0ebe0"}


class BattleSheet(Flowable):
    """A whole page for one battle, for a frame without margins. The ``heading`` of its section leaves only its bookmark."""

    def __init__(
        self, page: BattlePage, press: Press, size: tuple[float, float], key: str, heading: Heading | None = None
    ) -> None:
        super().__init__()
        self._page = page
        self._press = press
        self._size = size
        self._key = key
        self._heading = heading

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The size of the paper."""
        return self._size

    def draw(self) -> None:
        """Draws all parts from the top down, and the bookmark; the page is a part of its section."""
        canvas: Any = self.canv
        if self._heading is not None:
            self._heading.replaced(canvas, self._size[1], _INSET)
        with grouped(canvas, "Sect"):
            self._draw(canvas)

    def _draw(self, canvas: Canvas) -> None:
        page, (width, height) = self._page, self._size
        canvas.bookmarkHorizontal(self._key, 0, height)
        canvas.addOutlineEntry(one_line(plain(page.title))[:LONGEST], self._key, 1, closed=0)
        _band(canvas, page, width, height)
        inner = width - 2 * _SIDE
        y = set_down(canvas, plain_paragraph(page.tale, SERIF_TEXT, 12.4, "#4a4034"), _SIDE, height - _BAND - 16, inner)
        if page.turned:
            y = self._turned(y - 8, inner)
        y = self._order(y - 15, inner)
        left = inner * _LEFT
        self._right(y - 15, _SIDE + left + _GUTTER, inner - left - _GUTTER)
        self._left(y - 15, left)

    def _text(self, text: str, size: float = 8.6, colour: str = _SOFT, face: str = REGULAR) -> Prose:
        return Prose(self._press.markup(spans(text[:LONGEST])), paragraph_style(face, size, colour, 1.22))

    def _head(self, title: str, x: float, y: float, width: float, colour: str = "") -> float:
        """A section's head with its rule, its top at y; where what follows begins."""
        colour = colour or self._press.look.accent
        with tagged(self.canv, "H4"):
            spaced(self.canv, title.upper(), x, y - 8, colour)
        with artifact(self.canv):
            self.canv.setStrokeColorRGB(*rgb(colour))
            self.canv.setLineWidth(0.7)
            self.canv.line(x, y - 13, x + width, y - 13)
        return y - 19

    def _turned(self, y: float, inner: float) -> float:
        text = self._text(self._page.turned, 10.4, style.INK, SERIF_ITALIC)
        _, high = text.wrap(inner - 128, 1e6)
        box(self.canv, _SIDE, y - high - 9, inner, high + 9, _TINT[self._page.tone])
        box(self.canv, _SIDE, y - high - 9, 4, high + 9, MOOD[self._page.tone])
        with tagged(self.canv, "H4"):
            spaced(self.canv, "WHAT TURNED IT", _SIDE + 14, y - 14, MOOD[self._page.tone], 7.6, 1.2)
        text.drawOn(self.canv, _SIDE + 118, y - high - 3.5)
        return y - high - 9

    # --- the order of battle -------------------------------------------------------------------------------------------

    def _order(self, y: float, inner: float) -> float:
        """Both sides beside one another, each force with its bar: solid is left, pale fell."""
        page = self._page
        y = self._head("Order of battle: before and after", _SIDE, y, inner)
        with artifact(self.canv):
            self._key_of_bars(_SIDE + inner, y + 11)
        wide = (inner - _GUTTER) / 2
        sides = [[host for host in page.hosts if host.ours == ours] for ours in (True, False)]
        most = max([max(unit.before or 0, unit.after or 0) for host in page.hosts for unit in host.units] + [1])
        ends = [self._side(hosts, _SIDE + at * (wide + _GUTTER), y, wide, most) for at, hosts in enumerate(sides)]
        return min(ends)

    def _key_of_bars(self, right: float, y: float) -> None:
        label = "left after the battle, and lost"
        words(self.canv, label, REGULAR, 7.6, style.GREY, right, y, end=True)
        x = right - text_width(label, REGULAR, 7.6) - 24
        box(self.canv, x, y - 1, 11, 7, _SOFT)
        box(self.canv, x + 11, y - 1, 7, 7, mix(_SOFT, "#ffffff", 0.72))

    def _side(self, hosts: Sequence[Host], x: float, y: float, wide: float, most: int) -> float:
        heads, many = 19.0 * len(hosts), sum(len(host.units) for host in hosts)
        whole = heads + many * _ROW <= _MOST_ORDER
        row = _ROW if whole else _BARE_ROW
        room = max(len(hosts), int((_MOST_ORDER - heads) // row))
        for at, host in enumerate(hosts):
            side = owners.sides([_owner(host)])["side"]
            sign = Sheet(20, 14)
            owners.flag(sign, side, 0.5, 7, 18)
            with artifact(self.canv):
                paint(sign, self.canv, x, y - 14)
            name = cut(host_name(host), SERIF_BOLD, 12.5, wide - 26)
            with tagged(self.canv, "P"):
                words(self.canv, name, SERIF_BOLD, 12.5, style.INK, x + 25, y - 11.5)
            y -= 19
            others = sum(len(one.units) > 0 for one in hosts[at + 1 :])
            fits = len(host.units) if len(host.units) + others <= room else max(0, room - others - 1)
            with grouped(self.canv, "L"):
                for unit in host.units[:fits]:
                    with grouped(self.canv, "LI"), tagged(self.canv, "LBody", said=self._told(unit)):
                        self._unit(unit, side.colour, x, y, wide, most, whole)
                    y -= row
                if rest := host.units[fits:]:
                    more = f"and {len(rest)} more with {sum(unit.before or 0 for unit in rest):,}"
                    with grouped(self.canv, "LI"), tagged(self.canv, "LBody"):
                        words(self.canv, more, SERIF_ITALIC, 8.6, _SOFT, x, y - 8.5)
                    y -= row
            room -= min(len(host.units), fits + 1)
        return y

    def _told(self, unit: Unit) -> str:
        """A force in a line: how many there were, then how many were left, how good they are, what they did."""
        quality = [one_line(self._page.dots[unit.dots - 1])] if 0 < unit.dots <= len(self._page.dots) else []
        text = [plain(unit.text)] if unit.text else []
        return "; ".join([f"{one_line(unit.name)}: {known(unit.before)}, then {unit.left}", *quality, *text])

    def _unit(self, unit: Unit, colour: str, x: float, y: float, wide: float, most: int, whole: bool) -> None:
        canvas = self.canv
        name, ink = cut(one_line(unit.name), BOLD, 9, 76), _SOFT if unit.gone else style.INK
        words(canvas, name, SERIF_ITALIC if unit.gone else BOLD, 9, ink, x, y - 8.5)
        for dot in range(len(self._page.dots) if unit.dots else 0):
            canvas.setFillColorRGB(*rgb(colour if dot < unit.dots else "#e6decb"))
            canvas.circle(x + 62 + 5.4 * dot, y - 5.6, 2, stroke=0, fill=1)
        strength = f"{known(unit.before)} → {unit.left}"
        words(canvas, strength, BOLD, 9, style.BAD if unit.gone else style.INK, x + wide, y - 8.5, end=True)
        start, long = x + 84, wide - 84 - 62
        _bar(canvas, unit, colour, (start, y - 9.5), long, most)
        if whole and unit.text:
            words(canvas, cut(plain(unit.text), REGULAR, 7.6, wide), REGULAR, 7.6, _SOFT, x, y - 18)

    # --- below it ------------------------------------------------------------------------------------------------------

    def _left(self, y: float, wide: float) -> None:
        """The balance or the course, then the field down to the foot."""
        page = self._page
        if page.stages:
            y = self._head("The course", _SIDE, y, wide)
            area = (_SIDE, y - course_height(page), _SIDE + wide, y)
            with tagged(self.canv, "Figure", alt=told_course(page), box=area):
                draw_course(self.canv, page, area)
            y -= course_height(page) + 14
        if page.measures:
            y = self._head("In the balance", _SIDE, y, wide)
            y = draw_balance(self.canv, page, _SIDE, y, wide) - 12
        if y - 19 - _FOOT > 90:
            y = self._head("The field", _SIDE, y, wide)
            longest = max(sum(len(host.units) for host in page.hosts if host.ours == ours) for ours in (True, False))
            high = min(y - _FOOT - (12 if page.note else 0), wide * min(1.3, 0.75 + 0.1 * longest))
            shows = f"A sketch of the field at {one_line(page.place)}: both sides in line, arrows for who struck whom."
            with tagged(self.canv, "Figure", alt=shows, box=(_SIDE, y - high, _SIDE + wide, y)):
                paint(draw_field(page, wide, high), self.canv, _SIDE, y - high)
        if page.note:
            with tagged(self.canv, "P"):
                words(self.canv, cut(plain(page.note), REGULAR, 7.2, wide), REGULAR, 7.2, style.GREY, _SIDE, _FOOT - 2)

    def _right(self, y: float, x: float, wide: float) -> None:
        """The blows as far as there is room for them, and below them what was lost and won and what followed."""
        page = self._page
        lists = [(head, [self._text(item, 8.6) for item in items]) for head, items in endings(page)]
        below = sum(27 + sum(text.wrap(wide, 1e6)[1] + 3 for text in texts) for _, texts in lists)
        cards = [(blow, self._text(blow.title, 10.4, style.INK, SERIF_BOLD), self._text(blow.text)) for blow in page.blows]
        heights = [9 + sum(text.wrap(wide - 36, 1e6)[1] for text in (title, text)) for _, title, text in cards]
        if cards:
            y = self._head("The blows", x, y, wide)
            order = self._text(page.order, 7.8, style.GREY)
            y = set_down(self.canv, order, x, y + 1, wide) - 5 if page.order else y
        room = y - _FOOT - min(below, (y - _FOOT) / 2)
        fits = 0
        while fits < len(cards) and sum(heights[: fits + 1]) + 4 * (fits + 1) <= room - (14 if fits + 1 < len(cards) else 0):
            fits += 1
        with grouped(self.canv, "L"):
            for number, ((blow, title, text), high) in enumerate(zip(cards[:fits], heights[:fits], strict=True), start=1):
                box(self.canv, x, y - high, wide, high, _TINT[blow.tone])
                box(self.canv, x, y - high, 3.5, high, MOOD[blow.tone])
                said = f"{number}. {plain(blow.title)}. {plain(blow.text)}"
                with grouped(self.canv, "LI"), tagged(self.canv, "LBody", said=said):
                    _badge(self.canv, number, x + 18, y - 11.5)
                    end = set_down(self.canv, title, x + 32, y - 3, wide - 36)
                    set_down(self.canv, text, x + 32, end, wide - 36)
                y -= high + 4
        if fits < len(cards):
            with tagged(self.canv, "P"):
                words(self.canv, f"and {len(cards) - fits} more, told in the letter", SERIF_ITALIC, 8.6, _SOFT, x, y - 9)
            y -= 14
        self._lists(lists, x, y - 8, wide)

    def _lists(self, lists: Sequence[tuple[str, list[Prose]]], x: float, y: float, wide: float) -> None:
        colours = {"Losses": style.BAD, "Booty": style.GOOD}
        for head, texts in lists:
            if y - 19 - 12 < _FOOT:
                return
            y = self._head(head, x, y, wide, colours.get(head, ""))
            with grouped(self.canv, "L"):
                for text in texts:
                    if y - text.wrap(wide, 1e6)[1] < _FOOT - 6:
                        break
                    with grouped(self.canv, "LI"), tagged(self.canv, "LBody"):
                        y = set_down(self.canv, text, x, y, wide) - 3
            y -= 8


def _band(canvas: Canvas, page: BattlePage, width: float, height: float) -> None:
    box(canvas, 0, height - _BAND, width, _BAND, _MAROON)
    box(canvas, 0, height - _BAND - 2.5, width, 2.5, GOLD)
    left, room = _SIDE + 60, width - 2 * _SIDE - 60 - 176
    title, size = one_line(plain(page.title)), 25.0
    while size > 14 and cut(title, SERIF_BOLD, size, room) != title:
        size -= 0.5
    with tagged(canvas, "H3"):
        words(canvas, cut(title, SERIF_BOLD, size, room), SERIF_BOLD, size, "#ffffff", left, height - 54)
    verdict = one_line(page.verdict)
    with tagged(canvas, "P", said=f"{verdict}. {under(page)}"):
        _star(canvas, page.number, height)
        spaced(canvas, cut(one_line(plain(page.head)).upper(), BOLD, 8.2, room * 0.8), left, height - 27, _CREAM, 8.2)
        right = width - _SIDE
        verdict, held = cut(verdict.upper(), SERIF_BOLD, 15, 160), cut(one_line(page.held), SERIF_ITALIC, 10, 170)
        words(canvas, verdict, SERIF_BOLD, 15, _CREAM, right, height - 38, end=True)
        words(canvas, held, SERIF_ITALIC, 10, "#f3e9d8", right, height - 55, end=True)


def _star(canvas: Canvas, number: int, height: float) -> None:
    """The sign of a battle on the map, with its number there."""
    sign = Sheet(52, 52)
    draw_star(sign, 26, 26, 25)
    if number:
        sign.words(Label(26, 33.5, str(number), 21, True, "#ffffff", face=SERIF_BOLD))
    paint(sign, canvas, _SIDE - 4, height - _BAND / 2 - 26)


def _badge(canvas: Canvas, number: int, x: float, y: float) -> None:
    sign = Sheet(14, 14)
    draw_star(sign, 7, 7, 7)
    sign.words(Label(7, 9.7, str(number), 7.6 if number < 10 else 6.5, True, "#ffffff"))
    paint(sign, canvas, x - 7, y - 7)


def _bar(canvas: Canvas, unit: Unit, colour: str, at: tuple[float, float], long: float, most: int) -> None:
    """The bar of a force: what is left solid, what fell pale; dashed where its strength is unknown."""
    x, y = at
    canvas.setStrokeColorRGB(*rgb(colour))
    canvas.setLineWidth(0.6)
    if unit.before is None or unit.after is None:
        canvas.setDash(2, 2)
        canvas.rect(x, y, long * 0.4, 8, stroke=1, fill=0)
        canvas.setDash()
        return
    whole = max(unit.before, unit.after) * long / most
    left = 0.0 if unit.gone else unit.after * long / most
    canvas.setFillColorRGB(*rgb(mix(colour, "#ffffff", 0.78)))
    if whole:
        canvas.rect(x, y, whole, 8, stroke=1, fill=1)
    canvas.setFillColorRGB(*rgb(colour))
    if left:
        canvas.rect(x, y, left, 8, stroke=1, fill=1)


def _owner(host: Host) -> Owner:
    return Owner("side", host.name, "", host.own, not host.own and not host.number, host.number)

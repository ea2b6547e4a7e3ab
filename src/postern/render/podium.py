"""The podium of a finished game: the best three on their steps, and the game in numbers."""

from __future__ import annotations

import math

from postern.game.chart import Owner, Point
from postern.game.report import Podium, Victor
from postern.render import fonts, style
from postern.render.chart import owners
from postern.render.chart.frame import GOLD
from postern.render.chart.owners import Side
from postern.render.chart.sheet import Ink, Sheet, Words
from postern.render.chart.symbols import draw_symbol
from postern.render.fonts import BOLD, SERIF_BOLD, SERIF_ITALIC, text_width
from postern.render.marks import one_line
from postern.render.style import mix

_HEIGHT = 200.0
_STEPS = (76.0, 58.0, 48.0)
_ORDER = (1, 0, 2)
"""The second stands to the left of the first, the third to the right."""
_GROUND, _BROWN = "#f6f1e6", "#6a5d4c"
_SEAL, _STEP, _GAP = 21.0, 78.0, 5.0


def draw_podium(podium: Podium, width: float) -> Sheet:
    """The podium in a sheet of this width in points."""
    fonts.register()
    sheet = Sheet(width, _HEIGHT)
    sheet.box(Ink(fill=_GROUND), (0.0, 0.0, width, _HEIGHT))
    sheet.box(Ink(fill=GOLD), (0.0, 0.0, width, 3.0))
    sheet.layer()
    left = 18.0
    for place in _ORDER:
        if place < len(podium.places):
            _step(sheet, podium.places[place], place, left)
            left += _STEP + _GAP
    sheet.line(Ink(line=_BROWN, width=0.8), ((14.0, _HEIGHT - 14.0), (left - _GAP + 4.0, _HEIGHT - 14.0)))
    _numbers(sheet, podium, left + 16.0, width - 16.0)
    return sheet


def _step(sheet: Sheet, victor: Victor, place: int, left: float) -> None:
    side = owners.sides([Owner("side", victor.name, victor.name[:1], number=victor.number or place + 1)])["side"]
    high, middle = _STEPS[place], left + _STEP / 2
    top, foot = _HEIGHT - 14.0 - high, _HEIGHT - 14.0
    sheet.box(Ink(fill=side.colour), (left, top, left + _STEP, foot))
    sheet.box(Ink(fill=mix(side.colour, "#ffffff", 0.3)), (left, top, left + _STEP, top + 4.0), 1)
    sheet.words(Words(middle, foot - high * 0.44, f"{victor.rank}", 12.0 + high / 6, colour=side.on_colour, face=SERIF_BOLD))
    sheet.words(Words(middle, foot - 8.0, f"{victor.score:,}", 10.5, True, side.on_colour))
    sheet.words(
        Words(middle, top - 16.0, _fitting(victor.name, SERIF_BOLD, 13.0, _STEP), 13.0, colour=style.INK, face=SERIF_BOLD)
    )
    if victor.side:
        sheet.words(
            Words(middle, top - 5.5, _fitting(victor.side, SERIF_ITALIC, 9.0, _STEP), 9.0, colour=_BROWN, face=SERIF_ITALIC)
        )
    _seal(sheet, victor, side, middle, top - 36.0 - _SEAL)
    if victor.won:
        _laurel(sheet, middle, top - 36.0 - _SEAL)


def _seal(sheet: Sheet, victor: Victor, side: Side, x: float, y: float) -> None:
    sheet.circle(Ink(fill=side.colour, line=GOLD, width=2.2), x, y, _SEAL)
    sheet.layer()
    if victor.emblem is None:
        sheet.words(Words(x, y + 7.0, victor.name[:1], 20.0, colour=side.on_colour, face=SERIF_BOLD))
        return
    draw_symbol(sheet, victor.emblem, x, y, _SEAL * 0.62, colour=owners.PAPER)
    for outline in victor.emblem.holes:
        sheet.polygon(Ink(fill=side.colour), [(x + px * _SEAL * 0.62, y + py * _SEAL * 0.62) for px, py in outline], 2)
    sheet.layer()


def _laurel(sheet: Sheet, x: float, y: float) -> None:
    """Leaves on both sides of the seal, from its foot upwards, open at the top."""
    for turn in range(28, 152, 13):
        for hand in (1, -1):
            angle = math.radians(turn)
            at = (x + hand * math.sin(angle) * (_SEAL + 6.5), y + math.cos(angle) * (_SEAL + 6.5))
            sheet.polygon(Ink(fill="#b0812a"), _leaf(at, hand * (angle + 0.5), 6.2))


def _leaf(at: Point, turned: float, long: float) -> tuple[Point, ...]:
    """A pointed leaf around this point, along the circle that it turns with."""
    shape = ((-1.0, 0.0), (-0.3, -0.42), (0.4, -0.34), (1.0, 0.0), (0.4, 0.34), (-0.3, 0.42))
    along, across = (math.cos(turned), -math.sin(turned)), (math.sin(turned), math.cos(turned))
    return tuple(
        (at[0] + long * (a * along[0] + b * across[0]), at[1] + long * (a * along[1] + b * across[1])) for a, b in shape
    )


def _numbers(sheet: Sheet, podium: Podium, left: float, right: float) -> None:
    """What is said of the victory, and below it the game in numbers, two in a row."""
    size, headline = 21.0, one_line(podium.headline)
    while size > 12 and text_width(headline, SERIF_BOLD, size) > right - left:
        size -= 0.5
    words = _fitting(headline, SERIF_BOLD, size, right - left)
    sheet.words(Words(left, 38.0, words, size, colour=style.INK, anchor="start", face=SERIF_BOLD))
    line = _fitting(podium.line, SERIF_ITALIC, 11.0, right - left)
    sheet.words(Words(left, 54.0, line, 11.0, colour=_BROWN, anchor="start", face=SERIF_ITALIC))
    wide = (right - left) / 2
    for at, one in enumerate(podium.figures[:6]):
        x, y = left + (at % 2) * wide, 76.0 + (at // 2) * 38.0
        label = _fitting(one.label.upper(), BOLD, 7.0, wide - 20.0)
        sheet.words(Words(x, y, label, 7.0, True, _BROWN, "start", spacing=0.7))
        sheet.words(Words(x, y + 20.0, one.written, 18.0, colour=style.INK, anchor="start", face=SERIF_BOLD))


def _fitting(text: str, face: str, size: float, room: float) -> str:
    """As much of the text as fits, with dots for the rest."""
    text = one_line(text)
    if text_width(text, face, size) <= room:
        return text
    while text and text_width(f"{text}…", face, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"

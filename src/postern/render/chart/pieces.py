"""What is read in an area, piece by piece: its name, flag and age, forces on tablets, signs with numbers, battles."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from postern.game.chart import Area, Glyph, Marker, Symbol
from postern.game.kit.orders.digits import is_number
from postern.render import fonts
from postern.render.chart.owners import PAPER, Side, flag
from postern.render.chart.sheet import Box, Ink, Sheet, Words
from postern.render.chart.symbols import draw_star, draw_symbol
from postern.render.fonts import text_width
from postern.render.style import mix

LEAST, MOST = 6.5, 9.0
"""Sizes of numbers in points: none is smaller in print."""
_INK, _GREY, _FAINT = "#1c1713", "#5d564b", "#83796a"
_CAPS = 0.66
"""How high capitals and figures are, in parts of the size of type."""

Draw = Callable[[Sheet, Box], None]


@dataclass(frozen=True)
class Piece:
    """Something to place: its size, and how it is drawn in the box that it got. ``weight`` tells what may displace what."""

    width: float
    height: float
    draw: Draw
    weight: float = 0.0


def size_of(unit: float) -> float:
    """The size of type of numbers where an area is so wide."""
    return min(MOST, max(LEAST, 0.19 * unit))


def row(parts: Sequence[Piece], gap: float) -> Piece:
    """Pieces side by side as one."""

    def draw(sheet: Sheet, box: Box) -> None:
        left, middle = box[0], (box[1] + box[3]) / 2
        for part in parts:
            part.draw(sheet, (left, middle - part.height / 2, left + part.width, middle + part.height / 2))
            left += part.width + gap

    width = sum(part.width for part in parts) + gap * (len(parts) - 1)
    return Piece(width, max(part.height for part in parts), draw, max(part.weight for part in parts))


def text(
    words: str, size: float, face: str, colour: str, halo: str | None = None, descends: bool = False, spacing: float = 0.0
) -> Piece:
    """Words as high as their capitals, with room below the line where letters may descend."""

    def draw(sheet: Sheet, box: Box) -> None:
        sheet.words(Words(box[0], box[1] + _CAPS * size, words, size, False, colour, "start", halo, face, spacing))

    width = text_width(words, face, size) + spacing * max(0, len(words) - 1)
    return Piece(width, size * (_CAPS + (0.22 if descends else 0.0)), draw)


def name_piece(area: Area, size: float, halo: str) -> Piece:
    """The area's name; underlined where the reader's home is."""
    colour = {"now": _INK, "remembered": _GREY, "never": _FAINT}[area.sight]
    face = fonts.BOLD if area.sight == "now" or area.home else fonts.REGULAR
    words = text(area.name, size, face, colour, halo, descends=any(letter.islower() for letter in area.name))
    if not area.home:
        return words

    def draw(sheet: Sheet, box: Box) -> None:
        words.draw(sheet, box)
        sheet.line(Ink(line=colour, width=0.1 * size), ((box[0], box[3] - 0.05 * size), (box[2], box[3] - 0.05 * size)))

    return Piece(words.width, words.height + 0.2 * size, draw)


def flag_piece(side: Side, size: float, dim: bool) -> Piece:
    """A flag as high as the capitals of that size."""
    width = size * _CAPS / 0.7 * 1.05
    return Piece(
        width + 0.6, size * _CAPS, lambda sheet, box: flag(sheet, side, box[0] + 0.3, (box[1] + box[3]) / 2, width, dim)
    )


def age_piece(turn: int, size: float, halo: str) -> Piece:
    """The turn in which something was last seen."""
    return text(f"t{turn}", size, fonts.SERIF_ITALIC, _GREY, halo)


def sign_piece(glyph: Glyph, symbol: Symbol, size: float, dim: bool) -> Piece:
    """A sign with its number."""
    radius = 0.36 * size
    gap = 0.1 * size if glyph.text else 0.0
    colour = _GREY if dim else _INK
    words = text(glyph.text, size, fonts.BOLD, colour, descends=any(letter.islower() for letter in glyph.text))

    def draw(sheet: Sheet, box: Box) -> None:
        draw_symbol(sheet, symbol, box[0] + radius, (box[1] + box[3]) / 2, radius, dim)
        if glyph.text:
            words.draw(sheet, (box[0] + 2 * radius + gap, box[1] + (box[3] - box[1] - _CAPS * size) / 2, box[2], box[3]))

    return Piece(2 * radius + gap + words.width, max(2.05 * radius, words.height), draw)


def plate(inner: Piece, size: float, dim: bool) -> Piece:
    """The piece on a paper-white tablet, so that numbers stand clear of land and lines."""
    pad_x, pad_y = 0.12 * size, 0.1 * size

    def draw(sheet: Sheet, box: Box) -> None:
        left, top, right, low = box
        shape = _octagon(left, top, right, low, 0.2 * size)
        sheet.polygon(Ink(fill=PAPER, alpha=0.72 if dim else 0.9), shape)
        inner.draw(sheet, (left + pad_x, top + pad_y, right - pad_x, low - pad_y))

    return Piece(inner.width + 2 * pad_x, inner.height + 2 * pad_y, draw, inner.weight)


def tablet(marker: Marker, side: Side | None, size: float, dim: bool = False) -> Piece:
    """A force: the reader's own solid with white letters, others' paper-white in their outline, with their flag."""
    colour = side.colour if side else "#555555"
    if dim:
        colour = mix(colour, "#f2f2f2", 0.35)
    letters = "#ffffff" if marker.own else _INK
    parts = [] if marker.own or side is None else [flag_piece(side, size, dim)]
    if marker.text:
        parts.append(text(marker.text, size, fonts.REGULAR, "#cfdcec" if marker.own else _GREY))
    if marker.strength:
        parts.append(text(marker.strength, size, fonts.BOLD, letters))
    inner = row(parts, 0.3 * size) if parts else Piece(size, size * _CAPS, lambda sheet, box: None)
    pad_x, pad_y = 0.26 * size, 0.2 * size

    def draw(sheet: Sheet, box: Box) -> None:
        half = 0.05 * size
        left, top, right, low = box[0] + half, box[1] + half, box[2] - half, box[3] - half
        point = (right + 0.0, (top + low) / 2)
        shape = ((left, top), (right - 0.28 * size, top), point, (right - 0.28 * size, low), (left, low))
        line = "#ffffff" if marker.own else colour
        sheet.polygon(Ink(fill=colour if marker.own else PAPER, line=line, width=0.1 * size), shape)
        inner.draw(sheet, (box[0] + pad_x, box[1] + pad_y, box[2] - pad_x, box[3] - pad_y))

    strength = "".join(letter for letter in marker.strength if is_number(letter))
    weight = (2.0 if marker.own else 1.0) + min(0.9, math.log10(1 + int(strength or 0)) / 5)
    return Piece(inner.width + 2 * pad_x + 0.12 * size, inner.height + 2 * pad_y, draw, weight)


def battle_piece(number: int, size: float) -> Piece:
    """A red star with the number of the battle."""
    radius = 0.6 * size + 0.2 * size * (len(str(number)) - 1)

    def draw(sheet: Sheet, box: Box) -> None:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        draw_star(sheet, x, y, radius)
        sheet.words(Words(x, y + 0.5 * _CAPS * size, str(number), size, True, "#ffffff"))

    return Piece(2 * radius, 2 * radius, draw, 3.0)


def phase_piece(phase: int, size: float, own: bool) -> Piece:
    """A disc with the phase in which a move got here."""
    radius = 0.42 * size + 0.22 * size * len(str(phase)) * 0.8

    def draw(sheet: Sheet, box: Box) -> None:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        sheet.circle(Ink(fill=PAPER, line="#00407a" if own else "#4d463c", width=0.13 * size), x, y, radius - 0.1 * size, 1)
        sheet.words(Words(x, y + 0.5 * _CAPS * size, str(phase), size, True, _INK))

    return Piece(2 * radius, 2 * radius, draw, 0.5)


def signs(area: Area, symbols: Mapping[str, Symbol], size: float) -> list[Piece]:
    """The area's signs with their numbers, the most important first."""
    return [sign_piece(glyph, symbols[glyph.kind], size, area.sight != "now") for glyph in area.glyphs]


def _octagon(left: float, top: float, right: float, low: float, cut: float) -> tuple[tuple[float, float], ...]:
    return (
        (left + cut, top), (right - cut, top), (right, top + cut), (right, low - cut), (right - cut, low),
        (left + cut, low), (left, low - cut), (left, top + cut),
    )  # fmt: skip

"""Draws the symbols that a ruleset gives its charts, and the star of a battle."""

from __future__ import annotations

import math

from postern.game.chart import Chart, Outline, Symbol
from postern.render.chart.sheet import Ink, Sheet

DANGER = "#b5161b"
_DIM = "#7c7c7c"
_DISC: Outline = ((0.0, -0.6), (0.42, -0.42), (0.6, 0.0), (0.42, 0.42), (0.0, 0.6), (-0.42, 0.42), (-0.6, 0.0), (-0.42, -0.42))
"""What stands for a kind of glyph for which the chart has no symbol."""


def symbols_of(chart: Chart) -> dict[str, Symbol]:
    """The symbol of every kind of glyph and site on the chart, in the order of the legend: first the chart's own, then a disc
    for each kind that has none."""
    used = {glyph.kind for area in chart.areas for glyph in area.glyphs} | {site.kind for site in chart.sites}
    found = {symbol.kind: symbol for symbol in chart.symbols if symbol.kind in used}
    return found | {kind: Symbol(kind, kind, fills=(_DISC,)) for kind in sorted(used - found.keys())}


def draw_symbol(
    sheet: Sheet, symbol: Symbol, x: float, y: float, radius: float, dim: bool = False, colour: str = "", outlined: bool = False
) -> None:
    """Draws the symbol around (x, y), about 2 radii wide; ``dim`` for what is only remembered, ``colour`` instead of its own.

    ``outlined`` draws its surfaces paper-white, in that colour's outline.
    """
    colour = colour or (_DIM if dim else symbol.colour)
    if outlined:
        for outline in symbol.fills:
            sheet.polygon(Ink(fill="#fffdf7", line=colour, width=radius * 0.2), _at(outline, x, y, radius))
        for outline in symbol.holes:
            sheet.polygon(Ink(fill=colour), _at(outline, x, y, radius), 1)
        return
    solid, line = Ink(fill=colour), Ink(line=colour, width=radius * 0.32)
    for outline in symbol.fills:
        sheet.polygon(solid, _at(outline, x, y, radius))
    for outline in symbol.lines:
        sheet.line(line, _at(outline, x, y, radius))
    for outline in symbol.holes:
        sheet.polygon(Ink(fill="#ffffff"), _at(outline, x, y, radius), 1)


def draw_star(sheet: Sheet, x: float, y: float, radius: float) -> None:
    """Draws a red star with a white rim around (x, y): a battle."""
    points = [
        (x + reach * math.sin(k * math.pi / 10), y - reach * math.cos(k * math.pi / 10))
        for k in range(20)
        for reach in [radius * (0.95 if k % 2 == 0 else 0.76)]
    ]
    sheet.polygon(Ink(fill=DANGER, line="#ffffff", width=0.1 * radius), points, 4)


def _at(outline: Outline, x: float, y: float, radius: float) -> Outline:
    return tuple([(x + px * radius, y + py * radius) for px, py in outline])

"""Draws the symbols that a ruleset gives its charts, and the crossed swords of a battle."""

from __future__ import annotations

import math

from postern.game.chart import Chart, Outline, Symbol
from postern.render.chart.sheet import Ink, Sheet

_DIM = "#7c7c7c"
_DISC: Outline = ((0.0, -0.6), (0.42, -0.42), (0.6, 0.0), (0.42, 0.42), (0.0, 0.6), (-0.42, 0.42), (-0.6, 0.0), (-0.42, -0.42))
"""What stands for a kind of glyph for which the chart has no symbol."""


def symbols_of(chart: Chart) -> dict[str, Symbol]:
    """The symbol of every kind of glyph on the chart, in the order of the legend: first the chart's own, then a disc for each
    kind that has none."""
    used = {glyph.kind for area in chart.areas for glyph in area.glyphs}
    found = {symbol.kind: symbol for symbol in chart.symbols if symbol.kind in used}
    return found | {kind: Symbol(kind, kind, fills=(_DISC,)) for kind in sorted(used - found.keys())}


def draw_symbol(sheet: Sheet, symbol: Symbol, x: float, y: float, radius: float, dim: bool = False) -> None:
    """Draws the symbol around (x, y), about 2 radii wide; ``dim`` for what is only remembered."""
    colour = _DIM if dim else symbol.colour
    solid, line = Ink(fill=colour), Ink(line=colour, width=radius * 0.32)
    for outline in symbol.fills:
        sheet.polygon(solid, _at(outline, x, y, radius))
    for outline in symbol.lines:
        sheet.line(line, _at(outline, x, y, radius))
    for outline in symbol.holes:
        sheet.polygon(Ink(fill="#ffffff"), _at(outline, x, y, radius), 1)


def draw_swords(sheet: Sheet, x: float, y: float, radius: float) -> None:
    """Draws crossed swords on a white disc around (x, y): a battle."""
    red = "#a3161a"
    sheet.circle(Ink(fill="#ffffff", line=red, width=radius * 0.14), x, y, radius)
    blade = Ink(fill=red)
    for flip in (-1.0, 1.0):
        sword = _SWORD if flip > 0 else tuple((-px, py) for px, py in _SWORD)
        sheet.polygon(blade, _at(sword, x, y, radius * 0.72), 1)


def _sword() -> Outline:
    """A sword upright from (0, 1) to (0, -1), turned by 45 degrees."""
    upright = (
        (0.0, -1.15), (0.14, -0.9), (0.14, 0.38), (0.42, 0.38), (0.42, 0.58), (0.12, 0.58), (0.12, 1.0), (-0.12, 1.0),
        (-0.12, 0.58), (-0.42, 0.58), (-0.42, 0.38), (-0.14, 0.38), (-0.14, -0.9),
    )  # fmt: skip
    turn = math.sqrt(0.5)
    return tuple(((px - py) * turn, (px + py) * turn) for px, py in upright)


_SWORD = _sword()


def _at(outline: Outline, x: float, y: float, radius: float) -> Outline:
    return tuple([(x + px * radius, y + py * radius) for px, py in outline])

"""Small signs drawn as vectors: one for each kind of glyph, and the crossed swords of a battle."""

from __future__ import annotations

import math

from postern.game.chart import Point
from postern.render.chart.sheet import Ink, Sheet

Outline = tuple[Point, ...]

_INK = "#2b2b2e"

#: What the legend calls each kind of glyph.
NAMES = {
    "citadel": "citadel and its points",
    "garrison": "garrison and its troops",
    "navy": "navies",
    "treasure": "treasure",
    "talisman": "talismans",
    "city": "city",
    "dragon": "dragon",
    "mercenary": "mercenaries",
    "monster": "monster",
    "siege": "under siege",
    "ravaged": "laid waste",
    "sealed": "sealed",
    "neutral": "neutral force",
}


def _ring(radius: float, x: float = 0.0, y: float = 0.0, steps: int = 12) -> Outline:
    return tuple(
        (x + radius * math.cos(2 * math.pi * k / steps), y + radius * math.sin(2 * math.pi * k / steps)) for k in range(steps)
    )


_TOWER: Outline = (
    (-0.8, 0.9), (-0.8, -0.2), (-0.95, -0.2), (-0.95, -0.9), (-0.5, -0.9), (-0.5, -0.55), (-0.22, -0.55), (-0.22, -0.9),
    (0.22, -0.9), (0.22, -0.55), (0.5, -0.55), (0.5, -0.9), (0.95, -0.9), (0.95, -0.2), (0.8, -0.2), (0.8, 0.9),
)  # fmt: skip
_DOOR: Outline = ((-0.24, 0.9), (-0.24, 0.25), (0.0, 0.02), (0.24, 0.25), (0.24, 0.9))
_SHIELD: Outline = ((-0.8, -0.85), (0.8, -0.85), (0.8, 0.05), (0.5, 0.6), (0.0, 1.0), (-0.5, 0.6), (-0.8, 0.05))
_HULL: Outline = ((-1.05, 0.3), (1.05, 0.3), (0.65, 0.95), (-0.65, 0.95))
_SAIL: Outline = ((-0.05, -1.0), (-0.05, 0.15), (-0.85, 0.15))
_JIB: Outline = ((0.12, -0.75), (0.8, 0.15), (0.12, 0.15))
_GEM: Outline = ((-0.5, -0.75), (0.5, -0.75), (0.95, -0.2), (0.0, 0.95), (-0.95, -0.2))
_DOME: Outline = (
    (-1.0, 0.9), (-1.0, -0.1), (-0.7, -0.1), (-0.6, -0.5), (-0.25, -0.8), (0.0, -1.1), (0.25, -0.8), (0.6, -0.5),
    (0.7, -0.1), (1.0, -0.1), (1.0, 0.9),
)  # fmt: skip
_WING: Outline = (
    (-1.05, -0.55), (-0.55, -0.75), (-0.2, -0.2), (0.0, -0.95), (0.25, -0.2), (0.65, -0.75), (1.05, -0.5), (0.75, 0.15),
    (0.4, 0.0), (0.2, 0.45), (0.0, 0.95), (-0.2, 0.45), (-0.4, 0.0), (-0.75, 0.15),
)  # fmt: skip
_PENNANT: Outline = ((-0.65, -0.95), (0.95, -0.5), (-0.45, 0.0), (-0.45, 1.0), (-0.65, 1.0))
_FANGS: Outline = (
    (-0.9, -0.8), (0.9, -0.8), (0.9, 0.2), (0.6, 0.9), (0.3, 0.2), (0.0, 0.75), (-0.3, 0.2), (-0.6, 0.9), (-0.9, 0.2),
)  # fmt: skip
_LADDER: tuple[Outline, ...] = (
    ((-0.5, -1.0), (-0.5, 1.0)), ((0.5, -1.0), (0.5, 1.0)), ((-0.5, -0.5), (0.5, -0.5)), ((-0.5, 0.05), (0.5, 0.05)),
    ((-0.5, 0.6), (0.5, 0.6)),
)  # fmt: skip
_FLAME: Outline = (
    (0.1, -1.05), (0.35, -0.45), (0.5, -0.6), (0.75, 0.1), (0.6, 0.65), (0.2, 0.98), (-0.2, 0.98), (-0.6, 0.65),
    (-0.75, 0.1), (-0.35, -0.3), (-0.2, 0.0),
)  # fmt: skip
_LOCK: Outline = ((-0.75, -0.1), (0.75, -0.1), (0.75, 0.95), (-0.75, 0.95))
_SHACKLE: Outline = ((-0.45, -0.1), (-0.45, -0.6), (-0.2, -0.95), (0.2, -0.95), (0.45, -0.6), (0.45, -0.1))

_FILLED: dict[str, tuple[Outline, ...]] = {
    "citadel": (_TOWER,),
    "navy": (_HULL, _SAIL, _JIB),
    "talisman": (_GEM,),
    "city": (_DOME,),
    "dragon": (_WING,),
    "mercenary": (_PENNANT,),
    "monster": (_FANGS,),
    "ravaged": (_FLAME,),
    "sealed": (_LOCK,),
    "treasure": (_ring(0.9),),
}
_HOLLOW: dict[str, tuple[Outline, ...]] = {"garrison": (_SHIELD,), "neutral": (_ring(0.8),), "sealed": (_SHACKLE,)}
_HOLES: dict[str, tuple[Outline, ...]] = {
    "citadel": (_DOOR,),
    "city": (_DOOR,),
    "treasure": (_ring(0.42, steps=4),),
    "monster": (_ring(0.16, -0.4, -0.4, 6), _ring(0.16, 0.4, -0.4, 6)),
}
_COLOURS = {"ravaged": "#9c3b14", "dragon": "#8c1c13", "treasure": "#7a5a00", "talisman": "#5b2a86", "siege": "#8c1c13"}


def draw_glyph(sheet: Sheet, kind: str, x: float, y: float, radius: float, dim: bool = False) -> None:
    """Draws the sign of the kind around (x, y), about 2 radii wide; ``dim`` for what is only remembered."""
    colour = "#7c7c7c" if dim else _COLOURS.get(kind, _INK)
    solid, line = Ink(fill=colour), Ink(line=colour, width=radius * 0.32)
    for outline in _FILLED.get(kind, ()):
        sheet.polygon(solid, _at(outline, x, y, radius))
    for outline in _HOLLOW.get(kind, ()):
        sheet.polygon(line, _at(outline, x, y, radius * 0.92))
    if kind == "siege":
        for rung in _LADDER:
            sheet.line(line, _at(rung, x, y, radius))
    for outline in _HOLES.get(kind, ()):
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

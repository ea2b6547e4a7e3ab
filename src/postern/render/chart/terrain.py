"""The ground: quiet fills that differ in lightness, and small signs that tell terrains apart without colour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from postern.game.chart import Point
from postern.render.chart.sheet import Ink, Sheet
from postern.render.style import mix

Lines = tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Ground:
    """How a style of terrain looks: fill, colour of its signs, and the sign as lines around (0, 0), about 2 wide.

    ``filled`` signs are closed and filled; ``everywhere`` lays the sign over the whole area, not on a few spots.
    """

    fill: str
    ink: str
    sign: Lines
    filled: bool = False
    everywhere: bool = False


_PEAK: Lines = (((-1.0, 0.7), (-0.15, -0.8), (0.7, 0.7)), ((0.25, -0.1), (0.5, -0.45), (1.1, 0.7)))
_TREE: Lines = (((-0.62, 0.45), (0.0, -0.95), (0.62, 0.45)), ((-0.12, 0.45), (-0.12, 0.85), (0.12, 0.85), (0.12, 0.45)))
_ARC: Lines = (((-1.0, 0.5), (-0.72, -0.05), (-0.3, -0.32), (0.3, -0.32), (0.72, -0.05), (1.0, 0.5)),)
_WAVE: Lines = (((-1.0, 0.15), (-0.6, -0.2), (-0.2, 0.05), (0.2, 0.2), (0.6, -0.15), (1.0, 0.1)),)
_REED: Lines = (((-0.9, 0.6), (0.9, 0.6)), ((-0.5, 0.3), (-0.6, -0.4)), ((0.0, 0.3), (0.0, -0.7)), ((0.5, 0.3), (0.6, -0.4)))
_DOTS: Lines = (((-0.7, 0.3), (-0.69, 0.3)), ((0.0, -0.4), (0.01, -0.4)), ((0.7, 0.3), (0.71, 0.3)))
_GRASS: Lines = (((-0.5, 0.4), (-0.3, -0.3)), ((0.0, 0.4), (0.0, -0.5)), ((0.5, 0.4), (0.3, -0.3)))
_CROSS: Lines = (((-1.0, -1.0), (1.0, 1.0)), ((-1.0, 1.0), (1.0, -1.0)))

GROUNDS: dict[str, Ground] = {
    "clear": Ground("#fbf7e6", "#d8cfa9", ()),
    "plains": Ground("#f1f0cb", "#a5a367", _GRASS),
    "forest": Ground("#cfe0bc", "#5f8350", _TREE, filled=True),
    "mountain": Ground("#d9c8b4", "#6d5540", _PEAK),
    "hills": Ground("#e8dcbf", "#8c7442", _ARC),
    "swamp": Ground("#c9d8cf", "#4f7466", _REED),
    "desert": Ground("#f8e6b6", "#b08a35", _DOTS),
    "water": Ground("#cfe3f2", "#6f9fc4", _WAVE),
    "impassable": Ground("#8f8b87", "#5a5653", _CROSS, everywhere=True),
}
UNKNOWN = Ground("#f6f6f6", "#c8c8c8", ())

#: Where signs stand in an empty area, in units of its width from its centre.
_SPOTS: tuple[Point, ...] = ((-0.27, 0.0), (0.27, 0.0), (0.0, 0.13), (-0.14, 0.33), (0.17, 0.33))
_SIZE = 0.082

_DULL = "#efefee"
HATCH = Ink(line="#c3c2c0", width=0.5)


def ground(style: str) -> Ground:
    """How the style looks; a style that is not known here is drawn as unknown land."""
    return GROUNDS.get(style, UNKNOWN)


def fill(style: str, sight: str) -> str:
    """The fill of an area: dulled when it is not seen now."""
    return mix(ground(style).fill, _DULL, {"now": 0.0, "remembered": 0.5, "never": 0.62}[sight])


def sign_ink(style: str, sight: str, unit: float) -> Ink:
    """The ink of a terrain's signs."""
    look = ground(style)
    colour = mix(look.ink, _DULL, {"now": 0.0, "remembered": 0.45, "never": 0.6}[sight])
    return Ink(fill=colour) if look.filled else Ink(line=colour, width=max(0.35, unit * 0.02))


def draw_signs(sheet: Sheet, style: str, sight: str, centre: Point, unit: float) -> None:
    """Draws the terrain's signs in an area."""
    look = ground(style)
    if not look.sign:
        return
    ink = sign_ink(style, sight, unit)
    if look.everywhere:
        _sign(sheet, ink, look, centre[0], centre[1] + 0.1 * unit, unit * 0.2)
        return
    for dx, dy in _SPOTS:
        _sign(sheet, ink, look, centre[0] + dx * unit, centre[1] + dy * unit, unit * _SIZE)


def draw_sign(sheet: Sheet, style: str, sight: str, x: float, y: float, unit: float) -> None:
    """Draws one sign of the terrain around (x, y), at the size it has in an area of the given width."""
    look = ground(style)
    if look.sign:
        _sign(sheet, sign_ink(style, sight, unit), look, x, y, unit * _SIZE)


def hatch(sheet: Sheet, outline: tuple[Point, ...], step: float) -> None:
    """Lays thin slanting lines over a convex outline; they run on from one area to the next."""
    add: Callable[[Ink, tuple[Point, ...]], None] = sheet.line
    sums = [x + y for x, y in outline]
    level = (min(sums) // step + 1) * step
    while level < max(sums):
        cuts = _cut(outline, level)
        if len(cuts) == 2:
            add(HATCH, (cuts[0], cuts[1]))
        level += step


def _cut(outline: tuple[Point, ...], level: float) -> list[Point]:
    """Where the line x + y = level crosses the outline."""
    cuts: list[Point] = []
    x0, y0 = outline[-1]
    before = x0 + y0 - level
    for x1, y1 in outline:
        after = x1 + y1 - level
        if before * after < 0:
            share = before / (before - after)
            cuts.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
        x0, y0, before = x1, y1, after
    return cuts


def _sign(sheet: Sheet, ink: Ink, look: Ground, x: float, y: float, size: float) -> None:
    add = sheet.polygon if look.filled else sheet.line
    for line in look.sign:
        add(ink, tuple([(x + px * size, y + py * size) for px, py in line]))

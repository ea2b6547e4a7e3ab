"""Painted relief: trees, peaks, hills, reeds and waves, each drawn once as a form and scattered by a hash of the place."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from postern.game.chart import Outline, Point
from postern.render.chart.land import chance, within
from postern.render.chart.sheet import Form, Ink


@dataclass(frozen=True)
class Growth:
    """What stands on a terrain: its forms, how large they are and how far apart (in units of an area), and how often.

    Of ``lone`` ones, an area has one, below its middle.
    """

    forms: tuple[Form, ...]
    size: float
    apart: float
    share: float = 1.0
    lone: bool = False


def _disc(x: float, y: float, rx: float, ry: float, steps: int = 12) -> Outline:
    return tuple((x + rx * math.cos(k * 2 * math.pi / steps), y + ry * math.sin(k * 2 * math.pi / steps)) for k in range(steps))


def _arc(x: float, y: float, rx: float, ry: float, steps: int = 8) -> Outline:
    """The upper half of an ellipse, from left to right."""
    return tuple((x - rx * math.cos(k * math.pi / steps), y - ry * math.sin(k * math.pi / steps)) for k in range(steps + 1))


def _fir(name: str, light: str, dark: str) -> Form:
    return Form(
        name,
        (
            (Ink(fill="#8a6d4b"), ((-0.12, 0.6), (0.12, 0.6), (0.12, 1.0), (-0.12, 1.0))),
            (
                Ink(fill=light),
                ((0.0, -1.0), (0.42, -0.25), (0.24, -0.25), (0.62, 0.62), (-0.62, 0.62), (-0.24, -0.25), (-0.42, -0.25)),
            ),
            (Ink(fill=dark), ((0.0, -1.0), (0.42, -0.25), (0.24, -0.25), (0.62, 0.62), (0.08, 0.62))),
        ),
    )


def _oak(name: str, light: str, dark: str) -> Form:
    return Form(
        name,
        (
            (Ink(fill="#8a6d4b"), ((-0.12, 0.2), (0.12, 0.2), (0.15, 1.0), (-0.15, 1.0))),
            (Ink(fill=dark), _disc(0.06, -0.15, 0.72, 0.68)),
            (Ink(fill=light), _disc(-0.08, -0.24, 0.58, 0.52)),
        ),
    )


def _peak(name: str, lean: float) -> Form:
    top = (lean, -1.0)
    return Form(
        name,
        (
            (Ink(fill="#d9c39b"), ((-1.2, 0.9), top, (1.2, 0.9))),
            (Ink(fill="#ab8f66"), (top, (1.2, 0.9), (0.25 + lean, 0.9), (lean + 0.22, 0.2), (lean - 0.02, -0.3))),
            (
                Ink(fill="#fffdf6"),
                (
                    top,
                    (lean * 0.72 + 0.34, -0.46),
                    (lean + 0.14, -0.56),
                    (lean, -0.32),
                    (lean - 0.14, -0.54),
                    (lean * 0.72 - 0.34, -0.46),
                ),
            ),
            (Ink(line="#7f6745", width=0.07), ((-1.2, 0.9), top, (1.2, 0.9))),
        ),
    )


_ROCK = Form(
    "rock",
    (
        (
            Ink(fill="#a39a93"),
            ((-1.0, 0.9), (-0.72, -0.2), (-0.5, -0.35), (-0.2, -1.1), (0.1, -0.85), (0.4, -0.1), (0.62, -0.3), (1.0, 0.9)),
        ),
        (Ink(fill="#857b74"), ((-0.2, -1.1), (0.1, -0.85), (0.4, -0.1), (0.45, 0.9), (0.02, 0.9))),
        (Ink(fill="#857b74"), ((0.62, -0.3), (1.0, 0.9), (0.72, 0.9))),
        (Ink(fill="#857b74"), ((-0.72, -0.2), (-0.5, -0.35), (-0.45, 0.9), (-0.7, 0.9))),
    ),
)
_HILL = Form(
    "hill",
    (
        (Ink(fill="#dcc795"), _arc(0.0, 0.5, 1.0, 0.9)),
        (Ink(line="#a58d58", width=0.09), _arc(0.0, 0.5, 1.0, 0.9)),
        (Ink(line="#a58d58", width=0.06), ((0.3, 0.35), (0.55, 0.15), (0.62, -0.05))),
    ),
)
_REEDS = Form(
    "reeds",
    tuple(
        (Ink(line="#6c937f", width=0.12), line)
        for line in (
            ((-0.8, 0.5), (0.8, 0.5)),
            ((-0.4, 0.5), (-0.62, -0.3)),
            ((0.0, 0.5), (0.0, -0.6)),
            ((0.4, 0.5), (0.6, -0.3)),
        )
    ),
)
_GRASS = Form(
    "grass",
    tuple(
        (Ink(line="#b9ab72", width=0.16), line)
        for line in (((-0.35, 0.4), (-0.6, -0.2)), ((0.0, 0.4), (0.0, -0.5)), ((0.35, 0.4), (0.6, -0.2)))
    ),
)
_DUNE = Form(
    "dune",
    (
        (Ink(line="#c9a55a", width=0.1), ((-1.0, 0.3), (-0.5, -0.1), (0.0, -0.15), (0.45, 0.3))),
        (Ink(line="#c9a55a", width=0.1), ((0.3, 0.1), (0.6, -0.05), (1.0, 0.3))),
    ),
)
_WAVE = Form(
    "wave",
    ((Ink(line="#8fb2bf", width=0.1), ((-1.0, 0.1), (-0.7, -0.12), (-0.35, 0.1), (0.0, 0.1), (0.35, -0.12), (0.7, 0.1))),),
)

GROWTHS: dict[str, Growth] = {
    "forest": Growth(
        (
            _fir("fir", "#94b680", "#739966"),
            _oak("oak", "#a3c184", "#7a9f67"),
            _fir("fir2", "#8cb07f", "#6a9060"),
        ),
        0.135,
        0.25,
    ),
    "mountain": Growth((_peak("peak", -0.1), _peak("peak2", 0.18)), 0.24, 0.42, 0.95),
    "impassable": Growth((_ROCK,), 0.27, 1.0, lone=True),
    "hills": Growth((_HILL,), 0.14, 0.34),
    "swamp": Growth((_REEDS,), 0.09, 0.3, 0.8),
    "plains": Growth((_GRASS,), 0.07, 0.3, 0.85),
    "clear": Growth((_GRASS,), 0.042, 0.5, 0.35),
    "desert": Growth((_DUNE,), 0.1, 0.36, 0.8),
    "water": Growth((_WAVE,), 0.1, 0.55, 0.3),
}  # fmt: skip

Stand = tuple[Form, Point, float]
"""A form, where it stands and its size, in the chart's plane."""


@lru_cache(maxsize=8192)
def scatter(style: str, outline: Outline, unit: float) -> tuple[Stand, ...]:
    """What grows on a land of this style within the outline; it is the same on every map."""
    return tuple(_scatter(style, outline, unit))


def _scatter(style: str, outline: Outline, unit: float) -> Iterable[Stand]:
    growth = GROWTHS.get(style)
    if growth is None:
        return
    step = growth.apart * unit
    size = growth.size * unit
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    found = False
    if growth.lone:
        yield growth.forms[0], ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2 + 0.1 * unit), size
        return
    for row in range(math.floor(min(ys) / step), math.ceil(max(ys) / step)):
        for column in range(math.floor(min(xs) / step), math.ceil(max(xs) / step)):
            if chance(column, row, 1) > growth.share:
                continue
            x = (column + 0.5 + 0.7 * (chance(column, row, 2) - 0.5) + 0.5 * (row % 2)) * step
            y = (row + 0.5 + 0.7 * (chance(column, row, 3) - 0.5)) * step
            # It stands on its foot, and not over the edge.
            if within((x - 0.7 * size, y + size), outline) and within((x + 0.7 * size, y - 0.5 * size), outline):
                found = True
                form = growth.forms[int(chance(column, row, 4) * len(growth.forms)) % len(growth.forms)]
                yield form, (x, y), size * (0.88 + 0.24 * chance(column, row, 5))
    if not found and growth.share > 0.8:
        yield growth.forms[0], ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2 + 0.12 * unit), size

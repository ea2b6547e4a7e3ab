"""The drawing of a chart as a list of strokes: made once, then painted into a PDF or written as SVG.

Lengths are points; x runs to the right and y downwards from the top left corner. Many shapes of one look go into one
``Strokes``, which keeps a map of hundreds of areas small and quick to paint.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from postern.game.chart import Point
from postern.render.marks import one_line

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Ink:
    """How strokes look: colours as ``#rrggbb`` or None, line width and dashes in points."""

    fill: str | None = None
    line: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass
class Strokes:
    """Lines, polygons and circles of one look, painted together in one go."""

    ink: Ink
    level: int = 0
    lines: list[tuple[Point, ...]] = field(default_factory=list)
    polygons: list[tuple[Point, ...]] = field(default_factory=list)
    circles: list[tuple[float, float, float]] = field(default_factory=list)


@dataclass(frozen=True)
class Words:
    """A short text: ``y`` is its baseline; ``halo`` is a colour drawn round the letters so that they stand clear."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    colour: str = "#000000"
    anchor: Anchor = "middle"
    halo: str | None = None


def _shown(words: Words) -> Words:
    return replace(words, text=one_line(words.text))


class Sheet:
    """A page that grows by layers.

    Within a layer, strokes of the same look and level are gathered; higher levels lie above lower ones, words above all.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self.layers: list[tuple[list[Strokes], list[Words]]] = []
        self.tips: list[tuple[tuple[Point, ...], str]] = []
        self._inks: dict[tuple[int, Ink], Strokes] = {}
        self.layer()

    def layer(self) -> None:
        """Starts a layer above all that was drawn before."""
        self.layers.append(([], []))
        self._inks = {}

    def strokes(self, ink: Ink, level: int = 0) -> Strokes:
        """This layer's strokes of the given look and level; within a level, looks first asked for lie lowest."""
        found = self._inks.get((level, ink))
        if found is None:
            found = self._inks[level, ink] = Strokes(ink, level)
            self.layers[-1][0].append(found)
        return found

    def polygon(self, ink: Ink, points: Sequence[Point], level: int = 0) -> None:
        """Adds a closed polygon to this layer."""
        self.strokes(ink, level).polygons.append(tuple(points))

    def line(self, ink: Ink, points: Iterable[Point], level: int = 0) -> None:
        """Adds an open line to this layer."""
        self.strokes(ink, level).lines.append(tuple(points))

    def circle(self, ink: Ink, x: float, y: float, radius: float, level: int = 0) -> None:
        """Adds a circle to this layer."""
        self.strokes(ink, level).circles.append((x, y, radius))

    def tip(self, outline: Sequence[Point], text: str) -> None:
        """Notes what to say of the outline when a reader points at it, where the form of the file can do that."""
        self.tips.append((tuple(outline), one_line(text)))

    def words(self, words: Words) -> None:
        """Adds a text to this layer; characters that are not seen are taken out of it."""
        self.layers[-1][1].append(words if words.text.isascii() and words.text.isprintable() else _shown(words))

    def painted(self) -> list[tuple[list[Strokes], list[Words]]]:
        """The layers from the lowest up, each with its strokes in the order of painting."""
        return [(sorted(strokes, key=lambda stroke: stroke.level), words) for strokes, words in self.layers]

    def colours(self) -> list[str]:
        """Every colour that occurs, in the order of painting."""
        found = ["#ffffff"]
        for strokes, words in self.painted():
            found += [colour for stroke in strokes for colour in (stroke.ink.fill, stroke.ink.line) if colour]
            found += [colour for word in words for colour in (word.colour, word.halo) if colour]
        return list(dict.fromkeys(found))

"""The drawing of a chart as a list of strokes: made once, then painted into a PDF or written as SVG.

Lengths are points; x runs to the right and y downwards from the top left corner. Many shapes of one look go into one
``Strokes``, which keeps a map of hundreds of areas small and quick to paint; what comes often is a ``Form``, drawn once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from postern.game.chart import Outline, Point
from postern.render import fonts
from postern.render.marks import one_line

Anchor = Literal["start", "middle", "end"]
Box = tuple[float, float, float, float]
"""Left, top, right and lower edge."""


@dataclass(frozen=True)
class Ink:
    """How strokes look: colours as ``#rrggbb`` or None, line width and dashes in points; ``alpha`` below 1 lets through."""

    fill: str | None = None
    line: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    alpha: float = 1.0


@dataclass
class Strokes:
    """Lines, polygons and circles of one look, painted together in one go."""

    ink: Ink
    level: int = 0
    lines: list[tuple[Point, ...]] = field(default_factory=list)
    polygons: list[tuple[Point, ...]] = field(default_factory=list)
    circles: list[tuple[float, float, float]] = field(default_factory=list)


@dataclass(frozen=True)
class Form:
    """A drawing that comes often: polygons with their inks, in a square from (-1, -1) to (1, 1). One name, one look."""

    name: str
    parts: tuple[tuple[Ink, Outline], ...]


@dataclass(frozen=True)
class Words:
    """A short text: ``y`` is its baseline; ``halo`` is a colour drawn round the letters so that they stand clear.

    ``face`` is one of ``fonts``, else the sans face; ``spacing`` is added after each letter.
    """

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    colour: str = "#000000"
    anchor: Anchor = "middle"
    halo: str | None = None
    face: str = ""
    spacing: float = 0.0

    @property
    def font(self) -> str:
        """The name of its face."""
        return self.face or (fonts.BOLD if self.bold else fonts.REGULAR)

    @property
    def width(self) -> float:
        """How wide it is in points."""
        return fonts.text_width(self.text, self.font, self.size) + self.spacing * max(0, len(self.text) - 1)

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]


@dataclass
class Layer:
    """What is painted together: strokes, then forms, then words; only within ``clip`` where that is set."""

    clip: Box | None = None
    strokes: list[Strokes] = field(default_factory=list)
    forms: list[tuple[Form, float, float, float]] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)


class Sheet:
    """A page that grows by layers.

    Within a layer, strokes of the same look and level are gathered; higher levels lie above lower ones, then forms, then words.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self.layers: list[Layer] = []
        self.tips: list[tuple[tuple[Point, ...], str]] = []
        self.boxes: list[Box] = []
        self._inks: dict[tuple[int, Ink], Strokes] = {}
        self._clip: Box | None = None
        self.layer()

    def layer(self) -> None:
        """Starts a layer above all that was drawn before."""
        self.layers.append(Layer(self._clip))
        self._inks = {}

    def clip(self, box: Box | None) -> None:
        """Starts a layer; it and those after it are painted only within the box, until that is taken away with None."""
        self._clip = box
        self.layer()

    def strokes(self, ink: Ink, level: int = 0) -> Strokes:
        """This layer's strokes of the given look and level; within a level, looks first asked for lie lowest."""
        found = self._inks.get((level, ink))
        if found is None:
            found = self._inks[level, ink] = Strokes(ink, level)
            self.layers[-1].strokes.append(found)
        return found

    def polygon(self, ink: Ink, points: Sequence[Point], level: int = 0) -> None:
        """Adds a closed polygon to this layer."""
        self.strokes(ink, level).polygons.append(tuple(points))

    def box(self, ink: Ink, box: Box, level: int = 0) -> None:
        """Adds a rectangle to this layer."""
        left, top, right, low = box
        self.polygon(ink, ((left, top), (right, top), (right, low), (left, low)), level)

    def line(self, ink: Ink, points: Iterable[Point], level: int = 0) -> None:
        """Adds an open line to this layer."""
        self.strokes(ink, level).lines.append(tuple(points))

    def circle(self, ink: Ink, x: float, y: float, radius: float, level: int = 0) -> None:
        """Adds a circle to this layer."""
        self.strokes(ink, level).circles.append((x, y, radius))

    def form(self, form: Form, x: float, y: float, size: float) -> None:
        """Adds a form around (x, y), 2 sizes wide, to this layer."""
        self.layers[-1].forms.append((form, x, y, size))

    def tip(self, outline: Sequence[Point], text: str) -> None:
        """Notes what to say of the outline when a reader points at it, where the form of the file can do that."""
        self.tips.append((tuple(outline), one_line(text)))

    def words(self, words: Words) -> None:
        """Adds a text to this layer; characters that are not seen are taken out of it."""
        plain = words.text.isascii() and words.text.isprintable()
        self.layers[-1].words.append(words if plain else replace(words, text=one_line(words.text)))

    def painted(self) -> list[Layer]:
        """The layers from the lowest up, each with its strokes in the order of painting."""
        return [replace(one, strokes=sorted(one.strokes, key=lambda stroke: stroke.level)) for one in self.layers]

    def colours(self) -> list[str]:
        """The colours of words, lines, fills and forms, from the top down."""
        found: list[str] = []
        for layer in reversed(self.layers):
            found += [word.colour for word in layer.words]
            found += [one for strokes in layer.strokes for one in (strokes.ink.fill, strokes.ink.line) if one]
        found += [one for form in self.used_forms() for ink, _ in form.parts for one in (ink.fill, ink.line) if one]
        return list(dict.fromkeys(found))

    def used_forms(self) -> list[Form]:
        """Each form that occurs, once."""
        return list({form.name: form for layer in self.layers for form, _, _, _ in layer.forms}.values())

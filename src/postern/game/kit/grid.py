"""Maps of hexes and squares: neighbours, directions, distances, where things lie on a chart, and the cheapest ways.

A shape knows cells, which are pairs of whole numbers: ``Hexes`` in rows or in columns, ``Squares`` with eight directions. A
``Grid`` gives cells the names that a game has for its places ("B3", 223, "AB"), and may go round at its edges. ``cheapest`` and
``steps_from`` need no grid: they go where a game says that one can go, through tunnels too.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import product
from typing import Any, Generic, Literal, Protocol, TypeVar

from postern.game.chart import Outline, Point

Cell = tuple[int, int]
P = TypeVar("P", bound=Hashable)
C = TypeVar("C", bound="Cost")


class Cost(Protocol):
    """What adds up along a way: whole numbers, fractions, or sums of a game's own that can be added and compared."""

    def __add__(self, other: Any, /) -> Any: ...
    def __lt__(self, other: Any, /) -> bool: ...


class Shape(Protocol):
    """How cells lie in a plane. One unit of the plane is the distance of two neighbours; x grows eastwards, y southwards."""

    @property
    def directions(self) -> Mapping[str, Cell]:
        """The step to each neighbour by the name of its direction, clockwise."""
        ...

    def distance(self, one: Cell, other: Cell) -> int:
        """The least number of steps from one cell to the other."""
        ...

    def centre(self, cell: Cell) -> Point:
        """Where the middle of a cell lies."""
        ...

    def polygon(self, cell: Cell) -> Outline:
        """Where the corners of a cell lie, clockwise."""
        ...


_HEX_STEPS: dict[str, dict[str, Cell]] = {
    "rows": {"E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1), "NE": (1, -1)},
    "columns": {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)},
}
_SQUARE_STEPS: dict[str, Cell] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
_ROW = math.sqrt(3) / 2
_SIDE = 1 / math.sqrt(3)


@dataclass(frozen=True)
class Hexes:
    """Hexes that share sides along straight ``rows`` (a corner points north) or straight ``columns`` (a side faces north).

    Cells are skewed, so that a direction is the same step everywhere: in rows (x, y) lies y rows down and x + y/2 to the east,
    in columns x columns to the east and y + x/2 down. ``cell`` makes them from the numbers of a map that is not skewed.
    """

    along: Literal["rows", "columns"]

    def cell(self, column: int, row: int, shifted: Literal["odd", "even"] = "odd") -> Cell:
        """The cell in this column and row of a map on which every second row lies half a hex further east, or every second
        column half a hex further south: the odd ones or the even ones."""
        line, place = (row, column) if self.along == "rows" else (column, row)
        odd = line % 2 if shifted == "odd" else -(line % 2)
        skewed = place - (line - odd) // 2
        return (skewed, line) if self.along == "rows" else (line, skewed)

    @property
    def directions(self) -> Mapping[str, Cell]:
        """E, SE, SW, W, NW, NE in rows; N, NE, SE, S, SW, NW in columns."""
        return _HEX_STEPS[self.along]

    def distance(self, one: Cell, other: Cell) -> int:
        """The least number of steps from one cell to the other."""
        x, y = other[0] - one[0], other[1] - one[1]
        return max(abs(x), abs(y), abs(x + y))

    def centre(self, cell: Cell) -> Point:
        """Where the middle of a cell lies."""
        x, y = cell
        return (x + y / 2, y * _ROW) if self.along == "rows" else (x * _ROW, y + x / 2)

    def polygon(self, cell: Cell) -> Outline:
        """Where the six corners of a cell lie, clockwise."""
        x, y = self.centre(cell)
        turned = 30 if self.along == "rows" else 0
        angles = (math.radians(60 * corner - turned) for corner in range(6))
        return tuple((x + _SIDE * math.cos(angle), y + _SIDE * math.sin(angle)) for angle in angles)


@dataclass(frozen=True)
class Squares:
    """Squares with eight neighbours. A cell is (column, row)."""

    @property
    def directions(self) -> Mapping[str, Cell]:
        """N, NE, E, SE, S, SW, W, NW."""
        return _SQUARE_STEPS

    def distance(self, one: Cell, other: Cell) -> int:
        """The least number of steps from one cell to the other: a slanting step is one step."""
        return max(abs(other[0] - one[0]), abs(other[1] - one[1]))

    def centre(self, cell: Cell) -> Point:
        """Where the middle of a cell lies."""
        return float(cell[0]), float(cell[1])

    def polygon(self, cell: Cell) -> Outline:
        """Where the four corners of a cell lie, clockwise."""
        x, y = cell
        return (x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)


class Grid(Generic[P]):
    """The places of a map by their names, each on its cell.

    ``periods``: where the map goes round, the steps after which one is at the same place again. A map of 18 columns that joins
    its east to its west has ``(hexes.cell(18, 0),)``; for hexes such a number of columns or rows must be even.
    """

    def __init__(self, shape: Shape, places: Mapping[P, Cell], periods: Iterable[Cell] = ()) -> None:
        self.shape = shape
        self.places: tuple[P, ...] = tuple(places)
        self._cells = dict(places)
        rounds = [[(-x, -y), (0, 0), (x, y)] for x, y in periods]
        self._copies = [(sum(x for x, _ in one), sum(y for _, y in one)) for one in product(*rounds)]
        self._at = {(x + dx, y + dy): place for place, (x, y) in places.items() for dx, dy in self._copies}
        self._beside = {place: self._around(place) for place in places}
        self._neighbours = {place: tuple(around.values()) for place, around in self._beside.items()}

    def _around(self, place: P) -> dict[str, P]:
        x, y = self._cells[place]
        steps = ((name, self._at.get((x + dx, y + dy))) for name, (dx, dy) in self.shape.directions.items())
        return {name: other for name, other in steps if other is not None}

    def __contains__(self, place: object) -> bool:
        return place in self._cells

    def step(self, place: P, direction: str) -> P | None:
        """The neighbour in this direction, None beyond the edge of the map. Raises KeyError for a place that there is not."""
        return self._beside[place].get(direction)

    def neighbours(self, place: P) -> tuple[P, ...]:
        """The adjacent places, clockwise from the first direction. Raises KeyError for a place that there is not."""
        return self._neighbours[place]

    def adjacent(self, one: P, other: P) -> bool:
        """True when the two places share a border (squares: or a corner). Raises KeyError when there is no ``one``."""
        return other in self._neighbours[one]

    def distance(self, one: P, other: P) -> int:
        """The least number of steps between two places, whatever lies between. Raises KeyError as ``step`` does."""
        (x, y), goal = self._cells[one], self._cells[other]
        return min(self.shape.distance((x + dx, y + dy), goal) for dx, dy in self._copies)

    def ring(self, middle: P, steps: int) -> tuple[P, ...]:
        """The places at exactly this distance, in the order of the map. Raises KeyError for a place that there is not."""
        return tuple(place for place in self.places if self.distance(middle, place) == steps)

    def within(self, middle: P, steps: int) -> tuple[P, ...]:
        """The places at most so far away, with the middle, in the order of the map. Raises KeyError as ``ring`` does."""
        return tuple(place for place in self.places if self.distance(middle, place) <= steps)

    def centre(self, place: P) -> Point:
        """Where the middle of a place lies on a chart. Raises KeyError for a place that there is not."""
        return self.shape.centre(self._cells[place])

    def polygon(self, place: P) -> Outline:
        """Where the corners of a place lie on a chart. Raises KeyError for a place that there is not."""
        return self.shape.polygon(self._cells[place])


def cheapest(
    start: P, onward: Callable[[tuple[P, ...]], Iterable[tuple[P, C]]], nothing: C, budget: C | None = None
) -> Iterator[tuple[tuple[P, ...], C]]:
    """The cheapest way to each place that can be reached, with its cost, the nearest place first.

    ``onward`` is given a way so far, whose first place is the start, and says where it may go on from its end and what each of
    these steps costs. ``nothing`` is the cost of standing still. No way costs more than the ``budget``. Of ways of the
    same cost that with fewer steps is taken, and of those the first by the names of places. Costs must not be negative.
    """
    queue: list[tuple[C, int, tuple[Any, ...]]] = [(nothing, 0, (start,))]
    settled: set[P] = set()
    while queue:
        spent, steps, way = heappop(queue)
        if way[-1] in settled:
            continue
        settled.add(way[-1])
        yield way, spent
        for place, cost in onward(way):
            total = spent + cost
            if place not in settled and not (budget is not None and budget < total):
                heappush(queue, (total, steps + 1, (*way, place)))


def steps_from(starts: Iterable[P], onward: Callable[[P], Iterable[P]]) -> dict[P, int]:
    """How many steps each place that can be reached is from the nearest start, the nearest first. ``onward`` says where one can
    go from a place."""
    steps = dict.fromkeys(starts, 0)
    waiting = deque(steps)
    while waiting:
        here = waiting.popleft()
        for place in onward(here):
            if place not in steps:
                steps[place] = steps[here] + 1
                waiting.append(place)
    return steps

"""The one placer of everything that must be read: nothing that it places overlaps anything placed before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from postern.render.chart.sheet import Box

_CELL = 24.0
_GAP = 0.25


class Placer:
    """The boxes taken so far, within ``bounds``."""

    def __init__(self, bounds: Box) -> None:
        self.bounds = bounds
        self.taken: list[Box] = []
        self._cells: dict[tuple[int, int], list[Box]] = {}

    def add(self, box: Box) -> None:
        """Takes the box, free or not: for what stands where it stands."""
        self.taken.append(box)
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append(box)

    def clear(self, box: Box) -> bool:
        """True when nothing that was placed lies in the box."""
        left, top, right, low = box
        for cell in _cells(box):
            for other in self._cells.get(cell, ()):
                if left < other[2] + _GAP and other[0] < right + _GAP and top < other[3] + _GAP and other[1] < low + _GAP:
                    return False
        return True

    def free(self, box: Box) -> bool:
        """True when the box is clear and within the bounds."""
        left, top, right, low = self.bounds
        return left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= low and self.clear(box)

    def place(self, candidates: Iterable[Box]) -> Box | None:
        """Takes the first of the candidates that is free; None when there is none."""
        for box in candidates:
            if self.free(box):
                self.add(box)
                return box
        return None


def around(x: float, y: float, width: float, height: float, reach: float) -> Iterator[Box]:
    """Boxes of a size near a point, the nearest first: below, above, right, left and the corners, then further out."""
    for ring in (1.0, 1.45, 2.0, 2.6):
        far = reach * ring
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)):
            cx, cy = x + dx * (far + width / 2 - reach * 0.3), y + dy * far
            yield (cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2)


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box[0] // _CELL), int(box[2] // _CELL) + 1):
        for row in range(int(box[1] // _CELL), int(box[3] // _CELL) + 1):
            yield column, row

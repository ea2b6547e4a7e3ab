"""The shape of the land: outlines whose shores are shaken a little, the shore itself, and who shares which edge.

Every shake comes from a hash of its place, so neighbours agree, an inset matches the map, and the next turn looks the same.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from postern.game.chart import Chart, Outline, Point
from postern.render.chart.plan import extent

Corner = tuple[int, int]
Edge = frozenset[Corner]
_Side: TypeAlias = tuple[Point, Point, Corner, Corner, Edge]
"""An edge of an area from one corner to the next: the corners, the same as keys, and the edge as a key."""

FINE = 1000.0
"""Corners are counted in this part of a unit."""
_SHAKE = 0.18
"""How far the middle of an edge of the shore is moved, in parts of its length, at most; less where edges are long."""


@dataclass(frozen=True)
class Land:
    """A chart's land. ``outlines`` have shaken shores, by area; ``holders`` are the places in ``Chart.areas`` at each edge."""

    outlines: tuple[Outline, ...]
    shores: tuple[Outline, ...]
    holders: dict[Edge, list[int]]
    wet: frozenset[int]
    unit: float


def chance(x: float, y: float, salt: int = 0) -> float:
    """A number from 0 to 1 that always is the same for the same place."""
    return zlib.crc32(b"%d,%d,%d" % (round(x * FINE), round(y * FINE), salt)) / 0xFFFFFFFF


def corner(point: Point) -> Corner:
    """A corner as a key: corners of neighbours may differ by rounding."""
    return (round(point[0] * FINE), round(point[1] * FINE))


def edges(outline: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    """The edges of an outline, from each corner to the next."""
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def land_of(chart: Chart) -> Land:
    """The land of the chart. Areas of the style "water" are sea, and so is all that is no area."""
    water = {terrain.key for terrain in chart.terrains if terrain.style == "water"}
    wet = frozenset(place for place, area in enumerate(chart.areas) if area.terrain in water)
    return _land(tuple(area.polygon for area in chart.areas), wet, extent(chart).unit)


@lru_cache(maxsize=8)
def _land(polygons: tuple[Outline, ...], wet: frozenset[int], unit: float) -> Land:
    """The land of these areas. A map, its inset and its other sizes share it, and often the maps of several players do."""
    sides, holders = _sides(polygons)
    outlines, pieces = [], {}
    for place, some in enumerate(sides):
        outline: list[Point] = []
        for a, b, start, end, edge in some:
            dry = [one for one in holders[edge] if one not in wet]
            line = _shore(a, b, unit) if len(dry) == 1 else (a,)
            if dry == [place]:
                pieces[start, end] = line
            outline += line
        outlines.append(tuple(outline))
    return Land(tuple(outlines), tuple(loops(pieces)), holders, wet, unit)


@lru_cache(maxsize=8)
def _sides(polygons: tuple[Outline, ...]) -> tuple[tuple[tuple[_Side, ...], ...], dict[Edge, list[int]]]:
    """The sides of each area, and the areas at each edge."""
    sides = tuple(tuple(_side(a, b) for a, b in edges(polygon)) for polygon in polygons)
    holders: dict[Edge, list[int]] = {}
    for place, some in enumerate(sides):
        for *_, edge in some:
            holders.setdefault(edge, []).append(place)
    return sides, holders


def _side(a: Point, b: Point) -> _Side:
    start, end = corner(a), corner(b)
    return a, b, start, end, frozenset((start, end))


@lru_cache(maxsize=8192)
def _shore(a: Point, b: Point, unit: float) -> tuple[Point, ...]:
    """The way along an edge of the shore, without its end."""
    return tuple(shaken(a, b, shake=_SHAKE * min(1.0, unit / (2 * math.dist(a, b) or 1.0))))


def shaken(a: Point, b: Point, depth: int = 3, shake: float = _SHAKE) -> list[Point]:
    """The way from a to b without b, its middle moved aside, and so on for its halves: the same way from b to a."""
    if depth == 0:
        return [a]
    (ax, ay), (bx, by) = a, b
    mx, my = (ax + bx) / 2, (ay + by) / 2
    side = (chance(mx, my, depth) - 0.5) * shake * (1 if corner(a) < corner(b) else -1)
    middle = (mx - (by - ay) * side, my + (bx - ax) * side)
    return shaken(a, middle, depth - 1, shake * 1.2) + shaken(middle, b, depth - 1, shake * 1.2)


def loops(pieces: dict[tuple[Corner, Corner], tuple[Point, ...]]) -> Iterable[Outline]:
    """Pieces of a shore or of another rim, joined end to start."""
    following: dict[Corner, list[Corner]] = {}
    for start, end in pieces:
        following.setdefault(start, []).append(end)
    while following:
        start = next(iter(following))
        loop: list[Point] = []
        here = start
        while here in following:
            there = following[here].pop()
            if not following[here]:
                del following[here]
            loop += pieces[here, there]
            here = there
        yield tuple(loop)


def inward(outline: Sequence[Point], depths: Sequence[float]) -> list[Point]:
    """The outline's corners moved inwards so that each edge lies its own depth (of ``depths``) inside the old one."""
    count = len(outline)
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in edges(outline))
    turn = 1.0 if area >= 0 else -1.0
    normals = []
    for (ax, ay), (bx, by) in edges(outline):
        length = math.hypot(bx - ax, by - ay) or 1.0
        normals.append((-(by - ay) / length * turn, (bx - ax) / length * turn))
    moved = []
    for at in range(count):
        (x, y), (px, py), (nx, ny) = outline[at], normals[at - 1], normals[at]
        before, after = depths[at - 1], depths[at]
        cross = px * ny - py * nx
        if abs(cross) < 0.2:
            deep = max(before, after)
            moved.append((x + (px + nx) / 2 * deep, y + (py + ny) / 2 * deep))
        else:
            moved.append((x + (before * ny - after * py) / cross, y + (after * px - before * nx) / cross))
    return moved


def within(point: Point, outline: Sequence[Point]) -> bool:
    """True when the point lies inside the outline."""
    x, y = point
    found = False
    for (ax, ay), (bx, by) in edges(outline):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            found = not found
    return found

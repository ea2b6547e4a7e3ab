"""Where the pieces of every area stand: within it as far as there is room, else beside it on a string, never over another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from postern.game.chart import Area, Chart, Marker, Point, Symbol
from postern.render.chart import ground, pieces
from postern.render.chart.land import Land, edges
from postern.render.chart.owners import Side
from postern.render.chart.pieces import Piece, size_of
from postern.render.chart.placer import Placer, around
from postern.render.chart.plan import Plan
from postern.render.chart.sheet import Box, Ink, Sheet
from postern.render.marks import one_line
from postern.render.style import mix

_SHIFTS = tuple(
    sorted(product((0.0, -0.08, 0.08, -0.16, 0.16), (0.0, 0.05, -0.05, 0.1, -0.1)), key=lambda by: by[0] ** 2 + by[1] ** 2)
)
_STRING = "#3a332b"


@dataclass(frozen=True)
class Placed:
    """A piece in its box; ``tied`` is the point that a string leads to when it stands outside its area."""

    area: str
    piece: Piece
    box: Box
    tied: Point | None = None


@dataclass(frozen=True)
class Setting:
    """What is needed to set an area's pieces: how areas lie on the sheet, looks of sides, symbols, the placer."""

    plan: Plan
    looks: Mapping[str, Side]
    symbols: Mapping[str, Symbol]
    placer: Placer
    size: float
    styles: Mapping[str, str]


def set_pieces(chart: Chart, land: Land, setting: Setting) -> list[Placed]:
    """Finds a place for all pieces of the areas whose middle lies within the placer's bounds; what finds none is left out.

    Names and battles come first, then forces and signs, the weightiest areas before others, then names of unseen areas.
    """
    left, top, right, low = setting.placer.bounds
    areas = [area for area in chart.areas if _inside(setting.plan.at(area.centre), (left, top, right, low))]
    markers = grouped(chart)
    battles: dict[str, int] = {}
    for number, clash in enumerate(chart.clashes, start=1):
        battles.setdefault(clash.area, number)
    own = {owner.key for owner in chart.owners if owner.own}
    first = [area for area in areas if area.sight != "never" or area.name in battles or area.name in markers]
    seen = {area.name for area in first}
    unseen = [area for area in areas if area.name not in seen]
    found = [one for area in first for one in _head(area, setting, battles.get(area.name))]
    weights = {
        area.name: sum(pieces.tablet(marker, None, 6.5).weight for marker in markers.get(area.name, ()))
        + 0.5 * (area.owner in own)
        for area in first
    }
    left_over: list[tuple[Area, Piece]] = []
    for area in sorted(first, key=lambda one: -weights[one.name]):
        found += _contents(area, setting, markers.get(area.name, ()), left_over)
    for area, piece in left_over:
        found += _outside(area, piece, setting)
    return found + [one for area in unseen for one in _head(area, setting, None)]


def draw_strings(sheet: Sheet, placed: Iterable[Placed]) -> None:
    """Draws the strings from displaced tablets to the areas where they belong."""
    for one in placed:
        if one.tied:
            middle = ((one.box[0] + one.box[2]) / 2, (one.box[1] + one.box[3]) / 2)
            sheet.line(Ink(line="#fffdf7", width=1.8), (middle, one.tied))
            sheet.line(Ink(line=_STRING, width=0.7), (middle, one.tied), 1)
            sheet.circle(Ink(fill=_STRING, line="#fffdf7", width=0.5), *one.tied, 1.6, 2)
    sheet.layer()


def draw_pieces(sheet: Sheet, placed: Iterable[Placed]) -> None:
    """Draws every piece in its box."""
    for one in placed:
        one.piece.draw(sheet, one.box)
    sheet.layer()


def grouped(chart: Chart) -> dict[str, list[Marker]]:
    """The markers of each area, the reader's own first."""
    found: dict[str, list[Marker]] = {}
    for marker in sorted(chart.markers, key=lambda one: not one.own):
        found.setdefault(marker.area, []).append(marker)
    return found


def halo_of(area: Area, setting: Setting) -> str:
    """The colour of the ground behind an area's words."""
    colour = ground.tint(setting.styles.get(area.terrain, ""), setting.looks.get(area.owner))
    return mix(colour, "#fbf8f0", {"now": 0.1, "remembered": 0.35, "never": 0.45}[area.sight])


def _head(area: Area, setting: Setting, battle: int | None) -> Iterator[Placed]:
    """The area's name, with a battle's number and its owner's flag before it and its age after it, as far as they fit."""
    size, halo = setting.size, halo_of(area, setting)
    side = setting.looks.get(area.owner)
    if not area.name:
        return
    parts = [pieces.name_piece(Area(one_line(area.name), area.centre, (), "", sight=area.sight, home=area.home), size, halo)]
    width, height = _room(area, setting.plan)
    if side and not side.owner.own:
        parts.insert(0, pieces.flag_piece(side, size, area.sight != "now"))
    if battle:
        parts.insert(0, pieces.battle_piece(battle, size))
    if area.sight == "remembered" and area.last_seen is not None:
        age = pieces.age_piece(area.last_seen, size, halo)
        if pieces.row([*parts, age], 0.15 * size).width <= width:
            parts.append(age)
    head = pieces.row(parts, 0.15 * size)
    x, y = setting.plan.at(area.centre)
    middle = y - height / 2 + 0.42 * size
    box = setting.placer.place(_near(x, middle, head, setting.plan.unit))
    if box is None and battle:
        box = setting.placer.place(around(x, y, head.width, head.height, 0.6 * setting.plan.unit))
    if box:
        yield Placed(area.name, head, box)


def _contents(area: Area, setting: Setting, markers: Sequence[Marker], left_over: list[tuple[Area, Piece]]) -> Iterator[Placed]:
    """Forces on tablets and rows of signs, below the name; forces that do not fit join what is left over."""
    size, dim = setting.size, area.sight != "now"
    width, height = _room(area, setting.plan)
    x, y = setting.plan.at(area.centre)
    tablets = [pieces.tablet(marker, setting.looks.get(marker.owner), size, dim) for marker in markers]
    signs = pieces.signs(area, setting.symbols, size)
    head = 0.86 * size
    most = max(1, int((height - head) / (1.08 * size)))
    inside = tablets[: most - 1] if signs and most > 1 else tablets[:most]
    rows = _packed(signs, width, 0.2 * size)[: most - len(inside)]
    shown = [*inside, *(pieces.plate(pieces.row(row, 0.2 * size), size, dim) for row in rows)]
    gap = 0.05 * size
    top = y - height / 2 + head
    top += max(0.0, (height - head - sum(one.height + gap for one in shown)) / 2)
    for at, piece in enumerate(shown):
        middle = top + piece.height / 2
        top += piece.height + gap
        box = setting.placer.place(_near(x, middle, piece, setting.plan.unit))
        fewer = list(rows[at - len(inside)]) if at >= len(inside) else []
        while box is None and len(fewer) > 1:
            fewer.pop()
            piece = pieces.plate(pieces.row(fewer, 0.2 * size), size, dim)
            box = setting.placer.place(_near(x, middle, piece, setting.plan.unit))
        if box:
            yield Placed(area.name, piece, box)
        elif at < len(inside):
            left_over.append((area, piece))
    left_over += [(area, piece) for piece in tablets[len(inside) :]]


def _outside(area: Area, piece: Piece, setting: Setting) -> Iterator[Placed]:
    """The piece beside its area, on a string to its rim."""
    x, y = setting.plan.at(area.centre)
    reach = 0.8 * setting.plan.unit
    box = setting.placer.place(around(x, y, piece.width, piece.height, reach))
    if box:
        dx, dy = (box[0] + box[2]) / 2 - x, (box[1] + box[3]) / 2 - y
        share = 0.43 * setting.plan.unit / (math.hypot(dx, dy) or 1.0)
        yield Placed(area.name, piece, box, (x + dx * share, y + dy * share))


def _packed(signs: Sequence[Piece], width: float, gap: float) -> list[list[Piece]]:
    """The signs dealt to rows no wider than this, in their order."""
    rows: list[list[Piece]] = []
    used = 0.0
    for sign in signs:
        if rows and used + gap + sign.width <= width:
            rows[-1].append(sign)
            used += gap + sign.width
        else:
            rows.append([sign])
            used = sign.width
    return rows


def _near(x: float, y: float, piece: Piece, unit: float) -> Iterator[Box]:
    """Boxes around the wanted middle, the nearest first."""
    for dx, dy in _SHIFTS:
        cx, cy = x + dx * unit, y + dy * unit
        yield (cx - piece.width / 2, cy - piece.height / 2, cx + piece.width / 2, cy + piece.height / 2)


def _room(area: Area, plan: Plan) -> tuple[float, float]:
    """How wide an area is, and how high a box of that width and of the area's content would be."""
    xs = [x for x, _ in area.polygon]
    width = max(xs) - min(xs)
    content = abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in edges(area.polygon))) / 2
    return width * plan.scale, min(content / width * plan.scale, 4.2 * size_of(plan.unit))


def _inside(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]

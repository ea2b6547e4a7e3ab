"""A sketch of the field of a battle: the ground, the walls, both sides in line, and arrows for who struck whom."""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from postern.game.battle import BattlePage, Host, Unit
from postern.game.chart import Owner, Point
from postern.render import fonts
from postern.render.chart import owners
from postern.render.chart.frame import INK
from postern.render.chart.ground import fill
from postern.render.chart.owners import PAPER, Side
from postern.render.chart.relief import scatter
from postern.render.chart.sheet import Anchor, Box, Ink, Sheet, Words
from postern.render.chart.symbols import DANGER, draw_star
from postern.render.marks import one_line, plain
from postern.render.style import mix

_UNIT = 74.0
"""How wide an area of the map would be here: relief goes by it."""
_MOST = 7
_WALL = 21.0
_BLOCK = (7.0, 13.0, 34.0)
_WORDS = 34.0
_STAR = 7.2
_LEAST = 24.0
_STONE = "#d6c9ad"


@dataclass(frozen=True)
class _Post:
    """Where a force stands: its middle, its half height, and whether it faces right."""

    unit: Unit
    side: Side
    at: Point
    half: float
    facing: int

    @property
    def front(self) -> Point:
        return (self.at[0] + self.facing * ((_WALL if self.unit.walled else _BLOCK[0]) + 3), self.at[1])


def draw_field(page: BattlePage, width: float, height: float) -> Sheet:
    """The sketch in a sheet of this size in points; the same battle gives the same sketch."""
    fonts.register()
    sheet = Sheet(width, height)
    ours, theirs = ([host for host in page.hosts if host.ours == mine] for mine in (True, False))
    most = max([unit.before or 0 for host in page.hosts for unit in host.units] + [1])
    posts = [*_line(ours, 0.27 * width, height, most, 1), *_line(theirs, 0.73 * width, height, most, -1)]
    sheet.clip((0, 0, width, height))
    _ground(sheet, page, posts)
    _arrows(sheet, page, posts)
    for post in posts:
        _draw_post(sheet, post, page)
    sheet.layer()
    _badges(sheet, page, posts)
    sheet.clip(None)
    sheet.box(Ink(line=INK, width=1.1), (0, 0, width, height))
    return sheet


def _line(hosts: Sequence[Host], x: float, height: float, most: int, facing: int) -> list[_Post]:
    """One side in line from the top down, the strongest where there are too many for all."""
    every = [(host, unit) for host in hosts for unit in host.units]
    kept = sorted(every, key=lambda pair: (not pair[1].walled, -(pair[1].before or 0)))[:_MOST]
    every = [pair for pair in every if any(pair[1] is unit for _, unit in kept)]
    heights = [2 * _WALL + 26 if unit.walled else _LEAST for _, unit in every]
    while sum(heights) > height - 30 and len(every) > 1:
        every, heights = every[:-1], heights[:-1]
    spare = (height - 34 - sum(heights)) / (len(every) + 1)
    posts, y = [], 22 + max(0.0, spare)
    for at, ((host, unit), high) in enumerate(zip(every, heights, strict=True)):
        owner = Owner("side", host.name, "", host.own, not host.own and not host.number, host.number)
        half = _BLOCK[1] + (_BLOCK[2] - _BLOCK[1]) * ((unit.before or 0) / most)
        half = min(half, (high + max(0.0, spare)) * 0.8) / 2
        bow = 0.0 if unit.walled else facing * 7 * math.cos((at + 0.5) / len(every) * math.pi * 2)
        posts.append(_Post(unit, owners.sides([owner])["side"], (x - bow, y + high / 2), half, facing))
        y += high + max(0.0, spare)
    return posts


def _ground(sheet: Sheet, page: BattlePage, posts: Sequence[_Post]) -> None:
    """Draws the land with its relief, but where somebody stands, and the road."""
    sheet.box(Ink(fill=fill(page.ground.style)), (0, 0, sheet.width, sheet.height))
    sheet.layer()
    if page.ground.road:
        road = _road(sheet)
        sheet.line(Ink(line="#7d6a45", width=6.0), road)
        sheet.line(Ink(line="#efdca8", width=4.2), road, 1)
        sheet.layer()
    seed = zlib.crc32(page.place.encode()) % 97
    across, down = sheet.width, sheet.height
    whole = ((seed, seed), (seed + across, seed), (seed + across, seed + down), (seed, seed + down))
    taken = _taken(posts)
    for form, (x, y), size in sorted(scatter(page.ground.style, whole, _UNIT), key=lambda one: one[1][1]):
        x, y = x - seed, y - seed
        near = any(left - size < x < right + size and top - size < y < low + size for left, top, right, low in taken)
        on_road = page.ground.road and abs(y - _road_at(sheet, x)) < 5 + size
        if not near and not on_road and size < x < across - size and size < y < down - size:
            sheet.form(form, x, y, size)
    sheet.layer()


def _road(sheet: Sheet) -> list[Point]:
    return [(x, _road_at(sheet, x)) for x in (sheet.width * k / 24 for k in range(25))]


def _road_at(sheet: Sheet, x: float) -> float:
    return sheet.height * (0.9 + 0.035 * math.sin(x / sheet.width * 5))


def _taken(posts: Sequence[_Post]) -> list[Box]:
    """The room of each force with its words, and all the ground between both lines: arrows cross it."""
    boxes = []
    for post in posts:
        (x, y), deep = post.at, _WALL if post.unit.walled else _BLOCK[0]
        high = _WALL + 22 if post.unit.walled else max(post.half, 11)
        out = x - post.facing * (deep + 5 + (0 if post.unit.walled else _WORDS))
        boxes.append((min(out, x), y - high, max(out, x), y + high))
    if posts:
        xs, ys = [post.at[0] for post in posts], [post.at[1] for post in posts]
        boxes.append((min(xs), min(ys) - 14, max(xs), max(ys) + 14))
    return boxes


def _draw_post(sheet: Sheet, post: _Post, page: BattlePage) -> None:
    x, y = post.at
    unit, side, name = post.unit, post.side, one_line(post.unit.name)[:18]
    strength = "?" if unit.before is None else f"{unit.before:,}"
    dim = mix(side.colour, "#ffffff", 0.25) if unit.gone else side.colour
    if unit.walled:
        _castle(sheet, x, y, side)
        below = f"{name} {strength}"
        lines = [Words(x, y + _WALL + 9, below, 8.2, True, INK, halo=PAPER)]
        if page.ground.walls:
            walls = one_line(plain(page.ground.walls))[:28]
            lines.append(Words(x, y + _WALL + 18, walls, 7.6, colour="#4a4034", halo=PAPER, face=fonts.SERIF_ITALIC))
        sheet.boxes.append((x - _WALL, y - _WALL, x + _WALL, y + _WALL))
        _write(sheet, lines)
        return
    wide = _BLOCK[0]
    box = (x - wide, y - post.half, x + wide, y + post.half)
    ground = PAPER if unit.gone or not side.owner.own else side.colour
    dash = (2.0, 1.6) if unit.gone else ()
    sheet.box(Ink(fill=ground, line=dim, width=1.5, dash=dash), box, 5)
    if not unit.gone and not side.owner.own:
        for outline in side.division or (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),):
            spots = [(box[0] + px * 2 * wide, box[1] + py * 2 * post.half) for px, py in outline]
            sheet.polygon(Ink(fill=side.colour), spots, 6)
    if unit.gone:
        cross = Ink(line=DANGER, width=1.3)
        sheet.line(cross, ((x - 4, y - 4), (x + 4, y + 4)), 7)
        sheet.line(cross, ((x - 4, y + 4), (x + 4, y - 4)), 7)
    edge = x - post.facing * (wide + 5)
    anchor: Anchor = "end" if post.facing > 0 else "start"
    sheet.boxes.append(box)
    high = Words(edge, y - 0.5, name, 8.4, True, INK, anchor, halo=PAPER)
    _write(sheet, [high, Words(edge, y + 9, strength, 8.4, False, "#4a4034", anchor, halo=PAPER)])


def _write(sheet: Sheet, lines: Sequence[Words]) -> None:
    for line in lines:
        sheet.words(line)
        sheet.boxes.append((line.left, line.y - 0.72 * line.size, line.left + line.width, line.y + 0.2 * line.size))


def _castle(sheet: Sheet, x: float, y: float, side: Side) -> None:
    """Walls with two towers, a gate and the flag of those behind them."""
    w = _WALL

    def at(*points: Point) -> list[Point]:
        return [(x + px * w, y + py * w) for px, py in points]

    wall = Ink(fill=_STONE, line=INK, width=1.3)
    teeth = [
        (-0.62 + 0.31 * k + dx, dy) for k in range(4) for dx, dy in ((0, -0.28), (0, -0.44), (0.155, -0.44), (0.155, -0.28))
    ]
    sheet.polygon(wall, at((-0.62, 0.72), *teeth, (0.62, -0.28), (0.62, 0.72)), 5)
    for sign in (-1, 1):
        a, b = sorted((sign * 0.56, sign * 1.0))
        tops = [(a + (b - a) * k / 5, -0.8 if k % 2 else -0.62) for k in range(6)]
        sheet.polygon(wall, at((a, 0.78), (a, -0.62), *tops, (b, -0.62), (b, 0.78)), 6)
    sheet.polygon(Ink(fill=INK), at((-0.2, 0.72), (-0.2, 0.3), (0.0, 0.08), (0.2, 0.3), (0.2, 0.72)), 7)
    sheet.line(Ink(line=INK, width=1.2), at((0.0, -0.44), (0.0, -1.0)), 7)
    sheet.layer()
    owners.flag(sheet, side, x + 0.5, y - 0.86 * w, 13)
    sheet.layer()


def _arrows(sheet: Sheet, page: BattlePage, posts: Sequence[_Post]) -> None:
    where = {post.unit.name: post for post in reversed(posts)}
    for blow in page.blows:
        target = where.get(blow.target)
        for name in blow.sources:
            source = where.get(name)
            if target is not None and source is not None and source is not target:
                _arrow(sheet, source, target, blow.answer)


def _arrow(sheet: Sheet, source: _Post, target: _Post, answer: bool) -> None:
    """A bowed arrow from front to front; thin and dashed for what only came back."""
    (ax, ay), (bx, by) = source.front, target.front
    bx += target.facing * 4
    shift = 4.0 if answer else -3.0
    ay, by = ay + shift, by + shift
    deep = 42.0 * source.facing if source.facing == target.facing else 0.0
    mx, my = (ax + bx) / 2 + deep, (ay + by) / 2 + (0 if deep else (10 if answer else -10))
    points = [
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by)
        for t in (k / 14 for k in range(15))
    ]
    colour = source.side.colour
    if not answer:
        sheet.line(Ink(line="#ffffff", width=4.2, alpha=0.7), points, 1)
    sheet.line(Ink(line=colour, width=1.0 if answer else 2.2, dash=(3.0, 2.4) if answer else ()), points[:-1], 2)
    (px, py), (x, y) = points[-3], points[-1]
    long = math.hypot(x - px, y - py) or 1.0
    ux, uy = (x - px) / long, (y - py) / long
    size = 5.0 if answer else 8.0
    backs = [(x - (ux + sign * uy / 2) * size, y - (uy - sign * ux / 2) * size) for sign in (1, -1)]
    sheet.polygon(Ink(fill=colour), [(x, y), *backs], 3)


def _badges(sheet: Sheet, page: BattlePage, posts: Sequence[_Post]) -> None:
    """The number of each blow before the force that it struck; those of a force struck several times side by side."""
    where = {post.unit.name: post for post in reversed(posts)}
    before: Counter[str] = Counter()
    for number, blow in enumerate(page.blows, start=1):
        target = where.get(blow.target)
        if target is None or not blow.sources:
            continue
        x, y = target.front[0] + target.facing * (20 + 16 * before[blow.target]), target.front[1]
        before[blow.target] += 1
        draw_star(sheet, x, y, _STAR)
        sheet.boxes.append((x - _STAR, y - _STAR, x + _STAR, y + _STAR))
        sheet.words(Words(x, y + 2.7, str(number), 7.6 if number < 10 else 6.5, True, "#ffffff"))

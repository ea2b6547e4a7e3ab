"""Insets: the front at twice the scale, and what lies inside and below."""

from __future__ import annotations

from collections.abc import Mapping

from postern.game.chart import Chart, Point
from postern.render import fonts
from postern.render.chart import frame
from postern.render.chart.land import Land, corner, edges
from postern.render.chart.owners import PAPER, Side
from postern.render.chart.plan import Plan
from postern.render.chart.sheet import Box, Ink, Sheet, Words
from postern.render.chart.who import cut
from postern.render.marks import one_line

TIMES = 2.0
_TAB = 13.0
_ROOM = 31.0


def front(chart: Chart, land: Land, plan: Plan, box: Box) -> Plan | None:
    """The plan that shows the front in the box, at twice the scale of the map; None where there is no front.

    The front is where battles are weightiest, own forces stand and own lands meet those of others.
    """
    weights = _weights(chart, land)
    if not weights:
        return None
    scale = plan.scale * TIMES
    width, height = (box[2] - box[0]) / scale, (box[3] - box[1]) / scale
    places = [(area.centre, weights.get(area.name, 0.0)) for area in chart.areas if weights.get(area.name)]

    def worth(middle: Point) -> float:
        x, y = middle
        inner_x, inner_y = width / 2 - 0.4 * land.unit, height / 2 - 0.4 * land.unit
        return sum(weight for (px, py), weight in places if abs(px - x) < inner_x and abs(py - y) < inner_y)

    x, y = max((centre for centre, _ in places), key=lambda centre: (round(worth(centre), 6), -centre[1], -centre[0]))
    left, top = (box[0] + box[2]) / 2 - x * scale, (box[1] + box[3]) / 2 - y * scale
    return Plan(scale, left, top, land.unit * scale)


def _weights(chart: Chart, land: Land) -> dict[str, float]:
    """What draws the reader's eye: battles first, then own forces beside others, then borders."""
    own = {owner.key for owner in chart.owners if owner.own}
    sides = {owner.key for owner in chart.owners if not owner.neutral}
    weights: dict[str, float] = {}

    def add(name: str, weight: float) -> None:
        weights[name] = weights.get(name, 0.0) + weight

    for clash in chart.clashes:
        add(clash.area, 4.0)
    for marker in chart.markers:
        add(marker.area, 1.0 if marker.owner in own else 1.5)
    for area in chart.areas:
        if area.owner not in own:
            continue
        add(area.name, 0.1)
        for edge in edges(area.polygon):
            for place in land.holders[frozenset((corner(edge[0]), corner(edge[1])))]:
                other = chart.areas[place].owner
                if other in sides and other not in own:
                    add(area.name, 0.5)
    return weights


def draw_tab(sheet: Sheet, words: str, box: Box) -> None:
    """Draws an inset's rim and its tab with words."""
    sheet.box(Ink(line=frame.INK, width=1.2), box)
    sheet.box(Ink(fill=frame.PAGE, line=frame.INK, width=1.0), (box[0], box[1], box[0] + 100, box[1] + _TAB), 1)
    frame.small_head(sheet, words, box[0] + 50, box[1] + 9.2, middle=True)
    sheet.layer()


def below_height(chart: Chart) -> float:
    """How high the cut through the ground must be, for up to four rooms below one another."""
    return 56.0 + (_ROOM + 5) * min(4, max(len(one.rooms) for one in chart.below))


def draw_below(sheet: Sheet, chart: Chart, looks: Mapping[str, Side], box: Box) -> None:
    """Draws the areas with something inside or below as a cut through the ground, their rooms from the top down."""
    left, top, right, low = box
    sheet.box(Ink(fill="#ece0c4"), box)
    earth = top + 46
    sheet.box(Ink(fill="#79644f"), (left, earth, right, low), 1)
    sheet.box(Ink(fill="#5b4938"), (left, earth + (low - earth) * 0.6, right, low), 2)
    sheet.line(Ink(line="#6f8f4f", width=1.6), ((left, earth), (right, earth)), 3)
    sheet.layer()
    most = max(1, int((right - left) // 62))
    shown = chart.below[:most]
    wide = (right - left) / len(shown)
    for at, one in enumerate(shown):
        x = left + (at + 0.5) * wide
        middle = wide - 8
        sheet.words(Words(x, top + 23, cut(one_line(one.area), fonts.REGULAR, 6.5, middle), 6.5, colour="#6a5d4c"))
        sheet.words(Words(x, top + 32, cut(one_line(one.name), fonts.BOLD, 7.5, middle), 7.5, True, frame.INK))
        sheet.words(
            Words(
                x,
                top + 41,
                cut(one_line(one.kind), fonts.SERIF_ITALIC, 6.5, middle),
                6.5,
                colour="#6a5d4c",
                face=fonts.SERIF_ITALIC,
            )
        )
        fits = max(1, int((low - earth - 6) // (_ROOM + 5)))
        for depth, room in enumerate(one.rooms[:fits]):
            y = earth + 6 + depth * (_ROOM + 5)
            sheet.line(Ink(line=frame.INK, width=4.0), ((x, y - 6), (x, y)))
            sheet.box(Ink(fill="#efe4c8", line=frame.INK, width=1.4), (x - middle / 2, y, x + middle / 2, y + _ROOM), 1)
            side = looks.get(room.owner)
            if side:
                sheet.box(
                    Ink(fill=side.colour if side.owner.own else PAPER, line=side.colour, width=0.7),
                    (x - middle / 2 + 2, y + 3, x - middle / 2 + 4.5, y + _ROOM - 3),
                    2,
                )
            lines = (
                (room.name, fonts.BOLD, "#1c1713"),
                (room.what, fonts.SERIF_ITALIC, "#6a5d4c"),
                (room.who, fonts.REGULAR, "#1c1713"),
            )
            for line, (words, face, colour) in enumerate(lines):
                text = cut(one_line(words), face, 6.5, middle - 10)
                sheet.words(Words(x - middle / 2 + 7, y + 9 + line * 8.6, text, 6.5, False, colour, "start", face=face))
        if len(one.rooms) > fits:
            sheet.words(Words(x, low - 3, f"and {len(one.rooms) - fits} more", 6.5, colour="#efe4c8"))
    sheet.layer()

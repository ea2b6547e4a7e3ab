"""Rings: a broken line in a side's colour around the water that its ships watch."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from postern.game.chart import Chart, Outline
from postern.render.chart.land import Corner, Land, corner, edges, inward, loops
from postern.render.chart.owners import Side
from postern.render.chart.plan import Plan
from postern.render.chart.sheet import Ink, Sheet

NAME = "sea patrol"
"""What the legend calls a ring."""
_DEEP, _WIDTH, _DASH, _TINT = 0.08, 0.06, (0.16, 0.14), 0.16


def ink(side: Side, unit: float) -> Ink:
    """How the ring of a side is drawn where an area is so wide."""
    return Ink(line=side.colour, width=_WIDTH * unit, dash=(_DASH[0] * unit, _DASH[1] * unit))


def draw_rings(sheet: Sheet, chart: Chart, land: Land, plan: Plan, looks: Mapping[str, Side]) -> None:
    """Draws the rings a little inside the rim of their areas, over a breath of their colour."""
    places = {area.name: at for at, area in enumerate(chart.areas)}
    for ring in chart.rings:
        side, inside = looks.get(ring.owner), [places[name] for name in ring.areas if name in places]
        if side is None:
            continue
        for at in inside:
            sheet.polygon(Ink(fill=side.colour, alpha=_TINT), plan.outline(chart.areas[at].polygon))
        rim: dict[tuple[Corner, Corner], Outline] = {}
        for a, b in chain.from_iterable(edges(chart.areas[at].polygon) for at in inside):
            start, end = corner(a), corner(b)
            if len(set(inside).intersection(land.holders[frozenset((start, end))])) == 1:
                rim[start, end] = (a,)
        for loop in loops(rim):
            outline = plan.outline(loop)
            line = inward(outline, [_DEEP * plan.pen] * len(outline))
            sheet.line(ink(side, plan.pen), (*line, line[0]), 1)
    sheet.layer()

"""Realms: a glow of the owner's hue inside the rim of his lands, and a firm line along it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from postern.game.chart import Chart, Outline, Point
from postern.render.chart.land import Corner, Land, corner, edges, inward
from postern.render.chart.owners import Side
from postern.render.chart.plan import Plan
from postern.render.chart.sheet import Ink, Sheet
from postern.render.style import mix

_GLOW = 0.17
_GLOWING = 0.3


def draw_realms(sheet: Sheet, chart: Chart, land: Land, plan: Plan, looks: Mapping[str, Side], shown: Iterable[int]) -> None:
    """Draws the borders around the shown areas (by their places in the chart).

    Own ones are the thickest; those of what is only remembered are broken and paler.
    """
    at_corner: dict[Corner, list[str]] = {}
    for area in chart.areas:
        for point in area.polygon:
            at_corner.setdefault(corner(point), []).append(area.owner)
    lines = []
    for place in shown:
        area = chart.areas[place]
        side = looks.get(area.owner)
        if side is None:
            continue
        width = (0.075 if side.owner.own else 0.052) * plan.pen
        colour = side.colour if area.sight == "now" else mix(side.colour, "#f6edd3", 0.3)
        dash = () if area.sight == "now" else (0.13 * plan.pen, 0.1 * plan.pen)
        opened = [_open(land, chart, edge, area.owner) for edge in edges(area.polygon)]
        outline = plan.outline(area.polygon)
        glow = inward(outline, [_GLOW * plan.pen if one else 0.0 for one in opened])
        for at, one in enumerate(opened):
            after = (at + 1) % len(outline)
            if one:
                sheet.polygon(Ink(fill=side.colour, alpha=_GLOWING), (outline[at], outline[after], glow[after], glow[at]))
        shaken, along = _shaken(land.outlines[place], area.polygon, opened)
        firm = inward(plan.outline(shaken), [0.62 * width if one else 0.0 for one in along])
        ink = Ink(line=colour, width=width, dash=dash)
        lines += [(ink, piece) for piece in _pieces(firm, along)]
        lines += [(ink, notch) for notch in _notches(area.polygon, outline, opened, area.owner, at_corner, 0.62 * width)]
    sheet.layer()
    for ink, line in lines:
        sheet.line(ink, line, 1 if ink.width > 0.06 * plan.pen else 0)
    sheet.layer()


def _open(land: Land, chart: Chart, edge: tuple[Point, Point], owner: str) -> bool:
    """True when the owner's land ends at this edge."""
    holders = land.holders[frozenset((corner(edge[0]), corner(edge[1])))]
    return sum(chart.areas[one].owner == owner for one in holders) < 2


def _shaken(shaken: Outline, polygon: Outline, opened: Sequence[bool]) -> tuple[Outline, list[bool]]:
    """The outline with its shaken shore, and whether each of its short edges is part of an open edge of the polygon."""
    corners = {corner(point): at for at, point in enumerate(polygon)}
    at, along = 0, []
    for point in shaken:
        at = corners.get(corner(point), at)
        along.append(opened[at])
    return shaken, along


def _pieces(ring: Sequence[Point], opened: Sequence[bool]) -> list[Outline]:
    """The stretches of the ring along its open edges."""
    count = len(ring)
    if all(opened):
        return [(*ring, ring[0])]
    pieces = []
    for at in range(count):
        if opened[at] and not opened[at - 1]:
            piece = [ring[at]]
            while opened[at % count]:
                at += 1
                piece.append(ring[at % count])
            pieces.append(tuple(piece))
    return pieces


def _notches(
    polygon: Outline,
    outline: Sequence[Point],
    opened: Sequence[bool],
    owner: str,
    at_corner: Mapping[Corner, list[str]],
    depth: float,
) -> list[Outline]:
    """The small corners where two own areas touch this one and a stranger lies beyond the corner."""
    found: list[Outline] = []
    for at in range(len(outline)):
        owners = at_corner[corner(polygon[at])]
        if not opened[at] and not opened[at - 1] and owners.count(owner) < len(owners):
            here = outline[at]
            a, b = _along(here, outline[at - 1], depth), _along(here, outline[(at + 1) % len(outline)], depth)
            found.append((a, (a[0] + b[0] - here[0], a[1] + b[1] - here[1]), b))
    return found


def _along(start: Point, end: Point, length: float) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    whole = (dx * dx + dy * dy) ** 0.5 or 1.0
    return (start[0] + dx * length / whole, start[1] + dy * length / whole)

"""What lies under everything: sea, coast, land, relief from north to south, and a mist over what is not seen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from postern.game.chart import Chart
from postern.render.chart.land import FINE, Land
from postern.render.chart.owners import Side
from postern.render.chart.plan import Plan
from postern.render.chart.relief import scatter
from postern.render.chart.sheet import Box, Ink, Sheet
from postern.render.style import mix

SEA = "#cddde0"
_RINGS = ((1.02, "#c3d7db"), (0.78, "#b3cdd4"), (0.56, "#c3d9de"), (0.36, "#9fc0ca"), (0.17, "#dbe9ea"))
_SHORE = "#5a4a34"
_GRID = "#8f8266"
_MIST = "#fbf8f0"
_MISTS = {"now": 0.0, "remembered": 0.25, "never": 0.3}

FILLS: dict[str, str] = {
    "clear": "#f6edd3",
    "plains": "#e9e5b2",
    "forest": "#d7e4b6",
    "mountain": "#e9d6b4",
    "hills": "#f0e2b6",
    "swamp": "#cfe2d6",
    "desert": "#fae6ad",
    "water": SEA,
    "impassable": "#cfc6bf",
}
_UNKNOWN = "#efece4"
_TINT, _PALER = 0.45, 0.65


def fill(style: str) -> str:
    """The ground of a style of terrain; one that is not known here is drawn as unknown land."""
    return FILLS.get(style, _UNKNOWN)


def tint(style: str, side: Side | None) -> str:
    """The ground of an area with a breath of its owner's hue."""
    if side is None or style == "water":
        return fill(style)
    return mix(fill(style), mix(side.colour, "#ffffff", _PALER), _TINT)


def draw_sea(sheet: Sheet, land: Land, plan: Plan) -> None:
    """Draws the rings along the coast and the shore's dark line; the land goes over their inner halves."""
    shores = [plan.outline(loop) for loop in land.shores]
    for width, colour in _RINGS:
        sheet.strokes(Ink(line=colour, width=2 * width * plan.pen)).polygons.extend(shores)
        sheet.layer()
    sheet.strokes(Ink(line=_SHORE, width=max(1.6, 0.11 * plan.pen))).polygons.extend(shores)
    sheet.layer()


def draw_land(sheet: Sheet, chart: Chart, land: Land, plan: Plan, looks: Mapping[str, Side], shown: Collection[int]) -> None:
    """Draws the ground of the shown areas (by their places in the chart): terrain with the tint of its owner."""
    styles = {terrain.key: terrain.style for terrain in chart.terrains}
    for place in shown:
        if place not in land.wet:
            area = chart.areas[place]
            colour = tint(styles.get(area.terrain, ""), looks.get(area.owner))
            # A thin line of its own colour closes the seam to its neighbour.
            sheet.polygon(Ink(fill=colour, line=colour, width=0.3), plan.outline(land.outlines[place]))


def draw_relief(
    sheet: Sheet, chart: Chart, land: Land, plan: Plan, room: Callable[[Box], bool], shown: Collection[int]
) -> None:
    """Scatters trees and peaks over the shown areas, from north to south, wherever ``room`` says that nothing will stand."""
    styles = {terrain.key: terrain.style for terrain in chart.terrains}
    stands = [
        stand
        for area in (chart.areas[place] for place in shown)
        for stand in scatter(styles.get(area.terrain, ""), area.polygon, land.unit)
    ]
    for form, point, size in sorted(stands, key=lambda stand: (stand[1][1], stand[1][0])):
        x, y = plan.at(point)
        radius = size * plan.scale
        if room((x - 0.8 * radius, y - 0.8 * radius, x + 0.8 * radius, y + 0.8 * radius)):
            sheet.form(form, x, y, radius)
    sheet.layer()


def draw_mist(sheet: Sheet, chart: Chart, land: Land, plan: Plan, shown: Collection[int]) -> None:
    """Lays a light mist over what is remembered and what was never seen, then the fine lines between areas."""
    for place in shown:
        mist = _MISTS[chart.areas[place].sight]
        if mist and place not in land.wet:
            sheet.polygon(Ink(fill=_MIST, alpha=mist), plan.outline(land.outlines[place]))
    sheet.layer()
    thin = sheet.strokes(Ink(line=_GRID, width=0.3, alpha=0.55))
    near = set(shown)
    for edge, holders in land.holders.items():
        if len(holders) > 1 and near.intersection(holders):
            thin.lines.append(plan.outline((x / FINE, y / FINE) for x, y in edge))
    sheet.layer()

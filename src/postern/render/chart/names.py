"""Names over several areas and of single places: regions and seas with their borders, centres, and letters at the edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from postern.game.chart import Chart, Region, Site
from postern.render import fonts
from postern.render.chart import pieces
from postern.render.chart.land import FINE, Land
from postern.render.chart.owners import PAPER, Side, flag
from postern.render.chart.pieces import Piece
from postern.render.chart.places import Placed, Setting
from postern.render.chart.plan import Plan
from postern.render.chart.sheet import Box, Ink, Sheet, Words
from postern.render.chart.symbols import draw_symbol
from postern.render.marks import one_line

_REGION, _SEA, _BORDER = "#5f4a33", "#41707f", "#7a6242"
_LARGE, _SMALL = 10.0, 7.0


def set_sites(chart: Chart, setting: Setting) -> list[Placed]:
    """Places the centres in the middle of their areas, then their names beside them; a name without room is left out."""
    named = {area.name: area for area in chart.areas}
    found: list[Placed] = []
    for site in chart.sites:
        if site.area in named:
            piece = _site(site, setting)
            x, y = setting.plan.at(named[site.area].centre)
            box = setting.placer.place([_around(x, y, piece)])
            if box:
                found.append(Placed(site.area, piece, box))
    symbols = list(found)
    for site in chart.sites:
        at = next((one for one in symbols if one.area == site.area), None)
        if at is not None and site.name:
            size = setting.size
            piece = pieces.text(one_line(site.name), size, fonts.BOLD, "#1c1713", "#f6edd3", descends=True)
            box = setting.placer.place(_beside(at.box, piece))
            if box:
                found.append(Placed(site.area, piece, box))
    return found


def set_names(chart: Chart, setting: Setting) -> list[Placed]:
    """Places the names of regions and seas, in one line or two, as near to their middles as there is room."""
    named = {area.name: area.centre for area in chart.areas}
    found = []
    for region in sorted(chart.regions, key=lambda one: -len(one.areas)):
        points = [named[name] for name in region.areas if name in named]
        if not points:
            continue
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        spots = sorted(points, key=lambda point: (point[0] - middle[0]) ** 2 + (point[1] - middle[1]) ** 2)
        for piece in _sizes(region):
            candidates = (
                _around(x, y + dy * setting.plan.unit, piece)
                for x, y in (setting.plan.at(point) for point in spots)
                for dy in (0.0, 0.5, -0.5, 0.25, -0.25)
            )
            box = setting.placer.place(candidates)
            if box:
                found.append(Placed(region.name, piece, box))
                break
    return found


def draw_borders(sheet: Sheet, chart: Chart, land: Land, plan: Plan) -> None:
    """Draws a dotted line where two regions of land meet."""
    region_of = {name: region for region in chart.regions if not region.sea for name in region.areas}
    ink = Ink(line=_BORDER, width=max(0.9, 0.045 * plan.pen), dash=(0.01, max(2.0, 0.09 * plan.pen)))
    for edge, holders in land.holders.items():
        sides = {region_of.get(chart.areas[one].name) for one in holders}
        if len(sides) == 2 and None not in sides:
            sheet.line(ink, plan.outline((x / FINE, y / FINE) for x, y in edge))
    sheet.layer()


def edge_boxes(chart: Chart, plan: Plan) -> list[Box]:
    """Where the letters of rows and columns stand."""
    size = _edge_size(plan)
    half = 0.4 * size
    return [
        (x - half, y - half, x + half, y + half)
        for x, y in (plan.at(point) for _, point in (*chart.column_labels, *chart.row_labels))
    ]


def _edge_size(plan: Plan) -> float:
    return min(10.0, max(7.5, 0.24 * plan.unit))


def draw_edge_labels(sheet: Sheet, chart: Chart, plan: Plan, within: Box) -> None:
    """Writes the letters of rows and columns beside the land, those that lie within the box."""
    size = _edge_size(plan)
    for label, point in (*chart.column_labels, *chart.row_labels):
        x, y = plan.at(point)
        if within[0] + size < x < within[2] - size and within[1] + size < y < within[3] - size:
            sheet.words(Words(x, y + size * 0.34, label, size, True, "#4d7482", face=fonts.SERIF))
    sheet.layer()


def _site(site: Site, setting: Setting) -> Piece:
    symbol = setting.symbols[site.kind]
    side: Side | None = setting.looks.get(site.owner)
    radius = max(4.0, 0.2 * setting.plan.unit)
    width = 1.1 * radius if side else 0.0

    def draw(sheet: Sheet, box: Box) -> None:
        x, y = box[0] + radius, (box[1] + box[3]) / 2
        if side and side.owner.own:
            draw_symbol(sheet, symbol, x, y, radius * 0.9, colour=side.colour)
        else:
            draw_symbol(sheet, symbol, x, y, radius * 0.9, colour=side.colour if side else "#2b2119", outlined=True)
        if side:
            flag(sheet, side, box[0] + 2 * radius, y - 0.4 * radius, width)

    return Piece(2 * radius + width, 2 * radius, draw)


def _sizes(region: Region) -> Iterator[Piece]:
    """The name large, smaller, and in two lines."""
    face = fonts.SERIF_ITALIC if region.sea else fonts.SERIF
    colour = _SEA if region.sea else _REGION
    name = one_line(region.name) if region.sea else one_line(region.name).upper()
    for size in (_LARGE, 8.5, _SMALL):
        yield pieces.text(name, size, face, colour, PAPER if not region.sea else None, region.sea, 0.14 * size)
        if " " in name:
            cut = min((at for at, letter in enumerate(name) if letter == " "), key=lambda at: abs(at - len(name) / 2))
            lines = [
                pieces.text(part, size, face, colour, PAPER if not region.sea else None, region.sea, 0.14 * size)
                for part in (name[:cut], name[cut + 1 :])
            ]
            yield _stacked(lines, 0.35 * size)


def _stacked(lines: list[Piece], gap: float) -> Piece:
    width = max(line.width for line in lines)

    def draw(sheet: Sheet, box: Box) -> None:
        top = box[1]
        for line in lines:
            left = box[0] + (width - line.width) / 2
            line.draw(sheet, (left, top, left + line.width, top + line.height))
            top += line.height + gap

    return Piece(width, sum(line.height for line in lines) + gap * (len(lines) - 1), draw)


def _around(x: float, y: float, piece: Piece) -> Box:
    return (x - piece.width / 2, y - piece.height / 2, x + piece.width / 2, y + piece.height / 2)


def _beside(box: Box, piece: Piece) -> Iterable[Box]:
    """Below, above, right and left of a box, then the corners."""
    left, top, right, low = box
    x, y = (left + right) / 2, (top + low) / 2
    w, h = piece.width, piece.height
    for cx, cy in (
        (x, low + h / 2 + 1),
        (x, top - h / 2 - 1),
        (right + w / 2 + 1, y),
        (left - w / 2 - 1, y),
        (right + w / 2, low + h / 2),
        (left - w / 2, low + h / 2),
        (right + w / 2, top - h / 2),
        (left - w / 2, top - h / 2),
    ):
        yield _around(cx, cy, piece)

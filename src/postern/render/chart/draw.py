"""A chart drawn once: ground, bands, roads, moves, names, forces, battles and legend, in that order upwards."""

from __future__ import annotations

from dataclasses import dataclass

from postern.game.chart import Chart
from postern.render import fonts
from postern.render.chart import forces, legend, owners, routes, terrain
from postern.render.chart.forces import fitted
from postern.render.chart.plan import Plan, extent, place
from postern.render.chart.sheet import Ink, Sheet, Words
from postern.render.chart.symbols import symbols_of
from postern.render.chart.tips import tips
from postern.render.fonts import BOLD
from postern.render.marks import one_line

WIDTH = 540.0
_PAD = 6.0
_TITLE = 26.0
_NOTE = 13.0
_GAP = 10.0
_RIM = Ink(line="#a8a49c", width=0.45)


@dataclass(frozen=True)
class _Layout:
    """Where the parts of a sheet stand: the map's rectangle, the legend's corner, columns and rows, the note's line."""

    width: float
    height: float
    plan: Plan
    legend: tuple[float, float, int, int]
    foot: float


def draw(chart: Chart, width: float = WIDTH, titled: bool = True) -> Sheet:
    """The chart at a given width in points, as high as it needs, its legend below."""
    return _draw(chart, width, None, titled)


def draw_in(chart: Chart, width: float, height: float) -> Sheet:
    """The chart without its title in a frame of this size in points, its legend where it leaves the map larger."""
    return _draw(chart, width, height, titled=False)


def scale_in(chart: Chart, width: float, height: float) -> float:
    """How wide an area becomes, in points, when the chart is drawn in a frame of this size: for choosing a frame."""
    lines = legend.entries(chart, owners.sides(chart.owners))
    return _arrange(chart, len(lines), _headings(lines), width, height, False).plan.unit


def _draw(chart: Chart, width: float, height: float | None, titled: bool) -> Sheet:
    fonts.register()
    looks = owners.sides(chart.owners)
    lines = legend.entries(chart, looks)
    layout = _arrange(chart, len(lines), _headings(lines), width, height, titled)
    sheet = Sheet(layout.width, layout.height)
    _map(sheet, chart, layout.plan, looks)
    legend.draw(sheet, lines, *layout.legend)
    sheet.layer()
    if titled:
        title = one_line(chart.title)
        size = fitted(title, BOLD, 14, layout.width - 2 * _PAD - 4, 8)
        sheet.words(Words(_PAD + 2, _PAD + 15, title, size, True, "#1d1d1f", "start"))
    if chart.note:
        sheet.words(Words(_PAD + 2, layout.foot, one_line(chart.note), 7.5, False, "#5f6165", "start"))
    return sheet


def _arrange(chart: Chart, count: int, headings: frozenset[int], width: float, height: float | None, titled: bool) -> _Layout:
    """The layout for a legend of ``count`` lines; without a height, as high as the map and its legend need."""
    area = extent(chart)
    head, note = _PAD + (_TITLE if titled else 0.0), _NOTE if chart.note else 0.0
    across = width - 2 * _PAD
    columns = max(1, int(across // legend.COLUMN))
    rows = _rows(count, headings, columns)
    legend_height = _GAP + rows * legend.LINE
    room = across * area.height / area.width if height is None else height - head - _PAD - note - legend_height
    if height is not None:
        beside = (across - legend.COLUMN - _GAP, height - head - _PAD - note)
        if count * legend.LINE <= beside[1] and area.scale(*beside) > area.scale(across, room):
            corner = (width - _PAD - legend.COLUMN, head, 1, count)
            return _Layout(width, height, place(area, _PAD, head, *beside), corner, height - 4)
    room = max(60.0, min(room, across * area.height / area.width))
    corner = ((width - columns * legend.COLUMN) / 2 + 4, head + room + _GAP, columns, rows)
    low = head + room + legend_height + note
    return _Layout(width, height or low + _PAD, place(area, _PAD, head, across, room), corner, low - 2)


def _headings(lines: list[legend.Entry]) -> frozenset[int]:
    return frozenset(index for index, entry in enumerate(lines) if entry.draw is None)


def _rows(count: int, headings: frozenset[int], columns: int) -> int:
    """The fewest rows that hold the legend when a heading at the foot of a column moves to the next one."""
    rows = max(1, -(-count // columns))
    while True:
        used = 0
        for _ in range(columns):
            used += rows - (1 if used + rows - 1 in headings and used + rows < count else 0)
        if used >= count:
            return rows
        rows += 1


def _map(sheet: Sheet, chart: Chart, plan: Plan, looks: dict[str, owners.Side]) -> None:
    _ground(sheet, chart, plan)
    sheet.layer()
    owners.draw_bands(sheet, chart, plan, looks)
    sheet.layer()
    for route in chart.routes:
        if route.kind in ("road", "tunnel"):
            routes.draw_road(sheet, route, plan)
    sheet.layer()
    for route in chart.routes:
        if route.kind not in ("road", "tunnel"):
            routes.draw_arrow(sheet, route, plan)
    _contents(sheet, chart, plan, looks)
    for area, text in zip(chart.areas, tips(chart), strict=True):
        sheet.tip(plan.outline(area.polygon), text)
    size = 0.27 * plan.unit
    for label, point in (*chart.column_labels, *chart.row_labels):
        x, y = plan.at(point)
        sheet.words(Words(x, y + size * 0.34, label, size, True, "#77746e"))


def _ground(sheet: Sheet, chart: Chart, plan: Plan) -> None:
    styles = {land.key: land.style for land in chart.terrains}
    busy = _busy(chart)
    outlines = [plan.outline(area.polygon) for area in chart.areas]
    for area, outline in zip(chart.areas, outlines, strict=True):
        sheet.polygon(Ink(fill=terrain.fill(styles.get(area.terrain, ""), area.sight)), outline)
    sheet.layer()
    for area, outline in zip(chart.areas, outlines, strict=True):
        style = styles.get(area.terrain, "")
        if area.name not in busy or terrain.ground(style).everywhere:
            terrain.draw_signs(sheet, style, area.sight, plan.at(area.centre), plan.unit)
        if area.sight == "never":
            terrain.hatch(sheet, outline, 0.26 * plan.unit)
    for outline in outlines:
        sheet.polygon(_RIM, outline)


def _contents(sheet: Sheet, chart: Chart, plan: Plan, looks: dict[str, owners.Side]) -> None:
    styles = {land.key: land.style for land in chart.terrains}
    markers = forces.group(chart)
    symbols = symbols_of(chart)
    busy = _busy(chart)
    named = {area.name: area for area in chart.areas}
    crossed = routes.crossed(chart)
    sheet.layer()
    for area in chart.areas:
        style = styles.get(area.terrain, "")
        halo = terrain.fill(style, area.sight) if area.name in crossed else None
        forces.draw_name(sheet, area, plan, looks.get(area.owner), style, area.name in busy, halo)
        if area.name in busy or area.sight == "remembered":
            forces.draw_contents(sheet, area, markers.get(area.name, ()), plan, looks, symbols, halo)
    for clash in chart.clashes:
        if clash.area in named:
            forces.draw_clash(sheet, named[clash.area], plan)


def _busy(chart: Chart) -> set[str]:
    """The areas in which something stands, so that the terrain's signs must make room."""
    return {area.name for area in chart.areas if area.glyphs} | {marker.area for marker in chart.markers}

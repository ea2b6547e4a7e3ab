"""A wall map drawn once: sea, land and relief, realms, roads and moves, numbers, frame, an inset and who is who."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from postern.game.chart import Chart
from postern.render import fonts
from postern.render.chart import frame, ground, inset, names, owners, places, realms, rings, rivers, routes, who
from postern.render.chart.land import Land, land_of
from postern.render.chart.owners import Side
from postern.render.chart.pieces import size_of
from postern.render.chart.placer import Placer
from postern.render.chart.places import Placed, Setting
from postern.render.chart.plan import Plan, extent, place
from postern.render.chart.sheet import Box, Ink, Sheet, Words
from postern.render.chart.symbols import symbols_of
from postern.render.chart.tips import tips
from postern.render.marks import one_line
from postern.render.style import map_frame_size

UPRIGHT, LYING = map_frame_size("a4", False), map_frame_size("a4", True)
"""The sheets of a picture: a page of A4 has the same, so that it need not be drawn twice."""
WINDOW_WIDTH = 380.0
_GAP = 7.0
_INSET, _LEAST_INSET = 0.58, 120.0
_WHO_BESIDE = 190.0
_CARTOUCHE = 58.0
_COAST = 0.45
_ROSE = 20.0
_MANY = 40
"""A land of fewer areas is large enough without an inset."""


@dataclass(frozen=True)
class _Layout:
    """Where the parts of a sheet stand. ``plan`` is the map's place within ``map``."""

    width: float
    height: float
    map: Box
    plan: Plan
    who: Box
    inset: Box | None


def draw(chart: Chart) -> Sheet:
    """The chart as a sheet of its own: a wall map, or a part of one without frame and inset, as high as it needs."""
    if chart.window:
        return _draw(chart, _window(chart, WINDOW_WIDTH))
    upright, lying = _wall(chart, *UPRIGHT), _wall(chart, *LYING)
    return _draw(chart, upright if upright.plan.unit * 1.1 >= lying.plan.unit else lying)


def draw_in(chart: Chart, width: float, height: float) -> Sheet:
    """The chart as a wall map of this size in points."""
    return _draw(chart, _wall(chart, width, height))


def draw_front(chart: Chart, width: float, height: float) -> Sheet | None:
    """The reader's front at the scale of a wall map's inset, in a sheet of this size in points; None without a front."""
    fonts.register()
    land, box = land_of(chart), (0.0, 0.0, width, height)
    plan = inset.front(chart, land, _wall(chart, *UPRIGHT).plan, box)
    if plan is None:
        return None
    sheet = Sheet(width, height)
    sheet.box(Ink(fill=ground.SEA), box)
    _map(sheet, replace(chart, column_labels=(), row_labels=()), land, plan, owners.sides(chart.owners), box, ())
    sheet.box(Ink(line=frame.INK, width=1.2), box)
    return sheet


def scale_in(chart: Chart, width: float, height: float) -> float:
    """How wide an area becomes, in points, when the chart is drawn in a frame of this size: for choosing a frame."""
    return _wall(chart, width, height).plan.unit


def _wall(chart: Chart, width: float, height: float) -> _Layout:
    """The layout of a wall map: inset and who is who below an upright map, beside a lying one."""
    fonts.register()
    looks = owners.sides(chart.owners)
    area = extent(chart)
    left, top, right, low = frame.RIM, frame.RIM, width - frame.RIM, height - frame.RIM
    rim = 2 * _COAST * area.unit
    if width <= height:
        wide = right - left - 2 * _GAP
        extra = _wants_inset(chart)
        share = wide * (1 - _INSET) - _GAP / 2 if extra else wide
        foot = max(who.height_of(chart, looks, share), _least_inset(chart) if extra else 0.0)
        panel_top = low - _GAP - foot
        who_box = (right - _GAP - share, panel_top, right - _GAP, low - _GAP)
        inset_box = (left + _GAP, panel_top, who_box[0] - _GAP, low - _GAP) if extra else None
        map_box = (left, top, right, panel_top - _GAP)
    else:
        foot = min(who.height_of(chart, looks, _WHO_BESIDE), low - top - 2 * _GAP)
        who_box = (right - _GAP - _WHO_BESIDE, low - _GAP - foot, right - _GAP, low - _GAP)
        room = who_box[1] - top - 2 * _GAP
        inset_box = (
            (who_box[0], top + _GAP, who_box[2], who_box[1] - _GAP) if _wants_inset(chart) and room > _LEAST_INSET else None
        )
        map_box = (left, top, who_box[0] - _GAP, low)
    inner = (map_box[0] + 2, map_box[1] + _CARTOUCHE, map_box[2] - 2, map_box[3] - 2)
    scale = min((inner[2] - inner[0]) / (area.width + rim), (inner[3] - inner[1]) / (area.height + rim))
    edge = _COAST * area.unit * scale
    plan = place(area, inner[0] + edge, inner[1] + edge, inner[2] - inner[0] - 2 * edge, inner[3] - inner[1] - 2 * edge)
    return _Layout(width, height, map_box, plan, who_box, inset_box)


def _window(chart: Chart, width: float) -> _Layout:
    """The layout of a window on a map: the part that it shows, and who is who below it."""
    fonts.register()
    area = extent(chart)
    head = 18.0
    low = head + width * area.height / area.width
    plan = place(area, 0.0, head, width, low - head)
    foot = who.height_of(chart, owners.sides(chart.owners), width - 8)
    return _Layout(width, low + foot + 10, (0.0, head, width, low), plan, (4.0, low + 5, width - 4, low + 5 + foot), None)


def _wants_inset(chart: Chart) -> bool:
    fronts = any(owner.own for owner in chart.owners) and bool(chart.markers or chart.clashes)
    return bool(chart.below) or (fronts and len(chart.areas) >= _MANY)


def _least_inset(chart: Chart) -> float:
    return inset.below_height(chart) if chart.below else _LEAST_INSET


@lru_cache(maxsize=2)
def _draw(chart: Chart, layout: _Layout) -> Sheet:
    """The sheet. The last two are kept: a map is often wanted as a page and as a picture, in more than one width."""
    looks = owners.sides(chart.owners)
    land = land_of(chart)
    sheet = Sheet(layout.width, layout.height)
    if chart.window:
        sheet.box(Ink(fill=frame.PAGE), (0, 0, sheet.width, sheet.height))
        sheet.box(Ink(fill=ground.SEA), layout.map, 1)
        title = who.cut(one_line(chart.heading), fonts.SERIF_BOLD, 10.5, sheet.width - 12)
        sheet.words(Words(6, 12.5, title, 10.5, colour=frame.INK, anchor="start", face=fonts.SERIF_BOLD))
        sheet.layer()
        _map(sheet, chart, land, layout.plan, looks, layout.map, ())
    else:
        frame.draw_border(sheet, ground.SEA)
        _map(sheet, chart, land, layout.plan, looks, layout.map, _taken(layout, chart))
        _furniture(sheet, chart, layout)
        _inset(sheet, chart, land, layout, looks)
    who.draw_who(sheet, chart, looks, layout.who, layout.plan)
    for area, outline, text in zip(chart.areas, land.outlines, tips(chart), strict=True):
        if _inside(layout.plan.at(area.centre), layout.map, 0.0):
            sheet.tip(layout.plan.outline(outline), text)
    return sheet


def _taken(layout: _Layout, chart: Chart) -> tuple[Box, ...]:
    """The boxes of cartouche, compass, note and emblem."""
    left, top, right, low = layout.map
    middle, half = (left + right) / 2, frame.cartouche_width(chart, right - left) / 2
    x, y = _compass(layout)
    boxes = [(middle - half, top, middle + half, top + _CARTOUCHE + 2), (x - _ROSE, y - 1.5 * _ROSE, x + _ROSE, y + _ROSE)]
    boxes += [(left, low - 10, right, low)] if chart.note else []
    boxes += [(left, top, left + frame.CORNER, top + frame.CORNER)] if chart.emblem is not None else []
    return tuple(boxes)


def _compass(layout: _Layout) -> tuple[float, float]:
    return layout.map[2] - _ROSE - 9, layout.map[1] + 1.5 * _ROSE + 44


def _furniture(sheet: Sheet, chart: Chart, layout: _Layout) -> None:
    """Draws cartouche, compass, emblem and note over the sea."""
    left, top, right, low = layout.map
    frame.draw_compass(sheet, *_compass(layout), _ROSE)
    if chart.emblem is not None:
        frame.draw_seal(sheet, chart.emblem, owners.OWN, left + frame.SEAL + 8, top + frame.SEAL + 8, frame.SEAL)
    frame.draw_cartouche(sheet, chart, (left + right) / 2, top + 6, right - left)
    if chart.note:
        words = who.cut(one_line(chart.note), fonts.REGULAR, 7.0, right - left - 16)
        sheet.words(Words(left + 8, low - 3, words, 7.0, colour="#41606b", anchor="start"))


def _map(
    sheet: Sheet, chart: Chart, land: Land, plan: Plan, looks: dict[str, Side], box: Box, corners: tuple[Box, ...]
) -> None:
    """Draws the map within the box, clear of the ``corners`` that are taken."""
    styles = {terrain.key: terrain.style for terrain in chart.terrains}
    placer = Placer(box)
    for taken in (*corners, *names.edge_boxes(chart, plan)):
        placer.add(taken)
    setting = Setting(plan, looks, symbols_of(chart), placer, size_of(plan.unit), styles)
    sites = names.set_sites(chart, setting)
    placed = [*sites, *places.set_pieces(chart, land, setting), *names.set_names(chart, setting)]
    sheet.clip(box)
    ground.draw_sea(sheet, land, plan)
    shown = [at for at, area in enumerate(chart.areas) if _inside(plan.at(area.centre), box, 1.2 * plan.unit)]
    ground.draw_land(sheet, chart, land, plan, looks, shown)
    ground.draw_relief(sheet, chart, land, plan, placer.clear, shown)
    ground.draw_mist(sheet, chart, land, plan, shown)
    realms.draw_realms(sheet, chart, land, plan, looks, shown)
    names.draw_borders(sheet, chart, land, plan)
    rings.draw_rings(sheet, chart, land, plan, looks)
    rivers.draw_rivers(sheet, chart, plan)
    routes.draw_roads(sheet, chart, plan)
    phases = routes.draw_moves(sheet, chart, plan, placer)
    if not chart.window:
        names.draw_edge_labels(sheet, chart, plan, box)
    _write(sheet, [*placed, *phases])
    sheet.clip(None)


def _write(sheet: Sheet, placed: list[Placed]) -> None:
    places.draw_strings(sheet, placed)
    places.draw_pieces(sheet, placed)
    sheet.boxes += [one.box for one in placed]


def _inset(sheet: Sheet, chart: Chart, land: Land, layout: _Layout, looks: dict[str, Side]) -> None:
    if layout.inset is None:
        return
    if chart.below:
        inset.draw_below(sheet, chart, looks, layout.inset)
        inset.draw_tab(sheet, "Inside and below", layout.inset)
        return
    plan = inset.front(chart, land, layout.plan, layout.inset)
    if plan is not None:
        left, top, _, _ = layout.inset
        sheet.box(Ink(fill=ground.SEA), layout.inset)
        _map(sheet, chart, land, plan, looks, layout.inset, ((left, top, left + 100, top + 13),))
        inset.draw_tab(sheet, "The front", layout.inset)


def _inside(point: tuple[float, float], box: Box, rim: float) -> bool:
    return box[0] - rim <= point[0] <= box[2] + rim and box[1] - rim <= point[1] <= box[3] + rim

"""A chart as a small picture that only says who holds what: one of several, side by side."""

from __future__ import annotations

from dataclasses import replace

from postern.game.chart import Chart
from postern.render import fonts
from postern.render.chart import ground, owners
from postern.render.chart.plan import extent, place
from postern.render.chart.sheet import Ink, Sheet, Words
from postern.render.fonts import REGULAR, text_width
from postern.render.marks import one_line
from postern.render.style import mix

_TITLE = 15.0
_KEY = 13.0
_RIM = Ink(line="#b9b5ad", width=0.3)


def draw_small(chart: Chart, title: str, width: float, highest: float) -> Sheet:
    """The chart under its title, no higher than ``highest``: each land in its owner's colour, with the owner's letter.

    Letters make it readable in grey; the key to them is ``draw_key``.
    """
    fonts.register()
    looks = owners.sides(chart.owners)
    bare = replace(chart, routes=(), column_labels=(), row_labels=())
    area_of = extent(bare)
    height = min(width * area_of.height / area_of.width, highest - _TITLE)
    sheet = Sheet(width, height + _TITLE)
    plan = place(area_of, 0.0, _TITLE, width, height)
    styles = {land.key: land.style for land in chart.terrains}
    for area in chart.areas:
        side = looks.get(area.owner)
        bare_land = mix(ground.fill(styles.get(area.terrain, "")), "#ffffff", 0.35)
        sheet.polygon(Ink(fill=side.colour if side and not side.owner.neutral else bare_land), plan.outline(area.polygon))
    sheet.layer()
    for area in chart.areas:
        sheet.polygon(_RIM, plan.outline(area.polygon))
    sheet.layer()
    for area in chart.areas:
        side = looks.get(area.owner)
        if side and not side.owner.neutral:
            x, y = plan.at(area.centre)
            size = 0.62 * plan.unit / (0.5 + 0.5 * len(side.owner.letter))
            sheet.words(Words(x, y + size * 0.35, side.owner.letter, size, True, side.on_colour))
    sheet.words(Words(0.0, _TITLE - 5.0, one_line(title), 9.0, True, "#1d1d1f", "start"))
    return sheet


def draw_key(chart: Chart, width: float) -> Sheet:
    """Which colour and letter is whose, in lines as wide as the page."""
    fonts.register()
    sides = [side for side in owners.sides(chart.owners).values() if not side.owner.neutral]
    places: list[tuple[float, float]] = []
    x, y = 0.0, _KEY
    for side in sides:
        breadth = 16.0 + text_width(one_line(side.owner.name), REGULAR, 8.5) + 14.0
        if x and x + breadth > width:
            x, y = 0.0, y + _KEY
        places.append((x, y))
        x += breadth
    sheet = Sheet(width, y + 3.0)
    for side, (left, base) in zip(sides, places, strict=True):
        outline = ((left, base - 9.0), (left + 12.0, base - 9.0), (left + 12.0, base + 1.5), (left, base + 1.5))
        sheet.polygon(Ink(fill=side.colour), outline)
        sheet.words(Words(left + 6.0, base - 1.0, side.owner.letter, 8.0, True, side.on_colour))
        sheet.words(Words(left + 16.0, base - 1.0, one_line(side.owner.name), 8.5, False, "#1d1d1f", "start"))
    return sheet

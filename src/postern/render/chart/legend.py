"""The legend: only what occurs on this map, in columns below it or in one beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from postern.game.chart import Chart, Point, Symbol
from postern.render.chart import routes, symbols
from postern.render.chart.forces import cut, draw_pill
from postern.render.chart.owners import Side, draw_band_sample, flag
from postern.render.chart.sheet import Ink, Sheet, Words
from postern.render.chart.terrain import draw_sign, fill, ground, hatch

LINE = 13.2
COLUMN = 128.0
SIZE = 7.8
_UNIT = 22.0
_TEXT = 28.0

Draw = Callable[[Sheet, float, float], None]


@dataclass(frozen=True)
class Entry:
    """A line of the legend: a heading (no drawing), or a sample with its words."""

    words: str
    draw: Draw | None = None


def entries(chart: Chart, looks: dict[str, Side]) -> list[Entry]:
    """The legend's lines in order: land, sides, forces and glyphs, lines, sight."""
    found: list[Entry] = []
    for title, group in (
        ("Land", _land(chart)),
        ("Sides", _owners(chart, looks)),
        ("Forces and signs", _forces(chart, looks) + _glyphs(chart)),
        ("Roads and moves", _lines(chart)),
        ("Sight", _sight(chart)),
    ):
        if group:
            found += [Entry(title), *group]
    return found


def draw(sheet: Sheet, lines: list[Entry], left: float, top: float, columns: int, height: int) -> None:
    """Draws the lines from the upper left corner, ``height`` rows in each column."""
    sheet.layer()
    column, row = 0, 0
    for index, entry in enumerate(lines):
        alone = entry.draw is None and row == height - 1 and index + 1 < len(lines)
        if (row >= height or alone) and column + 1 < columns:
            column, row = column + 1, 0
        x, y = left + column * COLUMN, top + row * LINE
        if entry.draw is None:
            sheet.words(Words(x, y + 10.0, entry.words, SIZE, True, "#5f6165", "start"))
        else:
            entry.draw(sheet, x + 11, y + LINE / 2)
            text = cut(entry.words, SIZE, COLUMN - _TEXT - 6)
            sheet.words(Words(x + _TEXT, y + LINE / 2 + SIZE * 0.33, text, SIZE, False, "#1d1d1f", "start"))
        row += 1


def _land(chart: Chart) -> list[Entry]:
    used = {area.terrain for area in chart.areas}
    return [Entry(terrain.name, _land_sample(terrain.style)) for terrain in chart.terrains if terrain.key in used]


def _owners(chart: Chart, looks: dict[str, Side]) -> list[Entry]:
    used = {area.owner for area in chart.areas} | {marker.owner for marker in chart.markers}
    return [
        Entry(f"{owner.name} (you)" if owner.own else owner.name, _owner_sample(looks[owner.key]))
        for owner in chart.owners
        if owner.key in used
    ]


def _forces(chart: Chart, looks: dict[str, Side]) -> list[Entry]:
    found = []
    for own, words in ((True, "your force, its strength"), (False, "another's force")):
        marker = next((marker for marker in chart.markers if marker.own is own), None)
        if marker is not None:
            found.append(Entry(words, _force_sample(looks.get(marker.owner), own)))
    if chart.clashes:
        found.append(Entry("battle this turn", lambda sheet, x, y: symbols.draw_swords(sheet, x, y, 5.6)))
    return found


def _glyphs(chart: Chart) -> list[Entry]:
    return [Entry(symbol.name, _glyph_sample(symbol)) for symbol in symbols.symbols_of(chart).values()]


def _lines(chart: Chart) -> list[Entry]:
    found = []
    for kind, words in routes.NAMES.items():
        owns = {route.own for route in chart.routes if route.kind == kind}
        if not owns:
            continue
        if kind in ("road", "tunnel"):
            found.append(Entry(words, _road_sample(kind)))
        else:
            found += [Entry(f"{'your' if own else 'other'} {words}", _arrow_sample(kind, own)) for own in sorted(owns)[::-1]]
    return found


def _sight(chart: Chart) -> list[Entry]:
    used = {area.sight for area in chart.areas}
    style = next((terrain.style for terrain in chart.terrains), "clear")
    found = []
    if "remembered" in used:
        found.append(Entry("seen before, last in turn 5", _sight_sample(style, "remembered")))
    if "never" in used:
        found.append(Entry("never seen", _sight_sample(style, "never")))
    if any(area.home for area in chart.areas):
        found.append(Entry("underlined name: home", _home_sample()))
    return found


def _patch(x: float, y: float) -> tuple[Point, ...]:
    return ((x - 10, y - 5.6), (x + 10, y - 5.6), (x + 10, y + 5.6), (x - 10, y + 5.6))


def _land_sample(style: str) -> Draw:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        sheet.polygon(Ink(fill=fill(style, "now"), line="#a8a49c", width=0.4), _patch(x, y))
        if ground(style).everywhere:
            draw_sign(sheet, style, "now", x, y, 44.0)
        else:
            for dx in (-4.6, 4.6):
                draw_sign(sheet, style, "now", x + dx, y, 34.0)

    return sample


def _owner_sample(side: Side) -> Draw:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        sheet.polygon(Ink(fill="#ffffff", line="#a8a49c", width=0.4), _patch(x, y))
        draw_band_sample(sheet, _patch(x, y), (x, y), _UNIT, side)
        flag(sheet, side, x - 4.5, y, 9.0)

    return sample


def _force_sample(side: Side | None, own: bool) -> Draw:
    return lambda sheet, x, y: draw_pill(sheet, x, y, 30.0, "L1" if own else "L9", "36" if own else "", side, own)


def _glyph_sample(symbol: Symbol) -> Draw:
    return lambda sheet, x, y: symbols.draw_symbol(sheet, symbol, x, y, 4.2)


def _road_sample(kind: str) -> Draw:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        line = ((x - 9, y), (x + 9, y))
        if kind == "road":
            sheet.line(Ink(line="#7b5c33", width=3.0), line)
            sheet.line(Ink(line="#f6e7bd", width=1.4), line, 1)
        else:
            sheet.line(Ink(line="#3d3d3d", width=1.7, dash=(2.9, 3.4)), line)
            for end in line:
                sheet.circle(Ink(fill="#ffffff", line="#3d3d3d", width=1.1), *end, 2.4, 1)

    return sample


def _arrow_sample(kind: str, own: bool) -> Draw:
    return lambda sheet, x, y: routes.arrow(sheet, kind, ((x - 10, y), (x + 10, y)), 30.0, own)


def _sight_sample(style: str, sight: str) -> Draw:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        sheet.polygon(Ink(fill=fill(style, sight), line="#c9c7c2", width=0.4), _patch(x, y))
        if sight == "never":
            hatch(sheet, _patch(x, y), 5.0)
        else:
            sheet.words(Words(x, y + 2.2, "t5", 6.5, False, "#55575b"))

    return sample


def _home_sample() -> Draw:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        sheet.words(Words(x, y + 2.2, "B4", 7.5, True, "#18181a"))
        sheet.line(Ink(line="#18181a", width=0.7), ((x - 5, y + 4.2), (x + 5, y + 4.2)))

    return sample

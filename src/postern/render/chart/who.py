"""Who is who: the sides with what they hold, and what signs and lines mean; only what occurs on this map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from postern.game.chart import Area, Chart, Glyph, Marker
from postern.render import fonts
from postern.render.chart import frame, ground, pieces, rings, rivers, routes, symbols
from postern.render.chart.owners import Side, flag
from postern.render.chart.plan import Plan
from postern.render.chart.relief import GROWTHS
from postern.render.chart.sheet import Box, Ink, Sheet, Words
from postern.render.fonts import text_width
from postern.render.marks import one_line

SIZE = 7.2
_SIDE, _LINE, _HEAD, _FOOT, _PAD = 10.6, 9.9, 17.0, 16.0, 8.0
_TEXT = 21.0

Sample = Callable[[Sheet, float, float], None]


@dataclass(frozen=True)
class Entry:
    """A sample with its words, and a number at the right where something is counted."""

    words: str
    sample: Sample
    count: int | None = None
    strong: bool = False


def sides_of(chart: Chart, looks: Mapping[str, Side]) -> list[Entry]:
    """The sides that occur, each with the number of areas that it is known to hold."""
    held = Counter(area.owner for area in chart.areas)
    used = held.keys() | {marker.owner for marker in chart.markers} | {site.owner for site in chart.sites}
    used |= {ring.owner for ring in chart.rings}
    found = []
    for owner in chart.owners:
        if owner.key in used:
            words = f"{owner.name}, you" if owner.own else owner.name
            unknown = owner.neutral and not held[owner.key]  # its centres stand in areas that are marked as nobody's
            found.append(Entry(words, _flag(looks[owner.key]), None if unknown else held[owner.key], owner.own))
    return found


def signs_of(chart: Chart, looks: Mapping[str, Side]) -> list[Entry]:
    """What else the legend tells, in order: forces, battles, signs, lines, lands, sight."""
    return [*_forces(chart, looks), *_symbols(chart), *_lines(chart, looks), *_lands(chart), *_sight(chart)]


def height_of(chart: Chart, looks: Mapping[str, Side], width: float) -> float:
    """How high the panel must be at this width."""
    columns, side_columns = _columns(width, sides_of(chart, looks), signs_of(chart, looks))
    sides, signs = len(sides_of(chart, looks)), len(signs_of(chart, looks))
    return _HEAD + -(-sides // side_columns) * _SIDE + 5 + -(-signs // columns) * _LINE + 4 + (_FOOT if chart.measure else 0)


def draw_who(sheet: Sheet, chart: Chart, looks: Mapping[str, Side], box: Box, plan: Plan) -> None:
    """Draws the panel in its box."""
    frame.panel(sheet, box)
    left, top, right, low = box[0] + _PAD, box[1], box[2] - _PAD, box[3]
    sides = sides_of(chart, looks)
    signs = signs_of(chart, looks)
    columns, side_columns = _columns(box[2] - box[0], sides, signs)
    frame.small_head(sheet, "Who is who", left, top + 12)
    rows = -(-len(sides) // side_columns)
    _column_draw(sheet, sides, left, top + _HEAD, min(150.0, (right - left) / side_columns), rows, _SIDE)
    y = top + _HEAD + rows * _SIDE + 2.5
    sheet.line(Ink(line="#8f8266", width=0.5), ((left, y), (right, y)))
    rows = -(-len(signs) // columns)
    _column_draw(sheet, signs, left, y + 2.5, (right - left) / columns, rows, _LINE)
    if chart.measure:
        frame.draw_measure(sheet, *chart.measure, plan, left, low - 4.5, right - left)
    sheet.layer()


def _columns(width: float, sides: list[Entry], signs: list[Entry]) -> tuple[int, int]:
    """How many columns of signs and of sides: as many as fit with whole words, but two of signs, and one for a few sides."""
    room = width - 2 * _PAD
    need = _TEXT + 4 + max((text_width(one_line(entry.words), fonts.REGULAR, SIZE) for entry in signs), default=0.0)
    columns = max(1, min(2, int(room // 78)), int(room // need))
    return columns, max(1, min(int(room // 98), -(-len(sides) // 6)))


def _column_draw(sheet: Sheet, entries: list[Entry], left: float, top: float, width: float, rows: int, line: float) -> None:
    for at, entry in enumerate(entries):
        x, y = left + (at // rows) * width, top + (at % rows) * line + line / 2
        entry.sample(sheet, x + 8, y)
        room = width - _TEXT - (17 if entry.count is not None else 4)
        face = fonts.BOLD if entry.strong else fonts.REGULAR
        words = cut(one_line(entry.words), face, SIZE, room)
        sheet.words(Words(x + _TEXT, y + 0.34 * SIZE, words, SIZE, entry.strong, "#1c1713", "start"))
        if entry.count is not None:
            sheet.words(Words(x + width - 5, y + 0.34 * SIZE, str(entry.count), SIZE, entry.strong, "#1c1713", "end"))


def cut(text: str, face: str, size: float, room: float) -> str:
    """The text, shortened with an ellipsis when it is too wide."""
    if text_width(text, face, size) <= room:
        return text
    while text and text_width(text + "…", face, size) > room:
        text = text[:-1]
    return text + "…" if text else ""


def _flag(side: Side) -> Sample:
    return lambda sheet, x, y: flag(sheet, side, x - 6, y, 12.0)


def _forces(chart: Chart, looks: Mapping[str, Side]) -> list[Entry]:
    found = []
    for own, words in ((True, "your force"), (False, "another's")):
        marker = next((one for one in chart.markers if one.own is own), None)
        if marker is not None:
            sample = Marker("", marker.owner, "", "36" if own else "9", own)
            found.append(Entry(words, _piece(pieces.tablet(sample, looks.get(marker.owner), 6.5))))
    if chart.clashes:
        found.append(Entry("battle, numbered", _piece(pieces.battle_piece(1, 6.5))))
    return found


def _symbols(chart: Chart) -> list[Entry]:
    return [
        Entry(symbol.name, _piece(pieces.sign_piece(Glyph(symbol.kind), symbol, 9.0, False)))
        for symbol in symbols.symbols_of(chart).values()
    ]


def _piece(piece: pieces.Piece) -> Sample:
    return lambda sheet, x, y: piece.draw(
        sheet, (x - piece.width / 2, y - piece.height / 2, x + piece.width / 2, y + piece.height / 2)
    )


def _lines(chart: Chart, looks: Mapping[str, Side]) -> list[Entry]:
    found = _rivers(chart)
    for kind, words in routes.NAMES.items():
        owns = {route.own for route in chart.routes if route.kind == kind}
        if kind in routes.LAID:
            found += [Entry(words, _road(kind))] if owns else []
        else:
            found += [Entry(f"{'your' if own else 'other'} {words}", _arrow(kind, own)) for own in sorted(owns)[::-1]]
    if chart.rings:
        found.append(Entry(rings.NAME, _ring(looks.get(chart.rings[0].owner))))
    if any(any(route.phases) for route in chart.routes):
        found.append(Entry("phase of a march", _piece(pieces.phase_piece(7, 6.5, True))))
    return found


def _rivers(chart: Chart) -> list[Entry]:
    kinds = dict.fromkeys((river.wide, river.crossing) for river in chart.rivers)
    words = {(False, ""): "small river", (True, ""): "large river", (False, "ford"): "ford", (True, "bridge"): "bridge"}
    return [Entry(said, _river(*kind)) for kind, said in words.items() if kind in kinds]


def _lands(chart: Chart) -> list[Entry]:
    used = {area.terrain for area in chart.areas}
    return [
        Entry(terrain.name, _land(terrain.style), None)
        for terrain in chart.terrains
        if terrain.key in used and terrain.style != "water"
    ]


def _sight(chart: Chart) -> list[Entry]:
    used = {area.sight for area in chart.areas}
    found = []
    if "remembered" in used:
        age = Area("", (0, 0), (), "", sight="remembered", last_seen=5)
        found.append(Entry("last seen, turn 5", _piece(pieces.age_piece(age.last_seen or 0, 8.0, "#f6edd3"))))
    home = next((area for area in chart.areas if area.home), None)
    if home is not None:
        found.append(Entry("home", _piece(pieces.name_piece(Area(home.name, (0, 0), (), "", home=True), 7.0, "#fdf5e8"))))
    return found


def _road(kind: str) -> Sample:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        line = ((x - 7, y), (x + 7, y))
        if kind == "road":
            sheet.line(Ink(line="#6b4f2a", width=2.8), line)
            sheet.line(Ink(line="#f7e3a8", width=1.5), line, 1)
        elif kind == "lane":
            sheet.line(Ink(line=routes.LANE, width=1.0, dash=(2.0, 2.5)), line)
        else:
            sheet.line(Ink(line="#3d3d3d", width=1.5, dash=(2.4, 2.8)), line)
            for end in line:
                sheet.circle(Ink(fill="#ffffff", line="#3d3d3d", width=0.9), *end, 2.0, 1)

    return sample


def _river(wide: bool, crossing: str) -> Sample:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        line = ((x - 7, y), (x + 7, y))
        width = 3.2 if wide else 1.9
        sheet.line(Ink(line=rivers.BANK, width=width + 0.9), line)
        sheet.line(Ink(line=rivers.WATER, width=width), line, 1)
        if crossing:
            rivers.crossing(sheet, crossing, line, 26.0, wide)

    return sample


def _ring(side: Side | None) -> Sample:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        if side is not None:
            sheet.line(rings.ink(side, 20.0), ((x - 8, y), (x + 8, y)))

    return sample


def _arrow(kind: str, own: bool) -> Sample:
    return lambda sheet, x, y: routes.arrow(sheet, kind, ((x - 8, y), (x + 8, y)), 28.0, own)


def _land(style: str) -> Sample:
    def sample(sheet: Sheet, x: float, y: float) -> None:
        sheet.box(Ink(fill=ground.fill(style), line="#8f8266", width=0.4), (x - 7, y - 4.2, x + 7, y + 4.2))
        growth = GROWTHS.get(style)
        if growth:
            sheet.form(growth.forms[0], x, y, min(3.6, growth.size * 28))

    return sample

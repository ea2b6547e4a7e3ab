"""Wall maps: on crowded late turns, and on maps of other shapes, nothing overlaps and every number can be read in print."""

from __future__ import annotations

import gzip
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.game.chart import Area, Chart, Glyph, Marker, Owner, Symbol
from postern.game.events import Event, seen
from postern.game.report import Map
from postern.game.ruleset import Signup
from postern.render.chart import chart_png, chart_svg, owners, pieces
from postern.render.chart.closeup import chart_closeup
from postern.render.chart.draw import draw, draw_in
from postern.render.chart.frame import cartouche_width
from postern.render.chart.pieces import Piece
from postern.render.chart.sheet import Box, Sheet, Words
from postern.render.fonts import register
from postern.render.style import map_frame_size
from tests.recorded.recording import load, stored
from tests.render import sample, toys

WORLDS = Path(__file__).parents[1] / "worlds"
A4, LETTER = (565.0, 806.0), (577.0, 757.0)
TURNS = (10, 15, 20, 25)
SHOWN = {"great_jewels": 0.9, "cosmos": 0.7, "alamaze_classic": 0.9, "adventurer_kings": 0.9}
"""The share of own forces that stand on the map itself, at least; in COSMOS more of them stand in one place."""


def overlaps(boxes: list[Box]) -> list[tuple[Box, Box]]:
    """Pairs of boxes that share more than a hair."""
    found, open_ = [], list[Box]()
    for box in sorted(boxes):
        open_ = [other for other in open_ if other[2] > box[0] + 0.01]
        found += [(box, other) for other in open_ if box[1] < other[3] - 0.01 and other[1] < box[3] - 0.01]
        open_.append(box)
    return found


def box_of(words: Words) -> Box:
    return (words.left, words.y - 0.64 * words.size, words.left + words.width, words.y)


def held(inner: Box, outer: Box, by: float = 0.35) -> bool:
    return inner[0] >= outer[0] - by and inner[1] >= outer[1] - by and inner[2] <= outer[2] + by and inner[3] <= outer[3] + by


def check(chart: Chart, sheet: Sheet) -> None:
    """Nothing that was placed overlaps, all words on the map stand in what was placed, and no number is small."""
    assert overlaps(sheet.boxes) == []
    edge = {label for label, _ in (*chart.column_labels, *chart.row_labels)}
    for layer in sheet.layers:
        for words in layer.words:
            if any(letter.isdigit() for letter in words.text):
                assert words.size >= 6.5
            if layer.clip and words.text not in edge:
                assert any(held(box_of(words), box) for box in sheet.boxes), words
        if layer.clip:
            standing = [box_of(words) for words in layer.words if words.text in edge]
            assert not [one for one in standing for box in sheet.boxes if overlaps([one, box]) and held(box, layer.clip, 30)]


def charts_of(slug: str, world: object, events: tuple[Event, ...] = (), seats: int = 12) -> Iterator[Chart]:
    rules = ruleset(slug)
    for seat in list(rules.active(world))[:seats]:
        for section in rules.report(rules.view(world, seat), seen(events, seat)).sections:
            yield from (block.chart for block in section.blocks if isinstance(block, Map))


def told(chart: Chart, sheet: Sheet) -> float:
    """The share of own forces that are shown on the map itself."""
    texts = [words.text for layer in sheet.layers for words in layer.words]
    own = [marker for marker in chart.markers if marker.own]
    return sum(marker.text in texts for marker in own) / len(own) if own else 1.0


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_nothing_overlaps_on_the_maps_of_a_stored_world(paper: tuple[float, float]) -> None:
    newest = max(WORLDS.glob("great_jewels-*.json.gz"))
    world = ruleset("great_jewels").load(gzip.decompress(newest.read_bytes()))
    charts = list(charts_of("great_jewels", world))
    assert len(charts) == 6
    for chart in charts:
        sheet = draw_in(chart, *paper)
        check(chart, sheet)
        assert told(chart, sheet) == 1


@pytest.mark.slow
@pytest.mark.parametrize("path", stored(), ids=lambda path: path.name.split(".")[0])
def test_nothing_overlaps_on_crowded_late_maps(path: Path) -> None:
    """Four turns of each recorded game, three seats each, on both papers; most own forces find their place."""
    recording = load(path)
    rules, chance = ruleset(recording.slug), Chance(recording.seed)
    world = rules.setup(recording.options, [Signup(name) for name in recording.seats], chance)
    shown = []
    turns = TURNS if len(recording.orders) >= TURNS[-1] else range(len(recording.orders) + 1)[-4:]
    for turn, orders in enumerate(recording.orders, start=1):
        sheets = {seat: rules.read(text, rules.view(world, seat)) for seat, text in sorted(orders.items())}
        outcome = rules.resolve(world, sheets, chance)
        world = outcome.world
        if turn in turns:
            for chart in charts_of(recording.slug, world, outcome.events, 3):
                for paper in (A4, LETTER):
                    sheet = draw_in(chart, *paper)
                    check(chart, sheet)
                    shown.append(told(chart, sheet))
    assert len(shown) >= 20
    assert min(shown) >= SHOWN[recording.slug]


@pytest.mark.parametrize(
    "chart", [sample.chart(), toys.squares(), toys.free_areas(), toys.phases()], ids=lambda chart: chart.title
)
def test_hexes_squares_and_areas_are_drawn_alike(chart: Chart) -> None:
    for sheet in (draw(chart), draw_in(chart, *A4), draw_in(chart, *LETTER), draw_in(chart, 806, 565)):
        check(chart, sheet)
        texts = {words.text for layer in sheet.layers for words in layer.words}
        assert chart.title.upper() in texts
        assert {site.name for site in chart.sites} <= texts
        assert {marker.strength for marker in chart.markers if marker.own} <= texts


def test_regions_bear_their_names_and_dotted_borders() -> None:
    sheet = draw(toys.squares())
    texts = {words.text for layer in sheet.layers for words in layer.words}
    told = " ".join(texts)
    for region in toys.squares().regions:
        if len(region.areas) > 20:
            words = region.name.split() if region.sea else region.name.upper().split()
            assert all(word in told for word in words), region.name
    dotted = [
        one for layer in sheet.layers for one in layer.strokes if one.ink.dash[:1] == (0.01,) and one.ink.line == "#7a6242"
    ]
    assert sum(len(one.lines) for one in dotted) > 8


def test_phases_stand_on_the_march_and_what_is_below_is_told() -> None:
    sheet = draw(toys.phases())
    texts = {words.text for layer in sheet.layers for words in layer.words}
    assert {"4", "9", "14", "21", "phase of a march"} <= texts
    assert {"INSIDE AND BELOW", "Crownkeep", "castle 3/10", "guard 125", "iron 277 a turn"} <= texts


def pieces_of_all_kinds() -> Iterator[Piece]:
    side = owners.sides([Owner("a", "A", "A", number=2)])["a"]
    for size in (6.5, 7.7, 9.0):
        for text, strength in (("L1", "0"), ("12 L", "12345"), ("", "large"), ("guard", "")):
            for own in (True, False):
                yield pieces.tablet(Marker("X", "a", text, strength, own), side, size)
        for number in (1, 12, 107):
            yield pieces.battle_piece(number, size)
            yield pieces.phase_piece(number, size, True)
        for name in ("J10", "Stavenholm", "gypsy"):
            for home in (True, False):
                yield pieces.name_piece(Area(name, (0, 0), (), "", home=home), size, "#ffffff")
        sign = Symbol("x", "x", fills=(((-1, -1), (1, -1), (1, 1), (-1, 1)),))
        yield pieces.plate(pieces.row([pieces.sign_piece(Glyph("x", "128"), sign, size, False)] * 2, 1.0), size, False)
        yield pieces.age_piece(24, size, "#ffffff")


def test_every_piece_stays_in_its_box() -> None:
    register()
    for piece in pieces_of_all_kinds():
        sheet = Sheet(200, 100)
        box = (50.0, 40.0, 50.0 + piece.width, 40.0 + piece.height)
        piece.draw(sheet, box)
        for layer in sheet.layers:
            assert all(held(box_of(words), box, 0.5) for words in layer.words), (piece, layer.words)
            for strokes in layer.strokes:
                for points in (*strokes.polygons, *strokes.lines):
                    xs, ys = [x for x, _ in points], [y for _, y in points]
                    assert held((min(xs), min(ys), max(xs), max(ys)), box, 0.6), (piece, strokes)


def test_the_same_map_looks_the_same_and_the_land_does_not_change_with_what_is_seen() -> None:
    chart = toys.free_areas()
    assert chart_svg(chart) == chart_svg(pickle.loads(pickle.dumps(chart)))
    assert chart_png(chart, 300) == chart_png(chart, 300)
    first, second = draw(chart), draw(Chart(chart.title, chart.areas, chart.terrains, ()))
    shore = [[one.polygons for one in sheet.layers[2].strokes] for sheet in (first, second)]
    forms = [
        {(form.name, round(size, 2)) for layer in sheet.layers for form, _, _, size in layer.forms} for sheet in (first, second)
    ]
    assert shore[0] or shore[1]
    assert forms[0] & forms[1]


def test_the_window_shows_the_readers_places_larger_without_a_false_shore() -> None:
    chart = sample.chart()
    near = chart_closeup(chart)
    assert near is not None
    sheet = draw(near)
    check(near, sheet)
    assert sheet.width < draw(chart).width


def test_a_long_title_leaves_the_emblem_its_corner() -> None:
    """The seal is 42 points wide and stands 8 from the edge; the scroll is in the middle and begins to the right of that."""
    emblem = Symbol("crown", "a crown", fills=(((0.0, -1.0), (1.0, 1.0), (-1.0, 1.0)),))
    chart = replace(sample.chart(), title="The Most Terrible War of the Two Tides and the Cold Beacon", emblem=emblem)
    assert (535 - cartouche_width(chart, 535)) / 2 >= 8 + 42
    assert cartouche_width(replace(chart, emblem=None), 535) > 535 - 2 * (8 + 42)
    short = replace(chart, title="Duchy")
    assert cartouche_width(short, 535) == cartouche_width(replace(short, emblem=None), 535)


def test_the_sign_of_a_home_is_one_of_this_map() -> None:
    area = Area("1501", (0.5, 0.5), ((0, 0), (1, 0), (1, 1), (0, 1)), "", home=True)
    words = [word.text for layer in draw(Chart("Land", (area,), (), ())).layers for word in layer.words]
    assert words.count("1501") == 2


def test_a_picture_shows_the_sheet_of_the_page_of_a4_which_is_drawn_once() -> None:
    chart = replace(sample.chart(), note="Pale: not seen this turn.")
    again = replace(chart, note="Pale: not seen " + "this turn.")
    assert draw_in(again, *map_frame_size("a4", False)) is draw(chart)
    assert draw_in(chart, *map_frame_size("letter", False)) is not draw(chart)

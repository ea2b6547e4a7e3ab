import dataclasses
import io
import math
from xml.etree import ElementTree

import pytest
from PIL import Image

from postern.game.chart import Area, Chart, Course, Glyph, Marker, Owner, Route, Sight, Symbol, Terrain
from postern.render import chart_closeup, chart_png, chart_svg
from postern.render.chart import legend, owners, terrain
from postern.render.chart.draw import draw, draw_in, scale_in
from postern.render.chart.forces import draw_contents
from postern.render.chart.plan import Plan, extent, place
from postern.render.chart.sheet import Sheet, Words
from postern.render.chart.symbols import draw_symbol, symbols_of
from postern.render.fonts import BOLD, REGULAR, register, text_width
from tests.render import sample

STYLES = list(terrain.GROUNDS)


def words_of(sheet: Sheet) -> list[Words]:
    return [word for _, words in sheet.layers for word in words]


def texts(sheet: Sheet) -> set[str]:
    return {word.text for word in words_of(sheet)}


def test_every_province_is_named_and_the_readers_forces_show_their_strength() -> None:
    shown = [word.text for word in words_of(draw(sample.chart()))]
    for area in sample.chart().areas:
        assert area.name in shown
    assert {"L13", "36", "L27", "18"} <= set(shown)


def test_remembered_areas_show_the_turn_in_which_they_were_seen() -> None:
    seen = {f"t{area.last_seen}" for area in sample.chart().areas if area.sight == "remembered"}
    assert seen
    assert seen <= texts(draw(sample.chart()))


def test_the_edges_bear_coordinates() -> None:
    shown = [
        word.text for word in words_of(draw(sample.chart())) if word.text in "ABCDEFGHIJKLMNOPQRS" and word.colour == "#77746e"
    ]
    assert sorted(shown) == sorted(label for label, _ in sample.chart().row_labels)


def test_nothing_is_drawn_off_the_sheet() -> None:
    sheet = draw(sample.chart())
    for strokes, words in sheet.painted():
        for stroke in strokes:
            for points in (*stroke.lines, *stroke.polygons):
                assert all(-1 <= x <= sheet.width + 1 and -1 <= y <= sheet.height + 1 for x, y in points)
        for word in words:
            breadth = text_width(word.text, BOLD if word.bold else REGULAR, word.size)
            left = word.x - {"start": 0, "middle": breadth / 2, "end": breadth}[word.anchor]
            assert left >= -1
            assert left + breadth <= sheet.width + 1
            assert 0 <= word.y <= sheet.height


def box(word: Words) -> tuple[float, float, float, float]:
    breadth = text_width(word.text, BOLD if word.bold else REGULAR, word.size)
    left = word.x - {"start": 0.0, "middle": breadth / 2, "end": breadth}[word.anchor]
    return left, word.y - word.size * 0.66, left + breadth, word.y


def test_labels_never_overlap_markers_or_each_other() -> None:
    """Every combination of forces and glyphs in one area: no two of its texts share a point."""
    register()
    looks = owners.sides(sample.chart().owners)
    symbols = symbols_of(sample.chart())
    plan = Plan(30.0, 0.0, 0.0, 30.0)
    for forces in range(6):
        for count in range(7):
            area = dataclasses.replace(
                sample.chart().areas[0],
                glyphs=tuple(Glyph("garrison", str(10 + index)) for index in range(count)),
                sight="remembered",
                last_seen=7,
            )
            markers = [Marker(area.name, "AZURE", f"L{100 + index}", "~50", own=False) for index in range(forces)]
            sheet = Sheet(60, 60)
            draw_contents(sheet, area, markers, plan, looks, symbols)
            name = Words(*plan.at(area.centre), area.name, 6.0)
            boxes = [box(word) for word in [dataclasses.replace(name, y=name.y - 0.3 * 30 + 2), *words_of(sheet)]]
            for index, (left, top, right, low) in enumerate(boxes):
                for other in boxes[index + 1 :]:
                    apart = right <= other[0] + 0.2 or other[2] <= left + 0.2 or low <= other[1] + 0.2 or other[3] <= top + 0.2
                    assert apart, (forces, count, words_of(sheet))


def test_forces_that_do_not_fit_are_counted() -> None:
    assert "+3 more" in texts(draw(sample.chart()))


def test_the_legend_holds_only_what_occurs() -> None:
    looks = owners.sides(sample.chart().owners)
    told = {entry.words for entry in legend.entries(sample.chart(), looks)}
    assert {"Clear", "Impassable", "GREEDY (you)", "AZURE", "tunnel", "your voyage", "other flight", "battle this turn"} <= told
    assert "OLD NICK" not in told
    bare = dataclasses.replace(
        sample.chart(),
        markers=(),
        routes=(),
        clashes=(),
        areas=tuple(dataclasses.replace(area, glyphs=(), owner="", sight="now", home=False) for area in sample.chart().areas),
    )
    assert {entry.words for entry in legend.entries(bare, looks)} == {"Land", "Clear", "Mountain", "Forest", "Impassable"}


def test_a_symbol_is_drawn_as_the_ruleset_gives_it() -> None:
    """A cross of two bars in a square around (100, 50), 4 points to every side; a hole lies above, and grey tells memories."""
    sheet = Sheet(200, 100)
    tower = Symbol(
        "tower",
        "tower",
        "#123456",
        fills=(((-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)),),
        lines=(((-1.0, 0.0), (1.0, 0.0)),),
        holes=(((0.0, 0.0), (0.5, 0.0), (0.0, 0.5)),),
    )
    draw_symbol(sheet, tower, 100, 50, 4)
    fill, line, hole = sheet.painted()[0][0]
    assert (fill.ink.fill, fill.polygons) == ("#123456", [((96, 46), (104, 46), (100, 54))])
    assert (line.ink.line, line.ink.fill, line.lines) == ("#123456", None, [((96, 50), (104, 50))])
    assert (hole.ink.fill, hole.polygons, hole.level) == ("#ffffff", [((100, 50), (102, 50), (100, 52))], 1)
    draw_symbol(sheet, tower, 100, 50, 4, dim=True)
    assert "#7c7c7c" in sheet.colours()


def test_a_kind_of_glyph_without_a_symbol_is_a_disc_with_its_own_word() -> None:
    """A report that was stored before its game gave symbols along is still drawn."""
    stored = dataclasses.replace(sample.chart(), symbols=())
    assert {"garrison", "dragon"} <= texts(draw(stored))
    assert "garrison 52" in chart_svg(stored)


def test_symbols_stand_in_the_legend_in_the_order_of_the_chart_and_only_those_that_occur() -> None:
    chart = dataclasses.replace(sample.chart(), symbols=(Symbol("unused", "unused"), *sample.SYMBOLS[::-1]))
    words = [entry.words for entry in legend.entries(chart, owners.sides(chart.owners))]
    assert "unused" not in words
    assert words.index("neutral force") < words.index("talismans") < words.index("citadel and its points")


def test_the_whole_legend_is_drawn_whatever_the_frame() -> None:
    wanted = {entry.words for entry in legend.entries(sample.chart(), owners.sides(sample.chart().owners))}
    for width, height in ((535, 740), (780, 490), (300, 900)):
        assert wanted <= texts(draw_in(sample.chart(), width, height))


def test_the_frame_that_leaves_the_map_larger_is_known() -> None:
    wide = dataclasses.replace(
        sample.chart(), areas=tuple(area for area in sample.chart().areas if area.name[0] in "HI"), row_labels=()
    )
    wide = dataclasses.replace(wide, routes=(), markers=(), clashes=())
    assert scale_in(wide, 780, 490) > scale_in(wide, 535, 740)


def test_png_is_as_wide_as_asked_and_the_same_each_time() -> None:
    data = chart_png(sample.chart())
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    assert image.width == 1600
    assert Image.open(io.BytesIO(chart_png(sample.chart(), 800))).width == 800
    assert chart_png(sample.chart()) == data
    assert len(data) < 600_000
    with pytest.raises(ValueError):
        chart_png(sample.chart(), 0)


def test_svg_is_xml_with_every_name_and_nothing_from_elsewhere() -> None:
    text = chart_svg(sample.chart())
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    names = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {area.name for area in sample.chart().areas} <= names
    assert text.count("http") == 1
    assert chart_svg(sample.chart()) == text


def test_svg_tells_of_an_area_when_pointed_at() -> None:
    root = ElementTree.fromstring(chart_svg(sample.chart()))
    tips = {element.text for element in root.iter("{http://www.w3.org/2000/svg}title")}
    assert any(str(tip).startswith("C7: ") and "held by AZURE; AZURE: L8 21; garrison" in str(tip) for tip in tips)
    assert any(str(tip).startswith("D5: ") and "battle: lost" in str(tip) for tip in tips)
    assert any(str(tip).startswith("B7: ") and "last seen in turn" in str(tip) for tip in tips)


def test_svg_escapes_what_players_are_called() -> None:
    areas = (dataclasses.replace(sample.chart().areas[0], owner="X", sight="now"),)
    odd = Chart("<script> & \x00co", areas, sample.chart().terrains, (Owner("X", "<b>&\u202e", "&"),))
    root = ElementTree.fromstring(chart_svg(odd))
    assert "<b>&" in {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}


def test_the_close_up_holds_the_readers_places_and_their_neighbours() -> None:
    near = chart_closeup(sample.chart())
    assert near is not None
    names = {area.name for area in near.areas}
    assert set(sample.chart().focus) <= names
    assert {"E7", "C2"} <= names
    assert "J10" not in names
    assert all(marker.area in names for marker in near.markers)
    assert extent(near).width < extent(sample.chart()).width / 1.5
    assert {"L13", "36"} <= texts(draw(near))


def test_a_close_up_of_everything_or_of_nothing_is_not_made() -> None:
    assert chart_closeup(dataclasses.replace(sample.chart(), focus=())) is None
    assert chart_closeup(dataclasses.replace(sample.chart(), focus=("A3", "S12", "J2", "J18"))) is None


def test_a_chart_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one area"):
        chart_svg(Chart("x", (), (), ()))


def square(name: str, x: int, y: int, style: str) -> Area:
    return Area(name, (x, y), ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)), style)


def test_squares_are_drawn_as_well_as_hexes() -> None:
    areas = tuple(square(f"{chr(65 + x)}{chr(65 + y)}", x, y, STYLES[(x * 3 + y) % 9]) for x in range(26) for y in range(26))
    grid = Chart("Squares", areas, tuple(Terrain(style, style, style) for style in STYLES), ())
    assert {area.name for area in areas} <= texts(draw(grid))
    assert extent(grid).unit == pytest.approx(1.0)


def grey_patch(style: str, sight: Sight = "now") -> tuple[float, float]:
    """Mean and spread of the greys of an empty area of this terrain, as printed without colour."""
    corners = tuple((math.sin(k * math.pi / 3) / math.sqrt(3), -math.cos(k * math.pi / 3) / math.sqrt(3)) for k in range(6))
    area = Area("", (0.0, 0.0), corners, style, sight=sight)
    image = Image.open(io.BytesIO(chart_png(Chart("", (area,), (Terrain(style, style, style),), ()), 600))).convert("L")
    width = image.width
    patch = image.crop((width // 4, 150, 3 * width // 4, 150 + width // 2))
    greys = list(patch.tobytes())
    mean = sum(greys) / len(greys)
    return mean, math.sqrt(sum((grey - mean) ** 2 for grey in greys) / len(greys))


def test_terrains_can_be_told_apart_without_colour() -> None:
    """Any two terrains differ in lightness or in their signs."""
    found = {style: grey_patch(style) for style in STYLES}
    for index, first in enumerate(STYLES):
        for second in STYLES[index + 1 :]:
            (a, b), (c, d) = found[first], found[second]
            signs = terrain.ground(first).sign != terrain.ground(second).sign
            assert abs(a - c) > 6 or (signs and abs(b - d) > 1) or (signs and abs(a - c) > 2), (first, second)


def test_sight_can_be_told_apart_without_colour() -> None:
    for style in ("clear", "mountain", "forest"):
        now, remembered, never = grey_patch(style, "now"), grey_patch(style, "remembered"), grey_patch(style, "never")
        assert never[1] != pytest.approx(remembered[1], abs=0.8)
        assert now != pytest.approx(remembered, abs=0.8)


def test_a_band_runs_only_where_the_owner_changes() -> None:
    register()
    pair = tuple(square(f"S{x}", x, 0, "clear") for x in range(2))
    chart = Chart("", tuple(dataclasses.replace(area, owner="a") for area in pair), (), (Owner("a", "A", "A"),))
    sheet = Sheet(100, 100)
    owners.draw_bands(sheet, chart, place(extent(chart), 0, 0, 100, 100), owners.sides(chart.owners))
    bands = [
        polygon for strokes, _ in sheet.painted() for stroke in strokes for polygon in stroke.polygons if len(polygon) == 4
    ]
    assert len(bands) == 6


@pytest.mark.parametrize("kind", ["road", "tunnel", "move", "sail", "raid", "fly"])
@pytest.mark.parametrize("points", [((0.0, 0.0), (0.0, 0.0)), ((0.0, 0.0), (1.0, 0.0)), ((0.0, 0.0), (1.0, 0.0), (5.0, 2.0))])
def test_every_route_can_be_drawn(kind: Course, points: tuple[tuple[float, float], ...]) -> None:
    area = square("A", 0, 0, "clear")
    chart = Chart("", (area,), (), (), routes=(Route(kind, points, own=True), Route(kind, points)))
    assert "nan" not in chart_svg(chart)

import dataclasses
import io
from xml.etree import ElementTree

import pytest
from PIL import Image

from postern.game.chart import Area, Chart, Course, Owner, Route, Symbol
from postern.render import chart_closeup, chart_png, chart_svg
from postern.render.chart.draw import draw, scale_in
from postern.render.chart.plan import extent
from postern.render.chart.sheet import Sheet, Words
from postern.render.chart.symbols import draw_symbol
from tests.render import sample


def words_of(sheet: Sheet) -> list[Words]:
    return [word for layer in sheet.layers for word in layer.words]


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
    fill, line, hole = sheet.painted()[0].strokes
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


def test_the_close_up_shows_the_readers_places_and_their_neighbours() -> None:
    near = chart_closeup(sample.chart())
    assert near is not None
    assert near.window is not None
    (left, top), (right, low) = near.window
    names = {area.name for area in near.areas if left < area.centre[0] < right and top < area.centre[1] < low}
    assert set(sample.chart().focus) <= names
    assert {"E7", "C2"} <= names
    assert "J10" not in names
    assert extent(near).width < extent(sample.chart()).width / 1.5
    told = texts(draw(near))
    assert {"L13", "36", "E7"} <= told
    assert "J10" not in told


def test_a_close_up_of_everything_or_of_nothing_is_not_made() -> None:
    assert chart_closeup(dataclasses.replace(sample.chart(), focus=())) is None
    assert chart_closeup(dataclasses.replace(sample.chart(), focus=("A3", "S12", "J2", "J18"))) is None


def test_a_chart_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one area"):
        chart_svg(Chart("x", (), (), ()))


def square(name: str, x: int, y: int, style: str) -> Area:
    return Area(name, (x, y), ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)), style)


@pytest.mark.parametrize("kind", ["road", "tunnel", "move", "sail", "raid", "fly"])
@pytest.mark.parametrize("points", [((0.0, 0.0), (0.0, 0.0)), ((0.0, 0.0), (1.0, 0.0)), ((0.0, 0.0), (1.0, 0.0), (5.0, 2.0))])
def test_every_route_can_be_drawn(kind: Course, points: tuple[tuple[float, float], ...]) -> None:
    area = square("A", 0, 0, "clear")
    chart = Chart("", (area,), (), (), routes=(Route(kind, points, own=True), Route(kind, points)))
    assert "nan" not in chart_svg(chart)

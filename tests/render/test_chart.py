import dataclasses
import io
import math
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

from postern.game.chart import Area, Chart, Course, Owner, Ring, Route, Site, Symbol
from postern.render import chart_closeup, chart_png, chart_svg
from postern.render.chart import ground, owners, realms, relief, who
from postern.render.chart.draw import draw, draw_in, scale_in
from postern.render.chart.land import land_of, shaken
from postern.render.chart.plan import extent, place
from postern.render.chart.sheet import Sheet, Words
from postern.render.chart.symbols import draw_symbol
from postern.render.style import luminance
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


def test_the_edges_bear_letters() -> None:
    shown = [word.text for word in words_of(draw(sample.chart())) if word.colour == "#4d7482"]
    assert set(shown) == {label for label, _ in sample.chart().row_labels}


def entries(chart: Chart) -> list[str]:
    looks = owners.sides(chart.owners)
    return [entry.words for entry in (*who.sides_of(chart, looks), *who.signs_of(chart, looks))]


def test_who_is_who_holds_only_what_occurs_and_counts_what_is_held() -> None:
    told = set(entries(sample.chart()))
    wanted = {"Clear", "Impassable", "GREEDY, you", "AZURE", "tunnel", "your voyage", "other flight", "battle, numbered"}
    assert wanted <= told
    assert "OLD NICK" not in told
    counted = {entry.words: entry.count for entry in who.sides_of(sample.chart(), owners.sides(sample.chart().owners))}
    assert counted["GREEDY, you"] == 12
    assert counted["AZURE"] == sum(area.owner == "AZURE" for area in sample.chart().areas) > 0
    bare = dataclasses.replace(
        sample.chart(),
        markers=(),
        routes=(),
        clashes=(),
        areas=tuple(dataclasses.replace(area, glyphs=(), owner="", sight="now", home=False) for area in sample.chart().areas),
    )
    assert set(entries(bare)) == {"Clear", "Mountain", "Forest", "Impassable"}


def test_symbols_stand_in_who_is_who_in_the_order_of_the_chart_and_only_those_that_occur() -> None:
    chart = dataclasses.replace(sample.chart(), symbols=(Symbol("unused", "unused"), *sample.SYMBOLS[::-1]))
    told = entries(chart)
    assert "unused" not in told
    assert told.index("neutral force") < told.index("talismans") < told.index("citadel and its points")


@pytest.mark.parametrize("size", [(565, 802), (582, 752), (802, 565), (752, 582)])
def test_nothing_is_drawn_off_the_sheet_and_all_of_who_is_who_is_on_it(size: tuple[float, float]) -> None:
    sheet = draw_in(sample.chart(), *size)
    shown = texts(sheet)
    for words in entries(sample.chart()):
        assert words in shown or any(text.endswith("…") and words.startswith(text[:-1]) for text in shown), words
    for layer in sheet.layers:
        if layer.clip is None:
            points = [point for one in layer.strokes for line in (*one.lines, *one.polygons) for point in line]
            assert all(0 <= x <= sheet.width and 0 <= y <= sheet.height for x, y in points)
        for word in layer.words:
            assert word.left >= 0
            assert word.left + word.width <= sheet.width
            assert 0 <= word.y <= sheet.height


def test_terrains_can_be_told_apart_without_colour() -> None:
    """Any two grounds differ in lightness, or other things grow on them; all are pale enough for ink to stand out."""
    for one, other in combinations(relief.GROWTHS, 2):
        light = abs(luminance(ground.fill(one)) - luminance(ground.fill(other)))
        grown = [{form.name for form in relief.GROWTHS[style].forms} for style in (one, other)]
        assert light > 0.03 or not grown[0] & grown[1], (one, other)
    assert min(luminance(ground.fill(style)) for style in relief.GROWTHS) > 0.76


def test_relief_stands_within_its_area_and_where_it_stood_before() -> None:
    corners = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    for style in relief.GROWTHS:
        stands = list(relief.scatter(style, corners, 1.0))
        assert stands == list(relief.scatter(style, corners, 1.0))
        assert all(0 < x < 2 and 0 < y < 2 for _, (x, y), _ in stands)
    assert len(list(relief.scatter("forest", corners, 1.0))) > 20


def test_a_realms_border_runs_only_where_the_owner_changes() -> None:
    """Two squares of one side share no border: three sides of each are left, in one line each."""
    pair = tuple(dataclasses.replace(square(f"S{x}", x, 0, "clear"), owner="a") for x in range(2))
    chart = Chart("", pair, (), (Owner("a", "A", "A"),))
    sheet = Sheet(100, 100)
    plan = place(extent(chart), 0, 0, 100, 100)
    realms.draw_realms(sheet, chart, land_of(chart), plan, owners.sides(chart.owners), (0, 1))
    strokes = [one for layer in sheet.layers for one in layer.strokes]
    assert sum(len(one.polygons) for one in strokes) == 6
    lines = [line for one in strokes for line in one.lines]
    assert len(lines) == 2
    middle = plan.at((0.5, 0.0))[0]
    assert all(line[0][0] == pytest.approx(middle) and line[-1][0] == pytest.approx(middle) for line in lines)


def test_a_shore_is_the_same_from_both_sides_and_joins_at_its_corners() -> None:
    there, back = shaken((0.0, 0.0), (1.0, 0.5)), shaken((1.0, 0.5), (0.0, 0.0))
    assert [(round(x, 9), round(y, 9)) for x, y in there[1:]] == [(round(x, 9), round(y, 9)) for x, y in back[:0:-1]]
    assert len(there) == 8
    land = land_of(sample.chart())
    assert len(land.shores) == 1
    assert all(math.dist(a, b) < 0.2 for a, b in pairwise(land.shores[0]))


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


def test_a_ring_goes_around_its_areas_in_its_sides_colour_and_stands_in_the_legend() -> None:
    plain = sample.chart()
    owner, names = plain.owners[0], tuple(area.name for area in plain.areas[:2])
    ringed = dataclasses.replace(plain, rings=(Ring(owner.key, names),))
    colour = owners.sides(plain.owners)[owner.key].colour

    def dashed(chart: Chart) -> int:
        strokes = [one for layer in draw(chart).layers for one in layer.strokes]
        return sum(len(one.lines) for one in strokes if one.ink.line == colour and one.ink.dash)

    assert dashed(ringed) > dashed(plain)
    assert "sea patrol" in texts(draw(ringed))
    assert "sea patrol" not in texts(draw(plain))
    told = [tip for _, tip in draw(ringed).tips if f"sea patrol of {owner.name}" in tip]
    assert [tip.partition(":")[0] for tip in told] == list(names)


def test_who_is_who_counts_nothing_for_neutrals_whose_centres_stand_in_nobodys_areas() -> None:
    plain = sample.chart()
    neutral = Owner("free towns", "neutral", "-", neutral=True)
    chart = dataclasses.replace(
        plain,
        owners=(*plain.owners, neutral),
        sites=(Site(plain.areas[0].name, plain.symbols[0].kind, "Ashby", neutral.key),),
    )
    counted = {entry.words: entry.count for entry in who.sides_of(chart, owners.sides(chart.owners))}
    assert counted["neutral"] is None

"""The map of a player: what he sees, what he remembers and since when, what moved, and nothing that he may not know."""

from __future__ import annotations

from dataclasses import replace

from postern import render
from postern.game.chance import Chance
from postern.game.chart import Area, Chart
from postern.game.events import seen
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.report.map import CENTRES, SYMBOLS, chart_of, sketch
from postern.rulesets.great_jewels.report.map import glyphs as glyphs_of
from postern.rulesets.great_jewels.tables import PROVINCES, adjacent
from postern.rulesets.great_jewels.world.records import ProvinceEntry, TalismanEntry, World
from tests.rules.great_jewels.build import change, land, leader, own, talisman
from tests.rules.great_jewels.games import played


def after(world: World, seat: str = "AAA", **orders: str) -> Chart:
    sheets = {name: RULESET.read(text, RULESET.view(world, name)) for name, text in orders.items()}
    outcome = RULESET.resolve(world, sheets, Chance("chart"))
    return chart_of(view_of(outcome.world, seat), seen(outcome.events, seat))


def area(chart: Chart, name: str) -> Area:
    return next(one for one in chart.areas if one.name == name)


def glyphs(chart: Chart, name: str) -> dict[str, str]:
    return {glyph.kind: glyph.text for glyph in area(chart, name).glyphs}


def test_every_province_lies_beside_its_neighbours() -> None:
    for name in ("A3", "J10", "S12"):
        x, y = CENTRES[name]
        for other in PROVINCES:
            distance = ((CENTRES[other][0] - x) ** 2 + (CENTRES[other][1] - y) ** 2) ** 0.5
            assert (abs(distance - 1) < 0.01) == adjacent(name, other)


def test_a_province_tells_what_its_entry_tells() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=9, csps=4, navies=0, ravaged=True)
    talisman(world, 57, "J10")
    leader(world, 1, "AAA", "K10", troops=5)
    change(world, "K10", city="", garrison=7)
    chart = after(world)
    assert area(chart, "J10").owner == "AAA"
    assert glyphs(chart, "J10")["citadel"] == "4"
    assert glyphs(chart, "J10")["talisman"] == "1"
    assert "ravaged" in glyphs(chart, "J10")
    assert area(chart, "K10").owner == "-----"
    assert glyphs(chart, "K10")["garrison"] == "7"


def test_what_is_remembered_bears_the_turn_it_was_last_seen() -> None:
    world = land(turn=5)
    leader(world, 1, "AAA", "J10", troops=5)
    change(world, "J10", garrison=30)
    first = RULESET.resolve(world, {}, Chance("x")).world
    second = RULESET.resolve(first, {"AAA": RULESET.read("L1MJ11J12", view_of(first, "AAA"))}, Chance("x")).world
    third = RULESET.resolve(second, {}, Chance("x")).world
    chart = chart_of(view_of(third, "AAA"))
    assert chart.turn == 7
    assert (area(chart, "J10").sight, area(chart, "J10").last_seen) == ("remembered", 6)
    assert (area(chart, "J12").sight, area(chart, "J12").last_seen) == ("now", None)
    assert (area(chart, "A3").sight, area(chart, "A3").glyphs) == ("never", ())
    assert "after turn 7" in chart.subtitle


def test_moves_of_the_turn_are_drawn_and_battles_marked() -> None:
    world = land()
    own(world, "A3", "AAA", garrison=9, navies=1)
    leader(world, 1, "AAA", "A3", troops=5)
    leader(world, 2, "AAA", "J10", troops=50)
    leader(world, 3, "BBB", "J10", troops=5)
    leader(world, 4, "AAA", "M10", troops=5)
    chart = after(world, AAA="L1SB2\nL2AL3\nL4MM11M12\nGA3R2A4")
    kinds = [route.kind for route in chart.routes]
    assert kinds.count("move") == 1
    assert kinds.count("sail") == 1
    assert kinds.count("raid") == 1
    move = next(route for route in chart.routes if route.kind == "move")
    assert move.points == (CENTRES["M10"], CENTRES["M11"], CENTRES["M12"])
    assert "J10" in [clash.area for clash in chart.clashes]


def test_forces_of_others_are_added_up_and_fog_hides_their_strength() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=9)
    leader(world, 1, "BBB", "J10", troops=5)
    leader(world, 2, "BBB", "J10", troops=6)
    markers = [marker for marker in after(world).markers if marker.owner == "BBB"]
    assert [(marker.text, marker.strength, marker.own) for marker in markers] == [("2 L", "11", False)]
    talisman(world, 82, 1)
    markers = [marker for marker in after(world).markers if marker.owner == "BBB"]
    assert markers[0].strength == "?"


def test_tunnels_and_roads_are_drawn_once() -> None:
    world = land()
    for name, end in (("J8", "J12"), ("J12", "J8")):
        own(world, name, "AAA", garrison=3, tunnels=[end])
    for name in ("M8", "M9"):
        own(world, name, "AAA", garrison=3, road=True)
    kinds = [route.kind for route in after(world).routes]
    assert kinds.count("tunnel") == 1
    assert kinds.count("road") == 1


def test_a_locked_city_shows_its_name_only() -> None:
    world = land()
    change(world, "J11", city="SILVER", garrison=40, csps=10, zorans=300)
    leader(world, 1, "AAA", "J10", troops=9)
    chart = after(world, AAA="L1MJ11")
    assert glyphs(chart, "J11") == {"city": "Silver"}
    assert area(chart, "J11").owner == ""


def test_the_map_can_be_drawn_for_everybody_at_any_time() -> None:
    for turns in (0, 6, 12):
        world = played("chart", turns)
        for seat in list(world.players)[:3]:
            assert render.chart_svg(chart_of(view_of(world, seat))).startswith("<")


def test_the_sketch_shows_the_realm_and_fits_a_letter() -> None:
    for turns in (0, 6, 12):
        world = played("chart", turns)
        for seat in RULESET.active(world):
            view = view_of(world, seat)
            lines = sketch(view).split("\n")
            assert max(map(len, lines)) <= 72
            body = "\n".join(lines[: lines.index("")])
            assert any(f"{name}{view.terrain(name).value.lower()}+" in body for name in view.provinces)


def test_in_the_sketch_neighbours_lie_half_a_cell_apart() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=3)
    world.provinces["B4"].owner = ""
    lines = sketch(view_of(RULESET.resolve(world, {}, Chance("x")).world, "AAA")).split("\n")
    row = {name: line for line in lines for name in ("I9", "I10", "J9", "J10", "K10", "K11") if f"{name}c" in line}
    at = {name: line.index(f"{name}c") for name, line in row.items()}
    assert at["J10"] - at["J9"] == 7
    assert 0 < at["I10"] - at["J10"] < 7
    assert 0 < at["J10"] - at["I9"] < 7
    assert 0 < at["K11"] - at["J10"] < 7


def test_every_glyph_of_the_map_has_its_symbol() -> None:
    entry = ProvinceEntry(
        name="J10", turn=1, tag="-DRAGON-", terrain="C", garrison=1, csps=1, navies=1, zorans=0, flags=("-S", "-V", "-U"),
        talismans=(TalismanEntry(57, "X"),), drevonyxes=(40,), locked=True,
    )  # fmt: skip
    kinds = {glyph.kind for one in (entry, replace(entry, tag="MERC")) for glyph in glyphs_of(one)}
    assert kinds == {symbol.kind for symbol in SYMBOLS}

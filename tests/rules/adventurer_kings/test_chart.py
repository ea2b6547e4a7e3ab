"""The map as a chart: what is drawn, where the seam lies, and the column beyond it."""

from __future__ import annotations

import math

import pytest

from postern.game.chart import Glyph
from postern.render import chart_svg
from postern.rulesets.adventurer_kings.report.map import chart_of, column, first_column, size_word
from postern.rulesets.adventurer_kings.report.public import open_chart
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world
from tests.rules.adventurer_kings.reports import cave, event, reading


def world_of_rivals() -> World:
    """AA at 82 with two armies, an army of BB beside its Hero at 60, a feature at 82, an army of BB seen at 40 in year 2."""
    world = empty_world()
    world.turn = 5
    add_army(world, "AA", "LE", 82, 1)
    add_army(world, "AA", "LE", 82, 1)
    add_character(world, "AA", 60, name="Tove")
    add_army(world, "BB", "HC", 60)
    cave(world, 82, "AA")
    return world


@pytest.mark.rule("AK-P1.4-01", "AK-P1.1-18")
def test_areas_show_terrain_owner_and_age() -> None:
    world = world_of_rivals()
    areas = {one.name: one for one in chart_of(reading(world)).areas}
    assert (areas["82"].owner, areas["82"].home, areas["82"].sight) == ("AA", True, "now")
    assert areas["82"].glyphs == (Glyph("Cave"), Glyph("Rich"))
    assert (areas["62"].terrain, areas["62"].sight, areas["62"].owner) == ("unknown", "never", "")
    world.kingdoms["AA"].seen.clear()
    world.kingdoms["AA"].exploration[120] = 40
    assert {one.name: one.sight for one in chart_of(reading(world)).areas}["120"] == "remembered"


@pytest.mark.rule("AK-D1.4-05", "AK-D1.4-02")
def test_armies_are_exact_this_year_and_words_later() -> None:
    world = world_of_rivals()
    found = {(one.area, one.owner, one.text, one.strength) for one in chart_of(reading(world)).markers}
    assert found == {("82", "AA", "KingAA", "2"), ("60", "AA", "Tove", ""), ("60", "BB", "army", "1")}
    told = reading(world)
    told.world.characters[4].province = 82
    told.kingdom.seen[60].visited = 3
    assert ("60", "natives", "lone", "y3") in {(o.area, o.owner, o.text, o.strength) for o in chart_of(told).markers}


@pytest.mark.parametrize(("many", "word"), [(1, "lone"), (2, "few"), (3, "few"), (4, "host"), (6, "host"), (7, "great host")])
def test_numbers_in_words(many: int, word: str) -> None:
    assert size_word(many) == word


@pytest.mark.rule("AK-D1.1-03")
def test_the_seam_does_not_cut_what_is_known() -> None:
    world = empty_world()
    assert first_column(reading(world)) == 1
    world.kingdoms["AA"].home = world.characters[1].province = 73
    world.provinces[82].owner, world.provinces[73].owner = "", "AA"
    world.kingdoms["AA"].exploration = {73: 100}
    told = reading(world)
    first = first_column(told)
    known = {column(number) for number in told.kingdom.seen}
    assert known == {18, 1, 2}
    assert not {first, (first - 2) % 18 + 1} <= known
    places = {one.name: one.centre[0] for one in chart_of(told).areas}
    assert abs(places["73"] - places["90"]) < 1


@pytest.mark.rule("AK-D1.1-03")
def test_beyond_the_seam_the_neighbouring_column_comes_again() -> None:
    world = empty_world()
    world.kingdoms["AA"].exploration |= dict.fromkeys(range(73, 91), 40)
    areas = {one.name: one for one in chart_of(reading(world)).areas}
    assert {column(int(name)) for name in areas if name.isdigit()} == set(range(1, 19))
    wide = 18 * math.sqrt(3) / 2
    assert areas["(73)"].centre == pytest.approx((areas["73"].centre[0] + wide, areas["73"].centre[1]))
    assert areas["(90)"].centre == pytest.approx((areas["90"].centre[0] - wide, areas["90"].centre[1]))


def test_the_chart_has_what_is_known_and_a_margin() -> None:
    names = {one.name for one in chart_of(reading(empty_world())).areas}
    assert len(names) == 5 * 5
    assert {"82", "80", "46", "118"} <= names
    assert not {"1", "162", "79", "28"} & names


def test_ways_of_the_year_and_battles_are_drawn() -> None:
    world = world_of_rivals()
    way = event("moved", who=4, name="Tove", place=60, start=61, where="P60 (60)", armies=0)
    chart = chart_of(reading(world, [way]))
    assert [(one.kind, one.own, len(one.points)) for one in chart.routes] == [("move", True, 2)]
    assert "<svg" in chart_svg(chart)[:200]


def test_the_open_map_shows_everything() -> None:
    world = world_of_rivals()
    chart = open_chart(world)
    assert {one.sight for one in chart.areas} == {"now"}
    assert {(one.area, one.owner, one.strength) for one in chart.markers} == {("82", "A", "2"), ("60", "B", "1")}
    assert [one.name for one in chart.terrains] == [name.lower() for name in TABLES.terrains]

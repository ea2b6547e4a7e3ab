"""Exploration of provinces and the discovery of features (AK-1.6, AK-DF)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from postern.rulesets.adventurer_kings.rules.exploring import (
    discover,
    explore,
    explore_here,
    explore_on_the_way,
    explore_points,
    rounded,
)
from postern.rulesets.adventurer_kings.tables import GRID, SEA, TABLES
from postern.rulesets.adventurer_kings.world import Feature, World
from tests.rules.adventurer_kings.build import add_character, empty_world, only, told, turn_of


def with_features(*numbers: int, terrain: str = "Plain") -> World:
    """Features with these discovery numbers in 83, where King AA stands."""
    world = empty_world()
    world.characters[1].province = 83
    world.provinces[83].terrain = terrain
    world.provinces[83].features = [Feature("Cave", 1, number) for number in numbers]
    return world


@pytest.mark.rule("AK-1.6-01", "AK-1.6-02", "AK-1.6-03", "AK-1.6-04", "AK-1.6-05", "AK-1.6-06")
@pytest.mark.parametrize(
    ("terrain", "tax", "explored", "line", "encounter"),
    [
        ("Plain", 6, 50, (5, 10), 10),
        ("Desert", 2, 25, (5, 10), 15),
        ("Jungle", 4, 10, (3, 6), 25),
        ("Forest", 5, 15, (3, 6), 20),
        ("Mountain", 5, 15, (1, 3), 15),
        (SEA, 1, 25, (5, 10), 5),
    ],
)
def test_the_terrain_table(terrain: str, tax: int, explored: int, line: tuple[int, int], encounter: int) -> None:
    row = TABLES.terrains[terrain]
    assert (row.tax, row.explore, row.encounter) == (tax, explored, encounter)
    assert (row.line + 1, row.line + row.line_die) == line
    world = empty_world(terrain)
    explore_here(turn_of(world), add_character(world, "AA", 83))
    assert world.kingdoms["AA"].exploration[83] == explored


@pytest.mark.rule("AK-D1.6-02", "AK-D1.6-03")
@pytest.mark.parametrize(
    ("terrain", "level", "explores", "by_the_way"),
    [
        ("Jungle", 2, 20, 10),
        ("Mountain", 1, 23, 11),
        ("Plain", 0, 50, 25),
        ("Forest", 0, 15, 8),
        ("Jungle", 0, 10, 5),
        ("Plain", 4, 100, 75),
    ],
)
def test_points_by_explorer_and_half_of_them_by_the_way(terrain: str, level: int, explores: int, by_the_way: int) -> None:
    world = empty_world(terrain)
    who = add_character(world, "AA", 83, {"EX": level})
    assert min(100, rounded(explore_points(world, who, 83))) == explores
    explore_on_the_way(turn_of(world), who)
    assert world.kingdoms["AA"].exploration[83] == by_the_way
    world.kingdoms["AA"].exploration[83] = 0
    explore_here(turn_of(world), who)
    assert world.kingdoms["AA"].exploration[83] == explores


@pytest.mark.rule("AK-D1.6-02")
def test_a_move_explores_at_least_one_point(monkeypatch: pytest.MonkeyPatch) -> None:
    world = empty_world("Jungle")
    share = replace(TABLES.constants["explore_share_move"], value=Fraction(1, 100))
    monkeypatch.setitem(TABLES.constants, "explore_share_move", share)
    world.characters[1].province = 83
    explore_on_the_way(turn_of(world), world.characters[1])
    assert world.kingdoms["AA"].exploration[83] == 1


@pytest.mark.rule("AK-D1.6-01")
def test_exploration_is_one_percentage_a_kingdom_that_ends_at_100_and_never_falls() -> None:
    world = empty_world()
    turn = turn_of(world)
    first, second = add_character(world, "AA", 83), add_character(world, "AA", 83)
    explore_here(turn, first)
    assert (world.kingdoms["AA"].exploration[83], world.kingdoms["BB"].exploration.get(83)) == (50, None)
    explore_here(turn, second)
    explore_here(turn, second)
    assert world.kingdoms["AA"].exploration[83] == 100
    explore(turn, first, 83, 0)
    assert world.kingdoms["AA"].exploration[83] == 100
    assert [(one.data["points"], one.data["now"]) for one in told(turn, "explored")] == [
        (50, 50),
        (50, 100),
        (0, 100),
        (0, 100),
    ]


@pytest.mark.rule("AK-D10.1-02")
@pytest.mark.parametrize(("leads", "points"), [(True, 25), (False, 15)])
def test_the_chancellor_explores_ten_points_more(leads: bool, points: int) -> None:
    world = empty_world("Forest")
    who = add_character(world, "AA", 83)
    world.offices["CH"] = who.id if leads else 1
    explore_here(turn_of(world), who)
    assert world.kingdoms["AA"].exploration[83] == points


@pytest.mark.rule("AK-D2.0-16")
@pytest.mark.parametrize("skill", [7, 8])
def test_a_great_explorer_explores_half_as_much_all_around(skill: int) -> None:
    world = empty_world("Jungle")
    explore_here(turn_of(world), add_character(world, "AA", 101, {"EX": skill}))
    around = dict.fromkeys(GRID.neighbours(101), 25) if skill == 8 else {}  # half of 10 x 5
    assert world.kingdoms["AA"].exploration == {101: 10 * (2 + skill) // 2, **around, 82: 100}


@pytest.mark.rule("AK-DF-20", "AK-DF-28")
@pytest.mark.parametrize(
    ("before", "points", "found"), [(0, 25, [1]), (0, 24, []), (0, 50, [1, 2]), (50, 50, [1, 2, 3]), (20, 20, [1])]
)
def test_features_are_found_when_exploration_reaches_their_number(before: int, points: int, found: list[int]) -> None:
    world = with_features(25, 50, 100)
    world.kingdoms["AA"].exploration[83] = before
    turn = turn_of(world)
    explore(turn, world.characters[1], 83, points)
    assert [one.data["feature"] for one in told(turn, "discovered")] == [f"83.{number}" for number in found]
    assert [number for number, one in enumerate(world.provinces[83].features, 1) if one.found_by == ["AA"]] == found
    assert world.characters[1].merit.get("CH", 0) == 2 * 2 * len(found)


@pytest.mark.rule("AK-1.6-07", "AK-DF-20")
def test_a_number_above_100_is_never_found_by_exploring() -> None:
    world = with_features(101, 300, 100, terrain=SEA)
    turn = turn_of(world)
    for _ in range(9):
        explore_here(turn, world.characters[1])
    assert [one.data["feature"] for one in told(turn, "discovered")] == ["83.3"]
    assert discover(turn, world.characters[1], 83, 2)
    assert not discover(turn, world.characters[1], 83, 2)
    assert TABLES.number("feature_magic_discovery_max_sea") == 300
    assert TABLES.number("feature_magic_discovery_max_land") == 100


@pytest.mark.rule("AK-DF-21", "AK-10.1-06", "AK-DF-28")
def test_the_first_kingdom_to_discover_has_merit_and_nobody_else_is_told() -> None:
    world = with_features(25)
    turn = turn_of(world)
    second = add_character(world, "BB", 83)
    explore(turn, world.characters[1], 83, 25)
    assert only(turn, "discovered").seen_by == {"A"}
    assert {seat for one in turn.events for seat in one.seen_by} == {"A"}
    assert world.characters[1].merit == {"CH": 4}  # 2 points, in halves
    explore(turn, second, 83, 25)
    assert second.merit == {}
    assert world.provinces[83].features[0].found_by == ["AA", "BB"]

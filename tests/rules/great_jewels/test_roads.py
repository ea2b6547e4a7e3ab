"""Chapter 8: roads."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.rules.movement.ways import walk
from postern.rulesets.great_jewels.setup import set_up
from postern.rulesets.great_jewels.turn.orders import BuildRoad, Destroy, Move
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import change, failures, land, leader, own
from tests.rules.great_jewels.upto import clean, failure, upto

BOOK = ("C2", "C3", "C4", "C5", "C6", "C7", "C8")


def book_roads() -> World:
    """The book's example: roads in C1, C2, C4, C6, C7 and C8, all clear; L13 in C1."""
    world = land()
    for name in ("C1", "C2", "C4", "C6", "C7", "C8"):
        change(world, name, road=True)
    leader(world, 13, "AAA", "C1", bonus=3)
    return world


@pytest.mark.rule("QJ-08-10", "QJ-08-11", "QJ-08-12")
def test_the_books_example_costs_three_and_a_half() -> None:
    world = book_roads()
    turn = upto(world, "0")
    plan = walk(turn, world.leaders[13], BOOK[:4])
    assert [float(cost) for cost in plan.costs] == [0.5, 1, 1, 1]
    assert plan.cost == 3.5
    assert upto(world, "7a", AAA=[Move(13, BOOK[:4])]).world.leaders[13].province == "C5"


@pytest.mark.rule("QJ-08-13")
def test_the_books_example_stops_before_c6() -> None:
    turn = upto(book_roads(), "7a", AAA=[Move(13, BOOK[:5])])
    assert turn.world.leaders[13].province == "C5"
    assert failure(turn, "NOT ENOUGH MP").why.endswith("3 1/2 of his 4 movement points, C6 needs 1/2 more.")


@pytest.mark.rule("QJ-08-14")
def test_the_books_example_by_force_march() -> None:
    world = book_roads()
    assert walk(upto(world, "0"), world.leaders[13], BOOK, force=True).cost == 5.5
    assert upto(world, "7a", AAA=[Move(13, BOOK, True)]).world.leaders[13].province == "C8"


@pytest.mark.rule("QJ-08-10")
def test_road_to_road_is_half_a_point_in_any_terrain_and_only_from_a_road() -> None:
    world = land()
    for name, terrain in (("J5", "C"), ("J6", "M"), ("J7", "F")):
        change(world, name, road=True, terrain=terrain)
    leader(world, 13, "AAA", "J5")
    leader(world, 14, "AAA", "J4")
    turn = upto(world, "0")
    assert walk(turn, world.leaders[13], ("J6", "J7")).cost == 1
    assert walk(turn, world.leaders[14], ("J5", "J6")).cost == 1.5
    assert walk(turn, world.leaders[14], ("K5", "K6", "J6")).cost == 4


@pytest.mark.rule("QJ-08-01", "QJ-08-02", "QJ-08-07")
def test_a_built_road_serves_everybody_from_the_next_turn() -> None:
    world = land()
    own(world, "J5", "AAA", road=True)
    own(world, "J6", "AAA", zorans=20, garrison=1)
    leader(world, 13, "BBB", "J5", troops=0)
    same = upto(world, "12", AAA=[BuildRoad("J6")], BBB=[Move(13, ("J6",))])
    assert same.province("J6").road
    assert same.province("J6").zorans == 5
    moved = next(event for event in same.events if event.kind == "moved")
    assert moved.data["cost"] == "1"
    after = land()
    own(after, "J5", "AAA", road=True)
    own(after, "J6", "AAA", road=True)
    leader(after, 13, "BBB", "J5")
    assert walk(upto(after, "0"), after.leaders[13], ("J6",)).cost == 0.5
    unowned = upto(after, "12", AAA=[BuildRoad("J7")])
    assert failures(unowned, "AAA") == ["NOT YOURS"]


@pytest.mark.rule("QJ-08-03")
def test_the_owner_may_destroy_his_road_before_anybody_uses_it() -> None:
    world = land()
    own(world, "J5", "AAA", road=True)
    own(world, "J6", "AAA", road=True)
    leader(world, 13, "BBB", "J5")
    turn = upto(world, "7a", AAA=[Destroy(Force(garrison="J6"), "road", 1)], BBB=[Move(13, ("J6",))])
    assert not turn.province("J6").road
    assert clean(turn)
    assert next(event for event in turn.events if event.kind == "moved").data["cost"] == "1"
    theirs = upto(world, "2f", BBB=[Destroy(Force(garrison="J6"), "road", 1)])
    assert theirs.province("J6").road
    assert failures(theirs, "BBB") == ["NOT YOURS"]


@pytest.mark.rule("QJ-08-04", "QJ-08-05", "QJ-08-06")
@pytest.mark.parametrize(
    ("people", "terrain", "price"),
    [
        ("AZONI", "C", 15),
        ("AZONI", "M", 25),
        ("AZONI", "F", 25),
        ("QUNTAG", "C", 15),
        ("RILRIS", "C", 15),
        ("RILRIS", "M", 15),
        ("RILRIS", "F", 25),
        ("SLENTH", "C", 15),
        ("SLENTH", "M", 25),
        ("SLENTH", "F", 15),
    ],
)
def test_road_prices(people: str, terrain: str, price: int) -> None:
    world = land(AAA=people)
    own(world, "J6", "AAA", zorans=price, terrain=terrain)
    turn = upto(world, "12", AAA=[BuildRoad("J6")])
    assert turn.province("J6").road
    assert turn.province("J6").zorans == 0
    world.provinces["J6"].zorans = price - 1
    short = upto(world, "12", AAA=[BuildRoad("J6")])
    assert not short.province("J6").road
    assert short.province("J6").zorans == price - 1
    assert f"costs {price} zorans; it has {price - 1}" in failure(short, "NOT ENOUGH ZORANS").why


@pytest.mark.rule("QJ-08-09", "QJ-16-03", "QJ-13-04")
def test_roads_are_not_built_where_the_province_is_lost() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=99)
    leader(world, 13, "BBB", "J5", troops=3)
    turn = upto(world, "12", AAA=[BuildRoad("J6")], BBB=[Move(13, ("J6",))])
    assert turn.province("J6").owner == "BBB"
    assert not turn.province("J6").road
    assert turn.province("J6").zorans == 99
    assert failures(turn, "AAA") == ["NOT YOURS"]


@pytest.mark.rule("QJ-08-08")
def test_a_game_may_start_with_roads() -> None:

    seats = [Signup(name, {}) for name in ("AAA", "BBB", "CCC", "DDD", "EEE", "FFF")]
    world = set_up({}, seats, Chance("roads"))
    roads = [name for name, province in world.provinces.items() if province.road]
    assert roads
    assert set(roads) == set(world.road_map)


def test_a_second_road_is_refused() -> None:
    world = land()
    own(world, "J6", "AAA", zorans=99, road=True)
    assert failures(upto(world, "12", AAA=[BuildRoad("J6")]), "AAA") == ["ALREADY THERE"]

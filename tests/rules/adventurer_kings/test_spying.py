"""Spying: section 3.14 and the Spy table [4.33]."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.orders.exploring import spy
from postern.rulesets.adventurer_kings.rules.abilities.spying import blurred, escape_chance
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Feature, World
from tests.rules.adventurer_kings.build import (
    HOMES,
    add_army,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    only,
    step,
    told,
    turn_of,
)

HOME, NEAR = HOMES["AA"], 83


def spied_world(skill: int = 0) -> World:
    """A spy (4) beside a province of BB."""
    world = empty_world()
    world.provinces[NEAR].owner = "BB"
    add_character(world, "AA", HOME, {"SP": skill}, name="Tove")
    return world


def spied(world: World, order: str = f"SP {NEAR}", *faces: int) -> Turn:
    turn = turn_of(world, {"AA": f"CHAR 4\n1 {order}"})
    if faces:
        always(turn, *faces)
    carry_out(turn, spy)
    return turn


@pytest.mark.rule(*(f"AK-4.33-0{number}" for number in range(1, 6)), *(f"AK-D4.33-0{number}" for number in range(1, 6)))
@pytest.mark.parametrize(
    ("level", "escape", "error", "follow"),
    [
        (0, 0, 70, 50),
        (1, 50, 55, 100),
        (2, 75, 40, 150),
        (3, 88, 28, 200),
        (4, 95, 15, 250),
        (5, 97, 10, 300),
        (6, 98, 7, 350),
        (7, 99, 4, 400),
        (8, 99, 2, 450),
        (9, 99, 0, 500),
    ],
)
def test_the_spy_table(level: int, escape: int, error: int, follow: int) -> None:
    row = TABLES.spying[level]
    assert (row.escape, row.error, row.follow) == (escape, error, follow)
    world = spied_world(level)
    assert escape_chance(world, world.characters[4]) == escape
    assert only(spied(world), "spied").data["margin"] == error


@pytest.mark.rule("AK-D3.14-01")
def test_a_report_has_armies_characters_features_and_gold() -> None:
    world = spied_world(9)
    add_character(world, "BB", NEAR, {"TA": 1}, name="Odo")
    for kind in ("LE", "LE", "BO"):
        add_army(world, "BB", kind, NEAR)
    add_army(world, "", "HC", NEAR, mercenary=True)
    world.provinces[NEAR].features = [Feature("Cave", found_by=["BB"]), Feature("Tomb", found_by=["AA"])]
    event = only(spied(world), "spied")
    assert event.data["armies_said"] == ["1 Heavy Cavalry", "1 Bowmen of LandBB", "2 Legions of LandBB"]
    assert event.data["names"] == ["Odo (5, BB)"]
    assert event.data["features"] == ["83.1 Cave"]
    assert event.data["gold"] == 10
    assert event.seen_by == {"A"}


@pytest.mark.rule("AK-D3.14-01")
def test_without_a_province_the_own_one_is_spied_on_and_a_wild_one_has_no_gold() -> None:
    world = spied_world(9)
    world.characters[4].province = 120
    event = only(spied(world, "SP"), "spied")
    assert event.data["target"] == 120
    assert "gold" not in event.data


@pytest.mark.rule("AK-D3.14-02")
@pytest.mark.parametrize("margin", [70, 55, 40, 15, 2])
@pytest.mark.parametrize("true", [0, 1, 7, 100])
def test_no_number_leaves_the_margin(true: int, margin: int) -> None:
    turn = turn_of(empty_world())
    turn.step, turn.phase = "1b", 1
    found = [blurred(turn, true, margin, number) for number in range(200)]
    most = Fraction(true * margin, 100)
    assert all(abs(one - true) <= most for one in found)
    if true <= 1:
        assert set(found) == {true}
    if true == 100 and margin > 2:
        assert min(found) < 100 - margin * 0.9
        assert max(found) > 100 + margin * 0.9


@pytest.mark.rule("AK-D3.14-02")
@pytest.mark.parametrize(("error", "number"), [(2999, 12), (3000, 13), (-3000, 7), (-2999, 8), (0, 10)])
def test_numbers_are_rounded_towards_the_true_one(error: int, number: int) -> None:
    class Drawn:
        def between(self, low: int, high: int) -> int:
            assert (low, high) == (-7000, 7000)
            return error

    turn = turn_of(empty_world())
    turn.dice = lambda *name: Drawn()  # type: ignore[assignment,method-assign]
    assert blurred(turn, 10, 70) == number


@pytest.mark.rule("AK-D3.14-03", "AK-D10.1-02")
@pytest.mark.parametrize(
    ("skill", "office", "face", "seen"), [(1, False, 50, 0), (1, False, 51, 1), (1, True, 60, 0), (0, False, 1, 1)]
)
def test_whoever_does_not_escape_notice_is_named_to_the_owner(skill: int, office: bool, face: int, seen: int) -> None:
    world = spied_world(skill)
    world.offices["CH"] = 4 if office else 0
    turn = spied(world, f"SP {NEAR}", face)
    assert len(told(turn, "spied")) == 1
    noticed = told(turn, "spy noticed")
    assert len(noticed) == seen
    if seen:
        assert noticed[0].seen_by == {"B"}
        assert (noticed[0].data["name"], noticed[0].data["of"], noticed[0].data["place"]) == ("Tove", "LandAA", HOME)


@pytest.mark.rule("AK-D4.23-03")
def test_in_disguise_nobody_notices() -> None:
    world = spied_world(0)
    world.characters[4].spells["DI"] = 2
    assert not told(spied(world, f"SP {NEAR}", 100), "spy noticed")


@pytest.mark.rule("AK-D3.14-01", "AK-D2.0-18")
@pytest.mark.parametrize(
    ("skill", "target", "far"), [(4, 84, True), (5, 84, False), (5, 85, False), (5, 86, True), (4, 83, False)]
)
def test_how_far_a_spy_sees(skill: int, target: int, far: bool) -> None:
    turn = spied(spied_world(skill), f"SP {target}")
    assert failures(turn) == (["TOO FAR"] if far else [])
    if skill == 4 and far:
        assert "with Spy skill 5 it is 3" in turn.failures[0].why
        assert all(str(near) in turn.failures[0].remedy for near in (64, 81, 83, 99, 100, 101))


@pytest.mark.rule("AK-D3.14-04", "AK-P4.3-01", "AK-10.1-08")
@pytest.mark.parametrize(
    ("place", "sage", "chance"),
    [("home", False, True), ("near", True, True), ("near", False, False)],
)
def test_spies_steal_inventions_of_a_home_or_where_a_sage_stands(place: str, sage: bool, chance: bool) -> None:
    world = spied_world(2)
    world.kingdoms["BB"].inventions = [5]
    world.kingdoms["AA"].inventions = [1]
    target = HOMES["BB"] if place == "home" else NEAR
    world.characters[4].province = target
    if sage:
        add_character(world, "BB", NEAR, {"SG": 1})
    turn = spied(world, "SP", 1, 15)  # unnoticed, then 5% and 5% for each of 2 levels
    assert [one.data["invention"] for one in told(turn, "invention stolen")] == (["Spice Trade"] if chance else [])
    assert world.characters[4].merit.get("CH", 0) == (2 if chance else 0)  # in half points
    again = spied_world(2)
    again.kingdoms["BB"].inventions = [5]
    again.characters[4].province = HOMES["BB"]
    assert not told(spied(again, "SP", 1, 16), "invention stolen")


@pytest.mark.rule("AK-D2.0-18")
@pytest.mark.parametrize(("skill", "face", "stolen"), [(8, 25, 1), (8, 26, 0), (7, 1, 0)])
def test_a_great_spy_steals_inventions_everywhere(skill: int, face: int, stolen: int) -> None:
    world = spied_world(skill)
    world.kingdoms["BB"].inventions = [5]
    turn = turn_of(world, {"AA": f"CHAR 4\n1 SP {NEAR}"})
    thrown = turn.throw
    turn.throw = lambda chance, *name: thrown(100 if "power" in name and face <= chance else 0, *name)  # type: ignore[method-assign]
    carry_out(turn, spy)
    assert len(told(turn, "invention stolen")) == stolen


@pytest.mark.rule("AK-D3.14-04")
def test_nothing_is_stolen_that_the_kingdom_has_nor_at_home() -> None:
    world = spied_world(9)
    world.kingdoms["BB"].inventions = world.kingdoms["AA"].inventions = [5]
    world.characters[4].province = HOMES["BB"]
    turn = turn_of(world, {"AA": "CHAR 4\n1 SP"})
    turn.throw = lambda chance, *name: type(turn).throw(turn, 100, *name)  # type: ignore[method-assign]
    carry_out(turn, spy)
    assert not told(turn, "invention stolen")


@pytest.mark.rule("AK-3.19-08")
def test_spying_teaches_spying() -> None:
    world = spied_world(0)
    turn = always(turn_of(world, {"AA": f"CHAR 4\n1 SP {NEAR}"}), 1, 10)
    step(turn, "1b", act)
    assert world.characters[4].skills["SP"] == 1


@pytest.mark.rule("AK-D2.0-13", "AK-D1.4-05")
def test_armies_under_a_veil_are_not_reported() -> None:
    world = spied_world(9)
    leader = add_character(world, "BB", NEAR, {"IL": 5}, spells={"VE": 5})
    add_army(world, "BB", "LE", NEAR, leader.id)
    add_army(world, "BB", "BO", NEAR)
    assert only(spied(world), "spied").data["armies_said"] == ["1 Bowmen of LandBB"]

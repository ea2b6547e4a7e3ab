"""Contested provinces, renewed battles and who defends where nobody owns (AK-D7.6, AK-D7.0-02, AK-P6.2-03, AK-P7.0-03)."""

from __future__ import annotations

from collections import Counter

import pytest

from postern.rulesets.adventurer_kings.rules.battle.course import fight
from postern.rulesets.adventurer_kings.rules.battle.sides import by_lot
from tests.rules.adventurer_kings.battles import HOME, PLACE, Scene, units
from tests.rules.adventurer_kings.build import add_army, add_character, relate, step, told, turn_of


def standing(mine: str = "LE LE", theirs: str = "LE LE LE LE") -> Scene:
    """Attackers who stood in the province before the phase."""
    scene = Scene(mine, theirs)
    scene.came = {}
    return scene


@pytest.mark.rule("AK-D7.6-01", "AK-P6.2-03")
def test_attackers_in_a_contested_province_pay_a_point_to_fight_again() -> None:
    scene = standing("LE LE LE", "LE LE LE")
    scene.world.kingdoms["AA"].exploration[PLACE] = 100
    told = scene.fight()
    assert told["result"] == "contested"
    assert [one.used for one in scene.mine] == [1, 1, 1]
    assert [one.used for one in scene.theirs] == [0, 0, 0]


@pytest.mark.rule("AK-D7.6-01")
def test_those_who_cannot_pay_stay_out_of_it() -> None:
    scene = standing()
    scene.mine[1].used = 2
    told = scene.fight(escape=100, leader=100)
    assert list(units(told)) == [scene.mine[0].id]
    assert (scene.mine[1].province, scene.mine[1].used) == (PLACE, 2)
    assert scene.mine[1].leader == 0  # its leader fled alone


@pytest.mark.rule("AK-D7.6-01", "AK-P6.2-03")
def test_without_points_there_is_no_battle_and_the_province_stays_contested() -> None:
    scene = standing()
    for army in scene.mine:
        army.used = 2
    assert scene.battles() == []
    scene.conquer()
    assert scene.world.provinces[PLACE].owner == "BB"


@pytest.mark.rule("AK-D7.6-02", "AK-D7.6-01")
def test_with_full_points_in_the_next_year_the_battle_is_renewed_in_phase_one_unless_they_leave() -> None:
    scene = standing()
    for army in scene.mine:
        army.used = 0
    assert scene.battles()[0]["phase"] == 1
    scene = standing()
    for army in scene.mine:
        army.province = HOME
    assert scene.battles() == []


@pytest.mark.rule("AK-D7.6-01")
def test_those_who_came_in_this_phase_pay_nothing_more() -> None:
    scene = Scene("LE", "LE LE")
    scene.fight(escape=1)
    assert scene.mine[0].used == 0


@pytest.mark.rule("AK-D7.6-01")
def test_armies_without_a_leader_fight_again_too() -> None:
    scene = standing()
    for army in scene.mine:
        army.leader = 0
    told = scene.fight()
    assert told["attackers"]["commander"]["name"] == "garrison commander"


@pytest.mark.rule("AK-D7.0-02")
def test_in_a_contested_province_the_owner_still_defends() -> None:
    scene = standing()
    assert (scene.fight()["attackers"]["codes"], scene.turn.events[-1].data["defenders"]["codes"]) == (["AA"], ["BB"])


@pytest.mark.rule("AK-D7.6-01")
def test_who_was_beaten_and_came_back_to_a_contested_province_does_not_fight_there_in_the_same_phase() -> None:
    scene = Scene("LE", "LE LE LE")
    scene.came[scene.leader.id] = 118
    scene.world.provinces[118].owner = "BB"
    add_army(scene.world, "BB", "LE", 118)
    assert [one["place"] for one in scene.battles(escape=1)] == [PLACE]
    assert scene.mine[0].province == 118


@pytest.mark.rule("AK-D7.0-02", "AK-P7.0-02")
@pytest.mark.parametrize(("naval", "defends"), [(9, "CC"), (1, "AA")])
def test_where_two_enemies_meet_at_an_ownerless_sea_the_first_by_initiative_defends(naval: int, defends: str) -> None:
    scene = Scene("FL", "", owner="", terrain="Sea")
    relate(scene.world, "AA", "CC", "Enemy")
    other = add_character(scene.world, "CC", PLACE, {"NA": naval})  # the leader of AA has Druid 4
    scene.came[other.id] = 118
    add_army(scene.world, "CC", "FL", PLACE, other.id)
    assert scene.fight()["defenders"]["codes"] == [defends]


@pytest.mark.rule("AK-D7.0-02")
def test_of_several_leaders_of_a_side_the_best_initiative_counts() -> None:
    scene = Scene("FL", "", owner="", terrain="Sea")
    relate(scene.world, "AA", "CC", "Enemy")
    for naval in (9, 0):
        other = add_character(scene.world, "CC", PLACE, {"NA": naval})
        scene.came[other.id] = 118
        add_army(scene.world, "CC", "FL", PLACE, other.id)
    assert scene.fight()["defenders"]["codes"] == ["CC"]


@pytest.mark.rule("AK-D7.0-02")
def test_who_stood_there_before_defends_against_who_comes() -> None:
    scene = Scene("FL", "", owner="", terrain="Sea")
    relate(scene.world, "AA", "CC", "Enemy")
    other = add_character(scene.world, "CC", PLACE)
    add_army(scene.world, "CC", "FL", PLACE, other.id)
    assert scene.fight()["defenders"]["codes"] == ["CC"]


@pytest.mark.rule("AK-P7.0-03")
def test_the_order_of_attackers_is_by_lot_with_chances_by_their_armies() -> None:
    first: Counter[str] = Counter()
    for number in range(400):
        scene = Scene("LE LE LE", "BO", owner="")
        other = add_character(scene.world, "CC", PLACE)
        add_army(scene.world, "CC", "LE", PLACE, other.id)
        first[by_lot(turn_of(scene.world, seed=str(number)), PLACE, [["AA"], ["CC"]])[0][0]] += 1
    assert 270 <= first["AA"] <= 330


@pytest.mark.rule("AK-P7.0-03")
@pytest.mark.parametrize("stood", [False, True])
def test_a_second_attacker_who_comes_while_the_first_is_contesting_may_fight_first(stood: bool) -> None:
    scene = Scene("LE", "LE LE LE LE", owner="")
    other = add_character(scene.world, "CC", PLACE)
    add_army(scene.world, "CC", "LE", PLACE, other.id)
    if not stood:
        scene.came[other.id] = 118
    told = scene.battles(order=2, escape=1)
    assert [one["attackers"]["codes"] for one in told] == [["CC"], ["AA"]]


@pytest.mark.rule("AK-D7.2-19")
def test_each_battle_has_its_own_throw_for_the_line() -> None:
    lengths = set()
    for number in range(12):
        scene = Scene("LE", "LE LE LE LE")
        relate(scene.world, "BB", "CC", "Enemy")
        other = add_character(scene.world, "CC", PLACE)
        scene.came[other.id] = 118
        add_army(scene.world, "CC", "LE", PLACE, other.id)
        turn = turn_of(scene.world, seed=str(number))
        turn.came_from.update(scene.came)
        lengths.add(tuple(one.data["length"] for one in told(step(turn, "1d", fight), "battle")))
    assert any(first != second for first, second in lengths)

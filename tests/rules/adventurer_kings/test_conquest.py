"""Conquest at the end of a phase (AK-D7.7, AK-D7.0-03, AK-P6.2-02, AK-D6.2-05, AK-P8.1-05)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.rules.battle.course import conquer, fight
from postern.rulesets.adventurer_kings.rules.travel import points_left
from tests.rules.adventurer_kings.battles import HOME, PLACE, Scene
from tests.rules.adventurer_kings.build import add_army, add_character, only, relate, step, told, turn_of


@pytest.mark.rule("AK-D7.7-01", "AK-P6.2-02")
@pytest.mark.parametrize("owner", ["BB", ""])
@pytest.mark.parametrize("theirs", ["BO", ""])
def test_winners_and_those_who_find_nobody_own_the_province_and_pay_a_point(owner: str, theirs: str) -> None:
    scene = Scene("LE LE", theirs, owner=owner)
    assert len(scene.battles(escape=100)) == bool(theirs)
    assert scene.world.provinces[PLACE].owner == owner
    scene.conquer()
    assert scene.world.provinces[PLACE].owner == "AA"
    assert [one.used for one in scene.mine] == [1, 1]
    if owner:
        assert only(scene.turn, "conquered").data["owner"] == "AA"


@pytest.mark.rule("AK-D7.0-03", "AK-D7.7-03")
@pytest.mark.parametrize(("with_army", "owner"), [(True, "AA"), (False, "BB")])
def test_an_empty_province_falls_to_any_army_that_stays_and_else_stays_owned(with_army: bool, owner: str) -> None:
    scene = Scene("LE" if with_army else "", "")
    scene.battles()
    scene.conquer()
    assert scene.world.provinces[PLACE].owner == owner
    assert told(scene.turn, "battle") == []


@pytest.mark.rule("AK-D7.0-03")
def test_an_army_without_a_leader_and_one_beside_mercenaries_conquer() -> None:
    scene = Scene("LE", "LE", owner="")
    scene.mine[0].leader, scene.theirs[0].mercenary = 0, True
    scene.conquer()
    assert scene.world.provinces[PLACE].owner == "AA"


@pytest.mark.rule("AK-D7.7-05")
def test_an_army_without_points_conquers_all_the_same() -> None:
    scene = Scene("LE", "")
    scene.mine[0].used = 2
    scene.conquer()
    assert (scene.world.provinces[PLACE].owner, scene.mine[0].used) == ("AA", 2)


@pytest.mark.rule("AK-P6.2-04")
def test_infantry_with_march_two_conquers_one_province_and_can_attack_another() -> None:
    scene = Scene("LE", "", leader={"MA": 2})
    scene.mine[0].used = 1  # the move to it
    scene.conquer()
    assert (scene.mine[0].used, points_left(scene.world, scene.mine[0])) == (2, 1)


@pytest.mark.rule("AK-D2.0-07")
@pytest.mark.parametrize(("march", "used"), [(5, 0), (4, 1)])
def test_conquest_costs_nothing_under_a_great_marcher(march: int, used: int) -> None:
    scene = Scene("LE", "", leader={"MA": march})
    scene.conquer()
    assert scene.mine[0].used == used


@pytest.mark.rule("AK-D7.6-01", "AK-D7.7-01")
def test_nobody_conquers_a_contested_province() -> None:
    scene = Scene("LE", "LE")
    scene.world.kingdoms["AA"].exploration[PLACE] = 100
    assert scene.fight()["result"] == "contested"
    scene.conquer()
    assert (scene.world.provinces[PLACE].owner, scene.mine[0].used) == ("BB", 0)


@pytest.mark.rule("AK-D7.7-02")
def test_the_hero_who_led_uncontrolled_defenders_becomes_free_where_he_is() -> None:
    scene = Scene("LE LE LE", "BO", owner="", captain={})
    scene.battles(escape=1, leader=100)
    scene.conquer()
    assert scene.captain is not None
    assert (scene.captain.status, scene.captain.province, scene.captain.kingdom) == ("free", PLACE, "")
    scene = Scene("LE LE LE", "BO", owner="", captain={})
    scene.battles(escape=100, leader=20)
    scene.conquer()
    assert scene.captain is not None
    assert scene.captain.status == "dead"


# --- Sea -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D6.2-05", "AK-D7.7-01")
@pytest.mark.parametrize(("kind", "owner"), [("FL", "AA"), ("WH", "AA"), ("ME", "AA"), ("DR", "AA"), ("EA", "AA"), ("LE", "")])
def test_sea_is_conquered_by_what_swims_sails_or_flies_and_an_empty_one_costs_nothing(kind: str, owner: str) -> None:
    scene = Scene(kind, "", owner="", terrain="Sea")
    scene.battles()
    scene.conquer()
    assert scene.world.provinces[PLACE].owner == owner
    assert all(one.used == 0 for one in scene.mine)


@pytest.mark.rule("AK-D6.2-05", "AK-D6.2-04")
def test_armies_without_ships_have_drowned_before_anybody_conquers() -> None:
    scene = Scene("LE", "LE", terrain="Sea")
    scene.conquer()
    assert scene.world.armies == {}
    assert scene.world.provinces[PLACE].owner == "BB"


@pytest.mark.rule("AK-P6.2-02", "AK-D7.7-01", "AK-D2.0-08")
@pytest.mark.parametrize(("naval", "kind", "used"), [(0, "FL", 1), (4, "FL", 1), (5, "FL", 0), (5, "WH", 1)])
def test_a_naval_engagement_costs_a_point_but_fleets_of_a_great_admiral_nothing(naval: int, kind: str, used: int) -> None:
    scene = Scene(f"{kind} {kind} {kind}", "FL", terrain="Sea", leader={"NA": naval})
    scene.battles()
    scene.conquer()
    assert scene.world.provinces[PLACE].owner == "AA"
    assert [one.used for one in scene.mine] == [used] * 3


@pytest.mark.rule("AK-P6.2-02")
def test_both_sides_of_a_contested_engagement_pay_where_they_can() -> None:
    scene = Scene("FL FL", "FL FL", terrain="Sea")
    scene.world.kingdoms["AA"].exploration[PLACE] = 100
    scene.mine[1].used = 2
    assert scene.fight()["result"] == "contested"
    assert [one.used for one in (*scene.mine, *scene.theirs)] == [1, 2, 1, 1]


# --- several kings ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D7.7-04", "AK-P8.1-05", "AK-P8.1-04")
@pytest.mark.parametrize(
    ("mine", "others", "owner"),
    [("LE LE", "LE", "AA"), ("LE", "LE LE", "CC"), ("LE", "HC", "CC"), ("LE", "LE", "AA"), ("HC", "BO BO", "CC")],
)
def test_of_several_kings_the_one_with_more_armies_then_strength_then_the_lower_number_gets_it(
    mine: str, others: str, owner: str
) -> None:
    scene = Scene(mine, "BO", owner="")
    relate(scene.world, "AA", "CC", "Allied")
    ally = add_character(scene.world, "CC", PLACE)
    scene.came[ally.id] = HOME
    armies = [add_army(scene.world, "CC", one, PLACE, ally.id) for one in others.split()]
    account = scene.fight(unite=1, escape=100)
    scene.conquer()
    assert scene.world.provinces[PLACE].owner == account["holder"] == owner
    assert all(one.used == 1 for one in (*scene.mine, *armies))


@pytest.mark.rule("AK-D7.7-04")
def test_armies_lost_in_the_battle_do_not_count() -> None:
    scene = Scene("LE LE LE", "LE LE", owner="", leader={"TA": 3})
    relate(scene.world, "AA", "CC", "Allied")
    ally = add_character(scene.world, "CC", PLACE)
    scene.came[ally.id] = HOME
    armies = [add_army(scene.world, "CC", "HC", PLACE, ally.id) for _ in range(2)]
    for one in scene.mine[:2]:
        one.quality = -1
    scene.battles(unite=1, escape=100, loss={scene.mine[0].id: 1, scene.mine[1].id: 1}, outflank=1)
    scene.conquer()
    assert [one.id in scene.world.armies for one in (*scene.mine, *armies)] == [False, False, True, True, True]
    assert scene.world.provinces[PLACE].owner == "CC"


# --- where orders are tried out --------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D7.7-01", "AK-D7.0-03")
@pytest.mark.parametrize(("code", "owner"), [("AA", "AA"), ("BB", "BB")])
def test_a_forecast_takes_own_attackers_to_win_without_losses_and_leaves_other_battles_out(code: str, owner: str) -> None:
    scene = Scene("BO", "LE LE LE")
    king = scene.world.kingdoms[code].king
    turn = turn_of(scene.world, {code: f"CHAR {king}\n1 DE\n"}, expected=True)
    turn.came_from.update(scene.came)
    step(step(turn, "1d", fight), "1e", conquer)
    assert scene.world.provinces[PLACE].owner == owner
    assert told(turn, "battle") == []
    assert [one.data["against"] for one in told(turn, "battle foreseen")] == ([3] if code == "AA" else [])
    assert (len(scene.mine), scene.mine[0].id in scene.world.armies) == (1, True)

"""The Wands T95 to T98, alone and all four together (28.1)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.rules.powers.mischief import play_trick
from postern.rulesets.great_jewels.rules.scoring import zoran_points
from postern.rulesets.great_jewels.tables import PROVINCES
from postern.rulesets.great_jewels.turn.orders import Attack, GiveTalisman, Ravage
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import People, World, garrison_force, leader_force
from tests.rules.great_jewels.build import change, failures, land, leader, own, run_typed, talisman


def _realm(number: int, people: str = "SLENTH", owner: str = "AAA", **facts: Any) -> World:
    """AAA's leader 11 stands in E5, which ``owner`` owns, with the wand."""
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "E5", owner, garrison=10, **facts)
    leader(world, 11, "AAA", "E5", troops=5, at_peace=owner != "AAA")
    talisman(world, number, 11)
    return world


def _gain(world: World, *orders: Any) -> tuple[int, Turn]:
    """How many more points AAA gets with these orders than without any."""
    before = run_typed(world).world.players["AAA"].score
    turn = run_typed(world, AAA=list(orders))
    return turn.world.players["AAA"].score - before, turn


@pytest.mark.rule("QJ-28.1-181")
def test_azoni_wand_scores_the_csps_as_an_azoni_on_the_turn_of_transfer() -> None:
    gained, turn = _gain(_realm(95, csps=13), GiveTalisman(95, None))
    assert gained == 39
    again, _ = _gain(turn.world)
    assert again == 0
    assert turn.world.provinces["E5"].csps == 13
    foreign, _ = _gain(_realm(95, owner="BBB", csps=13), GiveTalisman(95, None))
    assert foreign == 0


@pytest.mark.rule("QJ-28.1-182")
def test_azoni_wand_takes_all_csps_with_it_when_it_leaves() -> None:
    world = _realm(95, csps=13)
    talisman(world, 95, "E5")
    turn = run_typed(world, AAA=[GiveTalisman(95, 11)])
    assert turn.world.provinces["E5"].csps == 0
    lost = _realm(95, csps=13)
    talisman(lost, 95, "E5")
    del lost.leaders[11]
    change(lost, "E5", garrison=0)
    leader(lost, 21, "BBB", "E5", troops=5)
    captured = run_typed(lost)
    assert (captured.world.provinces["E5"].owner, captured.world.provinces["E5"].csps) == ("BBB", 0)


@pytest.mark.rule("QJ-28.1-178")
@pytest.mark.parametrize(("number", "people"), [(95, "AZONI"), (96, "QUNTAG"), (97, "RILRIS"), (98, "SLENTH")])
def test_no_wand_works_for_its_own_race(number: int, people: str) -> None:
    owner = "BBB" if number == 96 else "AAA"
    world = _realm(number, people, owner, csps=13, zorans=100)
    world.leaders[11].bonus = 10
    gained, turn = _gain(world, *([] if number == 98 else [GiveTalisman(number, None)]))
    assert gained == 0
    assert turn.world.provinces["E5"].owner == owner
    assert turn.world.provinces["E5"].zorans >= 100
    if number == 95:
        talisman(world, 95, "E5")
        assert run_typed(world, AAA=[GiveTalisman(95, 11)]).world.provinces["E5"].csps == 13


@pytest.mark.rule("QJ-28.1-184", "QJ-28.1-185")
def test_quntag_wand_captures_a_garrison_and_scores_it_as_a_quntag_for_one_turn() -> None:
    world = _realm(96, owner="BBB", csps=4, zorans=30, besieged=True)
    leader(world, 21, "BBB", "E5", troops=9, at_peace=True)
    talisman(world, 75, "E5")
    gained, turn = _gain(world, GiveTalisman(96, None))
    province = turn.world.provinces["E5"]
    assert (province.owner, province.garrison, province.csps, province.turns_owned) == ("AAA", 10 + 3, 4, 1)
    assert province.zorans == 30 + 2
    assert not province.ravaged
    assert turn.world.leaders[21].owner == "BBB"
    holder = turn.world.talismans[75].holder
    assert holder is not None
    assert turn.owner_of(holder) == "AAA"
    assert "-X" in turn.world.players["AAA"].seen["E5"].flags
    assert gained == 3 * 1 + 2 * 1  # levy 3 and tax 2 of a Slenth's clear province, in bands of five
    later, _ = _gain(turn.world)
    assert later == 0


@pytest.mark.rule("QJ-28.1-186")
def test_quntag_wand_leaves_ravaged_land_behind_without_points() -> None:
    world = _realm(96)
    talisman(world, 96, "E5")
    gained, turn = _gain(world, GiveTalisman(96, 11))
    assert gained == 0
    assert turn.world.provinces["E5"].ravaged
    ravaged = run_typed(_realm(96), AAA=[Ravage("E5")])
    assert ravaged.world.players["AAA"].score != 0  # an ordinary ravage does score


@pytest.mark.rule("QJ-28.1-188", "QJ-28.1-189")
def test_rilris_wand_scores_the_zorans_as_a_rilris_and_burns_them() -> None:
    world = _realm(97, zorans=298)
    gained, turn = _gain(world, GiveTalisman(97, None))
    assert gained == zoran_points(300) == 350
    assert turn.world.provinces["E5"].zorans == 0
    later, after = _gain(turn.world)
    assert later == 0
    assert after.world.provinces["E5"].zorans == 2


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-193")
def test_slenth_wand_scores_its_leaders_bonus_as_a_slenths() -> None:
    world = _realm(98, "AZONI")
    world.leaders[11].bonus = 13
    with_wand = run_typed(world)
    bonus = with_wand.world.leaders[11].bonus
    bare = land(AAA="AZONI", BBB="QUNTAG")
    own(bare, "E5", "AAA", garrison=10)
    leader(bare, 11, "AAA", "E5", troops=5, bonus=13)
    assert bonus == 13
    assert with_wand.world.players["AAA"].score - run_typed(bare).world.players["AAA"].score == 39


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-193", "QJ-28.2-17")
@pytest.mark.parametrize(("terrain", "more"), [("C", 39), ("I", 0)])
def test_slenth_wand_scores_nothing_on_impassable_land(terrain: str, more: int) -> None:
    scores = []
    for holder in (11, 0):
        world = land(AAA="AZONI", BBB="QUNTAG")
        change(world, "E5", terrain=terrain)
        leader(world, 11, "AAA", "E5", bonus=13)
        talisman(world, 98, holder)
        scores.append(run_typed(world).world.players["AAA"].score)
    assert scores[0] - scores[1] == more


@pytest.mark.rule("QJ-28.1-192")
def test_slenth_wand_scores_kills_as_a_slenths() -> None:
    world = _realm(98, "AZONI", owner="BBB")
    world.leaders[11].troops = 500
    world.leaders[11].at_peace = False
    points, turn = _gain(world, Attack(leader_force(11), "attack", None))
    assert turn.kill_points["AAA"] == 4 * 10  # ten troops of a Quntag
    assert points >= 40
    bare = _realm(75, "AZONI", owner="BBB")
    bare.leaders[11].troops = 500
    assert run_typed(bare, AAA=[Attack(leader_force(11), "attack", None)]).kill_points.get("AAA", 0) == 0


def _four() -> World:
    world = land(AAA="AZONI", BBB="QUNTAG")
    own(world, "E5", "AAA", garrison=10, csps=10, zorans=50)
    leader(world, 11, "AAA", "E5", troops=20, bonus=12)
    leader(world, 12, "AAA", "M7", troops=20, bonus=7)
    for number in (95, 96, 97, 98):
        talisman(world, number, 11 if number < 97 else 12)
    for name in PROVINCES[::17]:
        if not world.provinces[name].owner:
            change(world, name, garrison=20)
    return world


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-179")
def test_all_four_wands_bring_an_apotheosis_or_a_babel_once_and_vanish() -> None:
    found = {True: 0, False: 0}
    for seed in range(40):
        turn = run_typed(_four(), f"four {seed}")
        (told,) = [event.data for event in turn.events if event.kind == "four wands"]
        found[told["apotheosis"]] += 1
        bonuses = {number: turn.world.leaders[number].bonus for number in (11, 12)}
        if told["apotheosis"]:
            assert told["points"] > 0
            assert bonuses[11] >= 12
        else:
            assert told["points"] == 0
            assert bonuses[11] == 6
            assert bonuses[12] in (3, 4)
        places = {turn.world.talismans[number].province for number in (95, 96, 97, 98)}
        assert len(places) == 4
        assert all(turn.world.provinces[name].garrison and not turn.world.provinces[name].owner for name in places)
        for number in (95, 96, 97, 98):
            talisman(turn.world, number, 11)
        again = run_typed(turn.world, f"four again {seed}")
        assert not [event for event in again.events if event.kind == "four wands"]
    assert all(count >= 10 for count in found.values())


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-182", "QJ-28.1-186", "QJ-28.1-179")
def test_wands_that_leave_by_themselves_raze_and_ravage_nothing() -> None:
    """Ruling 19: removed is what an order takes out, or what is lost with the province."""
    world = _four()
    talisman(world, 95, "E5")
    talisman(world, 96, "E5")
    world.players["AAA"].people = People.RILRIS
    turn = run_typed(world)
    assert turn.world.talismans[95].province != "E5"
    assert (turn.world.provinces["E5"].csps, turn.world.provinces["E5"].ravaged) == (10, False)
    tricked = _four()
    talisman(tricked, 96, "E5")
    for seed in range(100):
        one = Turn(tricked, [], Chance(f"trick {seed}").turn(tricked.turn))
        play_trick(one, tricked.talismans[96], one.stream("mischief", 96))
        if tricked.talismans[96].province != "E5":
            break
    else:
        pytest.fail("it never jumped")
    assert not tricked.provinces["E5"].ravaged


def test_an_apotheosis_scores_as_the_three_other_types() -> None:
    turns = (run_typed(_four(), f"four {seed}") for seed in range(40))
    turn = next(one for one in turns if any(event.kind == "four wands" and event.data["apotheosis"] for event in one.events))
    (told,) = [event.data for event in turn.events if event.kind == "four wands"]
    zorans = sum(zoran_points(one.zorans) for one in turn.world.provinces.values() if one.owner == "AAA")
    rates = (5 + 14 + 16 + 20) + (5 + 14)  # E5 and the home B4 at 5/7 and 8/10; M7 was captured at 5/7
    banded = sum(one.bonus * -(-one.bonus // 5) for one in turn.world.leaders.values() if one.owner == "AAA")
    assert told["points"] == zorans + rates + banded


@pytest.mark.rule("QJ-28.1-065", "QJ-28.1-186")
def test_the_healing_hand_keeps_the_land_that_the_quntag_wand_leaves_from_being_ravaged() -> None:
    world = _realm(96)
    talisman(world, 96, "E5")
    talisman(world, 56, "E5")
    _, turn = _gain(world, GiveTalisman(96, 11))
    assert turn.world.talismans[96].leader == 11
    assert not turn.world.provinces["E5"].ravaged


@pytest.mark.rule("QJ-28.1-186", "QJ-28.1-184")
def test_the_quntag_wand_ravages_when_the_land_is_lost_not_when_it_is_won() -> None:
    world = _realm(96, "SLENTH", owner="BBB")
    world.players["BBB"].people = People.AZONI
    won = run_typed(world, AAA=[GiveTalisman(96, None)])
    assert (won.world.provinces["E5"].owner, won.world.provinces["E5"].ravaged) == ("AAA", False)
    change(world, "E5", garrison=0)
    leader(world, 21, "BBB", "E5", troops=5)
    lost = run_typed(world, AAA=[GiveTalisman(96, None)])
    assert (lost.world.provinces["E5"].owner, lost.world.provinces["E5"].ravaged) == ("BBB", True)


@pytest.mark.rule("QJ-28.1-184", "QJ-29-02")
@pytest.mark.parametrize("before", [[], [Attack(garrison_force("E5"), "attack", 11)]])
def test_a_garrison_won_by_the_quntag_wand_obeys_one_order_of_its_new_owner(before: list[Attack]) -> None:
    world = _realm(96, owner="BBB")
    leader(world, 21, "BBB", "E5", troops=3)
    strike = Attack(garrison_force("E5"), "attack", 21)
    turn = run_typed(world, AAA=[GiveTalisman(96, None), strike, Ravage("E5")], BBB=before)
    assert 21 not in turn.world.leaders
    assert not turn.world.provinces["E5"].ravaged
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER"]
    assert failures(turn, "BBB") == ["NOT YOURS"] * len(before)
    assert not any("AL11" in failure.why for failure in turn.failures if failure.issued.seat == "AAA")


@pytest.mark.rule("QJ-28.1-178", "QJ-28.1-186")
def test_the_quntag_wand_leaves_a_quntags_land_as_it_is() -> None:
    world = _realm(96, "QUNTAG")
    talisman(world, 96, "E5")
    assert not run_typed(world, AAA=[GiveTalisman(96, 11)]).world.provinces["E5"].ravaged


@pytest.mark.rule("QJ-28.1-185")
def test_the_quntag_wand_scores_nothing_in_a_province_that_it_has_not_won() -> None:
    world = _realm(96)
    talisman(world, 96, 11, word="AAA", used=world.turn - 1)  # it won him another one last turn
    assert _gain(world, GiveTalisman(96, None))[0] == 0


@pytest.mark.usefixtures("no_mischief")
@pytest.mark.rule("QJ-28.1-179")
def test_a_babel_touches_no_leader_of_another() -> None:
    world = _four()
    leader(world, 21, "BBB", "R12", bonus=9)
    for turn in (run_typed(world, f"four {seed}") for seed in range(40)):
        (told,) = [event.data for event in turn.events if event.kind == "four wands"]
        if not told["apotheosis"]:
            break
    else:
        pytest.fail("no babel in forty turns")
    assert turn.world.leaders[21].bonus >= 9

"""Handing talismans over (chapter 28) and the notes that hold for all of them (28.1)."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.entries import LeaderEntry, ProvinceEntry
from postern.rulesets.great_jewels.orders.model import Attack, GiveTalisman, Move, Raid, Spell, UseTalisman
from postern.rulesets.great_jewels.talismans.notes import usable
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import World, garrison_force, leader_force
from tests.rules.great_jewels.build import allies, change, failures, land, leader, own, run_typed, saw, talisman


def _camp() -> World:
    """E5 is AAA's; leaders 11 and 12 of AAA and 21 of BBB stand there, 13 of AAA stands in E6."""
    world = land()
    own(world, "E5", "AAA", garrison=10)
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 12, "AAA", "E5", troops=5)
    leader(world, 13, "AAA", "E6", troops=5)
    leader(world, 21, "BBB", "E5", troops=1, at_peace=True)
    return world


@pytest.mark.rule("QJ-28-01", "QJ-28-07", "QJ-28-09")
def test_a_talisman_goes_to_any_leader_in_the_province_who_cannot_refuse_it() -> None:
    world = _camp()
    talisman(world, 75, 11)
    talisman(world, 57, 12)
    turn = run_typed(world, AAA=[GiveTalisman(75, 12), GiveTalisman(57, 21)])
    assert failures(turn, "AAA") == []
    assert (turn.world.talismans[75].leader, turn.world.talismans[75].province) == (12, "")
    assert (turn.world.talismans[57].leader, turn.world.talismans[57].province) == (21, "")


@pytest.mark.rule("QJ-28-07")
def test_a_leader_in_another_province_or_dead_cannot_get_it() -> None:
    world = _camp()
    talisman(world, 75, 11)
    turn = run_typed(world, AAA=[GiveTalisman(75, 13), GiveTalisman(75, 99)])
    assert failures(turn, "AAA") == ["NOT THERE", "NO SUCH LEADER"]
    assert turn.world.talismans[75].leader == 11
    assert "E5" in turn.failures[0].why
    assert "E6" in turn.failures[0].why


@pytest.mark.rule("QJ-28-07")
def test_who_has_nobody_there_to_hand_it_to_reads_so() -> None:
    world = _camp()
    talisman(world, 75, 13)
    alone = run_typed(world, AAA=[GiveTalisman(75, 11)])
    assert (alone.failures[0].remedy, alone.failures[0].paste) == ("No other leader is in E6.", "")
    talisman(world, 75, 12)
    for besieged in (False, True):  # a siege keeps talismans in the garrison, not with the leaders beside it
        change(world, "E5", besieged=besieged)
        turn = run_typed(world, AAA=[GiveTalisman(75, 13)])
        assert (turn.failures[0].remedy, turn.failures[0].paste) == ("In E5 are L11, L21.", "T75L11")


def test_only_the_holder_can_hand_a_talisman_over_and_only_once_a_turn() -> None:
    world = _camp()
    talisman(world, 75, 21)
    talisman(world, 57, 11)
    turn = run_typed(world, AAA=[GiveTalisman(75, 11), GiveTalisman(57, 12), GiveTalisman(57, 21)])
    assert failures(turn, "AAA") == ["ALREADY HAS AN ORDER", "NOT YOURS"]
    assert turn.world.talismans[75].leader == 21
    assert turn.world.talismans[57].leader == 12


@pytest.mark.rule("QJ-28-08")
def test_a_talisman_goes_into_the_garrison_of_any_player_and_out_of_ones_own() -> None:
    world = _camp()
    talisman(world, 75, 21)
    talisman(world, 57, "E5")
    turn = run_typed(world, AAA=[GiveTalisman(57, 11)], BBB=[GiveTalisman(75, None)])
    assert turn.world.talismans[75].province == "E5"
    assert turn.world.talismans[57].leader == 11


def test_neutral_provinces_take_no_talisman() -> None:
    world = _camp()
    talisman(world, 75, 13)
    turn = run_typed(world, AAA=[GiveTalisman(75, None)])
    assert failures(turn, "AAA") == ["NOT YOURS"]
    assert turn.world.talismans[75].leader == 13


@pytest.mark.rule("QJ-28-08", "QJ-28.1-007")
def test_only_note_7_gets_into_a_besieged_garrison_and_nothing_gets_out() -> None:
    world = _camp()
    world.leaders[21].troops, world.leaders[21].at_peace = 40, False
    change(world, "E5", besieged=True)
    talisman(world, 56, 11)  # note 7
    talisman(world, 57, 12)  # without
    talisman(world, 75, "E5")
    turn = run_typed(world, AAA=[GiveTalisman(56, None), GiveTalisman(57, None), GiveTalisman(75, 11)])
    assert failures(turn, "AAA") == ["BESIEGED", "BESIEGED"]
    held = turn.world.talismans
    assert (held[56].province, held[57].leader, held[75].province) == ("E5", 12, "E5")


@pytest.mark.rule("QJ-28.1-289", "QJ-28.1-291")
def test_the_underground_railroad_gets_into_a_besieged_garrison_and_lets_its_raiders_out() -> None:
    world = _camp()
    change(world, "E5", besieged=True)
    own(world, "P15", "AAA", garrison=1)
    talisman(world, 129, 11)
    turn = run_typed(world, AAA=[GiveTalisman(129, None), Raid(garrison_force("E5"), 4, "P15")])
    assert failures(turn, "AAA") == []
    assert turn.world.provinces["P15"].garrison == 1 + 4 + 8


@pytest.mark.rule("QJ-28-06")
def test_a_leader_carries_any_number_of_talismans() -> None:
    world = _camp()
    for number in range(4, 29):
        talisman(world, number, 11)
    turn = run_typed(world, AAA=[GiveTalisman(number, 12) for number in range(4, 29)])
    assert [turn.world.talismans[number].leader for number in range(4, 29)] == [12] * 25


@pytest.mark.rule("QJ-28-16")
def test_a_talisman_handed_over_is_printed_with_a_flag() -> None:
    world = _camp()
    talisman(world, 75, 11)
    turn = run_typed(world, AAA=[GiveTalisman(75, 12)])
    entry = turn.world.players["AAA"].seen["E5"]
    flags = {one.number: {held.number: held.flags for held in one.talismans} for one in entry.leaders}
    assert flags[12] == {75: ("-T",)}
    later = run_typed(turn.world)
    entry = later.world.players["AAA"].seen["E5"]
    assert [held.flags for one in entry.leaders for held in one.talismans if held.number == 75] == [()]


@pytest.mark.rule("QJ-28-12")
def test_a_talisman_is_printed_behind_its_holder_with_number_and_name() -> None:
    world = _camp()
    talisman(world, 75, 11)
    talisman(world, 57, "E5")
    entry = run_typed(world).world.players["AAA"].seen["E5"]
    assert [(one.number, one.name) for one in entry.talismans] == [(57, "ORACLE")]
    bearer = next(one for one in entry.leaders if one.number == 11)
    assert [(one.number, one.name) for one in bearer.talismans] == [(75, "THE VIEW FROM THE TOP")]


@pytest.mark.rule("QJ-28.1-001", "QJ-28-10")
def test_note_1_a_talisman_does_nothing_on_the_turn_it_arrives() -> None:
    world = _camp()
    talisman(world, 45, 11)
    turn = run_typed(world, AAA=[GiveTalisman(45, 12), UseTalisman(45, province="K9")])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert "K9" not in turn.visits["AAA"]
    later = run_typed(turn.world, AAA=[UseTalisman(45, province="K9")])
    assert failures(later, "AAA") == []
    assert "K9" in later.visits["AAA"]


@pytest.mark.rule("QJ-28.1-001")
def test_note_1_counts_a_capture_as_a_transfer() -> None:
    world = land()
    change(world, "E5", zorans=0)
    talisman(world, 45, "E5")
    leader(world, 11, "AAA", "E5", troops=5)
    turn = run_typed(world, AAA=[UseTalisman(45, province="K9")])
    assert turn.world.provinces["E5"].owner == "AAA"
    assert "K9" not in turn.visits["AAA"]
    later = run_typed(turn.world, AAA=[UseTalisman(45, province="K9")])
    assert "K9" in later.visits["AAA"]


@pytest.mark.rule("QJ-28.1-002")
def test_note_2_a_talisman_acts_only_when_it_is_handed_over() -> None:
    world = _camp()
    change(world, "E5", ravaged=True)
    talisman(world, 56, 11)
    handed = run_typed(world, AAA=[GiveTalisman(56, None)])
    assert not handed.world.provinces["E5"].ravaged
    idle = _camp()
    change(idle, "E5", ravaged=True)
    talisman(idle, 56, "E5")
    assert run_typed(idle).world.provinces["E5"].ravaged
    walks = [Move(12, ("E6",))]
    talisman(idle, 147, 11)
    held = run_typed(idle, AAA=[GiveTalisman(147, 12), *walks])
    assert held.world.leaders[12].province == "E5"
    assert run_typed(held.world, AAA=walks).world.leaders[12].province == "E6"


@pytest.mark.rule("QJ-28.1-003")
def test_note_3_nothing_is_done_to_forces_of_non_players() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=10)
    leader(world, 11, "AAA", "M7", troops=5)
    leader(world, 31, "LOTU", "M7", troops=5)
    change(world, "M7", city="GOLD", garrison=10)
    talisman(world, 92, 11)
    turn = run_typed(world, AAA=[UseTalisman(92, leader=31)])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.talismans[92].leader != 31


@pytest.mark.rule("QJ-28.1-004")
def test_note_4_bearers_of_a_great_jewel_are_immune() -> None:
    world = _camp()
    talisman(world, 92, 11)
    talisman(world, 1, 21)
    turn = run_typed(world, AAA=[UseTalisman(92, leader=21)])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.leaders[21].province == "E5"


@pytest.mark.rule("QJ-28.1-005")
def test_note_5_beside_a_great_jewel_it_does_not_work() -> None:
    world = _camp()
    talisman(world, 78, 13)
    talisman(world, 1, 13)
    turn = run_typed(world, AAA=[UseTalisman(78, province="K9")])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.world.leaders[13].province == "E6"
    talisman(world, 45, 13)  # without that note
    assert failures(run_typed(world, AAA=[UseTalisman(45, province="K9")]), "AAA") == []


@pytest.mark.rule("QJ-28.1-114")
@pytest.mark.parametrize(
    ("number", "on_leader", "in_garrison"), [(75, True, False), (53, False, True), (57, True, True), (97, True, True)]
)
def test_a_talisman_works_only_where_the_list_says(number: int, on_leader: bool, in_garrison: bool) -> None:
    """The View from the Top only with a leader, King's Levy only in a garrison, the others in both."""
    for holder, works in ((11, on_leader), ("E5", in_garrison)):
        world = _camp()
        one = talisman(world, number, holder)
        assert usable(Turn(world, [], Chance("seed").turn(5)), one) == works


@pytest.mark.rule("QJ-28.1-006")
def test_note_6_only_the_owner_sees_it() -> None:
    world = _camp()
    talisman(world, 63, 11)
    talisman(world, 75, 11)
    turn = run_typed(world)
    seen = {
        name: {held.number for one in turn.world.players[name].seen["E5"].leaders for held in one.talismans}
        for name in ("AAA", "BBB")
    }
    assert seen == {"AAA": {63, 75}, "BBB": {75}}


@pytest.mark.rule("QJ-28.1-009")
def test_without_notes_1_and_2_it_works_on_the_turn_of_transfer_and_later() -> None:
    world = _camp()
    talisman(world, 54, 11)
    turn = run_typed(world, AAA=[GiveTalisman(54, None)])
    assert turn.world.provinces["E5"].zorans == 14  # the tax of 7, doubled
    assert turn.world.provinces["E5"].garrison == 10
    later = run_typed(turn.world)
    assert later.world.provinces["E5"].zorans == 28


@pytest.mark.rule("QJ-28-02", "QJ-28-03")
def test_a_garrisons_talisman_is_won_by_capture_and_a_leaders_by_killing_him() -> None:
    world = land()
    own(world, "E5", "BBB", garrison=1)
    talisman(world, 75, "E5")
    leader(world, 11, "AAA", "E5", troops=100)
    leader(world, 12, "AAA", "E7", troops=100)
    leader(world, 21, "BBB", "E7", troops=1, bonus=0)
    talisman(world, 57, 21)
    turn = run_typed(world, AAA=[Attack(leader_force(11), "attack", None), Attack(leader_force(12), "attack", 21)])
    assert turn.world.provinces["E5"].owner == "AAA"
    assert turn.world.talismans[75].province == "E5"
    assert 21 not in turn.world.leaders
    assert turn.world.talismans[57].leader == 12


@pytest.mark.rule("QJ-28-03")
def test_killing_only_the_troops_of_a_leader_wins_no_talisman() -> None:
    world = land()
    leader(world, 12, "AAA", "E7", troops=4)
    leader(world, 21, "BBB", "E7", troops=1, bonus=90)
    talisman(world, 57, 21)
    turn = run_typed(world, AAA=[Attack(leader_force(12), "attack", 21)])
    assert turn.world.leaders[21].troops == 0
    assert turn.world.talismans[57].leader == 21


@pytest.mark.rule("QJ-28-04")
def test_talismans_of_the_dead_are_dealt_by_the_strength_of_the_surviving_attackers() -> None:
    won = {11: 0, 12: 0}
    for seed in range(12):
        world = land()
        allies(world, "AAA", "BBB")
        leader(world, 11, "AAA", "E7", troops=90)
        leader(world, 12, "AAA", "E7", troops=30)
        leader(world, 21, "BBB", "E7", troops=1)
        for number in range(4, 24):
            talisman(world, number, 21)
        turn = run_typed(
            world, f"spoils {seed}", AAA=[Attack(leader_force(11), "attack", 21), Attack(leader_force(12), "attack", 21)]
        )
        for number in range(4, 24):
            won[turn.world.talismans[number].leader] += 1
    assert 150 <= won[11] <= 210  # 180 of 240 expected
    assert won[11] + won[12] == 240


def test_transfers_run_in_order_of_number() -> None:
    world = _camp()
    change(world, "E5", besieged=True)
    world.leaders[21].troops, world.leaders[21].at_peace = 40, False
    talisman(world, 106, 11)  # lifts the siege, so that what comes after it may enter
    talisman(world, 57, 12)
    talisman(world, 119, 12)
    turn = run_typed(world, AAA=[GiveTalisman(119, None), GiveTalisman(106, None), GiveTalisman(57, None)])
    assert failures(turn, "AAA") == ["BESIEGED"]
    assert turn.world.talismans[119].province == "E5"
    assert turn.world.talismans[57].leader == 12


@pytest.mark.rule("QJ-28.1-264", "QJ-28.1-266")
def test_the_mind_leech_reaches_any_visible_leader_of_another_player_who_then_has_it() -> None:
    world = land()
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "K9", troops=5)
    talisman(world, 122, 11)
    turn = run_typed(world, AAA=[GiveTalisman(122, 21)])
    assert failures(turn, "AAA") == ["NO SUCH LEADER"]  # not on AAA's printout
    world.players["AAA"].seen["K9"] = ProvinceEntry("K9", world.turn, "-----", leaders=(LeaderEntry(21, "BBB", 5),))
    turn = run_typed(world, AAA=[GiveTalisman(122, 21)])
    assert failures(turn, "AAA") == []
    assert turn.world.talismans[122].leader == 21
    back = run_typed(turn.world, BBB=[GiveTalisman(122, 21)])
    assert failures(back, "BBB") == ["NOT THERE"]  # he carries it: it is his to give


@pytest.mark.rule("QJ-28.1-265")
def test_the_mind_leech_shows_what_its_new_bearer_sees_on_that_turn_only() -> None:
    world = land()
    own(world, "K9", "BBB", garrison=7)
    leader(world, 11, "AAA", "K9", troops=5, at_peace=True)
    leader(world, 21, "BBB", "K9", troops=50)
    talisman(world, 122, 11)
    turn = run_typed(world, AAA=[GiveTalisman(122, 21)], BBB=[Move(21, ("K10",))])
    assert turn.world.leaders[21].province == "K10"
    assert "K10" in turn.world.players["AAA"].seen
    later = run_typed(turn.world, BBB=[Move(21, ("K11",))])
    assert "K11" not in later.visits["AAA"]


@pytest.mark.rule("QJ-28.1-265")
def test_the_mind_leech_shows_where_its_new_bearer_started_and_passed_too() -> None:
    world = land()
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 21, "BBB", "K9", troops=50)
    saw(world, "AAA", "K9")
    talisman(world, 122, 11)
    turn = run_typed(world, AAA=[GiveTalisman(122, 21)], BBB=[Move(21, ("K10", "K11"))])
    assert turn.visits["AAA"] >= {"K9", "K10", "K11"}


@pytest.mark.rule("QJ-28.1-265")
def test_the_mind_leech_says_nothing_of_ones_own_leader() -> None:
    world = land()
    leader(world, 11, "AAA", "E5", troops=5)
    leader(world, 12, "AAA", "E5", troops=5)
    talisman(world, 122, 11)
    turn = run_typed(world, AAA=[GiveTalisman(122, 12)])
    assert turn.world.talismans[122].leader == 12
    assert "T122" not in turn.answers.get("AAA", {})


def test_spells_of_a_jewel_that_was_handed_over_wait_a_turn() -> None:
    world = _camp()
    talisman(world, 1, 11)
    turn = run_typed(world, AAA=[GiveTalisman(1, 12), Spell(1, "P", leader=13)])
    assert failures(turn, "AAA") == ["TALISMAN NOT USABLE"]
    assert turn.protected == set()


@pytest.mark.rule("QJ-28.1-109", "QJ-28.1-037")
def test_who_was_carried_off_before_a_talisman_reached_him_is_not_told_to_others() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    for number, seat in ((11, "AAA"), (21, "BBB"), (31, "CCC")):
        leader(world, number, seat, "E5", troops=5, at_peace=True)
    talisman(world, 74, 11)
    talisman(world, 75, 31)
    saw(world, "CCC", "E5")
    turn = run_typed(world, AAA=[GiveTalisman(74, 21)], CCC=[GiveTalisman(75, 21)])
    away = turn.world.leaders[21].province
    (told,) = turn.failures
    assert told.code == "NOT THERE"
    assert away not in f"{told.why} {told.remedy}".replace(".", " ").replace(":", " ").split()


@pytest.mark.rule("QJ-28.1-264")
@pytest.mark.parametrize(("number", "far"), [(122, True), (75, False)])
def test_why_an_unseen_leader_gets_no_talisman(number: int, far: bool) -> None:
    world = _camp()
    leader(world, 29, "BBB", "P15")
    talisman(world, number, 11)
    (told,) = run_typed(world, AAA=[GiveTalisman(number, 29)]).failures
    assert told.code == "NO SUCH LEADER"
    assert ("reaches only a leader whom you can see" in told.why) == far
    assert "P15" not in told.why

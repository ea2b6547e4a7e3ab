"""Both ways to win, ties, elimination, absence (chapter 2, QJ-28.2-04, QJ-28.1-307, rulings 17 and 27)."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.rules.scoring import best, final_standings
from postern.rulesets.great_jewels.tables import STONES
from postern.rulesets.great_jewels.turn.orders import Move, SetPeace
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import change, land, leader, own, run, run_typed, talisman
from tests.rules.great_jewels.upto import upto


def last_turn(**scores: int) -> World:
    world = land(turn=25, **dict.fromkeys(scores, "AZONI"))
    for name, score in scores.items():
        world.players[name].score = score
        change(world, world.players[name].home, terrain="I")  # scores nothing and brings forth nobody
    return world


# --- by points --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-02-08", "QJ-02-16", "QJ-02-19")
def test_after_the_ending_turn_the_highest_score_wins() -> None:
    world = last_turn(AAA=10, BBB=300, CCC=20)
    world.turn = 24
    going = run_typed(world).world
    assert not going.finished
    assert going.winners == []
    over = run_typed(going).world
    assert over.finished
    assert over.winners == ["BBB"]
    assert [(one.seat, one.score, one.rank) for one in final_standings(over)] == [
        ("BBB", 300, 1),
        ("CCC", 20, 2),
        ("AAA", 10, 3),
    ]


@pytest.mark.parametrize("merit", ["jewel", "province", "leader"])
def test_ties_go_to_jewels_then_provinces_then_leaders(merit: str) -> None:
    world = last_turn(AAA=100, BBB=100)
    own(world, "J10", "AAA" if merit == "jewel" else "BBB", terrain="I")
    leader(world, 1, "BBB", "S12")
    if merit != "province":
        own(world, "K10", "BBB" if merit == "jewel" else "AAA", terrain="I")
    if merit == "jewel":
        own(world, "L10", "BBB", terrain="I")  # one province more, and all the same
        talisman(world, 1, "J10")
    assert best(world) == (["AAA"] if merit == "jewel" else ["BBB"])


def test_a_full_tie_is_a_shared_victory() -> None:
    over = run_typed(last_turn(AAA=100, BBB=100, CCC=5)).world
    assert over.winners == ["AAA", "BBB"]
    assert [one.rank for one in final_standings(over)] == [1, 1, 3]


def test_the_final_table_is_shown_to_everybody_and_secrets_are_revealed() -> None:
    over = run_typed(last_turn(AAA=1, BBB=2, CCC=3)).world
    for name in over.players:
        view = view_of(over, name)
        assert [one.score for one in view.standings] == [3, 2, 1]
        assert view.end_turn == 25
        assert view.winners == ("CCC",)


@pytest.mark.rule("QJ-02-20")
def test_the_ending_turn_is_in_no_view_before_the_end() -> None:
    world = land()
    for end in (20, 30):
        world.end_turn = end
        view = view_of(world, "AAA")
        assert (view.end_turn, view.standings) == (0, ())
    assert RULESET.standings(view)[0].rank == 0


# --- by jewels --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-02-17", "QJ-28.2-04", "QJ-02-08")
def test_three_jewels_win_at_once_whatever_the_scores() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    world.players["BBB"].score = 9_000
    leader(world, 1, "AAA", "J10", troops=1)
    own(world, "K10", "AAA", garrison=5, csps=10)
    for number, holder in ((1, 1), (2, 1), (3, "K10")):
        talisman(world, number, holder)
    over = run_typed(world).world
    assert over.finished
    assert over.winners == ["AAA"]
    assert over.players["AAA"].score == 1_000
    assert over.provinces["K10"].garrison == 5  # nothing more was produced
    assert [(one.seat, one.rank, one.note) for one in final_standings(over)] == [("AAA", 1, "winner"), ("BBB", 2, "")]
    outcome = RULESET.resolve(world, {}, Chance("x"))
    assert outcome.finished
    assert outcome.world.provinces["K10"].garrison == 5  # the steps that were left are not run
    assert outcome.winners == ("AAA",)
    assert "jewels-won" in {event.kind for event in seen(outcome.events, "BBB")}


@pytest.mark.rule("QJ-02-17", "QJ-04-17")
def test_kills_count_though_the_game_ends_before_points_are_counted() -> None:
    """Ruling 16: event points count when they happen."""
    world = land(AAA="AZONI", BBB="SLENTH", CCC="QUNTAG")
    leader(world, 1, "AAA", "J10", troops=1)
    for number in (1, 2, 3):
        talisman(world, number, 1)
    leader(world, 2, "BBB", "E5", troops=90, bonus=20)
    leader(world, 3, "CCC", "E5", troops=10, bonus=2)
    turn = run(world, BBB="L2AL3")
    assert turn.world.finished
    assert turn.world.players["BBB"].score == 10 * 4 + 40 + 4 * 2  # the kills, and nothing for his own bonus
    assert turn.world.players["CCC"].score == 0


@pytest.mark.rule("QJ-02-17", "QJ-30-10")
def test_raiders_who_are_on_their_way_as_the_game_ends_are_counted_where_they_came_from() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    leader(world, 1, "AAA", "J10", troops=1)
    for number in (1, 2, 3):
        talisman(world, number, 1)
    own(world, "K10", "BBB", garrison=20)
    own(world, "K11", "BBB", garrison=9)
    leader(world, 2, "BBB", "C10", troops=15)
    over = run(world, BBB="GK10R12L10\nGK11M\nL2R10C11").world
    assert over.finished
    assert (over.provinces["K10"].garrison, over.provinces["K11"].garrison, over.leaders[2].troops) == (20, 9, 15)
    world.talismans[3].leader = 0
    going = run(world, BBB="GK10R12L10\nGK11M\nL2R10C11").world
    assert not going.finished
    assert going.leaders[2].troops == 5, "they go, where the game goes on"


def test_jewels_in_nobodys_land_or_in_two_hands_do_not_win() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    leader(world, 1, "AAA", "J10", troops=1)
    leader(world, 2, "BBB", "J11", troops=1)
    for number, holder in ((1, 1), (2, 1), (3, "S12")):
        talisman(world, number, holder)
    assert not run_typed(world).world.finished
    talisman(world, 3, 2)
    assert not run_typed(world).world.finished


@pytest.mark.rule("QJ-28.1-307")
def test_nine_stones_stand_for_a_jewel_but_three_real_ones_go_first() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    leader(world, 1, "AAA", "J10", troops=1)
    talisman(world, 1, 1)
    talisman(world, 2, 1)
    stones = list(STONES.values())
    for number in stones[:-1]:
        talisman(world, number, 1)
    assert not run_typed(world).world.finished
    talisman(world, stones[-1], 1)
    assert run_typed(world).world.winners == ["AAA"]


# --- falling out and staying away -------------------------------------------------------------------------------------


@pytest.mark.rule("QJ-03-03")
def test_a_player_with_a_leader_and_no_province_plays_on_and_can_capture_one() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    world.provinces["B4"].owner, world.provinces["B4"].garrison = "", 9
    leader(world, 1, "AAA", "J10", troops=3)
    turn = run_typed(world, AAA=[Move(1, ("J11",))])
    assert not turn.world.players["AAA"].out
    assert turn.world.provinces["J11"].owner == "AAA"
    assert "eliminated" not in {one.kind for one in turn.events}


def test_without_province_and_leader_a_player_is_out_and_keeps_his_score() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    world.provinces["B4"].owner, world.provinces["B4"].garrison = "", 9
    world.players["AAA"].score = 77
    leader(world, 1, "AAA", "J10", at_peace=True)
    assert not run_typed(world).world.players["AAA"].out
    del world.leaders[1]
    outcome = RULESET.resolve(world, {}, Chance("x"))
    assert outcome.eliminated == ("AAA",)
    assert RULESET.active(outcome.world) == ("BBB",)
    assert outcome.world.players["AAA"].score == 77
    again = RULESET.resolve(outcome.world, {}, Chance("x"))
    assert again.eliminated == ()
    assert not {"turns-missed", "eliminated"} & {event.kind for event in seen(again.events, "AAA")}
    assert "AAA" in {one.seat for one in final_standings(again.world)}


@pytest.mark.rule("QJ-02-15")
def test_a_missed_turn_leaves_the_forces_to_their_standing_settings() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "J10", "AAA", zorans=50, autobuild=True, garrison=4)
    leader(world, 1, "AAA", "J10", troops=3, at_peace=True)
    outcome = RULESET.resolve(world, {}, Chance("x"))
    place = outcome.world.provinces["J10"]
    assert place.garrison == 12
    assert place.csps == 4  # autobuild goes on
    assert outcome.world.leaders[1].province == "J10"
    assert outcome.world.leaders[1].at_peace


def test_missed_turns_are_counted_and_warned_of() -> None:
    world = land()
    kinds = []
    for _ in range(4):
        outcome = RULESET.resolve(world, {"BBB": OrderSheet("")}, Chance("x"))
        world = outcome.world
        kinds.append({event.kind for event in seen(outcome.events, "AAA")} & {"turns-missed", "seat-vacant"})
    assert kinds == [set(), {"turns-missed"}, {"turns-missed"}, {"seat-vacant"}]
    assert (world.players["AAA"].missed, world.players["BBB"].missed) == (4, 0)
    back = RULESET.resolve(world, {"AAA": OrderSheet("")}, Chance("x")).world
    assert back.players["AAA"].missed == 0


def test_the_turn_number_goes_up_by_one() -> None:
    world = land(turn=7)
    assert RULESET.turn(run_typed(world, AAA=[SetPeace(1)]).world) == 8


def test_when_nobody_is_left_the_game_is_over() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    for player in world.players.values():
        change(world, player.home, owner="", turns_owned=0)
    over = run_typed(world).world
    assert over.turn < over.end_turn
    assert over.finished


@pytest.mark.rule("QJ-02-17")
def test_a_forecast_proclaims_no_winner() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    leader(world, 1, "AAA", "J10", troops=1)
    for number in (1, 2, 3):
        talisman(world, number, 1)
    assert upto(world, "15c").world.finished
    assert not upto(world, "15c", expected=True).world.finished

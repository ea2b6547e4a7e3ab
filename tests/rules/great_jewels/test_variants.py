"""Variants of a game's options: teams, a score limit, a turn limit, no victory by jewels (chapter 2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import view_of
from postern.rulesets.great_jewels.report.documents import public_report, report
from postern.rulesets.great_jewels.rules.scoring import final_standings
from postern.rulesets.great_jewels.tables import STONES
from postern.rulesets.great_jewels.world.records import World
from postern.rulesets.great_jewels.world.variants import Variant, form_teams
from tests.rules.great_jewels.build import change, land, leader, own, run, run_typed, talisman

FOUR = ("AAA", "BBB", "CCC", "DDD")


def teams(jewels_win: bool = True, **scores: int) -> World:
    """AAA and BBB are team 1, CCC and DDD team 2, at their last turn; their homes score nothing."""
    world = land(turn=25, **dict.fromkeys(FOUR, "AZONI"))
    world.variant = Variant(teams=2, jewels_win=jewels_win)
    for place, name in enumerate(FOUR):
        world.players[name].team = 1 + place // 2
        world.players[name].score = scores.get(name, 0)
        change(world, world.players[name].home, terrain="I")
    return world


def begun(seats: int = 4, wishes: dict[str, dict[str, str]] | None = None, **options: Any) -> World:
    names = [f"P{letter}" for letter in "ABCDEFGHIJKL"][:seats]
    return RULESET.setup(options, [Signup(name, (wishes or {}).get(name, {})) for name in names], Chance("variants"))


@pytest.mark.parametrize(
    ("options", "seats", "why"),
    [
        ({"teams": 1}, 12, "teams: needs 2 to 6"),
        ({"teams": 7}, 12, "teams: needs 2 to 6"),
        ({"teams": 3}, 5, "teams: 3 teams of two or more need 6 seats, not 5"),
        ({"teams": "two"}, 12, "teams: input should be a valid integer"),
        ({"turn_limit": 4}, 12, "turn_limit: needs 5 to 100"),
        ({"turn_limit": 101}, 12, "turn_limit: needs 5 to 100"),
        ({"score_limit": -1}, 12, "score_limit: "),
        ({"jewels_win": "no"}, 12, "jewels_win: "),
        ({"score": 5}, 12, "score: there is no such option; there are teams, score_limit, turn_limit, jewels_win"),
    ],
)
def test_options_that_cannot_be_are_refused_with_what_can(options: dict[str, Any], seats: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        RULESET.terms(options, seats)
    with pytest.raises(ValueError, match=why):
        begun(seats, **options)


def test_the_books_own_game_has_no_terms_and_an_old_world_reads_as_one() -> None:
    world = begun()
    assert RULESET.terms({"game": "QJ-1"}, 4) == ()
    assert world.variant == Variant()
    assert b"variant" not in RULESET.dump(world)
    assert b'"team"' not in RULESET.dump(world)
    assert RULESET.load(RULESET.dump(world)) == world


def test_a_variant_stays_in_the_world() -> None:
    world = begun(6, teams=3, score_limit=500, turn_limit=12, jewels_win=False)
    assert RULESET.load(RULESET.dump(world)) == world
    assert world.variant == Variant(3, 500, 12, jewels_win=False)


# --- teams ------------------------------------------------------------------------------------------------------------


def test_teams_differ_by_one_at_most_and_wishes_are_met_in_the_order_of_joining() -> None:
    seats = [Signup(f"P{n}", {"team": "2"} if n < 5 else {}) for n in range(8)]
    formed = form_teams(Variant(teams=3), seats)
    assert sorted(Counter(formed.values()).values()) == [2, 3, 3]
    assert [formed[f"P{n}"] for n in range(5)] == [2, 2, 2, 1, 3]
    assert set(form_teams(Variant(), seats).values()) == {0}


def test_team_mates_know_one_another_and_are_allies_who_stay_so() -> None:
    world = begun(4, {"PC": {"team": "1"}}, teams=2)
    assert world.players["PC"].team == 1
    (mate,) = world.team_mates("PC")
    assert world.players["PC"].allies == world.players["PC"].met == [mate]
    assert world.players[mate].allies == ["PC"]
    turn = run(world, PC=f"N={mate}")
    assert turn.world.players["PC"].allies == [mate]
    assert [(one.code, one.why) for one in turn.told_failures()] == [
        ("TEAM MATE", f"{mate} is in your team; team-mates stay allies.")
    ]


def test_a_teams_scores_count_together() -> None:
    over = run_typed(teams(AAA=100, BBB=1, CCC=60, DDD=50)).world
    assert over.winners == ["CCC", "DDD"]
    assert [(one.seat, one.rank, one.note) for one in final_standings(over)] == [
        ("CCC", 1, "team 2, together 110, winner"),
        ("DDD", 1, "team 2, together 110, winner"),
        ("AAA", 2, "team 1, together 101"),
        ("BBB", 2, "team 1, together 101"),
    ]
    text = str(report(view_of(over, "DDD"), ()))
    assert "won by CCC and DDD (you)" in text


@pytest.mark.parametrize("stones", [False, True])
def test_the_jewels_of_a_team_count_together_and_the_points_go_to_who_holds_most(stones: bool) -> None:
    world = teams(CCC=9_000)
    own(world, "J10", "AAA", garrison=1)
    leader(world, 1, "BBB", "K10", troops=1)
    talisman(world, 1, "J10")
    talisman(world, 2, 1)
    for number in STONES.values() if stones else [3]:
        talisman(world, number, 1)
    over = run_typed(world).world
    assert (over.finished, over.winners) == (True, ["AAA", "BBB"])
    richer = "AAA" if stones else "BBB"
    assert over.players[richer].score == 1_000


@pytest.mark.parametrize("apart", [True, False])
def test_jewels_of_two_teams_or_of_a_game_without_that_victory_end_nothing(apart: bool) -> None:
    world = teams(jewels_win=apart)
    world.turn = 20
    for number, name in ((1, "AAA"), (2, "BBB"), (3, "CCC" if apart else "AAA")):
        leader(world, number, name, "J10", troops=1)
        talisman(world, number, number)
        world.leaders[number].at_peace = True
    assert not run_typed(world).world.finished


# --- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "ends"), [(100, True), (101, False), (0, False)])
def test_a_score_limit_ends_the_game_after_the_turn_in_which_it_is_reached(limit: int, ends: bool) -> None:
    world = land(turn=9, AAA="AZONI", BBB="AZONI")
    for name, score in (("AAA", 100), ("BBB", 99)):
        world.players[name].score = score
        change(world, world.players[name].home, terrain="I")
    world.variant = Variant(score_limit=limit)
    over = run_typed(world).world
    assert over.finished is ends
    assert over.winners == (["AAA"] if ends else [])


def test_a_score_limit_asks_for_a_teams_scores_together() -> None:
    world = teams(AAA=60, BBB=40, CCC=99)
    world.turn, world.variant = 9, Variant(teams=2, score_limit=100)
    assert run_typed(world).world.winners == ["AAA", "BBB"]


def test_a_turn_limit_is_the_last_turn_whatever_players_name_and_all_know_it() -> None:
    world = begun(4, {"PA": {"end": "30"}}, turn_limit=7)
    turn = run(world, PB="E=22")
    assert turn.world.end_turn == 7
    assert [one.why for one in turn.told_failures()] == ["This game has a fixed last turn, 7."]
    for name in turn.world.players:
        assert "The last turn is turn 7" in str(report(view_of(turn.world, name), turn.events))
    turn.world.turn = 7
    assert run(turn.world).world.finished


# --- told -------------------------------------------------------------------------------------------------------------


def test_reports_tell_the_variant_and_the_teams_and_the_plain_game_tells_nothing() -> None:
    world = begun(4, teams=2, score_limit=500, jewels_win=False)
    view = view_of(world, "PA")
    for text in (str(report(view, ())), str(public_report(view, ()))):
        assert "There are 2 teams." in text
        assert "Team 1: P" in text
        assert "a team has 500 points" in text
        assert "Holding the Great Jewels does not end the game" in text
    assert "at once with all three Great Jewels" not in str(report(view, ()))
    assert "This game" not in str(report(view_of(begun(), "PA"), ()))


@pytest.mark.parametrize(
    ("line", "options", "wish", "why"),
    [
        ("TEAM=2", {"teams": 2}, "2", ""),
        ("my team is 1", {"teams": 2}, "1", ""),
        ("TEAM=3", {"teams": 2}, None, "There are teams 1 to 2; there is no team 3."),
        ("TEAM=1", {}, None, "This game has no teams."),
        ("E=22", {"turn_limit": 9}, None, "This game has a fixed last turn, 9, so nobody names one."),
    ],
)
def test_wishes_of_a_join_letter_are_taken_or_refused_aloud(
    line: str, options: dict[str, Any], wish: str | None, why: str
) -> None:
    signup, problems = RULESET.signup(f"NAME=ORLA\n{line}", (), options)
    assert signup is not None
    assert signup.wishes == ({"team": wish} if wish else {})
    assert [one.why for one in problems] == ([why] if why else [])
    assert all(one.note for one in problems), "who joins has his seat all the same"

"""What an answer calls reached or granted, the turn calls so too; what a king cannot know is told as not known."""

from __future__ import annotations

from copy import deepcopy

import pytest

from postern.game.kit.knowledge import NotKnown, unknown
from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.report.news import _far
from postern.rulesets.alamaze.rules.measures import met, progress
from postern.rulesets.alamaze.world.records import World
from tests.rules.alamaze.build import answer, failures, new_world, play, told


def _claim_world(turn: int, code: str, conditions: list[str], influence: float = 15) -> World:
    world = new_world()
    world.turn = turn
    play(world)  # the words for shares are told at the end of a turn
    kingdom = world.kingdoms[code]
    kingdom.conditions, kingdom.influence = conditions, influence
    kingdom.gold = kingdom.food = 200_000
    return world


def _said(world: World, code: str, line: str) -> str:
    verdict = answer(world, code, line)
    return " ".join([*(one.words for one in verdict.accepted), *(one.why for one in verdict.problems)])


@pytest.mark.rule("AC-30-42", "AC-30-50")
@pytest.mark.parametrize("theirs", [9.0, 24.0])
def test_whether_the_rival_has_less_influence_is_not_known(theirs: float) -> None:
    """The same words, whatever his influence is; the turn alone decides."""
    world = _claim_world(20, "WA", ["7B", "7B", "7B"], influence=15)
    rival = world.kingdoms[world.tables.kingdoms["WA"].natural_enemy]
    rival.influence, world.council.members = theirs, ["WA"]
    assert "7B cannot be judged from what we know" in _said(world, "WA", "995")
    turn = play(deepcopy(world), {"WA": "995"})
    assert bool(told(turn, "check-failed")) == (theirs > 15)
    assert turn.world.finished == (theirs < 15)


@pytest.mark.rule("AC-30-42")
def test_a_rival_on_the_council_is_known_to_bar_it() -> None:
    world = _claim_world(20, "WA", ["7B"])
    world.council.members = ["WA", world.tables.kingdoms["WA"].natural_enemy]
    assert "Not reached: 7B." in _said(world, "WA", "995")


@pytest.mark.rule("AC-30-29")
def test_the_influence_of_imagined_kingdoms_takes_nothing_from_the_own() -> None:
    """3A at 23: the echo of a natural enemy who is imagined at nothing made it 20.6."""
    world = _claim_world(20, "WA", ["3A"], influence=23)
    assert "all secret conditions are reached as things stand" in _said(world, "WA", "995")
    assert not told(play(world, {"WA": "995"}), "check-failed")


@pytest.mark.rule("AC-26-08", "AC-05-13")
def test_shares_are_judged_by_the_words_that_were_told_and_not_by_the_centers_that_were_seen() -> None:
    world = _claim_world(9, "WA", [])
    kingdom = world.kingdoms["WA"]
    kingdom.objectives = ["T2"]
    seen = view_of(world, "WA").world
    told_now = [have for _, _, have, _ in progress(seen, seen.kingdoms["WA"], "T2")]
    assert told_now == [have for _, _, have, _ in progress(world, kingdom, "T2")]
    assert met(seen, seen.kingdoms["WA"], "T2") == met(world, kingdom, "T2")


@pytest.mark.rule("AC-26-01", "AC-30-20")
@pytest.mark.parametrize("code", ["WA", "DA", "EL", "SO", "GN", "UN", "TR", "RD"])
def test_what_an_answer_calls_granted_or_reached_is_so_in_the_turn(code: str) -> None:
    """All conditions and objectives, each alone, for kings who sit on the Council and have much influence, or neither."""
    promised = 0
    world = _claim_world(19, code, [])
    tables = world.tables
    for rich in (False, True):
        kingdom = world.kingdoms[code]
        kingdom.influence = 23 if rich else 12
        world.council.members = [code] if rich else []
        for condition in tables.conditions:
            kingdom.conditions = [condition]
            if "reached as things stand" in _said(world, code, "995"):
                promised += 1
                assert not told(play(deepcopy(world), {code: "995"}), "check-failed", code), (code, condition)
    world.turn = 10
    for objective in tables.objectives:
        world.kingdoms[code].objectives = [objective] * 3
        if "granted as things stand" in _said(world, code, "992 I1"):
            promised += 1
            assert failures(play(deepcopy(world), {code: "992 I1"})) == [], (code, objective)
    assert promised


def test_the_page_of_goals_tells_the_same_whatever_a_rival_keeps_secret() -> None:
    pages = []
    for theirs in (9.0, 24.0):
        world = _claim_world(8, "WA", ["7A", "7B"])
        world.kingdoms["WA"].controlled = [3]
        rival = world.kingdoms[world.tables.kingdoms["WA"].natural_enemy]
        rival.influence, rival.controlled = theirs, [1, 2] if theirs > 20 else []
        goals = told(play(world, until="998"), "month", "WA")[0]["goals"]
        pages.append(_far(goals, "7B"))
    assert pages[0] == pages[1]
    assert "not known" in pages[0]


def test_nothing_can_be_reckoned_with_what_is_not_known() -> None:
    some = unknown("the influence of EL")
    with pytest.raises(NotKnown, match="the influence of EL"):
        _ = some + 1
    for reckon in (bool, len, float, round, lambda one: one > 1, lambda one: one == 1, lambda one: f"{one:g}", list):
        with pytest.raises(NotKnown):
            reckon(some)
    assert deepcopy(some) == some
    world = _claim_world(8, "WA", [])
    assert view_of(world, "WA").world.kingdoms["EL"].influence == unknown("the influence of EL")

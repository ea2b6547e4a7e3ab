"""Chapter 22: allies."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.report.answers import check
from postern.rulesets.great_jewels.setup import set_up
from postern.rulesets.great_jewels.turn.orders import Attack, DeclareAlly, Move
from postern.rulesets.great_jewels.world.records import Force
from tests.rules.great_jewels.build import allies, failures, land, leader, own
from tests.rules.great_jewels.orders_read import VIEW
from tests.rules.great_jewels.upto import clean, failure, upto


@pytest.mark.rule("QJ-22-01")
def test_only_players_one_has_met_can_be_declared_allies() -> None:
    world = land()
    turn = upto(world, "1", AAA=[DeclareAlly("BBB")])
    assert turn.world.players["AAA"].allies == []
    assert failures(turn, "AAA") == ["NOT MET"]
    world.players["AAA"].met = ["BBB"]
    turn = upto(world, "1", AAA=[DeclareAlly("BBB")])
    assert turn.world.players["AAA"].allies == ["BBB"]
    assert clean(turn)
    assert failures(upto(world, "1", AAA=[DeclareAlly("AAA")]), "AAA") == ["NOT MET"]
    again = upto(turn.world, "1", AAA=[DeclareAlly("BBB"), DeclareAlly("BBB", ally=False)])
    assert again.world.players["AAA"].allies == []


@pytest.mark.parametrize(
    ("lines", "overruled", "counts"),
    [
        (["A=KING", "N=KING"], "A=KING", "N=KING"),
        (["N=KING", "L13P", "A=KING"], "N=KING", "A=KING"),
        (["L13P", "L13Q", "L14P"], "L13P", "L13Q"),
        (["Z", "ZN"], "Z", "ZN"),
        (["GE5BC+", "GE5BC-"], "GE5BC+", "GE5BC-"),
    ],
)
def test_who_says_the_opposite_further_down_is_told_which_line_counts(lines: list[str], overruled: str, counts: str) -> None:
    verdict = check(read("\n".join(lines), VIEW), VIEW)
    assert [one.code for one in verdict.accepted] == lines
    (note,) = verdict.problems
    assert note.note
    assert note.order == overruled
    assert note.why == f"{counts}, which comes later, overrules it."


def test_the_same_twice_and_of_others_overrules_nothing() -> None:
    text = "A=KING\nA=KING\nL13P\nL14Q\nGE5BC+\nL15N\nL15H\nL15E\nL15N"
    assert not check(read(text, VIEW), VIEW).problems


def test_a_misspelt_name_is_offered_rightly() -> None:
    world = land(AAA="QUNTAG", GREEDY="RILRIS")
    world.players["AAA"].met = ["GREEDY"]
    problem = failure(upto(world, "1", AAA=[DeclareAlly("GREDY")]), "NOT MET")
    assert "GREEDY" in problem.remedy


@pytest.mark.rule("QJ-22-02")
def test_one_does_not_waylay_whom_one_has_declared_an_ally() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=20)
    leader(world, 14, "BBB", "J5", troops=30)
    path = [Move(14, ("J6", "J7"))]
    assert upto(world, "7a", BBB=path).world.leaders[14].troops < 30
    allies(world, "AAA", "BBB", mutual=False)
    assert upto(world, "7a", BBB=path).world.leaders[14].troops == 30
    one_sided = land()
    own(one_sided, "J6", "AAA", garrison=20)
    leader(one_sided, 14, "BBB", "J5", troops=30)
    allies(one_sided, "BBB", "AAA", mutual=False)
    assert upto(one_sided, "7a", BBB=path).world.leaders[14].troops < 30


@pytest.mark.rule("QJ-22-03")
def test_one_does_not_capture_from_a_declared_ally() -> None:
    world = land()
    own(world, "J6", "BBB")
    leader(world, 13, "AAA", "J5", troops=3)
    assert upto(world, "11", AAA=[Move(13, ("J6",))]).province("J6").owner == "AAA"
    allies(world, "AAA", "BBB", mutual=False)
    assert upto(world, "11", AAA=[Move(13, ("J6",))]).province("J6").owner == "BBB"


@pytest.mark.rule("QJ-22-04")
def test_the_multi_army_bonus_needs_both_declarations() -> None:
    def killed(*, declared: tuple[tuple[str, str], ...]) -> int:
        world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
        for who, whom in declared:
            world.players[who].allies.append(whom)
        leader(world, 13, "AAA", "J6", troops=20)
        leader(world, 14, "BBB", "J6", troops=20)
        leader(world, 15, "CCC", "J6", troops=90)
        turn = upto(world, "6", AAA=[Attack(Force(leader=13), "attack", 15)], BBB=[Attack(Force(leader=14), "attack", 15)])
        return 90 - turn.world.leaders[15].troops

    # 40 troops x 3 factors = 120 against 4 a troop; with 10 percent each 132
    assert killed(declared=()) == 30
    assert killed(declared=(("AAA", "BBB"),)) == 30
    assert killed(declared=(("AAA", "BBB"), ("BBB", "AAA"))) == 33


@pytest.mark.rule("QJ-22-05")
def test_a_declaration_stands_until_it_is_revoked() -> None:
    world = land()
    world.players["AAA"].met = ["BBB"]
    first = upto(world, "15c", AAA=[DeclareAlly("BBB")])
    second = upto(first.world, "15c")
    assert second.world.players["AAA"].allies == ["BBB"]
    third = upto(second.world, "1", AAA=[DeclareAlly("BBB", False)])
    assert third.world.players["AAA"].allies == []


@pytest.mark.rule("QJ-22-06")
def test_nobody_is_told_who_has_declared_him() -> None:
    world = land()
    world.players["AAA"].met = ["BBB"]
    turn = upto(world, "15c", AAA=[DeclareAlly("BBB")])
    plain = upto(world, "15c")
    assert [event for event in turn.events if "BBB" in event.seen_by] == [
        event for event in plain.events if "BBB" in event.seen_by
    ]
    assert turn.world.players["BBB"] == plain.world.players["BBB"]


@pytest.mark.rule("QJ-22-07")
def test_a_game_starts_without_allies() -> None:

    seats = [Signup(name, {}) for name in ("AAA", "BBB", "CCC", "DDD", "EEE", "FFF")]
    world = set_up({}, seats, Chance("allies"))
    assert all(not player.allies and not player.met for player in world.players.values())

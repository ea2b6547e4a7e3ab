"""Duels of commanders and special plans (chapter 17)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.adventurer_kings.rules.encounters.duel import Duel, challenges, duel
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character
from tests.rules.adventurer_kings.build import add_army, empty_world, only, told, turn_of
from tests.rules.adventurer_kings.meetings import Dice, hero, load


def fought(
    plan: str, other: str = "", *faces: int, mine: Any = None, his: Any = None, rest: int = 1, other_dice: tuple[int, ...] = ()
) -> tuple[Turn, Character, Character, Duel | None]:
    """A duel of a commander of AA, the attacker, with one of BB: plans, dice of 100, and facts of the two."""
    world = empty_world()
    one = hero(world, **{"skills": {"ME": 2}, "plan": plan, **(mine or {})})
    two = hero(world, **{"skills": {"ME": 1}, "code": "BB", "plan": other, **(his or {})})
    add_army(world, "AA", "LE", 82, one.id)
    add_army(world, "BB", "LE", 82, two.id)
    turn = load(turn_of(world), Dice(*faces, rest=rest, other=other_dice))
    return turn, one, two, duel(turn, one, two, 82)


@pytest.mark.rule("AK-P5.10-02", "AK-P5.10-01", "AK-D7.1-01")
@pytest.mark.parametrize(
    ("plan", "yes"),
    [
        ("ME", True),
        ("CA-FB", True),
        ("US-38", True),
        ("FI, ME", True),
        ("ME, FL", False),
        ("FL", False),
        ("SC", False),
        ("", False),
    ],
)
def test_who_challenges(plan: str, yes: bool) -> None:
    world = empty_world()
    assert challenges(hero(world, {"ME": 1}, plan=plan)) == yes
    assert (fought(plan)[3] is not None) == yes
    assert (fought("", plan)[3] is not None) == yes


@pytest.mark.rule("AK-D7.1-02", "AK-P5.10-04", "AK-D5.0-12")
def test_a_duel_ends_with_the_death_of_one() -> None:
    his = {"temper": "Berserk", "items": [13]}
    turn, one, two, done = fought("ME", "ME", rest=60, other_dice=(1, 6, 6, 6), his=his, mine={"items": [12]})
    army = next(one for one in turn.world.armies.values() if one.owner == "BB")
    assert done == Duel(two.id, died=True, fled=False, armies=[army.id])
    assert (two.status, two.items, one.items, army.leader) == ("dead", [], [12, 13], 0)
    assert only(turn, "hero died").data["how"] == "duel"
    event = told(turn, "encounter")[0]
    assert event.data["blows"][0]["range"] == "Melee"  # both came from Spell range
    assert event.data["why"] == "duel"


@pytest.mark.rule("AK-P5.10-03", "AK-D7.1-02")
@pytest.mark.parametrize("face", [1, 100])
def test_in_a_duel_flight_always_succeeds(face: int) -> None:
    turn, _, two, done = fought("ME", "FI, FL", rest=face, his={"temper": "Berserk"})
    assert done == Duel(two.id, died=False, fled=True, armies=[2])
    assert told(turn, "encounter")[0].data["blows"][-1]["chance"] == "100"
    assert two.status == "serving"


@pytest.mark.rule("AK-D7.1-02")
def test_flight_by_temper_always_succeeds_too() -> None:
    turn, _, two, done = fought("ME", "ME", 100, rest=1, other_dice=(6,), his={"temper": "Cautious"})
    assert done == Duel(two.id, died=False, fled=True, armies=[2])
    last = told(turn, "encounter")[0].data["blows"][-1]
    assert (last["tactic"], last["word"], last["chance"]) == ("FL", "fled", "100")


@pytest.mark.rule("AK-P5.10-03", "AK-D4.22-04")
def test_charm_is_flight_of_the_caster() -> None:
    _, one, _, done = fought("CA-CH", "ME", mine={"skills": {"PS": 2}})
    assert done == Duel(one.id, died=False, fled=True, armies=[1])


@pytest.mark.rule("AK-D4.25-03")
def test_who_flees_by_fear_has_fled() -> None:
    _, _, two, done = fought("CA-FE", "ME", mine={"skills": {"NE": 2}})
    assert done == Duel(two.id, died=False, fled=True, armies=[2])


@pytest.mark.rule("AK-P5.10-06")
def test_only_the_challenger_may_kill_his_enemy() -> None:
    necromancer = {"skills": {"NE": 3}}
    _, _, two, done = fought("CA-KI", "ME", mine=necromancer)
    assert done == Duel(two.id, died=True, fled=False, armies=[2])
    turn, _, two, done = fought("ME", "CA-KI, FL", his=necromancer | {"code": "BB"})
    assert done == Duel(two.id, died=False, fled=True, armies=[2])
    assert [one["word"] for one in told(turn, "encounter")[1].data["fates"]] == ["not in defence"]


@pytest.mark.rule("AK-D7.1-01")
@pytest.mark.parametrize(("plan", "temper"), [("SC", "Brave"), ("SA-ECHO", "Brave"), ("", "Brave"), ("", "Berserk")])
def test_a_challenged_commander_without_attack_and_flight_fights_with_generated_tactics(plan: str, temper: str) -> None:
    turn, *_, done = fought("ME", plan, rest=60, mine={"temper": "Berserk"}, his={"temper": temper, "skills": {"ME": 4}})
    assert done is not None
    assert {one["tactic"] for one in told(turn, "encounter")[0].data["blows"]} == {"ME"}


@pytest.mark.rule("AK-D7.1-04", "AK-D5.6-03", "AK-2.4-03")
@pytest.mark.parametrize(("face", "refuses"), [(25, True), (26, False)])
def test_a_cautious_commander_who_refuses_has_fled(face: int, refuses: bool) -> None:
    """Both hit with 60% (parrying takes from Brave what elan gave, both are duelists) and need five rounds: 25%."""
    turn, _, two, done = fought("ME", "ME", face, rest=60, his={"temper": "Cautious", "skills": {"ME": 2}})
    first = told(turn, "encounter")[0].data["blows"][0]
    assert (first["word"] == "refused") == refuses
    assert not refuses or (first["chance"], done) == ("25", Duel(two.id, died=False, fled=True, armies=[2]))


@pytest.mark.rule("AK-2.4-12", "AK-2.4-13", "AK-D7.1-04", "AK-2.4-04")
@pytest.mark.parametrize(("face", "excused"), [(66, True), (68, False)])
def test_the_excuse_of_a_coward_is_believed_with_two_thirds(face: int, excused: bool) -> None:
    turn, _, two, done = fought("ME", "ME", 1, face, his={"temper": "Cowardly"})
    assert done == (Duel(excused=True) if excused else Duel(two.id, died=False, fled=True, armies=[2]))
    assert told(turn, "encounter")[0].data["outcome"] == ("excused" if excused else "refused")
    said = [one["word"] for one in told(turn, "encounter")[0].data["blows"]]
    assert said == ["refused", "believed" if excused else "not believed"]
    assert TABLES.share("duel_excuse_pct") == Fraction(200, 3)


@pytest.mark.rule("AK-2.4-13", "AK-D7.1-04")
@pytest.mark.parametrize("temper", ["Cowardly", "Cautious", "Brave"])
def test_a_plan_that_begins_with_flight_has_fled_without_excuse(temper: str) -> None:
    turn, _, two, done = fought("ME", "FL, ME", his={"temper": temper})
    assert done == Duel(two.id, died=False, fled=True, armies=[2])
    assert [one["word"] for one in told(turn, "encounter")[0].data["blows"]] == ["fled"]
    coward = fought("ME", "", his={"temper": "Cowardly"})
    assert coward[3] == Duel(coward[2].id, died=False, fled=True, armies=[2])


@pytest.mark.rule("AK-D7.1-04", "AK-2.4-14")
@pytest.mark.parametrize("temper", ["Cautious", "Cowardly"])
def test_kings_never_refuse(temper: str) -> None:
    turn, *_ = fought("ME", "ME", rest=60, his={"temper": temper, "king": True})
    assert "refused" not in {one["word"] for one in told(turn, "encounter")[0].data["blows"]}


@pytest.mark.rule("AK-D7.1-04")
@pytest.mark.parametrize(
    ("plans", "loser"), [(("ME", "ME"), 0), (("ME", ""), 0), (("", "ME"), 1), (("ME, FL", "ME"), 1), (("ME", "ME, FL"), 0)]
)
def test_the_challenger_is_checked_first_and_of_two_the_attacker(plans: tuple[str, str], loser: int) -> None:
    careful = {"temper": "Cautious"}
    _, one, two, done = fought(*plans, 1, mine=careful, his=careful)
    assert done is not None
    assert done.loser == (one, two)[loser].id


@pytest.mark.rule("AK-D7.1-02")
def test_orders_that_are_tried_out_fight_no_duel() -> None:
    world = empty_world()
    one, two = hero(world, {"ME": 2}, plan="ME"), hero(world, {"ME": 2}, "BB")
    assert duel(turn_of(world, expected=True), one, two) is None


def test_a_duel_is_told_to_both_and_to_the_witnesses_what_was_seen() -> None:
    world = empty_world()
    one, two = hero(world, {"ME": 2}, plan="ME"), hero(world, {"ME": 1}, "BB", plan="SC, ME")
    turn = load(turn_of(world), Dice(rest=60, other=(6, 6)))
    duel(turn, one, two, witnesses=["A", "B", "C"])
    mine, his, others = told(turn, "encounter")
    assert [set(one.seen_by) for one in (mine, his, others)] == [{"A"}, {"B"}, {"C"}]
    assert (mine.data["plan"], his.data["plan"], others.data["plan"]) == ("ME", "SC, ME", "")
    assert mine.data["blows"] == his.data["blows"] == others.data["blows"]

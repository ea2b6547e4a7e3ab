"""Tempers in combat: rage and intimidation, elan, parrying, flight, begging, refusal (AK-2.4-01 to 14)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.adventurer_kings.rules.encounters import odds
from postern.rulesets.adventurer_kings.rules.encounters.fighters import of_character, of_monster, own_plan
from postern.rulesets.adventurer_kings.rules.encounters.rounds import fight, refusals
from tests.rules.adventurer_kings.build import empty_world, turn_of
from tests.rules.adventurer_kings.meetings import Dice, against, between, chances, hero, side, words


@pytest.mark.rule("AK-2.4-05", "AK-2.4-01", "AK-D5.0-08")
@pytest.mark.parametrize("face", [1, 4])
def test_a_berserk_has_up_to_four_hit_points_more(face: int) -> None:
    world = empty_world()
    turn = turn_of(world)
    dice = Dice(other=[face])
    assert of_character(turn, hero(world, temper="Berserk"), [], dice).full == 10 + face  # type: ignore[arg-type]
    assert side(turn, hero(world), dice=Dice(other=[4])).full == 10


@pytest.mark.rule("AK-2.4-06", "AK-2.4-07", "AK-2.4-08", "AK-2.4-02", "AK-2.4-03")
@pytest.mark.parametrize(
    ("mine", "his", "melee", "arrow"),
    [
        ("Berserk", "Berserk", 50, 55),
        ("Brave", "Berserk", 50 + 10 - 5, 55),
        ("Cautious", "Berserk", 40, 55),
        ("Cowardly", "Berserk", 35, 55),
        ("Brave", "Brave", 60, 55),
        ("Brave", "Cautious", 50, 45),
        ("Berserk", "Cautious", 40, 45),
        ("Cowardly", "Cowardly", 50, 55),
    ],
)
def test_tempers_change_the_chance_to_hit(mine: str, his: str, melee: int, arrow: int) -> None:
    world = empty_world(alignment="Good")
    turn = turn_of(world)
    me, foe = (side(turn, hero(world, {"AR": 1, "ME": 1}, temper=one)) for one in (mine, his))
    assert chances(me, foe) == (melee, arrow)


def needs(
    kind: str, points: int, mine: int, temper: str, king: bool = False, skills: dict[str, int] | None = None
) -> tuple[bool, bool]:
    """Whether a hero of so many hit points runs from a monster in round 1 and in round 2."""
    found = []
    for round_ in (1, 2):
        meeting = against(skills, kind, points=points, temper=temper, king=king)
        me = meeting.sides[0]
        me.hit_points, meeting.round = mine, round_ - 1
        fight(meeting)
        first = next((one["word"] for one in meeting.blows), "")
        found.append(meeting.round == round_ and meeting.outcome == "fled" and first == "fled")
    return found[0], found[1]


@pytest.mark.rule("AK-D5.6-02", "AK-2.4-01", "AK-2.4-02", "AK-2.4-03", "AK-2.4-04")
@pytest.mark.parametrize(
    ("temper", "kind", "points", "mine", "skills", "runs"),
    [
        # an Ogre does up to 7; he needs 10 / (7/10 x 4) rounds; Melee 0 needs 20 / (4/10 x 3.5)
        ("Berserk", "Ogre", 20, 1, {}, (False, False)),
        ("Brave", "Ogre", 20, 7, {}, (False, True)),
        ("Brave", "Ogre", 20, 8, {}, (False, False)),
        ("Brave", "Ogre", 1, 7, {}, (False, False)),  # 1 round each: not unfavorable
        ("Brave", "Ogre", 20, 7, {"ME": 5}, (False, False)),  # it hits with 20% only
        ("Cautious", "Ogre", 20, 7, {"ME": 5}, (False, True)),
        ("Cautious", "Ogre", 1, 7, {}, (False, True)),
        ("Cautious", "Ogre", 20, 8, {}, (False, False)),
        ("Cowardly", "Ogre", 20, 7, {}, (True, True)),
        ("Cowardly", "Ogre", 20, 8, {}, (False, True)),  # from round 2 on twice the blow
        ("Cowardly", "Ogre", 20, 14, {}, (False, True)),
        ("Cowardly", "Ogre", 20, 15, {}, (False, False)),
    ],
)
def test_each_temper_flees_at_its_own_danger(
    temper: str, kind: str, points: int, mine: int, skills: dict[str, int], runs: tuple[bool, bool]
) -> None:
    assert needs(kind, points, mine, temper, skills=skills) == runs


@pytest.mark.rule("AK-2.4-14", "AK-D5.6-02")
@pytest.mark.parametrize("temper", ["Brave", "Cautious", "Cowardly"])
def test_a_king_flees_only_after_damage(temper: str) -> None:
    assert needs("Ogre", 20, 7, temper, king=True) == (False, False)
    meeting = against({}, "Ogre", temper=temper, king=True)
    meeting.sides[0].hit_points, meeting.sides[0].wounded, meeting.round = 7, True, 1
    fight(meeting)
    assert (meeting.outcome, meeting.round) == ("fled", 2)


@pytest.mark.rule("AK-2.4-04", "AK-D5.6-02")
@pytest.mark.parametrize(("face", "round_"), [(50, 2), (51, 3)])
def test_a_hurt_coward_flees_with_one_half(face: int, round_: int) -> None:
    meeting = against({}, "Skeleton Warrior", temper="Cowardly", dice=Dice(face))
    me = meeting.sides[0]
    me.full = me.hit_points = 50
    me.wounded, meeting.round = True, 1
    fight(meeting)
    assert (meeting.outcome, meeting.round) == ("fled", round_)


@pytest.mark.rule("AK-D5.6-02")
def test_a_temper_counts_rounds_by_expected_damage_rounded_up() -> None:
    me, foe = against({"ME": 3}, "Gryphon", points=25).sides
    assert odds.expected_damage(me, foe) == Fraction(7, 10) * Fraction(9, 2)  # 70%, d6 + 1
    assert odds.expected_damage(foe, me) == Fraction(4, 10) * Fraction(7, 2)
    assert (odds.rounds_needed(me, foe), odds.rounds_needed(foe, me)) == (8, 8)  # 7.94 and 7.14
    assert (odds.most_damage(me, foe), odds.most_damage(foe, me)) == (7, 6)
    mage, ogre = against({"EL": 3}, "Ogre").sides
    assert odds.expected_damage(mage, ogre) == Fraction(6, 10) * Fraction(13, 2)  # Lightning: d8 + 2 with 60%
    assert odds.most_damage(mage, ogre) == 10
    assert odds.main_attack(mage, ogre)[0] == 60


@pytest.mark.rule("AK-D5.6-03", "AK-2.4-03", "AK-2.4-04", "AK-2.4-14", "AK-2.4-01", "AK-2.4-02")
@pytest.mark.parametrize(
    ("temper", "king", "chance"),
    [
        # Melee 3 without elan: 60%, 4.5: 10 rounds for 25; the Gryphon 40% (30% by parrying), 3.5: 8 (10) rounds for 10
        ("Berserk", False, Fraction(0)),
        ("Brave", False, Fraction(0)),
        ("Cautious", False, 50 * Fraction(10, 20)),
        ("Cowardly", False, 50 + 50 * Fraction(10, 18)),
        ("Cautious", True, Fraction(0)),
        ("Cowardly", True, Fraction(0)),
    ],
)
def test_refusal_by_temper(temper: str, king: bool, chance: Fraction) -> None:
    me, foe = against({"ME": 3}, "Gryphon", points=25, temper=temper, king=king).sides
    assert odds.refuse_chance(me, foe) == chance


@pytest.mark.rule("AK-D5.6-03", "AK-2.4-03")
def test_the_cautious_refuse_with_at_least_1_percent() -> None:
    me, foe = against({"ME": 9}, "Skeleton Warrior", points=1, temper="Cautious").sides
    me.hit_points = 1000
    assert odds.refuse_chance(me, foe) == 1


@pytest.mark.rule("AK-D5.6-03")
def test_who_began_leaves_when_he_refuses_and_the_other_flees_first() -> None:
    meeting = against({"ME": 3}, "Gryphon", temper="Cowardly", dice=Dice(1))
    refusals(meeting)
    assert (meeting.outcome, meeting.loser) == ("refused", meeting.sides[0])
    world = empty_world()
    turn = turn_of(world)
    one, other = hero(world, {"ME": 3}), hero(world, {"ME": 1}, code="BB", temper="Cowardly", plan="ME")
    meeting = between(one, other, turn, "ME", dice=Dice(1, 1))
    refusals(meeting)
    assert not meeting.outcome
    assert [str(tactic) for tactic in meeting.sides[1].tactics] == ["FL", "ME"]
    meeting = between(one, other, turn, "ME", dice=Dice(100))
    refusals(meeting)
    assert [str(tactic) for tactic in meeting.sides[1].tactics] == ["ME"]


@pytest.mark.rule("AK-D5.10-01", "AK-P5.10-01")
@pytest.mark.parametrize(
    ("temper", "king", "plan", "tactics"),
    [
        ("Berserk", False, "", []),
        ("Brave", False, "", []),
        ("Cautious", False, "", ["", "FL"]),
        ("Cowardly", False, "", ["FL"]),
        ("Cautious", True, "", []),
        ("Cowardly", True, "", []),
        ("Cowardly", True, "FI, FL", ["FI", "FL"]),
        ("Brave", False, "SC, ME", ["SC", "ME"]),
    ],
)
def test_the_plan_of_whom_somebody_meets(temper: str, king: bool, plan: str, tactics: list[str]) -> None:
    assert [str(one) for one in own_plan(hero(empty_world(), temper=temper, king=king, plan=plan))] == tactics


@pytest.mark.rule("AK-D5.10-01")
def test_the_cautious_attack_first_and_flee_then() -> None:
    world = empty_world()
    turn = turn_of(world)
    careful = hero(world, {"EL": 1}, code="BB", temper="Cautious")
    meeting = between(hero(world, {"ME": 1}), careful, turn, "ME", dice=Dice(100, rest=40))
    fight(meeting)
    assert [one for one in words(meeting) if one.startswith(careful.name)] == [
        f"{careful.name} CA-FB fizzled",
        f"{careful.name} FL fled",
    ]


@pytest.mark.rule("AK-D5.6-04", "AK-2.4-11")
@pytest.mark.parametrize(
    ("mine", "his", "chance"),
    [
        ("Good", "Evil", 55 - 20),
        ("Good", "Good", 70),
        ("Evil", "Divine", 70 - 25),
        ("Neutral", "Neutral", 55),
        ("Divine", "Undead", 25),
    ],
)
def test_begging_works_best_before_the_good_and_the_similar(mine: str, his: str, chance: int) -> None:
    world = empty_world()
    turn = turn_of(world)
    assert odds.beg_chance(*(side(turn, hero(world, alignment=one)) for one in (mine, his))) == chance
    assert odds.beg_chance(side(turn, hero(world, alignment="Druidic")), of_monster("Gryphon", 25)) == 55
    assert odds.beg_chance(side(turn, hero(world, alignment="Good")), of_monster("Gryphon", 25)) == 50


@pytest.mark.rule("AK-2.4-10")
def test_begging_works_in_half_of_all_cases_on_the_average() -> None:
    world = empty_world()
    turn = turn_of(world)
    drawn = {"Good": 20, "Druidic": 18, "Neutral": 24, "Pagan": 18, "Evil": 20}
    sides = {one: side(turn, hero(world, alignment=one)) for one in drawn}
    mean = sum(odds.beg_chance(sides[a], sides[b]) * drawn[a] * drawn[b] for a in drawn for b in drawn) / 10000
    assert 49 < mean < 51

"""Rounds of combat: ranges, the order of action, chances to hit, damage, monsters' tactics (AK-D5.0-04 to 07, D5.2, D5.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.adventurer_kings.rules.encounters import odds
from postern.rulesets.adventurer_kings.rules.encounters.fighters import of_monster
from postern.rulesets.adventurer_kings.rules.encounters.rounds import fight
from tests.rules.adventurer_kings.build import empty_world, turn_of
from tests.rules.adventurer_kings.meetings import Dice, against, between, hero, side, words


def of(meeting: Any, number: int = 0) -> list[str]:
    """What one side did: the range and the tactic."""
    return [f"{one['range']} {one['tactic']}" for one in meeting.blows if one["side"] == number]


@pytest.mark.rule("AK-P5.0-07", "AK-P5.0-01", "AK-D5.0-04", "AK-D5.0-05")
@pytest.mark.parametrize(
    ("skills", "plan", "kind", "done"),
    [
        ({"ME": 1}, "ME", "Ogre", ["Melee ME", "Melee ME"]),
        ({"AR": 1}, "FI", "Gargoyle", ["Bow FI", "Melee ME"]),
        ({"AR": 1, "ME": 1}, "FI, ME", "Gargoyle", ["Bow FI", "Melee ME"]),
        ({"AR": 1}, "FI, FI", "Goblin Chief", ["Bow FI", "Bow FI"]),  # both shoot: nobody wants to come nearer
        ({"EL": 2}, "CA-FB, CA-FB, CA-FB", "Ogre", ["Spell CA-FB", "Bow CA-FB", "Melee CA-FB"]),
        ({"ME": 2, "EL": 1}, "CA-FB, ME", "Ogre", ["Spell CA-FB", "Melee ME"]),
    ],
)
def test_what_is_done_at_which_range(skills: dict[str, int], plan: str, kind: str, done: list[str]) -> None:
    meeting = against(skills, kind, plan, points=60, dice=Dice(rest=60))
    meeting.sides[0].hit_points = meeting.sides[0].full = 60
    fight(meeting)
    assert of(meeting)[: len(done)] == done


@pytest.mark.rule("AK-D5.0-04")
@pytest.mark.parametrize(
    ("kind", "closed"),
    [("Gryphon", (100, True)), ("Ogre", (67, True)), ("Ogre", (68, False)), ("Skeleton Warrior", (67, True))],
)
def test_bow_range_closes_by_the_faster_side(kind: str, closed: tuple[int, bool]) -> None:
    face, near = closed
    meeting = against({"ME": 1}, kind, "ME", points=60, dice=Dice(face, 1, rest=100))
    fight(meeting)
    melee = [one["round"] for one in meeting.blows]
    assert (melee[0] == 3) == near  # round 1 Spell, round 2 Bow, from round 3 on Melee
    assert {one["range"] for one in meeting.blows} == {"Melee"}


@pytest.mark.rule("AK-D5.0-04")
def test_the_chances_of_closing() -> None:
    slow, fast = of_monster("Mummy", 24), of_monster("Gryphon", 25)
    medium = of_monster("Ogre", 20)
    assert [odds.closing_chance(*pair) for pair in ((slow, slow), (slow, medium), (fast, slow), (medium, fast))] == [
        50,
        67,
        100,
        100,
    ]


@pytest.mark.rule("AK-P5.0-06", "AK-P5.0-08")
@pytest.mark.parametrize(
    ("mine", "his", "plan", "other_plan", "at", "first"),
    [
        ({"ME": 2}, {"ME": 1}, "ME", "ME", "Melee", 0),
        ({"ME": 1}, {"ME": 2}, "ME", "ME", "Melee", 1),
        ({"ME": 1}, {"EL": 5}, "ME", "CA-FB", "Melee", 0),  # melee before spells
        ({"EL": 3}, {"AR": 2}, "CA-FB", "FI", "Bow", 0),
        ({"EL": 1}, {"AR": 2}, "CA-FB", "FI", "Bow", 1),
        ({"EL": 1}, {"AR": 8}, "CA-FB", "FI", "Spell", 0),  # at Spell range spells before arrows
        ({"EL": 1}, {"EL": 2}, "CA-FB", "CA-FB", "Spell", 1),
    ],
)
def test_who_acts_first(mine: dict[str, int], his: dict[str, int], plan: str, other_plan: str, at: Any, first: int) -> None:
    world = empty_world()
    one, other = hero(world, mine), hero(world, his, "BB", plan=other_plan)
    meeting = between(one, other, turn_of(world), plan, dice=Dice(rest=99))
    meeting.range = at
    fight(meeting)
    assert meeting.blows[0]["side"] == first
    assert meeting.blows[1]["side"] == 1 - first


@pytest.mark.rule("AK-P5.0-06")
@pytest.mark.parametrize(("face", "first"), [(1, 0), (2, 1)])
def test_equal_skill_acts_in_random_order(face: int, first: int) -> None:
    meeting = against({"ME": 2}, "Ogre", "ME", dice=Dice(100, other=[face], rest=100))
    meeting.range = "Melee"
    fight(meeting)
    assert meeting.blows[0]["side"] == first


@pytest.mark.rule("AK-P5.0-05")
def test_the_dead_do_not_act_and_the_fight_ends_at_no_hit_points() -> None:
    meeting = against({"ME": 3}, "Ogre", "ME", points=3, dice=Dice(other=[2]))  # d6 + 1: 3 damage
    meeting.range = "Melee"
    fight(meeting)
    assert words(meeting) == ["Hero4 ME hit"]
    assert (meeting.outcome, meeting.loser, meeting.sides[1].hit_points) == ("slain", meeting.sides[1], 0)
    meeting = against({"ME": 3}, "Ogre", "ME", points=4, dice=Dice(1, 1, other=[2, 7]))
    meeting.range = "Melee"
    fight(meeting)
    assert words(meeting)[:2] == ["Hero4 ME hit", "Ogre ME hit"]


@pytest.mark.rule("AK-D5.0-06", "AK-P5.0-02")
@pytest.mark.parametrize(
    ("skills", "kind", "plan", "done"),
    [
        ({"EL": 2, "ME": 1}, "Ogre", "", "Spell CA-LI"),
        ({"EL": 1}, "Ogre", "", "Spell CA-FB"),
        ({"EL": 2, "ME": 2}, "Ogre", "", "Melee ME"),
        ({"EL": 2, "AR": 3}, "Ogre", "", "Bow FI"),
        ({"AR": 1, "ME": 1}, "Ogre", "", "Melee ME"),
        ({"NE": 1}, "Mummy", "", "Melee ME"),  # Life Drain does nothing to undead
        ({"WH": 1}, "Mummy", "", "Spell CA-HS"),
        ({"WH": 1}, "Minotaur", "", "Melee ME"),
        ({"WH": 1}, "Ogre", "", "Spell CA-HS"),  # Evil
        ({"EL": 1}, "Ogre", "GI-8G", "Spell CA-FB"),
    ],
)
def test_generated_tactics(skills: dict[str, int], kind: str, plan: str, done: str) -> None:
    meeting = against(skills, kind, plan, points=60, dice=Dice(rest=67))
    fight(meeting)
    assert of(meeting)[0] == done


@pytest.mark.rule("AK-D5.0-06")
def test_the_last_aggressive_tactic_repeats() -> None:
    meeting = against({"EL": 4, "ME": 2}, "Giant Ant Queen", "ME, CA-FB, FL", points=60, dice=Dice(rest=68))
    meeting.range = "Melee"
    fight(meeting)
    assert of(meeting)[:5] == ["Melee ME", "Melee CA-FB", "Melee FL", "Melee CA-FB", "Melee CA-FB"]


@pytest.mark.rule("AK-D5.0-05")
def test_advancing_keeps_the_tactic_and_arrows_at_melee_range_are_blows() -> None:
    meeting = against({"AR": 1}, "Gargoyle", "FI, FI, FI, FL", points=60, dice=Dice(rest=66))
    meeting.sides[0].full = meeting.sides[0].hit_points = 60
    fight(meeting)
    assert of(meeting)[:4] == ["Bow FI", "Melee ME", "Melee ME", "Melee FL"]


@pytest.mark.rule("AK-D5.0-07")
def test_after_thirty_rounds_both_part_but_not_in_a_duel() -> None:
    meeting = against({"ME": 1}, "Ogre", "ME", dice=Dice(rest=96))
    fight(meeting)
    assert (meeting.outcome, meeting.round, meeting.loser) == ("parted", 30, None)
    world = empty_world()
    turn = turn_of(world)
    duel = between(hero(world, {"ME": 1}), hero(world, {"ME": 1}, "BB"), turn, "ME", "duel", Dice(*[96] * 150))
    fight(duel)
    assert duel.round > 30
    assert duel.outcome == "slain"


# --- arrows and melee --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D5.2-01")
@pytest.mark.parametrize(
    ("archery", "kind", "chance"),
    [(1, "Mummy", 60), (1, "Ogre", 55), (1, "Gryphon", 50), (4, "Ogre", 85), (6, "Mummy", 95), (9, "Gryphon", 95)],
)
def test_chance_of_an_arrow(archery: int, kind: str, chance: int) -> None:
    me, foe = against({"AR": archery}, kind).sides
    assert odds.hit_chance(me, foe, "FI") == chance


@pytest.mark.rule("AK-D5.2-01")
def test_arrows_need_archery_and_a_temper_parries_them() -> None:
    meeting = against({"ME": 1}, "Ogre", "FI, ME", dice=Dice(rest=90))
    fight(meeting)
    assert [one["word"] for one in meeting.sides[0].fates] == ["no archer"]
    world = empty_world(alignment="Good")
    turn = turn_of(world)
    me, foe = side(turn, hero(world, {"AR": 1})), side(turn, hero(world, temper="Cautious"))
    assert odds.hit_chance(me, foe, "FI") == 50 + 10 - 5 - 10


@pytest.mark.rule("AK-D5.2-01", "AK-D5.3-02")
@pytest.mark.parametrize(
    ("how", "level", "more"),
    [
        *(("FI", level, more) for level, more in ((1, 0), (2, 1), (3, 1), (4, 2), (7, 3))),
        *(("ME", level, more) for level, more in ((2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3))),
    ],
)
def test_damage_of_characters(how: str, level: int, more: int) -> None:
    me, foe = against({"AR": level} if how == "FI" else {"ME": level}).sides
    assert [odds.wound(me, foe, how, face) for face in (1, 6)] == [1 + more, 6 + more]
    assert odds.blow_die(me, how) == 6


@pytest.mark.rule("AK-D5.2-02", "AK-D5.9-32")
@pytest.mark.parametrize(
    ("kind", "temper", "chance", "die"),
    [("Giant", "Brave", 45, 7), ("Dragon", "Brave", 55, 10), ("Dragon", "Cautious", 45, 10)],
)
def test_missiles_of_monsters(kind: str, temper: str, chance: int, die: int) -> None:
    me, foe = against(kind=kind, temper=temper).sides
    assert odds.hit_chance(foe, me, "FI") == chance
    assert odds.blow_die(foe, "FI") == die
    meeting = against({"ME": 1}, kind, "ME", points=60, dice=Dice(rest=67))
    fight(meeting)
    assert of(meeting, 1)[:2] == ["Bow FI", "Melee ME"]


@pytest.mark.rule("AK-D5.3-01", "AK-D5.3-03")
@pytest.mark.parametrize(
    ("melee", "temper", "mine", "his"),
    [(3, "Brave", 70, 40), (3, "Cautious", 60, 30), (2, "Berserk", 50, 50), (9, "Brave", 95, 10), (0, "Berserk", 30, 70)],
)
def test_chance_of_melee_against_a_gryphon(melee: int, temper: str, mine: int, his: int) -> None:
    me, foe = against({"ME": melee}, "Gryphon", temper=temper).sides
    assert odds.hit_chance(me, foe, "ME") == mine
    assert odds.hit_chance(foe, me, "ME") == his


@pytest.mark.rule("AK-D5.3-01")
def test_the_limits_of_melee() -> None:
    me, foe = against({"ME": 0}, "Demon", temper="Cowardly").sides
    me.melee = -9
    assert odds.hit_chance(me, foe, "ME") == 10
    assert odds.hit_chance(foe, me, "ME") == 95


@pytest.mark.rule("AK-D5.3-02")
def test_monsters_do_damage_by_their_table() -> None:
    me, foe = against({}, "Dragon").sides
    assert odds.blow_die(foe, "ME") == 10
    assert [odds.wound(foe, me, "ME", face) for face in (1, 10)] == [1, 10]
    assert odds.expected_damage(foe, me) == Fraction(8, 10) * Fraction(11, 2)


@pytest.mark.rule("AK-D2.0-09")
def test_great_archers_shoot_twice_at_bow_range_and_once_from_afar() -> None:
    meeting = against({"AR": 5}, "Gargoyle", "FI", points=60, dice=Dice(100, 100, rest=67))
    fight(meeting)
    assert of(meeting)[:3] == ["Bow FI", "Bow FI", "Melee ME"]
    meeting = against({"AR": 8}, "Gargoyle", "FI", points=60, dice=Dice(100, 100, 100, rest=67))
    fight(meeting)
    assert of(meeting)[:4] == ["Spell FI", "Bow FI", "Bow FI", "Melee ME"]
    assert of(against({"AR": 4}, "Gargoyle", "FI")) == []


@pytest.mark.rule("AK-D2.0-10")
@pytest.mark.parametrize(("level", "blows"), [(7, 1), (8, 2)])
def test_great_fighters_strike_twice(level: int, blows: int) -> None:
    meeting = against({"ME": level}, "Ogre", "ME, FL", points=60, dice=Dice(rest=96))
    meeting.range = "Melee"
    fight(meeting)
    assert of(meeting)[: blows + 1] == ["Melee ME"] * blows + ["Melee FL"]
    assert odds.blows(meeting.sides[0], "ME") == blows


# --- monsters --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D5.9-32")
def test_monsters_with_spells_cast_in_the_first_two_rounds_by_their_level() -> None:
    meeting = against({"ME": 1}, "Evil Wizard", "ME", points=60, dice=Dice(71, 70, 1, rest=99))
    meeting.sides[0].hit_points = 30
    fight(meeting)
    casts = [one for one in meeting.blows if one["tactic"] == "CA-FB"]
    assert [(one["round"], one["chance"], one["word"], one["damage"]) for one in casts] == [
        (1, "70", "fizzled", 0),
        (2, "70", "struck", 3),
    ]
    assert of(meeting, 1)[2:3] == ["Melee ME"]


@pytest.mark.rule("AK-D5.9-32")
@pytest.mark.parametrize(
    ("kind", "full", "left", "face", "flees"),
    [
        ("Goblin Chief", 12, 2, 30, True),
        ("Goblin Chief", 12, 2, 31, False),
        ("Goblin Chief", 12, 3, 1, False),
        ("Skeleton Warrior", 12, 2, 1, False),
        ("Ogre", 20, 1, 1, False),
    ],
)
def test_small_monsters_flee_below_a_quarter(kind: str, full: int, left: int, face: int, flees: bool) -> None:
    meeting = against({"ME": 1}, kind, "ME", points=full, dice=Dice(face, rest=100))
    meeting.sides[1].hit_points = left
    fight(meeting)
    assert (meeting.outcome == "fled") == flees
    assert not flees or (meeting.round, meeting.loser) == (1, meeting.sides[1])

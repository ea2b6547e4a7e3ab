"""Spells and items in encounters (AK-D4.2-03 to 05, 07, 10, the encounter spells of the five schools, AK-DM)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.adventurer_kings.rules.encounters import odds
from postern.rulesets.adventurer_kings.rules.encounters.casting import cast, unusable, use
from postern.rulesets.adventurer_kings.rules.encounters.course import run
from postern.rulesets.adventurer_kings.rules.encounters.fighters import Encounter, of_monster
from postern.rulesets.adventurer_kings.rules.encounters.rounds import fight, strike
from postern.rulesets.adventurer_kings.rules.plans import Tactic
from postern.rulesets.adventurer_kings.tables import TABLES
from tests.rules.adventurer_kings.build import empty_world, turn_of
from tests.rules.adventurer_kings.meetings import Dice, against, between, chances, hero, side, words


def casting(
    level: int, code: str, kind: str = "Minotaur", dice: Dice | None = None, points: int = 40, **more: Any
) -> Encounter:
    """A hero who has cast a spell of this level of his school at a monster."""
    meeting = against({TABLES.spells[code].school: level}, kind, points=points, dice=dice, **more)
    cast(meeting, meeting.sides[0], Tactic("CA", code))
    return meeting


def against_hero(level: int, code: str, dice: Dice | None = None, **more: Any) -> Encounter:
    """The same at a hero of BB."""
    world = empty_world()
    one = hero(world, {TABLES.spells[code].school: level})
    meeting = between(one, hero(world, {"ME": 1}, "BB", **more), turn_of(world), dice=dice)
    cast(meeting, meeting.sides[0], Tactic("CA", code))
    return meeting


def result(meeting: Encounter) -> tuple[str, int]:
    """The word and the damage of what was done last."""
    return meeting.blows[-1]["word"], meeting.blows[-1]["damage"]


@pytest.mark.rule("AK-D4.2-03")
@pytest.mark.parametrize(
    ("code", "level", "chance"), [("FB", 1, 50), ("FB", 3, 70), ("LI", 2, 50), ("KI", 3, 50), ("FB", 6, 95)]
)
def test_chance_of_a_spell(code: str, level: int, chance: int) -> None:
    me = against({}).sides[0]
    assert odds.spell_chance(me, TABLES.spells[code], level) == chance


@pytest.mark.rule("AK-D4.2-03", "AK-D10.1-02")
@pytest.mark.parametrize(
    ("alignment", "offices", "white", "other"),
    [
        ("Neutral", [], 50, 50),
        ("Pagan", [], 60, 60),
        ("Neutral", ["AM"], 60, 60),
        ("Neutral", ["HP"], 60, 50),
        ("Pagan", ["AM", "HP"], 80, 70),
    ],
)
def test_magicians_arch_mage_and_high_priest(alignment: str, offices: list[str], white: int, other: int) -> None:
    world = empty_world(alignment=alignment)
    who = hero(world, {"WH": 1, "EL": 1})
    world.offices = dict.fromkeys(offices, who.id)
    me = side(turn_of(world), who)
    assert odds.spell_chance(me, TABLES.spells["HS"], 1) == white
    assert odds.spell_chance(me, TABLES.spells["FB"], 1) == other


@pytest.mark.rule("AK-D4.2-03")
def test_a_failed_spell_costs_the_tactic() -> None:
    meeting = against({"EL": 1}, "Minotaur", "CA-FB, FL", dice=Dice(51, 1))
    fight(meeting)
    assert words(meeting) == ["Hero4 CA-FB fizzled", "Hero4 FL fled"]


@pytest.mark.rule("AK-D4.2-04")
def test_level_plus_one_spells_of_a_school_in_an_encounter() -> None:
    meeting = against({"EL": 1, "PS": 1}, "Minotaur", "CA-FB, CA-FB, CA-FB, CA-PW, FL", dice=Dice(rest=51))
    meeting.sides[0].full = meeting.sides[0].hit_points = 90
    fight(meeting)
    assert words(meeting)[:2] == ["Hero4 CA-FB fizzled"] * 2
    assert [one["tactic"] for one in meeting.blows if one["side"] == 0][2:4] == ["CA-PW", "FL"]
    assert [(one["tactic"], one["word"]) for one in meeting.sides[0].fates] == [("CA-FB", "spent")]


@pytest.mark.rule("AK-D4.2-04", "AK-D5.0-06")
def test_spells_that_are_too_hard_are_skipped() -> None:
    meeting = against({"EL": 1}, "Minotaur", "CA-LI, CA-PW, FL")
    fight(meeting)
    assert [one["word"] for one in meeting.sides[0].fates] == ["too hard", "too hard"]
    assert words(meeting) == ["Hero4 FL fled"]


@pytest.mark.rule("AK-D4.2-05", "AK-P4.2-10")
@pytest.mark.parametrize(("face", "word"), [(50, "interrupted"), (51, "struck")])
def test_a_caster_hurt_in_the_same_round_may_lose_his_spell(face: int, word: str) -> None:
    meeting = against({"EL": 1}, "Minotaur", "CA-FB", dice=Dice(1, face))
    meeting.range = "Melee"  # the Minotaur strikes first and hits
    fight(meeting)
    assert words(meeting)[:2] == ["Minotaur ME hit", f"Hero4 CA-FB {word}"]
    assert meeting.sides[0].cast["EL"] >= 1


@pytest.mark.rule("AK-D4.2-05")
def test_hurt_of_an_earlier_round_does_not_interrupt() -> None:
    meeting = against({"EL": 1}, "Minotaur", "CA-FB", dice=Dice(50))
    meeting.sides[0].wounded = True
    cast(meeting, meeting.sides[0], Tactic("CA", "FB"))
    assert result(meeting)[0] == "struck"


# --- White -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D4.21-01", "AK-P4.2-09")
@pytest.mark.parametrize(("kind", "damage"), [("Mummy", 6 + 4), ("Ogre", 4), ("Minotaur", 0), ("Gryphon", 0)])
def test_holy_symbol(kind: str, damage: int) -> None:
    assert result(casting(2, "HS", kind, Dice(other=[6 if kind == "Mummy" else 4]))) == (
        "struck" if damage else "no effect",
        damage,
    )
    evil, undead = TABLES.spells["HS"], against_hero(2, "HS", Dice(other=[6]), alignment="Undead")
    assert (odds.spell_die(evil, of_monster("Ogre", 20)), result(undead)) == (4, ("struck", 10))
    assert result(against_hero(2, "HS", Dice(other=[4]), alignment="Evil")) == ("struck", 4)


@pytest.mark.rule("AK-D4.21-04", "AK-D4.23-01")
@pytest.mark.parametrize(("codes", "melee"), [(["SH"], 30), (["SH", "SH"], 30), (["IN"], 20), (["IN", "SH"], 10)])
def test_shield_of_faith_and_invisibility(codes: list[str], melee: int) -> None:
    meeting = against({"WH": 2, "IL": 1}, "Skeleton Warrior", temper="Berserk")
    me, foe = meeting.sides
    me.melee = 1
    for code in codes:
        cast(meeting, me, Tactic("CA", code))
    assert odds.hit_chance(foe, me, "ME") == melee
    assert odds.hit_chance(me, foe, "ME") == 50


# --- Psychic -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D4.22-01", "AK-P4.2-09")
def test_psychic_wind_dazes_for_one_tactic() -> None:
    meeting = against({"PS": 1}, "Minotaur", "CA-PW, FL", dice=Dice(50, 51, rest=96, other=[3]), points=30)
    meeting.sides[0].full = meeting.sides[0].hit_points = 60
    meeting.range = "Melee"
    meeting.sides[1].melee = 0
    meeting.sides[0].melee = 0
    cast(meeting, meeting.sides[0], Tactic("CA", "PW"))
    assert result(meeting) == ("dazed", 3)
    fight(meeting)
    assert words(meeting)[1] == "Minotaur ME lost"
    assert "Minotaur ME missed" in words(meeting)


@pytest.mark.rule("AK-D4.22-01")
@pytest.mark.parametrize(("face", "word"), [(50, "dazed"), (51, "no effect")])
def test_psychic_wind_on_undead_in_half_of_all_casts(face: int, word: str) -> None:
    meeting = casting(1, "PW", "Mummy", Dice(1, face))
    assert (result(meeting)[0], meeting.sides[1].dazed) == (word, word == "dazed")


@pytest.mark.rule("AK-D4.22-04", "AK-P4.2-09")
@pytest.mark.parametrize(("kind", "outcome"), [("Minotaur", "charmed"), ("Mummy", "")])
def test_charm_ends_the_encounter(kind: str, outcome: str) -> None:
    meeting = casting(2, "CH", kind)
    assert (meeting.outcome, meeting.loser) == (outcome, None)


# --- Illusory ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D4.23-05")
@pytest.mark.parametrize("how", ["ME", "FI"])
def test_mirror_images_take_the_next_hits(how: str) -> None:
    meeting = casting(2, "MI", "Dragon", Dice(1, 100, 1, 1, 1, other=[2, 5]))
    me, foe = meeting.sides
    for _ in range(4):
        strike(meeting, foe, Tactic(how))
    assert [one["word"] for one in meeting.blows[1:]] == ["missed", "image", "image", "hit"]
    assert me.hit_points == 10 - 5


# --- Elemental ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D4.24-01", "AK-D4.24-03", "AK-D4.25-02", "AK-D4.2-10")
@pytest.mark.parametrize(
    ("code", "level", "kind", "face", "damage"),
    [
        ("FB", 1, "Minotaur", 6, 7),
        ("FB", 2, "Minotaur", 6, 7),
        ("FB", 3, "Minotaur", 1, 3),
        ("FB", 3, "Dragon", 1, 2),
        ("FB", 3, "Efreet", 5, 4),
        ("LI", 3, "Dragon", 8, 10),
        ("LI", 2, "Minotaur", 1, 2),
        ("DR", 3, "Minotaur", 4, 6),
    ],
)
def test_damage_of_spells(code: str, level: int, kind: str, face: int, damage: int) -> None:
    meeting = casting(level, code, kind, Dice(other=[face]))
    assert result(meeting)[1] == damage == 40 - meeting.sides[1].hit_points


# --- Necromancy --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D4.25-02")
@pytest.mark.parametrize(("left", "after"), [(3, 6), (8, 10)])
def test_life_drain_gives_half_to_the_caster_up_to_his_maximum(left: int, after: int) -> None:
    meeting = against({"NE": 3}, "Minotaur", points=40, dice=Dice(other=[4]))
    meeting.sides[0].hit_points = left
    cast(meeting, meeting.sides[0], Tactic("CA", "DR"))  # 4 + 2 damage, 3 to him
    assert meeting.sides[0].hit_points == after
    assert result(casting(3, "DR", "Mummy")) == ("no effect", 0)


@pytest.mark.rule("AK-D4.25-03")
def test_fear_makes_the_next_tactic_a_flight() -> None:
    meeting = against({"NE": 2}, "Minotaur", "CA-FE, FL", dice=Dice(50, 50))
    fight(meeting)
    assert words(meeting) == ["Hero4 CA-FE afraid", "Minotaur FL fled"]
    for kind in ("Mummy",):
        assert result(casting(2, "FE", kind))[0] == "no effect"
    assert result(against_hero(2, "FE", temper="Berserk"))[0] == "no effect"
    assert result(against_hero(2, "FE", temper="Brave"))[0] == "afraid"


@pytest.mark.rule("AK-D4.25-05", "AK-P4.2-09")
@pytest.mark.parametrize(
    ("kind", "points", "face", "word"),
    [
        ("Minotaur", 30, 30, "killed"),
        ("Minotaur", 30, 31, "lived"),
        ("Minotaur", 31, 1, "no effect"),
        ("Mummy", 24, 1, "no effect"),
    ],
)
def test_kill_enemy(kind: str, points: int, face: int, word: str) -> None:
    meeting = casting(3, "KI", kind, Dice(50, face), points)
    assert result(meeting)[0] == word
    assert (meeting.outcome == "slain") == (word == "killed")


@pytest.mark.rule("AK-P5.10-06", "AK-D4.25-05")
def test_kill_enemy_is_not_for_defence() -> None:
    world = empty_world()
    necromancer = hero(world, {"NE": 3}, "BB", plan="CA-KI, FL")
    meeting = between(hero(world, {"EL": 1}), necromancer, turn_of(world), "CA-FB", dice=Dice(100, 1))
    fight(meeting)
    assert [one["word"] for one in meeting.sides[1].fates] == ["not in defence"]
    assert words(meeting)[-1].endswith("FL fled")
    meeting = between(necromancer, hero(world, {"ME": 1}), turn_of(world), "CA-KI", dice=Dice())
    fight(meeting)
    assert words(meeting) == [f"{necromancer.name} CA-KI killed"]


# --- items -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D4.2-07", "AK-D4.2-10", "AK-DM-30", "AK-DM-31", "AK-DM-32", "AK-DM-36", "AK-DM-16")
@pytest.mark.parametrize(
    ("item", "kind", "chance", "word", "damage"),
    [
        (29, "Minotaur", 60, "struck", 6 + 1),  # Ring of Fire, level 2
        (30, "Minotaur", 60, "struck", 6 + 2),  # Wand of Lightning, level 3
        (28, "Minotaur", 60, "unseen", 0),
        (36, "Mummy", 60, "struck", 6 + 4),
        (14, "Minotaur", 60, "dazed", 3),
    ],
)
def test_spells_of_items(item: int, kind: str, chance: int, word: str, damage: int) -> None:
    meeting = against({}, kind, points=40, items=[item], dice=Dice(chance, other=[damage if word == "dazed" else 6]))
    use(meeting, meeting.sides[0], Tactic("US", str(item)))
    assert (*result(meeting), meeting.blows[-1]["chance"]) == (word, damage, str(chance))
    meeting = against({}, kind, items=[item], dice=Dice(chance + 1))
    use(meeting, meeting.sides[0], Tactic("US", str(item)))
    assert result(meeting)[0] == "fizzled"


@pytest.mark.rule("AK-D4.2-07")
def test_each_item_once_an_encounter_and_without_the_limit_of_spells() -> None:
    meeting = against(
        {}, "Minotaur", "US-29, US-29, US-30, US-31, US-12, FL", points=40, items=[29, 30, 31], dice=Dice(1, 1, 51, 1)
    )
    fight(meeting)
    assert words(meeting)[:2] == ["Hero4 US-29 struck", "Hero4 US-30 struck"]
    assert [(one["tactic"], one["word"]) for one in meeting.sides[0].fates] == [
        ("US-29", "used"),
        ("US-31", "useless"),
        ("US-12", "not carried"),
    ]
    assert meeting.sides[0].who is not None
    assert meeting.sides[0].who.items == [29, 30, 31]


@pytest.mark.rule("AK-DM-40")
def test_a_potion_restores_all_hit_points_and_is_used_up() -> None:
    meeting = against({}, items=[38, 12])
    me = meeting.sides[0]
    me.hit_points = 2
    assert unusable(me, Tactic("US", "38")) == ""
    use(meeting, me, Tactic("US", "38"))
    assert (me.hit_points, me.hero.items, unusable(me, Tactic("US", "38"))) == (10, [12], "not carried")


@pytest.mark.rule("AK-DM-39")
@pytest.mark.parametrize("why", ["search", "meeting", "random"])
def test_the_amulet_of_life_saves_its_bearer_once(why: Any) -> None:
    meeting = against({}, "Ogre", "ME", items=[37, 12], dice=Dice(other=[7] * 9))
    meeting.why, meeting.range, me = why, "Melee", meeting.sides[0]
    me.hit_points = 4
    fight(meeting)
    assert (meeting.outcome, meeting.loser, me.hit_points) == ("saved", me, 1)
    assert (me.hero.items, me.hero.status, me.hero.province) == ([12], "serving", 82)


@pytest.mark.rule("AK-DM-18", "AK-DM-15", "AK-DM-03", "AK-DM-10", "AK-DM-14")
@pytest.mark.parametrize(
    ("items", "kind", "damage"),
    [
        ([], "Mummy", (1, 6)),
        ([13], "Mummy", (3, 8)),
        ([1], "Mummy", (3 + 1, 8 + 1)),  # Melee 1 + 2
        ([8], "Mummy", (2 * (1 + 1), 2 * (6 + 1))),
        ([8], "Ogre", (1 + 1, 6 + 1)),
        ([12], "Ogre", (1 + 1, 6 + 1)),
    ],
)
def test_damage_with_weapons(items: list[int], kind: str, damage: tuple[int, int]) -> None:
    me, foe = against({"ME": 1}, kind, items=items).sides
    assert (odds.wound(me, foe, "ME", 1), odds.wound(me, foe, "ME", 6)) == damage
    assert odds.wound(me, foe, "FI", 1) == 1


@pytest.mark.rule("AK-DM-18")
def test_mithril_armor_takes_1_from_each_hit_but_not_from_spells() -> None:
    me, foe = against({}, "Ogre", items=[16]).sides
    assert [odds.wound(foe, me, "ME", face) for face in (1, 2, 7)] == [1, 1, 6]
    assert odds.expected_damage(foe, me) == Fraction(7, 10) * Fraction(1 + 1 + 2 + 3 + 4 + 5 + 6, 7)
    assert odds.spell_damage(TABLES.spells["FB"], 1, me, 3) == 4


@pytest.mark.rule("AK-DM-19", "AK-DM-11")
@pytest.mark.parametrize(("items", "melee", "arrow"), [([], 60, 45), ([17], 50, 35), ([9], 30, 45), ([9, 17], 20, 35)])
def test_shield_and_invisible_sword(items: list[int], melee: int, arrow: int) -> None:
    me, foe = against({}, "Giant", items=items).sides
    assert chances(foe, me) == (melee, arrow)


@pytest.mark.rule("AK-D2.0-15")
@pytest.mark.parametrize(("level", "rises"), [(7, False), (8, True)])
def test_a_great_necromancer_slain_in_an_encounter_may_rise(level: int, rises: bool) -> None:
    meeting = against({"NE": level}, "Ogre", "FI, ME", dice=Dice(rest=70, other=[1, 7] + [7] * 20))
    meeting.range, meeting.sides[0].hit_points = "Melee", 1
    meeting.sides[0].magic = {}
    run(meeting)
    assert (meeting.sides[0].hero.status, meeting.sides[0].hero.rises) == ("dead", rises)

"""Levels, aptitudes and experience: sections 2.0, 3.19 and 4.0."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.rules.abilities.levels import experience, initiative, level, rise, skill, steps_between
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.world import Character, World
from tests.rules.adventurer_kings.build import HOMES, add_character, always, empty_world, only, told, turn_of

HOME = HOMES["AA"]


def hero_with(skills: dict[str, int], **more: object) -> tuple[World, Character]:
    world = empty_world()
    return world, add_character(world, "AA", HOME, skills, **more)


@pytest.mark.rule("AK-D2.0-01", "AK-P4.1-01", "AK-P4.2-01", "AK-P4.3-01")
def test_the_fifteen_abilities() -> None:
    groups = {
        "martial": "TA Tactical, MA March, NA Naval, AR Archery, ME Melee",
        "magic": "WH White, PS Psychic, IL Illusory, EL Elemental, NE Necromancy",
        "special": "EX Explorer, DR Druid, SP Spy, TH Thief, SG Sage",
    }
    for group, names in groups.items():
        rows = [f"{one.code} {one.name}" for one in TABLES.abilities.values() if one.group == group]
        assert ", ".join(rows) == names


@pytest.mark.rule("AK-D2.0-02", "AK-DM-02", "AK-DM-12")
@pytest.mark.parametrize(
    ("own", "aptitude", "items", "inventions", "reached"),
    [
        (2, 4, [], [], 2),
        (2, 4, [10], [], 3),  # Shadow Sword: Spy +1
        (0, 4, [10], [], 1),
        (0, 0, [10], [17], 0),  # no aptitude at all
        (9, 9, [10, 23], [17], 12),  # with Spyglass and Cipher above 9
    ],
)
def test_the_effective_level(own: int, aptitude: int, items: list[int], inventions: list[int], reached: int) -> None:
    world, hero = hero_with({"SP": own}, items=items)
    hero.aptitudes["SP"] = aptitude
    world.kingdoms["AA"].inventions = inventions
    assert level(world, hero, "SP") == reached


@pytest.mark.rule("AK-P2.1-06", "AK-2.3-01", "AK-2.3-07", "AK-D2.0-02")
@pytest.mark.parametrize(
    ("alignment", "ability", "king", "reached"),
    [
        ("Divine", "WH", True, 3),
        ("Undead", "NE", True, 3),
        ("Divine", "NE", True, 2),
        ("Undead", "NE", False, 2),
        ("Good", "WH", True, 2),
    ],
)
def test_divine_and_undead_kings_are_better_by_a_level(alignment: str, ability: str, king: bool, reached: int) -> None:
    world, hero = hero_with({ability: 2}, alignment=alignment, king=king)
    assert skill(hero, ability) == level(world, hero, ability) == reached


@pytest.mark.rule("AK-D2.0-03", "AK-P3.0-02")
def test_initiative_counts_march_three_times() -> None:
    world, hero = hero_with({"MA": 2, "TA": 1, "SG": 1}, items=[19, 27])  # Boots of Speed: March +1
    assert initiative(world, hero) == 2 + 3 * 3
    world.kingdoms["AA"].inventions = [17]
    assert initiative(world, hero) == 12


@pytest.mark.rule("AK-D2.0-04", "AK-P2.0-04", "AK-P2.0-05", "AK-P2.0-06")
def test_a_rise_within_the_aptitude_raises_the_skill() -> None:
    world, hero = hero_with({"ME": 3})
    turn = always(turn_of(world))
    assert rise(turn, hero, "ME")
    assert (hero.skills["ME"], hero.aptitudes["ME"]) == (4, 4)
    assert only(turn, "rose").data["now"] == 4
    assert not rise(turn, hero, "ME")
    assert (hero.skills["ME"], hero.aptitudes["ME"]) == (4, 5)  # at skill 4 the aptitude rises for sure
    assert only(turn, "aptitude").data["chance"] == "100"


@pytest.mark.rule("AK-P2.0-08", "AK-D2.0-04")
@pytest.mark.parametrize(("now", "chance"), [(0, 0), (1, 10), (2, 25), (3, 50), (4, 100), (5, 80), (6, 60), (7, 40), (8, 20)])
def test_a_rise_beyond_the_aptitude_may_raise_that(now: int, chance: int) -> None:
    assert TABLES.aptitudes[now].rise == chance
    for face, raised in ((chance, bool(chance)), (chance + 1, False)):
        world, hero = hero_with({"ME": now})
        hero.aptitudes["ME"] = now
        if 0 < face <= 100:
            assert not rise(always(turn_of(world), face), hero, "ME")
            assert (hero.skills["ME"], hero.aptitudes["ME"]) == (now, now + raised)


@pytest.mark.rule("AK-D2.0-05", "AK-P2.0-01", "AK-P2.1-07")
def test_nine_is_the_top_and_what_is_barred_never_rises() -> None:
    world, hero = hero_with({"ME": 9})
    hero.aptitudes |= {"ME": 9, "NE": 0}
    turn = always(turn_of(world))
    assert not rise(turn, hero, "ME")
    assert not rise(turn, hero, "NE")
    assert (hero.skills["ME"], hero.aptitudes["ME"], hero.aptitudes["NE"]) == (9, 9, 0)


EXPERIENCE = [
    ("move", 10, "MA"),
    ("sail", 10, "NA"),
    ("explore", 10, "EX"),
    ("recruit", 5, "DR"),
    ("pick_up", 5, "MA"),
    ("pick_up_naval", 5, "NA"),
    ("cast", 10, ""),
    ("spy", 10, "SP"),
    ("command", 15, ""),
    ("lead", 10, ""),
    ("TA", 10, "DR"),
    ("FI", 10, "AR"),
    ("ME", 10, "ME"),
    ("CA", 10, ""),
    ("ST", 15, "TH"),
]


@pytest.mark.rule(*(f"AK-3.19-{number:02}" for number in range(1, 16)))
@pytest.mark.parametrize(("name", "chance", "ability"), EXPERIENCE)
def test_the_chances_of_experience(name: str, chance: int, ability: str) -> None:
    row = TABLES.experience[name]
    assert (row.chance, row.ability) == (chance, ability)
    for face, learnt in ((chance, True), (chance + 1, False)):
        world, hero = hero_with({})
        assert experience(always(turn_of(world), face), hero, name, ability or "TA") == learnt
        assert hero.skills.get(ability or "TA", 0) == learnt


@pytest.mark.rule("AK-D2.0-05")
def test_an_action_is_thrown_for_once_an_ability_and_phase() -> None:
    world, hero = hero_with({})
    turn = always(turn_of(world))
    turn.phase = 1
    assert experience(turn, hero, "spy")
    assert not experience(turn, hero, "spy")
    assert experience(turn, hero, "move")
    turn.phase = 2
    assert experience(turn, hero, "spy")
    assert (hero.skills["SP"], hero.skills["MA"]) == (2, 1)


@pytest.mark.rule("AK-P2.0-06")
def test_experience_is_limited_by_aptitude_too() -> None:
    world, hero = hero_with({"SP": 4})
    turn = always(turn_of(world), 1, 1)
    assert not experience(turn, hero, "spy")
    assert (hero.skills["SP"], hero.aptitudes["SP"]) == (4, 5)
    assert told(turn, "rose") == []


@pytest.mark.rule("AK-2.3-08")
@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [("Divine", "Undead", 6), ("Good", "Evil", 4), ("Neutral", "Neutral", 0), ("Druidic", "Pagan", 2)],
)
def test_alignments_stand_in_one_line(one: str, other: str, steps: int) -> None:
    assert steps_between(one, other) == steps_between(other, one) == steps


@pytest.mark.rule("AK-P2.0-09")
def test_characters_are_of_four_races() -> None:
    assert [one.name for one in TABLES.races.values() if one.humanoid] == ["Human", "Elf", "Dwarf", "Orc"]

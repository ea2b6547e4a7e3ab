"""Casting: which spells a character can cast, how likely they succeed, and what is said of the others (sections 3.10, 4.2)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.orders.magic import cast, castable
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, World
from tests.rules.adventurer_kings.build import (
    HOMES,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    only,
    step,
    told,
    turn_of,
)

HOME = HOMES["AA"]


def mage(skills: dict[str, int], kingdom: str = "Neutral", **more: object) -> tuple[World, Character]:
    """A mage (4) at the home of a kingdom of this alignment."""
    world = empty_world(alignment=kingdom)
    return world, add_character(world, "AA", HOME, skills, name="Selwyn", **more)


def casts(world: World, order: str, *faces: int) -> Turn:
    turn = always(turn_of(world, {"AA": f"CHAR 4\n1 {order}"}), *faces)
    carry_out(turn, cast)
    return turn


@pytest.mark.rule("AK-D4.2-02", "AK-D4.2-10", "AK-D10.1-02", "AK-D0-01")
@pytest.mark.parametrize(
    ("skill", "spell", "kingdom", "offices", "chance"),
    [
        (1, "BL", "Neutral", "", 50),
        (2, "BL", "Neutral", "", 65),
        (3, "BL", "Neutral", "", 80),
        (4, "BL", "Neutral", "", 95),
        (9, "BL", "Neutral", "", 95),
        (1, "BL", "Pagan", "", 60),
        (4, "BL", "Pagan", "", 95),
        (1, "BL", "Neutral", "HP", 60),
        (1, "BL", "Neutral", "AM", 60),
        (1, "BL", "Pagan", "HP AM", 80),
    ],
)
def test_the_chance_of_a_spell(skill: int, spell: str, kingdom: str, offices: str, chance: int) -> None:
    for face, blessed in ((chance, True), (chance + 1, False)):
        world, _ = mage({"WH": skill}, kingdom)
        world.offices = dict.fromkeys(offices.split(), 4)
        turn = casts(world, f"CA {spell}", face)
        event = only(turn, "cast").data
        assert (event["chance"], event["yes"], event["level"]) == (str(chance), blessed, skill)
        assert world.provinces[HOME].blessed is blessed


@pytest.mark.rule("AK-D10.1-02")
def test_the_high_priest_is_better_in_white_magic_alone() -> None:
    world, _ = mage({"IL": 1})
    world.offices = {"HP": 4}
    assert only(casts(world, "CA PH"), "cast").data["chance"] == "50"


@pytest.mark.rule("AK-D4.2-01", "AK-P4.0-01", "AK-P4.2-01")
@pytest.mark.parametrize(
    ("skills", "codes"),
    [
        ({}, ""),
        ({"TA": 9}, ""),
        ({"WH": 1}, "BL"),
        ({"WH": 2, "NE": 1}, "BL RE AN NC"),
        ({"PS": 3}, "MR OR CL"),
        ({"IL": 4}, "PH DI IT"),
        ({"EL": 5}, "WI EQ FO ST"),
        ({"EL": 8}, "WI EQ FO ST EL"),
    ],
)
def test_a_level_opens_the_spells_of_a_school(skills: dict[str, int], codes: str) -> None:
    world, hero = mage(skills)
    assert [one.code for one in castable(world, hero)] == codes.split()


@pytest.mark.rule("AK-D4.2-01", "AK-D2.0-02", "AK-DM-10")
def test_items_open_spells_but_not_those_of_secret_powers() -> None:
    world, hero = mage({"WH": 4}, items=[8])  # Holy Sword: White Magic +1
    assert [one.code for one in castable(world, hero)] == ["BL", "RE", "PA"]
    hero.skills["WH"] = 5
    assert castable(world, hero)[-1].code == "HW"


@pytest.mark.rule("AK-D4.2-08", "AK-D2.0-11", "AK-D2.0-13", "AK-D2.0-14")
@pytest.mark.parametrize(("code", "school", "level"), [("HW", "WH", 5), ("VE", "IL", 5), ("ST", "EL", 5), ("EL", "EL", 8)])
def test_spells_of_secret_powers_are_of_level_5_or_8(code: str, school: str, level: int) -> None:
    assert (TABLES.spells[code].level, TABLES.spells[code].school) == (level, school)
    world, hero = mage({school: level}, "Good")
    if code == "ST":
        world.provinces[HOME].terrain = "Sea"
    assert only(casts(world, f"CA {code}"), "cast").data["chance"] == "50"
    hero.skills[school] = level - 1
    assert failures(casts(world, f"CA {code}")) == ["LEVEL"]


@pytest.mark.rule("AK-3.19-07", "AK-D3.19-01")
@pytest.mark.parametrize(("success", "learns", "skill"), [(1, 10, 3), (100, 10, 3), (1, 11, 2), (100, 11, 2)])
def test_casting_teaches_the_school_whether_it_succeeds_or_not(success: int, learns: int, skill: int) -> None:
    world, hero = mage({"WH": 2})
    step(always(turn_of(world, {"AA": "CHAR 4\n1 CA BL"}), success, learns), "1b", act)
    assert hero.skills["WH"] == skill


@pytest.mark.rule("AK-D3.19-01")
def test_an_impossible_spell_teaches_nothing() -> None:
    world, hero = mage({"WH": 2})
    hero.province = 120
    turn = step(always(turn_of(world, {"AA": "CHAR 4\n1 CA BL"})), "1b", act)
    assert (failures(turn), hero.skills["WH"]) == (["OWNER"], 2)


@pytest.mark.rule("AK-D3.10-01", "AK-D3.0-07", "AK-P4.2-01")
@pytest.mark.parametrize(
    ("order", "code", "why", "remedy"),
    [
        ("CA FB", "ENCOUNTER", "Fireball is a spell of encounters", "Write CA-FB in a plan"),
        ("CA ZZ", "NO SPELL", "There is no spell ZZ", "Selwyn can cast BL (Bless)"),
        ("CA RE", "LEVEL", "Resurrect needs White level 2, and Selwyn has 1", "Selwyn can cast BL (Bless)"),
        ("CA HW", "LEVEL", "Holy War needs White skill 5, and Selwyn has 1", ""),
        ("CA BL 83", "TOO FAR", "P83 (83) is 1 provinces away, and Bless reaches 0", "You could name 82"),
        ("CA BL 999", "NO PROVINCE", "There is no province 999", ""),
    ],
)
def test_what_cannot_be_cast_is_answered_with_what_can(order: str, code: str, why: str, remedy: str) -> None:
    world, _ = mage({"WH": 1})
    turn = casts(world, order)
    assert failures(turn) == [code]
    assert why in turn.failures[0].why
    assert remedy in turn.failures[0].remedy


@pytest.mark.rule("AK-D3.10-01")
def test_who_has_no_magic_hears_so() -> None:
    world, _ = mage({})
    turn = casts(world, "CA BL")
    assert failures(turn) == ["LEVEL"]
    assert turn.failures[0].remedy == "Selwyn can cast no action or battle spell."
    assert not told(turn, "cast")


@pytest.mark.rule("AK-P3.0-04", "AK-D3.0-12")
def test_casting_tried_out_takes_the_likelier_and_tells_no_secret() -> None:
    world, hero = mage({"PS": 3})
    other = add_character(world, "BB", HOME, {"TA": 3})
    turn = turn_of(world, {"AA": f"CHAR 4\n1 CA MR {other.id}\n2 CA CL 85"}, expected=True)
    assert [carry_out(turn, cast), carry_out(turn, cast, 1)] == [True, True]
    assert [told(turn, "mind read"), told(turn, "spied")] == [[], []]
    assert hero.skills["PS"] == 3

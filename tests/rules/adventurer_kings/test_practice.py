"""Practice and the training of armies: section 3.13 and the training of section 6.1."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.heroes import practise
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, World
from tests.rules.adventurer_kings.build import (
    HOMES,
    add_army,
    add_character,
    always,
    carry_out,
    doing,
    empty_world,
    failures,
    only,
    relate,
    told,
    turn_of,
)

HOME = HOMES["AA"]


def practised(world: World, who: Character, ability: str, *faces: int, **letters: str) -> Turn:
    text = {who.kingdom: f"CHAR {who.id}\n1 PR {ability}", **letters}
    turn = always(turn_of(world, text), *faces)
    carry_out(turn, practise)
    return turn


@pytest.mark.rule("AK-D3.13-01", "AK-D3.13-02", "AK-D4.35-23", "AK-P4.0-01")
@pytest.mark.parametrize(
    ("skill", "schooled", "chance"), [(0, False, "27"), (2, False, "21"), (8, False, "3"), (0, True, "32"), (2, True, "26")]
)
def test_the_chance_to_rise_falls_with_skill(skill: int, schooled: bool, chance: str) -> None:
    world = empty_world()
    hero = add_character(world, "AA", HOME, {"EX": skill})
    hero.aptitudes["EX"] = 9
    world.kingdoms["AA"].inventions = [21] if schooled else []
    turn = practised(world, hero, "EX", int(chance))
    assert only(turn, "practised").data["chance"] == chance
    assert hero.skills["EX"] == skill + 1
    hero.skills["EX"] = skill
    practised(world, hero, "EX", int(chance) + 1)
    assert hero.skills["EX"] == skill


@pytest.mark.rule("AK-D3.13-01", "AK-D3.13-02", "AK-D3.13-03")
@pytest.mark.parametrize(
    ("code", "relation", "skill", "where", "ability", "chance"),
    [
        ("AA", "", 3, HOME, "EX", "42"),
        ("AA", "", 2, HOME, "EX", "21"),  # no better
        ("AA", "", 3, 83, "EX", "21"),  # elsewhere
        ("AA", "", 3, HOME, "AR", "21"),  # practises something else
        ("BB", "Allied", 3, HOME, "EX", "42"),
        ("BB", "Neutral", 3, HOME, "EX", "21"),
    ],
)
def test_a_teacher_doubles_the_chance_of_the_lower_one(
    code: str, relation: str, skill: int, where: int, ability: str, chance: str
) -> None:
    world = empty_world()
    hero = add_character(world, "AA", HOME, {"EX": 2})
    teacher = add_character(world, code, where, {"EX": skill, "AR": 3})
    if relation:
        relate(world, "AA", "BB", relation)
    text = f"CHAR {hero.id}\n1 PR EX\n"
    order = f"CHAR {teacher.id}\n1 PR {ability}"
    letters = {"AA": text + order} if code == "AA" else {"AA": text, code: order}
    turn = always(turn_of(world, letters), 100, 100)
    for place in range(2):
        carry_out(turn, practise, place)
    first, second = told(turn, "practised")
    assert first.data["chance"] == chance
    own = {2: "21", 3: "18"}[3 if ability == "AR" else skill]
    assert second.data["chance"] == own  # the teacher gains nothing


@pytest.mark.rule("AK-P2.1-07", "AK-D2.0-05")
def test_what_has_no_aptitude_is_never_practised_and_nine_is_the_top() -> None:
    world = empty_world()
    hero = add_character(world, "AA", HOME, {"AR": 9})
    hero.aptitudes |= {"NE": 0, "AR": 9}
    assert failures(practised(world, hero, "NE")) == ["APTITUDE"]
    assert failures(practised(world, hero, "AR")) == ["MASTER"]
    assert hero.skills["AR"] == 9


def trained(qualities: list[int], ability: str = "TA", *faces: int, kinds: str = "") -> tuple[World, Turn]:
    """A leader of armies of these qualities (and types) who practises; the first die is that of his own practice."""
    world = empty_world()
    types = kinds.split() or ["LE"] * len(qualities)
    for quality, kind in zip(qualities, types, strict=True):
        add_army(world, "AA", kind, HOME, 1, quality=quality)
    return world, practised(world, world.characters[1], ability, 100, *faces)


@pytest.mark.rule("AK-P6.1-06")
@pytest.mark.parametrize(
    ("quality", "chance", "last"), [(0, "100", 100), (1, "25", 25), (2, "5", 5), (3, "1", 1), (4, "0.2", 0)]
)
def test_training_succeeds_by_quality(quality: int, chance: str, last: int) -> None:
    world, turn = trained([quality, quality + 1], "TA", last or 1, 100)
    first = world.armies[1]
    assert first.quality == quality + 1
    event = told(turn, "trained")[0].data
    assert (event["chance"], event["quality"]) == (chance, TABLES.qualities[quality + 1].name)
    if last < 100:
        world, _ = trained([quality, quality + 1], "TA", last + 1 + (quality == 4), 100)
        assert world.armies[1].quality == quality


@pytest.mark.rule("AK-P6.1-06")
def test_the_second_die_decides_a_fifth_of_a_percent() -> None:
    world, _ = trained([4, 5], "TA", 1)  # 0.2%: a 1, then 1 of 5
    assert world.armies[1].quality == 5


@pytest.mark.rule("AK-P6.1-07", "AK-D6.1-02")
@pytest.mark.parametrize(
    ("qualities", "kinds", "rises"),
    [
        ([1, 2], "LE LE", True),
        ([1, 1], "LE LE", False),
        ([1, 3], "LE LE", False),
        ([1, 2], "LE BO", True),
        ([-1, 0], "", False),
    ],
)
def test_an_army_of_the_higher_quality_must_take_part(qualities: list[int], kinds: str, rises: bool) -> None:
    world, _ = trained(qualities, "TA", 1, 100, kinds=kinds)
    assert world.armies[1].quality == qualities[0] + rises


@pytest.mark.rule("AK-P6.1-08")
@pytest.mark.parametrize(
    ("where", "phase", "code", "rises"),
    [(HOME, 1, "AA", True), (83, 1, "AA", False), (HOME, 2, "AA", False), (HOME, 1, "BB", False)],
)
def test_leaders_who_practise_together_pool_their_armies(where: int, phase: int, code: str, rises: bool) -> None:
    world = empty_world()
    other = add_character(world, code, where)
    add_army(world, "AA", "LE", HOME, 1, quality=1)
    add_army(world, code, "BO", where, other.id, quality=2)
    letters = {"AA": "CHAR 1\n1 PR TA\n"}
    letters[code] = letters.get(code, "") + f"CHAR {other.id}\n{phase} PR TA"
    turn = always(turn_of(world, letters), 100, 1)
    carry_out(turn, practise)
    assert world.armies[1].quality == 1 + rises


@pytest.mark.rule("AK-P6.1-09", "AK-D6.1-01")
@pytest.mark.parametrize(
    ("ability", "kind", "rises"),
    [("TA", "LE", True), ("TA", "FL", False), ("NA", "FL", True), ("NA", "WH", True), ("NA", "ME", True), ("NA", "LE", False)],
)
def test_tactical_trains_on_land_and_naval_at_sea(ability: str, kind: str, rises: bool) -> None:
    world, _ = trained([1, 2], ability, 1, 100, kinds=f"{kind} {kind}")
    assert world.armies[1].quality == 1 + rises


@pytest.mark.rule("AK-D6.1-01")
def test_training_practises_the_leader_too_and_raises_each_army_once() -> None:
    world = empty_world()
    for quality in (0, 1, 2):
        add_army(world, "AA", "LE", HOME, 1, quality=quality)
    turn = practised(world, world.characters[1], "TA", 1, 1, 1, 100)
    assert [one.quality for one in world.armies.values()] == [1, 2, 2]
    assert world.characters[1].skills["TA"] == 3
    assert len(told(turn, "trained")) == 2


@pytest.mark.rule("AK-D4.25-07")
def test_skeletal_armies_are_not_trained_above_veteran() -> None:
    world = empty_world()
    for quality in (3, 4):
        add_army(world, "AA", "LE", HOME, 1, quality=quality, skeletal=quality == 3)
    practised(world, world.characters[1], "TA", 100, 1)
    assert world.armies[1].quality == 3
    world.armies[1].quality = 2
    add_army(world, "AA", "LE", HOME, 1, quality=3)
    practised(world, world.characters[1], "TA", 100, 1, 100)
    assert world.armies[1].quality == 3


@pytest.mark.rule("AK-P6.1-08")
def test_who_was_hired_this_year_trains_nobody() -> None:
    world = empty_world()
    new = add_character(world, "AA", HOME, {"EX": 4}, hired=1)
    hero = add_character(world, "AA", HOME, {"EX": 2})
    turn = always(turn_of(world, {"AA": f"CHAR {hero.id}\n1 PR EX\nCHAR {new.id}\n1 PR EX"}), 100)
    carry_out(turn, practise)
    assert only(turn, "practised").data["chance"] == "21"
    assert doing(turn).who is hero

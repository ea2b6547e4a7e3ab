"""Theft from guardians and characters (AK-D5.5-01 to 03) and the powers of thieves."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.adventurer_kings.turn import Turn
from tests.rules.adventurer_kings.build import empty_world, only, told
from tests.rules.adventurer_kings.meetings import Dice, hero, lair, met, searched


def attempt(turn: Turn) -> dict[str, Any]:
    """What became of the theft."""
    return next(one for one in told(turn, "encounter")[0].data["fates"] if one["tactic"] == "ST")


@pytest.mark.rule("AK-D5.5-01", "AK-D4.34-01")
@pytest.mark.parametrize(
    ("thief", "kind", "chance"),
    [(1, "Ogre", 20), (3, "Ogre", 50), (3, "Demon", 40), (0, "Demon", 5), (9, "Lich", 90), (2, "Goblin Chief", 45)],
)
def test_chance_of_theft_from_a_guardian(thief: int, kind: str, chance: int) -> None:
    for face in (chance, chance + 1):
        world = empty_world()
        feature = lair(world, kind)
        who = hero(world, {"TH": thief})
        turn = searched(world, who, "ST, FL", Dice(face, rest=1))
        assert attempt(turn)["chance"] == str(chance)
        assert (feature.gold == 4) == (face == chance)


@pytest.mark.rule("AK-D5.5-01")
def test_half_of_the_gold_rounded_up_and_one_item() -> None:
    world = empty_world()
    feature = lair(world)
    who = hero(world, {"TH": 2})
    turn = searched(world, who, "ST, ME")
    assert (feature.gold, feature.items, who.items, world.kingdoms["AA"].gold) == (4, [16], [11], 15)
    assert told(turn, "encounter")[0].data["outcome"] == "stolen"
    assert feature.guardian is not None


@pytest.mark.rule("AK-D2.0-19")
@pytest.mark.parametrize(("level", "item"), [(4, 11), (5, 16)])
def test_a_great_thief_takes_the_best(level: int, item: int) -> None:
    world = empty_world()
    lair(world)
    who = hero(world, {"TH": level})
    searched(world, who, "ST")
    assert who.items == [item]


def theft(
    thief: dict[str, int], victim: dict[str, Any], *faces: int, plan: str = "ST, FL", other: Any = (), **more: Any
) -> Any:
    """A theft from a character of BB: the turn, the world and the two."""
    world = empty_world()
    one, two = hero(world, thief, **more), hero(world, **{"code": "BB", **victim})
    world.kingdoms["BB"].gold = 30
    return met(world, one, two, plan, Dice(*faces, other=list(other))), world, one, two


@pytest.mark.rule("AK-D5.5-02")
@pytest.mark.parametrize(
    ("thief", "victim", "chance"),
    [(1, {}, 40), (2, {"TH": 1, "SP": 3}, 25), (2, {"TH": 3, "SP": 1}, 25), (0, {"SP": 4}, 5), (9, {}, 90)],
)
def test_chance_of_theft_from_a_character(thief: int, victim: dict[str, int], chance: int) -> None:
    turn, *_ = theft({"TH": thief}, {"skills": victim}, 1)
    assert attempt(turn)["chance"] == str(chance)


@pytest.mark.rule("AK-D5.5-02")
@pytest.mark.parametrize(
    ("victim", "other", "gold", "items"),
    [
        ({"items": [12, 29]}, (), 0, [12]),
        ({}, (6,), 8, []),  # d6 + Thief
        ({"king": True}, (2, 5), 2 + 5 + 4, []),
    ],
)
def test_what_theft_from_a_character_gives(victim: dict[str, Any], other: Any, gold: int, items: list[int]) -> None:
    _, world, one, _ = theft({"TH": 2}, victim, 1, 26 if victim.get("king") else 1, other=other)
    assert (world.kingdoms["AA"].gold, world.kingdoms["BB"].gold, one.items) == (10 + gold, 30 - gold, items)


@pytest.mark.rule("AK-D5.5-02")
@pytest.mark.parametrize(("face", "items"), [(25, [12]), (26, [])])
def test_from_a_king_one_item_with_a_quarter(face: int, items: list[int]) -> None:
    _, _, one, two = theft({"TH": 2}, {"king": True, "items": [12]}, 1, face)
    assert (one.items, one.items + two.items) == (items, [12])


@pytest.mark.rule("AK-D5.5-02")
def test_never_more_gold_than_there_is() -> None:
    world = empty_world()
    world.kingdoms["BB"].gold = 3
    one, two = hero(world, {"TH": 2}), hero(world, code="BB")
    met(world, one, two, "ST", Dice(other=[6]))
    assert (world.kingdoms["AA"].gold, world.kingdoms["BB"].gold) == (13, 0)
    free = hero(world, code="")
    met(world, one, free, "ST", Dice(other=[6]))
    assert world.kingdoms["AA"].gold == 13


@pytest.mark.rule("AK-D2.0-19")
@pytest.mark.parametrize(("level", "gold"), [(7, 2 + 14), (8, 3 * (2 + 16))])
def test_the_greatest_thief_takes_three_times_as_much_from_a_king(level: int, gold: int) -> None:
    world = empty_world()
    world.kingdoms["BB"].gold = 100
    met(world, hero(world, {"TH": level}), hero(world, code="BB", king=True), "ST", Dice(1, 100))
    assert world.kingdoms["BB"].gold == 100 - gold


@pytest.mark.rule("AK-D5.5-03", "AK-D5.0-03")
def test_a_failed_theft_starts_combat_at_bow_range() -> None:
    world = empty_world()
    lair(world, "Giant Ant Queen")
    turn = searched(world, hero(world, {"TH": 1, "AR": 1}), "ST, FI, FL", Dice(100, rest=1))
    first = told(turn, "encounter")[0].data["blows"][0]
    assert (first["round"], first["range"], first["tactic"]) == (1, "Bow", "FI")
    turn, *_ = theft({"TH": 1, "AR": 1}, {"temper": "Cowardly", "plan": "SC"}, 100, plan="ST, FI")
    first = told(turn, "encounter")[0].data["blows"][0]
    assert (first["range"], attempt(turn)["word"]) == ("Bow", "noticed")


@pytest.mark.rule("AK-D5.5-03", "AK-4.33-02")
@pytest.mark.parametrize(
    ("spy", "face", "known"), [(0, 100, True), (1, 50, True), (1, 51, False), (3, 12, True), (3, 13, False)]
)
def test_a_thief_is_recognized_unless_he_escapes_notice(spy: int, face: int, known: bool) -> None:
    turn, _, one, two = theft({"TH": 2, "SP": spy}, {}, 1, face)
    event = only(turn, "robbed")
    assert event.seen_by == {"B"}
    assert (event.data["who"], event.data["thief"], event.data["thief_name"]) == (
        two.id,
        *((one.id, one.title) if known else (0, "")),
    )
    assert [each.seen_by for each in told(turn, "encounter")] == [{"A"}]


@pytest.mark.rule("AK-D4.23-01", "AK-P5.0-04")
@pytest.mark.parametrize(("face", "chance"), [(50, "60"), (51, "40")])
def test_invisibility_before_theft(face: int, chance: str) -> None:
    turn, *_ = theft({"TH": 1, "IL": 1}, {}, face, 1, plan="CA-IN, ST")
    assert attempt(turn)["chance"] == chance
    assert told(turn, "encounter")[0].data["blows"][0]["word"] == ("unseen" if chance == "60" else "fizzled")

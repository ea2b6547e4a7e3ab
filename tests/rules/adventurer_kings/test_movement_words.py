"""The sentences that tell of moves, pursuit and armies."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.kit.report.telling import Mood
from postern.rulesets.adventurer_kings.orders import movement
from postern.rulesets.adventurer_kings.orders.armies import disband, hire_army, leave, pick_up, recruit
from postern.rulesets.adventurer_kings.orders.movement import move, pursue, react, trail
from postern.rulesets.adventurer_kings.report.telling import tellings
from postern.rulesets.adventurer_kings.rules.travel import drown, go_home
from postern.rulesets.adventurer_kings.tables import SEA
from postern.rulesets.adventurer_kings.turn import Defence, Turn
from postern.rulesets.adventurer_kings.world import Feature, World
from tests.rules.adventurer_kings.build import (
    add_army,
    add_character,
    always,
    carry_out,
    empty_world,
    relate,
    step,
    turn_of,
)


@pytest.fixture(autouse=True)
def _no_monsters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movement, "meets_monster", lambda turn, who, place: True)


def words(turn: Turn, seat: str = "A", mood: Mood = Mood.HAPPENED) -> list[str]:
    """What a seat reads of a year."""
    said = (tellings().sentence(one, seat, mood) for one in turn.events if seat in one.seen_by)
    return [one.text for one in said if one]


def camp() -> World:
    """Hero 4 of AA with a Legion and items in 82, Hero 5 of BB with a Legion in 83, where a Cave lies."""
    world = empty_world()
    world.provinces[83].features = [Feature("Cave", 1, 20)]
    add_army(world, "AA", "LE", 82, add_character(world, "AA", 82).id)
    add_army(world, "BB", "LE", 83, add_character(world, "BB", 83, items=[11]).id)
    return world


@pytest.mark.parametrize(
    ("text", "call", "faces", "said"),
    [
        (
            "MO 83",
            move,
            [100],
            [
                "Hero4 moved from P82 (82) to P83 (83) with 1 army.",
                "Hero4 explored P83 (83): 25% more, 25% in all.",
                "Hero4 discovered feature 83.1, Cave, in P83 (83).",
            ],
        ),
        (
            "TR 5",
            trail,
            [1, 1],
            [
                "Hero4 trailed Hero5 to P83 (83) (chance 100%, throw 1). Orders there: 1 DE. Armies: 2nd Human Legion. "
                "Items: Sword +1.",
                "Hero5 noticed Hero4 (chance to escape notice 0%, throw 1).",
            ],
        ),
        ("PU 5", pursue, [100], ["Hero4 pursued Hero5 to P83 (83) (chance 100%, throw 100)."]),
        ("RE LE 2", recruit, [], ["Hero4 recruited in P82 (82) for 4 gold: 3rd Human Legion and 4th Human Legion (Average)."]),
        ("LE 1 TO 1", leave, [100], ["Hero4 gave King KingAA the lead of 1st Human Legion."]),
        ("LE 1", leave, [100], ["Hero4 left to the garrison: 1st Human Legion."]),
        ("DI 1", disband, [], ["Hero4 disbanded in P82 (82): 1st Human Legion."]),
    ],
)
def test_what_is_told_of_an_order(text: str, call: Any, faces: list[int], said: list[str]) -> None:
    world = camp()
    turn = always(turn_of(world, {"AA": f"CHAR 4\n1 {text}"}), *faces, *[100] * 9)
    carry_out(turn, call)
    assert [one for one in words(turn) if one in said] == said


def test_what_is_told_of_failed_pursuit_and_of_armies_that_change_hands() -> None:
    world = camp()
    world.characters[5].province = world.armies[2].province = 86
    mercenary = add_army(world, "", "TR", 82, mercenary=True)
    letter = f"CHAR 4\n1 PU 5\n2 TR 5\n3 LE 1\n4 PI 1\n5 RE #{mercenary.id}"
    turn = always(turn_of(world, {"AA": letter}), 100, 100, *[100] * 9)
    world.armies[2].leader = 0
    for place, call in enumerate((pursue, trail, leave, pick_up, hire_army)):
        carry_out(turn, call, place)
    assert words(turn) == [
        "Hero4 pursued Hero5 in vain (chance 12.5%, throw 100).",
        "Hero4 lost the trail of Hero5 (chance 50%, throw 100).",
        "Hero4 left to the garrison: 1st Human Legion.",
        "Hero4 took the lead of 1st Human Legion.",
        "Hero4 hired the 3rd Trolls in P82 (82) for 6 gold.",
    ]


def test_what_is_told_of_defence_drowning_and_the_way_home() -> None:
    world = camp()
    relate(world, "AA", "BB", "Enemy")
    world.provinces[83].owner = "AA"
    turn = turn_of(world)
    turn.initiative, turn.defending = [4], {4: Defence()}
    step(turn, "1c", react)
    assert words(turn) == ["Hero4 came from P82 (82) with 1 army to defend P83 (83)."]
    world.provinces[83].terrain = SEA
    step(turn, "1e", drown)
    assert words(turn)[1:] == ["The 1st Human Legion was without ships at sea in P83 (83) and drowned."]
    assert words(turn, mood=Mood.FORESEEN)[1:] == [
        "The 1st Human Legion would be without ships at sea in P83 (83) and would drown."
    ]
    led, left = add_army(world, "AA", "LE", 88, add_character(world, "AA", 88).id), add_army(world, "AA", "LE", 88)
    go_home(turn, led)
    go_home(turn, left)
    assert words(turn)[2:] == [
        "Hero6 went home with 3rd Human Legion, from P88 (88) to P82 (82).",
        "Your garrison 4th Human Legion went home from P88 (88) to P82 (82).",
    ]

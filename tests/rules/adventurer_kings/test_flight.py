"""Flight from an encounter (AK-D5.6-01) and begging (AK-D5.6-04)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.adventurer_kings.rules.encounters import odds
from postern.rulesets.adventurer_kings.rules.encounters.rounds import fight
from postern.rulesets.adventurer_kings.rules.plans import Tactic
from tests.rules.adventurer_kings.build import empty_world, turn_of
from tests.rules.adventurer_kings.meetings import Dice, against, hero, side, words


@pytest.mark.rule("AK-D5.6-01", "AK-2.4-09")
@pytest.mark.parametrize(
    ("kind", "temper", "at", "chance"),
    [
        ("Ogre", "Brave", "Spell", 50),
        ("Ogre", "Brave", "Bow", 50),
        ("Ogre", "Brave", "Melee", 40),
        ("Mummy", "Brave", "Bow", 70),
        ("Gryphon", "Brave", "Bow", 40),
        ("Gryphon", "Cautious", "Melee", 40),
        ("Mummy", "Cautious", "Bow", 80),
        ("Gryphon", "Cowardly", "Melee", 30),
    ],
)
def test_chance_of_flight(kind: str, temper: str, at: Any, chance: int) -> None:
    me, foe = against({}, kind, temper=temper).sides
    assert odds.flee_chance(me, foe, at) == chance


@pytest.mark.rule("AK-D5.6-01")
def test_from_characters_flight_is_even() -> None:
    world = empty_world()
    turn = turn_of(world)
    assert odds.flee_chance(side(turn, hero(world)), side(turn, hero(world)), "Spell") == 50


@pytest.mark.rule("AK-D5.6-01")
@pytest.mark.parametrize(("face", "done"), [(50, ["Hero4 FL fled"]), (51, ["Hero4 FL caught", "Hero4 CA-FB fizzled"])])
def test_a_failed_flight_loses_the_tactic(face: int, done: list[str]) -> None:
    meeting = against({"EL": 1}, "Ogre", "FL, CA-FB", dice=Dice(face, 100, 100, rest=40))
    fight(meeting)
    assert words(meeting)[: len(done)] == done
    assert [one["round"] for one in meeting.blows][: len(done)] == [1, 2][: len(done)]


@pytest.mark.rule("AK-D5.6-02")
def test_a_flight_by_temper_that_fails_leaves_the_tactic() -> None:
    meeting = against({"ME": 1}, "Ogre", "ME, FL", temper="Cautious", dice=Dice(51, 100, 100, 1))
    meeting.range, meeting.round, meeting.sides[0].hit_points = "Melee", 1, 5
    fight(meeting)
    assert words(meeting)[:2] == ["Hero4 FL caught", "Ogre ME missed"]
    assert [one["round"] for one in meeting.blows[:3]] == [2, 2, 2]
    assert words(meeting)[2] == "Hero4 ME missed"


@pytest.mark.rule("AK-D5.6-04", "AK-2.4-10", "AK-2.4-04")
@pytest.mark.parametrize(
    ("faces", "done", "outcome"),
    [
        ((51, 45), ["Hero4 FL caught", "Hero4 FL spared"], "begged"),  # Neutral before Evil: 55 - 10
        ((51, 46, 1), ["Hero4 FL caught", "Hero4 FL begged", "Hero4 FL fled"], "fled"),
        ((51, 46, 51, 1), ["Hero4 FL caught", "Hero4 FL begged", "Hero4 FL caught", "Hero4 FL fled"], "fled"),
    ],
)
def test_a_coward_begs_once_when_flight_failed(faces: tuple[int, ...], done: list[str], outcome: str) -> None:
    meeting = against({}, "Ogre", "FL, FL, FL, FL", temper="Cowardly", dice=Dice(*faces))
    meeting.sides[0].full = meeting.sides[0].hit_points = 90
    meeting.sides[1].monster, meeting.sides[1].tactics = None, [Tactic("advance")] * 9  # it does nothing that is seen
    fight(meeting)
    assert words(meeting) == done
    assert (meeting.outcome, meeting.loser) == (outcome, meeting.sides[0])


@pytest.mark.rule("AK-D5.6-04")
def test_only_cowards_beg_and_only_after_a_flight_that_failed() -> None:
    meeting = against({}, "Ogre", "FL, FL", temper="Cautious", dice=Dice(61, 100, rest=1))
    fight(meeting)
    assert "spared" not in str(words(meeting))
    meeting = against({}, "Ogre", "FL", temper="Cowardly", dice=Dice(1))
    fight(meeting)
    assert words(meeting) == ["Hero4 FL fled"]

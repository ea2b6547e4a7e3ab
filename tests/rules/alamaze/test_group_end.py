"""Whatever takes the last of a group ends it at once, and its artifacts go where the book says (AC-06-32, AC-21-64)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from postern.rulesets.alamaze.rules.economy import add_attrition
from postern.rulesets.alamaze.rules.sea import fight_of_groups
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world.records import Fleet, Group, Leader, Siege, Wizard, World
from tests.rules.alamaze.build import begin, failures, give, play, put_group, quiet_world, told
from tests.rules.alamaze.dice import loaded
from tests.rules.alamaze.test_agents import stage


def _only(world: World, id: str, area: str, **members: Any) -> Group:
    """Puts a group into an area with these members and nobody else; other fields as told."""
    group = put_group(world, id, area)
    group.brigades, group.leaders, group.wizards = {}, [], []
    for name, value in members.items():
        setattr(group, name, value)
    return group


def _murder(monkeypatch: pytest.MonkeyPatch) -> tuple[World, Turn]:
    loaded(monkeypatch, "success.945")
    world = stage()
    _only(world, "1WA", world.groups["1WA"].area, leaders=[Leader("Last", "Captain")])
    return world, give(world, {"DA": "945 DA 1WA L H KP"})


def _slaying(monkeypatch: pytest.MonkeyPatch, text: str = "96 1SO ZA 1WA L H", **left: Any) -> tuple[World, Turn]:
    loaded(monkeypatch, "kill", "death")
    world = quiet_world()
    put_group(world, "1SO", "KL", 2, wizards=[Wizard("ZA", "Zarl", 8)])
    _only(world, "1WA", "KL", **{"leaders": [Leader("Last", "Captain")], **left})
    return world, give(world, {"SO": text})


def _death(monkeypatch: pytest.MonkeyPatch) -> tuple[World, Turn]:
    return _slaying(monkeypatch, "99 1SO ZA 1WA", brigades={"WA": 1}, leaders=[])


def _nightmares(monkeypatch: pytest.MonkeyPatch) -> tuple[World, Turn]:
    loaded(monkeypatch, "regional")
    world = quiet_world()
    put_group(world, "1SO", "KL", 2, wizards=[Wizard("ZA", "Zarl", 8)])
    _only(world, "1WA", "KK", brigades={"WA": 1}, attrition=69.0)
    return world, give(world, {"SO": "783 1SO ZA"})


def _hunger(monkeypatch: pytest.MonkeyPatch) -> tuple[World, Turn]:
    world = quiet_world()
    _only(world, "1WA", "KK", brigades={"WA": 1}, attrition=69.0, unfed=2)
    return world, play(world, {"WA": "225 1WA"})


@pytest.mark.rule("AC-06-32")
@pytest.mark.parametrize("way", [_murder, _slaying, _death, _nightmares, _hunger])
def test_a_group_with_nobody_is_inactive(
    way: Callable[[pytest.MonkeyPatch], tuple[World, Turn]], monkeypatch: pytest.MonkeyPatch
) -> None:
    world, turn = way(monkeypatch)
    group = world.groups["1WA"]
    assert (group.brigades, group.leaders, group.wizards, group.area) == ({}, [], [], "")
    assert told(turn, "group-inactive", "WA")
    assert "1WA is inactive" in failures(give(world, {"WA": "720 1WA KL"}))[0]


@pytest.mark.rule("AC-21-64")
@pytest.mark.parametrize("way", [_slaying, _death])
@pytest.mark.parametrize(("artifact", "taker"), [("FARIN", "SO"), ("CROWN", "SO")])
def test_the_group_whose_spell_ended_another_has_its_artifacts(
    way: Any, artifact: str, taker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, turn = (
        way(monkeypatch, artifacts=[artifact])
        if way is _slaying
        else _slaying(monkeypatch, "99 1SO ZA 1WA", brigades={"WA": 1}, leaders=[], artifacts=[artifact])
    )
    assert world.groups["1WA"].artifacts == []
    assert world.groups[f"1{taker}"].artifacts == [artifact]
    assert told(turn, "artifact-of-ended", taker)[0]["taker"] == taker


@pytest.mark.rule("AC-21-64")
def test_the_group_that_sank_another_has_its_artifacts() -> None:
    for seed in range(100):
        world = quiet_world()
        for code, ships in (("WA", 12), ("SO", 1)):
            world.kingdoms[code].fleets = {"F": Fleet(ships, 12)}
        one = put_group(world, "1WA", "LM", 2)
        other = _only(world, "1SO", "LM", brigades={"SO": 1}, artifacts=["FARIN"])
        turn = begin(world, seed=str(seed))
        fight_of_groups(turn, one, other)
        if not other.brigades:
            assert (other.area, other.artifacts, one.artifacts) == ("", [], ["FARIN"])
            assert told(turn, "artifact-of-ended", "WA")[0]["taker"] == "WA"
            return
    raise AssertionError("no group was sunk")


def test_what_a_group_did_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    world = quiet_world()
    group = _only(world, "1WA", "KK", brigades={"WA": 1}, attrition=69.0, unfed=2)
    group.siege, group.hidden, group.ambush = Siege("KK", 1), "masked", True
    add_attrition(world, group, 0)
    play(world, {"WA": "225 1WA"})
    after = world.groups["1WA"]
    assert (after.siege, after.hidden, after.ambush, after.unfed, after.attrition) == (None, "", False, 0, 0)

"""Siege determination (QJ-12-08, QJ-23-13, ruling 15)."""

from __future__ import annotations

from typing import Any

import pytest

from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import allies, change, land, leader, own, run_typed, talisman


@pytest.mark.rule("QJ-12-08", "QJ-30-16", "QJ-31-24", "QJ-05-31")
@pytest.mark.parametrize(("troops", "besieged"), [(44, False), (45, True), (70, True)])
def test_three_times_the_garrison_besieges(troops: int, besieged: bool) -> None:
    world = land()
    own(world, "F10", "AAA", garrison=15, terrain="I")  # impassable: no levies change the numbers
    leader(world, 50, "BBB", "F10", troops=troops, bonus=4)
    turn = run_typed(world)
    assert turn.world.provinces["F10"].besieged is besieged
    assert ("-S" in turn.world.players["AAA"].seen["F10"].flags) is besieged


def test_levies_of_this_turn_count_for_the_garrison() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=10)
    leader(world, 1, "BBB", "J10", troops=53)
    assert not run_typed(world).world.provinces["J10"].besieged  # 18 troops now
    world.leaders[1].troops = 54
    assert run_typed(world).world.provinces["J10"].besieged


def test_armies_at_peace_and_of_declared_allies_do_not_besiege() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=2, terrain="I")
    army = leader(world, 1, "BBB", "J10", troops=40, at_peace=True)
    assert not run_typed(world).world.provinces["J10"].besieged
    army.at_peace = False
    assert run_typed(world).world.provinces["J10"].besieged
    allies(world, "AAA", "BBB", mutual=False)
    assert not run_typed(world).world.provinces["J10"].besieged


def test_armies_of_several_players_besiege_together() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    own(world, "J10", "AAA", garrison=10, terrain="I")
    leader(world, 1, "BBB", "J10", troops=15)
    leader(world, 2, "CCC", "J10", troops=14)
    assert not run_typed(world).world.provinces["J10"].besieged
    world.leaders[2].troops = 15
    assert run_typed(world).world.provinces["J10"].besieged


def test_a_leader_alone_at_home_is_besieged_by_any_army() -> None:
    world = land()
    own(world, "J10", "AAA", terrain="I")
    leader(world, 1, "AAA", "J10", troops=50)
    enemy = leader(world, 2, "BBB", "J10")
    assert not run_typed(world).world.provinces["J10"].besieged
    enemy.troops = 1
    assert run_typed(world).world.provinces["J10"].besieged


def test_a_siege_ends_when_the_besiegers_are_too_few() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=10, besieged=True)
    leader(world, 1, "BBB", "J10", troops=20)
    turn = run_typed(world)
    assert not turn.world.provinces["J10"].besieged
    assert any(event.kind == "siege-lifted" and event.seen_by == {"AAA"} for event in turn.events)


@pytest.mark.rule("QJ-23-13")
def test_neutral_and_mercenary_garrisons_are_never_besieged() -> None:
    world = land()
    change(world, "J10", garrison=1)
    change(world, "K10", garrison=1, mercenary=True)
    for number, name in enumerate(("J10", "K10"), start=1):
        leader(world, number, "BBB", name, troops=90)
    provinces = run_typed(world).world.provinces
    assert not provinces["J10"].besieged
    assert not provinces["K10"].besieged


def siege_told(world: World, reader: str) -> dict[str, Any]:
    """What a player is told of the siege that begins this turn."""
    (event,) = [one for one in run_typed(world).events if one.kind == "besieged" and reader in one.seen_by]
    return dict(event.data)


def test_the_owner_is_told_of_besiegers_as_he_sees_them_and_each_besieger_of_his_own() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG")
    own(world, "J10", "AAA", garrison=2, terrain="I")
    leader(world, 1, "BBB", "J10", troops=40)
    leader(world, 2, "CCC", "J10", troops=5)
    mine = siege_told(world, "AAA")
    assert (mine["by"], mine["troops"], mine["garrison"]) == (["BBB", "CCC"], 45, 2)
    theirs = siege_told(world, "CCC")
    assert (theirs["troops"], "garrison" in theirs, "by" in theirs) == (5, False, False)
    talisman(world, 63, 1)  # the Doppelganger shows twice the troops
    assert siege_told(world, "AAA")["troops"] == 85
    talisman(world, 82, 1)  # the Fog of War shows the owner only
    assert (siege_told(world, "AAA")["by"], siege_told(world, "AAA")["troops"]) == (["BBB", "CCC"], 0)
    talisman(world, 48, 1, counter=150)  # the Cloak of Darkness shows nothing
    assert (siege_told(world, "AAA")["by"], siege_told(world, "AAA")["troops"]) == (["CCC"], 0)

"""Chapter 21: at peace and hostile."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.turn.orders import Attack, Hostile, Move, QJOrder, Raid, SetPeace, Transfer
from postern.rulesets.great_jewels.world.records import Force
from tests.rules.great_jewels.build import allies, land, leader, own, talisman
from tests.rules.great_jewels.upto import upto


@pytest.mark.rule("QJ-21-01", "QJ-21-05")
def test_peace_lasts_until_it_is_ended() -> None:
    world = land()
    leader(world, 13, "AAA", "J6", troops=3)
    first = upto(world, "15c", AAA=[SetPeace(13)])
    assert first.world.leaders[13].at_peace
    second = upto(first.world, "15c")
    assert second.world.leaders[13].at_peace
    third = upto(second.world, "1", AAA=[SetPeace(13, False)])
    assert not third.world.leaders[13].at_peace


@pytest.mark.rule("QJ-21-02")
def test_a_leader_at_peace_captures_nothing() -> None:
    world = land()
    leader(world, 13, "AAA", "J5", troops=3, at_peace=True)
    assert upto(world, "11", AAA=[Move(13, ("J6",))]).province("J6").owner == ""
    world.leaders[13].at_peace = False
    assert upto(world, "11", AAA=[Move(13, ("J6",))]).province("J6").owner == "AAA"


@pytest.mark.rule("QJ-21-03")
def test_a_leader_at_peace_takes_no_spoils() -> None:
    world = land()
    leader(world, 13, "AAA", "J6", troops=100, at_peace=True)
    leader(world, 14, "BBB", "J6", troops=2, zorans=40)
    talisman(world, 60, 14)
    attack = [Attack(Force(leader=13), "attack", 14)]
    turn = upto(world, "6", AAA=attack)
    assert 14 not in turn.world.leaders
    assert turn.world.leaders[13].zorans == 0
    assert turn.province("J6").zorans == 40
    assert turn.world.talismans[60].holder == Force(garrison="J6")
    world.leaders[13].at_peace = False
    warlike = upto(world, "6", AAA=attack)
    assert warlike.world.leaders[13].zorans == 40
    assert warlike.world.talismans[60].leader == 13


@pytest.mark.rule("QJ-21-04")
def test_peace_keeps_nobody_from_attacking_or_waylaying() -> None:
    world = land()
    leader(world, 13, "AAA", "J6", troops=20, at_peace=True)
    leader(world, 14, "BBB", "J5", troops=30)
    waylaid = upto(world, "7a", BBB=[Move(14, ("J6", "J7"))])
    assert waylaid.world.leaders[14].troops < 30
    leader(world, 15, "BBB", "J6", troops=30)
    fought = upto(world, "6", AAA=[Attack(Force(leader=13), "attack", 15)])
    assert fought.world.leaders[15].troops < 30


@pytest.mark.rule("QJ-21-06")
def test_armies_at_peace_besiege_nothing() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=5)
    leader(world, 14, "BBB", "J6", troops=90, at_peace=True)
    assert not upto(world, "14a").province("J6").besieged
    world.leaders[14].at_peace = False
    assert upto(world, "14a").province("J6").besieged


@pytest.mark.rule("QJ-21-07")
@pytest.mark.parametrize("place", ["J5", "J6"])
def test_armies_at_peace_kill_no_raiders(place: str) -> None:
    world = land()
    own(world, "J5", "AAA", garrison=10)
    own(world, "J6", "AAA", garrison=10)
    leader(world, 14, "BBB", place, troops=1, at_peace=True)
    raid = [Raid(Force(garrison="J5"), 4, "J6")]
    assert upto(world, "10", AAA=raid).province("J6").garrison == 14
    world.leaders[14].at_peace = False
    assert upto(world, "10", AAA=raid).province("J6").garrison == 10


@pytest.mark.rule("QJ-21-08")
def test_hostility_lasts_one_turn() -> None:
    world = land()
    leader(world, 13, "AAA", "J6")
    turn = upto(world, "15c", AAA=[Hostile(13)])
    assert turn.hostile == {13}
    assert "-H" in turn.flags[Force(leader=13)]
    assert not upto(turn.world, "1").hostile


@pytest.mark.rule("QJ-21-09", "QJ-21-10")
def test_only_a_hostile_leader_takes_an_allys_emptied_province() -> None:
    world = land()
    allies(world, "AAA", "BBB")
    own(world, "J6", "BBB", garrison=4)
    leader(world, 13, "AAA", "J6", troops=5)
    leader(world, 14, "BBB", "J6", troops=5)
    given: list[QJOrder] = [SetPeace(14), Transfer(Force(garrison="J6"), "troops", None, 14)]
    assert upto(world, "11", AAA=[], BBB=given).province("J6").owner == "BBB"
    assert upto(world, "11", AAA=[Hostile(13)], BBB=given).province("J6").owner == "AAA"
    assert upto(world, "11", AAA=[Hostile(13)], BBB=given[1:]).province("J6").owner == "BBB"  # his leader not at peace
    assert upto(world, "11", AAA=[Hostile(13)], BBB=given[:1]).province("J6").owner == "BBB"  # his garrison there

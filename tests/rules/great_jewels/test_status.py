"""Step 1: status orders (chapters 15, 19, 21, 22)."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.turn.orders import (
    AcceptEngines,
    Autobuild,
    AutoWaylay,
    DeclareAlly,
    Hostile,
    NoWaylay,
    QJOrder,
    SetPeace,
)
from postern.rulesets.great_jewels.world.records import Force
from tests.rules.great_jewels.build import failures, land, leader, own
from tests.rules.great_jewels.upto import failure, upto


def test_waylay_can_be_turned_off_for_one_force_or_for_all() -> None:
    world = land()
    own(world, "J6", "AAA")
    leader(world, 13, "AAA", "J6")
    turn = upto(world, "15c", AAA=[NoWaylay(Force(leader=13)), NoWaylay(Force(garrison="J6")), AutoWaylay(False)])
    assert turn.no_waylay == {Force(leader=13), Force(garrison="J6")}
    assert "-N" in turn.flags[Force(leader=13)]
    assert "-N" in turn.flags[Force(garrison="J6")]
    assert turn.world.players["AAA"].waylay is False
    later = upto(turn.world, "1", AAA=[AutoWaylay(True)])
    assert later.world.players["AAA"].waylay is True
    assert not later.no_waylay


@pytest.mark.rule("QJ-29-52", "QJ-29-53", "QJ-05-30", "QJ-06-31")
def test_waylay_turned_off_everywhere_is_flagged_on_every_force_of_his() -> None:
    world = land()
    own(world, "J6", "AAA", garrison=5)
    leader(world, 13, "AAA", "J6", troops=5)
    leader(world, 14, "BBB", "J6", troops=5)
    off = upto(world, "15b", AAA=[AutoWaylay(False)])
    for entry in (off.world.players["AAA"].seen["J6"], upto(off.world, "15b").world.players["AAA"].seen["J6"]):
        assert "-N" in entry.flags
        assert ["-N" in one.flags for one in entry.leaders] == [True, False]
    on = upto(off.world, "15b", AAA=[AutoWaylay(True)]).world.players["AAA"].seen["J6"]
    assert "-N" not in on.flags


def test_autobuild_stands_until_it_is_taken_back() -> None:
    world = land()
    own(world, "J6", "AAA")
    on = upto(world, "15c", AAA=[Autobuild("J6", True)])
    assert on.province("J6").autobuild
    off = upto(on.world, "1", AAA=[Autobuild("J6", False)])
    assert not off.province("J6").autobuild
    assert failures(upto(world, "1", AAA=[Autobuild("J7", True)]), "AAA") == ["NOT YOURS"]


def test_only_the_owner_changes_the_status_of_a_force() -> None:
    world = land()
    own(world, "J6", "BBB")
    leader(world, 13, "BBB", "J6")
    orders: list[QJOrder] = [
        SetPeace(13),
        Hostile(13),
        AcceptEngines(13),
        NoWaylay(Force(leader=13)),
        NoWaylay(Force(garrison="J6")),
    ]
    turn = upto(world, "1", AAA=orders)
    assert failures(turn, "AAA") == ["NO SUCH LEADER"] * 4 + ["NOT YOURS"]
    assert not turn.world.leaders[13].at_peace
    assert not turn.hostile
    assert not turn.accepts
    assert not turn.no_waylay


def test_an_unmet_player_is_named_with_those_whom_one_has_met() -> None:
    world = land(AAA="QUNTAG", LORD="QUNTAG", KILLER="SLENTH")
    world.players["AAA"].met = ["LORD"]
    turn = upto(world, "1", AAA=[DeclareAlly("KILLER")])
    assert world.players["AAA"].allies == []
    assert "LORD" in failure(turn, "NOT MET").remedy
    assert turn.world.players["AAA"].allies == []


def test_a_later_line_overrules_an_earlier_one() -> None:
    world = land()
    leader(world, 13, "AAA", "J6")
    turn = upto(world, "1", AAA=[SetPeace(13), SetPeace(13, False)])
    assert not turn.world.leaders[13].at_peace
    assert [(one.issued.order, one.note) for one in turn.failures] == [(SetPeace(13), True)]


@pytest.mark.rule("QJ-15-10")
def test_acceptance_is_for_this_turn_only() -> None:
    world = land()
    leader(world, 13, "AAA", "J6")
    first = upto(world, "15c", AAA=[AcceptEngines(13)])
    assert first.accepts == {13}
    assert not upto(first.world, "1").accepts

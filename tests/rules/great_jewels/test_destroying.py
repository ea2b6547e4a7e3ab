"""Chapter 16, destroy orders."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from postern.rulesets.great_jewels.turn.orders import BuildCsps, Destroy, Move
from postern.rulesets.great_jewels.world.records import Force
from tests.rules.great_jewels.build import failures, land, leader, own
from tests.rules.great_jewels.upto import clean, failure, upto

J6 = Force(garrison="J6")
L13 = Force(leader=13)


@pytest.mark.rule("QJ-16-05", "QJ-13-07")
def test_owners_destroy_what_is_theirs() -> None:
    world = land()
    own(world, "J6", "AAA", csps=6, navies=3, road=True)
    leader(world, 13, "AAA", "J6", troops=9, rams=4, towers=3)
    orders = [
        Destroy(J6, "csps", 4),
        Destroy(J6, "navies", None),
        Destroy(J6, "road", 1),
        Destroy(L13, "rams", None),
        Destroy(L13, "towers", None),
    ]
    turn = upto(world, "2f", AAA=orders)
    place, one = turn.province("J6"), turn.world.leaders[13]
    assert (place.csps, place.navies, place.road, one.rams, one.towers) == (2, 0, False, 0, 0)
    assert clean(turn)
    theirs = upto(world, "2f", BBB=orders)
    assert failures(theirs, "BBB") == ["NOT YOURS"] * 3 + ["NO SUCH LEADER"] * 2
    place, one = theirs.province("J6"), theirs.world.leaders[13]
    assert (place.csps, place.navies, place.road, one.rams, one.towers) == (6, 3, True, 4, 3)


@pytest.mark.rule("QJ-16-06")
def test_at_most_eight_csps_a_province_and_turn() -> None:
    world = land()
    own(world, "J6", "AAA", csps=20)
    own(world, "J7", "AAA", csps=20)
    turn = upto(world, "2f", AAA=[Destroy(J6, "csps", 5), Destroy(J6, "csps", 5)])
    assert turn.province("J6").csps == 12
    note = failure(turn, "NOT THERE")
    assert note.note
    assert note.why == "J6 may destroy 8 citadel points a turn, 5 of them done; you asked for 5."
    assert note.paste == "GJ6XC3"
    every = upto(world, "2f", AAA=[Destroy(Force(garrison="J7"), "csps", None)])
    assert every.province("J7").csps == 12
    note = failure(every, "NOT THERE")
    assert note.note
    assert note.why == "J7 may destroy 8 citadel points a turn; it has 20."
    assert note.paste == "GJ7XC8"
    third = upto(world, "2f", AAA=[Destroy(J6, "csps", 8), Destroy(J6, "csps", 1)])
    assert third.province("J6").csps == 12
    assert failures(third, "AAA") == ["NOT THERE"]


@pytest.mark.rule("QJ-16-06")
def test_a_province_that_has_destroyed_eight_csps_hears_that_it_may_no_more() -> None:
    world = land()
    own(world, "J6", "AAA", csps=20)
    turn = upto(world, "2f", AAA=[Destroy(J6, "csps", 8), Destroy(J6, "csps", 1), Destroy(J6, "csps", None)])
    assert turn.province("J6").csps == 12
    why = "J6 has destroyed 8 citadel points this turn already, the most allowed."
    assert [(one.why, one.note) for one in turn.failures] == [(why, False)] * 2


@pytest.mark.rule("QJ-16-06")
def test_a_citadel_below_the_limit_is_told_with_its_own_strength_and_only_once() -> None:
    world = land()
    own(world, "J6", "AAA", csps=3)
    turn = upto(world, "2f", AAA=[Destroy(J6, "csps", 20)])
    (note,) = turn.failures
    assert note.why == "J6 has 3 citadel points, you asked for 20."
    assert turn.province("J6").csps == 0


@pytest.mark.rule("QJ-16-07")
def test_zorans_and_talismans_are_nothing_that_an_order_destroys() -> None:
    assert set(get_args(get_type_hints(Destroy)["what"])) == {"rams", "towers", "csps", "navies", "road"}


@pytest.mark.rule("QJ-15-09")
def test_an_army_is_faster_without_its_towers() -> None:
    world = land()
    leader(world, 13, "AAA", "J6", troops=9, towers=3)
    path = ("J7", "J8", "J9", "J10")
    assert upto(world, "7a", AAA=[Move(13, path)]).world.leaders[13].province == "J8"
    turn = upto(world, "7a", AAA=[Move(13, path), Destroy(L13, "towers", None)])
    assert turn.world.leaders[13].province == "J10"


def test_nothing_there_to_destroy_is_said() -> None:
    world = land()
    own(world, "J6", "AAA")
    leader(world, 13, "AAA", "J6")
    orders = [Destroy(J6, "csps", 1), Destroy(J6, "road", 1), Destroy(J6, "navies", 2), Destroy(L13, "rams", None)]
    turn = upto(world, "2f", AAA=orders)
    assert failures(turn, "AAA") == ["NOT THERE"] * 4
    assert not turn.done
    assert not [event for event in turn.events if event.kind == "destroyed"]


def test_what_was_destroyed_may_be_built_again_in_the_same_turn() -> None:
    world = land()
    own(world, "J6", "AAA", csps=10, zorans=20)
    assert upto(world, "12", AAA=[Destroy(J6, "csps", 8), BuildCsps("J6", 4)]).province("J6").csps == 6

"""The world as one seat knows it from its printouts: the newest word counts, and what is gone from its own hands is gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.game.orders import Verdict
from postern.rulesets.great_jewels.knowledge import imagine, view_of
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.report.answers import check
from postern.rulesets.great_jewels.world.records import TalismanEntry, World
from tests.rules.great_jewels.build import change, land, leader, own, talisman
from tests.rules.great_jewels.test_expected import errors, print_entries


def realm() -> World:
    """LORD's L13 and L14 stand in his E5; he has met KING, who owns E6."""
    world = land(5, LORD="QUNTAG", KING="AZONI")
    own(world, "E5", "LORD", garrison=10)
    own(world, "E6", "KING", garrison=10)
    leader(world, 13, "LORD", "E5", troops=12)
    leader(world, 14, "LORD", "E5")
    world.players["LORD"].met.append("KING")
    return world


def judged(world: World, text: str) -> Verdict:
    view = view_of(world, "LORD")
    return check(read(text, view), view)


@pytest.mark.parametrize("places", [("E6", "K9"), ("K9", "E6")])
def test_an_army_stands_where_the_newest_printout_showed_it(places: tuple[str, str]) -> None:
    world = realm()
    one = leader(world, 31, "KING", "E5", troops=3)
    for turn, name in zip((2, 4), places, strict=True):
        one.province = name
        print_entries(world, "LORD", name, turn=turn)
    for order in (1, -1):
        entries = world.players["LORD"].seen
        world.players["LORD"].seen = dict(sorted(entries.items(), reverse=order < 0))
        assert imagine(view_of(world, "LORD")).leaders[31].province == places[1]


def test_what_an_old_printout_shows_with_ones_own_leader_is_his_no_longer() -> None:
    world = realm()
    talisman(world, 75, 13)
    world.leaders[13].province = "K9"
    print_entries(world, "LORD", "K9", turn=3)
    entry = world.players["LORD"].seen["K9"]
    bearer = replace(entry.leaders[0], talismans=(TalismanEntry(75, "THE VIEW FROM THE TOP"),))
    world.players["LORD"].seen["K9"] = replace(entry, leaders=(bearer,))
    world.leaders[13].province = "E5"
    print_entries(world, "LORD")
    assert imagine(view_of(world, "LORD")).talismans[75].leader == 13
    talisman(world, 75, 0)
    assert imagine(view_of(world, "LORD")).talismans[75].holder is None


@pytest.mark.parametrize("places", [("E6", "K9"), ("K9", "E6")])
def test_a_talisman_lies_where_the_newest_printout_showed_it(places: tuple[str, str]) -> None:
    world = realm()
    for turn, name in zip((2, 4), places, strict=True):
        print_entries(world, "LORD", name, turn=turn)
        seen = world.players["LORD"].seen
        seen[name] = replace(seen[name], talismans=(TalismanEntry(75, "THE VIEW FROM THE TOP"),))
    for order in (1, -1):
        entries = world.players["LORD"].seen
        world.players["LORD"].seen = dict(sorted(entries.items(), reverse=order < 0))
        assert imagine(view_of(world, "LORD")).talismans[75].province == places[1]


def test_a_drevonyx_is_where_the_printout_just_received_shows_it_and_no_more_where_an_older_one_did() -> None:
    world = realm()
    for turn, name, size in ((4, "K9", 30), (5, "E6", 40)):
        print_entries(world, "LORD", name, turn=turn)
        world.players["LORD"].seen[name] = replace(world.players["LORD"].seen[name], drevonyxes=(size,))
    assert [(one.province, one.size, one.asleep) for one in imagine(view_of(world, "LORD")).drevonyxes] == [("E6", 40, False)]


@pytest.mark.rule("QJ-24-12")
def test_a_city_whose_inside_one_has_seen_is_a_city_still() -> None:
    world = realm()
    change(world, "D5", city="SILVER", garrison=40)
    print_entries(world, "LORD", "D5")
    world.players["LORD"].seen["D5"] = replace(world.players["LORD"].seen["D5"], locked=False)
    talisman(world, 5, 13)
    assert imagine(view_of(world, "LORD")).provinces["D5"].city == "SILVER"
    assert not errors(judged(world, "L13UD5"))


@pytest.mark.rule("QJ-28.1-176")
def test_land_that_was_printed_as_ravaged_is_not_to_be_ravaged_again() -> None:
    for flags, wrong in (((), []), (("-V",), ["ALREADY THERE"])):
        world = realm()
        for name in ("E5", "E6"):
            world.leaders[13].province = name
            print_entries(world, "LORD", name)
        world.players["LORD"].seen["E6"] = replace(world.players["LORD"].seen["E6"], flags=flags)
        talisman(world, 94, 13)
        assert errors(judged(world, "T94=R")) == wrong

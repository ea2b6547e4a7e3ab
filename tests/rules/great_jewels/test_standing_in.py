"""A computer player that stands in for a person does nothing which the person, come back, could not take back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.computer.survey import at_war
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.turn.orders import Attack, BuildCsps, BuildRoad, Move, QJOrder, Raid, Transfer
from tests.rules.great_jewels.build import allies, change, land, leader, own, talisman
from tests.rules.great_jewels.games import played
from tests.rules.great_jewels.plans import planned

HARMLESS = (Transfer, Move, Raid, Attack, BuildCsps, BuildRoad)
"""No alliance, peace or hostility is declared, nothing ravaged, destroyed, sold, cast, sailed or bought, no talisman moved."""


def harms(order: QJOrder, view: View, friends: set[str]) -> bool:
    """Whether this order strikes at one of these players, or gives him something."""
    seen = {one.number: one.owner for entry in view.entries.values() for one in entry.leaders}
    place = {number: one.province for number, one in view.leaders.items()}
    match order:
        case Attack(source=force, leader=number):
            if number is not None:
                return seen[number] in friends
            return view.entries[place[force.leader]].tag in friends
        case Transfer(source=force, leader=number):
            return number is not None and number not in view.leaders
        case Raid(source=force, province=str(goal)):
            return goal in view.entries and view.entries[goal].tag in friends
        case Move(path=path):
            return path[-1] in view.entries and view.entries[path[-1]].tag in friends
    return False


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", ["keeper one", "keeper two"])
@pytest.mark.parametrize("turns", [0, 4, 9, 16])
def test_who_stands_in_for_a_person_does_nothing_that_cannot_be_taken_back(seed: str, turns: int) -> None:
    world = played(seed, turns)
    for seat in RULESET.active(world):
        player = world.players[seat]
        player.allies = sorted(player.met)[::2]
        view = RULESET.view(world, seat)
        sheet = RULESET.read(RULESET.plan(view, Chance(seed), standing_in=True), view)
        assert not [one for one in (*sheet.problems, *RULESET.check(sheet, view).problems) if not one.note]
        friends = set(view.players) - {seat} - (at_war(view) - set(player.allies))
        for order in sheet.orders:
            assert isinstance(order.data, HARMLESS), order.code
            assert not harms(order.data, view, friends), order.code


def test_nobody_begins_a_war_in_anothers_stead() -> None:
    world = land()
    own(world, "E5", "BBB", garrison=3)
    own(world, "E6", "AAA", garrison=1)
    leader(world, 13, "AAA", "E5", troops=60)
    leader(world, 14, "AAA", "E6", troops=60)
    leader(world, 31, "BBB", "E5", troops=3)
    orders = planned(world, "E5", standing_in=True)
    assert not any(order.startswith("L13") for order in orders), "he waits where he was sent"
    assert "L14ME5" not in orders


@pytest.mark.parametrize("ally", [False, True])
def test_an_army_in_our_land_is_struck_unless_its_owner_is_an_ally(ally: bool) -> None:
    world = land()
    own(world, "E5", "AAA", garrison=40)
    leader(world, 31, "BBB", "E5", troops=9)
    if ally:
        allies(world, "AAA", "BBB")
    assert ("GE5AL31" in planned(world, standing_in=True)) is not ally


def test_a_guest_at_peace_is_left_alone() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=40)
    leader(world, 31, "BBB", "E5", troops=9, at_peace=True)
    assert "GE5AL31" not in planned(world, standing_in=True)


def test_a_war_that_goes_on_is_fought_on() -> None:
    world = land()
    own(world, "E5", "BBB", garrison=3)
    leader(world, 13, "AAA", "E5", troops=60)
    planned(world, "E5", standing_in=True)
    seen = world.players["AAA"].seen
    struck = tuple(replace(one, targets=("G",)) for one in seen["E5"].leaders)
    seen["E5"] = replace(seen["E5"], leaders=struck)
    view = RULESET.view(world, "AAA")
    assert at_war(view) == {"BBB"}
    assert "L13AG" in RULESET.plan(view, Chance("computer"), standing_in=True)


def test_talismans_troops_and_siege_towers_stay_where_the_player_put_them() -> None:
    world = land(turn=25, AAA="RILRIS", BBB="QUNTAG")
    change(world, "B4", garrison=100)
    leader(world, 13, "AAA", "B4", troops=9, towers=3, bonus=30)
    leader(world, 14, "AAA", "B4")
    for number in (1, 49, 52, 79, 92, 95, 127, 142):
        talisman(world, number, "B4")
    orders = planned(world, standing_in=True)
    assert not any(order.startswith(("T", "L13X")) for order in orders)
    assert "GB4T50TL13" in orders, "half of the garrison stays"


def test_who_carries_a_jewel_or_a_key_or_is_at_peace_stays() -> None:
    world = land()
    own(world, "E6", "AAA", garrison=1)
    for number in (13, 14, 15, 16):
        leader(world, number, "AAA", "E6", troops=60, at_peace=number == 15)
    talisman(world, 1, 13)
    talisman(world, 4, 14)
    change(world, "E5", garrison=5)
    change(world, "F7", garrison=5)
    orders = planned(world, "E5", "F7", standing_in=True)
    assert {order[:3] for order in orders if order.startswith("L")} == {"L16"}

"""How the computer player goes further than a march, keeps clear of the Drevonyx, and finds out what it does not know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.computer.growth import scout
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.tables import neighbours
from postern.rulesets.great_jewels.world.records import Drevonyx, World
from tests.rules.great_jewels.build import allies, change, land, leader, own, talisman
from tests.rules.great_jewels.games import played
from tests.rules.great_jewels.plans import closed_in, lair, moves, planned

# --- beyond a march ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("navies", "zorans", "orders"), [(1, 0, {"L13SE1"}), (0, 25, {"GA5BN1", "L13SE1"})])
def test_an_army_with_nothing_to_take_on_foot_sails(navies: int, zorans: int, orders: set[str]) -> None:
    world = land()
    closed_in(world, "A5")
    own(world, "A5", "AAA", garrison=1, navies=navies, zorans=zorans)
    leader(world, 13, "AAA", "A5", troops=20, bonus=5)
    change(world, "E1", garrison=4)
    assert orders <= set(planned(world, "E1"))


def test_nobody_sails_without_a_navy_or_against_more_than_he_can_take() -> None:
    world = land()
    closed_in(world, "A5")
    own(world, "A5", "AAA", garrison=1, zorans=24)
    leader(world, 13, "AAA", "A5", troops=20, bonus=5)
    change(world, "E1", garrison=4)
    assert not any(order.startswith("L13S") for order in planned(world, "E1"))
    change(world, "A5", navies=1)
    change(world, "E1", garrison=60)
    assert not any(order.startswith("L13S") for order in planned(world, "E1"))


def test_the_magic_carpet_flies_to_what_is_best() -> None:
    world = land()
    closed_in(world, "F6")
    own(world, "F6", "AAA", garrison=1)
    leader(world, 13, "AAA", "F6", troops=20, bonus=8)
    talisman(world, 78, 13)
    change(world, "P12", garrison=4)
    assert "T78=P12" in planned(world, "P12")
    world.leaders[13].bonus = 6
    assert not any(order.startswith("T78=") for order in planned(world, "P12")), "two of his troops would die on the way"


def test_marches_lead_through_dug_tunnels() -> None:
    world = land()
    closed_in(world, "F6")
    own(world, "F6", "AAA", garrison=1, tunnels=["N14"])
    leader(world, 13, "AAA", "F6", troops=20, bonus=8)
    assert moves(planned(world), 13) == ["L13MN14"]


def test_the_moho_is_laid_down_where_its_tunnel_leads_to_new_land() -> None:
    world = land()
    own(world, "F6", "AAA", garrison=1)
    leader(world, 13, "AAA", "F6", troops=5)
    talisman(world, 76, 13)
    assert "T76G" in planned(world)
    own(world, "N14", "AAA", garrison=1)
    assert "T76G" not in planned(world)


# --- the Drevonyx -------------------------------------------------------------------------------------------------------


def devoured(world: World, size: int) -> None:
    world.drevonyxes.append(Drevonyx(size, "E5", asleep=False))


def test_armies_and_garrisons_leave_the_drevonyx() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=15)
    own(world, "F6", "AAA", garrison=1)
    leader(world, 13, "AAA", "E5", troops=9, bonus=3)
    devoured(world, 30)
    orders = planned(world)
    assert "GE5T14TL13" in orders
    assert moves(orders, 13)
    del world.leaders[13]
    raids = [order.split("R")[1] for order in planned(world) if order.startswith("GE5R")]
    assert sum(int(raid[:-2]) for raid in raids) == 14, "one troop holds the land"


def test_nothing_is_built_where_the_drevonyx_eats_the_garrison_before_an_enemy() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=15, zorans=9)
    leader(world, 31, "BBB", "E5", troops=12, bonus=2)
    assert "GE5BC1" in planned(world)
    devoured(world, 30)
    assert "GE5BC1" not in planned(world)


# --- what is not known --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "goes"), [(5, True), (9, False)])
def test_late_in_the_game_nobody_walks_without_troops_into_land_that_nobody_sees(turn: int, goes: bool) -> None:
    world = land(turn=turn)
    own(world, "E5", "AAA", garrison=1)
    leader(world, 13, "AAA", "E5")
    assert bool(moves(planned(world), 13)) is goes


def test_late_in_the_game_a_leader_without_troops_takes_land_that_is_seen_to_be_free() -> None:
    world = land(turn=9)
    own(world, "E5", "AAA", garrison=1)
    leader(world, 13, "AAA", "E5")
    assert moves(planned(world, "E6"), 13) == ["L13ME6"]


def test_a_leader_without_troops_goes_to_where_troops_are_and_away_from_enemies() -> None:
    world = land(turn=9)
    own(world, "E5", "AAA", garrison=1)
    own(world, "F6", "AAA", garrison=8)
    leader(world, 13, "AAA", "E5")
    leader(world, 31, "BBB", "E4", troops=9)
    assert moves(planned(world, "E4"), 13) == ["L13MF6"]


def test_one_scout_a_turn_looks_at_land_next_door_that_is_not_seen() -> None:
    world = land(turn=9)
    own(world, "E5", "AAA", garrison=20)
    own(world, "E6", "BBB", garrison=20)
    orders = planned(world, "E6", "D5")
    scouted = {order.removeprefix("GE5R1") for order in orders if order.startswith("GE5R1")}
    assert len(scouted) == 1
    assert scouted < set(neighbours("E5")) - {"E6", "D5"}


def seen_before(*flags: str, turn: int = 5) -> World:
    """AAA, who holds E5 and all around it, saw BBB's E6 on that turn, and it is turn 9."""
    world = land(turn=9)
    for name in neighbours("E5"):
        own(world, name, "AAA", garrison=1)
    own(world, "E5", "AAA", garrison=20)
    own(world, "E6", "BBB", garrison=20)
    planned(world, "E6")
    seen = world.players["AAA"].seen
    seen["E6"] = replace(seen["E6"], turn=turn, flags=flags)
    return world


def test_no_scout_is_sent_to_what_was_seen_lately_unless_armies_gather_against_it() -> None:
    world = seen_before(turn=6)
    assert "GE5R1E6" not in RULESET.plan(RULESET.view(world, "AAA"), Chance("computer"))
    survey = Survey(RULESET.view(world, "AAA"))
    survey.goals.append("E6")
    scout(survey)
    assert survey.orders == ["GE5R1E6"]


def test_no_scout_is_sent_to_an_ally_or_out_of_a_small_garrison() -> None:
    world = seen_before()
    view = RULESET.view(world, "AAA")
    assert "GE5R1E6" in RULESET.plan(view, Chance("computer"))
    allies(world, "AAA", "BBB")
    assert "GE5R1E6" not in RULESET.plan(RULESET.view(world, "AAA"), Chance("computer"))
    world.players["AAA"].allies.clear()
    change(world, "E5", garrison=4)
    assert "GE5R1" not in RULESET.plan(RULESET.view(world, "AAA"), Chance("computer"))


def test_no_scout_is_sent_into_a_siege() -> None:
    world = seen_before("-S")
    assert "GE5R1E6" not in RULESET.plan(RULESET.view(world, "AAA"), Chance("computer"))


def test_who_looks_for_gold_sends_no_raiders_though_others_join_him() -> None:
    world = land(turn=9)
    lair(world)
    own(world, "F6", "AAA", garrison=5)
    for number in (13, 14, 15):
        leader(world, number, "AAA", "F6", troops=9, bonus=8)
    talisman(world, 118, 13)
    orders = planned(world, "F7")
    assert {"T118G", "L14T#TG"} <= set(orders)
    assert not any(order.startswith("GF6R") for order in orders)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("turns", [5, 10, 15, 20])
def test_in_whole_games_no_order_of_a_computer_player_is_refused(turns: int) -> None:
    world = played("refused", turns)
    for seat in RULESET.active(world):
        view = RULESET.view(world, seat)
        sheet = RULESET.read(RULESET.plan(view, Chance("refused")), view)
        assert not [one for one in (*sheet.problems, *RULESET.check(sheet, view).problems) if not one.note], seat


def test_the_underground_railroad_is_laid_down_to_raid_far_land_and_taken_up_again() -> None:
    world = land(turn=2)
    change(world, "B4", garrison=40)
    closed_in(world, "B4")
    leader(world, 13, "AAA", "B4")
    assert not [order for order in planned(world) if order.startswith("GB4R")]
    talisman(world, 129, 13)
    orders = planned(world)
    assert "T129G" in orders
    assert [order for order in orders if order.startswith("GB4R4")]
    talisman(world, 129, "B4")
    assert "T129L13" in planned(world)

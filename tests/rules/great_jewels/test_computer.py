"""What computer players order in small worlds: each test sets up one opportunity and looks for the lines that take it."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.build import change, land, leader, own, talisman
from tests.rules.great_jewels.plans import lair, moves, planned

# --- zorans ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", ["AZONI", "RILRIS"])
def test_couriers_bring_zorans_home(people: str) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "C4", "AAA", garrison=5, zorans=30)
    leader(world, 13, "AAA", "C4")
    leader(world, 14, "AAA", "B4", troops=2, zorans=25)
    orders = planned(world)
    assert [order for order in orders if "L13" in order] == ["GC4T4TL13", "GC4T30ZL13", "L13MB4"]
    assert "L14T#ZG" in orders
    assert moves(orders, 14) != ["L14MC4"], "what L13 brings need not be fetched"


def test_couriers_fetch_where_most_lies() -> None:
    world = land(AAA="RILRIS", BBB="QUNTAG")
    own(world, "C4", "AAA", garrison=1, zorans=30)
    own(world, "C5", "AAA", garrison=1, zorans=60)
    leader(world, 13, "AAA", "B4")
    assert moves(planned(world), 13) == ["L13MC5"]


def test_who_has_no_use_for_a_hoard_sends_no_couriers() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "C4", "AAA", garrison=1, zorans=30)
    leader(world, 13, "AAA", "C4")
    assert moves(planned(world), 13) != ["L13MB4"]


def test_the_slave_driver_builds_cheap_and_fast() -> None:
    world = land(AAA="AZONI", BBB="QUNTAG")
    change(world, "B4", zorans=21)
    talisman(world, 60, "B4")
    assert "GB4BC10" in planned(world)


# --- war ---------------------------------------------------------------------------------------------------------------


def guarded(world: World, name: str, garrison: int) -> None:
    change(world, name, garrison=garrison)


def test_armies_that_are_strong_enough_only_together_go_there_together() -> None:
    world = land()
    own(world, "F6", "AAA", garrison=1)
    own(world, "F8", "AAA", garrison=1)
    guarded(world, "F7", 30)
    leader(world, 13, "AAA", "F6", troops=22)
    leader(world, 14, "AAA", "F8", troops=22)
    orders = planned(world, "F7")
    assert {"L13MF7", "L14MF7"} <= set(orders)


def test_an_army_waits_at_a_guarded_place_for_the_other() -> None:
    world = land()
    own(world, "F6", "AAA", garrison=1)
    guarded(world, "F7", 60)
    leader(world, 13, "AAA", "F6", troops=50)
    leader(world, 14, "AAA", "F7", troops=31)
    orders = planned(world, "F7")
    assert moves(orders, 13) == ["L13MF7"]
    assert not moves(orders, 14)


def test_no_march_leads_through_the_own_barrier() -> None:
    world = land()
    own(world, "F7", "AAA", garrison=1)
    talisman(world, 65, "F7")
    leader(world, 13, "AAA", "F6")
    assert not any(order.startswith("L13MF7") and order != "L13MF7" for order in planned(world))
    from postern.rulesets.great_jewels.computer.survey import Survey

    paths = Survey(RULESET.view(world, "AAA")).reach(world.leaders[13])
    assert paths["F8"] != ("F7", "F8")


# --- dragons -----------------------------------------------------------------------------------------------------------


def test_leaders_go_to_a_dragon_together_and_leave_their_troops_behind() -> None:
    world = land()
    lair(world)
    own(world, "F6", "AAA", garrison=5)
    for number in (13, 14, 15):
        leader(world, number, "AAA", "F6", troops=4, bonus=8)
    orders = planned(world, "F7")
    for number in (13, 14, 15):
        assert f"L{number}T#TG" in orders
        assert moves(orders, number) == [f"L{number}MF7"]


def test_one_leader_alone_keeps_away_from_a_dragon() -> None:
    world = land()
    lair(world)
    own(world, "F6", "AAA", garrison=5)
    leader(world, 13, "AAA", "F6", bonus=8)
    assert moves(planned(world, "F7"), 13) != ["L13MF7"]


def test_the_lance_makes_one_leader_enough() -> None:
    world = land()
    lair(world)
    leader(world, 13, "AAA", "F6", bonus=8)
    talisman(world, 145, 13)
    assert moves(planned(world, "F7"), 13) == ["L13MF7"]


def test_who_is_with_a_dragon_stays_while_the_odds_are_good() -> None:
    world = land()
    lair(world)
    leader(world, 13, "AAA", "F7", bonus=9)
    leader(world, 14, "AAA", "F7", bonus=9)
    orders = planned(world, "F7")
    assert not moves(orders, 13)
    assert not moves(orders, 14)


# --- Forbidden Cities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "opens"), [(4, True), (118, False)])
def test_only_a_key_opens_a_city(number: int, opens: bool) -> None:
    world = land()
    change(world, "F7", city="GOLD", garrison=40, csps=10)
    own(world, "F6", "AAA", garrison=1)
    leader(world, 13, "AAA", "F6", troops=300, bonus=8)
    talisman(world, number, 13)
    assert ({"L13UF7", "L13MF7"} <= set(planned(world, "F7"))) is opens


# --- troops ------------------------------------------------------------------------------------------------------------


def test_a_garrison_without_leaders_strikes_the_army_that_it_can_kill() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=40)
    leader(world, 31, "BBB", "E5", troops=12, bonus=2)
    leader(world, 32, "BBB", "E5", troops=3)
    assert "GE5AL31" in planned(world)


def test_a_garrison_and_its_armies_strike_together_whom_neither_kills_alone() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=16)
    leader(world, 13, "AAA", "E5", troops=20)
    leader(world, 31, "BBB", "E5", troops=25)
    orders = planned(world)
    assert {"GE5AL31", "L13AL31"} <= set(orders)


def test_a_garrison_does_not_strike_whose_answer_would_kill_half_of_it() -> None:
    world = land()
    own(world, "M19", "AAA", garrison=9)
    leader(world, 31, "BBB", "M19", troops=24, bonus=19)
    assert "GM19AL31" not in planned(world)
    change(world, "M19", csps=9)
    assert "GM19AL31" in planned(world)


def test_zorans_near_the_great_citadel_of_azoni_wait_for_couriers() -> None:
    world = land(AAA="AZONI", BBB="QUNTAG")
    own(world, "C4", "AAA", garrison=1, zorans=17)
    own(world, "E6", "AAA", garrison=1, zorans=17)
    assert "GE6BC+" in planned(world)
    assert "GC4BC3" not in planned(world)
    change(world, "C4", zorans=18)
    assert "GC4BC3" in planned(world), "nobody came for them"
    change(world, "C4", zorans=17)
    leader(world, 31, "BBB", "C5", troops=5)
    assert "GC4BC3" in planned(world, "C5"), "walls are needed there"


def test_high_walls_set_troops_free_for_the_field() -> None:
    world = land()
    leader(world, 31, "BBB", "E6", troops=40)
    leader(world, 13, "AAA", "E5", bonus=3)
    own(world, "E5", "AAA", garrison=40, csps=30)
    assert "GE5T30TL13" in planned(world, "E6")
    change(world, "E5", csps=0)
    assert "GE5T10TL13" in planned(world, "E6")


@pytest.mark.parametrize(("people", "given"), [("AZONI", 20), ("RILRIS", 20), ("SLENTH", 42)])
def test_the_home_that_holds_what_one_scores_for_keeps_men_for_its_walls(people: str, given: int) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    change(world, "B4", garrison=50, csps=60)
    leader(world, 13, "AAA", "B4", bonus=3)
    assert f"GB4T{given}TL13" in planned(world)


def test_zorans_for_a_whole_turn_of_building_are_built_with_where_no_hoard_scores() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    own(world, "E5", "AAA", garrison=5, zorans=21)
    assert "GE5BC4" in planned(world)
    change(world, "E5", zorans=20)
    assert not any(order.startswith("GE5BC") for order in planned(world)), "siege towers may be wanted"


def test_a_leader_goes_to_the_greatest_garrison_that_waits_for_one() -> None:
    world = land()
    leader(world, 13, "AAA", "E5", bonus=3)
    own(world, "E5", "AAA", garrison=1)
    own(world, "D5", "AAA", garrison=15)
    own(world, "F6", "AAA", garrison=90)
    assert moves(planned(world), 13) == ["L13MF6"]


def test_leaders_who_stand_together_share_troops_by_experience() -> None:
    world = land()
    change(world, "E5", garrison=30)
    leader(world, 13, "AAA", "E5", troops=3, bonus=20)
    leader(world, 14, "AAA", "E5", troops=30, bonus=6)
    leader(world, 15, "AAA", "E5", troops=9, bonus=6, towers=3)
    orders = planned(world, "E5")
    assert [order for order in orders if order.endswith("TL13")] == ["L14T17TL13"]


def test_a_leader_with_room_to_grow_gives_nothing_away() -> None:
    world = land()
    change(world, "E5", garrison=30)
    leader(world, 13, "AAA", "E5", troops=3, bonus=20)
    leader(world, 14, "AAA", "E5", troops=10, bonus=6)
    assert not any(order.startswith("L14T") for order in planned(world, "E5"))


def test_troops_are_drawn_to_where_a_march_ends() -> None:
    world = land()
    leader(world, 13, "AAA", "E5", bonus=3)
    own(world, "E5", "AAA", garrison=1)
    own(world, "F6", "AAA", garrison=90)
    own(world, "G7", "AAA", garrison=60)
    orders = planned(world)
    assert moves(orders, 13) == ["L13MF6"]
    assert any(order.startswith("GG7R") and order.endswith("F6") for order in orders)


# --- orders that would be refused --------------------------------------------------------------------------------------


def test_what_the_recruiting_bonus_takes_is_not_spent_again() -> None:
    world = land()
    change(world, "B4", garrison=40, zorans=20)
    talisman(world, 93, "B4")
    assert "GB4BC4" not in planned(world)
    assert "GB4BC0" not in planned(world)


def test_siege_towers_that_liquidated_assets_took_are_not_left_behind() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=9, towers=3)
    assert "L13XS#" in planned(world)
    talisman(world, 107, "B4")
    orders = planned(world)
    assert "T107L13" in orders
    assert "L13XS#" not in orders


def test_who_goes_for_gold_this_turn_strikes_nobody() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=9)
    leader(world, 13, "AAA", "E5", troops=5)
    leader(world, 31, "BBB", "E5")
    talisman(world, 118, 13)
    orders = planned(world)
    assert "T118G" in orders
    assert not any(order.startswith("GE5") for order in orders)


def test_two_stones_do_not_bewitch_the_same_army() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=9)
    leader(world, 31, "BBB", "E6", troops=50)
    leader(world, 32, "BBB", "E6", troops=20)
    talisman(world, 2, "B4")
    talisman(world, 133, "B4")
    orders = planned(world, "E6")
    assert {"T2=GL31R#E5[BBB]", "T133=GL32R#E5[BBB]"} <= set(orders)


def test_who_takes_up_a_jewel_is_beyond_spells_at_once() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=9, bonus=9)
    leader(world, 14, "AAA", "C4", troops=3, bonus=3)
    talisman(world, 2, "B4")
    talisman(world, 141, "B4")
    orders = planned(world)
    assert "T2L13" in orders
    assert "T141=BL14" in orders


def test_nobody_is_sent_into_the_sealed_home() -> None:
    world = land()
    change(world, "B4", garrison=20)
    own(world, "C4", "AAA", garrison=60)
    leader(world, 31, "BBB", "B5", troops=60)
    leader(world, 14, "AAA", "B4", troops=1, bonus=1)
    talisman(world, 137, "R10")
    own(world, "R10", "AAA", garrison=1)
    orders = planned(world, "B5")
    assert "T137=SB4" in orders
    assert not any(order.startswith("GC4R") and order.endswith("B4") for order in orders)


def test_land_from_which_the_quntag_wand_is_taken_cannot_be_ravaged_too() -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    own(world, "C4", "AAA", garrison=5)
    leader(world, 13, "AAA", "C4")
    assert "RC4" in planned(world)
    talisman(world, 96, "C4")
    orders = planned(world)
    assert "T96L13" in orders
    assert "RC4" not in orders


def test_no_march_leads_through_the_barrier_of_another() -> None:
    world = land()
    own(world, "F7", "BBB")
    talisman(world, 65, "F7")
    leader(world, 13, "AAA", "F6")
    planned(world, "F7")
    from postern.rulesets.great_jewels.computer.survey import Survey

    paths = Survey(RULESET.view(world, "AAA")).reach(world.leaders[13])
    assert paths["F8"] != ("F7", "F8")


def test_a_garrison_does_not_strike_an_army_whose_answer_would_destroy_it() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=10, zorans=9)
    leader(world, 13, "AAA", "E5", troops=60, bonus=20)
    leader(world, 31, "BBB", "E5", troops=30, bonus=12)
    assert "GE5AL31" not in planned(world)
    change(world, "E5", garrison=16)
    world.leaders[31].troops, world.leaders[31].bonus = 14, 2
    assert "GE5AL31" in planned(world)
    talisman(world, 100, 31)
    change(world, "E5", garrison=11)
    assert "GE5AL31" not in planned(world), "the Longbows of Crecy answer threefold"


def test_no_march_counts_on_a_road_that_liquidated_assets_destroy() -> None:
    world = land()
    for name in ("F7", "F8", "F9", "F10", "F11"):
        own(world, name, "BBB", garrison=20, csps=9, road=True)
    leader(world, 13, "AAA", "F7")
    leader(world, 14, "AAA", "F7", troops=5)
    talisman(world, 107, 13)
    from postern.rulesets.great_jewels.computer.finds import treasures
    from postern.rulesets.great_jewels.computer.survey import Survey

    assert "T107G" in planned(world, "F7", "F8", "F9", "F10", "F11")
    survey = Survey(RULESET.view(world, "AAA"))
    assert "F7" in survey.roads
    treasures(survey)
    assert "F7" not in survey.roads

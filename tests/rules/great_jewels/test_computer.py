"""What computer players order in small worlds: each test sets up one opportunity and looks for the lines that take it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.ruleset import RULESET
from postern.rulesets.great_jewels.steps.printouts import write_entries
from postern.rulesets.great_jewels.world import World
from tests.rules.great_jewels.build import change, land, leader, own, talisman, unplayed


def planned(world: World, *sees: str) -> list[str]:
    """The orders of AAA's computer player, who has these provinces and his own on his printout; all of them can be read."""
    turn = unplayed(world)
    for name in sees:
        turn.visit("AAA", name)
    write_entries(turn)
    entries = turn.world.players["AAA"].seen
    world.players["AAA"].seen = {name: replace(entry, turn=world.turn) for name, entry in entries.items()}
    view = RULESET.view(world, "AAA")
    text = RULESET.plan(view, Chance("computer"))
    assert not RULESET.read(text, view).problems
    return text.split()


def moves(orders: list[str], number: int) -> list[str]:
    return [order for order in orders if order.startswith(f"L{number}M")]


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


def lair(world: World) -> None:
    change(world, "F7", dragon=10, zorans=300)


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


# --- talismans by order --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "wish"),
    [(92, "L31"), (114, "C4"), (127, "60"), (135, "PL13"), (139, "XC4M"), (141, "BL13"), (142, "-")],
)
def test_talismans_are_used_by_order(number: int, wish: str) -> None:
    world = land(turn=22, AAA="RILRIS", BBB="QUNTAG")
    change(world, "B4", garrison=100, terrain="M")
    own(world, "C4", "AAA", garrison=1, zorans=50)
    leader(world, 13, "AAA", "C4", troops=8, bonus=6)
    leader(world, 31, "BBB", "B4", troops=40)
    talisman(world, number, "B4")
    assert f"T{number}={wish}" in planned(world)


def test_nothing_is_ordered_of_a_talisman_that_came_this_turn() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", bonus=6)
    talisman(world, 141, "B4", gained=world.turn)
    assert not any(order.startswith("T141=") for order in planned(world))


def test_a_citadel_is_blasted_only_where_an_enemy_holds_it() -> None:
    world = land()
    change(world, "B8", garrison=30, csps=20)
    leader(world, 13, "AAA", "B8", troops=8)
    talisman(world, 138, 13)
    assert "T138=C" in planned(world, "B8")
    world.leaders[13].province = "B4"
    change(world, "B4", csps=20)
    assert "T138=C" not in planned(world)


def test_a_jewel_casts_no_spell_twice_running() -> None:
    world = land()
    own(world, "C4", "AAA", garrison=1, terrain="F")
    leader(world, 13, "AAA", "C4", troops=8, bonus=6)
    talisman(world, 1, "B4")
    assert "T1=BL13" in planned(world)
    world.talismans[1].word = "B"
    assert "T1=XC4C" in planned(world)


def test_the_crystal_ball_looks_for_a_key_of_others() -> None:
    world = land()
    talisman(world, 131, "B4")
    asked = next(order for order in planned(world) if order.startswith("T131="))
    assert 4 <= int(asked.removeprefix("T131=")) <= 28


# --- talismans that are laid down, or left to others ------------------------------------------------------------------------


def test_a_harmful_talisman_is_taken_up_by_one_whom_it_does_not_strike() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=9)
    talisman(world, 79, "B4")
    assert "T79L13" not in planned(world)
    leader(world, 14, "AAA", "B4")
    orders = planned(world)
    assert "T79L14" in orders
    assert not any("TL14" in order for order in orders), "troops given to him would run away this turn"


@pytest.mark.parametrize("number", [79, 107, 109, 143])
def test_a_harmful_talisman_is_carried_to_an_enemy_and_left_there(number: int) -> None:
    world = land()
    own(world, "E6", "AAA", garrison=1)
    own(world, "E5", "BBB", garrison=30, csps=12)
    talisman(world, 20, "E5")
    leader(world, 13, "AAA", "E6")
    talisman(world, number, 13)
    assert moves(planned(world, "E5"), 13) == ["L13ME5"]
    world.leaders[13].province = "E5"
    assert f"T{number}G" in planned(world, "E5")


def test_liquidated_assets_are_not_wasted_on_bare_land() -> None:
    world = land()
    own(world, "E5", "BBB", garrison=30)
    leader(world, 13, "AAA", "E5")
    talisman(world, 107, 13)
    assert "T107G" not in planned(world, "E5")


def test_the_wizards_tower_is_laid_down_and_taken_up_again() -> None:
    world = land()
    change(world, "B4", csps=20)
    leader(world, 13, "AAA", "B4", troops=5)
    talisman(world, 148, 13)
    assert "T148G" in planned(world)
    talisman(world, 148, "B4")
    assert "T148L13" in planned(world)


def test_a_garrison_that_looks_for_gold_gets_no_orders() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=40)
    leader(world, 13, "AAA", "E5", bonus=3)
    talisman(world, 118, "E5", counter=1)
    orders = planned(world)
    assert not any(order.startswith(("GE5T", "GE5R", "T118")) for order in orders)
    world.talismans[118].counter = 2
    assert "T118L13" in planned(world)


@pytest.mark.parametrize("number", [75, 98, 115, 145])
def test_what_serves_a_leader_is_taken_up(number: int) -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=5)
    talisman(world, number, "B4")
    assert f"T{number}L13" in planned(world)


@pytest.mark.parametrize(("number", "people", "laid"), [(60, "AZONI", True), (60, "SLENTH", False), (114, "RILRIS", True)])
def test_what_serves_the_home_is_laid_down_there(number: int, people: str, laid: bool) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    leader(world, 13, "AAA", "B4", troops=5)
    talisman(world, number, 13)
    assert (f"T{number}G" in planned(world)) is laid

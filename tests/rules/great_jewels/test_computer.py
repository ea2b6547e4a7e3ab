"""What computer players order in small worlds: each test sets up one opportunity and looks for the lines that take it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.ruleset import RULESET
from postern.rulesets.great_jewels.steps.printouts import write_entries
from postern.rulesets.great_jewels.world import Drevonyx, Terrain, World
from tests.rules.great_jewels.build import allies, change, land, leader, own, talisman, unplayed
from tests.rules.great_jewels.games import played


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
    sheet = RULESET.read(text, view)
    assert not sheet.problems
    assert not [problem for problem in RULESET.check(sheet, view).problems if not problem.note]
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


# --- Forbidden Cities ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "opens"), [(4, True), (118, False)])
def test_only_a_key_opens_a_city(number: int, opens: bool) -> None:
    world = land()
    change(world, "F7", city="GOLD", garrison=40, csps=10)
    own(world, "F6", "AAA", garrison=1)
    leader(world, 13, "AAA", "F6", troops=300, bonus=8)
    talisman(world, number, 13)
    assert ({"L13UF7", "L13MF7"} <= set(planned(world, "F7"))) is opens


# --- talismans by order ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "wish"),
    [(92, "L31"), (114, "C4"), (127, "70"), (135, "PL13"), (139, "XC4M"), (141, "BL13"), (142, "-")],
)
def test_talismans_are_used_by_order(number: int, wish: str) -> None:
    world = land(turn=25, AAA="RILRIS", BBB="QUNTAG")
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


@pytest.mark.parametrize(("people", "ravages"), [("SLENTH", True), ("QUNTAG", False)])
def test_the_warlords_curse_serves_slenth(people: str, ravages: bool) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    own(world, "E5", "BBB", garrison=30)
    leader(world, 13, "AAA", "E5", troops=8)
    talisman(world, 94, 13)
    assert ("T94=R" in planned(world, "E5")) is ravages
    change(world, "E5", ravaged=True)
    assert "T94=R" not in planned(world, "E5")


def test_the_fat_lady_is_asked_once() -> None:
    world = land(turn=24)
    talisman(world, 142, "B4")
    assert not any(order.startswith("T142=") for order in planned(world))


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


# --- talismans that are laid down, or left to others -------------------------------------------------------------------


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


def test_nobody_storms_what_the_quntag_wand_takes() -> None:
    world = land(AAA="AZONI", BBB="QUNTAG")
    own(world, "E5", "BBB", garrison=10)
    leader(world, 13, "AAA", "E5")
    leader(world, 14, "AAA", "E5", troops=60)
    talisman(world, 96, 13)
    orders = planned(world, "E5")
    assert "T96G" in orders
    assert not any(order.startswith("L14A") for order in orders)


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


@pytest.mark.parametrize(
    ("number", "people", "laid"),
    [
        (53, "SLENTH", True),
        (54, "SLENTH", False),
        (54, "AZONI", True),
        (60, "AZONI", True),
        (60, "SLENTH", False),
        (114, "RILRIS", True),
    ],
)
def test_what_serves_the_home_is_laid_down_there(number: int, people: str, laid: bool) -> None:
    world = land(AAA=people, BBB="QUNTAG")
    leader(world, 13, "AAA", "B4", troops=5)
    talisman(world, number, 13)
    assert (f"T{number}G" in planned(world)) is laid


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
    assert "GE6BC3" in planned(world)
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


# --- beyond a march ----------------------------------------------------------------------------------------------------


def closed_in(world: World, name: str) -> None:
    """No land around a province can be entered."""
    for other in neighbours(name):
        change(world, other, terrain="I")
        world.terrain_map[other] = Terrain.IMPASSABLE


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


# --- spells and bribes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 137])
def test_the_home_is_sealed_when_more_stand_before_it_than_in_it(number: int) -> None:
    world = land()
    change(world, "B4", garrison=20)
    leader(world, 31, "BBB", "B5", troops=60)
    leader(world, 13, "AAA", "B4", troops=5)
    own(world, "R10", "AAA", garrison=1)
    talisman(world, number, "R10")
    orders = planned(world, "B5")
    assert f"T{number}=SB4" in orders
    assert not moves(orders, 13)
    world.leaders[31].troops = 15
    assert f"T{number}=SB4" not in planned(world, "B5")


@pytest.mark.parametrize("number", [1, 140])
def test_a_drevonyx_is_sent_to_the_strongest_enemy(number: int) -> None:
    world = land()
    own(world, "E5", "AAA", garrison=9)
    own(world, "E9", "BBB", garrison=70)
    own(world, "E8", "BBB", garrison=30)
    world.drevonyxes.append(Drevonyx(20, "E5", asleep=False))
    talisman(world, number, "B4")
    assert f"T{number}=DE5E9" in planned(world, "E5", "E8", "E9")


@pytest.mark.parametrize(("number", "ring"), [(1, 0), (133, 0), (99, 40)])
def test_a_geas_sends_an_army_into_our_garrison(number: int, ring: int) -> None:
    world = land()
    own(world, "E5", "AAA", garrison=9)
    leader(world, 31, "BBB", "E6", troops=50)
    talisman(world, number, "B4")
    if ring:
        assert not any(order.startswith("T99=") for order in planned(world, "E6"))
        talisman(world, ring, 31)
    assert f"T{number}=GL31R#E5[BBB]" in planned(world, "E6")


@pytest.mark.parametrize(("purse", "chest", "paid"), [(0, 60, "GE5T60ZL31"), (60, 0, "L13T60ZL31")])
def test_an_army_is_bought_with_what_lies_at_hand(purse: int, chest: int, paid: str) -> None:
    world = land()
    own(world, "E5", "AAA", garrison=3, zorans=chest)
    leader(world, 13, "AAA", "E5", troops=5, zorans=purse)
    leader(world, 31, "BBB", "E5", troops=20, bonus=9)
    talisman(world, 130, 13)
    orders = planned(world)
    assert orders.index(paid) < orders.index("T130L31")
    assert not any(order.endswith("AL31") for order in orders)


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


def test_scouts_look_at_land_next_door_that_is_not_seen() -> None:
    world = land(turn=9)
    own(world, "E5", "AAA", garrison=20)
    own(world, "E6", "BBB", garrison=20)
    orders = planned(world, "E6", "D5")
    scouted = {order.removeprefix("GE5R1") for order in orders if order.startswith("GE5R1")}
    assert scouted == set(neighbours("E5")) - {"E6", "D5"}


def test_no_scout_is_sent_to_an_ally_or_out_of_a_small_garrison() -> None:
    world = land(turn=9)
    own(world, "E5", "AAA", garrison=20)
    own(world, "E6", "BBB", garrison=20)
    planned(world, "E6")
    seen = world.players["AAA"].seen
    seen["E6"] = replace(seen["E6"], turn=8)
    view = RULESET.view(world, "AAA")
    assert "GE5R1E6" in RULESET.plan(view, Chance("computer"))
    allies(world, "AAA", "BBB")
    assert "GE5R1E6" not in RULESET.plan(RULESET.view(world, "AAA"), Chance("computer"))
    world.players["AAA"].allies.clear()
    change(world, "E5", garrison=4)
    assert "GE5R1" not in RULESET.plan(RULESET.view(world, "AAA"), Chance("computer"))


def test_no_scout_is_sent_into_a_siege() -> None:
    world = land(turn=9)
    own(world, "E5", "AAA", garrison=20)
    own(world, "E6", "BBB", garrison=20)
    planned(world, "E6")
    seen = world.players["AAA"].seen
    seen["E6"] = replace(seen["E6"], turn=8, flags=("-S",))
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


@pytest.mark.parametrize("turns", [5, 10, 15, 20])
def test_in_whole_games_no_order_of_a_computer_player_is_refused(turns: int) -> None:
    world = played("refused", turns)
    for seat in RULESET.active(world):
        view = RULESET.view(world, seat)
        sheet = RULESET.read(RULESET.plan(view, Chance("refused")), view)
        assert not [one for one in (*sheet.problems, *RULESET.check(sheet, view).problems) if not one.note], seat


# --- artillery, catapults, transport ------------------------------------------------------------------------------------


def test_field_artillery_strikes_next_door_where_it_kills_most() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=5)
    own(world, "E6", "BBB", garrison=90, csps=90)
    leader(world, 13, "AAA", "E5", troops=40, bonus=9)
    leader(world, 31, "BBB", "E6", troops=9, bonus=1)
    leader(world, 32, "BBB", "E6", troops=60, bonus=1)
    talisman(world, 124, 13)
    assert "T124=L31" in planned(world, "E6"), "the one whom it destroys"
    del world.leaders[31]
    assert "T124=L32" in planned(world, "E6")
    allies(world, "AAA", "BBB")
    assert not any(order.startswith("T124=") for order in planned(world, "E6"))


def test_field_artillery_is_silent_where_its_army_can_take_the_land() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=5)
    own(world, "E6", "BBB", garrison=9)
    leader(world, 13, "AAA", "E5", troops=40, bonus=9)
    talisman(world, 124, 13)
    orders = planned(world, "E6")
    assert "L13ME6" in orders
    assert not any(order.startswith("T124=") for order in orders)


@pytest.mark.parametrize(
    ("people", "rams", "zorans", "orders"),
    [
        ("QUNTAG", 0, 30, ["GE5BR15L13", "T132=E6"]),
        ("RILRIS", 0, 30, []),
        ("RILRIS", 18, 0, ["T132=E6"]),
        ("QUNTAG", 0, 20, []),
    ],
)
def test_catapults_raze_a_citadel_next_door(people: str, rams: int, zorans: int, orders: list[str]) -> None:
    world = land(AAA=people, BBB="AZONI")
    own(world, "E5", "AAA", garrison=1, zorans=zorans)
    own(world, "E6", "BBB", garrison=60, csps=80)
    leader(world, 13, "AAA", "E5", troops=30, bonus=3, rams=rams)
    talisman(world, 132, 13)
    assert [order for order in planned(world, "E6") if "BR" in order or order.startswith("T132=")] == orders


@pytest.mark.parametrize("number", [1, 134])
def test_an_army_is_carried_to_land_that_it_can_take(number: int) -> None:
    world = land()
    closed_in(world, "F6")
    own(world, "F6", "AAA", garrison=1)
    leader(world, 13, "AAA", "F6", troops=30, bonus=8)
    own(world, "P12", "BBB", garrison=4)
    talisman(world, number, "B4")
    orders = planned(world, "P12")
    assert f"T{number}=TL13P12" in orders
    assert not moves(orders, 13)
    change(world, "P12", garrison=80)
    assert not any("=TL" in order for order in planned(world, "P12"))

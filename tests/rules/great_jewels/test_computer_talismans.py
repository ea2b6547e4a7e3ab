"""What the computer player does with its talismans, its spells and its zorans."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.world.records import Drevonyx
from tests.rules.great_jewels.build import allies, change, land, leader, own, talisman
from tests.rules.great_jewels.plans import closed_in, moves, planned

# --- talismans by order ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "wish"),
    [(92, "L31"), (114, "C4"), (135, "PL13"), (139, "XC4M"), (141, "BL13"), (142, "-")],
)
def test_talismans_are_used_by_order(number: int, wish: str) -> None:
    world = land(turn=25, AAA="RILRIS", BBB="QUNTAG")
    change(world, "B4", garrison=100, terrain="M")
    own(world, "C4", "AAA", garrison=1, zorans=50)
    leader(world, 13, "AAA", "C4", troops=8, bonus=6)
    leader(world, 31, "BBB", "B4", troops=40)
    talisman(world, number, "B4")
    assert f"T{number}={wish}" in planned(world)


@pytest.mark.parametrize(("place", "sold"), [("C5", True), ("B4", False)])
def test_troops_are_sold_where_a_revolt_does_not_cost_the_home(place: str, sold: bool) -> None:
    world = land(AAA="RILRIS", BBB="QUNTAG")
    own(world, "C5", "AAA", garrison=40)
    change(world, "B4", garrison=40)
    leader(world, 13, "AAA", place, troops=5)
    talisman(world, 127, place)
    assert any(order.startswith("T127=") for order in planned(world)) is sold
    talisman(world, 127, 13)
    assert ("T127G" in planned(world)) is sold


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

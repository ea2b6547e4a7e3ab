"""Orders and talismans that computer players use where a person would: each in the smallest land in which it is of use."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.tables import COAST, neighbours, sailing_distance
from tests.rules.great_jewels.build import allies, change, land, leader, own, talisman
from tests.rules.great_jewels.plans import closed_in, moves, planned


def orders_of(orders: list[str], number: int) -> list[str]:
    return [order for order in orders if order.startswith(f"L{number}")]


# --- marches, raids, musters -------------------------------------------------------------------------------------------


def waiting_far_off(**facts: int) -> list[str]:
    """Leader 13 stands at one end of a row of own places, at the other end of which, five steps off, troops wait."""
    world = land(turn=9)
    row = ("E5", "F6", "G7", "H8", "I9", "J10")
    for name in row:
        own(world, name, "AAA", garrison=1)
        closed_in(world, name)
    for name in row:
        change(world, name, terrain="C")
    change(world, row[-1], garrison=60)
    leader(world, 13, "AAA", row[0], **facts)
    return planned(world)


def test_who_loses_nobody_by_a_force_march_goes_farther() -> None:
    assert "L13FF6G7H8I9J10" in waiting_far_off(troops=6, bonus=3)
    assert "L13FF6G7H8I9J10" not in waiting_far_off(troops=7, bonus=3), "one troop would die"
    assert "L13FF6G7H8I9J10" not in waiting_far_off(troops=6, bonus=3, force_marched=8), "never twice running"
    assert "L13XR#" in waiting_far_off(troops=6, bonus=3, rams=2), "nobody marches so with rams"


def test_an_army_sends_raiders_into_empty_land_beside_it() -> None:
    world = land(turn=5)
    closed_in(world, "E5")
    change(world, "E6", terrain="C")
    own(world, "E5", "AAA", garrison=1)
    leader(world, 13, "AAA", "E5", troops=8, bonus=3)
    leader(world, 14, "AAA", "E5", troops=20, bonus=3)
    leader(world, 15, "AAA", "E5", troops=9, bonus=3)
    orders = [order for order in planned(world, "E6") if order.endswith("E6")]
    assert len(orders) == 1, "one of them marches there; raiders besides would be wasted"
    change(world, "E7", terrain="C")
    orders = planned(world, "E6", "E7")
    assert all(order.endswith(("E6", "E7")) for order in orders_of(orders, 14) if "R4" in order)


def test_troops_deep_in_the_realm_come_to_the_leader_who_waits_for_them() -> None:
    world = land(turn=9)
    near = set(neighbours("H8"))
    beyond = {other for name in near for other in neighbours(name)} - near - {"H8"}
    for name in ("H8", *near, *beyond):
        own(world, name, "AAA", garrison=3)
    leader(world, 13, "AAA", "H8", bonus=9)
    for name in beyond:
        change(world, name, garrison=1)
    orders = planned(world)
    ends = [order for order in orders if order.endswith("M")]
    assert ends == ["GH8M"] or moves(orders, 13)
    change(world, next(iter(sorted(near))), garrison=60)
    leader(world, 31, "BBB", next(iter(sorted(beyond))), troops=5)
    assert "GH8M" not in planned(world, *sorted(beyond)), "an enemy is near"


# --- standing beside an enemy ------------------------------------------------------------------------------------------


def test_who_is_too_weak_to_strike_strikes_back() -> None:
    world = land()
    change(world, "B4", garrison=10)
    leader(world, 31, "BBB", "B4", troops=80)
    assert "GB4CL31" in planned(world)
    allies(world, "AAA", "BBB")
    assert "GB4CL31" not in planned(world)


def test_a_garrison_assaults_whom_it_kills_only_so() -> None:
    """Slenth garrison against Azoni: 2 factors a troop, 3 in an assault; 20 troops with bonus 5 take 4 x 25 + 5 + 1 = 106."""
    world = land(AAA="SLENTH", BBB="AZONI")
    allies(world, "AAA", "BBB")
    world.players["AAA"].allies.clear()
    world.players["BBB"].allies.clear()
    change(world, "B4", garrison=36, csps=4)
    leader(world, 31, "BBB", "B4", troops=20, bonus=5)
    assert "GB4KL31" in planned(world)  # 36 x 3 = 108
    change(world, "B4", garrison=35)
    assert "GB4KL31" not in planned(world)  # 35 x 3 = 105


def test_what_will_be_lost_is_razed() -> None:
    world = land(AAA="QUNTAG", BBB="AZONI")
    allies(world, "AAA", "BBB")
    world.players["AAA"].allies.clear()
    world.players["BBB"].allies.clear()
    own(world, "E5", "AAA", garrison=3, csps=11, navies=2, road=True)
    leader(world, 31, "BBB", "E5", troops=90)
    assert {"GE5XC8", "GE5XN#", "GE5XD"} <= set(planned(world))
    leader(world, 13, "AAA", "E5", troops=90)
    assert not [order for order in planned(world) if order.startswith("GE5X")], "it is defended"


def test_slenth_take_rams_along_against_a_citadel() -> None:
    world = land(AAA="SLENTH", BBB="QUNTAG")
    own(world, "E5", "AAA", garrison=1, zorans=40)
    own(world, "E6", "BBB", garrison=10, csps=6)
    leader(world, 13, "AAA", "E5", troops=40, bonus=10)
    orders = planned(world, "E6")
    assert moves(orders, 13) == ["L13ME6"]
    assert "GE5BR6L13" in orders


# --- standing orders ---------------------------------------------------------------------------------------------------


def test_the_citadel_of_a_home_builds_itself_until_it_is_high_enough() -> None:
    world = land()
    change(world, "B4", garrison=20, zorans=20, csps=8)
    assert "GB4BC+" in planned(world)
    change(world, "B4", autobuild=True, csps=20)
    assert "GB4BC-" in planned(world)


def test_a_guest_of_an_ally_is_at_peace_and_no_longer_when_he_leaves() -> None:
    world = land(turn=22)
    own(world, "E5", "BBB", garrison=5)
    closed_in(world, "E5")
    allies(world, "AAA", "BBB")
    world.players["AAA"].allied_since["BBB"] = 21
    world.turn = 21
    leader(world, 13, "AAA", "E5", troops=5)
    assert "L13P" in planned(world, "E5")
    world.leaders[13].at_peace, world.leaders[13].province = True, "B4"
    assert "L13Q" in planned(world)


def test_who_gets_an_offer_is_not_waylaid_while_it_is_on_its_way() -> None:
    world = land(turn=8)
    for name, other in (("AAA", "BBB"), ("BBB", "AAA")):
        world.players[name].met = [other]
    own(world, "E5", "AAA", garrison=9)
    leader(world, 31, "BBB", "E6", troops=2)
    planned(world, "E6")
    assert "GE5N" in RULESET.plan(RULESET.view(world, "AAA"), Chance("offer"), level="hard").split()
    assert "GE5N" not in RULESET.plan(RULESET.view(world, "AAA"), Chance("offer"), level="normal").split()
    world.leaders[31].province = "K10"
    planned(world, "E6")
    assert "GE5N" not in RULESET.plan(RULESET.view(world, "AAA"), Chance("offer"), level="hard").split()


def test_who_stays_under_the_cloak_does_not_show_himself() -> None:
    world = land(turn=9)
    closed_in(world, "B4")
    leader(world, 13, "AAA", "B4", troops=5)
    talisman(world, 48, 13)
    assert "L13N" in planned(world)


# --- talismans ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [49, 71, 72, 74, 78, 83, 84, 88, 101, 113, 125, 128, 138, 150])
def test_leaders_take_up_what_they_can_use(number: int) -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=5, bonus=2)
    talisman(world, number, "B4")
    assert f"T{number}L13" in planned(world)


def test_the_sword_of_doom_strikes_the_greatest_army() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=1)
    leader(world, 31, "BBB", "B4", troops=60)
    leader(world, 32, "BBB", "B4", troops=20)
    talisman(world, 49, 13)
    assert "L13AL31" in planned(world)


def test_the_mind_leech_goes_to_the_largest_army_abroad_and_the_conference_to_one_that_is_struck() -> None:
    world = land()
    leader(world, 13, "AAA", "B4", troops=40, bonus=4)
    leader(world, 31, "BBB", "B8", troops=30)
    leader(world, 32, "BBB", "B4", troops=20)
    talisman(world, 122, 13)
    talisman(world, 128, 13)
    orders = planned(world, "B8")
    assert {"T122L31", "T128L32", "L13AL32"} <= set(orders)


def test_a_cease_fire_is_called_where_the_garrison_would_die() -> None:
    world = land()
    change(world, "B4", garrison=5)
    leader(world, 13, "AAA", "B4")
    leader(world, 31, "BBB", "B4", troops=14)
    talisman(world, 87, 13)
    orders = planned(world)
    assert "T87G" in orders
    assert not [order for order in orders if order.endswith("L31")]
    change(world, "B4", garrison=60)
    assert "T87G" not in planned(world)


def test_rilris_gamble_with_what_would_score_more_than_twice_as_much() -> None:
    world = land(AAA="RILRIS", BBB="QUNTAG")
    change(world, "B4", garrison=20, zorans=300)
    leader(world, 13, "AAA", "B4")
    talisman(world, 66, 13)
    assert "T66G" in planned(world)
    change(world, "B4", zorans=60)
    assert "T66G" not in planned(world)


def test_the_pass_is_held_where_enemies_are_near() -> None:
    world = land()
    change(world, "B4", garrison=20)
    leader(world, 13, "AAA", "B4")
    talisman(world, 105, 13)
    assert "T105G" not in planned(world)
    leader(world, 31, "BBB", "B5", troops=5)
    assert "T105G" in planned(world, "B5")


@pytest.mark.parametrize(
    ("number", "facts", "left"), [(59, {"rises": 4}, True), (123, {"csps": 24}, False), (123, {"csps": 25}, True)]
)
def test_what_harms_an_enemy_is_left_with_him(number: int, facts: dict[str, int], left: bool) -> None:
    world = land()
    own(world, "E5", "BBB", garrison=30, **facts)
    leader(world, 13, "AAA", "E5")
    talisman(world, number, 13)
    assert (f"T{number}G" in planned(world, "E5")) is left


def test_the_chameleon_looks_like_what_nobody_wants() -> None:
    world = land()
    talisman(world, 116, "B4")
    assert "T116=80" in planned(world)
    world.talismans[116].word = "80"
    assert "T116=117" in planned(world)


def test_the_charismatic_wait_among_mercenaries() -> None:
    world = land(turn=9)
    own(world, "E5", "AAA", garrison=5)
    change(world, "E6", mercenary=True, garrison=40, csps=10)
    leader(world, 13, "AAA", "E5", bonus=6)
    talisman(world, 125, 13)
    assert moves(planned(world, "E6"), 13) == ["L13ME6"]
    world.leaders[13].province = "E6"
    assert not orders_of(planned(world, "E6"), 13)
    world.leaders[13].troops = 18
    assert moves(planned(world, "E6"), 13)


def test_the_imperial_navies_sail_round_the_land() -> None:
    world = land(turn=9)
    closed_in(world, "A5")
    own(world, "A5", "AAA", garrison=1, navies=1)
    leader(world, 13, "AAA", "A5", troops=20, bonus=5)
    far = max(COAST, key=lambda name: (sailing_distance("A5", name), name))
    change(world, far, garrison=4)
    assert f"L13S{far}" not in planned(world, far)
    talisman(world, 83, 13)
    assert f"L13S{far}" in planned(world, far)


def test_a_tunnel_from_the_enemy_caves_in() -> None:
    world = land(turn=9)
    change(world, "B4", tunnels=["R16"])
    own(world, "R16", "BBB", garrison=5, tunnels=["B4"])
    leader(world, 13, "AAA", "B4")
    talisman(world, 77, 13)
    assert "T77G" in planned(world, "R16")


def test_a_jewel_blasts_the_citadel_that_its_bearer_stands_before() -> None:
    world = land()
    change(world, "B8", garrison=30, csps=20)
    leader(world, 13, "AAA", "B8", troops=8)
    talisman(world, 1, 13)
    assert "T1=C" in planned(world, "B8")

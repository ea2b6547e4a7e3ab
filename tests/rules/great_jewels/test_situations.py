"""Situations in which several rules meet, each as a whole turn with orders as players write them."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.world.records import Force
from tests.rules.great_jewels.build import allies, change, failures, land, leader, own, run


@pytest.mark.rule("QJ-07-11", "QJ-08-14", "QJ-18-13", "QJ-18-51")
def test_a_force_march_kills_above_twice_the_bonus_of_who_survived_the_attack() -> None:
    world = land(AAA="AZONI", BBB="SLENTH")
    for name in ("C1", "C2", "C4", "C6", "C7", "C8"):
        change(world, name, road=True)
    leader(world, 24, "AAA", "C1", troops=12, bonus=4)
    leader(world, 37, "BBB", "C1", troops=17, bonus=3)
    turn = run(world, AAA="L24FC2C3C4C5C6C7C8", BBB="L37AL24")
    marched = turn.world.leaders[24]
    assert (marched.province, marched.troops) == ("C8", 8)  # 3 fall to 40 factors at 6, of 9 one dies on the march
    assert turn.world.leaders[37].troops == 16


@pytest.mark.rule("QJ-15-02", "QJ-15-03", "QJ-18-13", "QJ-07-01")
def test_who_loses_the_crews_of_his_towers_in_combat_marches_on_with_four_points() -> None:
    world = land()
    leader(world, 1, "AAA", "E5", troops=6, towers=2)
    leader(world, 2, "BBB", "E5", troops=8)
    turn = run(world, AAA="L1ME6E7E8", BBB="L2AL1")
    left = turn.world.leaders[1]
    assert (left.province, left.troops, left.towers) == ("E8", 2, 0)
    alone = run(world, AAA="L1ME6E7E8")
    assert (alone.world.leaders[1].province, alone.world.leaders[1].towers) == ("E7", 2)


@pytest.mark.rule("QJ-18-57", "QJ-18-59", "QJ-18-60", "QJ-18-18")
def test_two_allies_and_a_betrayer_at_one_target() -> None:
    world = land(AAA="AZONI", BBB="QUNTAG", CCC="SLENTH", DDD="QUNTAG")
    allies(world, "AAA", "BBB")
    allies(world, "DDD", "CCC", mutual=False)
    leader(world, 1, "AAA", "E5", troops=10, bonus=2)
    leader(world, 2, "BBB", "E5", troops=10)
    leader(world, 3, "CCC", "E5", troops=10)
    leader(world, 9, "DDD", "E5", troops=60, bonus=5)
    turn = run(world, AAA="L1AL9", BBB="L2AL9", CCC="L3AL9")
    troops = {number: one.troops for number, one in turn.world.leaders.items()}
    assert troops[9] == 60 - 46  # 39.6 + 33 + 30 factors at 2 a troop, 5 of them double
    assert (troops[1], troops[2], troops[3]) == (3, 1, 1)  # 195 / 5 = 39 factors at each


@pytest.mark.rule("QJ-18-60", "QJ-18-61", "QJ-22-04")
def test_an_allys_ally_is_no_ally_in_the_multi_army_bonus() -> None:
    world = land(AAA="QUNTAG", BBB="QUNTAG", CCC="QUNTAG", DDD="QUNTAG")
    allies(world, "AAA", "BBB")
    allies(world, "BBB", "CCC")
    for number, owner in ((1, "AAA"), (2, "AAA"), (3, "BBB"), (4, "CCC")):
        leader(world, number, owner, "E5", troops=10)
    leader(world, 9, "DDD", "E5", troops=100)
    turn = run(world, AAA="L1AL9\nL2AL9", BBB="L3AL9", CCC="L4AL9")
    assert turn.world.leaders[9].troops == 100 - 144 // 4  # 30 x (1.2 + 1.2 + 1.3 + 1.1)


@pytest.mark.rule("QJ-18-12", "QJ-18-57", "QJ-18-66", "QJ-18-67", "QJ-18-19", "QJ-18-74", "QJ-16-03")
def test_a_betrayed_garrison_that_assaults_behind_a_citadel() -> None:
    world = land(AAA="AZONI", BBB="QUNTAG", CCC="QUNTAG")
    allies(world, "AAA", "BBB", mutual=False)
    own(world, "M4", "AAA", garrison=40, csps=10, zorans=20)
    leader(world, 22, "BBB", "M4", troops=23, towers=2, rams=2)
    leader(world, 23, "CCC", "M4", troops=12, towers=3, rams=2)
    turn = run(world, AAA="GM4KL22\nGM4BC1", BBB="L22AG", CCC="L23AG")
    assert 22 not in turn.world.leaders  # 160 factors
    assert turn.world.leaders[23].troops == 12 - 5  # 120 / 6 = 20 at 4
    place = turn.world.provinces["M4"]
    assert (place.owner, place.garrison, place.csps) == ("CCC", 8, 6)  # 93 factors; 50 kill all
    assert place.zorans == 20 + 7
    assert failures(turn, "AAA") == ["NOT YOURS"]


@pytest.mark.rule("QJ-18-76", "QJ-18-13", "QJ-18-19", "QJ-06-16")
def test_a_conditional_attack_wakes_against_an_army_that_leaves() -> None:
    world = land()
    leader(world, 1, "AAA", "E5", troops=10, bonus=2)
    leader(world, 3, "AAA", "E5", troops=20)
    leader(world, 2, "BBB", "E5", troops=10)
    leader(world, 4, "BBB", "E5", troops=10)
    turn = run(world, AAA="L1CL2", BBB="L2ME6\nL4AL3")
    leaders = turn.world.leaders
    assert (leaders[2].province, leaders[2].troops) == ("E6", 4)  # 36 factors at 6
    assert (leaders[1].troops, leaders[3].troops, leaders[4].troops) == (10, 13, 5)
    assert leaders[1].bonus >= 3


@pytest.mark.rule("QJ-18-76", "QJ-18-02")
def test_an_attack_that_cannot_be_carried_out_wakes_no_conditional_one() -> None:
    world = land()
    leader(world, 1, "AAA", "E5", troops=10)
    leader(world, 2, "BBB", "E5", troops=10)
    leader(world, 4, "BBB", "E5")
    turn = run(world, AAA="L1CL2", BBB="L4AL1")
    assert turn.world.leaders[2].troops == 10


@pytest.mark.rule("QJ-18-76", "QJ-23-05")
def test_a_neutral_garrison_that_hits_back_wakes_its_victims_conditional_attacks_and_nobody_elses() -> None:
    world = land()
    change(world, "E5", garrison=40)
    leader(world, 1, "AAA", "E5", troops=20)
    leader(world, 2, "AAA", "E5", troops=8)
    leader(world, 3, "BBB", "E5", troops=8)
    turn = run(world, AAA="L1AG\nL2CG", BBB="L3CG")
    assert turn.world.provinces["E5"].garrison == 40 - (60 + 24) * 11 // 10 // 4
    assert turn.targets[Force(leader=2)] == ["G"]
    assert Force(leader=3) not in turn.targets
    quiet = run(world, AAA="L2CG", BBB="L3CG")
    assert quiet.world.provinces["E5"].garrison == 40


@pytest.mark.rule("QJ-18-76", "QJ-18-19", "QJ-18-22", "QJ-18-26")
def test_a_garrisons_conditional_attack_and_defensive_fire_kill_together() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=12)
    leader(world, 3, "AAA", "E5", troops=20)
    leader(world, 1, "BBB", "E5", troops=10, bonus=2)
    turn = run(world, AAA="GE5CL1", BBB="L1AL3")
    assert 1 not in turn.world.leaders  # 36 of the garrison and 60 / 3 of L3: 48 kill all, 8 are left over
    assert turn.world.leaders[3].troops == 20 - 9
    assert turn.world.provinces["E5"].garrison == 12 - 1 + 8  # 36 / 5 = 7.2 factors


@pytest.mark.rule("QJ-15-03", "QJ-15-04", "QJ-17-08", "QJ-26-06")
def test_mercenaries_come_too_late_to_man_equipment() -> None:
    world = land()
    change(world, "J6", mercenary=True, garrison=40, csps=10)
    leader(world, 1, "AAA", "J6", troops=6, towers=2, rams=5, zorans=76)
    leader(world, 2, "AAA", "J6")
    army = run(world, AAA="L1T3TL2\nL1Y").world.leaders[1]
    assert (army.troops, army.towers, army.rams, army.zorans) == (3 + 25, 1, 3, 1)


@pytest.mark.rule("QJ-17-02", "QJ-17-07", "QJ-12-09", "QJ-06-03")
def test_who_hands_his_troops_over_under_siege_leaves_his_zorans_to_the_besieged() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=10, besieged=True, zorans=5)
    leader(world, 1, "AAA", "E5", troops=5, zorans=20)
    leader(world, 2, "AAA", "E5")
    leader(world, 9, "BBB", "E5", troops=30)
    turn = run(world, AAA="L1T5TG\nL1T#TL2\nL1ME6E7")
    assert failures(turn, "AAA") == ["BESIEGED"]
    assert (turn.world.leaders[1].province, turn.world.leaders[1].zorans, turn.world.leaders[2].troops) == ("E7", 0, 5)
    place = turn.world.provinces["E5"]
    assert (place.garrison, place.zorans, place.besieged) == (10, 25, True)


@pytest.mark.rule("QJ-12-05", "QJ-21-07", "QJ-20-01", "QJ-30-12")
@pytest.mark.parametrize(("peace", "owner", "garrison"), [(False, "BBB", 8), (True, "AAA", 10 + 8)])
def test_raiders_come_to_a_province_whose_garrison_fell_this_turn(peace: bool, owner: str, garrison: int) -> None:
    world = land()
    own(world, "E5", "AAA", garrison=3)
    own(world, "E6", "AAA", garrison=10)
    leader(world, 9, "BBB", "E5", troops=20, at_peace=peace)
    turn = run(world, AAA="GE6R10E5", BBB="L9AG")
    place = turn.world.provinces["E5"]
    assert (place.owner, place.garrison) == (owner, garrison)
    assert turn.world.provinces["E6"].garrison == 8


@pytest.mark.rule("QJ-12-04", "QJ-14-07", "QJ-30-12", "QJ-30-13")
def test_raiders_into_land_that_their_leader_is_about_to_capture_from_its_owner_die() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=3)
    own(world, "E4", "BBB", garrison=10)
    leader(world, 9, "BBB", "E5", troops=20)
    turn = run(world, BBB="L9AG\nGE4R10E5")
    assert (turn.world.provinces["E5"].owner, turn.world.provinces["E5"].garrison) == ("BBB", 8)


@pytest.mark.rule("QJ-20-02", "QJ-12-08", "QJ-10-02", "QJ-30-09")
def test_a_leader_who_comes_home_keeps_a_province_whose_garrison_fell() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=3)
    leader(world, 1, "AAA", "E6")
    leader(world, 2, "BBB", "E5", troops=30)
    place = run(world, AAA="L1ME5", BBB="L2AG").world.provinces["E5"]
    assert (place.owner, place.garrison, place.besieged) == ("AAA", 8, True)  # the levies of this turn, and 30 >= 24


@pytest.mark.rule("QJ-09-04", "QJ-09-14", "QJ-12-03")
def test_who_sails_to_a_province_whose_garrison_raided_out_has_both_navies() -> None:
    world = land()
    own(world, "A3", "AAA", navies=1)
    own(world, "A4", "BBB", garrison=5, navies=1)
    leader(world, 1, "AAA", "A3", troops=2)
    turn = run(world, AAA="L1SA4", BBB="GA4R5B4")
    assert turn.world.leaders[1].province == "A4"
    assert (turn.world.provinces["A4"].owner, turn.world.provinces["A4"].navies) == ("AAA", 2)


@pytest.mark.rule("QJ-09-07", "QJ-18-11", "QJ-18-13")
def test_who_finds_no_navy_left_stands_and_fights_as_one_who_stays() -> None:
    world = land()
    own(world, "A3", "AAA", garrison=1, navies=1)
    for number, owner in ((1, "AAA"), (2, "AAA"), (3, "BBB"), (4, "BBB")):
        leader(world, number, owner, "A3", troops=12)
    turn = run(world, AAA="L1SA4\nL2SA5", BBB="L3AL1\nL4AL2")
    assert failures(turn, "AAA") == ["NO NAVY"]
    assert (turn.world.leaders[2].province, turn.world.leaders[2].troops) == ("A3", 12 - 9)
    assert turn.world.leaders[4].troops == 12 - 3  # 36 / 3 factors
    assert turn.world.leaders[3].troops == 12 - 1  # 36 / 5 factors


@pytest.mark.rule("QJ-18-80", "QJ-16-01", "QJ-30-14")
def test_what_a_garrison_wins_in_combat_pays_for_its_citadel() -> None:
    world = land()
    own(world, "E5", "AAA", garrison=20)
    leader(world, 1, "BBB", "E5", troops=5, zorans=20)
    place = run(world, AAA="GE5AL1\nGE5BC4").world.provinces["E5"]
    assert (place.csps, place.zorans) == (4, 7)

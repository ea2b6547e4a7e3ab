"""How forces that no player leads fight: neutral garrisons, mercenaries and guardians (chapters 23, 24, 26)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.rules.battle.combat import guardian_blows, guardians_fight
from postern.rulesets.great_jewels.sequence import fight
from postern.rulesets.great_jewels.turn.orders import Attack, Issued, Move
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, Force, World
from tests.rules.great_jewels.build import allies, change, land, leader, run_typed, unplayed
from tests.rules.great_jewels.test_spoils import fought, hits


@pytest.mark.rule("QJ-23-05")
def test_neutral_garrisons_attack_nobody_who_leaves_them_alone() -> None:
    world = land()
    change(world, "E5", garrison=90)
    leader(world, 1, "AAA", "E5", troops=10)
    leader(world, 2, "BBB", "E5", troops=10)
    fought(world, hits((1, 2), world=world))
    assert world.provinces["E5"].garrison == 90
    assert world.leaders[1].troops == 10 - 30 // 3 // 4


@pytest.mark.rule("QJ-23-05", "QJ-23-08", "QJ-23-09", "QJ-23-11")
def test_an_attacked_neutral_garrison_hits_the_largest_attacker_and_fires_at_the_rest() -> None:
    assaults = 0
    for seed in range(120):
        world = land(AAA="AZONI", BBB="SLENTH")
        change(world, "E5", garrison=60)
        leader(world, 1, "AAA", "E5", troops=100)
        leader(world, 2, "BBB", "E5", troops=80)
        turn = fought(world, hits((1, None), (2, None), world=world), str(seed))
        assaulted = "-K" in turn.flags[Force(garrison="E5")]
        assaults += assaulted
        # 600 factors; it assaults with 4 a troop, else hits with 3; the other gets 180 / 6 = 30
        assert world.leaders[1].troops == 100 - 60 * (4 if assaulted else 3) // 4
        assert world.leaders[2].troops == 80 - 30 // 4
        assert turn.targets[Force(garrison="E5")] == ["L1"]
    assert 6 <= assaults <= 32  # 15 of 100


@pytest.mark.rule("QJ-23-04", "QJ-23-09")
def test_a_neutral_garrison_has_four_factors_and_must_die_before_capture() -> None:
    world = land()
    change(world, "E5", garrison=20, zorans=30)
    leader(world, 1, "AAA", "E5", troops=20, bonus=4)
    turn = run_typed(world, AAA=[Attack(Force(leader=1), "attack", None)])
    assert turn.world.provinces["E5"].garrison == 20 - 72 // 4
    assert turn.world.provinces["E5"].owner == ""
    again = run_typed(turn.world, AAA=[Attack(Force(leader=1), "attack", None)])
    assert again.world.provinces["E5"].owner == "AAA"
    assert again.world.provinces["E5"].zorans >= 30  # the treasure stays in the province


@pytest.mark.rule("QJ-26-11")
def test_who_fights_in_a_stronghold_is_banned_but_not_his_victim() -> None:
    world = land()
    change(world, "E5", garrison=40, csps=10, mercenary=True)
    leader(world, 1, "AAA", "E5", troops=30)
    leader(world, 2, "BBB", "E5", troops=30)
    turn = fought(world, hits((1, 2), world=world))
    assert (world.players["AAA"].banned, world.players["BBB"].banned) == (True, False)
    assert [sorted(event.seen_by) for event in turn.events if event.kind == "banned"] == [["AAA"]]
    calm = land()
    change(calm, "E5", garrison=40, mercenary=True)
    leader(calm, 1, "AAA", "E5", troops=30)
    leader(calm, 2, "BBB", "E5", troops=30)
    order = Issued("AAA", Attack(Force(leader=1), "conditional", 2), 1, "L1CL2")
    fought(calm, [order])
    assert not calm.players["AAA"].banned  # the condition was not met, so nothing was carried out


@pytest.mark.rule("QJ-26-12", "QJ-23-09")
def test_mercenaries_have_eight_factors() -> None:
    world = land()
    change(world, "E5", garrison=40, csps=2, mercenary=True)
    leader(world, 1, "AAA", "E5", troops=40)
    fought(world, hits((1, None), world=world))
    assert world.provinces["E5"].garrison == 40 - 2 - (120 - 48) // 8
    assert world.players["AAA"].banned


# --- guardians of Forbidden Cities --------------------------------------------------------------------------------------


def _city() -> World:
    world = land()
    change(world, "E5", garrison=40, city="GOLD", csps=10, zorans=300)
    leader(world, 101, LOTU, "E5", troops=20, bonus=4)
    leader(world, 102, LOTU, "E5", troops=20, bonus=4)
    return world


@pytest.mark.rule("QJ-24-09", "QJ-24-10", "QJ-23-11")
def test_guardians_attack_intruders_every_turn_usually_the_largest() -> None:
    targets: Counter[str] = Counter()
    assaults = 0
    for seed in range(100):
        world = _city()
        leader(world, 1, "AAA", "E5", troops=90)
        leader(world, 2, "BBB", "E5", troops=50)
        turn = fought(world, [], str(seed))
        for guardian in (Force(leader=101), Force(leader=102), Force(garrison="E5")):
            targets.update(turn.targets[guardian])
            assaults += "-K" in turn.flags[guardian]
    assert set(targets) == {"L1", "L2"}
    assert 225 <= targets["L1"] <= 280  # 85 of 100: always the largest of two in 70, then either
    assert 35 <= assaults <= 90  # 20 of 100


@pytest.mark.rule("QJ-18-60", "QJ-24-10")
def test_guardians_share_the_multi_army_bonus() -> None:
    from postern.rulesets.great_jewels.rules.battle.blows import Blow, Clash, blow_factors

    world = _city()
    leader(world, 1, "AAA", "E5", troops=90)
    turn = Turn(world, [], Chance("seed").turn(5))
    one, two, garrison = (
        Blow(force, Force(leader=1), "E5") for force in (Force(leader=101), Force(leader=102), Force(garrison="E5"))
    )
    clash = Clash((one, two, garrison))
    assert blow_factors(turn, clash, one) == Fraction(3 * 24 * 110, 100)
    assert blow_factors(turn, clash, garrison) == Fraction(3 * 40 * 110, 100)


@pytest.mark.rule("QJ-24-09", "QJ-06-16")
def test_entrants_are_struck_at_once_and_stand_as_defenders_without_experience() -> None:
    world = _city()
    leader(world, 1, "AAA", "E5", troops=90, bonus=1)
    turn = Turn(world, [], Chance("seed").turn(5))
    turn.step = "7b"
    turn.leaving.add(1)
    turn.moved.add(1)
    guardians_fight(turn, "E5", [1])
    assert 0 < world.leaders[1].troops < 90
    assert world.leaders[1].bonus == 1
    lost = 20 - world.leaders[101].troops
    # defensive fire 3 x 91 / (2 + 3 attackers) = 54.6 at 4 or, assaulting, 3 a troop; four troops are covered
    assert lost in ((int((54.6 - 32) // 4) + 4), int((54.6 - 24) // 3) + 4)
    here = [event for event in turn.events if event.kind == "battle"]
    assert [sorted(event.seen_by) for event in here] == [["AAA"]]


def test_entrants_who_are_elsewhere_or_dead_are_left_alone() -> None:
    world = _city()
    leader(world, 1, "AAA", "E6", troops=90)
    turn = Turn(world, [], Chance("seed").turn(5))
    guardians_fight(turn, "E5", [1, 77])
    assert world.leaders[1].troops == 90
    assert not turn.events


@pytest.mark.rule("QJ-24-11", "QJ-24-18")
def test_a_city_opens_when_its_last_guardian_falls() -> None:
    world = land()
    change(world, "E5", garrison=1, city="GOLD", zorans=300)
    leader(world, 101, LOTU, "E5", troops=1)
    leader(world, 1, "AAA", "E5", troops=90)
    leader(world, 2, "AAA", "E5", troops=90)
    turn = fought(world, hits((1, None), (2, 101), world=world))
    assert world.provinces["E5"].city == ""
    assert world.cities_taken == ["GOLD"]
    assert turn.world.provinces["E5"].zorans == 300


def test_lone_leaders_inside_are_attacked_too() -> None:
    world = _city()
    leader(world, 1, "AAA", "E5", troops=0, bonus=3)
    fought(world, [])
    assert 1 not in world.leaders


@pytest.mark.rule("QJ-23-10")
def test_guardians_stay_where_they_are() -> None:
    world = _city()
    allies(world, "AAA", "BBB")
    leader(world, 1, "AAA", "E5", troops=90)
    turn = run_typed(world, AAA=[Move(1, ("E6",))])
    assert turn.world.leaders[101].province == "E5"
    assert turn.world.leaders[102].province == "E5"


def test_fight_without_orders_does_nothing() -> None:
    world = land()
    turn = Turn(world, [], Chance("seed").turn(5))
    fight(turn)
    assert not turn.events


@pytest.mark.rule("QJ-24-09", "QJ-23-11")
def test_guardians_strike_at_armies_before_leaders_without_troops() -> None:
    world = land()
    change(world, "J6", city="GOLD", garrison=40)
    leader(world, 900, LOTU, "J6", troops=20)
    leader(world, 12, "AAA", "J6")
    inside = [world.leaders[12]]
    assert {blow.target.leader for blow in guardian_blows(unplayed(world), world.provinces["J6"], inside)} == {12}
    inside += [leader(world, 13, "AAA", "J6", troops=9), leader(world, 14, "BBB", "J6", troops=5)]
    struck = set()
    for seed in range(20):
        turn = Turn(world, [], Chance(f"city {seed}").turn(world.turn))
        struck |= {blow.target.leader for blow in guardian_blows(turn, world.provinces["J6"], inside)}
    assert struck == {13, 14}

"""Chapter 28: two talismans in one fight."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.turn.orders import Attack, Move
from tests.rules.great_jewels.build import land, leader, own, run_typed, talisman
from tests.rules.great_jewels.test_combat_talismans import ONE, pair
from tests.rules.great_jewels.test_spoils import fought, hits


@pytest.mark.rule("QJ-28.1-152", "QJ-28.1-044", "QJ-28.1-045")
def test_whom_the_sword_of_doom_kills_the_zombie_master_who_bears_it_raises() -> None:
    raised, turned = set(), 0
    for seed in range(60):
        world = pair(troops=200, bonus=0)
        world.leaders[2].troops = 100
        talisman(world, 49, 1)
        talisman(world, 85, 1)
        turn = fought(world, hits((1, 2), world=world), str(seed))
        if 1 not in world.leaders:
            assert world.leaders[2].troops == 100  # the sword turned on him: the dead raise nobody
            turned += 1
            continue
        assert 2 not in world.leaders
        raised.add(world.leaders[1].troops - (200 - 100 * 3 // 3 // 4))  # less those whom defensive fire killed
        told = [event.data for event in turn.events if event.kind == "battle" and "AAA" in event.seen_by]
        assert [row["risen"] for data in told for row in data["forces"] if row["force"] == "L1"] == [
            world.leaders[1].troops - 175
        ]
    assert 6 <= turned <= 24, "a quarter of the times"
    assert len(raised) > 8
    assert min(raised) >= 25
    assert max(raised) <= 50


@pytest.mark.rule("QJ-28.1-152", "QJ-28.1-044")
def test_another_zombie_master_raises_nobody_whom_the_sword_killed() -> None:
    for seed in range(12):
        world = pair(troops=20, bonus=0)
        leader(world, 3, "AAA", "E5", troops=20)
        talisman(world, 49, 1)
        talisman(world, 85, 3)
        fought(world, hits((1, 2), (3, 2), world=world), str(seed))
        if 2 not in world.leaders:
            assert world.leaders[3].troops <= 20
            return
    raise AssertionError("the sword never struck")


@pytest.mark.rule("QJ-28.1-078", "QJ-28.1-044")
def test_the_rearguard_saves_a_leaving_army_from_the_sword_but_not_its_bearer_from_it() -> None:
    ends = set()
    for seed in range(30):
        world = pair()
        talisman(world, 49, 1)
        talisman(world, 61, 2)
        turn = run_typed(world, str(seed), AAA=[Attack(ONE, "attack", 2)], BBB=[Move(2, ("E6",))])
        assert (turn.world.leaders[2].troops, turn.world.leaders[2].province) == (20, "E6")
        ends.add(1 in turn.world.leaders)
    assert ends == {True, False}


@pytest.mark.rule("QJ-28.1-160", "QJ-28.1-162")
def test_shield_wall_and_rage_on_one_army_cancel_each_other() -> None:
    def lost(*numbers: int) -> tuple[int, int]:
        world = pair()
        for number in numbers:
            talisman(world, number, 1)
        fought(world, hits((1, 2), (2, 1), world=world))
        return world.leaders[1].troops, world.leaders[2].troops

    assert lost(88, 89) == lost()
    assert lost(88) != lost()


@pytest.mark.rule("QJ-28.1-045", "QJ-28.1-281")
def test_whom_his_own_sword_kills_rises_again_at_home_without_it() -> None:
    for seed in range(30):
        world = pair()
        talisman(world, 49, 1)
        talisman(world, 126, 1)
        fought(world, hits((1, 2), world=world), str(seed))
        if 2 in world.leaders:
            one = world.leaders[1]
            assert (one.province, one.troops, one.bonus) == (world.players["AAA"].home, 0, 4)
            assert {world.talismans[number].leader for number in (49, 126)} == {0}
            return
    raise AssertionError("the sword never turned")


@pytest.mark.rule("QJ-28.1-334", "QJ-28.1-048")
def test_grond_breaks_the_walls_that_the_anti_siege_engine_has_just_made_of_rams() -> None:
    world = land(AAA="AZONI", BBB="AZONI")
    own(world, "E5", "BBB", garrison=90, csps=10)
    leader(world, 1, "AAA", "E5", troops=60, rams=7)
    talisman(world, 50, 1)
    talisman(world, 149, "E5")
    fought(world, hits((1, None), world=world))
    assert world.provinces["E5"].csps == 13 - 6
    assert world.talismans[50].leader == 1  # it is no ram to be turned


@pytest.mark.rule("QJ-28.1-044", "QJ-28.1-045", "QJ-28.1-060")
def test_the_sword_of_doom_rolls_anew_for_each_attack_of_a_double_whammy_on_one_target() -> None:
    """Ruling 19, T49: each time its bearer makes a real attack; so both may die, one by each roll."""
    ends = set()
    for seed in range(60):
        world = pair()
        talisman(world, 49, 1)
        talisman(world, 55, 1)
        orders = [Attack(ONE, "attack", 2), Attack(ONE, "assault", 2)]
        turn = run_typed(world, str(seed), AAA=orders)
        ends.add((1 in turn.world.leaders, 2 in turn.world.leaders))
    assert ends == {(True, False), (False, True), (False, False)}

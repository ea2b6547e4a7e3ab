"""Experience from combat (chapter 6, ruling 12)."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.sequence import fight
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, World
from tests.rules.great_jewels.build import change, land, leader
from tests.rules.great_jewels.test_spoils import fought, hits


def _meeting(troops: int = 50, bonus: int = 5, foe: int = 50) -> World:
    world = land(AAA="QUNTAG", BBB="QUNTAG")
    leader(world, 1, "AAA", "E5", troops=troops, bonus=bonus)
    leader(world, 2, "BBB", "E5", troops=foe, bonus=bonus)
    return world


@pytest.mark.rule("QJ-06-16")
def test_attackers_and_defenders_who_stand_gain_one() -> None:
    world = _meeting()
    leader(world, 3, "BBB", "E5", troops=50, bonus=5)
    fought(world, hits((1, 2), world=world))
    assert [world.leaders[number].bonus for number in (1, 2, 3)] == [6, 6, 5]


@pytest.mark.rule("QJ-06-16")
def test_who_is_attacked_while_leaving_gains_nothing() -> None:
    world = _meeting()
    turn = Turn(world, hits((1, 2), world=world), Chance("seed").turn(5))
    turn.leaving.add(2)
    fight(turn)
    assert world.leaders[2].troops < 50
    assert [world.leaders[number].bonus for number in (1, 2)] == [6, 5]


@pytest.mark.rule("QJ-06-17")
def test_destroying_the_target_earns_two() -> None:
    world = _meeting(foe=3)
    fought(world, hits((1, 2), world=world))
    assert 2 not in world.leaders
    assert world.leaders[1].bonus == 7
    siege = _meeting()
    change(siege, "E5", garrison=5)
    fought(siege, hits((1, None), world=siege))
    assert siege.provinces["E5"].garrison == 0
    assert siege.leaders[1].bonus == 7


@pytest.mark.rule("QJ-06-17")
def test_killing_only_the_troops_of_a_leader_earns_one() -> None:
    world = _meeting(foe=3)
    world.leaders[2].bonus = 999
    fought(world, hits((1, 2), world=world))
    assert world.leaders[2].troops == 0
    assert world.leaders[1].bonus == 6


@pytest.mark.rule("QJ-06-18", "QJ-06-19")
@pytest.mark.parametrize(("troops", "bonus", "after"), [(6, 5, 6), (5, 5, 5), (3, 5, 5), (7, 5, 7)])
def test_no_gain_lifts_the_bonus_above_the_troops_and_none_lowers_it(troops: int, bonus: int, after: int) -> None:
    world = _meeting(troops=troops, bonus=bonus, foe=0)
    world.leaders[2].bonus = 0
    fought(world, hits((1, 2), world=world))
    assert 2 not in world.leaders
    assert world.leaders[1].bonus == after


@pytest.mark.rule("QJ-06-18")
@pytest.mark.parametrize(("bonus", "foe", "after"), [(9, 25, 10), (10, 26, 10), (14, 26, 14)])
def test_troops_after_combat_set_the_limit(bonus: int, foe: int, after: int) -> None:
    world = _meeting(troops=20, bonus=bonus, foe=3)
    world.leaders[2].bonus = 0
    leader(world, 3, "BBB", "E5", troops=foe)
    fought(world, hits((1, 2), (3, 1), world=world))
    assert 2 not in world.leaders
    assert world.leaders[1].troops == 10
    assert world.leaders[1].bonus == after


@pytest.mark.rule("QJ-06-16")
def test_guardians_of_a_city_learn_nothing_from_battle() -> None:
    world = _meeting(foe=1)
    change(world, "E5", city="GOLD")
    leader(world, 900, LOTU, "E5", troops=200, bonus=4)
    fought(world, hits((1, 900), world=world))
    assert world.leaders[900].troops < 200
    assert world.leaders[900].bonus == 4

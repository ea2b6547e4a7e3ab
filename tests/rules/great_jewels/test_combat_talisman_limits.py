"""Whom and what the talismans of battle leave alone (28.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.great_jewels.rules.battle.blows import Blow, Clash, blow_factors, fire_factors
from postern.rulesets.great_jewels.turn.orders import Attack
from postern.rulesets.great_jewels.world.records import Force, World
from tests.rules.great_jewels.build import land, leader, own, talisman, unplayed
from tests.rules.great_jewels.upto import upto

ONE, TWO, CITY = Force(leader=1), Force(leader=2), Force(garrison="E5")


def pair(first: str = "AZONI", second: str = "AZONI") -> World:
    world = land(AAA=first, BBB=second)
    leader(world, 1, "AAA", "E5", troops=20, bonus=4)
    leader(world, 2, "BBB", "E5", troops=20, bonus=4)
    return world


@pytest.mark.rule("QJ-28.1-319", "QJ-18-17")
def test_the_palisade_costs_no_defensive_fire_which_is_no_attack() -> None:
    world = pair()
    talisman(world, 144, 2)
    turn = unplayed(world)
    assert fire_factors(turn, Clash((Blow(TWO, ONE, "E5"),)), ONE, TWO) == Fraction(3 * 24, 3)
    assert not turn.shown  # nobody attacked its bearer


@pytest.mark.rule("QJ-28.1-031")
def test_a_slenth_ring_helps_nobody_who_attacks_its_garrison() -> None:
    world = land(AAA="SLENTH", BBB="SLENTH")
    own(world, "E5", "AAA", garrison=20)
    leader(world, 1, "BBB", "E5", troops=60)
    talisman(world, 40, "E5")
    blow = Blow(ONE, CITY, "E5")
    assert blow_factors(unplayed(world), Clash((blow,)), blow) == 60 * 3


@pytest.mark.rule("QJ-28.1-044", "QJ-28.1-152")
@pytest.mark.parametrize("number", [49, 85])
def test_what_a_blade_will_decide_by_chance_is_not_foreseen(number: int) -> None:
    """A forecast counts the blow at its plain worth, and no dead who might rise."""
    world = pair()
    talisman(world, number, 1)
    turn = upto(world, "6", expected=True, AAA=[Attack(ONE, "attack", 2)])
    assert {one: turn.world.leaders[one].troops for one in (1, 2)} == {1: 20 - 3, 2: 20 - 14}

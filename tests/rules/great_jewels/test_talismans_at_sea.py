"""Talismans that take the danger out of a voyage: T71, T72, T83 (28.1)."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.rules.hooks import DRIFT_CHANCE, STORM_CHANCE
from postern.rulesets.great_jewels.world.records import Force
from tests.rules.great_jewels.build import land, leader, talisman, unplayed


@pytest.mark.rule("QJ-28.1-101", "QJ-28.1-104", "QJ-28.1-145")
@pytest.mark.parametrize(("number", "drift", "storm"), [(71, 0, 20), (72, 20, 0), (83, 0, 0), (150, 20, 20)])
def test_what_a_talisman_of_the_sea_prevents_has_no_chance_at_all(number: int, drift: int, storm: int) -> None:
    world = land()
    leader(world, 13, "AAA", "A4", troops=60)
    talisman(world, number, 13)
    turn, sailor = unplayed(world), Force(leader=13)
    assert (DRIFT_CHANCE.fold(turn, sailor, 20, 13), STORM_CHANCE.fold(turn, sailor, 20, 13)) == (drift, storm)

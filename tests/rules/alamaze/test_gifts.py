"""Gifts (order 215)."""

from __future__ import annotations

import pytest

from postern.rulesets.alamaze.turn import TRADE
from tests.rules.alamaze.build import booked, failures, play, problem, quiet_world, told


@pytest.mark.rule("AC-24-07", "AC-24-08", "AC-24-09")
def test_a_gift_changes_hands_and_both_are_told() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "215 EL 500 1,000"}, until="215")
    assert booked(turn, "WA", TRADE) == (-1_000, -500)
    assert booked(turn, "EL", TRADE) == (1_000, 500)
    (one,) = told(turn, "gift", "EL")
    assert one == {"giver": "WA", "taker": "EL", "gold": 500, "food": 1_000}
    assert told(turn, "gift", "SO") == []


def test_a_gift_beyond_the_treasury_fails_whole() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "215 EL 600k 1000"}, until="215")
    assert booked(turn, "WA", TRADE) == booked(turn, "EL", TRADE) == (0, 0)
    assert failures(turn) == [f"It costs 600,000 gold; there are {world.kingdoms['WA'].gold:,} when it runs."]


def test_nobody_can_be_given_to_who_is_not_there() -> None:
    one = problem(quiet_world(), "WA", "215 XX 500")
    assert one.why == "There is no kingdom XX in this game."
    assert one.remedy == "Codes: AN BL DA DE DW EL GI GN RA RD SO TR UN WA WI."

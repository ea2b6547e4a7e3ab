"""The printed table of combat possibilities (chapter 18), cell by cell, and the arithmetic behind it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.great_jewels.rules.forces import (
    Losses,
    attack_factors,
    defence_per_troop,
    defensive_fire,
    factors_per_troop,
    losses,
)
from postern.rulesets.great_jewels.turn.orders import Attack, Move
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force
from tests.rules.great_jewels.build import land, leader, run_typed

CELLS = {
    # (L37 does, L24 does): (clause of L24's result, his losses, killed, clause of L37's result, his losses, killed)
    ("attack", "attack"): ("QJ-18-31", 6, False, "QJ-18-32", 13, False),
    ("attack", "assault"): ("QJ-18-33", 9, False, "QJ-18-34", 17, False),
    ("attack", "defend"): ("QJ-18-35", 6, False, "QJ-18-36", 2, False),
    ("attack", "leave"): ("QJ-18-37", 3, False, "QJ-18-38", 1, False),
    ("assault", "attack"): ("QJ-18-39", 11, False, "QJ-18-40", 17, True),
    ("assault", "assault"): ("QJ-18-41", 12, True, "QJ-18-42", 17, True),
    ("assault", "defend"): ("QJ-18-43", 11, False, "QJ-18-44", 4, False),
    ("assault", "leave"): ("QJ-18-45", 6, False, "QJ-18-46", 2, False),
    ("defend", "attack"): ("QJ-18-47", 1, False, "QJ-18-48", 13, False),
    ("defend", "assault"): ("QJ-18-49", 2, False, "QJ-18-50", 17, False),
    ("leave", "attack"): ("QJ-18-51", 1, False, "QJ-18-52", 7, False),
    ("leave", "assault"): ("QJ-18-53", 1, False, "QJ-18-54", 10, False),
    ("defend", "defend"): ("QJ-18-55", 0, False, "QJ-18-55", 0, False),
    ("defend", "leave"): ("QJ-18-55", 0, False, "QJ-18-55", 0, False),
    ("leave", "defend"): ("QJ-18-55", 0, False, "QJ-18-55", 0, False),
    ("leave", "leave"): ("QJ-18-55", 0, False, "QJ-18-55", 0, False),
}


def _orders(number: int, does: str, foe: int) -> list[Attack | Move]:
    orders: dict[str, list[Attack | Move]] = {
        "attack": [Attack(Force(leader=number), "attack", foe)],
        "assault": [Attack(Force(leader=number), "assault", foe)],
        "leave": [Move(number, ("E6",))],
        "defend": [],
    }
    return orders[does]


def _table_turn(l37: str, l24: str) -> Turn:
    world = land(SSS="SLENTH", AAA="AZONI")
    leader(world, 37, "SSS", "E5", troops=17, bonus=3)
    leader(world, 24, "AAA", "E5", troops=12, bonus=4)
    return run_typed(world, SSS=_orders(37, l37, 24), AAA=_orders(24, l24, 37))


@pytest.mark.rule(*sorted({clause for cell in CELLS.values() for clause in (cell[0], cell[3])}))
@pytest.mark.parametrize(("l37", "l24"), CELLS)
def test_each_cell_of_the_printed_table(l37: str, l24: str) -> None:
    _, lost24, dead24, _, lost37, dead37 = CELLS[l37, l24]
    after = _table_turn(l37, l24).world.leaders
    assert (24 not in after) is dead24
    assert (37 not in after) is dead37
    if not dead24:
        assert after[24].troops == 12 - lost24
    if not dead37:
        assert after[37].troops == 17 - lost37


@pytest.mark.rule("QJ-18-29", "QJ-18-30", "QJ-18-14", "QJ-18-20")
def test_attack_factors_of_the_setting() -> None:
    azoni, slenth = (factors_per_troop(*pair) for pair in (("AZONI", "SLENTH"), ("SLENTH", "AZONI")))
    assert attack_factors(azoni, 12, 4) == 64
    assert attack_factors(factors_per_troop("AZONI", "SLENTH", assault=True), 12, 4) == 80
    assert attack_factors(slenth, 17, 3) == 40
    assert attack_factors(factors_per_troop("SLENTH", "AZONI", assault=True), 17, 3) == 60
    fire = [
        defensive_fire(azoni, 12, 4, 1, busy=False),
        defensive_fire(azoni, 12, 4, 1, busy=True),
        defensive_fire(slenth, 17, 3, 1, busy=False),
        defensive_fire(slenth, 17, 3, 1, busy=True),
    ]
    assert fire == [Fraction(64, 3), Fraction(64, 5), Fraction(40, 3), 8]
    assert [int(factors) for factors in fire] == [21, 12, 13, 8]


@pytest.mark.rule("QJ-18-56", "QJ-18-25")
def test_rounding_down_gives_the_table_and_rounding_to_nearest_does_not() -> None:
    rounding_matters = [(Fraction(64, 3), 17, 3, 4, 2), (Fraction(64, 5), 17, 3, 4, 1)]
    rounding_matters += [(Fraction(40, 3), 12, 4, 4, 1), (Fraction(40, 5), 12, 4, 4, 1)]
    for factors, troops, bonus, per_troop, printed in rounding_matters:
        assert losses(factors, troops, bonus, per_troop).dead == printed
        assert losses(int(factors), troops, bonus, per_troop).dead == printed
    assert [round(Fraction(64, 3) / 8), round(Fraction(64, 5) / 8), round(Fraction(40, 3) / 8)] == [3, 2, 2]


@pytest.mark.rule("QJ-18-23", "QJ-18-24", "QJ-18-16")
def test_covered_troops_are_lost_first_and_cost_twice() -> None:
    assert losses(31, 10, 4, 4) == Losses(3)
    assert losses(32, 10, 4, 4) == Losses(4)
    assert losses(36, 10, 4, 4) == Losses(5)
    assert losses(16, 2, 9, 4, bonus=9) == Losses(2)  # only two troops to cover: 16 factors kill both
    assert attack_factors(3, 2, 9) == 12


@pytest.mark.rule("QJ-18-26", "QJ-18-27", "QJ-18-28")
def test_a_leader_dies_only_of_more_excess_factors_than_his_bonus() -> None:
    assert losses(60, 17, 3, 3, bonus=3) == Losses(17)  # excess 0
    assert losses(63, 17, 3, 3, bonus=3) == Losses(17)  # excess 3
    assert losses(64, 17, 3, 3, bonus=3) == Losses(17, leader_dies=True)  # excess 4 factors, 1.33 troops
    assert losses(4, 0, 4, 4, bonus=4) == Losses(0)
    assert losses(5, 0, 4, 4, bonus=4) == Losses(0, leader_dies=True)
    assert losses(999, 5, 0, 4) == Losses(5)  # a garrison has no leader


@pytest.mark.rule("QJ-18-11", "QJ-18-12", "QJ-18-13", "QJ-18-57")
def test_defence_factors_per_troop() -> None:
    assert [defence_per_troop(stance) for stance in ("defend", "attack", "assault", "leave")] == [4, 4, 3, 6]
    assert [defence_per_troop(stance, betrayed=True) for stance in ("defend", "attack", "assault", "leave")] == [2, 2, 1, 4]
    assert defence_per_troop("defend", mercenary=True) == 8


@pytest.mark.rule("QJ-18-05", "QJ-18-06", "QJ-18-07", "QJ-18-08", "QJ-18-09", "QJ-18-10", "QJ-23-08", "QJ-24-10")
def test_chart_of_attack_factors() -> None:
    peoples = ("AZONI", "QUNTAG", "RILRIS", "SLENTH")
    chart = {
        "AZONI": (3, 3, 4, 4),
        "QUNTAG": (3, 3, 3, 3),
        "RILRIS": (2, 3, 3, 4),
        "SLENTH": (2, 3, 2, 3),
        "NONPLAYER": (3, 3, 3, 3),
    }
    for attacker, row in chart.items():
        assert tuple(factors_per_troop(attacker, defender) for defender in peoples) == row
        assert tuple(factors_per_troop(attacker, defender, assault=True) for defender in peoples) == tuple(n + 1 for n in row)

"""Talismans that change hands with the land, or by themselves, are named where the turn is told."""

from __future__ import annotations

import pytest

from postern.game.report import Battle
from postern.rulesets.great_jewels.tables import PROVINCES
from postern.rulesets.great_jewels.world.records import Drevonyx
from tests.rules.great_jewels.build import land, leader, own, talisman
from tests.rules.great_jewels.test_report import report_for, run, section, told

pytestmark = pytest.mark.usefixtures("no_mischief")


def test_talismans_found_in_captured_land_are_named() -> None:
    world = land()
    leader(world, 1, "AAA", "J10", troops=5)
    talisman(world, 57, "J11")
    talisman(world, 4, "J11")
    account = told(section(report_for(run(world, AAA="L1MJ11"), "AAA"), "account"))
    assert "In J11 you found T4 (GOLD SWORD) and T57 (ORACLE)." in account


def test_talismans_lost_with_the_land_are_named_first() -> None:
    world = land()
    own(world, "J11", "AAA")
    talisman(world, 57, "J11")
    leader(world, 1, "BBB", "J10", troops=5)
    outcome = run(world, BBB="L1MJ11")
    words = "With J11 you lost T57 (ORACLE)."
    for key in ("attention", "account"):
        assert words in told(section(report_for(outcome, "AAA"), key))
    assert "In J11 you found T57 (ORACLE)." in told(section(report_for(outcome, "BBB"), "account"))


def test_a_talisman_that_comes_by_itself_is_named() -> None:
    world = land()
    for name in PROVINCES:
        if name != "B4":
            own(world, name, "BBB")
    talisman(world, 86, "B4")
    outcome = run(world)
    place = outcome.world.talismans[86].province
    words = f"T86 (LEAPING LEPRECHAUN) came to the garrison of {place} and is yours now."
    assert words in told(section(report_for(outcome, "BBB"), "attention"))
    assert not any("came to" in line for line in told(section(report_for(outcome, "AAA"), "account")))


def test_what_another_line_says_of_a_talisman_is_not_said_again() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=3)
    leader(world, 1, "AAA", "J10", troops=5)
    talisman(world, 57, 1)
    account = told(section(report_for(run(world, AAA="T57G"), "AAA"), "account"))
    assert [line for line in account if "T57" in line] == ["L1 handed T57 (ORACLE) to the garrison of J10."]


def test_a_garrison_that_wins_talismans_is_named_in_words() -> None:
    world = land()
    own(world, "J10", "BBB", garrison=90)
    leader(world, 1, "AAA", "J10", troops=5, zorans=1)
    talisman(world, 57, 1)
    outcome = run(world, BBB="GJ10AL1")
    (lost,) = [block for block in section(report_for(outcome, "AAA"), "account").blocks if isinstance(block, Battle)]
    assert lost.outcome == "You lost L1. Your losses: 5 troops, theirs 1."
    assert lost.spoils == (
        "The garrison of J10 took 1 zoran from L1.",
        "L1's talismans: T57 to the garrison of J10.",
    )
    (battle,) = [block for block in section(report_for(outcome, "BBB"), "account").blocks if isinstance(block, Battle)]
    won = 'The garrison of J10 won T57 "ORACLE" from the dead.'
    assert battle.spoils == ("The garrison of J10 took 1 zoran from L1.", won)


def test_nothing_is_counted_as_nought() -> None:
    world = land()
    own(world, "J10", "BBB")
    leader(world, 1, "AAA", "J10", troops=5)
    leader(world, 2, "AAA", "J10")
    talisman(world, 138, 1)
    talisman(world, 66, 1)
    talisman(world, 51, 1)
    outcome = run(world, AAA="T138=C\nT66L2\nT51L2")
    lines = told(section(report_for(outcome, "AAA"), "account"))
    assert "The Shadow of Fear (T51) came to L2, who has no bonus to lose." in lines
    assert "The Jeweled Poker Chip (T66) found no zorans with L2." in lines
    assert not any(" 0 " in line for line in lines), lines


def test_towers_lost_with_their_crews_are_told() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=200)
    leader(world, 1, "AAA", "J10", troops=3)
    leader(world, 2, "BBB", "J10", troops=40, bonus=9, rams=40, towers=13)
    outcome = run(world, AAA="L1AL2")
    left = outcome.world.leaders[2]
    rams, towers = 40 - left.rams, 13 - left.towers
    assert rams
    words = f"L2 in J10 lost {rams} ram{'s' * (rams > 1)}"
    words += f" and {towers} siege tower{'s' * (towers > 1)}" * (towers > 0)
    words += f": too few of his troops were left to man {'it' if rams + towers == 1 else 'them'}."
    lines = told(section(report_for(outcome, "BBB"), "account"))
    assert words in lines
    assert words not in told(section(report_for(outcome, "AAA"), "account"))


def test_engines_that_another_line_accounts_for_are_not_told_again() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=20)
    leader(world, 1, "AAA", "J10", troops=9, rams=4, towers=2)
    leader(world, 2, "AAA", "J10", troops=9)
    leader(world, 3, "AAA", "J10", troops=9, rams=5)
    talisman(world, 107, 2)
    outcome = run(world, AAA="L1T1RL2\nL1XS1\nL1T9TG\nT107L3")
    lines = told(section(report_for(outcome, "AAA"), "account"))
    assert not any("left to man" in line for line in lines), lines


def test_a_turn_with_losses_is_not_said_to_be_without() -> None:
    world = land()
    own(world, "J10", "BBB", garrison=4)
    leader(world, 1, "AAA", "J10", troops=40)
    outcome = run(world, AAA="L1AG")
    assert "No order failed." in told(section(report_for(outcome, "AAA"), "attention"))
    calm = report_for(run(world, AAA="L1MJ11"), "AAA")
    assert "No order failed, and nothing was lost." in told(section(calm, "attention"))


def test_zorans_of_an_army_that_the_drevonyx_ate_are_told() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=9, zorans=10)
    leader(world, 1, "AAA", "J10", troops=5, zorans=30)
    world.drevonyxes.append(Drevonyx(30, "J10", asleep=False))
    account = told(section(report_for(run(world, AAA="GJ10T10ZL1"), "AAA"), "account"))
    assert "The 40 zorans that L1 carried lie in J10 now." in account


def test_zorans_of_an_army_eaten_whose_leader_then_dies_are_told_too() -> None:
    world = land()
    own(world, "J10", "AAA", garrison=9)
    leader(world, 1, "AAA", "J10", troops=5, zorans=30)
    talisman(world, 80, "J10", counter=1)
    world.drevonyxes.append(Drevonyx(30, "J10", asleep=False))
    outcome = run(world)
    assert 1 not in outcome.world.leaders
    assert outcome.world.provinces["J10"].zorans >= 30
    assert "The 30 zorans that L1 carried lie in J10 now." in told(section(report_for(outcome, "AAA"), "account"))

"""The twelve types of troops, and brigades as mixtures of them (AC-06-35..54, ruling 18)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postern.rulesets.alamaze.rules.battle import phases
from postern.rulesets.alamaze.tables import BrigadeType, edition

TABLES = edition("classic")
TYPES: Mapping[str, Mapping[str, str]] = {row["short"]: row for row in TABLES.content.rows("decided_troop_values")}
OF_MEN = [one for one in TABLES.brigades.values() if not one.men_special]
ARMS = {"infantry": ("LI", "MI", "HI", "GU"), "cavalry": ("LC", "MC", "HC", "EC"), "archers": ("SK", "AR", "XA", "HA")}


def men(brigade: BrigadeType, short: str) -> int:
    return int(getattr(brigade, f"men_{short.lower()}"))


def worth(short: str) -> float:
    return float(TYPES[short]["value_per_man"])


def armour(short: str) -> float:
    return float(TYPES[short]["armour"])


@pytest.mark.rule("AC-06-39", "AC-06-15")
def test_there_are_twelve_types_four_of_each_arm() -> None:
    found = {arm: tuple(one for one in TYPES if TYPES[one]["arm"] == arm) for arm in ARMS}
    assert {arm: set(some) for arm, some in found.items()} == {arm: set(some) for arm, some in ARMS.items()}


@pytest.mark.rule("AC-06-35", "AC-06-36", "AC-06-38", "AC-06-42")
@pytest.mark.parametrize("brigade", OF_MEN, ids=lambda one: one.code)
def test_what_a_brigade_is_worth_follows_from_its_men(brigade: BrigadeType) -> None:
    """Men by type x value a man x factor, by arm; the phases from the arms, the armour weighed by men (rulings 18 and 23)."""
    value = {one: men(brigade, one) * worth(one) * brigade.factor for one in TYPES}
    infantry, cavalry, archers = (sum(value[one] for one in ARMS[arm]) for arm in ("infantry", "cavalry", "archers"))
    assert brigade.infantry_value == pytest.approx(infantry, abs=1)
    assert brigade.cavalry_value == pytest.approx(cavalry, abs=1)
    assert brigade.archer_value == pytest.approx(archers, abs=1)
    assert brigade.long_missile == pytest.approx(0.5 * archers, abs=1)
    assert brigade.short_missile == pytest.approx(0.8 * archers, abs=1)
    assert brigade.charge == pytest.approx(1.2 * cavalry, abs=1)
    assert brigade.melee == pytest.approx(infantry + 0.6 * cavalry + 0.3 * archers + 0.3 * value["XA"], abs=1)
    assert brigade.combined == pytest.approx((infantry + cavalry + archers) / 2, abs=1)
    assert brigade.value_vs_pc == pytest.approx(infantry + cavalry / 2 + archers, abs=2)
    number = sum(men(brigade, one) for one in TYPES)
    assert brigade.armour == pytest.approx(sum(men(brigade, one) * armour(one) for one in TYPES) / number, abs=0.001)
    assert 1_400 <= number <= 2_200


@pytest.mark.rule("AC-06-40")
def test_a_kingdoms_brigade_has_about_four_types() -> None:
    numbers = [sum(men(one, short) > 0 for short in TYPES) for one in OF_MEN if one.category == "Kingdom"]
    assert all(2 <= one <= 5 for one in numbers)
    assert sum(numbers) / len(numbers) == pytest.approx(4, abs=0.6)


@pytest.mark.parametrize(
    ("less", "more"),
    [
        pytest.param("LI", "MI", marks=pytest.mark.rule("AC-06-43")),
        pytest.param("MI", "HI", marks=pytest.mark.rule("AC-06-44")),
        pytest.param("HI", "GU", marks=pytest.mark.rule("AC-06-45", "AC-06-46")),
        pytest.param("LC", "MC", marks=pytest.mark.rule("AC-06-47", "AC-06-48")),
        pytest.param("MC", "HC", marks=pytest.mark.rule("AC-06-49")),
        pytest.param("HC", "EC", marks=pytest.mark.rule("AC-06-50")),
        pytest.param("SK", "AR", marks=pytest.mark.rule("AC-06-52")),
        pytest.param("AR", "XA", marks=pytest.mark.rule("AC-06-53", "AC-06-54")),
    ],
)
def test_better_types_are_worth_more_and_better_armoured(less: str, more: str) -> None:
    assert worth(less) < worth(more)
    assert armour(less) < armour(more)


@pytest.mark.rule("AC-06-47", "AC-06-51", "AC-06-54")
def test_cavalry_charges_horse_archers_do_not_and_expert_archers_fight_hand_to_hand() -> None:
    assert {one for one in TYPES if TYPES[one]["charges"] == "yes"} == set(ARMS["cavalry"])
    assert float(TYPES["XA"]["melee_share"]) == 2 * float(TYPES["AR"]["melee_share"])


@pytest.mark.rule("AC-06-37")
def test_a_strong_brigade_at_its_best_equals_three_weak_ones_in_bad_country() -> None:
    """A brigade of Giants on the plains, where they are at an advantage, and Underworld troops in a forest."""
    strong = phases(TABLES, TABLES.brigades["GI"], "Plains")["combined"] * 1.1
    weak = phases(TABLES, TABLES.brigades["UN"], "Forest")["combined"]
    assert strong > 3 * weak


@pytest.mark.rule("AC-06-26")
def test_a_brigade_of_veterans_has_two_thousand_men() -> None:
    assert sum(men(TABLES.brigades["VE"], one) for one in TYPES) == 2_000

"""What people write and what is read back: types in several words, numbers with commas, amounts that are all (CF-3.1)."""

from __future__ import annotations

import pytest

from postern.game.kit.orders.kinds import Refusal
from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.orders.reading import told
from tests.rules.cosmos.build import scenario_world
from tests.rules.cosmos.reports import view


@pytest.mark.rule("CF-7.1-14", "CF-7.1-13")
@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("recruit heavy infantry 100", 'recruit "heavy infantry" 100'),
        ("recruit heavy infantry", 'recruit "heavy infantry"'),
        ("recruit knight", "recruit knight"),
        ("recruit 3 1,000", "recruit 3 1000"),
        ("build gold mine 190", 'build "gold mine" 190'),
        ("transfer gold:1,000 food:12,345 rc", "transfer gold:1000 food:12345 rc"),
        ("limitarms 1,500", "limitarms 1500"),
    ],
)
def test_a_plain_line_is_the_line_that_was_meant(written: str, meant: str) -> None:
    one, other = grammar().find(written), grammar().find(meant)
    assert one is not None
    assert other is not None
    assert not isinstance(one.order, Refusal), one.order
    assert grammar().code_of(one.order) == grammar().code_of(other.order) == meant


@pytest.mark.parametrize("written", ["transfer gold:1,00 rc", "transfer gold:1,0000 rc", "limitarms ,500"])
def test_commas_elsewhere_are_no_thousands(written: str) -> None:
    found = grammar().find(written)
    assert found is None or isinstance(found.order, Refusal)


@pytest.mark.rule("CF-6.7-02", "CF-3.1-17")
@pytest.mark.parametrize(
    ("goods", "words"),
    [
        ((("*", -1),), "everything"),
        ((("food", -1),), "all food"),
        ((("food", -1), ("gold", 20)), "all food, 20 gold"),
    ],
)
def test_all_of_something_is_read_back_as_all(goods: tuple[tuple[str, int], ...], words: str) -> None:
    assert dict(told("goods", goods, view(scenario_world(), "AM")))["goods"] == words

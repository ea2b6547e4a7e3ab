"""A rule asks its hook, an item adds its effect."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postern.game.kit.hooks import Hook


def always(_: Mapping[str, bool]) -> bool:
    return True


def test_the_effect_of_an_item_changes_the_value_when_it_works() -> None:
    tax: Hook[int, str, int, int] = Hook("tax of a place")

    @tax.add(7, 9, lasting=True)
    def more(turn: int, item: str, context: int, value: int) -> int:
        return value + turn * context + len(item)

    asked: list[Mapping[str, bool]] = []
    assert tax.apply(2, "ring", 7, 10, 3, always) == 20
    assert tax.apply(2, "ring", 9, 10, 3, lambda traits: asked.append(traits) or False) == 10  # type: ignore[func-returns-value]
    assert asked == [{"lasting": True}]
    assert tax.knows(9)
    assert more(1, "", 1, 1) == 2


def test_an_item_without_an_effect_here_changes_nothing_and_nobody_is_asked() -> None:
    tax: Hook[int, str, int, int] = Hook("tax of a place")

    def never(_: Mapping[str, bool]) -> bool:
        raise AssertionError

    assert tax.apply(2, "ring", 8, 10, 3, never) == 10
    assert not tax.knows(8)


def test_a_second_effect_of_one_item_at_one_hook_is_refused() -> None:
    tax: Hook[int, str, int, int] = Hook("tax of a place")
    tax.add(7)(lambda turn, item, context, value: value)
    with pytest.raises(ValueError, match="tax of a place already has an effect for 7"):
        tax.add(8, 7)(lambda turn, item, context, value: value)

"""Which of several wordings a reader gets."""

from __future__ import annotations

from itertools import pairwise

from postern.game.kit.report.wordings import chosen, varied


def test_the_same_key_gives_the_same_wording_and_all_are_used() -> None:
    wordings = ["a", "b", "c"]
    found = [chosen(wordings, f"title/QJ/{turn}/6/J10") for turn in range(40)]
    assert {*found} == {*wordings}
    assert found == [chosen(wordings, f"title/QJ/{turn}/6/J10") for turn in range(40)]


def test_a_wording_never_comes_twice_running() -> None:
    for wordings in ("ab", "abc", "abcd"):
        for seat in ("AAA", "BBB", "CCC"):
            found = [varied(wordings, f"QJ-1/{seat}", turn) for turn in range(40)]
            assert all(one != other for one, other in pairwise(found))
            assert {*found} == {*wordings}


def test_a_single_wording_is_always_read() -> None:
    assert [varied(["only"], "QJ-1/AAA", turn) for turn in range(3)] == ["only"] * 3

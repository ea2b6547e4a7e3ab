"""What a turn won and lost in the end, and the chances worth telling."""

from __future__ import annotations

from postern.game.front import Hint
from postern.game.kit.report.changes import net
from postern.game.kit.report.hints import Opportunity, best

OWNERS = {"a": "me", "b": "you", "c": "me", "d": "", "e": "you"}


def _mine(thing: str) -> str | None:
    return "me" if OWNERS[thing] == "me" else None


def test_each_thing_is_in_one_list_by_its_owners_before_and_after() -> None:
    changes = [
        ("a", "you", "me"),
        ("b", "me", "you"),
        ("c", "me", "you"),
        ("d", "you", "me"),
        ("c", "you", "me"),
        ("d", "me", ""),
        ("e", "they", "you"),
    ]
    found = net(changes, _mine, "me")
    assert (found.won, found.lost, found.regained, found.passed) == (("a",), ("b",), ("c",), ("d",))
    assert found.before == {"a": "you", "b": "me", "c": "me", "d": "you"}
    assert found.after == {"a": "me", "b": "you", "c": "me", "d": ""}


def test_the_world_outweighs_events() -> None:
    """What no event told: a thing won that then was destroyed, one lost that came back by itself."""
    assert net([("d", "", "me")], _mine, "me").passed == ("d",)
    assert net([("d", "", "me")], _mine, "me").after == {"d": ""}
    assert net([("c", "me", "you")], _mine, "me").regained == ("c",)
    assert net([("b", "me", "they")], lambda thing: "you", "me").after == {"b": "you"}


def test_chances_go_by_worth_and_odds_and_doubtful_ones_are_left_out() -> None:
    names = {"sure": 10, "likely": 12, "known": 20, "poor": 90, "none": 99}
    odds = {"sure": "certain", "likely": "likely", "known": None, "poor": "doubtful", "none": "hopeless"}
    found = [Opportunity(worth, Hint(name), odds[name]) for name, worth in names.items()]  # type: ignore[arg-type]
    assert [one.text for one in best(found, 9)] == ["known", "sure", "likely"]
    assert [one.text for one in best(found, 1)] == ["known"]


def test_nobody_is_named_twice() -> None:
    found = [Opportunity(worth, Hint(str(worth)), takes=frozenset(who)) for worth, who in ((3, "ax"), (2, "ay"), (1, "by"))]
    assert [one.text for one in best(found, 9)] == ["3", "1"]

"""What happened, in whole sentences: every turn that one event may take, with how much it matters and whether it is good."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.events import Event
from postern.game.kit.report.telling import Said
from postern.rulesets.great_jewels.report.telling import sentence

VOYAGE = {
    "leader": 13,
    "start": "A5",
    "goal": "C1",
    "landfall": "C1",
    "before": 30,
    "lost": 0,
    "drowned": False,
    "refused": False,
}
RAID = {"province": "J6", "origin": "J5", "source": "GJ5", "troops": 4, "outcome": "lost", "by": "AAA", "owner": ""}
LOCK = {"leader": 13, "by": "AAA", "city": "SILVER", "province": "J6", "percent": 50, "expected": False, "opened": True}
AMBUSH = {
    "leader": 13,
    "owner": "AAA",
    "province": "J6",
    "by": [["GJ6", "BBB", False], ["L21", "BBB", False]],
    "landing": False,
    "factors": 45,
    "killed": False,
    "betrayed": False,
    "zorans": 0,
    "troops": 30,
    "dead": 5,
}


def _said(kind: str, data: dict[str, Any], reader: str = "AAA") -> Said | None:
    return sentence(Event(kind, "7a", frozenset({reader}), data), reader)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, Said("L13 sailed from A5 to C1.")),
        ({"lost": 3}, Said("L13 sailed from A5 to C1; 3 of his 30 troops drowned on the way.", "attention", "bad")),
        ({"landfall": "D1"}, Said("L13 sailed from A5 for C1; a storm drove him to D1.", "attention", "bad")),
        ({"landfall": "A5"}, Said("L13 sailed from A5 for C1; a storm drove him back to A5.", "attention", "bad")),
        ({"drowned": True}, Said("L13 sailed from A5 to C1; L13 drowned.", "attention", "bad")),
        (
            {"drowned": True, "lost": 30},
            Said(
                "L13 sailed from A5 to C1; 30 of his 30 troops drowned on the way, and L13 drowned with them.",
                "attention",
                "bad",
            ),
        ),
        ({"refused": True}, Said("L13 sailed from A5 to C1. Off C1 his navy was sent back to A5.", "attention", "bad")),
    ],
)
def test_a_voyage_and_what_storms_did(facts: dict[str, Any], expected: Said) -> None:
    assert _said("sailed", VOYAGE | facts) == expected


@pytest.mark.parametrize(
    ("facts", "fate", "weight", "tone"),
    [
        ({"outcome": "captured"}, "They took the province and are its garrison.", "normal", "good"),
        ({"outcome": "joined", "source": "L13"}, "They joined the garrison.", "normal", "body"),
        ({}, "They did not come back, but you have seen what is there.", "normal", "bad"),
        (
            {"outcome": "contested"},
            "Others came there too; none of them came back, but you have seen what is there.",
            "normal",
            "bad",
        ),
        (
            {"outcome": "killed by enemies"},
            "Enemy leaders where they left or arrived killed them all, but you have seen what is there.",
            "attention",
            "bad",
        ),
    ],
)
def test_a_raid_and_what_became_of_it(facts: dict[str, Any], fate: str, weight: Any, tone: Any) -> None:
    who = "L13" if "source" in facts else "the garrison"
    expected = Said(f"4 troops of {who} in J5 raided J6. {fate}", weight, tone, more=fate)
    assert _said("raided", RAID | facts) == expected


@pytest.mark.parametrize(
    ("facts", "reader", "expected"),
    [
        ({"guest": ""}, "AAA", Said("L13 unlocked the Forbidden City SILVER in J6 for you, this turn only.", tone="good")),
        (
            {"guest": "BBB"},
            "AAA",
            Said("L13 unlocked the Forbidden City SILVER in J6 for you and BBB, this turn only.", tone="good"),
        ),
        ({"guest": "AAA"}, "AAA", Said("L13 unlocked the Forbidden City SILVER in J6 for you, this turn only.", tone="good")),
        (
            {"guest": "BBB"},
            "BBB",
            Said("L13 of AAA unlocked the Forbidden City SILVER in J6 for your armies, this turn only.", "attention", "good"),
        ),
        (
            {"guest": "", "opened": False},
            "AAA",
            Said(
                "L13 tried to unlock the Forbidden City SILVER in J6; the lock held (his chance was 50 in 100).",
                "attention",
                "bad",
            ),
        ),
    ],
)
def test_a_lock_and_for_whom_it_opened(facts: dict[str, Any], reader: str, expected: Said) -> None:
    assert _said("unlocking", LOCK | facts, reader) == expected


@pytest.mark.parametrize(
    ("facts", "reader", "words", "weight"),
    [
        ({}, "AAA", "L13 was waylaid in J6 by {} with 45 attack factors. 5 of 30 troops died.", "attention"),
        ({"dead": 0}, "AAA", "L13 was waylaid in J6 by {} with 45 attack factors. None of his 30 troops died.", "normal"),
        (
            {"landing": True},
            "AAA",
            "L13 was waylaid when he landed in J6 by {} with 45 attack factors. 5 of 30 troops died.",
            "attention",
        ),
        (
            {"dead": 30, "killed": True, "betrayed": True, "zorans": 9},
            "AAA",
            "L13 was waylaid in J6 by {} with 45 attack factors. All 30 of his troops died. So did he. "
            "They counted as betrayed. The waylayers took 9 zorans.",
            "attention",
        ),
        ({}, "BBB", "L13 of AAA was waylaid in J6 by {} with 45 attack factors. 5 of 30 troops died.", "normal"),
    ],
)
def test_an_ambush_and_what_it_cost(facts: dict[str, Any], reader: str, words: str, weight: str) -> None:
    said = _said("waylaid", AMBUSH | facts, reader)
    assert said is not None
    head, _, tail = words.partition("{}")
    assert said.text.startswith(head)
    assert said.text.endswith(tail)
    assert "L21" in said.text
    assert (said.weight, said.tone) == (weight, "bad" if reader == "AAA" else "good")


@pytest.mark.parametrize(
    ("kind", "data", "expected"),
    [
        (
            "fat lady",
            {"sign": "+", "works": True, "chance": 40},
            Said(
                "The Fat Lady sang to lengthen the game, with a chance of 40 percent. "
                "It worked: the ending turn has moved by one."
            ),
        ),
        (
            "fat lady",
            {"sign": "-", "works": False, "chance": 10},
            Said("The Fat Lady sang to shorten the game, with a chance of 10 percent. It did not work."),
        ),
        (
            "terrain changed",
            {"province": "J6", "before": "C", "terrain": "C"},
            Said("J6 was to be changed, but was clear already."),
        ),
        (
            "terrain changed",
            {"province": "J6", "before": "C", "terrain": "F"},
            Said("The terrain of J6 changed from clear to forest; its levy and tax rates changed with it."),
        ),
        (
            "ravaged",
            {"province": "J6", "by": "BBB", "levy": 8, "tax": 7, "points": 0},
            Said("BBB ravaged your province J6: levy 8 and tax 7 are halved until it recovers.", "attention", "bad"),
        ),
        (
            "ravaged",
            {"province": "J6", "by": "AAA", "levy": 8, "tax": 7, "points": 1},
            Said("J6 was ravaged: you gain 1 point; levy 8 and tax 7 are halved until it recovers.", tone="good"),
        ),
        (
            "ravaged",
            {"province": "J6", "by": "AAA", "levy": 8, "tax": 7, "points": 0},
            Said("J6 was ravaged: you gain no points; levy 8 and tax 7 are halved until it recovers.", tone="bad"),
        ),
    ],
)
def test_spells_songs_and_ravages(kind: str, data: dict[str, Any], expected: Said) -> None:
    assert _said(kind, data) == expected

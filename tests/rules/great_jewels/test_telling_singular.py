"""One of a thing is told as one, none as none."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.events import Event
from postern.rulesets.great_jewels.report.telling import sentence

_CREW = {"leader": 7, "owner": "BBB", "province": "J10", "holder": "AAA", "troops": 0, "zorans": 1, "rams": 0, "towers": 0}
_WAYLAID = {"leader": 7, "owner": "AAA", "province": "J10", "by": [["L8", "BBB", False]], "landing": False, "factors": 9}


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("crew short", _CREW, "L7 of BBB left 1 zoran in J10; it is yours."),
        (
            "crew short",
            {**_CREW, "owner": "AAA"},
            "L7 in J10: without troops he could not carry 1 zoran, which stays in J10.",
        ),
        (
            "catapults",
            {"leader": 7, "owner": "AAA", "province": "J10", "rams": 1, "csps": -1},
            "L7 threw 1 ram at J10 with catapults; it razed 1 citadel point.",
        ),
        (
            "troops sold",
            {"province": "J10", "sold": 1, "gain": 3, "revolt": False, "left": 4},
            "1 garrison troop of J10 was sold into slavery for 3 zorans.",
        ),
        (
            "wand burnt",
            {"province": "J10", "points": 0, "zorans": 12},
            "The Rilris Wand (T97) scored no points for 12 zorans in J10, which are gone.",
        ),
        (
            "hot potato",
            {"province": "J10", "troops": 1, "leaders": [7]},
            "The Hot Potato (T80) went off in J10: 1 garrison troop and L7 with all he led died.",
        ),
        (
            "waylaid",
            {**_WAYLAID, "killed": True, "betrayed": False, "zorans": 0, "troops": 1, "dead": 1},
            "L7 was waylaid in J10 by L8 of BBB with 9 attack factors. His only troop died. So did he.",
        ),
        (
            "leprechaun",
            {"province": "J10", "what": "troops", "amount": 1},
            "The Leaping Leprechaun (T86) left 1 troop in J10 and leapt away.",
        ),
        (
            "dragon hatched",
            {"province": "J10", "troops": 1},
            "The Dragon's Egg (T117) hatched in J10: a dragon lives there now, and the only garrison troop is dead.",
        ),
        (
            "dragon hatched",
            {"province": "J10", "troops": 0},
            "The Dragon's Egg (T117) hatched in J10: a dragon lives there now.",
        ),
        (
            "stampede",
            {"force": "L7", "owner": "AAA", "place": "J10", "goal": "J11", "troops": 1},
            "The Screaming Meemies (T79) drove the only troop of L7 out of J10 into J11.",
        ),
        (
            "head hunted",
            {"province": "J10", "spent": 1, "leader": 9},
            "The Head Hunter found a new leader, L9, in J10 for 1 zoran.",
        ),
        (
            "bribery",
            {"leader": 7, "by": "AAA", "place": "J10", "paid": 3, "price": 3, "troops": 1},
            "L7 took 3 zorans and serves you now, with 1 troop.",
        ),
        (
            "bribery",
            {"leader": 7, "by": "AAA", "place": "J10", "paid": 1, "price": 3, "troops": 1},
            "L7 was not bribed: 1 zoran was given, 1 troop asks for 3.",
        ),
        (
            "bribery",
            {"leader": 7, "by": "BBB", "place": "J10", "paid": 3, "price": 3, "troops": 1},
            "L7 was bribed by BBB in J10 and left you with 1 troop.",
        ),
        (
            "navy gone",
            {"province": "J10", "navies": 0},
            "Somebody sailed away from J10 with a navy of yours; none is left there.",
        ),
        ("navy gone", {"province": "J10", "navies": 1}, "Somebody sailed away from J10 with a navy of yours; 1 is left there."),
        ("liquidated", {"force": "L7", "zorans": 0}, "Liquidated Assets (T107) found nothing to sell with L7."),
        (
            "blasted",
            {"province": "J10", "csps": 0, "own": False},
            "A spell struck at the citadel of J10, which has no citadel points.",
        ),
    ],
)
def test_one_and_none(kind: str, data: dict[str, Any], words: str) -> None:
    said = sentence(Event(kind, "2", frozenset({"AAA"}), data), "AAA")
    assert said is not None
    assert said.text == words

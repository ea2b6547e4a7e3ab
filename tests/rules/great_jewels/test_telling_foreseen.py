"""A forecast speaks of what would happen, never as if it had."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from postern.game.chance import Chance
from postern.game.events import Event
from postern.game.kit.report.telling import Mood, in_mood, told_to
from postern.game.report import Bullets, Text
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View, view_of
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.report.account import account
from postern.rulesets.great_jewels.report.documents import forecast
from postern.rulesets.great_jewels.report.telling import TELLINGS, sentence
from tests.rules.great_jewels.build import leader
from tests.rules.great_jewels.test_expected import scene

_PAST = re.compile(
    r"\b(?:moved|handed|built|captured|raided|joined|scored|fell|died|lost|won|took|hired|came|went|ate|was|were|had)\b"
)


_ROWS = tomllib.loads((files("postern.rulesets.great_jewels") / "data" / "tellings.toml").read_text(encoding="utf-8"))


_WOULD_TWICE = re.compile(r"would (?:\w+ )?would|would (?:then )?(?:had|has|is|are|was|were)\b")
_FACT = re.compile(r"\{\w+")
_AFTER_BE = re.compile(r"\b(?:be|been) \w+")


@pytest.mark.parametrize("kind", sorted(_ROWS.keys() - {"seat-vacant"}))  # its orders are missed whatever happens
def test_no_row_speaks_of_the_past_when_it_is_foreseen(kind: str) -> None:
    for _, _, *sentences in _ROWS[kind]:
        for one in sentences:
            words = _AFTER_BE.sub("", _FACT.sub("", in_mood(one, Mood.FORESEEN)))
            assert not re.search(r"[][|]", in_mood(one, Mood.HAPPENED)), one
            assert not _PAST.search(words), one
            assert not _WOULD_TWICE.search(words), one


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        (
            "moved",
            {"path": ["C4"], "start": "B4", "forced": True, "cost": "1", "points": "4", "whole": False, "died": 2, "before": 9},
            "L3 would force-march from B4 to C4; 2 of his 9 troops would die on the way.",
        ),
        (
            "transferred",
            {"goods": "troops", "quantity": 5, "giver": "GB4", "receiver": "L3", "place": "B4", "now": 9, "whose": "A"},
            "The garrison of B4 would hand 5 troops to L3 in B4, who would then have 9.",
        ),
        (
            "bought mercenaries",
            {"troops": 15, "cost": 45, "now": 26},
            "L3 would hire 15 troops for 45 zorans and then have 26.",
        ),
        (
            "raided",
            {"troops": 3, "source": "GB4", "origin": "B4", "province": "C4", "outcome": "captured"},
            "3 troops of the garrison in B4 would raid C4. They would take the province and be its garrison.",
        ),
        (
            "raided",
            {"troops": 1, "source": "GB4", "origin": "B4", "province": "C4", "outcome": "lost"},
            "1 troop of the garrison in B4 would raid C4. It would not come back, but you would have seen what is there.",
        ),
        (
            "raided",
            {"troops": 2, "source": "GB4", "origin": "B4", "province": "C4", "outcome": "killed by enemies"},
            "2 troops of the garrison in B4 would raid C4. Enemy leaders where they left or arrived would kill them all, "
            "but you would have seen what is there.",
        ),
        (
            "still-besieged",
            {"owner": "A", "province": "Q8", "troops": 12, "garrison": 0},
            "Q8 would still be besieged: 12 enemy troops against an empty garrison.",
        ),
        (
            "leader-died",
            {"way": "waylay", "province": "C4", "talismans": [], "refuge": ""},
            "L3 would be waylaid and killed in C4.",
        ),
        (
            "unlocking",
            {"expected": True, "city": "RUBY", "percent": 50},
            "L3 would try to unlock the Forbidden City RUBY in B4; his chance is 50 in 100.",
        ),
        (
            "raid odds",
            {"troops": 1, "percent": 25},
            "1 troop would raid B4: 25 in 100 that it takes it, if nobody else comes there and it is empty.",
        ),
        ("bonus lost", {"lost": 0}, "The Shadow of Fear (T51) would come to L3, who has no bonus to lose."),
        ("liquidated", {"force": "L3", "zorans": 0}, "Liquidated Assets (T107) would find nothing to sell with L3."),
        (
            "waylaid",
            {"owner": "A", "by": [["L8", "B", False]], "landing": True, "factors": 9, "killed": True, "betrayed": False}
            | {"zorans": 0, "troops": 4, "dead": 4},
            "L3 would be waylaid when he lands in B4 by L8 of B with 9 attack factors. All 4 of his troops would die. "
            "So would he.",
        ),
        ("tunnel dug", {"works": True, "goal": "C9"}, "A tunnel would then join B4 and C9."),
        (
            "sailed",
            {"start": "B4", "goal": "D4", "landfall": "C4", "before": 5, "lost": 5, "drowned": True, "refused": False},
            "L3 would sail from B4 for D4; a storm would drive him to C4; 5 of his 5 troops would drown on the way, and L3 "
            "would drown with them.",
        ),
    ],
)
def test_what_would_happen_is_said_as_such(kind: str, data: dict[str, Any], words: str) -> None:
    facts = {"leader": 3, "province": "B4", "seat": "A", **data}
    said = sentence(Event(kind, "7a", frozenset({"A"}), facts), "A", Mood.FORESEEN)
    assert said is not None
    assert said.text == words


_SEAT = frozenset({"A"})
_GIFT = {"goods": "troops", "giver": "GB4", "place": "B4", "seat": "A", "whose": "A"}
_CITADEL = {"what": "citadel points", "quantity": 2, "cost": 10, "csps": 5, "leader": 0, "navies": 0}


def _told(kind: str, step: str, mood: Mood, *facts: dict[str, Any]) -> list[str]:
    events = [Event(kind, step, _SEAT, one) for one in facts]
    blocks = account(told_to(TELLINGS, events, "A", mood), mood).blocks
    return [item for block in blocks if isinstance(block, Bullets) for item in block.items]


def test_many_of_a_sort_are_foreseen_in_one_line() -> None:
    gifts = [{**_GIFT, "receiver": f"L{number}", "quantity": number, "now": number + 4} for number in range(1, 5)]
    works = [{**_CITADEL, "province": name} for name in ("B4", "C4", "D4", "E5")]
    takes = [{"province": name, "by": "A", "from_": "B"} for name in ("C4", "B4")]
    for mood, hand, then, built, take in (
        (Mood.HAPPENED, "handed", "now", "built", "captured"),
        (Mood.FORESEEN, "would hand", "then", "would be built", "would capture"),
    ):
        given = ", ".join(f"{goods} to L{to} ({then} {to + 4})" for to, goods in enumerate(_TROOPS, start=1))
        assert _told("transferred", "2a", mood, *gifts) == [f"The garrison of B4 {hand} {given}."]
        strength = "B4 +2 (5), C4 +2 (5), D4 +2 (5), E5 +2 (5)"
        assert _told("built", "12", mood, *works) == [
            f"Citadel points {built} for 40 zorans, strength {then} in brackets: {strength}."
        ]
        assert _told("captured", "11", mood, *takes) == [f"You {take} B4 and C4 from B."]


_TROOPS = ("1 troop", "2 troops", "3 troops", "4 troops")


def test_sieges_are_foreseen_though_a_report_has_them_under_attention() -> None:
    siege = {"province": "B4", "owner": "A", "by": ["B"], "troops": 9, "garrison": 2}
    line = "B4 would be besieged by B: 9 enemy troops against a garrison of 2 troops."
    assert _told("besieged", "14a", Mood.FORESEEN, siege) == [line]
    assert _told("besieged", "14a", Mood.HAPPENED, siege) == []


def test_nothing_may_be_foreseen() -> None:
    assert account([], Mood.FORESEEN).blocks == (Text("Nothing that can be foreseen."),)


def _sentences(text: str, view: View) -> list[str]:
    section = next(one for one in forecast(read(text, view), view).sections if one.key == "account")
    return [item for block in section.blocks if isinstance(block, Bullets) for item in block.items]


def test_a_march_is_foreseen() -> None:
    world = scene()
    leader(world, 15, "LORD", "E5", troops=4, bonus=3)
    said = _sentences("L15MD4", view_of(world, "LORD"))
    assert any(one.startswith("L15 would move from E5 to D4") for one in said), said


def test_no_forecast_of_a_whole_game_speaks_of_the_past() -> None:
    names = ["ANN", "BOB", "CLEO", "DORA"]
    world = RULESET.setup({}, [Signup(name, {}) for name in names], Chance("foreseen"))
    said: set[str] = set()
    for turn in range(8):
        sheets = {}
        for name in names:
            view = RULESET.view(world, name)
            text = RULESET.plan(view, Chance(f"plan {turn} {name}"))
            sheets[name] = RULESET.read(text, view)
            said |= set(_sentences(text, view))
        world = RULESET.resolve(world, sheets, Chance("foreseen")).world
    assert len(said) > 100
    assert not [one for one in said if _PAST.search(_AFTER_BE.sub("", one)) or _WOULD_TWICE.search(one)]

"""The rulings: each is there once, can be asked for, and names clauses that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from postern.cli.rules import ledger, rulings
from postern.rulesets.adventurer_kings.report.handbook import handbook
from postern.rulesets.adventurer_kings.tables import TABLES

BOOK = handbook()
RULES = Path(__file__).parents[3] / "docs/rules"
MOST = {1: 21, 2: 14, 3: 15, 4: 12, 5: 24, 6: 10, 7: 23, 8: 1, 9: 4, 10: 5, 11: 5}
"""How many rulings each section has."""


def _all() -> str:
    topic = BOOK.find("rulings all")
    assert topic is not None
    return topic.body


def test_every_ruling_is_there_once_and_can_be_asked_for() -> None:
    numbers = re.findall(r"^\*\*(\d+\.\d+) ", _all(), re.MULTILINE)
    assert numbers == [f"{section}.{number}" for section, most in MOST.items() for number in range(1, most + 1)]
    for number in numbers:
        part = BOOK.find(f"rulings {number}")
        assert part is not None, number
        assert f"**{number} " in part.body
    assert rulings("adventurer_kings", RULES) == tuple(f"AK-R-{number}" for number in numbers)


def test_rulings_name_clauses_that_there_are() -> None:
    named = re.findall(r"^\*\*.+?\*\* \((.+?)\)\. ", _all(), re.MULTILINE)
    assert len(named) == sum(MOST.values())
    assert {one for cell in named for one in cell.split(", ")} - set(ledger(RULES / "adventurer_kings.tsv")) == set()


@pytest.mark.rule("AK-P2.0-03")
def test_rulings_name_no_secret_spell() -> None:
    assert [one.name for one in TABLES.spells.values() if one.secret and one.name in _all()] == []

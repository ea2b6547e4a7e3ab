"""A table does not prove itself: with a column's cells in another order the game must be another."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from postern.rulesets.adventurer_kings.tables import TABLES
from tests.rules.adventurer_kings.shuffles import PROOFS, in_place, shuffled

_FOLDER = files("postern.rulesets.adventurer_kings") / "data"
_NOTES = ("clauses", "unit")
"""Columns that say where a row comes from, and in what it counts."""
_TABLES = [name for name in vars(type(TABLES)) if (_FOLDER / f"{name}.csv").is_file()]
_COLUMNS = [
    (name, column)
    for name in _TABLES
    for column in next(csv.reader((_FOLDER / f"{name}.csv").read_text(encoding="utf-8").splitlines()))
    if column not in _NOTES and shuffled(name, column) is not None
]


@cache
def _as_it_is(proof: str) -> Any:
    return PROOFS[proof]()


def _noticed(proof: str) -> bool:
    try:
        return bool(PROOFS[proof]() != _as_it_is(proof))
    except Exception:  # a game that cannot go on has noticed, too
        return True


@pytest.fixture(scope="module", autouse=True)
def _all_as_they_are() -> None:
    """Before any table is shuffled."""
    for proof in PROOFS:
        _as_it_is(proof)


@pytest.mark.parametrize("proof", PROOFS)
def test_without_a_change_nothing_differs(proof: str) -> None:
    assert PROOFS[proof]() == _as_it_is(proof)


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("name", "column"), _COLUMNS)
def test_every_column_makes_a_difference(name: str, column: str) -> None:
    text = shuffled(name, column)
    assert text is not None
    assert _found_at_loading(name, text) or _found_in_play(name, text)


def _found_at_loading(name: str, text: str) -> bool:
    try:
        with in_place(name, text):
            return False
    except ValueError as fault:
        return ".csv" in str(fault)


def _found_in_play(name: str, text: str) -> bool:
    with in_place(name, text):
        return any(_noticed(proof) for proof in PROOFS)

"""Rules proved by tables: each row has a situation, orders, what must follow, and the clauses that it proves.

Situations and what follows are written as facts, one a line or parted by semicolons: a name, words, and values.

    J6 AAA zorans=19 besieged; L13 AAA J6 troops=12; T75 L13

What names and words mean is the game's (for example ``tests/rules/great_jewels/tables.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import pytest

Value: TypeAlias = int | bool | str
_PLAIN: Mapping[str, bool] = {"yes": True, "no": False}


@dataclass(frozen=True)
class Row:
    """One case of a rule."""

    title: str
    clauses: str
    """Ids with blanks between them; none where the ledger says nothing of it."""
    given: str
    """The situation."""
    orders: str
    """Orders as players write them, a line a seat: ``AAA: L13ME6, L14AG; BBB: GJ6BC1``."""
    then: str
    """What follows."""
    said: str = ""
    """Words that must stand in what is said of orders that failed."""
    until: str = ""
    """The step after which ``then`` is looked at; the whole turn when empty."""


@dataclass(frozen=True)
class Fact:
    """One line of a situation: ``L13 AAA J6 troops=12`` has the words AAA and J6, and a value of troops."""

    name: str
    words: tuple[str, ...]
    values: Mapping[str, Value]


def facts(text: str) -> list[Fact]:
    """The facts of a text, in its order."""
    found = []
    for line in filter(None, map(str.strip, re.split(r"[;\n]", text))):
        name, *rest = line.split()
        pairs = [word.partition("=") for word in rest if "=" in word]
        values = {key: _value(value) for key, _, value in pairs}
        found.append(Fact(name, tuple(word for word in rest if "=" not in word), values))
    return found


def _value(text: str) -> Value:
    return int(text) if re.fullmatch(r"-?\d+", text) else _PLAIN.get(text, text)


def letters(text: str) -> dict[str, str]:
    """The orders by seat, a line each."""
    found = {}
    for line in filter(None, map(str.strip, re.split(r"[;\n]", text))):
        seat, _, orders = line.partition(":")
        found[seat.strip()] = "\n".join(order.strip() for order in orders.split(","))
    return found


def table(rows: Iterable[Row]) -> pytest.MarkDecorator:
    """Gives a test ``row``, each in turn; each cites its own clauses."""
    return pytest.mark.parametrize(
        "row", [pytest.param(row, id=row.title, marks=pytest.mark.rule(*row.clauses.split())) for row in rows]
    )

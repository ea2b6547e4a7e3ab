"""What stands in columns: how each sort is written and read (rulings 1 and 3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from postern.game.kit.orders import ArgumentType, Refusal, Types
from postern.rulesets.alamaze.tables import Edition

NOT_THERE = "NOT THERE"
"""The code of a refusal of a value that is in no table."""

_THOUSANDS = re.compile(r"[.,](?=[0-9]{3}(?![0-9]))")
_QUANTITY = r"[0-9]{1,3}(?:[.,][0-9]{3})+|[0-9]{1,9}K?"


def number_in(text: str) -> int:
    """The number that a text says: ``46,000``, ``46.000``, ``46K`` and ``46000`` are the same."""
    plain = _THOUSANDS.sub("", text)
    return int(plain[:-1]) * 1_000 if plain.endswith("K") else int(plain)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _digits(value: Any) -> str | None:
    return str(value) if isinstance(value, int) else None


def _one(pattern: str, *examples: str, read: Callable[[str], str | Refusal] = str) -> ArgumentType[Any]:
    return ArgumentType(pattern, read, _text, examples)


_GROUP = "[0-9](?!TH|ST|ND)[A-Z]{2}"
"""A group ID; 4TH is none."""

COLUMNS: Types = {
    "GRP": _one(_GROUP, "1DA", "2DA"),
    "FGRP": _one(_GROUP, "3EL"),
    "TAC": ArgumentType("[0-9]", int, _digits, ("2",)),
    "WIZ": _one("[A-Z]{2}|[0-9]", "ZO"),
    "FIG": _one("[A-Z]{2}", "FA"),
    "FFIG": _one("[A-Z]{2}", "GA"),
    "KGD": _one("[A-Z]{2}", "EL"),
    "REG": ArgumentType("[0-9]{1,2}", int, _digits, ("7",)),
    "SEA": _one("[A-Z]", "D"),
    "AREA": _one("[A-Z]{2}", "KP", "KQ"),
    "CODE": _one("[A-Z0-9_]{1,12}", "A"),
    "QTY": ArgumentType(_QUANTITY, number_in, _digits, ("2000",)),
    "BRG": _one("[A-Z]{2}", "DA"),
    "LDR": _one("[A-Z]{2}", "GA"),
    "ART": _one("[0-9]{5}|[A-Z]{2,8}", "18663"),
    "NAME": _one("[A-Za-z_]{4,16}", "Silent_Rose"),
    "TARGET": _one("[0-9]?[A-Z]{2}", "KP"),
    "CRIT": _one("[0-9]?[A-Z]{2}", "EL"),
    "COLUMNS": _one(r"[0-9]+(?: [^ ]+)*", "480 KA"),
}
"""The sorts of columns, by the words of ``orders.csv``."""


def columns(tables: Edition) -> Types:
    """Return the sorts of columns. A sea is one of the edition's; other closed sets are looked up by the orders themselves."""
    seas = {letter: f"{letter} ({one.sea})" for letter, one in tables.seas.items()}

    def sea(said: str) -> str | Refusal:
        return (
            said if said in seas else Refusal(NOT_THERE, f"There is no sea {said}.", f"There are {', '.join(seas.values())}.")
        )

    return {**COLUMNS, "SEA": replace(COLUMNS["SEA"], read=sea)}

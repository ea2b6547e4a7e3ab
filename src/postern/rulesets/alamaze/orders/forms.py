"""Forms of orders from the tables: ``110 GRP FGRP [TAC]`` says which columns an order has, a word each.

A word in brackets may be left blank, ``...`` behind it takes all that follow; ``-`` is a column that is always blank, a
number one that always says this, and words with bars between them a choice. Several forms stand with semicolons between them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from postern.game.kit.digits import is_number
from postern.game.kit.orders import Form, form

_FIELDS = {
    "GRP": ("group", "into"),
    "FGRP": ("enemy",),
    "TAC": ("tactic",),
    "WIZ": ("wizard",),
    "FIG": ("figure", "second_figure", "third_figure"),
    "FFIG": ("target",),
    "KGD": ("kingdom",),
    "REG": ("region",),
    "SEA": ("sea",),
    "AREA": ("area", "second_area", "third_area", "fourth_area"),
    "CODE": ("code", "second_code", "third_code", "fourth_code", "fifth_code"),
    "QTY": ("quantity", "second_quantity"),
    "BRG": ("brigade", "second_brigade"),
    "LDR": ("leader", "second_leader"),
    "ART": ("artifact",),
    "NAME": ("name",),
    "TARGET": ("target", "second_target"),
    "CRIT": ("target", "second_target"),
    "COLUMNS": ("rest",),
}
_SAME = {"AGT": "FIG", "HP": "FIG", "RULER": "FIG", "NUMBER": "QTY"}
"""Words of the tables that are written alike: who may stand there is for the order to say."""


def forms_of(text: str, help: str) -> Iterator[Form]:
    """The forms of an order from their cell in the table. Raises KeyError for a word that is no column."""
    for one in text.split(";"):
        number, *words = one.split()
        yield _form(number, words, help)


def _form(number: str, words: list[str], help: str) -> Form:
    parts = [number]
    fixed: dict[str, Any] = {"number": int(number)}
    seen: Counter[str] = Counter()
    for word in words:
        optional, bare = word.startswith("["), word.strip("[].")
        if word == "-":
            parts.append("-")
        elif is_number(bare):
            parts.append(bare)
            fixed["issue"] = int(bare)
        else:
            sort = "CODE" if "|" in bare else sort_of(word)
            field = "path" if word.rstrip("]").endswith("...") and sort == "AREA" else _FIELDS[sort][seen[sort]]
            seen[sort] += 1
            sign = bare if "|" in bare else sort
            many = "..." if field == "path" else ""
            parts.append(f"<{field}:{sign}>{many}{'?' if optional else ''}")
    return form(" ".join(parts), help, **fixed)


def sort_of(word: str) -> str:
    """The sort of a column by its word in a form: ``GRP`` for ``[GRP]``, ``FIG`` for ``RULER``."""
    bare = word.strip("[].")
    return _SAME.get(bare, bare)


def columns_in(text: str) -> list[str]:
    """The words of the first form in a cell, without its number: ``["GRP", "-", "[TAC]"]``."""
    return re.split(" +", text.split(";")[0].strip())[1:]


def meant(cell: str, given: Sequence[str]) -> str:
    """Of several forms in a cell the one whose numbers stand in the columns of a line, else the first."""
    forms = [one.strip() for one in cell.split(";")]

    def fits(one: str) -> bool:
        columns = enumerate(columns_in(one))
        return all(list(given[place : place + 1]) == [column] for place, column in columns if is_number(column))

    return next((one for one in forms if fits(one)), forms[0])

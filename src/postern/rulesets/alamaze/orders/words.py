"""What people write instead of numbers and letters: names of orders, whole words for choices (ruling 1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postern.rulesets.alamaze.orders.forms import columns_in, meant
from postern.rulesets.alamaze.tables import Edition, OrderWords

_FILLERS = frozenset("WITH INTO FROM AGAINST TACTIC GROUP THE FOR USING VIA THEN AND".split())
"""Words between columns that say nothing. They have three letters or more: a word of two may be a code."""
_CHOICES = frozenset("YES NO ABSTAIN FOOD GOLD DEFENSE DEFENCE OPEN SECRET ALLY ENEMY NEUTRAL ALL".split())
_COLUMN = re.compile(r"[0-9]?[A-Z]{1,2}|[0-9][0-9.,]*K?|[A-Z0-9]*[0-9][A-Z0-9]*|-")
_SHAPES = {"group": re.compile("[0-9][A-Z]{2}"), "figure": re.compile("[A-Z]{2}")}


def by_number(tables: Edition, words: Sequence[str]) -> list[str]:
    """The words of a line with the number of its order in place of the name with which they begin; others as they are.

    A line of prose that begins with such a name is left alone: the last word of an order is a column.
    """
    upper = tuple(word.upper().strip(":") for word in words)
    for name, rows in tables.order_words:
        if upper[: len(name)] == name:
            rest = [word for word in words[len(name) :] if word.upper() not in _FILLERS]
            row = next((one for one in rows if _follows(one, rest)), None)
            if row is not None:
                return _with_blanks(tables, [*row.number.split(), *rest])
    return list(words)


def _follows(row: OrderWords, rest: Sequence[str]) -> bool:
    """True when what stands behind a name may be the columns of its order."""
    shapes = row.next.split()
    said = [word.upper() for word in rest]
    if len(said) < len(shapes) or not all(_SHAPES[shape].fullmatch(word) for shape, word in zip(shapes, said, strict=False)):
        return False
    return not said or said[-1] in _CHOICES or _COLUMN.fullmatch(said[-1]) is not None


def _with_blanks(tables: Edition, words: list[str]) -> list[str]:
    """An order written by name with a sign for each column that is always blank: nobody counts columns behind a name."""
    for place, column in enumerate(columns_in(tables.form_of(int(words[0]))), start=1):
        if column == "-" and place < len(words) and words[place] != "-":
            words.insert(place, "-")
    return words


def with_letters(tables: Edition, line: str) -> str:
    """A line with the letter of a choice in place of the whole word: ``400 YES`` is ``400 Y``."""
    words = line.split()
    form = tables.form_of(int(words[0])) if re.fullmatch("[0-9]{2,3}", words[0]) else ""
    for place, column in enumerate(columns_in(meant(form, words[1:])), start=1):
        choices = column.strip("[]").split("|")
        if len(choices) > 1 and place < len(words) and words[place] not in choices:
            fitting = [one for one in choices if words[place].isalpha() and words[place].startswith(one)]
            words[place] = fitting[0] if len(fitting) == 1 else words[place]
    return " ".join(words)

"""Lines that are no order: words for numbers, and what is wrong with the rest.

- What people write instead of numbers and letters: names of orders, whole words for choices (ruling 1).
- Answers to lines that are no order: which column is wrong, what stands there, and a line to send instead (ruling 2).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from postern.game.kit.orders.digits import is_number
from postern.game.kit.orders.grammar import Grammar
from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.orders.sheets import NOT_UNDERSTOOD, not_understood
from postern.game.kit.signup import nearest
from postern.rulesets.alamaze.tables import LETTERS, Edition, OrderRow, OrderWords, SpellRow
from postern.rulesets.alamaze.tables.grammar import COLUMNS, columns_in, meant, sort_of
from postern.rulesets.alamaze.tables.grammar import grammar as grammar_of

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


_SAID = {
    "GRP": "a group ID: a digit and the code of our kingdom",
    "FGRP": "a group ID: a digit and the code of its kingdom",
    "TAC": "a tactic: 1, 2 or 3",
    "WIZ": "a wizard: the first two letters of the name, or the power",
    "FIG": "a figure: the first two letters of the name",
    "FFIG": "a figure of another kingdom: the first two letters of the name",
    "KGD": "a kingdom: its code of two letters",
    "REG": "the number of a region",
    "SEA": "a sea: its first letter",
    "AREA": "an area: two letters",
    "QTY": "a number",
    "BRG": "a kind of brigade: its code of two letters",
    "LDR": "a leader: the first two letters of the name",
    "ART": "an artifact: its short number",
    "NAME": "a name of 4 to 16 letters, with _ for a blank",
}
"""What stands in a column of a sort."""
_NEXT = {"TAC": "the tactic"}
"""What stands behind a column that is always blank, where the table says it too shortly."""
_FIFTH = re.compile(r"(?P<digit>[1-9])(?:ST|ND|RD|TH)?")


def unread(tables: Edition, own: str, grammar: Grammar, text: str) -> Refusal:
    """The answer to a line that was not read, given the code of the writer's kingdom."""
    words = text.split()
    if re.fullmatch("[0-9]+", words[0]) is None:
        return _no_number(tables, grammar, text)
    row = tables.orders.get(int(words[0])) or tables.spells.get(int(words[0]))
    if row is None:
        why = f"There is no order {words[0]}."
        return Refusal(NOT_UNDERSTOOD, why, "HELP ORDERS lists them.")
    given = words[1:]
    form = meant(row.form if isinstance(row, OrderRow) else row.form_decided, given)
    columns = columns_in(form)
    for place, column in enumerate(columns):
        fault = _fault(row, own, words, place, column)
        if fault is not None:
            return _sendable(grammar, fault)
    if len(given) > len(columns) and not (columns and columns[-1].rstrip("]").endswith("...")):
        more = next((word for word in given[len(columns) :] if is_number(word) and grammar.knows(word)), "")
        if more:
            why = f"{text[:60]} could not be parted into orders; {more} seems to begin another one."
            return Refusal(NOT_UNDERSTOOD, why, "Write each order on a line of its own.")
        shorter = " ".join(words[: len(columns) + 1])
        paste = shorter if grammar.find(shorter) is not None else ""
        many = "one column" if len(columns) == 1 else f"{len(columns)} columns"
        return Refusal(NOT_UNDERSTOOD, f"{row.number} {row.name} takes {many or 'none'} only.", "Did you mean:", paste)
    return Refusal(NOT_UNDERSTOOD, f"{text[:60]} could not be read.", f"It is written {form}, for example {_example(row)}.")


def _sendable(grammar: Grammar, refusal: Refusal) -> Refusal:
    """The refusal; a line that it offers is only told of where more than was mended is wrong with it."""
    found = grammar.find(refusal.paste) if refusal.paste else None
    if not refusal.paste or (found is not None and not isinstance(found.order, Refusal)):
        return refusal
    return replace(refusal, remedy=f"It would begin {refusal.paste}; look at what stands behind it, too.", paste="")


def slip(tables: Edition, text: str) -> Refusal | None:
    """The answer to a line that has a value in a column which is always blank, as ``150 1WA 2`` for ``150 1WA - 2``."""
    words = text.split()
    if re.fullmatch("[0-9]{2,3}", words[0]) is None:
        return None
    row = tables.orders.get(int(words[0])) or tables.spells.get(int(words[0]))
    places = [place for place, column in enumerate(columns_in(tables.form_of(int(words[0])))) if column == "-"]
    faults = (_blank(row, words, place) for place in places if row is not None)
    fault = next((one for one in faults if one is not None), None)
    return _sendable(grammar_of(tables.name), fault) if fault is not None else None


def _no_number(tables: Edition, grammar: Grammar, text: str) -> Refusal:
    """The answer to a line without a number: an order whose name it comes near to."""
    words = text.split()
    names = {" ".join(name): name for name, _ in tables.order_words}
    alike = sum(1 for _ in takewhile(lambda word: len(word) > 2 and word.isalpha(), words))
    for length in range(min(alike, 4), 0, -1):
        near = nearest(" ".join(words[:length]), [one for one, name in names.items() if len(name) == length])
        meant = " ".join(by_number(tables, [*names[near], *words[length:]])) if near else ""
        if is_number(meant[:1]) and grammar.find(meant) is not None:
            return Refusal(NOT_UNDERSTOOD, f"{text[:60]} could not be read as an order.", "Did you mean:", meant)
    return not_understood(grammar, text)


def _blank(row: OrderRow | SpellRow, words: list[str], place: int) -> Refusal | None:
    """What is wrong in a column that is always blank; None for nothing."""
    if place + 1 >= len(words) or words[place + 1] == "-":
        return None
    moved = " ".join([*words[: place + 1], "-", *words[place + 1 :]])
    behind = columns_in(row.form if isinstance(row, OrderRow) else row.form_decided)[place + 1]
    rest = _NEXT.get(sort_of(behind)) or row.column(place + 1) or "the next value"
    why = f"{row.number} column {LETTERS[place]} stays blank; {rest} stands in column {LETTERS[place + 1]}."
    return Refusal(NOT_UNDERSTOOD, why, "Did you mean:", moved)


def _fault(row: OrderRow | SpellRow, own: str, words: list[str], place: int, column: str) -> Refusal | None:
    """What is wrong in one column; None for nothing."""
    optional, sort = column.startswith("["), sort_of(column)
    where = f"{row.number} column {LETTERS[place]}"
    said = words[place + 1] if place + 1 < len(words) else ""
    if column == "-":
        return _blank(row, words, place)
    if said in ("", "-"):
        if optional:
            return None
        what = row.column(place) or _SAID.get(sort, "a value")
        written = (
            f"Write it behind {' '.join(words)}, as in {_example(row)}." if said == "" else f"For example {_example(row)}."
        )
        return Refusal(NOT_UNDERSTOOD, f"{where} is missing: {what}.", written)
    if is_number(sort):
        right, what = said == sort, sort
    elif "|" in sort:
        choices = sort.split("|")
        right = said in choices
        what = f"one of {', '.join(choices)}"
    else:
        kind = COLUMNS[sort]
        named = sort == "GRP" and _FIFTH.fullmatch(said) is not None and _is_name(words, place + 2)
        right = re.fullmatch(kind.pattern, said) is not None and not named  # RD is a kingdom's code, too
        what = _SAID.get(sort, "what stands there")
    if right:
        return None
    paste = ""
    if sort == "GRP" and (digit := _FIFTH.fullmatch(said)) is not None:
        behind = place + 2 + _is_name(words, place + 2)  # "4th Warlock" is one name
        paste = " ".join([*words[: place + 1], f"{digit['digit']}{own}", *words[behind:]])
    return Refusal(
        NOT_UNDERSTOOD,
        f'{where}: "{said[:20]}" is not {what}.',
        "Did you mean:" if paste else _written(row, words),
        paste,
    )


def _is_name(words: list[str], place: int) -> bool:
    """Whether no column's value, but a name stands there."""
    return place < len(words) and words[place].isalpha() and len(words[place]) > 2


def _written(row: OrderRow | SpellRow, words: list[str]) -> str:
    """How an order is written: its example, or of several forms the one that a line comes nearest to."""
    form = row.form if isinstance(row, OrderRow) else row.form_decided
    return f"It is written {meant(form, words[1:])}." if ";" in form else f"For example {_example(row)}."


def _example(row: OrderRow | SpellRow) -> str:
    return row.example if isinstance(row, OrderRow) else row.example_decided

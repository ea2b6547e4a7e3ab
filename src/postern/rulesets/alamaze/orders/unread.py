"""Answers to lines that are no order: which column is wrong, what stands there, and a line to send instead (ruling 2)."""

from __future__ import annotations

import re

from postern.game.kit.grammar import Grammar
from postern.game.kit.orders import Refusal
from postern.game.kit.sheets import NOT_UNDERSTOOD, not_understood
from postern.rulesets.alamaze.edition import LETTERS, Edition, OrderRow, SpellRow
from postern.rulesets.alamaze.orders.columns import COLUMNS
from postern.rulesets.alamaze.orders.forms import columns_in, sort_of

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
_FIFTH = re.compile(r"(?P<digit>[1-9])(?:ST|ND|RD|TH)?")


def unread(tables: Edition, own: str, grammar: Grammar, text: str) -> Refusal:
    """The answer to a line that was not read, given the code of the writer's kingdom."""
    words = text.split()
    if not words[0].isdigit():
        return not_understood(grammar, text)
    row = tables.orders.get(int(words[0])) or tables.spells.get(int(words[0]))
    if row is None:
        why = f"There is no order {words[0]}."
        return Refusal(NOT_UNDERSTOOD, why, "HELP ORDERS lists them.")
    given = words[1:]
    form = _meant(row.form if isinstance(row, OrderRow) else row.form_decided, given)
    columns = columns_in(form)
    for place, column in enumerate(columns):
        fault = _fault(row, own, words, place, column)
        if fault is not None:
            return fault
    if len(given) > len(columns) and not (columns and columns[-1].rstrip("]").endswith("...")):
        shorter = " ".join(words[: len(columns) + 1])
        paste = shorter if grammar.find(shorter) is not None else ""
        many = "one column" if len(columns) == 1 else f"{len(columns)} columns"
        return Refusal(NOT_UNDERSTOOD, f"{row.number} {row.name} takes {many or 'none'} only.", "Did you mean:", paste)
    return Refusal(NOT_UNDERSTOOD, f"{text[:60]} could not be read.", f"It is written {form}, for example {_example(row)}.")


def _meant(cell: str, given: list[str]) -> str:
    """Of several forms the one whose numbers stand in the line, else the first."""
    forms = cell.split(";")

    def fits(one: str) -> bool:
        return all(given[place : place + 1] == [column] for place, column in enumerate(columns_in(one)) if column.isdigit())

    return next((one for one in forms if fits(one)), forms[0])


def _fault(row: OrderRow | SpellRow, own: str, words: list[str], place: int, column: str) -> Refusal | None:
    """What is wrong in one column; None for nothing."""
    optional, sort = column.startswith("["), sort_of(column)
    where = f"{row.number} column {LETTERS[place]}"
    said = words[place + 1] if place + 1 < len(words) else ""
    if column == "-":
        if said in ("", "-"):
            return None
        moved = " ".join([*words[: place + 1], "-", *words[place + 1 :]])
        rest = row.column(place + 1) or "the next value"
        return Refusal(
            NOT_UNDERSTOOD, f"{where} stays blank; {rest} stands in column {LETTERS[place + 1]}.", "Did you mean:", moved
        )
    if said in ("", "-"):
        if optional:
            return None
        what = row.column(place) or _SAID.get(sort, "a value")
        return Refusal(NOT_UNDERSTOOD, f"{where} is missing: {what}.", f"For example {_example(row)}.")
    if sort.isdigit():
        right, what = said == sort, sort
    elif "|" in sort:
        choices = sort.split("|")
        right = said in choices
        what = f"one of {', '.join(choices)}"
    else:
        kind = COLUMNS[sort]
        right = re.fullmatch(kind.pattern, said) is not None
        what = _SAID.get(sort, "what stands there")
    if right:
        return None
    paste = ""
    if sort == "GRP" and (digit := _FIFTH.fullmatch(said)) is not None:
        behind = place + 2
        if behind < len(words) and words[behind].isalpha() and len(words[behind]) > 2:
            behind += 1  # "4th Warlock" is one name
        paste = " ".join([*words[: place + 1], f"{digit['digit']}{own}", *words[behind:]])
    return Refusal(
        NOT_UNDERSTOOD,
        f'{where}: "{said[:20]}" is not {what}.',
        "Did you mean:" if paste else f"For example {_example(row)}.",
        paste,
    )


def _example(row: OrderRow | SpellRow) -> str:
    return row.example if isinstance(row, OrderRow) else row.example_decided

"""The language of orders: what an edition's tables say can be written, as one grammar, and an order as read.

- An order as read: its number and its columns, by what stands in them (ruling 1).
- What stands in columns: how each sort is written and read (rulings 1 and 3).
- Forms of orders from the tables: ``110 GRP FGRP [TAC]`` says which columns an order has, a word each. A word in brackets
  may be left blank, ``...`` behind it takes all that follow; ``-`` is a column that is always blank, a number one that
  always says this, and words with bars between them a choice. Several forms stand with semicolons between them.
- All orders and spells of an edition as one grammar, from its tables.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from postern.game.kit.orders.digits import is_number
from postern.game.kit.orders.grammar import Grammar
from postern.game.kit.orders.kinds import ArgumentType, Form, OrderKind, Refusal, Types, form
from postern.rulesets.alamaze.tables import Edition, edition

CANCEL, CREATE = 50, 60
"""The orders that change the list of standing orders."""


@dataclass(frozen=True, slots=True)
class Command:
    """An order or a spell. Which columns a number has stands in ``orders.csv`` and ``spells.csv``; a column that it
    has not, or that was left blank, is "" or None.

    ``group`` acts, ``enemy`` is a foreign group, ``into`` a second own one. ``figure`` is the code of a figure, an own one but
    where the order names only another's. ``target`` is a thing of several sorts, or a
    figure that need not be ours. ``rest`` is the order inside of 50 and 60.
    """

    number: int
    group: str = ""
    into: str = ""
    enemy: str = ""
    tactic: int | None = None
    wizard: str = ""
    figure: str = ""
    second_figure: str = ""
    third_figure: str = ""
    kingdom: str = ""
    region: int | None = None
    sea: str = ""
    area: str = ""
    second_area: str = ""
    third_area: str = ""
    fourth_area: str = ""
    path: tuple[str, ...] = ()
    code: str = ""
    second_code: str = ""
    third_code: str = ""
    fourth_code: str = ""
    fifth_code: str = ""
    quantity: int | None = None
    second_quantity: int | None = None
    brigade: str = ""
    second_brigade: str = ""
    leader: str = ""
    second_leader: str = ""
    artifact: str = ""
    name: str = ""
    target: str = ""
    second_target: str = ""
    issue: int | None = None
    rest: str = ""


def command(number: int, /, **columns: Any) -> Command:
    """A command from its columns, of which None stands for a blank one."""
    return Command(**{"number": number, **{name: value for name, value in columns.items() if value is not None}})


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


BLANK = "-"


@cache
def grammar(name: str) -> Grammar:
    """The orders of the edition with this name."""
    tables = edition(name)
    return Grammar(_kinds(tables), columns(tables), BLANK)


def _kinds(tables: Edition) -> Iterator[OrderKind]:
    for order in tables.orders.values():
        yield _kind(order.number, order.name, order.form, order.phase, order.summary, order.performer, order.words)
    for spell in tables.spells.values():
        if spell.number not in tables.orders:
            yield _kind(spell.number, spell.name, spell.form_decided, "spells", spell.numeric_effect, "wizard", spell.words)


def _kind(number: int, name: str, form: str, group: str, help: str, giver: str, words: str) -> OrderKind:
    forms, said = tuple(forms_of(form, help)), words.split("|")
    if len(said) > 1:  # a sentence for each form
        forms = tuple(replace(one, words=sentence.strip()) for one, sentence in zip(forms, said, strict=True))
    return OrderKind(
        name=name,
        make=partial(command, number),
        type=Command,
        forms=forms,
        giver=giver,
        step=str(number),
        group=group,
        words=said[0],
        also=(name.upper(),),
    )

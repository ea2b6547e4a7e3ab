"""Orders and problems: what reading a player's text gives, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

NOT_TAKEN = "NOT TAKEN"
"""The code of a note about a line of a wish to join from which nothing was taken: it may be mere talk."""


@dataclass(frozen=True)
class Problem:
    """Something in a player's text that needs mending, told so that the reader can mend it.

    ``line`` and ``column`` count from 1 in the text that was read (line 0: about the orders as a whole). ``why`` says
    what is wrong, with numbers; ``remedy`` says what to write instead; ``paste`` is a line that could be sent as it
    stands, or "". A ``note`` is not an error: the order stands, changed as ``why`` says. ``order`` is the ``code`` of the
    order that it speaks of, "" where that is none or the only one of its line.

    ``names`` are the other lines of the text of which ``why`` and ``remedy`` speak ("line 13"): whoever shows the problem
    beside another numbering has to change them. ``known``: the line begins as an order of the game does, so that it was meant
    for nobody else. ``lines`` says how many lines go with it: a message goes with its head.
    """

    code: str
    line: int
    why: str
    remedy: str = ""
    paste: str = ""
    column: int = 1
    text: str = ""
    note: bool = False
    order: str = ""
    names: tuple[int, ...] = field(default=(), repr=False)
    known: bool = field(default=False, repr=False)
    lines: int = field(default=1, repr=False)


@dataclass(frozen=True)
class Order:
    """One order as read: where it stood, what was written, and the game's own form of it.

    ``code`` is the book's form (what the answer echoes): read again, it is the same order. ``words`` are plain words;
    ``data`` is the ruleset's own typed order.
    """

    line: int
    text: str
    code: str
    words: str
    data: Any = field(compare=False, repr=False, default=None)


@dataclass(frozen=True)
class OrderSheet:
    """All that was read from one seat's text for one turn: orders in the order of the lines, and problems."""

    text: str
    orders: tuple[Order, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Reading:
    """One accepted order read back: its number on file, the book's form, and what it will do, in words with numbers."""

    line: int
    code: str
    words: str


def shown(code: str) -> str:
    """An order's code on one line: the first one, with dots where more follow."""
    first, *more = code.split("\n")
    return f"{first} ..." if more else first


@dataclass(frozen=True)
class Program:
    """What somebody will do order by order, those of earlier turns among them: a line each, with when it is done."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """What can be known of a sheet before the turn runs: the orders read back, problems, and what nobody mentioned.

    ``unmentioned`` names idle forces and unspent means, one short phrase each ("L15 in B2 (3 troops)"). ``programs`` are those
    in which orders of earlier turns go on.
    """

    accepted: tuple[Reading, ...] = ()
    problems: tuple[Problem, ...] = ()
    unmentioned: tuple[str, ...] = ()
    programs: tuple[Program, ...] = field(default=(), repr=False)  # recorded games know an answer by its repr

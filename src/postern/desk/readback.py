"""Lines of our own answers sent as orders: "2  L13MB4  L13 marches to B4 (cost 1 of 4)" becomes "L13MB4".

Who changes one order of many copies the list that the answer read back to them, numbers, words and all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set

from postern.game.orders import OrderSheet, Verdict

_WORDS = re.compile(r"[a-z]{4,}")
_COUNTED = re.compile(r"^\s*(\d{1,3})[.)]?(?:\s+(\S+))?\s*$")
_NUMBER = re.compile(r"^\s*\d{1,3}[.)]?(?:\s+|$)")
_CELLS = re.compile(r"\t\s*|\s{2,}")
_MOST_LINES = 6
"""Of one order: its number, its code, and its words in several."""
_MOST_IN_VAIN = 60
"""Lines that are looked at and turn out to be none of ours."""


def without_words(lines: Sequence[str], read: Callable[[str], OrderSheet], check: Callable[[str], Verdict]) -> tuple[str, ...]:
    """The lines, where what an answer of ours says of an order is left away and its code stays.

    Only lines are looked at in which no order is found, and only what is word for word as we say it is left away: where the
    words and the code differ the writer has to say which counts. Lines keep their places.
    """
    if not any(_WORDS.search(line) or _COUNTED.match(line) for line in lines):
        return tuple(lines)
    sheet = read("\n".join(lines))
    good = {order.line for order in sheet.orders}
    bad = {problem.line for problem in sheet.problems if not problem.note} - good
    done = _without_numbers(lines, bad)
    at, vain = 0, 0
    while at < len(done) and vain < _MOST_IN_VAIN:
        step = 1
        if at + 1 in bad:
            code, step = _order_at(done, at, read, check)
            vain += not code
            if code:
                before = next((line for line in reversed(done[:at]) if line.strip()), "")
                done[at : at + step] = ["" if before.strip() == code else code, *[""] * (step - 1)]
        at += step
    return tuple(done)


def _without_numbers(lines: Sequence[str], bad: Set[int]) -> list[str]:
    """The lines without the numbers of a list of codes, where they count up from one."""
    done = list(lines)
    counted = [(at, match) for at, line in enumerate(lines) if at + 1 in bad and (match := _COUNTED.match(line))]
    if len(counted) > 1 and [int(match[1]) for _, match in counted] == list(range(1, len(counted) + 1)):
        for at, match in counted:
            done[at] = match[2] or ""
    return done


def _order_at(
    lines: Sequence[str], at: int, read: Callable[[str], OrderSheet], check: Callable[[str], Verdict]
) -> tuple[str, int]:
    """The code of the order that is read back from here on, and over how many lines; "" and 1 if none is."""
    text = ""
    for step, line in enumerate(lines[at : at + _MOST_LINES], 1):
        text = f"{text}  {line.strip()}".strip()
        plain = _NUMBER.sub("", text)
        words = " ".join(plain.split())
        code, *rest = _CELLS.split(plain)
        first, _, more = words.partition(" ")
        for written, said in ((code, " ".join(" ".join(rest).split())), (first, more), (_deed(words), words)):
            if not said or ("(" in said and not (said.endswith(")") and said.count("(") == said.count(")"))):
                continue
            found = read(written).orders
            if len(found) == 1 and (said == words or found[0].code == written):
                told = (found[0].words, *(one.words for one in check(written).accepted))
                if _deed(said) in map(_deed, told):
                    return found[0].code, step + _more(lines[at + step :])
    return "", 1


def _deed(words: str) -> str:
    """What will be done, without what the numbers are: those depend on the other orders."""
    return words.partition(" (")[0]


def _more(lines: Sequence[str]) -> int:
    """How many lines hold the numbers of an order whose words stand above."""
    text = ""
    for step, line in enumerate(lines[:_MOST_LINES], 1):
        text += line.strip()
        if not text.startswith("("):
            return 0
        if text.count("(") == text.count(")"):
            return step if text.endswith(")") else 0
    return 0

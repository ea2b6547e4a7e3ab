"""Lines of our own answers that are sent as orders: "2  L13MB4  L13 marches to B4 (cost 1 of 4)" becomes "L13MB4".

To change one order of many, players copy the list that the answer read back to them, with its numbers and words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from functools import cache

from postern.game.orders import OrderSheet, Verdict

_WORDS = re.compile(r"[a-z]{4,}")
_COUNTED = re.compile(r"^\s*(\d{1,3})[.)]?(?:\s+(\S+))?\s*$")
_NUMBER = re.compile(r"^\s*(?:\d{1,3}[.)]?(?:\s+|$)|[-*•]\s+)")
_CELLS = re.compile(r"\t\s*|\s{2,}")
_NUMBERS = re.compile(r" \([^()]*\)$")
_MOST_LINES = 6
"""Of one order: its number, its code, and its words in several."""
_LONGEST_CODE, _LONGEST_ORDER = 120, 600
"""Characters: far above what an order is written in, and what it is read back in."""
_MOST_IN_VAIN = 60
"""Lines that are looked at and turn out to be none of ours; each order that is judged for them counts as one more."""


def without_words(lines: Sequence[str], read: Callable[[str], OrderSheet], check: Callable[[str], Verdict]) -> tuple[str, ...]:
    """The lines, where what an answer of ours says of an order is left away and its code stays.

    Only lines are looked at in which no order is found or with such a line below, and only what is word for word as we say
    it is left away: where the words and the code differ the writer has to say which counts. Lines keep their places.
    """
    if not any(_WORDS.search(line) or _COUNTED.match(line) for line in lines):
        return tuple(lines)
    sheet = read("\n".join(lines))
    good = {order.line - 1 for order in sheet.orders}
    bad = {problem.line - 1 for problem in sheet.problems} - good
    codes = {order.line - 1 for order in sheet.orders if order.code == lines[order.line - 1].strip()}
    done = _without_numbers(lines, bad)
    read, judged = cache(read), cache(check)
    at, vain = 0, 0
    while at < len(done) and vain < _MOST_IN_VAIN:
        step = 1
        if at in bad or (at in good and at + 1 in bad):
            asked = judged.cache_info().misses
            code, step = _order_at(_one_at_most(done, at, codes), read, judged)
            vain += 0 if code else 1 + judged.cache_info().misses - asked
            if code:
                before = next((line for line in reversed(done[:at]) if line.strip()), "")
                done[at : at + step] = ["" if before.strip() == code else code, *[""] * (step - 1)]
        at += step
    return tuple(done)


def _without_numbers(lines: Sequence[str], bad: Set[int]) -> list[str]:
    """The lines without the numbers of a list of codes, where they count up from one."""
    done = list(lines)
    counted = [(at, match) for at, line in enumerate(lines) if at in bad and (match := _COUNTED.match(line))]
    if len(counted) > 1 and [int(match[1]) for _, match in counted] == list(range(1, len(counted) + 1)):
        for at, match in counted:
            done[at] = match[2] or ""
    return done


def _one_at_most(lines: Sequence[str], at: int, codes: Set[int]) -> Sequence[str]:
    """The lines from here on that may be about one order: a line that is a code and nothing else begins the next one, unless
    only its number stands before it, or nothing."""
    first = at + 1 if re.fullmatch(r"\s*(?:\d{1,3}[.)]?\s*)?", lines[at]) else at
    ends = (below for below in range(first + 1, at + _MOST_LINES) if below in codes)
    return lines[at : next(ends, at + _MOST_LINES)]


def _order_at(lines: Sequence[str], read: Callable[[str], OrderSheet], check: Callable[[str], Verdict]) -> tuple[str, int]:
    """The code of the order that these lines begin with, read back, and over how many of them: as many as can be, since the
    beginning of what is said of one order may be another. "" and 1 if there is none."""
    text = ""
    found = "", 1
    for step, line in enumerate(lines, 1):
        text = f"{text}  {line.strip()}".strip()
        if len(text) > _LONGEST_ORDER:
            break
        if line.strip() and (code := _order_said(text, read, check)):
            found = code, step
    return found


def _order_said(text: str, read: Callable[[str], OrderSheet], check: Callable[[str], Verdict]) -> str:
    """The code of the order of which this is, word for word, what we say; "" if it is of none."""
    plain = _NUMBER.sub("", text)
    words = " ".join(plain.split())
    code, *rest = _CELLS.split(plain)
    first, _, more = words.partition(" ")
    for written, said in ((code, " ".join(" ".join(rest).split())), (first.rstrip(":"), more), (_deed(words), words)):
        if not _WORDS.search(said) or (said != words and len(written) > _LONGEST_CODE):
            continue
        found = read(written).orders
        if len(found) == 1 and (found[0].code == written if said != words else found[0].code != words):
            deed = _deed(said)
            if deed == _deed(found[0].words) or deed in (_deed(one.words) for one in check(written).accepted):
                return found[0].code
    return ""


def _deed(words: str) -> str:
    """What will be done, without what the numbers are: those depend on the other orders."""
    return _NUMBERS.sub("", words)

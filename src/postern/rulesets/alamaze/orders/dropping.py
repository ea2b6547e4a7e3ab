"""``DROP n``: the order with this number in the last answer is taken off file, the others stay (ruling 2)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from postern.game.orders import Verdict

_DROP = re.compile(r"\s*DROP((?:[\s,]+#?[0-9]{1,3})+)\s*\.?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Drop:
    """The numbers of a line ``DROP 2 3``."""

    numbers: tuple[int, ...]


def drop_of(line: str) -> Drop | None:
    """What a line drops; None for another line."""
    found = _DROP.fullmatch(line)
    return Drop(tuple(map(int, re.findall("[0-9]+", found[1])))) if found else None


def merged(filed: str, new: str, answer: Callable[[str], Verdict]) -> str:
    """What is on file after a letter: the letter alone, but where it drops orders by number those that are left and its own.

    ``answer`` gives the answer to what is on file, whose numbers are meant. Numbers that it has not are left out.
    """
    lines = new.split("\n")
    drops = [found for line in lines if (found := drop_of(line)) is not None]
    if not drops:
        return new
    accepted = answer(filed).accepted
    wanted = {number for one in drops for number in one.numbers}
    gone: set[int] = set()
    kept = filed.split("\n")
    for number, reading in enumerate(accepted, start=1):
        if number in wanted:
            gone |= set(range(reading.line, reading.line + len(reading.code.split("\n"))))
    left = [line for number, line in enumerate(kept, start=1) if number not in gone]
    return "\n".join([*left, *(line for line in lines if drop_of(line) is None)]).strip("\n")

"""Lines that a mail program broke at its own width, in the middle of an order or a sentence, made whole again."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NARROWEST = 60
_WIDEST = 80
_FITS = 72
_ENDED = re.compile(r"[.;:!?)\]\"']$")
_OPEN_END = re.compile(r"(?:[,+=>/(&-]|\b(?:to|from|and|or|the|a|in|at|of|with|by|via|then|into|onto|for|on))$", re.IGNORECASE)
_GOES_ON = re.compile(r"[a-zà-öø-ÿß-ſа-я,+=>)&]")
_SHORT_WORD = 4


def rejoined(lines: Sequence[str]) -> list[str]:
    """Join a line with the one below it where the break is a mail program's and not the writer's.

    That is so where the line is 60 to 80 columns long, the next line's first word would not have gone on it within 72
    columns, and the text itself goes on: the upper line ends open (with a comma, `to`, `and` ...), or the lower one begins
    with a small letter, or both are made of short words as coded orders are and the lower begins otherwise than the upper.
    """
    done: list[str] = []
    width = 0
    for line in lines:
        if done and _was_broken(done[-1], width, line):
            done[-1] = f"{done[-1].rstrip()} {line.strip()}"
        else:
            done.append(line)
        width = len(line.rstrip())
    return done


def _was_broken(before: str, width: int, line: str) -> bool:
    """Whether `line` goes on where `before`, whose last piece is `width` columns long, was broken."""
    first = line.split(" ", 1)[0]
    if not first or not _NARROWEST <= width <= _WIDEST or width + 1 + len(first) <= _FITS:
        return False
    end = before.rstrip()
    if _ENDED.search(end) or "  " in end.lstrip():
        return False
    if _OPEN_END.search(end) or _GOES_ON.match(line):
        return True
    return _is_coded(end) and _is_coded(line) and end.lstrip()[0].upper() != first[0].upper()


def _is_coded(line: str) -> bool:
    words = line.split()
    return len(words) < 60 and all(len(word) <= _SHORT_WORD for word in words) and any(char.isdigit() for char in line)

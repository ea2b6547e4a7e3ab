"""Lines that a mail program broke at its own width, in the middle of an order or a sentence, made whole again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postern.post.letter import Frame

_NARROWEST = 60
_WIDEST = 80
_FITS = 72
_ENDED = re.compile(r"[.;:!?)\]\"']$")
_OPEN_END = re.compile(r"(?:[,+=>/(&-]|\b(?:to|from|and|or|the|a|in|at|of|with|by|via|then|into|onto|for|on))$", re.IGNORECASE)
_GOES_ON = re.compile(r"[,+=>)&]")
_CONJUNCTION = re.compile(
    r"(?:then|and|or|but|to|with|from|by|for|which|who|where|that|if|when|until|before|after|because|as|so|into|onto|via|of|"
    r"und|oder|dann|nach|mit|von|bis|et|puis|ou|y|luego|e|poi|en|dan)\b"
)
_CODE = re.compile(r"[^\W\d_]{0,3}\d|\S*=")
_NUMBER = re.compile(r"[0-9]+[.:]?")
_SHORT_WORD = 4
_MOST_CODED = 5
"""Pieces of a line of short words: more of them hold more words than a coded line may (see `_is_coded`)."""


def rejoined(lines: Sequence[str]) -> list[str]:
    """Join a line with the one below it where the break is a mail program's and not the writer's.

    That is so where the line is 60 to 80 columns long, the next line's first word would not have gone on it within 72
    columns, and the text itself goes on: the upper line ends open (with a comma, `to`, `and` ...), or the lower one begins
    with a small letter, or both are made of short words as coded orders are and the lower begins otherwise than the upper.
    A small letter says nothing where a code begins with it, or where the upper text begins with one, too: who writes no
    capitals begins a new order so. There only a word such as `then` goes on.
    """
    done: list[list[str]] = []
    width = 0
    for line in lines:
        if done and not isinstance(line, Frame) and _was_broken(done[-1], width, line):
            done[-1].append(line.strip())
        else:
            done.append([line])
        width = 0 if isinstance(line, Frame) else len(line.rstrip())
    return [pieces[0] if len(pieces) == 1 else " ".join([pieces[0].rstrip(), *pieces[1:]]) for pieces in done]


def _was_broken(before: Sequence[str], width: int, line: str) -> bool:
    """Whether `line` goes on where a line made of the pieces `before`, the last of them `width` columns long, was broken.
    The last piece tells nearly all, so that a long paragraph is not looked through for each of its lines."""
    first = line.split(" ", 1)[0]
    if not first or not _NARROWEST <= width <= _WIDEST or width + 1 + len(first) <= _FITS:
        return False
    end = before[-1].rstrip()
    if _ENDED.search(end) or "  " in end.lstrip():
        return False
    if _OPEN_END.search(end) or _GOES_ON.match(line):
        return True
    if _NUMBER.fullmatch(line.strip()):
        return False  # it may be a head: the game knows
    if line[0].islower() and not _CODE.match(first) and (not before[0].lstrip()[:1].islower() or _CONJUNCTION.match(line)):
        return True
    coded = len(before) <= _MOST_CODED and _is_coded(" ".join(before)) and _is_coded(line)
    return coded and before[0].lstrip()[0].upper() != first[0].upper()


def _is_coded(line: str) -> bool:
    words = line.split()
    return len(words) < 60 and all(len(word) <= _SHORT_WORD for word in words) and re.search(r"\d", line) is not None

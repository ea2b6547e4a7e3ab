"""Splits a letter's lines into commands and lines of orders. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import Any

from rapidfuzz import fuzz, process

from postern.post.letter import Frame

_GOOD_GUESS, _SURE_GUESS = 75, 85
_SAME = 100
_SHORTEST_GUESSED = 3
_TERSE = 2
"""A question of more words is no command with a slip in it."""
_COURTESY = re.compile(r"(?<!\s)\s*(?:please|pls|plz|bitte|ok|okay|I(?:\s+am|\s*['\u2019]?m))[\s,]+(?=[A-Za-z])", re.IGNORECASE)
_ASKED = re.compile(r"\s*(?:please|pls|plz|bitte|ok|okay)[\s,]+(?P<word>[A-Za-z]+)[\s.!]*$", re.IGNORECASE)
"""A command's word alone behind a courtesy. With more behind it, it may be a sentence to a person."""
_THANKS = re.compile(
    r"(?:^|(?<![\s,.!])[\s,.!]+)(?:please|pls|plz|bitte|thx|thanks|thank you|danke|[:;]-?\)|\U0001f44d)[\s.!]*$", re.IGNORECASE
)
_FIRST_WORD = re.compile(r"\s*([A-Za-z]+)\b[:.!,]*\s*(.*)$")
_BLANKS = re.compile(r"\s{2,}")


class Body(Enum):
    """What a command does with the lines below it."""

    NONE = "none"
    ANSWERS = "answers"
    """Takes the lines up to the next command (JOIN)."""
    MESSAGE = "message"
    """Takes every line up to one with END alone, or to the letter's end (PRESS)."""
    KEY = "key"
    """Takes an armored block that begins right below it, or nothing (KEY)."""


@dataclass(frozen=True)
class Form:
    """How a command is written: its words, what may follow on its line (a whole match), and what lies below it."""

    name: str
    words: tuple[str, ...]
    takes: re.Pattern[str]
    body: Body = Body.NONE
    alone: re.Pattern[str] | None = None
    """What may follow on the line so that nothing below it belongs to the command (PRESS 7)."""
    bare: bool = False
    """Whether only blanks may stand between the word and what follows: "Address: joe@example.org" ends many a letter."""


@dataclass(frozen=True)
class CommandLine:
    """A command as written. ``line`` counts from 1 in the letter; ``rest`` is what follows the word."""

    name: str
    line: int
    rest: str
    body: tuple[str, ...] = ()
    kept: Mapping[str, Any] | None = None
    """What was kept for a command that waited for its player's YES, which has come; None for what is read in a letter."""
    ended: bool = True
    """False where the letter's end, and no line END, ends a message: what was meant for us may be in it."""


@dataclass(frozen=True)
class OrderLines:
    """Lines for the game, in a row, with the frames (``letter.Frame``) that they stand in. ``first`` is the number of the first
    typed one in the letter, from 1. ``subject``: it is the letter's subject."""

    first: int
    lines: tuple[str, ...]
    subject: bool = False

    @property
    def numbers(self) -> list[int]:
        """The number of each line in the letter; that of a frame is the one of the typed line below it."""
        return numbered(self.lines, self.first)


Piece = CommandLine | OrderLines


def is_typed(line: str) -> bool:
    """Whether a letter's writer typed this line, and it is not empty."""
    return bool(line.strip()) and not isinstance(line, Frame)


def numbered(lines: Sequence[str], first: int = 1) -> list[int]:
    """The number of each line where the first typed one has this number: frames do not count."""
    return [*accumulate((not isinstance(line, Frame) for line in lines[:-1]), initial=first)] if lines else []


def index(forms: Sequence[Form]) -> Mapping[str, Form]:
    """Every word that names a command, in capitals → its form."""
    return {word: form for form in forms for word in (form.name, *form.words)}


def split(lines: Sequence[str], forms: Mapping[str, Form], quoted: frozenset[int]) -> tuple[Piece, ...]:
    """The letter's pieces in order. Lines whose index (from 0) is in ``quoted`` are free text of the game.

    A frame belongs to the nearest line below it that is for the game; above a command or in its text it says nothing.
    """
    pieces: list[Piece] = []
    pending: list[str] = []
    frames: list[str] = []
    numbers = numbered(lines)
    pending_first = 1
    at = 0

    def flush() -> None:
        while pending and not pending[-1].strip():
            pending.pop()
        if pending:
            pieces.append(OrderLines(pending_first, tuple(pending)))
        pending.clear()

    while at < len(lines):
        if isinstance(lines[at], Frame):
            frames.append(lines[at])
            at += 1
            continue
        found = None if at in quoted else match(lines[at], forms)
        if found is None:
            if pending or lines[at].strip():
                if not pending:
                    pending_first = numbers[at]
                if lines[at].strip():
                    pending += frames
                    frames.clear()
                pending.append(lines[at])
            at += 1
            continue
        flush()
        form, rest = found
        alone = form.alone is not None and form.alone.fullmatch(rest) is not None
        end = at + 1 if alone else _end_of_body(lines, at + 1, form, forms, quoted)
        below = [line for line in lines[at + 1 : end] if not isinstance(line, Frame)]
        frames += [line for line in lines[at + 1 : end] if isinstance(line, Frame)]
        body = tuple(line for line in below if form.body is not Body.MESSAGE or not _is_end(line))
        ended = form.body is not Body.MESSAGE or alone or _is_end(lines[end - 1])
        pieces.append(CommandLine(form.name, numbers[at], rest, body, ended=ended))
        at = end
    flush()
    return tuple(pieces)


def within(lines: Sequence[str], longest: int, most: int) -> list[str]:
    """So many lines at most, none of them longer than that: a longer one goes on in the next, parted behind a comma or
    semicolon in its second half, else at a blank. A longer word stays whole: cut, it might say something else."""
    kept: list[str] = []
    for line in lines:
        while len(line) > longest and len(kept) < most:
            places = [line.rfind(mark, longest // 2, longest) for mark in (",", ";")]
            place = max(places) if max(places) >= 0 else line.rfind(" ", 1, longest)
            place = place if place > 0 else line.find(" ", 1)
            if place < 0:
                break
            kept.append(line[: place + 1])
            line = line[place + 1 :].lstrip()
        kept.append(line)
    return kept[:most]


def match(line: str, forms: Mapping[str, Form]) -> tuple[Form, str] | None:
    """The command that this line is, and what follows its word, with single blanks; None for any other line.

    A line that begins with a command's word and goes on as that command cannot ("Wait for me there") is no command.
    Courtesies around it do not count ("pls status", "ready, thanks!").
    """
    asked = _ASKED.match(line)
    if asked is not None and asked["word"].upper() in forms:
        line = asked["word"]
    found = _FIRST_WORD.match(line)
    form = forms.get(found[1].upper()) if found else None
    if found is None or form is None:
        return None
    rest = _rest(found)
    if form.bare and rest and not line[found.end(1)].isspace():
        return None
    if not form.takes.fullmatch(rest):
        rest = _THANKS.sub("", rest)
    return (form, rest) if form.takes.fullmatch(rest) else None


def _rest(found: re.Match[str]) -> str:
    """What follows the word. Forms allow blanks in many places: long runs of them would be shared out in every way."""
    return _BLANKS.sub(" ", found[2].strip())


def guess(line: str, forms: Mapping[str, Form]) -> str:
    """The command that the first word of this line is nearest to, or "": with other words behind it than the command takes
    only where it is very near. A whole question is none, however near its first word is ("How do I ..." to SHOW)."""
    found = _FIRST_WORD.match(_COURTESY.sub("", line, count=1))
    if found is None or len(found[1]) < _SHORTEST_GUESSED or (line.rstrip().endswith("?") and len(line.split()) > _TERSE):
        return ""
    nearest = process.extractOne(found[1].upper(), list(forms), scorer=fuzz.ratio, score_cutoff=_GOOD_GUESS)
    sure = _SURE_GUESS if len(found[1]) > _SHORTEST_GUESSED else _SAME
    if nearest is None or (nearest[1] < sure and not forms[nearest[0]].takes.fullmatch(_rest(found))):
        return ""
    return forms[nearest[0]].name


def corrected(line: str, forms: Mapping[str, Form]) -> tuple[Form, str] | None:
    """The command that a line with a slip in its first word was meant to be, and what follows; None where the rest does not
    fit it."""
    name, found = guess(line, forms), _FIRST_WORD.match(_COURTESY.sub("", line, count=1))
    if not name or found is None:
        return None
    rest = _rest(found)
    if not forms[name].takes.fullmatch(rest):
        rest = _THANKS.sub("", rest)
    return (forms[name], rest) if forms[name].takes.fullmatch(rest) else None


def _end_of_body(lines: Sequence[str], start: int, form: Form, forms: Mapping[str, Form], quoted: frozenset[int]) -> int:
    """The index behind the last line that belongs to this command."""
    if form.body is Body.NONE:
        return start
    if form.body is Body.KEY:
        return _end_of_block(lines, start)
    for at in range(start, len(lines)):
        if form.body is Body.MESSAGE and _is_end(lines[at]):
            return at + 1
        if form.body is Body.ANSWERS and at not in quoted and match(lines[at], forms) is not None:
            return at
    return len(lines)


def _end_of_block(lines: Sequence[str], start: int) -> int:
    begin = next((at for at in range(start, len(lines)) if lines[at].strip()), len(lines))
    if begin == len(lines) or "-----BEGIN PGP" not in lines[begin]:
        return start
    return next((at + 1 for at in range(begin, len(lines)) if "-----END PGP" in lines[at]), len(lines))


def _is_end(line: str) -> bool:
    return line.strip().upper() == "END"

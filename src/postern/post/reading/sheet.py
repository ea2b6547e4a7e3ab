"""A part's lines, each with the reason why it is not the writer's own text, or with none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from postern.post.letter import LeftOut

_LONGEST_EXAMPLE = 60
_BREAK = re.compile("\r\n|[\r\x0b\x85\u2028\u2029]")


class Reason(StrEnum):
    """Why lines are not taken, in words for the writer."""

    QUOTATION = "quoted text"
    FORWARDED = "a forwarded letter"
    SIGNATURE = "signature"
    PROGRAM = "a mail program's own text"
    LEGAL = "a legal notice"
    SCANNER = "a mail server's notice"
    HIDDEN = "hidden text"
    STRUCK = "struck-out text"
    ARMOUR = "the frame of a digital signature"
    ENDING = "the last line of our letter"
    REACTION = "a reaction"
    RECEIPT = "a receipt"
    RECALL = "a recall"


@dataclass(slots=True)
class Sheet:
    """Lines of text and, at the same places, why each is set aside (None: the writer's own).

    ``heads`` are the places of what programs write above a quotation: nothing in it was typed, nor sent by us.
    """

    lines: list[str]
    why: list[Reason | None]
    heads: set[int] = field(default_factory=set)

    @classmethod
    def blank(cls, lines: list[str]) -> Sheet:
        """These lines, all of them free."""
        return cls(lines, [None] * len(lines))

    def mark(self, first: int, end: int, reason: Reason) -> None:
        """Set the free lines from `first` up to, not with, `end` aside."""
        for place in range(max(first, 0), min(end, len(self.lines))):
            if self.why[place] is None:
                self.why[place] = reason

    def taken(self) -> list[str]:
        """The free lines in order; one empty line stands for each run that was set aside."""
        done: list[str] = []
        for place, line in enumerate(self.lines):
            if self.why[place] is None:
                done.append(line)
            elif place == 0 or self.why[place - 1] is None:
                done.append("")
        return done

    def pieces(self) -> Iterator[tuple[int, int]]:
        """Begin and end (exclusive) of every run of free lines."""
        begin: int | None = None
        for place, reason in enumerate([*self.why, Reason.QUOTATION]):
            if reason is None:
                begin = place if begin is None else begin
            elif begin is not None:
                yield begin, place
                begin = None

    def left_out(self) -> list[LeftOut]:
        """What was set aside, each line for itself, blank ones not counted."""
        found = zip(self.lines, self.why, strict=True)
        return [left_out(reason, line) for line, reason in found if reason is not None and line.strip()]


def lines_of(text: str) -> list[str]:
    """The text's lines, whatever ends them."""
    return _BREAK.sub("\n", text).split("\n")


def left_out(reason: Reason, text: str) -> LeftOut:
    """One line or passage that is not taken."""
    lines = [line for line in text.splitlines() if line.strip()]
    return LeftOut(str(reason), len(lines) or 1, _example(lines[0] if lines else text))


def summarised(found: Iterable[LeftOut]) -> tuple[LeftOut, ...]:
    """One entry for each reason, with the lines added up and the first example that has a word, in order of appearance."""
    done: dict[str, LeftOut] = {}
    for item in found:
        before = done.get(item.reason)
        if before is None:
            done[item.reason] = item
            continue
        example = before.example if re.search(r"\w", before.example) else item.example
        done[item.reason] = LeftOut(item.reason, before.lines + item.lines, example)
    return tuple(done.values())


def _example(line: str) -> str:
    plain = " ".join("".join(char if char.isprintable() else " " for char in line[:400]).split())
    return plain if len(plain) <= _LONGEST_EXAMPLE else plain[: _LONGEST_EXAMPLE - 3] + "..."

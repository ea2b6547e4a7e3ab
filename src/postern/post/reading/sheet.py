"""A part's lines, each with the reason why it is not the writer's own text, or with none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from postern.post.letter import Frame, LeftOut

_LONGEST_EXAMPLE = 60
_LONGEST_TEXT, _MOST_TEXTS = 400, 1_000
"""Of lines set aside that are kept whole: how long each may be, and how many of them there may be for one reason."""
_MARK = re.compile(r"^\s{0,3}>(?!\s?>) ?")
_MARKS = re.compile(r"^\s{0,3}(?:>\s?)+")
_WORD = re.compile(r"\w")
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
    BESIDE = "text beside the letter's parts"
    FORMATTED = "formatted text that is not in the plain text"
    ARMOUR = "the frame of a digital signature"
    ENDING = "the last line of our letter"
    REACTION = "a reaction"
    RECEIPT = "a receipt"
    RECALL = "a recall"


@dataclass(frozen=True, slots=True)
class Section:
    """A quotation whose lines bear no mark: where its head begins, where its text begins, and the place behind its end."""

    head: int
    text: int
    end: int


@dataclass(slots=True)
class Sheet:
    """Lines of text and, at the same places, why each is set aside (None: the writer's own).

    ``heads`` are the places of what programs write above a quotation: nothing in it was typed, nor sent by us. ``marks``
    tells how many characters at the beginning of a line mark it as quoted, where that is no `>`; ``sections`` are the
    quotations without marks. ``ours`` are the places of lines set aside that stand in what we sent.
    """

    lines: list[str]
    why: list[Reason | None]
    heads: set[int] = field(default_factory=set)
    marks: dict[int, int] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)
    ours: set[int] = field(default_factory=set)
    compared: set[int] = field(default_factory=set)
    """Places of lines that were compared with what we sent."""
    frames: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Of lines of ours that frame orders: their part in the layout of an order letter, and how they are written."""

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
        """The free lines in order; one empty line stands for each run that was set aside, or the lines in it that frame what
        was typed below, as `Frame`s: the nearest head, and the blocks that are open there."""
        done: list[str] = []
        frame: list[Frame] = []
        for place, line in enumerate(self.lines):
            if self.why[place] is None:
                done += frame if line.strip() else []
                frame = [] if line.strip() else frame
                done.append(line)
                continue
            if place == 0 or self.why[place - 1] is None:
                done.append("")
            part, written = self.frames.get(place, ("", ""))
            if part == "head" or self.why[place] is Reason.ENDING:
                frame = [Frame(written)] if part else []
            elif part == "opens":
                frame.append(Frame(written))
            elif part == "closes":
                del frame[-1 if len(frame) > 1 else len(frame) :]
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

    def content(self, place: int) -> str:
        """The line without its one mark of quotation."""
        return self.lines[place][self.marks[place] :] if place in self.marks else without_mark(self.lines[place])

    def bare(self, place: int) -> str:
        """The line without all its marks of quotation."""
        return _MARKS.sub("", self.content(place) if place in self.marks else self.lines[place])

    def left_out(self) -> list[LeftOut]:
        """What was set aside, each line for itself, blank ones not counted."""
        done: list[LeftOut] = []
        shown: set[Reason] = set()
        for place, (line, reason) in enumerate(zip(self.lines, self.why, strict=True)):
            if reason is None or not line.strip():
                continue
            if place in self.ours or reason is Reason.ENDING:
                # One line of ours is shown for all of them.
                done.append(LeftOut(str(reason), 1, "") if reason in shown else left_out(reason, line))
                shown |= {reason} if _WORD.search(line) else set()
            else:
                done.append(left_out(reason, line, self.bare(place)))
        return done


def without_mark(line: str) -> str:
    """A line without its one mark of quotation."""
    return _MARK.sub("", line)


def lines_of(text: str) -> list[str]:
    """The text's lines, whatever ends them."""
    return _BREAK.sub("\n", text).split("\n")


def left_out(reason: Reason, line: str, text: str = "") -> LeftOut:
    """One line that is not taken, and its text where that may hold an order."""
    texts = (text.strip()[:_LONGEST_TEXT],) if text.strip() else ()
    return LeftOut(str(reason), 1, _example(line), texts)


def summarised(found: Iterable[LeftOut]) -> tuple[LeftOut, ...]:
    """One entry for each reason, with the lines added up and the first example that has a word, in order of appearance."""
    done: dict[str, LeftOut] = {}
    texts: dict[str, list[str]] = {}
    for item in found:
        before = done.get(item.reason)
        if before is None:
            done[item.reason], texts[item.reason] = item, [*item.texts]
            continue
        example = before.example if _WORD.search(before.example) else item.example
        texts[item.reason] += item.texts
        done[item.reason] = LeftOut(item.reason, before.lines + item.lines, example)
    return tuple(replace(item, texts=tuple(texts[item.reason][:_MOST_TEXTS])) for item in done.values())


def _example(line: str) -> str:
    line = line[:400]
    shown = line if line.isprintable() else "".join(char if char.isprintable() else " " for char in line)
    plain = " ".join(shown.split())
    return plain if len(plain) <= _LONGEST_EXAMPLE else plain[: _LONGEST_EXAMPLE - 3] + "..."

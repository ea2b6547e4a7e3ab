"""The light marks of a report's texts (``**strong**`` and ``code`` in backquotes), and cleaning of what people wrote.

Every renderer reads texts through this module, so that a mark means the same in each form, and no text, whoever wrote
it, can carry markup, control characters or direction overrides into a letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

_MARK = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|`([^`\n]+)`", re.DOTALL)
_BREAKS = re.compile("\r\n|[\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029]")
# C0 and C1 controls, soft hyphen, zero-width spaces, direction marks, overrides and isolates, byte order mark, tags.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\uffff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


@dataclass(frozen=True)
class Span:
    """A run of text in one form. ``link`` is the name of the entry which it leads to, or ""."""

    text: str
    strong: bool = False
    code: bool = False
    link: str = ""


def clean(text: str) -> str:
    """The text as one may show it: all line ends as ``\\n``, tabs as blanks, no unseen or direction-changing characters."""
    return _UNSEEN.sub("", _BREAKS.sub("\n", text).replace("\t", "    "))


def one_line(text: str) -> str:
    """The cleaned text on a single line, blanks joined."""
    return " ".join(clean(text).split())


def spans(text: str) -> tuple[Span, ...]:
    """The cleaned text in runs, marks taken off. A mark without its partner stays as it was written."""
    text = clean(text)
    found: list[Span] = []
    start = 0
    for match in _MARK.finditer(text):
        if match.start() > start:
            found.append(Span(text[start : match.start()]))
        if match[1] is not None:
            found.append(Span(match[1].replace("`", ""), strong=True))
        else:
            found.append(Span(match[2], code=True))
        start = match.end()
    if start < len(text):
        found.append(Span(text[start:]))
    return tuple(found)


def plain(text: str) -> str:
    """The cleaned text with its marks taken off."""
    return "".join(span.text for span in spans(text))


class Links:
    """Finds the names of entries in texts, so that a renderer can lead from a name to its row in a table."""

    def __init__(self, names: Iterable[str]) -> None:
        ordered = sorted({name for name in names if name}, key=lambda name: (-len(name), name))
        self._pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, ordered))})(?!\w)") if ordered else None

    def mark(self, runs: Iterable[Span]) -> tuple[Span, ...]:
        """The runs, cut so that each whole-word name of an entry is a run with its ``link``."""
        if self._pattern is None:
            return tuple(runs)
        return tuple(
            Span(piece, run.strong, run.code, piece if index % 2 else "")
            for run in runs
            for index, piece in enumerate(self._pattern.split(run.text))
            if piece
        )


def width(text: str) -> int:
    """How many columns of a terminal the text takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character) or character == "\u200d":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1

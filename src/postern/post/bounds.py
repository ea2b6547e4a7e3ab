"""A letter cut to what may be taken apart: the work for the rest is bounded by this, whatever is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.policy import Compat32
from itertools import islice

_MOST_BYTES = 4_000_000
_MOST_LINES = 60_000
_MOST_HEADER_BYTES = 400_000
_MOST_TEXT_LINES = 20_000
_MOST_TAGS = 20_000
"""Of HTML; those that end an element do not count."""
MOST_MULTIPARTS = 60
"""Parts that hold parts, in one letter: more would make taking it apart slow, so such a letter is not taken apart."""
_MULTIPART = re.compile(rb"multipart/|message/", re.IGNORECASE)
_REPORT = re.compile(rb"message/delivery-status", re.IGNORECASE)
_EMPTY_LINE = re.compile(rb"\r?\n\r?\n")
_LINE_END = re.compile(rb"\r\n|\r|\n")
LONGEST_FIELD = 20_000
"""Characters of a field of a header that are looked at."""
_LONGEST_CONTENT, _MOST_PARAMETERS = 5_000, 50
"""Of a field that says what a part holds, and of its parameters, which the library parts by copying the rest each time."""
_MOST_BLOCKS = 5_000
_TAG = re.compile("<(?!/)")


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """What of a letter's parts is read: how many, how deep in one another, how many attached text files, and how many
    characters of text (bytes where it comes compressed) once it is unpacked."""

    parts: int = 200
    nesting: int = 30
    attachments: int = 20
    unpacked: int = 400_000


@dataclass(slots=True)
class Room:
    """How much of a letter's texts may still be looked at: what one of them takes the next one does not get."""

    lines: int = _MOST_TEXT_LINES
    tags: int = _MOST_TAGS

    def page(self, html: str) -> tuple[str, tuple[str, ...]]:
        """As much of a web page as there is room for its elements, and what is left unread, in a few words."""
        tags = [found.start() for found in islice(_TAG.finditer(html), self.tags + 1)]
        whole = len(tags) <= self.tags
        taken = html if whole else html[: tags[-1]]
        self.tags -= len(tags) if whole else self.tags
        return taken, () if whole else (f"what lies behind the first {_MOST_TAGS:,} tags of its web pages",)

    def some(self, lines: list[str]) -> tuple[list[str], tuple[str, ...]]:
        """As many lines of a text as there is room for, and what is left unread, in a few words."""
        taken = lines[: self.lines]
        self.lines -= len(taken)
        return taken, () if len(taken) == len(lines) else (f"what lies behind the first {_MOST_TEXT_LINES:,} lines of text",)


class _Bounded(Compat32):
    """Reads a header as ever, of each field only as much as is looked at."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        if name.lower().startswith("content-"):
            value = ";".join(value[:_LONGEST_CONTENT].split(";", _MOST_PARAMETERS)[:_MOST_PARAMETERS])
        return name, value[:LONGEST_FIELD]


_POLICY = _Bounded()


def parsed(raw: bytes) -> Message:
    """The letter taken apart by the standard library, within the bounds for fields."""
    return message_from_bytes(raw, policy=_POLICY)


def bounded(raw: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The bytes to take apart, and what of the letter is left unread, in a few words.

    At most 4,000,000 bytes, 60,000 lines and 400,000 bytes of header.
    """
    said: list[str] = []
    empty = _EMPTY_LINE.search(raw)
    header_end = empty.start() if empty else len(raw)
    if header_end > _MOST_HEADER_BYTES:
        # Whole fields only: the cut falls before the last one that begins within the limit.
        last = raw.rfind(b"\n", 0, _MOST_HEADER_BYTES) + 1
        raw = raw[:last].rstrip(b"\r\n") + raw[header_end : header_end + _MOST_BYTES]
        said.append("a part of its very long header")
    if len(raw) > _MOST_BYTES:
        raw = raw[:_MOST_BYTES]
        said.append(f"what lies behind the first {_MOST_BYTES:,} bytes")
    beyond = next(islice(_LINE_END.finditer(raw), _MOST_LINES, None), None) if _ends(raw) > _MOST_LINES else None
    if beyond is not None:
        raw = raw[: beyond.start()]
        said.append(f"what lies behind the first {_MOST_LINES:,} lines")
    return raw, tuple(said)


def _ends(raw: bytes) -> int:
    """How many lines end, or a few more: the library takes a lone carriage return for a line end as well."""
    return raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n")


def header_alone(raw: bytes) -> bytes:
    """The header without what follows it, within the bound."""
    usable, _ = bounded(raw)
    empty = _EMPTY_LINE.search(usable)
    return (usable[: empty.start()] if empty else usable)[:_MOST_HEADER_BYTES] + b"\n\n"


def too_deep(raw: bytes) -> bool:
    """Whether the letter names more parts within parts than any mail program makes, or is a report on thousands of
    recipients: taking it apart could take for ever."""
    if next(islice(_MULTIPART.finditer(raw), MOST_MULTIPARTS, None), None) is not None:
        return True
    return raw.count(b"\n\n") + raw.count(b"\n\r\n") > _MOST_BLOCKS and _REPORT.search(raw) is not None

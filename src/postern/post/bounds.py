"""A letter cut to what may be taken apart: the work for the rest is bounded by this, whatever is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

_MOST_BYTES = 4_000_000
_MOST_LINES = 120_000
_MOST_HEADER_BYTES = 400_000
MOST_MULTIPARTS = 60
"""Parts that hold parts, in one letter: more would make taking it apart slow, so such a letter is not taken apart."""
_MULTIPART = re.compile(rb"multipart/|message/", re.IGNORECASE)
_EMPTY_LINE = re.compile(rb"\r?\n\r?\n")


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """What of a letter's parts is read: how many, how deep in one another, how many attached text files, and how many
    characters of text (bytes where it comes compressed) once it is unpacked."""

    parts: int = 200
    nesting: int = 30
    attachments: int = 20
    unpacked: int = 400_000


def bounded(raw: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The bytes to take apart, and what of the letter is left unread, in a few words.

    At most 4,000,000 bytes, 120,000 lines and 400,000 bytes of header.
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
    if raw.count(b"\n") > _MOST_LINES:
        raw = b"\n".join(raw.split(b"\n", _MOST_LINES)[:_MOST_LINES])
        said.append(f"what lies behind the first {_MOST_LINES:,} lines")
    return raw, tuple(said)


def header_alone(raw: bytes) -> bytes:
    """The header without what follows it, within the bound."""
    usable, _ = bounded(raw)
    empty = _EMPTY_LINE.search(usable)
    return (usable[: empty.start()] if empty else usable)[:_MOST_HEADER_BYTES] + b"\n\n"


def too_deep(raw: bytes) -> bool:
    """Whether the letter names more parts within parts than any mail program makes: taking it apart could take for ever."""
    return next(islice(_MULTIPART.finditer(raw), MOST_MULTIPARTS, None), None) is not None

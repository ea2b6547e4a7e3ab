"""Outlook's winmail.dat (MS-OXTNEF): the letter's text out of it, and the names of its files."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from compressed_rtf import decompress
from striprtf.striprtf import rtf_to_text

from postern.post.reading.charset import decode

_SIGNATURE = 0x223E9F78
_BODY, _FILE_TITLE, _PROPERTIES, _CODE_PAGE = 0x0002800C, 0x00018010, 0x00069003, 0x00069007
_TEXT, _RTF, _HTML = 0x1000, 0x1009, 0x1013
_FIXED_SIZES = {
    0x0002: 4,
    0x0003: 4,
    0x0004: 4,
    0x0005: 8,
    0x0006: 8,
    0x0007: 8,
    0x000A: 4,
    0x000B: 4,
    0x0014: 8,
    0x0040: 8,
    0x0048: 16,
}
_VARIABLE = {0x000D, 0x001E, 0x001F, 0x0102}
_MANY_VALUES = 0x1000
_MOST_VALUES = 2_000
_RAW_SIZE = 4
"""Where the header of a compressed RTF says how many bytes it unpacks to (MS-OXRTFCP, section 2.1.3.1.1)."""


@dataclass(frozen=True, slots=True)
class Tnef:
    """What a winmail.dat holds: its text (`is_html` if so), empty if none can be read, and the names of its files."""

    text: str
    is_html: bool
    files: tuple[str, ...]
    too_long: bool = False
    """Whether some of it was left packed, or cut, because it is longer than may be unpacked."""


def read_tnef(data: bytes, longest: int) -> Tnef | None:
    """Read a winmail.dat; plain text is preferred to HTML and that to RTF. None if the bytes are no such file.

    No text of it is longer than `longest`; what says that it unpacks to more stays packed, and a liar gains nothing, since
    compressed RTF is at most nine times as long unpacked.
    """
    if len(data) < 6 or struct.unpack_from("<I", data)[0] != _SIGNATURE:
        return None
    code_page = "cp1252"
    files: list[str] = []
    found: dict[int, tuple[str, bool]] = {}
    too_long = False
    for attribute, content in _attributes(data):
        if attribute == _CODE_PAGE and len(content) >= 4:
            code_page = f"cp{struct.unpack_from('<I', content)[0]}"
        elif attribute == _BODY:
            found.setdefault(_TEXT, (decode(content, code_page), False))
        elif attribute == _FILE_TITLE:
            files.append(decode(content.rstrip(b"\0"), code_page)[:100])
        elif attribute == _PROPERTIES:
            for identifier, kind, value in _properties(content):
                if identifier == _RTF and max(len(value), _unpacked(value)) > longest:
                    too_long = True
                    continue
                text = _text(identifier, kind, value, code_page)
                if text.strip("\0 \r\n"):
                    found[identifier] = (text, identifier == _HTML)
    best = next((found[kind] for kind in (_TEXT, _HTML, _RTF) if found.get(kind, ("", False))[0].strip("\0 \r\n")), ("", False))
    text = best[0].rstrip("\0")
    return Tnef(text[:longest], best[1], tuple(files[:20]), len(text) > longest or (too_long and not text))


def _unpacked(rtf: bytes) -> int:
    """How many bytes a compressed RTF says that it unpacks to."""
    return int(struct.unpack_from("<I", rtf, _RAW_SIZE)[0]) if len(rtf) >= _RAW_SIZE + 4 else 0


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Number and content of each attribute, as far as the bytes go."""
    place = 6
    while place + 9 <= len(data):
        _, attribute, size = struct.unpack_from("<BII", data, place)
        content = data[place + 9 : place + 9 + size]
        if len(content) < size:
            return
        yield attribute, content
        place += 9 + size + 2


def _properties(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Number, type and content of the message's properties; stops where they cannot be followed any further."""
    place = 4
    while place + 4 <= len(data):
        kind, identifier = struct.unpack_from("<HH", data, place)
        place += 4
        if identifier >= 0x8000:
            skipped = _skip_name(data, place)
            if skipped is None:
                return
            place = skipped
        many, kind = bool(kind & _MANY_VALUES), kind & ~_MANY_VALUES
        count = 1
        if many or kind in _VARIABLE:
            if place + 4 > len(data):
                return
            count = struct.unpack_from("<I", data, place)[0]
            place += 4
        if count > _MOST_VALUES or (kind not in _VARIABLE and kind not in _FIXED_SIZES):
            return
        for _ in range(count):
            size = _FIXED_SIZES.get(kind, 0)
            if kind in _VARIABLE:
                if place + 4 > len(data):
                    return
                size = struct.unpack_from("<I", data, place)[0]
                place += 4
            value = data[place : place + size]
            if len(value) < size:
                return
            yield identifier, kind, value
            place += size + (-size % 4)


def _skip_name(data: bytes, place: int) -> int | None:
    """The place behind a named property's name."""
    if place + 24 > len(data):
        return None
    kind, size = struct.unpack_from("<II", data, place + 16)
    return place + 24 + (size + (-size % 4) if kind else 0)


def _text(identifier: int, kind: int, value: bytes, code_page: str) -> str:
    if identifier == _TEXT:
        return value.decode("utf-16-le", "replace") if kind == 0x001F else decode(value, code_page)
    if identifier == _HTML:
        return value.decode("utf-16-le", "replace") if kind == 0x001F else decode(value)
    if identifier == _RTF:
        try:
            return str(rtf_to_text(decompress(value).decode("ascii", "replace"), errors="replace"))  # type: ignore[no-untyped-call]
        except Exception:  # The two libraries raise whatever their tables lead to on bytes that are no RTF.
            return ""
    return ""

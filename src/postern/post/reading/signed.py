"""Letters with digital signatures: the text out of its frame. Nothing here checks a signature."""

from __future__ import annotations

import re
from typing import NamedTuple

from postern.post.reading.sheet import Reason, Sheet

_BEGIN_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_BEGIN_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END_SIGNATURE = "-----END PGP SIGNATURE-----"
_ARMOUR_HEADER = re.compile(r"[A-Z][A-Za-z-]{1,20}: ")
_MOST_ARMOUR_LINES = 2_000

OPENPGP = "an OpenPGP signature"
SMIME = "an S/MIME signature"
_CONSTRUCTED = 0x20
_SEQUENCE, _OCTETS, _OID, _EXPLICIT = 0x30, 0x04, 0x06, 0xA0
_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
_DEEPEST = 12


def mark_armour(sheet: Sheet) -> tuple[str, ...]:
    """Set the frame of a clear-signed text (RFC 9580, section 7) aside and undo its dash escapes; says what was found."""
    begin = next((place for place, line in enumerate(sheet.lines) if line.strip() == _BEGIN_SIGNED), None)
    if begin is None:
        return ()
    text = begin + 1
    while text < len(sheet.lines) and _ARMOUR_HEADER.match(sheet.lines[text]):
        text += 1
    sheet.mark(begin, text, Reason.ARMOUR)
    end = next((place for place in range(text, len(sheet.lines)) if sheet.lines[place].strip() == _BEGIN_SIGNATURE), None)
    for place in range(text, len(sheet.lines) if end is None else end):
        sheet.lines[place] = (
            sheet.lines[place].removeprefix("- ") if sheet.lines[place].startswith("- -") else sheet.lines[place]
        )
    if end is None:
        return (f"{OPENPGP}, incomplete",)
    last = range(end, min(end + _MOST_ARMOUR_LINES, len(sheet.lines)))
    close = next((place for place in last if sheet.lines[place].strip() == _END_SIGNATURE), end)
    sheet.mark(end, close + 1, Reason.ARMOUR)
    return (OPENPGP,)


class _Value(NamedTuple):
    """One value of the basic encoding rules: its tag, where its content begins and ends, and where the next one begins."""

    tag: int
    begin: int
    end: int
    next: int


def signed_content(data: bytes) -> bytes | None:
    """The letter inside an opaque S/MIME signature (RFC 5652, SignedData), None if the bytes are no such thing."""
    try:
        outer = _value(data, 0)
        oid = _value(data, outer.begin)
        if outer.tag != _SEQUENCE or oid.tag != _OID or data[oid.begin : oid.end] != _SIGNED_DATA:
            return None
        signed = _value(data, _value(data, oid.next).begin)
        version = _value(data, signed.begin)
        digests = _value(data, version.next)
        content = _value(data, digests.next)
        kind = _value(data, content.begin)
        holder = _value(data, kind.next)
        return _octets(data, holder.begin, holder.end, 0) if holder.tag == _EXPLICIT and kind.next < content.end else None
    except (IndexError, ValueError):
        return None


def _value(data: bytes, place: int, depth: int = 0) -> _Value:
    """The value that begins here. Raises IndexError or ValueError for bytes that are none."""
    tag, length = data[place], data[place + 1]
    begin = place + 2
    if length < 0x80:
        end = begin + length
    elif length == 0x80:
        end = begin
        while data[end : end + 2] != b"\0\0":
            if depth > _DEEPEST:
                raise ValueError("nested too deep")
            end = _value(data, end, depth + 1).next
        return _Value(tag, begin, end, end + 2)
    else:
        size = length & 0x7F
        end = begin + size + int.from_bytes(data[begin : begin + size], "big")
        begin += size
    if end > len(data):
        raise ValueError("cut off")
    return _Value(tag, begin, end, end)


def _octets(data: bytes, begin: int, end: int, depth: int) -> bytes:
    """The octet strings from here to there in one."""
    if depth > _DEEPEST:
        raise ValueError("nested too deep")
    done = bytearray()
    while begin < end:
        found = _value(data, begin)
        if found.tag == _OCTETS:
            done += data[found.begin : found.end]
        elif found.tag == _OCTETS | _CONSTRUCTED:
            done += _octets(data, found.begin, found.end, depth + 1)
        begin = found.next
    return bytes(done)

"""Transfer encodings undone, broken ones as far as they go (RFC 2045)."""

from __future__ import annotations

import base64
import binascii
import codecs
import quopri
import re
from email.message import Message

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")
_NOISE = re.compile(rb"[^A-Za-z0-9+/=\s]+")
_WORDS = re.compile(rb"(?<!\S)\S{1,20} +\S")
_LEAST_CLEAN = 20
_LEAST_LINE = 40
_UNLIKELY = re.compile(rb"[\x01-\x08\x10-\x1a\x1c-\x1f\x7f]")
_DOUBLED = re.compile(rb"\r+\r\n")
_ESCAPES = re.compile(rb"=[ \t]*\r?(?:\n|\Z)|=.{0,2}", re.DOTALL)
_ESCAPED = re.compile(rb"=(?:[0-9A-Fa-f]{2}|[ \t]*\r?(?:\n|\Z))")


def content_of(part: Message) -> bytes:
    """The part's content as bytes; where its encoding is broken, as much of it as can be had, else as it came."""
    encoding = str(part.get("Content-Transfer-Encoding", "")).partition(";")[0].strip().lower()
    if encoding == "base64":
        text = _as_written(part) or b""
        return lenient_base64(text) if _is_base64(text, _has_other_charset(part)) else text
    if encoding == "quoted-printable":
        text = _as_written(part) or b""
        once = _DOUBLED.sub(b"\n", text)  # a gateway doubled the ends of lines: the breaks within a line would not be seen
        if _is_plain(once, _has_other_charset(part)):
            return text
        if once != text:
            return quopri.decodestring(once)
    # Without decode=True the library would itself decode eight-bit text, by whatever charset the letter names.
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _has_other_charset(part: Message) -> bool:
    charset = part.get_param("charset")
    return isinstance(charset, str) and charset.strip().lower() not in ("utf-8", "us-ascii", "ascii", "")


def _as_written(part: Message) -> bytes | None:
    """The part's bytes, not decoded; None where it has none."""
    try:
        written = part.get_payload()
    except (LookupError, UnicodeError):  # The library decodes eight-bit text by the charset that the letter names.
        written = part.get_payload(decode=True)
    if isinstance(written, bytes):
        return written
    return bytes_of(written) if isinstance(written, str) else None


def bytes_of(text: str) -> bytes:
    """The bytes that the library read as this text."""
    return text.encode("utf-8", "surrogateescape")


def lenient_base64(data: bytes) -> bytes:
    """Base64 with line noise, padding in the middle or none at its end; stops at the first group that cannot be read."""
    done = bytearray()
    # Two encoded texts one behind the other, each with its own padding, are what some gateways make.
    for run in re.split(rb"=+", _NOT_BASE64.sub(b"", data)):
        usable = run[: len(run) - (len(run) % 4 == 1)]
        try:
            done += base64.b64decode(usable + b"=" * (-len(usable) % 4))
        except binascii.Error:
            break
    return bytes(done)


def _is_base64(data: bytes, other_charset: bool) -> bool:
    """Whether the text can be what its name says: hardly anything that is no base64, and no words; where all its lines are
    short, they are as encoders make them, and what comes out of them is text."""
    noise = len(b"".join(_NOISE.findall(data)))
    if noise * _LEAST_CLEAN > len(data) or _WORDS.search(data):
        return False
    lengths = [len(line) for line in data.split()]
    padded = sum(lengths) % 4 == 0 and data.rstrip().endswith(b"=")
    if not lengths or max(lengths) >= _LEAST_LINE or padded:
        return True
    if len({*lengths[:-1], max(lengths)}) > 1 or lengths[-1] % 4 == 1:
        return False
    text = lenient_base64(data)
    return _UNLIKELY.search(text) is None and (other_charset or _is_utf_8(text))


def _is_plain(data: bytes, other_charset: bool) -> bool:
    """Whether text that is said to be quoted-printable was never encoded: it has characters that an encoder would not leave, or
    not even one of those that every encoder writes."""
    escapes = _ESCAPES.findall(data)
    if not data.isascii() or not escapes:
        return False
    good = sum(_ESCAPED.fullmatch(one) is not None for one in escapes)
    if good * 2 < len(escapes):
        return True
    if other_charset or any(one[1:2] in b" \t\r\n" or one.upper() in (b"=3D", b"=20") for one in escapes):
        return False
    return not _is_utf_8(quopri.decodestring(data))


def _is_utf_8(data: bytes) -> bool:
    """Whether these bytes are UTF-8, perhaps cut off within the last character."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeError:
        return False
    return True

"""Transfer encodings undone, broken ones as far as they go (RFC 2045)."""

from __future__ import annotations

import base64
import binascii
import re
from email.message import Message

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")
_NOISE = re.compile(rb"[^A-Za-z0-9+/=\s]+")
_WORDS = re.compile(rb"(?<!\S)\S{1,20} +\S")
_LEAST_CLEAN = 20


def content_of(part: Message) -> bytes:
    """The part's content as bytes; where its encoding is broken, as much of it as can be had, else as it came."""
    encoding = str(part.get("Content-Transfer-Encoding", "")).partition(";")[0].strip().lower()
    if encoding == "base64":
        payload = part.get_payload()
        data = payload.encode("utf-8", "surrogateescape") if isinstance(payload, str) else b""
        return lenient_base64(data) if _is_base64(data) else data
    # Without decode=True the library would itself decode eight-bit text, by whatever charset the letter names.
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


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


def _is_base64(data: bytes) -> bool:
    """Whether the text can be what its name says: hardly anything that is no base64, and no words."""
    noise = len(b"".join(_NOISE.findall(data)))
    return noise * _LEAST_CLEAN <= len(data) and not _WORDS.search(data)

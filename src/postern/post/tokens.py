"""Signed seat tokens in the address that a player replies to: replying is enough to be known.

A token is the seat's number and its generation, signed, in base32 with small letters: mail systems may fold the case of
an address's local part, and then nothing is lost. To revoke a seat's tokens, change its generation: the caller compares.
The numbers are masked by a stream drawn from their signature: in the clear they would count what is written to others.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
from dataclasses import dataclass
from functools import lru_cache

from itsdangerous import Signer

from postern.post.letter import Incoming

_SALT = "postern seat token"
_SIGNATURE_BYTES = 10
_DETAIL = re.compile(r"(?:\+|%2B)([a-z2-7]{20,40})(?=@|%40)", re.IGNORECASE)
_MAX_NUMBER = 2**40
_MOST_PAYLOAD_BYTES = 12


@dataclass(frozen=True, slots=True)
class SeatToken:
    """What a genuine token says: the seat's number and the generation in which it was given out."""

    seat_id: int
    generation: int


def make_token(key: str | bytes, seat_id: int, generation: int) -> str:
    """A token of 20 to 32 characters, a-z and 2-7, that fits behind `orders+` (RFC 5321 allows 64 in all).

    `seat_id` and `generation` are from 0 to 2**40; raises ValueError outside, or for an empty key.
    """
    payload = _number(seat_id) + _number(generation)
    signature = _signature(key, payload)
    return base64.b32encode(_masked(key, payload, signature) + signature).decode().rstrip("=").lower()


@lru_cache(maxsize=256)  # a player replies to the same address again, and each letter is asked for its token more than once
def read_token(key: str | bytes, token: str) -> SeatToken | None:
    """The seat and generation of a token that this key has signed, in any case of letters; None for anything else."""
    text = token.strip().upper()
    if not text.isascii() or len(text) > 64:
        return None
    try:
        data = base64.b32decode(text + "=" * (-len(text) % 8))
    except binascii.Error:
        return None
    written, signature = data[:-_SIGNATURE_BYTES], data[-_SIGNATURE_BYTES:]
    if not 0 < len(written) <= _MOST_PAYLOAD_BYTES:
        return None
    # Those given out before numbers were masked stay good: they lie in letters that players reply to.
    read = (_masked(key, written, signature), written)
    payload = next((one for one in read if hmac.compare_digest(signature, _signature(key, one))), b"")
    if not payload:
        return None
    seat_id, rest = _read_number(payload)
    generation, rest = _read_number(rest)
    return None if rest else SeatToken(seat_id, generation)


def plus_address(address: str, token: str) -> str:
    """`orders@host` with the token as its detail: `orders+TOKEN@host`. An existing detail is replaced."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}+{token}@{domain}"


def without_detail(address: str) -> str:
    """The address in small letters without a detail: `orders@host` of `Orders+TOKEN@host`."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def without_tokens(key: str | bytes, text: str) -> str:
    """The text without the genuine tokens in addresses and links: who quotes a letter of ours to others shows them what it
    says, and hands over no seat."""
    return _DETAIL.sub(lambda found: found[0] if read_token(key, found[1]) is None else "", text)


def find_token(key: str | bytes, incoming: Incoming) -> SeatToken | None:
    """The first genuine token among the addresses that the letter was sent to, as delivered first, then as written."""
    written = tuple(address.email for address in incoming.to)
    for address in (*incoming.delivered_to, *written):
        detail = address.rpartition("@")[0].partition("+")[2]
        found = read_token(key, detail) if detail else None
        if found is not None:
            return found
    return None


def tokens_in_head(key: str | bytes, raw: bytes) -> frozenset[SeatToken]:
    """All genuine tokens in the addresses of a letter's head, without reading the letter."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0].decode("ascii", "replace")
    found = (read_token(key, one[1]) for one in _DETAIL.finditer(head))
    return frozenset(token for token in found if token is not None)


def _masked(key: str | bytes, payload: bytes, signature: bytes) -> bytes:
    """The payload with its mask put on, or, given it masked, taken off again."""
    signer, derived = _signer(key)
    stream = signer.algorithm.get_signature(derived, b"mask " + signature)
    return bytes(one ^ other for one, other in zip(payload, stream, strict=False))


def _signature(key: str | bytes, payload: bytes) -> bytes:
    if not key:
        raise ValueError("signing seat tokens needs a secret key; none is configured")
    signer, derived = _signer(key)
    return signer.algorithm.get_signature(derived, payload)[:_SIGNATURE_BYTES]


@lru_cache(maxsize=4)  # a desk has one secret
def _signer(key: str | bytes) -> tuple[Signer, bytes]:
    signer = Signer(key, salt=_SALT, key_derivation="hmac", digest_method=hashlib.sha256)
    return signer, signer.derive_key()


def _number(value: int) -> bytes:
    """Seven bits a byte, the highest bit set on all but the last."""
    if not 0 <= value <= _MAX_NUMBER:
        raise ValueError(f"{value} is out of range for a seat token")
    parts = [value & 0x7F]
    while value := value >> 7:
        parts.append(0x80 | (value & 0x7F))
    return bytes(reversed(parts))


def _read_number(data: bytes) -> tuple[int, bytes]:
    value = 0
    for place, byte in enumerate(data):
        value = value << 7 | (byte & 0x7F)
        if not byte & 0x80:
            return value, data[place + 1 :]
    return value, b""

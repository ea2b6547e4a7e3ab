"""Envelope senders of our own for each letter (VERP): a delivery report comes back to an address that names the letter.

`orders+b-TOKEN@host`, the token signed: whoever has not been sent the letter cannot report that it did not arrive. The
letter's number is masked by a stream drawn from its signature: in the clear it would count the letters to others.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Iterable

from postern.post.tokens import plus_address

_MARK = "b-"
_SALT = b"postern envelope sender"
_NUMBER_BYTES, _SIGNATURE_BYTES = 5, 10


def verp_address(key: str, address: str, letter_id: int) -> str:
    """The envelope sender of one letter, 26 characters behind the plus. Raises OverflowError from 2**40 on."""
    number = letter_id.to_bytes(_NUMBER_BYTES, "big")
    signature = _signature(key, number)
    token = base64.b32encode(_masked(key, number, signature) + signature).decode().lower()
    return plus_address(address, _MARK + token)


def find_verp(key: str, addresses: Iterable[str]) -> int | None:
    """The letter that the first genuine envelope sender among these addresses names, in any case of letters; else None."""
    for address in addresses:
        detail = address.rpartition("@")[0].partition("+")[2].lower()
        if detail.startswith(_MARK) and (found := _read(key, detail.removeprefix(_MARK))) is not None:
            return found
    return None


def _read(key: str, token: str) -> int | None:
    try:
        data = base64.b32decode(token.upper().encode("ascii"))
    except (binascii.Error, UnicodeEncodeError):
        return None
    written, signature = data[:_NUMBER_BYTES], data[_NUMBER_BYTES:]
    for number in (_masked(key, written, signature), written):  # letters were sent before numbers were masked
        if hmac.compare_digest(signature, _signature(key, number)):
            return int.from_bytes(number, "big")
    return None


def _masked(key: str, number: bytes, signature: bytes) -> bytes:
    """The number with its mask put on, or, given it masked, taken off again."""
    stream = hmac.digest(key.encode(), b"mask " + _SALT + signature, hashlib.sha256)
    return bytes(one ^ other for one, other in zip(number, stream, strict=False))


def _signature(key: str, number: bytes) -> bytes:
    return hmac.digest(key.encode(), _SALT + number, hashlib.sha256)[:_SIGNATURE_BYTES]

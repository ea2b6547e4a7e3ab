"""Letters are kept sealed: compressed, then encrypted with a key that comes from the server's secret and is never stored.

They hold reply addresses, and whoever has a seat's reply address orders for it: neither the database's administrator nor
whoever finds a copy of it is to be able to. AES-256-GCM (NIST SP 800-38D) with a nonce of 96 random bits for each value; the
key is drawn from the secret by HKDF-SHA256 (RFC 5869), and so is a fingerprint by which another secret is known.
"""

from __future__ import annotations

import os
import zlib
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlalchemy.engine.interfaces import Dialect

_LEVEL = 1
_NONCE = 12


class Damaged(bytes):
    """Stands, empty, for sealed bytes that cannot be opened: they were changed, or are sealed with another key.

    One such letter must not keep its neighbours from being read, so reading it raises nothing: see ``whole``.
    """


class Closed(bytes):
    """Bytes that are sealed already: closed by whoever has much to seal, before the transaction that writes them."""


class DamagedLetter(ValueError):
    """A letter that the database holds cannot be opened."""


class Seal:
    """Closes and opens what one secret seals. ``fingerprint``: tells this secret from others, and nothing else of it."""

    def __init__(self, key: str) -> None:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        derived = HKDF(SHA256(), 48, salt=None, info=b"postern letters in the database").derive(key.encode())
        self._box = AESGCM(derived[:32])
        self._faults = (InvalidTag, ValueError)
        self.fingerprint = derived[32:].hex()

    def close(self, data: bytes) -> Closed:
        """Compressed, encrypted: the nonce, then what it needs to be opened."""
        nonce = os.urandom(_NONCE)
        return Closed(nonce + self._box.encrypt(nonce, zlib.compress(data, _LEVEL), None))

    def open(self, data: bytes) -> bytes:
        """What was sealed; ``Damaged`` when it is not as this secret has sealed it."""
        try:
            return zlib.decompress(self._box.decrypt(data[:_NONCE], data[_NONCE:], None))
        except self._faults:
            return Damaged()


_seals: WeakKeyDictionary[Dialect, Seal] = WeakKeyDictionary()
"""By the dialect of an engine, of which each engine has its own: that is what a column's type is given to know where it is."""


def seal_with(engine: Engine, key: str) -> Seal:
    """From now on letters pass through this engine, closed and opened with this secret."""
    seal = _seals[engine.dialect] = Seal(key)
    return seal


def seal_of(dialect: Dialect) -> Seal:
    """The seal of the engine with this dialect. Raises RuntimeError where the database was opened without one."""
    seal = _seals.get(dialect)
    if seal is None:
        raise RuntimeError("the database was opened without the secret that its letters are sealed with")
    return seal


def whole(data: bytes | None) -> bytes:
    """These bytes of a letter, b"" for None. Raises DamagedLetter when they could not be opened."""
    if isinstance(data, Damaged):
        raise DamagedLetter("what the database holds of this letter was changed there, or sealed with another secret")
    return data or b""

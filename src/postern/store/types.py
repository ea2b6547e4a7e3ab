"""Column types of our own: moments in UTC, bytes kept compressed, and letters kept sealed."""

from __future__ import annotations

import zlib
from datetime import UTC, datetime

from sqlalchemy import DateTime, LargeBinary
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.types import TypeDecorator

from postern.store.sealing import Closed, seal_of

_LEVEL = 1
"""Fast compression: what is large (PDF, PNG) is compressed already, what is text shrinks well at any level."""


class Moment(TypeDecorator[datetime]):
    """A moment in UTC. Python sees an aware datetime; the database holds it without a zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Raises ValueError for a datetime without a zone: what it means would be a guess."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment needs a time zone: {value!r}")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The stored moment, aware, in UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


class Packed(TypeDecorator[bytes]):
    """Bytes that the database keeps compressed (zlib)."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Compresses."""
        return None if value is None else zlib.compress(value, _LEVEL)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Decompresses."""
        return None if value is None else zlib.decompress(value)


class Sealed(TypeDecorator[bytes]):
    """Bytes of a letter, which the database keeps compressed and encrypted (``sealing``)."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Seals what is not sealed yet. Raises RuntimeError where the database was opened without its secret."""
        if value is None:
            return None
        return bytes(value if isinstance(value, Closed) else seal_of(dialect).close(value))

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Opens; ``sealing.Damaged`` where that cannot be. Raises as ``process_bind_param``."""
        return None if value is None else seal_of(dialect).open(value)

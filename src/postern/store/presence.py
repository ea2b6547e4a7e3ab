"""Who is at a database at this moment. Everybody who has it open shows a number there, and the system itself takes the number
down when they end, however they end: nothing is written that a killed process could leave behind.

PostgreSQL: every connection shares an advisory lock of its own session, which ends with the connection. SQLite: a lock on one
byte of a file beside the database (fcntl's, of the open file), which ends with the process; whoever has an SQLite database
open is on the same machine, in whatever container.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import sqlite3
import struct
from collections.abc import Collection
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Engine, event, text
from sqlmodel import Session

_SPACE = 0x506F74
"""The first of the two numbers of our advisory locks: no other program's."""
_LOCK = struct.Struct("hhqqi4x")
"""C's struct flock: kind, whence, start, length, process."""
_HELD = text(
    "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = :space AND objsubid = 2 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


class Presence:
    """Our own number at this database, shown from the first connection on, and a look at the others."""

    def __init__(self, engine: Engine) -> None:
        self.number = secrets.randbelow(2**31 - 1) + 1
        self._file: IO[bytes] | None = None
        self._path = Path()
        self.sure = engine.dialect.name == "sqlite"
        """Whether who is not seen is gone beyond doubt. PostgreSQL, started again, sees nobody before they come back to it."""
        if not self.sure:
            event.listen(engine, "connect", self._show_in_database)
        elif (database := engine.url.database) and database != ":memory:":
            self._path = Path(f"{database}-desks")
            event.listen(engine, "connect", self._show_in_file)

    def absent(self, session: Session, numbers: Collection[int]) -> set[int]:
        """Which of these numbers nobody shows."""
        others = set(numbers) - {self.number}
        if not others:
            return set()
        if not self.sure:
            return others - set(session.execute(_HELD, {"space": _SPACE}).scalars())
        return {number for number in others if not self._shown_in_file(number)}

    def close(self) -> None:
        """Takes our number down. PostgreSQL's goes with the connections."""
        if self._file is not None:
            self._file.close()

    def _show_in_database(self, connection: Any, _record: object) -> None:
        connection.execute("SELECT pg_advisory_lock_shared(%s::int, %s::int)", (_SPACE, self.number))
        connection.commit()

    def _show_in_file(self, _connection: object, _record: object) -> None:
        if self._file is not None:
            return
        try:
            file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600), "r+b")
            with contextlib.suppress(OSError):  # made by root, it is still its database's owner's
                owner = Path(str(self._path).removesuffix("-desks")).stat()
                os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, _LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, self.number, 1, 0))
        except OSError as error:
            raise sqlite3.OperationalError(f"{self._path}: {error.strerror}") from error
        self._file = file

    def _shown_in_file(self, number: int) -> bool:
        if self._file is None:
            return True
        asked = _LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, number, 1, 0)
        return bool(_LOCK.unpack(fcntl.fcntl(self._file, fcntl.F_OFD_GETLK, asked))[0] != fcntl.F_UNLCK)

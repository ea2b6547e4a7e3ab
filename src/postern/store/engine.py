"""The database behind one seam: ``Store.write`` and ``Store.read`` run a plain function over a ``Session``.

The function runs in a thread, whole, in one transaction, and its result comes back to the event loop. An asynchronous
driver would cross threads four times for every statement; here a letter is handled in one crossing, which measured six
times as fast. Writers of one process queue for one thread; several processes are kept apart by the database: SQLite by
``BEGIN IMMEDIATE`` and a busy time-out, others by row locks.

SQLite runs with ``synchronous=FULL``: a commit is on the disk before a letter is marked as read in the mailbox, so that
a power failure, not only a killed process, loses nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlmodel import Session

P = ParamSpec("P")
T = TypeVar("T")

_BUSY_MS = 20_000
_READERS = 2


class Store:
    """An open database. Close it when done."""

    def __init__(self, url: str) -> None:
        """``url`` is SQLAlchemy's (``sqlite:///var/postern.sqlite``); an SQLite file's folder is made when missing."""
        self.engine = open_engine(url)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store-write")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="store-read")

    async def write(self, work: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs ``work(session, …)`` in one transaction: committed when it returns, undone when it raises.

        A cancelled caller does not stop a transaction under way: it commits or rolls back by itself.
        """
        return await asyncio.get_running_loop().run_in_executor(self._writer, lambda: self.write_now(work, *args, **kwargs))

    async def read(self, work: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs ``work(session, …)`` on one consistent state of the database; changes are undone."""

        def run() -> T:
            reader = self.engine.execution_options(postern_reading=True)
            with Session(reader, expire_on_commit=False, autoflush=False) as session:
                return work(session, *args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    def write_now(self, work: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """As ``write``, in the calling thread."""
        with Session(self.engine, expire_on_commit=False, autoflush=False) as session, session.begin():
            return work(session, *args, **kwargs)

    def close(self) -> None:
        """Waits for transactions under way, then closes every connection."""
        self._writer.shutdown(wait=True)
        self._readers.shutdown(wait=True)
        self.engine.dispose()


def open_engine(url: str) -> Engine:
    """An engine for this URL with our settings for its kind of database."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return create_engine(address, pool_pre_ping=True)
    if address.database and address.database != ":memory:":
        Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(address.set(drivername="sqlite"))
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={_BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "cache_size=-8000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    reading = connection.get_execution_options().get("postern_reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

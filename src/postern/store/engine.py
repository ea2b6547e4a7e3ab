"""The database behind one seam: ``Store.write`` and ``Store.read`` run a plain function over a ``Session``.

The function runs in a thread, whole, in one transaction, and its result comes back to the event loop. An asynchronous
driver would cross threads four times for every statement; here a letter is handled in one crossing, which measured six
times as fast.

There is one writer at a time, so that whatever a transaction has read stays true until it commits. Writers of one process
queue for one thread; several processes are kept apart by the database: SQLite by ``BEGIN IMMEDIATE``, PostgreSQL by an
advisory lock that every writing transaction takes first and that ends with it. Both wait for twenty seconds at most.
With PostgreSQL, ``Store.write_beside_now`` lets several hosts write at the same time about different games (``scoped``).

A commit is on the disk before a letter is marked as read in the mailbox, so that a power failure, not only a killed
process, loses nothing: SQLite runs with ``synchronous=FULL``, PostgreSQL with ``synchronous_commit=on``.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DatabaseError, InterfaceError, InternalError, OperationalError
from sqlmodel import Session

from postern.store.presence import Presence
from postern.store.scoped import ALL_WRITERS, Hold, hold
from postern.store.sealing import seal_with

P = ParamSpec("P")
T = TypeVar("T")

APPLICATION = "postern"
"""How our connections call themselves to PostgreSQL."""

_PATIENCE_MS = 20_000
_READERS = 2
_CONNECT_SECONDS = 20
"""How long a server may keep a new connection waiting: one that swallows packets would hold a task for minutes."""
_POSTGRES_SETTINGS = {
    "lock_timeout": _PATIENCE_MS,
    "synchronous_commit": "on",
    # A process that hangs, or a machine that is gone, does not keep the others from writing for long.
    "idle_in_transaction_session_timeout": 60_000,
    "tcp_keepalives_idle": 30,
    "tcp_keepalives_interval": 10,
    "tcp_keepalives_count": 3,
}
READING: Mapping[str, dict[str, Any]] = {
    "sqlite": {"postern_reading": True},
    "postgresql": {"postern_reading": True, "isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
}
"""By the kind of database: the execution options of a connection that only reads, and so waits for no writer."""


class Store:
    """An open database. Close it when done."""

    def __init__(self, url: str, key: str) -> None:
        """``url`` is SQLAlchemy's: ``sqlite:///var/postern.sqlite`` or ``postgresql+psycopg://user@host/database``.
        ``key`` is the secret that letters are sealed with.

        An SQLite file's folder is made when missing. Raises ValueError for any other kind of database.
        """
        self.engine = open_engine(url)
        self.presence = Presence(self.engine)
        self.seal = seal_with(self.engine, key)
        self._reading = self.engine.execution_options(**READING[self.engine.dialect.name])
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store-write")
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="store-read")

    async def write(self, work: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs ``work(session, …)`` in one transaction: committed when it returns, undone when it raises.

        A cancelled caller does not stop a transaction under way: it commits or rolls back by itself.
        """
        return await self.as_writer(lambda: self.write_now(work, *args, **kwargs))

    async def read(self, work: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs ``work(session, …)`` on one consistent state of the database; changes are undone."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, lambda: self.read_now(work, *args, **kwargs))

    def read_now(self, work: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """As ``read``, in the calling thread."""
        with Session(self._reading, expire_on_commit=False, autoflush=False) as session:
            return work(session, *args, **kwargs)

    def write_now(self, work: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """As ``write``, in the calling thread."""
        with Session(self.engine, expire_on_commit=False, autoflush=False) as session, session.begin():
            return work(session, *args, **kwargs)

    @property
    def shared(self) -> bool:
        """Whether several hosts can write at the same time."""
        return self.engine.dialect.name == "postgresql"

    async def as_writer(self, work: Callable[[], T]) -> T:
        """Runs ``work()``, which makes transactions of its own (``write_now``, ``write_beside_now``), while nothing else in
        this process writes."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, work)

    def write_beside_now(self, work: Callable[Concatenate[Hold, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs ``work(hold, …)``, which takes the locks and makes the transactions that it needs, beside other hosts, in the
        calling thread. Only where the database is ``shared``."""
        with hold(self.engine) as held:
            return work(held, *args, **kwargs)

    async def scrub(self) -> None:
        """Writes the file anew, so that nothing of what was deleted is left in it or in its log (SQLite)."""
        if self.engine.dialect.name == "sqlite":
            await asyncio.get_running_loop().run_in_executor(self._writer, self._scrub)

    def _scrub(self) -> None:
        connection = self.engine.raw_connection()
        try:
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                connection.cursor().execute(statement)
        finally:
            connection.close()

    def close(self) -> None:
        """Waits for transactions under way, then closes every connection."""
        self._writer.shutdown(wait=True)
        self._readers.shutdown(wait=True)
        self.engine.dispose()
        self.presence.close()


def database_fault(error: BaseException) -> str:
    """What the database itself could not do, in its own words: locked, full, read-only, not there, damaged. Empty when
    the error is another one, such as a broken rule of a table."""
    if not isinstance(error, OperationalError | InternalError | InterfaceError) and type(error) is not DatabaseError:
        return ""
    return " ".join(str(error.orig or error).split())[:200]


def open_engine(url: str) -> Engine:
    """An engine for this URL with our settings for its kind of database. Raises ValueError when it is of another kind."""
    address = make_url(url)
    match address.get_backend_name():
        case "sqlite":
            return _with_plain_savepoints(_open_sqlite(address))
        case "postgresql":
            return _with_plain_savepoints(_open_postgres(address))
    raise ValueError(f"{address.drivername} is no database for Postern; use sqlite:///FILE or postgresql+psycopg://HOST/NAME")


def _with_plain_savepoints(engine: Engine) -> Engine:
    """Each letter is handled in a savepoint: SQLAlchemy would compile both of its statements anew every time."""
    dialect: Any = engine.dialect
    dialect.do_savepoint = lambda connection, name: connection.exec_driver_sql(f"SAVEPOINT {name}")
    dialect.do_release_savepoint = lambda connection, name: connection.exec_driver_sql(f"RELEASE SAVEPOINT {name}")
    return engine


def _open_sqlite(address: URL) -> Engine:
    if address.database and address.database != ":memory:":
        file = Path(address.database)
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError):  # SQLite itself says then what is wrong
            if not file.exists():
                file.touch(mode=0o600)  # its owner's alone from the first; SQLite gives its log the same rights
    engine = create_engine(address.set(drivername="sqlite"), hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={_PATIENCE_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "cache_size=-8000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN" if _is_reading(connection) else "BEGIN IMMEDIATE")


def _open_postgres(address: URL) -> Engine:
    settings = " ".join(f"-c {name}={value}" for name, value in _POSTGRES_SETTINGS.items())
    patience = address.query.get("connect_timeout", _CONNECT_SECONDS)
    engine = create_engine(
        address.set(drivername="postgresql+psycopg"),
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"application_name": APPLICATION, "options": settings, "connect_timeout": patience},
    )
    event.listen(engine, "connect", _prepare_postgres)
    event.listen(engine, "begin", _begin_postgres)
    return engine


def _prepare_postgres(connection: Any, _record: object) -> None:
    """Letters may hold NUL, which PostgreSQL's text cannot: it is left out on the way there."""
    from psycopg.types.string import StrDumperUnknown

    class WithoutNul(StrDumperUnknown):
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\x00", ""))

    connection.adapters.register_dumper(str, WithoutNul)


def _begin_postgres(connection: Connection) -> None:
    if not _is_reading(connection) and not connection.get_execution_options().get("postern_scoped", False):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ALL_WRITERS})")


def _is_reading(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("postern_reading", False))

"""A whole copy of the database while others work on it, and a copy put in the database's place.

SQLite's copy is a database file, made by its online backup in one consistent state. PostgreSQL's is an archive of
pg_dump, likewise; the programs pg_dump, pg_restore and psql must be on the path.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, create_engine, inspect, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, SQLModel, col, func, select

from postern.store.engine import APPLICATION, open_engine
from postern.store.migrate import known_revisions, revisions
from postern.store.tables import Game, InboxLetter, Journal, OutboxLetter, Seat, TurnRecord

_PAGES = 2_000
_AHEAD = 1_000_000
_T = TypeVar("_T")
_NUMBERED = tuple(name for name, table in SQLModel.metadata.tables.items() if table.dialect_options["sqlite"]["autoincrement"])
_SERIAL_AHEAD = (
    "SELECT setval(pg_get_serial_sequence(:name, 'id'), nextval(pg_get_serial_sequence(:name, 'id')) + CAST(:ahead AS bigint))"
)
_GO_AHEAD = "UPDATE sqlite_sequence SET seq = seq + :ahead WHERE name = :name"


class CopyError(Exception):
    """The copy cannot be made or put in place; the text says why and what can be done. The database is as it was."""


def kind(url: str) -> str:
    """``sqlite`` or ``postgresql``."""
    return make_url(url).get_backend_name()


def copy_out(url: str, target: Path) -> None:
    """Writes the database of this URL to a new file that its owner alone can read, in one consistent state. Raises
    CopyError."""
    target.touch(0o600)
    if kind(url) == "postgresql":
        _run("pg_dump", make_url(url), "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")
        return
    source = sqlite_file(url)
    try:
        with _sqlite(source) as there, _sqlite(target, new=True) as here:
            # A transaction of our own: the copy is of this moment, however long it takes and whoever writes meanwhile.
            there.execute("BEGIN")
            there.execute("SELECT count(*) FROM sqlite_master").fetchone()
            there.backup(here, pages=_PAGES, sleep=0)
            here.execute("PRAGMA journal_mode=DELETE")
            _check_sqlite(here, source)
    except sqlite3.Error as error:
        raise CopyError(f"{source} cannot be copied: {error}") from error


def revision_of(url: str) -> str:
    """The newest migration that the database of this URL has seen; "" when it has no tables. Raises CopyError."""
    engine = open_engine(url)
    try:
        return revisions(engine)[0] or ""
    except SQLAlchemyError as error:
        raise CopyError(f"the database cannot be read: {error}") from error
    finally:
        engine.dispose()


def check(copy: Path, of_kind: str, revision: str) -> None:
    """Raises CopyError unless this copy is whole and this version of Postern knows its tables."""
    if revision not in known_revisions():
        raise CopyError("the backup was made by a newer version of Postern; install that version (or a later one) first")
    if of_kind == "postgresql":
        _run("pg_restore", None, "--list", str(copy))
        return
    try:
        with _sqlite(copy) as here:
            _check_sqlite(here, copy)
    except sqlite3.Error as error:
        raise CopyError(f"the backup's database is damaged: {error}") from error


@dataclass(frozen=True)
class Since:
    """What was written to a database after a moment; ``actions``: what game masters did, a line each."""

    letters_in: int = 0
    letters_out: int = 0
    turns: int = 0
    actions: tuple[str, ...] = ()


def since(url: str, moment: datetime) -> Since:
    """What was written to the database of this URL after the moment; nothing when it is missing, empty or beyond reading.

    Raises CopyError when a PostgreSQL server cannot be reached.
    """
    return _read(url, partial(_since, moment=moment)) or Since()


def generations(url: str) -> dict[int, int]:
    """Seat → generation in the database of this URL; nothing, and CopyError, as ``since``."""
    return _read(url, lambda session: {seat.id: seat.generation for seat in session.exec(select(Seat))}) or {}


def _read(url: str, read: Callable[[Session], _T]) -> _T | None:
    if kind(url) == "sqlite" and not sqlite_file(url).exists():
        return None
    engine = open_engine(url)
    try:
        if not inspect(engine).has_table("alembic_version"):
            return None
        with Session(engine.execution_options(postern_reading=True)) as session:
            return read(session)
    except SQLAlchemyError as error:
        if kind(url) == "postgresql":
            raise CopyError(f"the database cannot be read: {error}") from error
        return None
    finally:
        engine.dispose()


def _since(session: Session, moment: datetime) -> Since:
    def count(stamp: Any) -> int:
        return session.exec(select(func.count()).where(stamp > moment)).one()

    done = session.exec(
        select(Journal, Game.name)
        .join(Game, col(Game.id) == col(Journal.game_id), isouter=True)
        .where(Journal.actor != "desk", Journal.at > moment)
        .order_by(col(Journal.id))
    )
    actions = tuple(f"{line.at:%d %b %H:%M} UTC: {game or ''} {line.action} {json.dumps(line.detail)}" for line, game in done)
    return Since(count(InboxLetter.stored_at), count(OutboxLetter.created_at), count(TurnRecord.ran_at), actions)


def others_at_work(url: str) -> int:
    """How many other connections of Postern the database has. SQLite does not know: 0."""
    if kind(url) == "sqlite":
        return 0
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    question = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name"
    try:
        with engine.connect() as connection:
            return int(connection.execute(text(question), {"name": APPLICATION}).scalar() or 0)
    except SQLAlchemyError as error:
        raise CopyError(f"the database cannot be read: {error}") from error
    finally:
        engine.dispose()


def put_in_place(url: str, copy: Path, aside: Path) -> bool:
    """Makes the database of this URL what the copy is; what it was is kept as ``aside``. Nobody may be at work on it.

    Returns whether there was anything to keep. Raises CopyError; then the database is as it was.
    """
    if kind(url) == "postgresql":
        return _put_postgres(url, copy, aside)
    return _put_sqlite(sqlite_file(url), copy, aside)


def skip_numbers(session: Session) -> None:
    """Goes a million ahead in the numbers of letters, seats, turns and what is held: numbers given out in the state that was
    replaced stand in addresses that people still have, and must never come to mean something else."""
    connection = session.connection()
    for name in _NUMBERED:
        where = {"name": name, "ahead": _AHEAD}
        if connection.dialect.name == "postgresql":
            connection.execute(text(_SERIAL_AHEAD), where)
        elif not connection.execute(text(_GO_AHEAD), where).rowcount:
            connection.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :ahead)"), where)


def _put_sqlite(place: Path, copy: Path, aside: Path) -> bool:
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_name(f"{place.name}.restoring")
    there = place.exists()
    try:
        shutil.copyfile(copy, fresh)
        fresh.chmod(0o600)
        _sync(fresh)
        if there:
            _fold_in_log(place, aside)
            os.link(place, aside)
        os.replace(fresh, place)
        _sync(place.parent)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise CopyError(f"{place} cannot be replaced: {error}") from error
    return there


def _fold_in_log(place: Path, aside: Path) -> None:
    """Empties the write-ahead log into its database, so that it is never read into another; one that cannot be is moved."""
    with contextlib.suppress(sqlite3.Error), _sqlite(place) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for ending in ("-wal", "-shm"):
        log = place.with_name(place.name + ending)
        if log.exists():
            log.rename(aside.with_name(aside.name + ending))


def _put_postgres(url: str, copy: Path, aside: Path) -> bool:
    address = make_url(url)
    engine = create_engine(address.set(drivername="postgresql+psycopg"))
    try:
        with engine.connect() as connection:
            present = inspect(connection).get_table_names()
    except SQLAlchemyError as error:
        raise CopyError(f"the database cannot be read: {error}") from error
    finally:
        engine.dispose()
    if present:
        copy_out(url, aside)
    ours = sorted({*SQLModel.metadata.tables, "alembic_version"} & set(present))
    drop = [f"--command=DROP TABLE {', '.join(ours)} CASCADE"] if ours else []
    script = copy.with_suffix(".sql")
    _run("pg_restore", None, "--no-owner", "--no-privileges", f"--file={script}", str(copy))
    quiet = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction", "--output=/dev/null")
    _run("psql", address, *quiet, *drop, f"--file={script}")
    return bool(present)


def _run(program: str, address: URL | None, *words: str) -> None:
    """Runs one of PostgreSQL's programs. The password goes by its environment, where other users cannot see it."""
    environment = dict(os.environ)
    if address is not None:
        if address.password:
            environment["PGPASSWORD"] = str(address.password)
        plain = address.set(drivername="postgresql", password=None)
        words = (f"--dbname={plain.render_as_string(hide_password=False)}", "--no-password", *words)
        if program == "pg_dump":
            environment["PGAPPNAME"] = "postern-backup"
    try:
        done = subprocess.run(
            [program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, check=False
        )
    except FileNotFoundError as error:
        raise CopyError(f"{program} is not on the path; install PostgreSQL's programs (Debian: postgresql-client)") from error
    if done.returncode:
        raise CopyError(f"{program} failed: {(done.stderr or done.stdout).strip()[-500:]}")


def sqlite_file(url: str) -> Path:
    """Where the database of an SQLite URL lies."""
    return Path(make_url(url).database or "")


@contextlib.contextmanager
def _sqlite(path: Path, *, new: bool = False) -> Iterator[sqlite3.Connection]:
    address = f"{path.absolute().as_uri()}?mode={'rwc' if new else 'rw'}"
    with contextlib.closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=20)) as connection:
        yield connection


def _check_sqlite(connection: sqlite3.Connection, path: Path) -> None:
    said = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if said != "ok":
        raise CopyError(f"{path} is damaged: {said}")


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

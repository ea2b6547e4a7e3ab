"""Writing transactions beside those of other hosts (PostgreSQL): each has some games and players to itself.

``Store.write`` has the whole database to itself. Work on single games and players can do with less: it shares the lock of all
writers, so that only ``Store.write`` keeps it waiting, and holds the locks of its own games and players.

Locks belong to the connection and are taken before the transaction begins: what it sees is never older than its locks. It
runs as REPEATABLE READ: a row that another transaction has changed meanwhile in spite of the locks (a brake of the whole
server, say) makes it fail instead of being written over. Then, and wherever it meets something beyond its games and players,
its work is done again with the whole database to itself (``NeedsAll``). The locks of games and players are tried and never
waited for, so no two hosts can wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

P = ParamSpec("P")
T = TypeVar("T")

ALL_WRITERS = 0x506F73
"""The lock of all writers: exclusive for ``Store.write``, shared by scoped transactions."""
_GAMES, _PLAYERS = 0x506F75, 0x506F76
"""The first of the two numbers of our locks on games and on players; the second is the number of the game or player."""
_TRY = (
    "SELECT space, number FROM unnest(%s::int[], %s::int[]) AS wanted (space, number) WHERE pg_try_advisory_lock(space, number)"
)
_GIVE_BACK = "SELECT pg_advisory_unlock(space, number) FROM unnest(%s::int[], %s::int[]) AS held (space, number)"
_CONFLICTS = ("40001", "40P01")
"""SQLSTATEs: another transaction has changed the same row; two transactions wait for each other."""

_Key = tuple[int, int]


class NeedsAll(Exception):
    """This work cannot be done beside others: it wants the whole database to itself."""


@dataclass(frozen=True)
class Scope:
    """What a piece of work writes about: one game and one player of it."""

    game_id: int
    player_id: int

    @property
    def keys(self) -> tuple[_Key, _Key]:
        """Its two locks."""
        return (_GAMES, self.game_id), (_PLAYERS, self.player_id)


class ScopedSession(Session):
    """The session of a transaction that has only some games and players to itself."""

    scopes: frozenset[Scope] = frozenset()


def need_all(session: Session) -> None:
    """Raises NeedsAll unless this transaction has the whole database to itself."""
    if isinstance(session, ScopedSession):
        raise NeedsAll


def is_conflict(error: BaseException) -> bool:
    """Whether the database refused this because of another transaction at the same time."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", "") in _CONFLICTS


class Hold:
    """One connection that shares the lock of all writers, with the locks of games and players that it takes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._held: list[_Key] = []
        self._refused: set[_Key] = set()

    def take(self, wanted: Sequence[tuple[T, Scope]]) -> list[T]:
        """Tries the locks of these pieces of work, which are in order. Returns those whose locks are ours. What comes after a
        piece of the same game or player that we may not do is not ours either, in later calls, too."""
        known = self._refused.union(self._held)
        keys = list(dict.fromkeys(key for _, scope in wanted for key in scope.keys if key not in known))
        fresh: list[_Key] = []
        if keys:
            found = self._connection.exec_driver_sql(_TRY, _columns(keys))
            fresh = [(space, number) for space, number in found]
            self._connection.commit()
        self._held += fresh
        self._refused.update(set(keys).difference(fresh))
        mine = []
        for piece, scope in wanted:
            if self._refused.isdisjoint(scope.keys):
                mine.append(piece)
            else:
                self._refused.update(scope.keys)
        return mine

    def read(self, work: Callable[Concatenate[Session, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Runs ``work(session, …)``, which only reads, outside of the transaction: it sees what is committed by then."""
        with Session(self._connection, expire_on_commit=False, autoflush=False) as session:
            return work(session, *args, **kwargs)

    @contextmanager
    def transaction(self, scopes: Sequence[Scope]) -> Iterator[ScopedSession]:
        """A transaction that writes about these games and players, whose locks are held. Committed at the end, undone when
        something is raised."""
        self._connection.execution_options(isolation_level="REPEATABLE READ")
        with ScopedSession(self._connection, expire_on_commit=False, autoflush=False) as session, session.begin():
            session.scopes = frozenset(scopes)
            yield session
        self._connection.execution_options(isolation_level="AUTOCOMMIT")

    def give_back(self) -> None:
        """Gives all locks back."""
        if self._held:
            self._connection.exec_driver_sql(_GIVE_BACK, _columns(self._held)).all()
        self._connection.exec_driver_sql(f"SELECT pg_advisory_unlock_shared({ALL_WRITERS})").all()
        self._connection.commit()


@contextmanager
def hold(engine: Engine) -> Iterator[Hold]:
    """Shares the lock of all writers of a PostgreSQL database until the end. Waits for who has all of it, for twenty seconds.

    Raises what the database raises; a connection with which something went wrong is closed, and its locks go with it.
    """
    with engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT", postern_scoped=True)
        try:
            connection.exec_driver_sql(f"SELECT pg_advisory_lock_shared({ALL_WRITERS})").all()
            connection.commit()
            held = Hold(connection)
            yield held
            held.give_back()
        except BaseException:
            connection.invalidate()
            raise


def _columns(keys: Sequence[_Key]) -> tuple[Any, ...]:
    return [space for space, _ in keys], [number % 2**31 for _, number in keys]

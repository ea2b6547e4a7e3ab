"""Frees the games and letters that are held by processes which have ended, so that nobody waits until their lease is over.

A process that lives is seen at the database (``store.presence``) and keeps what it holds, even where it shares its host,
container or process number with another. One that is not seen is taken as gone: at once on SQLite, or if its number no longer
runs on this very system; otherwise after the time that a living process needs to come back to a restarted database. Even a
process that was wrongly taken as gone runs no turn twice, since only the holder of the claim can commit a turn.
"""

from __future__ import annotations

import hashlib
import os
import socket
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from sqlmodel import Session

from postern.game.kit.orders.digits import is_number
from postern.store import games, outbox
from postern.store.presence import Presence

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES = Path("/proc/self/ns/pid")
AWAY = 30.0
"""Seconds for which an owner must not be seen: longer than one try at the database and the pause before the next take."""
_LOOKED = 10.0
"""Seconds between two looks beyond which they tell nothing of the time between: the database may have been away."""


@cache
def system() -> str:
    """An id of this system since it was started, and of its process numbers, which each container has for itself. "" where
    the system does not tell."""
    try:
        return hashlib.sha256(f"{_BOOT.read_text()} {os.readlink(_PROCESSES)}".encode()).hexdigest()[:8]
    except OSError:
        return ""


def name_of(presence: Presence) -> str:
    """The name of this process in leases: host, process number, system, and its number at the database."""
    return f"{socket.gethostname()}/{os.getpid()}/{system()}/at-{presence.number}"


class Watch:
    """Looks now and then for holders of leases that have ended."""

    def __init__(self, presence: Presence, own: str) -> None:
        self._presence = presence
        self._own = own
        self.missed: dict[str, float] = {}
        """Who was not seen at the last look, and since when."""
        self._last = 0.0

    def look(self, session: Session) -> list[str]:
        """Those who hold letters or a game and have certainly ended."""
        numbers = {owner: number for owner in owners(session) if owner != self._own and (number := _number(owner))}
        absent = self._presence.absent(session, numbers.values())
        now = time.monotonic()
        before, self._last = self.missed if now - self._last < _LOOKED else {}, now
        self.missed = {owner: before.get(owner, now) for owner, number in numbers.items() if number in absent}
        return [owner for owner, since in self.missed.items() if self._ended(owner) or now - since >= AWAY]

    def free(self, session: Session) -> None:
        """Frees what they hold."""
        for owner in self.look(session):
            release(session, owner)

    def _ended(self, owner: str) -> bool:
        if self._presence.sure:
            return True
        process, where = owner.split("/")[-3:-1]
        return bool(where) and where == system() and not runs(int(process))


def owners(session: Session) -> Sequence[str]:
    """Everybody who holds letters or a game now."""
    return [*outbox.owners(session), *games.runners(session)]


def release(session: Session, owner: str) -> None:
    """Frees what this owner holds."""
    outbox.release(session, owner)
    games.release(session, owner)


def _number(owner: str) -> int:
    """The owner's number at the database; 0 for one that shows none (of an older Postern: its lease runs out)."""
    last = owner.rpartition("/at-")[2]
    return int(last) if "/at-" in owner and is_number(last) else 0


def runs(process: int) -> bool:
    """Whether a process of this number runs here."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

"""Games and letters that are held by processes which have ended: freed, so that nobody waits for the end of a lease."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

from sqlmodel import Session

from postern.store import games, outbox

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES = Path("/proc/self/ns/pid")


@cache
def system() -> str:
    """A word for this system since it was started, and for its table of processes, of which each container has its own.
    Empty where the system does not tell."""
    try:
        return hashlib.sha256(f"{_BOOT.read_text()} {os.readlink(_PROCESSES)}".encode()).hexdigest()[:8]
    except OSError:
        return ""


def leftovers(owners: list[str], own: str) -> list[str]:
    """Those of these owners that a daemon which starts may take for gone: processes of this host that no longer run, or had
    its number. Another system of the same name (a container) is taken for this one, started anew."""
    host, number = own.split("/")[:2]
    gone = []
    for owner in owners:
        their_host, _, rest = owner.partition("/")
        their_number = rest.partition("/")[0]
        if owner == own or their_host != host or not their_number.isdigit():
            continue
        if their_number == number or not _runs(int(their_number)):
            gone.append(owner)
    return gone


def ended(owners: list[str], own: str) -> list[str]:
    """Those of these owners that are gone beyond doubt: processes of this very system that no longer run."""
    here, number = system(), own.split("/")[1]
    same = [owner for owner in owners if here and owner.endswith(f"/{here}") and owner.split("/")[1] != number]
    return leftovers(same, own)


def owners(session: Session) -> list[str]:
    """Everybody who holds letters or a game now."""
    return [*outbox.owners(session), *games.runners(session)]


def free(session: Session, gone: list[str]) -> None:
    """Frees what they hold."""
    for owner in gone:
        outbox.release(session, owner)
        games.release(session, owner)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

"""The lock on the data folder: every open desk shares it, and a restore needs it alone.

It is a lock of the operating system (flock on ``at-work.lock``), so it ends with the process that holds it, however that ends.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from postern.store import copying


class Occupied(Exception):
    """Somebody holds the lock in a way that excludes this one."""


LOCK = "at-work.lock"


def hold(data: Path, *, alone: bool = False) -> IO[bytes]:
    """Locks the folder (made when missing) until the returned file is closed: shared, or ``alone``. Raises Occupied.

    From then on, files that this process makes are accessible to their owner alone, unless it says otherwise.
    """
    os.umask(0o077)
    data.mkdir(parents=True, exist_ok=True)
    file = (data / LOCK).open("ab")
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise Occupied(str(data)) from error
    return file


def hold_all(data: Path, store_url: str, then: str) -> IO[bytes]:
    """Locks the folder alone, and checks that nobody else uses the database. Raises Occupied, whose text says to stop them
    first and what to do ``then``."""
    remedy = f"stop it first (and every other), then {then}"
    try:
        held = hold(data, alone=True)
    except Occupied as error:
        raise Occupied(f"a daemon or another command of Postern is at work on {data}; {remedy}") from error
    if copying.others_at_work(store_url):
        held.close()
        raise Occupied(f"a daemon or another command of Postern is at work on this database; {remedy}")
    return held

"""Who is at work in a house: every opened desk holds the data folder, and a restore wants it for itself.

The hold is the system's (flock on ``at-work.lock``), so it ends with the process that has it, however that ends.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from postern.store import copying


class Occupied(Exception):
    """Somebody holds the folder in a way that does not go together with what is wanted."""


LOCK = "at-work.lock"


def hold(data: Path, *, alone: bool = False) -> IO[bytes]:
    """Holds the folder (made when missing) until the file returned is closed: with others, or ``alone``. Raises Occupied.

    From then on all files that this process makes are their owner's alone, unless it says otherwise.
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
    """As ``hold`` alone, and nobody else is at the database either. Raises Occupied; its text says to stop them, ``then``."""
    remedy = f"stop it first (and every other), then {then}"
    try:
        held = hold(data, alone=True)
    except Occupied as error:
        raise Occupied(f"a daemon or another command of Postern is at work on {data}; {remedy}") from error
    if copying.others_at_work(store_url):
        held.close()
        raise Occupied(f"a daemon or another command of Postern is at work on this database; {remedy}")
    return held

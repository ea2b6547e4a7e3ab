"""Who is at work in a house: every opened desk holds the data folder, and a restore wants it for itself.

The hold is the system's (flock on ``at-work.lock``), so it ends with the process that has it, however that ends.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO


class Occupied(Exception):
    """Somebody holds the folder in a way that does not go together with what is wanted."""


LOCK = "at-work.lock"


def hold(data: Path, *, alone: bool = False) -> IO[bytes]:
    """Holds the folder (made when missing) until the file returned is closed: with others, or ``alone``. Raises Occupied."""
    data.mkdir(parents=True, exist_ok=True)
    file = (data / LOCK).open("ab")
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise Occupied(str(data)) from error
    return file

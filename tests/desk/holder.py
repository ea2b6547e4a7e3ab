"""A process that lives as in a container of its own: it holds what it took until it is told to go on, or killed.

``python -m tests.desk.holder SETTINGS PROCESS SYSTEM`` takes a turn of TOY-1 and a letter as that process of that system and
says who it is; for a line that it reads it commits the turn and says whether that counted.
"""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path

from sqlalchemy.exc import OperationalError

from postern.desk.context import Desk, open_desk
from postern.desk.documents.work import TurnJob, run_turn
from postern.desk.games.turns import claim, commit
from postern.desk.settings.config import read_config
from postern.store import outbox
from postern.store.tables import OutState

_BEAT = 0.2


def beat(desk: Desk) -> None:
    """Comes back to the database for ever, as a daemon's pulse does."""
    while True:
        with contextlib.suppress(OperationalError):
            desk.store.read_now(lambda session: session.connection())
        time.sleep(_BEAT)


def main(settings: str, process: str, where: str) -> None:
    """Takes, tells, waits, commits."""
    desk = open_desk(read_config(Path(settings)))
    number = desk.owner.rpartition("/")[2]
    desk.owner = f"{socket.gethostname()}/{process}/{where}/{number}"
    claimed = desk.store.write_now(claim, desk, 1, True)
    assert claimed is not None
    assert isinstance(claimed.job, TurnJob)
    now = desk.clock.now()
    assert desk.store.write_now(outbox.claim, OutState.WAITING, desk.owner, now, timedelta(hours=1), 1)
    done = run_turn(claimed.job)
    threading.Thread(target=beat, args=(desk,), daemon=True).start()
    print(desk.owner, flush=True)
    sys.stdin.readline()
    print(desk.store.write_now(commit, desk, claimed, done), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

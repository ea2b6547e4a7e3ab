"""A worker's preload as Postern's own, with jobs besides that tests need."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

from postern.desk.documents import dask_preload
from postern.desk.documents.jobs import JOBS


def nap(seconds: float) -> int:
    """Takes so long; the number of the process that did."""
    time.sleep(seconds)
    return os.getpid()


def die(_: object) -> None:
    """Ends its process."""
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(_: object) -> None:
    """Raises."""
    raise LookupError("no such thing")


ODD = {"nap": nap, "die": die, "refuse": refuse}


def dask_setup(worker: Any) -> None:
    """As Postern's."""
    JOBS.update(ODD)
    dask_preload.dask_setup(worker)

"""A worker's preload as Postern's own, whose turns take a while longer: time for something to die."""

from __future__ import annotations

import time
from typing import Any

from postern.desk.documents import dask_preload
from postern.desk.documents.jobs import JOBS
from postern.desk.documents.work import TurnDone, TurnJob, run_turn

_LONGER = 0.2


def _slow_turn(job: TurnJob) -> TurnDone:
    time.sleep(_LONGER)
    return run_turn(job)


def dask_setup(worker: Any) -> None:
    """As Postern's."""
    dask_preload.dask_setup(worker)
    JOBS["run turn"] = _slow_turn

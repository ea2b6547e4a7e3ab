"""A worker's preload that gives something else than it was asked for: an object that runs code where it is unpickled."""

from __future__ import annotations

import os
from typing import Any

from postern.desk.documents import dask_preload, jobs

MARK = "POSTERN_WRONG_WORKER"
"""Set in the environment of whoever unpickles the object."""


def mark() -> bytes:
    """Leaves a mark in this process."""
    os.environ[MARK] = "1"
    return b""


class Evil:
    """Runs code where it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return mark, ()


def dask_setup(worker: Any) -> None:
    """As Postern's."""
    dask_preload.dask_setup(worker)
    jobs.perform = lambda _data: Evil()  # type: ignore[assignment,return-value]

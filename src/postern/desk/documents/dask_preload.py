"""Makes a Dask worker one of Postern's: ``dask worker ADDRESS --preload postern.desk.documents.dask_preload``.

Before it comes to the scheduler, the worker reads all code, tables and fonts, and takes a resource that is called by its build.
Jobs ask for that resource, so that a worker of another build is never given one. It has one of it, as what draws is not made
for several threads: a machine of four cores has four workers (``--nworkers 4 --nthreads 1``).
"""

from __future__ import annotations

import gc
from typing import Any

from postern.desk.documents.build import build
from postern.desk.documents.preload import read_all


def dask_setup(worker: Any) -> None:
    """Called by Dask before the worker registers. Where it raises, Dask says so in its log and the worker gets no jobs."""
    read_all()
    gc.collect()
    gc.freeze()
    worker.state.total_resources[build()] = 1
    worker.state.available_resources[build()] = 1

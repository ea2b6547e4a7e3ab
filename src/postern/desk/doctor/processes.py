"""Checks whether the worker processes for turns and documents can be started."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.documents.workers import LocalWorkers


async def check(case: Case) -> AsyncIterator[Finding]:
    """Starts one worker as the daemon does, and ends it. Hardened containers and services may forbid what it needs."""
    wanted = case.config.work.processes
    if not wanted:
        yield Finding(Level.OK, "processes", "turns run inside the daemon ([work] processes = 0)")
        return
    workers = LocalWorkers(1)
    try:
        await workers.run(_number, None)
    except Exception as error:
        said = f"none can be started, so no turn can run: {type(error).__name__}: {error}"
        remedy = "let Postern write in /dev/shm and /tmp and start processes, or set [work] processes = 0"
        yield Finding(Level.FAIL, "processes", said, remedy)
    else:
        yield Finding(Level.OK, "processes", f"can be started ({wanted} for turns and documents)")
    finally:
        workers.close()


def _number(_: None) -> int:
    return os.getpid()

"""Checks whether there are workers for turns and documents: processes of this machine, or those of a Dask scheduler."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.documents.workers import LocalWorkers
from postern.desk.settings.config import WorkSettings

_AREA = "processes"
_PATIENCE = 10.0


async def check(case: Case) -> AsyncIterator[Finding]:
    """Looks at the scheduler's workers, if the settings name one, and whether local processes can be started, where they
    are to run turns or may have to."""
    work = case.config.work
    if work.scheduler:
        async for finding in _scheduler(case, work):
            yield finding
        if not work.fallback:
            return
    async for finding in _local(work):
        yield finding


async def _scheduler(case: Case, work: WorkSettings) -> AsyncIterator[Finding]:
    from postern.desk.documents.dask_link import Link

    without, meanwhile = (
        (Level.WARN, "local processes do their work") if work.fallback else (Level.FAIL, "turns and documents wait for them")
    )
    try:
        link = await Link.open(work, case.config.home, _PATIENCE)
        try:
            roll = await link.look(_PATIENCE)
        finally:
            await link.close()
    except (OSError, TimeoutError) as error:
        said = f"the scheduler at {work.scheduler} cannot be reached, and so no worker; {meanwhile}: {error}"
        yield Finding(without, _AREA, said, "start it with: dask scheduler; and let this machine reach its port")
        return
    for line in roll.refused:
        yield Finding(Level.WARN, _AREA, line, "until then it is given no jobs")
    if roll.fitting:
        yield Finding(Level.OK, _AREA, f"workers of this version at {work.scheduler}: {len(roll.fitting)}")
    else:
        remedy = f"start one: dask worker {work.scheduler} --nthreads 1 --preload postern.desk.documents.dask_preload"
        yield Finding(without, _AREA, f"no worker of this version is at {work.scheduler}; {meanwhile}", remedy)


async def _local(work: WorkSettings) -> AsyncIterator[Finding]:
    """Starts one worker as the daemon does, and ends it. Hardened containers and services may forbid what it needs."""
    if not work.processes:
        yield Finding(Level.OK, _AREA, "turns run inside the daemon ([work] workers = 0)")
        return
    workers = LocalWorkers(1)
    try:
        await workers.run(_number, None)
    except Exception as error:
        said = f"none can be started, so no turn can run: {type(error).__name__}: {error}"
        remedy = "let Postern write in /dev/shm and /tmp and start processes, or set [work] workers = 0"
        yield Finding(Level.FAIL, _AREA, said, remedy)
    else:
        yield Finding(Level.OK, _AREA, f"can be started ({work.processes} for turns and documents)")
    finally:
        workers.close()


def _number(_: None) -> int:
    return os.getpid()

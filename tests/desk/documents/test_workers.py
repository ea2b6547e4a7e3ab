"""Worker processes: started when needed, replaced when they die, let go when there is nothing to do."""

from __future__ import annotations

import asyncio
import os
import signal
from multiprocessing import forkserver
from pathlib import Path

import pytest

from postern.desk.documents.workers import LocalWorkers


def own_number(_: object) -> int:
    return os.getpid()


def die(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def gone(process: int) -> None:
    async with asyncio.timeout(20):
        while runs(process):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_idle_processes_are_let_go_and_come_back_when_needed() -> None:
    workers = LocalWorkers(1, idle=0.3)
    first = await workers.run(own_number, None)
    assert first != os.getpid()
    await gone(first)
    second = await workers.run(own_number, None)
    assert second not in (first, os.getpid())
    workers.close()
    await gone(second)


async def test_a_process_stays_while_there_is_work() -> None:
    workers = LocalWorkers(1, idle=30)
    assert len({await workers.run(own_number, number) for number in range(5)}) == 1
    workers.close()


async def test_a_job_that_kills_its_process_fails_and_the_next_one_runs() -> None:
    workers = LocalWorkers(1)
    with pytest.raises(Exception, match="terminated abruptly"):
        await workers.run(die, None)
    assert await workers.run(own_number, None) != os.getpid()
    workers.close()


async def test_where_the_socket_was_cleared_away_workers_start_all_the_same() -> None:
    workers = LocalWorkers(1)
    workers.prepare()
    socket = Path(forkserver._forkserver._forkserver_address)  # type: ignore[attr-defined]
    away = await asyncio.to_thread(socket.rename, socket.with_name("away"))
    try:
        assert await workers.run(own_number, None) != os.getpid()
    finally:
        await asyncio.to_thread(away.rename, socket)
        workers.close()

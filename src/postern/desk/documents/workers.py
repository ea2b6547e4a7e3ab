"""The processes that run turns and draw documents. Everything given to them is a pure function over bytes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import forkserver
from multiprocessing.connection import wait
from multiprocessing.context import BaseContext
from typing import Protocol, TypeVar

import structlog

from postern.desk.documents.preload import read_all
from postern.desk.runtime.facts import Crew

_log = structlog.get_logger(__name__)

J = TypeVar("J")
R = TypeVar("R")


_IDLE = 120.0
"""Seconds without work after which the processes are let go: together they hold more memory than the daemon itself."""


class Workers(Protocol):
    """Who runs turns and draws documents: ``work(job)`` with functions and jobs that can be pickled."""

    @property
    def width(self) -> int:
        """How many jobs run at the same time, now."""

    @property
    def ready(self) -> bool:
        """Whether a job that is given now would be begun; False while no worker is there and none may take over."""

    @property
    def crew(self) -> Crew | None:
        """The workers on other machines as last seen; None where there are none."""

    def prepare(self) -> None:
        """Has everything that workers need read now, whenever they are started."""

    async def run(self, work: Callable[[J], R], job: J) -> R:
        """The result of ``work(job)``. Raises what it raises, BrokenProcessPool for a job that kills its workers again and
        again, and NoWorkers when there is nobody to do it: then it may be asked for again later."""

    def close(self) -> None:
        """Lets go of all at once. Whoever needs the work that they were doing starts it again."""


class NoWorkers(Exception):
    """No worker is there, and none may take over: not the fault of the job, which waits."""


class LocalWorkers:
    """A pool of local worker processes, started when needed and ended when idle; with 0 processes, a thread of this process.

    All are copies of one process that has read the disk once (``forkserver``): the same code, tables and templates for all
    turns.
    """

    def __init__(self, processes: int, idle: float = _IDLE) -> None:
        self.processes = processes
        self._idle = idle
        self._context = _forkserver()
        self._pool: ProcessPoolExecutor | None = None
        self._jobs = 0
        self._rest: asyncio.TimerHandle | None = None

    @property
    def width(self) -> int:
        """How many jobs run at the same time."""
        return max(self.processes, 1)

    @property
    def ready(self) -> bool:
        """Always: processes are started when needed."""
        return True

    @property
    def crew(self) -> None:
        """None: all are of this machine."""
        return None

    def prepare(self) -> None:
        """Has everything that workers need read now, whenever they are started."""
        if not self.processes:
            read_all()
            return
        try:
            _forkserver()
            forkserver.ensure_running()
        except OSError as error:
            self._go_without(error)

    async def run(self, work: Callable[[J], R], job: J) -> R:
        """The result of ``work(job)``; raises what it raises. A process that dies is replaced, and the job is tried once
        more."""
        if self.processes == 0:
            return await asyncio.to_thread(work, job)
        self._wake()
        self._jobs += 1
        try:
            return await self._run(work, job)
        finally:
            self._jobs -= 1
            if self._jobs == 0:
                self._rest = asyncio.get_running_loop().call_later(self._idle, self._let_go)

    async def _run(self, work: Callable[[J], R], job: J) -> R:
        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            pool = self._open()
            try:
                done = loop.run_in_executor(pool, work, job)
            except OSError as error:
                if self._context.get_start_method() == "spawn" or attempt == 2:
                    raise
                self._pool = None
                self._go_without(error)
                continue
            try:
                return await done
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if attempt == 2:
                    raise
        raise AssertionError("unreachable: the second attempt returns or raises")

    def close(self) -> None:
        """Stops the processes at once. Whoever needs the work that they were doing starts it again."""
        self._wake()
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def _wake(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def _let_go(self) -> None:
        """Lets idle processes end by themselves; the next job starts new ones."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False)

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, mp_context=self._context, initializer=_start)
        return self._pool

    def _go_without(self, error: OSError) -> None:
        """The process of which workers are copies cannot be reached: its socket in the system's folder for temporary files
        could not be made, or was cleared away. A turn runs all the same, in a process that reads the disk itself."""
        _log.error(
            "workers read all files anew from now on: the process they are copied from is out of reach", error=str(error)
        )
        self._context = multiprocessing.get_context("spawn")


def _forkserver() -> BaseContext:
    """Workers are copies of one process that read everything at its start (``forkserver``)."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["postern.desk.documents.forkserver"])
    return context


def _start() -> None:
    """A worker leaves Ctrl-C to the daemon, and ends with it, however that ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)

"""Workers on other machines, behind a Dask scheduler: the same jobs, the same bytes, whatever dies meanwhile.

A look at the scheduler every second says which workers are ours. A job whose worker or scheduler dies is given again; one that
a worker takes long over is given to a second worker, too, and the first result counts. Where no worker can be had, local
processes take over, if the settings allow; else jobs are given back, to be asked for again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar, cast

import structlog

from postern.desk.documents.build import build
from postern.desk.documents.dask_link import CUT_OFF, KilledWorker, Link, Roll
from postern.desk.documents.jobs import WrongResult, packed, result_of, travels
from postern.desk.documents.workers import LocalWorkers, NoWorkers
from postern.desk.runtime.facts import Crew
from postern.desk.settings.config import WorkSettings
from postern.post.troubles import Troubles

J = TypeVar("J")
R = TypeVar("R")

TROUBLE = "the workers"
"""What it is called while there are none, by name."""
WRONG = "a worker's result"
"""What it is called when a worker gives what is no result of its job."""
_WRONG_FADES = 3600.0
_MOST_KILLS = 2
"""So many times Dask may say that a job kills its workers (each time after several of them) until it is given up."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Pace:
    """Seconds: between looks; until the scheduler must have answered; until it is said that there are no workers, and local
    ones take over; until a second worker is given a job that the first has not ended."""

    look: float = 1.0
    answer: float = 5.0
    without: float = 10.0
    slow: float = 120.0


class DaskWorkers:
    """The workers of a scheduler, as ``Workers`` has them. Used in one event loop."""

    def __init__(self, settings: WorkSettings, home: Path, troubles: Troubles, pace: Pace = Pace()) -> None:
        self._settings = settings
        self._home = home
        self._troubles = troubles
        self._pace = pace
        self._local = LocalWorkers(settings.processes)
        self._link: Link | None = None
        self._roll = Roll()
        self._fault = ""
        self._since: datetime | None = None
        self._absent = 0.0
        self._watching: asyncio.Task[None] | None = None
        self._looked = asyncio.Event()
        self._leaving = set[asyncio.Task[None]]()

    @property
    def width(self) -> int:
        """How many jobs run at the same time: one a worker of our build."""
        if self._roll.fitting:
            return len(self._roll.fitting)
        return self._local.width if self._settings.fallback and self._deserted else 1

    @property
    def ready(self) -> bool:
        """False while there has been no worker for a while, and local ones may not take over."""
        self._watch()
        return self._settings.fallback or not self._deserted

    @property
    def crew(self) -> Crew:
        """The workers as last seen."""
        return Crew(
            self._settings.scheduler,
            len(self._roll.fitting),
            self._roll.refused,
            self._fault,
            self._since,
            self._settings.fallback,
        )

    def prepare(self) -> None:
        """Takes its own build down, looks for workers from now on, and has read what local ones need. Call it in the event
        loop."""
        build()
        if self._settings.fallback:
            self._local.prepare()
        self._watch()

    async def run(self, work: Callable[[J], R], job: J) -> R:
        """The result of ``work(job)``; see ``Workers.run``. What workers of other machines cannot do is done here."""
        if not travels(work, job):
            return await self._local.run(work, job)
        data = await asyncio.to_thread(packed, work, job)
        kills = 0
        while True:
            link = await self._staffed()
            if link is None:
                return await self._local.run(work, job)
            try:
                result = await self._attempt(link, data)
                return cast(R, await asyncio.to_thread(result_of, work, job, result))
            except WrongResult as error:
                _log.error("a worker's result is thrown away, and the job is done here", work=work.__name__, why=str(error))
                self._troubles.failed(WRONG, f"{work.__name__}: {error}", person=True, fades=_WRONG_FADES)
                return await self._local.run(work, job)
            except KilledWorker as error:
                kills += 1
                if kills == _MOST_KILLS:
                    raise BrokenProcessPool(f"the job kills its workers: {error}") from error
            except _CutOff as error:
                _log.warning("a job is given again", work=work.__name__, error=str(error))
            await self._next_look()

    def close(self) -> None:
        """Lets go at once: what the scheduler does then, nobody waits for."""
        self._local.close()
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None
        self._give_up_link()

    async def _staffed(self) -> Link | None:
        """The link, once there are workers of our build; None where local ones take over. Raises NoWorkers."""
        self._watch()
        while True:
            if self._link is not None and self._link.up and self._roll.fitting:
                return self._link
            if self._deserted:
                if self._settings.fallback:
                    return None
                raise NoWorkers(self._wanting())
            await self._next_look()

    async def _attempt(self, link: Link, data: bytes) -> bytes:
        """What ``perform`` gave on some worker. Raises KilledWorker, and _CutOff when nothing came of it."""
        copies: dict[asyncio.Future[bytes], Any] = {}

        def submit(workers: tuple[str, ...] = ()) -> None:
            future = link.submit(data, workers)
            copies[asyncio.ensure_future(future.result())] = future

        began, doubled = time.monotonic(), False
        try:
            submit()
            while True:
                done, _ = await asyncio.wait(copies, timeout=self._pace.look, return_when=asyncio.FIRST_COMPLETED)
                for copy in done:
                    if copy.exception() is None:
                        return copy.result()
                    if len(copies) == 1:
                        copy.result()
                    copies.pop(copy).release()
                if link.gone.is_set() or self._deserted:
                    raise _CutOff(self._wanting())
                if not doubled and time.monotonic() - began >= self._pace.slow:
                    first = await link.worker_of(next(iter(copies.values())), self._pace.answer)
                    others = tuple(worker for worker in self._roll.fitting if worker != first)
                    if others:
                        doubled = True
                        _log.warning("a job takes long and is given to another worker, too", worker=first)
                        submit(others)
        except CUT_OFF as error:
            raise _CutOff(_line(error)) from error
        except (KilledWorker, _CutOff):
            raise
        except Exception as error:  # a job of ours raises nothing: what it has to say is in its result
            raise WrongResult(_line(error)) from error
        finally:
            for copy, future in copies.items():
                copy.cancel()
                with suppress(*CUT_OFF):
                    future.release()

    def _watch(self) -> None:
        if self._watching is None or self._watching.done():
            self._since, self._absent = datetime.now(UTC), time.monotonic()
            self._watching = asyncio.get_running_loop().create_task(self._keep_looking(), name="workers")

    async def _keep_looking(self) -> None:
        while True:
            try:
                roll, fault = await self._look(), ""
            except Exception as error:
                roll, fault = Roll(), _line(error)
                self._give_up_link()
            self._note(roll, fault)
            looked, self._looked = self._looked, asyncio.Event()
            looked.set()
            await asyncio.sleep(self._pace.look)

    async def _look(self) -> Roll:
        if self._link is None or not self._link.up:
            self._give_up_link()
            self._link = await Link.open(self._settings, self._home, self._pace.answer)
        return await self._link.look(self._pace.answer)

    async def _next_look(self) -> None:
        await self._looked.wait()

    def _note(self, roll: Roll, fault: str) -> None:
        """Keeps what a look found, and tells what is new of it."""
        for said in roll.refused:
            if said not in self._roll.refused:
                _log.warning("a worker is given no jobs", why=said)
        if len(roll.fitting) != len(self._roll.fitting):
            _log.info("workers", scheduler=self._settings.scheduler, workers=len(roll.fitting))
        if not roll.fitting and self._since is None:
            self._since, self._absent = datetime.now(UTC), time.monotonic()
        elif roll.fitting:
            self._since = None
        self._roll, self._fault = roll, fault
        if roll.fitting:
            self._troubles.worked(TROUBLE)
        elif self._deserted:
            meanwhile = "local processes do it all meanwhile" if self._settings.fallback else "turns and documents wait"
            self._troubles.failed(TROUBLE, f"{self._wanting()}; {meanwhile}", person=True)

    @property
    def _deserted(self) -> bool:
        """Whether there has been no worker for a while."""
        return self._since is not None and time.monotonic() - self._absent >= self._pace.without

    def _wanting(self) -> str:
        scheduler = self._settings.scheduler
        if self._fault:
            return f"the scheduler at {scheduler} cannot be reached ({self._fault})"
        if self._roll.refused:
            return f"the scheduler at {scheduler} has no worker of this version. {self._roll.refused[0].rstrip('.')}"
        return f"the scheduler at {scheduler} has no workers"

    def _give_up_link(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            link.gone.set()
            leaving = asyncio.get_running_loop().create_task(link.close())
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)


class _CutOff(Exception):
    """Nothing came of a job, and that is not its fault."""


def _line(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]

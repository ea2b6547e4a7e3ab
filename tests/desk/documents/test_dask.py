"""Workers behind a real Dask scheduler: the same bytes, whatever dies meanwhile, and nobody is told what is none of theirs."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import pytest

from postern.desk.doctor import processes
from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.doctor.resolving import look_up
from postern.desk.documents import jobs
from postern.desk.documents.dask_workers import TROUBLE, DaskWorkers, Pace
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.drawing import DrawJob, draw
from postern.desk.documents.work import SetupJob, TurnJob, run_turn, set_up
from postern.desk.documents.workers import NoWorkers
from postern.desk.settings.config import Config, WorkSettings
from postern.desk.settings.rulesets import RULESETS
from postern.game.ruleset import Signup
from postern.post.troubles import Troubles
from tests.desk.box import NOON
from tests.desk.documents.dask_odd_jobs import ODD, die, nap, refuse
from tests.desk.documents.dask_wrong_worker import MARK
from tests.servers.dask import Certificates, RealDask, make_certificates

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("dask")]

_ODD = "tests.desk.documents.dask_odd_jobs"
_WRONG = "tests.desk.documents.dask_wrong_worker"
_OTHER = "tests.desk.documents.dask_other_build"
_SOON = Pace(look=0.2, answer=2.0, without=1.0, slow=60.0)
_BOUND = 60.0
_SEATS = tuple(Signup(name, {}) for name in ("ANN", "BOB", "CLEO", "DAVE"))

Open = Callable[..., DaskWorkers]


@pytest.fixture(scope="module", autouse=True)
def _odd_jobs() -> Iterator[None]:
    jobs.JOBS.update(ODD)
    yield
    for name in ODD:
        del jobs.JOBS[name]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealDask]:
    """A scheduler that gives a job up when one worker has died of it, and no workers yet."""
    server = RealDask(tmp_path, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
    server.start_scheduler()
    yield server
    server.close()


@pytest.fixture
async def opened(server: RealDask) -> AsyncIterator[Open]:
    """Opens workers as a daemon does; those that must not fall back say so."""
    found: list[DaskWorkers] = []

    def open_them(fallback: bool = False, pace: Pace = _SOON, troubles: Troubles | None = None) -> DaskWorkers:
        settings = WorkSettings(workers=server.setting, fallback=fallback)
        found.append(DaskWorkers(settings, Path(), troubles or Troubles(), pace))
        return found[-1]

    yield open_them
    for workers in found:
        workers.close()
    await asyncio.sleep(0)


async def until(true: Callable[[], object], workers: DaskWorkers | None = None) -> None:
    """Waits until this is so; looks for workers meanwhile."""
    async with asyncio.timeout(_BOUND):
        while not true():
            if workers is not None:
                assert workers.ready in (True, False)
            await asyncio.sleep(0.05)


async def examined(server: RealDask) -> list[Finding]:
    """What the doctor finds of the scheduler and its workers."""
    config = Config.model_validate(
        {
            "post": {
                "address": "orders@example.org",
                "mailbox": {"kind": "maildir", "path": "mail"},
                "smtp": {"host": "127.0.0.1"},
            },
            "work": {"workers": server.setting, "fallback": False},
        }
    )
    return [finding async for finding in processes.check(Case(config, look_up, NOON))]


_PATIENT = replace(_SOON, without=60.0)


@pytest.mark.parametrize("slug", sorted(RULESETS))
async def test_a_turn_and_its_documents_are_the_same_bytes_there_and_here(slug: str, server: RealDask, opened: Open) -> None:
    server.add_worker()
    workers = opened(pace=_PATIENT)
    setup = SetupJob(slug, {"game": "GAME-1"}, _SEATS, "a seed")
    begun = await workers.run(set_up, setup)
    assert begun == set_up(setup)
    turn = TurnJob(slug, begun.world, "a seed", {"ANN": ""}, frozenset(("BOB", "CLEO", "DAVE")), before=begun.reports)
    done = await workers.run(run_turn, turn)
    assert done == run_turn(turn)
    assert done.world != begun.world
    wanted = ("text", "html", "pdf", "png", "json")
    request = DocumentRequest("report", wanted, slug, name="GAME-1", seat_id=1, due="2026-11-27T19:00:00+00:00")
    drawing = DrawJob((request,), (done.reports["ANN"],), page=True, alone=True, mark="mark")
    assert await workers.run(draw, drawing) == draw(drawing)


async def test_what_a_job_raises_is_raised_here_with_the_traceback_of_there(server: RealDask, opened: Open) -> None:
    server.add_worker(_ODD)
    with pytest.raises(LookupError, match="no such thing") as caught:
        await opened(pace=_PATIENT).run(refuse, None)
    assert "in refuse" in str(caught.value.__cause__)


async def test_a_job_survives_its_worker_and_its_scheduler(server: RealDask, opened: Open) -> None:
    first = server.add_worker(_ODD)
    workers = opened(pace=_PATIENT)
    await until(lambda: workers.width == 1 and workers.crew.fitting == 1, workers)
    job = asyncio.create_task(workers.run(nap, 3.0))
    await asyncio.sleep(1.0)
    second = server.add_worker(_ODD)
    server.kill(first)
    await until(lambda: workers.crew.fitting == 1 and not job.done())
    await asyncio.sleep(1.0)
    server.kill_scheduler()
    await until(lambda: workers.crew.fault)
    assert not job.done()
    server.start_scheduler()
    third = server.add_worker(_ODD)
    # A worker ends when it loses its scheduler, unless it finds the new one first.
    assert await asyncio.wait_for(job, _BOUND) in (second.pid, third.pid)


async def test_a_job_that_kills_its_workers_is_given_up(server: RealDask, opened: Open) -> None:
    server.add_worker(_ODD)
    server.add_worker(_ODD)
    workers = opened(pace=_PATIENT)
    await until(lambda: workers.width == 2, workers)
    with pytest.raises(BrokenProcessPool, match="kills its workers"):
        await asyncio.wait_for(workers.run(die, None), _BOUND)
    assert all(worker.wait(5) for worker in server.workers)


async def test_a_job_on_a_worker_that_hangs_is_done_by_another(server: RealDask, opened: Open) -> None:
    first = server.add_worker(_ODD)
    workers = opened(pace=replace(_PATIENT, slow=2.0))
    await until(lambda: workers.crew.fitting == 1, workers)
    job = asyncio.create_task(workers.run(nap, 1.0))
    await asyncio.sleep(0.5)
    os.kill(first.pid, signal.SIGSTOP)
    try:
        second = server.add_worker(_ODD)
        assert await asyncio.wait_for(job, _BOUND) == second.pid
    finally:
        os.kill(first.pid, signal.SIGCONT)


async def test_a_worker_of_another_build_is_given_nothing_and_named(server: RealDask, opened: Open) -> None:
    other, none = server.add_worker(_OTHER), server.add_worker(None)
    workers = opened()
    await until(lambda: len(workers.crew.refused) == 2, workers)
    told = "\n".join(workers.crew.refused)
    assert "runs Postern 0.1.0 (other code): start it anew with this version." in told
    assert "is none of Postern's: start it with --preload postern.desk.documents.dask_preload." in told
    await until(lambda: not workers.ready)
    with pytest.raises(NoWorkers, match="no worker of this version"):
        await workers.run(nap, 0.0)
    assert other.poll() is None
    assert none.poll() is None
    assert {(finding.level, finding.said) for finding in await examined(server)} == {
        *((Level.WARN, line) for line in workers.crew.refused),
        (Level.FAIL, f"no worker of this version is at tcp://127.0.0.1:{server.port}; turns and documents wait for them"),
    }
    third = server.add_worker(_ODD)
    await until(lambda: workers.crew.fitting == 1)
    (well,) = [finding for finding in await examined(server) if finding.level is Level.OK]
    assert well.said == f"workers of this version at tcp://127.0.0.1:{server.port}: 1"
    assert {await workers.run(nap, 0.0) for _ in range(6)} == {third.pid}


async def test_local_processes_take_over_where_there_are_no_workers_and_give_back_when_they_come(
    server: RealDask, opened: Open
) -> None:
    workers = opened(fallback=True)
    setup = SetupJob("great_jewels", {"game": "QJ-1"}, _SEATS, "seed")
    assert await workers.run(set_up, setup) == set_up(setup)
    assert workers.width == 2
    worker = server.add_worker(_ODD)
    await until(lambda: workers.crew.fitting == 1)
    assert workers.width == 1
    assert await workers.run(nap, 0.0) == worker.pid


async def test_rules_that_are_no_part_of_postern_run_at_home(server: RealDask, opened: Open) -> None:
    server.add_worker()
    workers = opened(pace=_PATIENT)
    setup = SetupJob("tests.desk.toy:RULESET", {"game": "TOY-1"}, (Signup("ANN", {}), Signup("BOB", {})), "seed")
    assert await workers.run(set_up, setup) == set_up(setup)


async def test_without_workers_the_game_masters_have_something_to_be_told_until_one_comes(
    server: RealDask, opened: Open
) -> None:
    troubles = Troubles(steady=0.0)
    workers = opened(troubles=troubles)
    await until(lambda: troubles.lasting(), workers)
    (trouble,) = troubles.lasting()
    assert (trouble.name, trouble.person) == (TROUBLE, True)
    assert f"tcp://127.0.0.1:{server.port} has no workers; turns and documents wait" in trouble.detail
    server.kill_scheduler()
    await until(lambda: "cannot be reached" in trouble.detail)
    server.start_scheduler()
    server.add_worker()
    await until(lambda: not troubles.lasting())


async def test_closing_waits_for_nobody(server: RealDask, opened: Open) -> None:
    server.add_worker(_ODD)
    workers = opened(pace=_PATIENT)
    await until(lambda: workers.crew.fitting == 1, workers)
    job = asyncio.create_task(workers.run(nap, 30.0))
    await asyncio.sleep(0.5)
    assert server.scheduler is not None
    os.kill(server.scheduler.pid, signal.SIGSTOP)
    try:
        began = time.monotonic()
        workers.close()
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        assert time.monotonic() - began < 1
        await asyncio.sleep(2.5)
        left = {task.get_name() for task in asyncio.all_tasks()} - {asyncio.current_task().get_name()}  # type: ignore[union-attr]
        assert not left
    finally:
        os.kill(server.scheduler.pid, signal.SIGCONT)


async def test_with_certificates_only_those_who_have_one_of_that_authority_are_let_in(tmp_path: Path) -> None:
    (tmp_path / "stranger").mkdir()
    tls, stranger = make_certificates(tmp_path), make_certificates(tmp_path / "stranger")
    server = RealDask(tmp_path, tls=tls)
    server.start_scheduler()
    server.add_worker(_ODD)

    def open_them(files: Certificates) -> DaskWorkers:
        names = {"ca_file": Path(tls.authority.name), "cert_file": files.certificate, "key_file": files.key}
        settings = WorkSettings(workers=server.setting, fallback=False, **names)
        return DaskWorkers(settings, tmp_path, Troubles(), _PATIENT)

    ours, theirs = open_them(tls), open_them(stranger)
    try:
        await until(lambda: ours.crew.fitting == 1, ours)
        assert await ours.run(nap, 0.0) == server.workers[0].pid
        await until(lambda: theirs.crew.fault, theirs)
        assert theirs.crew.fitting == 0
    finally:
        ours.close()
        theirs.close()
        server.close()
        await asyncio.sleep(0)


def test_what_is_in_no_table_does_not_travel() -> None:
    job = SetupJob("great_jewels", {}, _SEATS, "seed")
    assert jobs.travels(set_up, job)
    assert not jobs.travels(print, job)
    assert not jobs.travels(set_up, replace(job, ruleset="tests.desk.toy:RULESET"))


async def test_a_pickle_that_a_worker_gives_is_not_unpickled_here(server: RealDask, opened: Open) -> None:
    server.add_worker(_WRONG)
    workers = opened(pace=_PATIENT)
    setup = SetupJob("cosmos", {"game": "GAME-1"}, _SEATS, "a seed")
    assert await workers.run(set_up, setup) == set_up(setup), "done here in its place"
    assert MARK not in os.environ

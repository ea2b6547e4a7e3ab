"""Leases of processes that are gone are freed; those of one that lives never are, whatever it is called."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.runtime import stale_leases
from postern.desk.runtime.stale_leases import Watch, system
from postern.desk.service.daemon import Daemon
from postern.desk.service.heartbeat import health_file
from postern.desk.settings.config import read_config
from postern.store import games
from tests.desk.box import Box
from tests.servers.postgres import RealPostgres

PATIENCE = 30.0
PROJECT = Path(__file__).parents[3]
DEAD = "99999999"
"""A number that no process has here: as seen from another container, every process has such."""

Start = Callable[[str, str], "subprocess.Popen[str]"]


@pytest.fixture
def shared(home: Path, database: str) -> Iterator[Desk]:
    """A desk with a game whose turn can be run and a letter that waits, at a database that other processes open too."""
    settings = home / "postern.toml"
    settings.write_text(settings.read_text().replace("[work]", f'store = "{database}"\n[work]'))
    opened = open_desk(read_config(settings))
    asyncio.run(master.create(opened, "TOY-1"))
    asyncio.run(master.start(opened, LocalWorkers(0), "TOY-1"))
    Box(opened).send("guest@example.org", "GAMES\n")
    yield opened
    opened.close()


@pytest.fixture
def start(shared: Desk) -> Iterator[Start]:
    """Starts a process that holds a turn and a letter under this number and on this system, and waits until it does."""
    started = []

    def run(process: str, where: str) -> subprocess.Popen[str]:
        words = [sys.executable, "-m", "tests.desk.holder", str(shared.config.file), process, where]
        started.append(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=PROJECT))
        assert said(started[-1]).startswith(f"{socket.gethostname()}/{process}/{where}/")
        return started[-1]

    yield run
    for holder in started:
        holder.kill()
        holder.communicate()


def said(holder: subprocess.Popen[str]) -> str:
    assert holder.stdout is not None
    return holder.stdout.readline().strip()


def held(desk: Desk) -> int:
    """How many kinds of things others hold: letters, games."""
    return len([owner for owner in desk.store.read_now(stale_leases.owners) if owner != desk.owner])


async def serve(desk: Desk, done: Callable[[], bool], seconds: float) -> None:
    """A daemon opens beside them and is at work until that is done, for so long at most."""
    daemon = Daemon(desk)
    running = asyncio.create_task(daemon.run())
    async with asyncio.timeout(PATIENCE):
        while not health_file(desk.config.data).exists():  # noqa: ASYNC110  (another thread writes it)
            await asyncio.sleep(0.05)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not done():  # noqa: ASYNC110  (the database says so)
                await asyncio.sleep(0.05)
    daemon.stop()
    await running


@pytest.mark.parametrize("where", ["0badcafe", system()], ids=["another container", "this very system"])
def test_a_process_that_lives_keeps_what_it_holds_though_it_is_called_as_one_that_is_gone(
    shared: Desk, start: Start, where: str
) -> None:
    holder = start(DEAD, where)
    asyncio.run(serve(shared, lambda: held(shared) < 2, 4.0))
    assert held(shared) == 2
    assert holder.stdin is not None
    holder.stdin.write("\n")
    holder.stdin.flush()
    assert said(holder) == "True", "its turn counts"


@pytest.mark.parametrize("where", ["0badcafe", system()], ids=["another container", "this very system"])
def test_what_a_killed_process_held_is_free_soon(
    shared: Desk, start: Start, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder = start(DEAD, where)
    holder.kill()
    holder.wait()
    at_once = shared.store.presence.sure or where == system()
    assert len(set(shared.store.read_now(Watch(shared.store.presence, shared.owner).look))) == at_once
    monkeypatch.setattr(stale_leases, "AWAY", 1.0)
    asyncio.run(serve(shared, lambda: not held(shared), PATIENCE))
    game = shared.store.read_now(games.by_id, 1)
    assert (held(shared), game.runner) == (0, "")


def test_who_shows_no_number_keeps_the_lease(shared: Desk) -> None:
    """An older Postern beside this one."""
    older = f"{socket.gethostname()}/{DEAD}/12345678/{system()}"
    assert shared.store.write_now(games.claim, 1, older, shared.clock.now(), timedelta(minutes=15))
    asyncio.run(serve(shared, lambda: not held(shared), 1.0))
    assert held(shared) == 1


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.postgres
@pytest.mark.xdist_group("postgres")
def test_a_database_that_was_started_again_takes_nobody_for_gone(shared: Desk, start: Start, postgres: RealPostgres) -> None:
    holder = start(DEAD, "0badcafe")
    watch = Watch(shared.store.presence, shared.owner)
    postgres.stop()
    postgres.start()
    missed = {"once"}
    ends = time.monotonic() + PATIENCE
    while missed and time.monotonic() < ends:
        with contextlib.suppress(OperationalError):
            assert shared.store.read_now(watch.look) == []
            missed = set(watch.missed)
        time.sleep(0.1)
    assert not missed, "it came back"
    assert holder.poll() is None
    assert held(shared) == 2

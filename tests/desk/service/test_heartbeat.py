"""The daemon looks at itself: health.json, the words of ``postern health``, the figures, and systemd's watchdog."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import threading
import urllib.request
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

from postern.cli import serve
from postern.cli.main import app
from postern.desk.context import Desk, open_desk
from postern.desk.runtime.counting import Counting
from postern.desk.runtime.facts import Crew, Facts, Queues
from postern.desk.runtime.stale_leases import system
from postern.desk.service.daemon import Daemon
from postern.desk.service.health import complaints, summary
from postern.desk.service.heartbeat import Heartbeat, Watched, _write, health_file, last_read, note_start, read_facts
from postern.desk.service.metrics import Metrics
from postern.desk.settings.config import Config, MetricsSettings, read_config
from postern.desk.timing.clock import ManualClock
from postern.post.condition import Condition, Link
from tests.desk.box import NOON, Box

UP = Condition(Link.UP, NOON)
DOWN = OperationalError("SELECT", {}, Exception("connection refused"))
WELL = Facts(NOON, 1, UP, UP, Queues(0, 0, 0, 0, 0), 10**10)


class Systemd:
    """Stands where systemd stands: hears what is said into NOTIFY_SOCKET."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        words: list[str] = []
        with contextlib.suppress(BlockingIOError):
            while True:
                words += self.socket.recv(1000).decode().split("\n")
        return words

    async def hears(self, word: str) -> None:
        async with asyncio.timeout(20):
            while True:
                if word in self.heard():
                    return
                await asyncio.sleep(0.01)


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    path = Path(os.path.relpath(tmp_path / "notify"))
    listener = Systemd(path)
    monkeypatch.setenv("NOTIFY_SOCKET", str(path))
    monkeypatch.setenv("WATCHDOG_USEC", "150000")
    yield listener
    listener.socket.close()


@contextlib.asynccontextmanager
async def beating(desk: Desk, *tasks: asyncio.Task[None]) -> AsyncIterator[Heartbeat]:
    pulse = Heartbeat(desk, Watched(lambda: UP, lambda: UP, lambda: "", tasks, {}), Counting())
    running = asyncio.create_task(pulse.run())
    try:
        yield pulse
    finally:
        running.cancel()
        await asyncio.wait([running])


def working() -> tuple[asyncio.Event, asyncio.Task[None]]:
    """A task, and what ends it."""
    ended = asyncio.Event()

    async def work() -> None:
        await ended.wait()

    return ended, asyncio.create_task(work())


async def test_systemd_hears_ready_then_the_watchdog_beats(desk: Desk, systemd: Systemd) -> None:
    async with beating(desk) as pulse:
        await systemd.hears("READY=1")
        await systemd.hears("WATCHDOG=1")
        await systemd.hears("WATCHDOG=1")
        pulse.stopping()
        await systemd.hears("STOPPING=1")


async def test_the_watchdog_falls_silent_while_the_writer_hangs_and_beats_again_after(desk: Desk, systemd: Systemd) -> None:
    async with beating(desk):
        await systemd.hears("WATCHDOG=1")
        free = threading.Event()
        hanging = asyncio.create_task(desk.store.write(lambda session: free.wait(30)))
        await asyncio.sleep(0.3)
        systemd.heard()
        await asyncio.sleep(0.4)
        assert systemd.heard() == []
        free.set()
        await hanging
        await systemd.hears("WATCHDOG=1")


async def test_the_watchdog_falls_silent_when_a_task_has_ended(desk: Desk, systemd: Systemd) -> None:
    ended, task = working()
    async with beating(desk, task):
        await systemd.hears("WATCHDOG=1")
        ended.set()
        await task
        await asyncio.sleep(0.15)
        systemd.heard()
        await asyncio.sleep(0.4)
        assert systemd.heard() == []


async def test_the_watchdog_falls_silent_when_the_event_loop_hangs(desk: Desk, systemd: Systemd) -> None:
    async with beating(desk):
        await systemd.hears("WATCHDOG=1")
        systemd.heard()
        threading.Event().wait(0.5)
        assert systemd.heard() == []


async def test_a_full_disk_is_logged_once_and_the_watchdog_goes_on(
    desk: Desk, systemd: Systemd, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(path: Path, facts: Facts) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("postern.desk.service.heartbeat._write", full)
    async with beating(desk):
        for _ in range(4):
            await systemd.hears("WATCHDOG=1")
    assert capsys.readouterr().out.count("No space left on device") == 1


async def test_a_database_that_is_down_is_no_hanging_daemon(
    desk: Desk, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were it silent, it would be killed before the game masters hear of the trouble."""

    async def down(*_: object, **__: object) -> None:
        raise DOWN

    ended, task = working()
    async with beating(desk, task):
        await systemd.hears("WATCHDOG=1")
        monkeypatch.setattr(desk.store, "write", down)
        await asyncio.sleep(0.15)
        systemd.heard()
        for _ in range(3):
            await systemd.hears("WATCHDOG=1")
        ended.set()
        await task
        await asyncio.sleep(0.15)
        systemd.heard()
        await asyncio.sleep(0.4)
        assert systemd.heard() == [], "a task that has ended is one, database or not"


async def test_ready_is_not_said_before_the_database_was_seen(
    desk: Desk, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def down(*_: object, **__: object) -> None:
        raise DOWN

    with monkeypatch.context() as fault:
        fault.setattr(desk.store, "write", down)
        async with beating(desk):
            await asyncio.sleep(0.3)
            assert "READY=1" not in systemd.heard()
            fault.undo()
            await systemd.hears("READY=1")


def test_a_start_that_waits_for_the_database_asks_systemd_for_time(
    desk: Desk, systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[list[str]] = []

    def opens_at_last(_: Config) -> Desk:
        heard.append(systemd.heard())
        if len(heard) < 3:
            raise DOWN
        return desk

    monkeypatch.setattr(serve, "_AGAIN", 0.0)
    monkeypatch.setattr(serve, "open_from", opens_at_last)
    assert serve._opened_when_possible(desk.config) is desk
    assert heard == [[], ["EXTEND_TIMEOUT_USEC=300000000"], ["EXTEND_TIMEOUT_USEC=300000000"]]


async def test_a_running_daemon_says_that_it_is_well_and_a_dead_one_does_not(home: Path) -> None:
    (home / "mail" / "new").mkdir(parents=True)
    (home / "mail" / "cur").mkdir(parents=True)
    words = ["health", "--config", str(home / "postern.toml")]
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 1
    assert said.stdout.splitlines()[-1].endswith("postern serve"), "a command stays on one line"
    assert " ".join(said.stdout.split()) == (
        f"No daemon has run with these settings yet: it would tell in {home / 'var' / 'health.json'} how it is. "
        "Start one with: postern serve"
    )
    daemon = Daemon(open_desk(read_config(home / "postern.toml")))
    running = asyncio.create_task(daemon.run())
    try:
        async with asyncio.timeout(20):
            while True:
                if health_file(home / "var").exists() and read_facts(home / "var").mailbox.link is Link.UP:
                    break
                await asyncio.sleep(0.05)
        said = await asyncio.to_thread(CliRunner().invoke, app, words)
        assert (said.exit_code, said.stdout) == (0, "The daemon is well: its mailbox is read; no letters wait.\n")
    finally:
        daemon.stop()
        await running
        daemon.desk.close()
    facts = read_facts(home / "var")
    assert complaints(facts, facts.at) == []
    (told,) = complaints(facts, facts.at + timedelta(minutes=10))
    assert "has not moved for 10 minutes: restart it" in told


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (replace(WELL, mailbox=Condition(Link.REFUSED, NOON, "wrong password")), "The mailbox refuses us: wrong password."),
        (
            replace(WELL, sending=Condition(Link.DOWN, NOON - timedelta(hours=2), "no route")),
            "The mail server for sending has not been reached for 2 hours: no route. Look",
        ),
        (
            replace(WELL, failing={"send": "ValueError: x"}),
            'The task "send" fails and begins again; see the log: ValueError: x.',
        ),
        (replace(WELL, queues=Queues(3, 900, 0, 0, 0)), "3 letters wait to be handled, the oldest for 15 minutes."),
        (replace(WELL, queues=Queues(0, 0, 7, 7200, 0)), "7 letters wait to be sent, the oldest for 2 hours."),
        (replace(WELL, queues=Queues(1, 900, 0, 0, 0)), "1 letter waits to be handled, the oldest for 15 minutes."),
        (replace(WELL, queues=Queues(0, 0, 0, 0, 3600)), "A turn is 1 hour late."),
        (replace(WELL, disk_free=5_000_000), "Only 5 MB are free"),
    ],
)
def test_what_is_wrong_is_said_in_words(facts: Facts, words: str) -> None:
    (told,) = complaints(facts, NOON)
    assert words in told


def test_short_faults_and_letters_held_back_on_purpose_are_no_complaint() -> None:
    down = Condition(Link.DOWN, NOON - timedelta(minutes=2), "restarting")
    waiting = replace(WELL, mailbox=down, queues=Queues(0, 0, 90, 9000, 0), held_back="500 letters a day")
    assert complaints(waiting, NOON) == []
    assert summary(waiting) == (
        "well: it cannot reach its mailbox at this moment; 90 letters wait to be sent; letters are held back: 500 letters a day"
    )


def test_right_after_the_start_health_says_that_the_daemon_starts(home: Path) -> None:
    words = ["health", "--config", str(home / "postern.toml")]
    data = home / "var"
    note_start(data)  # before the first start there is no folder, and none is made
    assert not data.exists()
    data.mkdir()
    file = health_file(data)
    file.write_text(json.dumps(asdict(replace(WELL, system=system(), pid=99999999)), default=datetime.isoformat))
    assert "has ended" in CliRunner().invoke(app, words).stdout
    note_start(data)
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 0
    assert " ".join(said.stdout.split()) == f"The daemon is starting (process {os.getpid()}): ask again in a few seconds."
    assert last_read(data) == NOON, "since when the mailbox was not read is still known"
    facts = read_facts(data)
    (told,) = complaints(facts, facts.at + timedelta(minutes=10))
    assert "has not moved for 10 minutes" in told


def test_health_speaks_in_lines_of_72_columns_in_every_state(home: Path) -> None:
    words = ["health", "--config", str(home / "postern.toml")]
    file = health_file(home / "var")
    file.parent.mkdir()
    stale = replace(
        WELL, at=datetime.now(UTC) - timedelta(days=3), mailbox=Condition(Link.REFUSED, NOON, "wrong password " * 9)
    )
    for facts in (WELL, stale, replace(stale, at=datetime.now(UTC)), replace(stale, system=system(), pid=99999999)):
        file.write_text(json.dumps(asdict(facts), default=datetime.isoformat))
        said = CliRunner().invoke(app, words)
        assert said.exit_code == 1
        assert all(len(line) <= 72 for line in said.stdout.splitlines()), said.stdout
        assert said.stdout.startswith("The ")
    file.write_text("{}")
    said = CliRunner().invoke(app, words)
    assert (said.exit_code, " ".join(said.stdout.split())) == (
        1,
        f"What the daemon says of itself, in {file}, cannot be understood: it was written by another version ('at'). "
        "Start it anew.",
    )


def test_figures_are_served_for_prometheus(desk: Desk, box: Box, clock: ManualClock) -> None:
    metrics = Metrics(MetricsSettings(port=0))
    desk.counting = metrics
    try:
        metrics.handled("handled", 0.2)
        metrics.delivered("answer", "sent", 0.4)
        metrics.delivered("report", "later", 3)
        metrics.turn("TOY-1", 1.5, ok=True)
        metrics.failed("send")
        metrics.looked(replace(WELL, queues=Queues(3, 1, 4, 90, 0), brakes=2, paused=1))
        page = urllib.request.urlopen(f"http://127.0.0.1:{metrics.port}/metrics", timeout=10).read().decode()
    finally:
        metrics.close()
    lines = set(page.splitlines())
    assert {
        'postern_letters_in_total{state="handled"} 1.0',
        'postern_handling_seconds_bucket{le="0.25"} 1.0',
        'postern_letters_out_total{kind="answer",result="sent"} 1.0',
        'postern_letters_out_total{kind="report",result="later"} 1.0',
        'postern_turns_total{game="TOY-1",result="ran"} 1.0',
        'postern_task_failures_total{task="send"} 1.0',
        "postern_inbox_waiting 3.0",
        "postern_outbox_waiting 4.0",
        "postern_mailbox_connected 1.0",
        "postern_brakes_on 2.0",
        "postern_addresses_paused 1.0",
    } <= lines


def test_a_letter_knows_how_long_it_waited(desk: Desk, box: Box, clock: ManualClock) -> None:
    box.put(box.letter("ann@a.example", "GAMES"))
    clock.advance(timedelta(seconds=7))
    handled = box.handle()
    assert handled is not None
    assert handled.waited == 7


async def test_a_look_finds_what_waits(desk: Desk, box: Box, clock: ManualClock) -> None:
    box.put(box.letter("ann@a.example", "GAMES"))
    clock.advance(timedelta(minutes=6))
    facts = await Heartbeat(desk, Watched(lambda: UP, lambda: UP, lambda: "", [], {}), Counting()).look()
    assert facts.queues == Queues(1, 360, 0, 0, 0)
    box.handle()
    clock.advance(timedelta(minutes=2))
    facts = await Heartbeat(desk, Watched(lambda: UP, lambda: UP, lambda: "", [], {}), Counting()).look()
    assert facts.queues == Queues(0, 0, 1, 120, 0)


async def test_a_look_counts_brakes_and_addresses_that_letters_come_back_from(desk: Desk) -> None:
    desk.loops.on, desk.loops.paused = {"robot@a.example": "exchange", "": "server"}, frozenset({"ann@a.example"})
    facts = await Heartbeat(desk, Watched(lambda: UP, lambda: UP, lambda: "", [], {}), Counting()).look()
    assert (facts.brakes, facts.paused) == (2, 1)


async def test_a_daemon_that_was_killed_is_told_at_once(desk: Desk) -> None:
    facts = replace(WELL, at=desk.clock.now(), pid=os.getpid(), system=system())
    assert complaints(facts, desk.clock.now()) == []
    (told,) = complaints(replace(facts, pid=99999999), desk.clock.now())
    words = "it was last seen at work 1 second ago. Start it, and look at its log if nobody stopped it."
    assert told == f"The daemon (process 99999999) has ended; {words}"
    assert complaints(replace(facts, pid=99999999, system="of a container"), desk.clock.now()) == []


async def test_a_task_that_works_again_is_well_within_seconds(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("postern.desk.service.daemon._FIRST_PAUSE", 0.01)
    monkeypatch.setattr("postern.desk.service.daemon._WELL_AFTER", 0.3)
    daemon, tries, at_work = Daemon(desk), 0, asyncio.Event()

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise ValueError("not yet")
        at_work.set()
        await asyncio.Event().wait()

    keeping = asyncio.create_task(daemon._keep("work", work))
    await at_work.wait()
    assert daemon._failing == {"work": "ValueError: not yet"}
    async with asyncio.timeout(10):
        while daemon._failing:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    keeping.cancel()


def test_workers_of_other_machines_are_told_of_when_they_are_of_another_version_or_gone() -> None:
    refused = "The worker tcp://10.0.0.2:4000 runs Postern 0.0.9: start it anew with this version."
    crew = Crew("tcp://10.0.0.1:8786", 1, (refused,))
    assert complaints(replace(WELL, crew=crew), NOON) == [refused]
    gone = Crew("tcp://10.0.0.1:8786", 0, (), "OSError: refused", NOON - timedelta(minutes=9))
    assert complaints(replace(WELL, crew=gone), NOON) == []
    (told,) = complaints(replace(WELL, crew=replace(gone, since=NOON - timedelta(minutes=11))), NOON)
    assert told == (
        "No worker of this version has been at tcp://10.0.0.1:8786 for 11 minutes (OSError: refused); "
        "turns and documents wait. Look with: postern gm doctor"
    )
    (told,) = complaints(replace(WELL, crew=replace(gone, since=NOON - timedelta(hours=1), fallback=True)), NOON)
    assert "local processes do their work" in told


@pytest.mark.parametrize("crew", [None, Crew("tcp://h:1", 2), Crew("tcp://h:1", 0, ("one", "two"), "fault", NOON, True)])
def test_what_is_known_of_workers_is_read_as_it_was_written(tmp_path: Path, crew: Crew | None) -> None:
    facts = replace(WELL, crew=crew)
    _write(health_file(tmp_path), facts)
    assert read_facts(tmp_path) == facts


def test_a_heartbeat_of_before_there_were_such_workers_can_be_read(tmp_path: Path) -> None:
    _write(health_file(tmp_path), WELL)
    fields = json.loads(health_file(tmp_path).read_text())
    del fields["crew"]
    health_file(tmp_path).write_text(json.dumps(fields))
    assert read_facts(tmp_path) == WELL

"""Many games whose turns are due in the same minute: turns run and documents made, as the daemon does both side by side."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
from sqlmodel import Session, delete, select, update
from tests.desk.wayout import WayOut

from benchmarks.figures import Figure
from postern.desk.context import Desk, open_desk
from postern.desk.delivery.sending import Dispatch
from postern.desk.documents.work import SetupJob, TurnDone, set_up
from postern.desk.documents.workers import LocalWorkers, Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.games.seating import take_seat
from postern.desk.games.turns import Claimed, claim, commit
from postern.desk.runtime.signals import Signals
from postern.desk.settings.config import read_config
from postern.game.ruleset import Signup
from postern.store import games, outbox
from postern.store.tables import Game, OutboxLetter, OutState

_SIZES = (12, 6, 12, 8)
_FEW, _SOME, _MANY = 10, 100, 1000
_WARM_UP = 4
"""Games whose turns the workers run before anything is measured."""
_CORES = 2
_MEGABYTE = 1_000_000
SETTINGS = """
[post]
address = "orders@postern.test"
[post.secret]
[post.mailbox]
kind = "maildir"
path = "mail"
[post.smtp]
host = "127.0.0.1"
port = 9
security = "plain"
[desk]
data = "var"
[work]
workers = 2
"""


def thousand() -> list[Figure]:
    """1,000 games of Great Jewels due in the same minute, each with one person and 5 to 11 computer players."""
    return _measured((_FEW, _SOME, _MANY))


def hundred() -> list[Figure]:
    """The same with 100 games, for a look in between."""
    return _measured((_FEW, _SOME))


def _measured(counts: tuple[int, ...]) -> list[Figure]:
    figures, costs = [], {}
    workers = LocalWorkers(_CORES)
    try:
        taken = {count: _due_at_once(workers, count) for count in (_WARM_UP, *counts)}
    finally:
        workers.close()
    for count in counts:
        seconds, peak = taken[count]
        costs[count] = seconds / count
        figures.append(
            Figure(
                f"{count} games due at once, a report with all documents in each",
                f"{60 * count / seconds:.0f} games a minute",
                "",
                f"{seconds:.0f} s on {_CORES} processes; {costs[count]:.2f} s a game; {peak / _MEGABYTE:.0f} MB in all at most",
            )
        )
    fewest, most = min(counts), max(counts)
    growth = f"{(costs[most] / costs[fewest] - 1) * 100:+.0f} %"
    figures.append(Figure(f"cost of a game, {most} games against {fewest}", growth, "within 20 %"))
    return figures


def _due_at_once(workers: Workers, count: int) -> tuple[float, int]:
    with _desk() as desk:
        open_games(desk, count)
        return _run_all(desk, workers, count)


@contextlib.contextmanager
def _desk() -> Iterator[Desk]:
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        home = Path(folder)
        (home / "games").mkdir()
        (home / "postern.toml").write_text(SETTINGS)
        desk = open_desk(read_config(home / "postern.toml"))
        try:
            yield desk
        finally:
            desk.close()


def open_games(desk: Desk, count: int) -> None:
    """Games ready for their first turn, which is due now."""
    names = []
    for number in range(1, count + 1):
        seats, name = _SIZES[number % len(_SIZES)], f"QJ-{number}"
        names.append(name)
        (desk.config.games_folder / f"{name.lower()}.toml").write_text(
            f'name = "{name}"\nruleset = "great_jewels"\nseats = {seats}\ncomputers = {seats - 1}\nseed = "{name}"\n'
        )
    desk.read_files()
    for name in names:
        asyncio.run(master.create(desk, name))
    desk.store.write_now(_sit_down, desk)
    claims = [desk.store.write_now(_claim, desk, name) for name in names]
    with ProcessPoolExecutor(_CORES) as pool:
        for claimed, done in zip(claims, pool.map(_set_up, [claimed.job for claimed in claims], chunksize=4), strict=True):
            desk.store.write_now(commit, desk, claimed, done)
    desk.store.write_now(_make_due)


def _sit_down(session: Session, desk: Desk) -> None:
    for number, game in enumerate(games.in_states(session)):
        take_seat(session, desk, game, f"p{number}@players.test", Signup("ANNE", {"type": "RILRIS"}), datetime.now(UTC))


def _claim(session: Session, desk: Desk, name: str) -> Claimed:
    game = games.by_name(session, name)
    claimed = claim(session, desk, game.id, True) if game is not None else None
    if claimed is None:
        raise RuntimeError(f"{name} could not be started")
    return claimed


def _set_up(job: SetupJob) -> TurnDone:
    return set_up(job)


def _make_due(session: Session) -> None:
    session.exec(delete(OutboxLetter))
    session.exec(update(Game).values(deadline=datetime.now(UTC) - timedelta(seconds=1)))


def _run_all(desk: Desk, workers: Workers, count: int) -> tuple[float, int]:
    """Seconds until every turn has run and every report is drawn, and the most memory that all processes had together."""
    peak, stop = [0], threading.Event()
    watcher = threading.Thread(target=_watch, args=(peak, stop))
    watcher.start()
    began = time.perf_counter()
    try:
        asyncio.run(turns_and_documents(desk, workers))
    finally:
        seconds = time.perf_counter() - began
        stop.set()
        watcher.join()
    check_finished(desk, count)
    return seconds, peak[0]


def check_finished(desk: Desk, count: int) -> None:
    """Raises RuntimeError where fewer reports than these were finished."""
    finished = desk.store.write_now(
        lambda session: len(session.exec(select(OutboxLetter.id).where(OutboxLetter.state == OutState.WAITING)).all())
    )
    if finished < count:
        raise RuntimeError(f"{finished} reports were finished instead of {count}")


async def turns_and_documents(desk: Desk, workers: Workers) -> None:
    """Runs every turn that is due and draws all documents, both side by side."""
    signals = Signals()
    dispatch = Dispatch(desk, WayOut(), workers, signals)
    over = asyncio.Event()

    async def turns() -> None:
        while await desk.store.read(games.any_due, desk.clock.now()):
            await run_due(desk, workers, signals.drafts.set)
        over.set()
        signals.drafts.set()

    async def documents() -> None:
        while True:
            signals.drafts.clear()
            while await dispatch.finish_waiting():
                pass
            if over.is_set() and not (await desk.store.read(outbox.counts)).get(OutState.DRAFT):
                return
            await signals.drafts.wait()

    await asyncio.gather(turns(), documents())


def _watch(peak: list[int], stop: threading.Event) -> None:
    process = psutil.Process(os.getpid())
    while not stop.wait(0.5):
        with contextlib.suppress(psutil.Error):
            total = sum(one.memory_info().rss for one in (process, *process.children(recursive=True)))
            peak[0] = max(peak[0], total)

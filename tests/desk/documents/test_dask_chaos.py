"""Fifty turns, and some letters, while workers and scheduler are killed at random moments: each once, as computed here."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import Session, col, select

from postern.desk.context import Desk
from postern.desk.delivery.sending import Dispatch
from postern.desk.documents.dask_workers import DaskWorkers, Pace
from postern.desk.documents.workers import LocalWorkers
from postern.desk.gamemaster import master
from postern.desk.games.turns import advance
from postern.desk.runtime.signals import Signals
from postern.desk.settings.config import WorkSettings
from postern.post.troubles import Troubles
from postern.store.tables import Game, OutboxLetter, Seat, SeatReport, TurnRecord
from tests.desk.box import GAME, POSTERN, Box, parse, text_of
from tests.desk.wayout import WayOut
from tests.servers.dask import RealDask

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("dask")]

_GAMES, _TURNS = 5, 10
_LETTERS = 2
_SEED = 20
_PACE = Pace(look=0.3, answer=2.0, without=60.0, slow=30.0)
_BOUND = 200.0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "toy-1.toml").write_text(GAME)
    practice = '[practice]\nrulesets = ["great_jewels"]\nseats = 4\n'
    (tmp_path / "postern.toml").write_text(POSTERN.partition("[practice]")[0] + practice)
    return tmp_path


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealDask]:
    server = RealDask(tmp_path)
    server.start_scheduler()
    yield server
    server.close()


class Killer:
    """Kills a worker or the scheduler some moments after some more turns have run, and starts what is missing."""

    def __init__(self, server: RealDask) -> None:
        self._server = server
        self._chance = random.Random(_SEED)
        self._ran = asyncio.Semaphore(0)
        self.killed: Counter[str] = Counter()

    def turn_has_run(self) -> None:
        """Tells it that one more turn has run."""
        self._ran.release()

    async def run(self) -> None:
        """Kills again and again."""
        while True:
            for _ in range(self._chance.randint(3, 6)):
                await self._ran.acquire()
            await asyncio.sleep(self._chance.uniform(0.0, 0.8))
            server = self._server
            if self._chance.random() < 0.3:
                self.killed["scheduler"] += 1
                await asyncio.to_thread(server.kill_scheduler)
                for worker in list(server.workers):
                    await asyncio.to_thread(server.kill, worker)
                server.start_scheduler()
            else:
                self.killed["worker"] += 1
                await asyncio.to_thread(server.kill, self._chance.choice(server.workers))
            while len(server.workers) < 2:
                server.add_worker(_SLOW)


_SLOW = "tests.desk.documents.dask_slow_turns"


@pytest.mark.timeout(400)
@pytest.mark.shown(*(f"player{number}@a.example" for number in range(_GAMES)))
async def test_fifty_turns_among_the_dying(desk: Desk, box: Box, server: RealDask) -> None:
    for number in range(_GAMES):
        box.send(f"player{number}@a.example", "PRACTICE")
    workers = DaskWorkers(WorkSettings(workers=server.setting, fallback=False), Path(), Troubles(), _PACE)
    server.add_worker(_SLOW)
    server.add_worker(_SLOW)
    killer = Killer(server)
    dispatch = Dispatch(desk, WayOut(), workers, Signals())

    async def play(game_id: int) -> None:
        for _ in range(_TURNS + 1):
            while not await advance(desk, workers, game_id, force=True):  # noqa: ASYNC110
                await asyncio.sleep(0.2)
            killer.turn_has_run()

    numbers = await desk.store.read(lambda session: list(session.exec(select(Game.id)).all()))
    assert len(numbers) == _GAMES
    helpers = [asyncio.create_task(killer.run())]
    began, drawn = time.monotonic(), 0
    try:
        async with asyncio.timeout(_BOUND):
            await asyncio.gather(*(play(number) for number in numbers))
            while drawn < _LETTERS:
                drawn += await dispatch.finish_waiting()
        took = time.monotonic() - began
        for helper in helpers:
            assert not helper.done()
    finally:
        for helper in helpers:
            helper.cancel()
        await asyncio.gather(*helpers, return_exceptions=True)
        workers.close()
    print(f"{_GAMES * _TURNS} turns in {took:.0f} s; killed: {dict(killer.killed)}")
    assert killer.killed["worker"] >= 2, "they must have been killed for this to prove anything"
    assert killer.killed["scheduler"] >= 1
    await desk.store.read(_each_once)
    letters = [parse(row.raw) for row in box.rows() if row.kind == "report" and row.raw is not None]
    assert len(letters) == drawn
    for letter in letters:
        assert "could not be made" not in text_of(letter)
    names = await desk.store.read(lambda session: list(session.exec(select(Game.name)).all()))
    for name in names:
        for turn in range(1, _TURNS + 1):
            replayed = await master.replay(desk, LocalWorkers(0), name, turn)
            assert replayed.same, (name, turn, replayed.differences)


def _each_once(session: Session) -> None:
    """Every turn ran once, every seat has one report of it, its player one letter."""
    records = session.exec(select(TurnRecord)).all()
    runs = Counter((record.game_id, record.turn) for record in records)
    assert len(runs) == _GAMES * (_TURNS + 1)
    assert set(runs.values()) == {1}
    assert {record.attempt for record in records} == {1}
    told = Counter(session.exec(select(SeatReport.turn_id)).all())
    assert set(told) == {record.id for record in records}
    people = session.exec(select(col(Seat.id)).where(col(Seat.computer).is_(False))).all()
    letters = Counter(session.exec(select(OutboxLetter.dedupe_key).where(OutboxLetter.kind == "report")).all())
    assert len(letters) == _GAMES * (_TURNS + 1)
    assert set(letters.values()) == {1}
    assert len(people) == _GAMES

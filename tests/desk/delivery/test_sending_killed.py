"""Whoever ends in the middle of a batch, killed or told to stop, has written down what it had sent until just before."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import pytest
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.delivery.sending import BATCH, Dispatch
from postern.desk.documents.workers import LocalWorkers
from postern.desk.runtime.signals import Signals
from postern.post.smtp import SendResult
from postern.store import outbox
from postern.store.tables import OutState
from tests.desk.wayout import WayOut
from tests.post.watching import until

LETTERS = BATCH
PROGRAM = """
import asyncio, sys, time
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from postern.desk.settings.config import read_config
from postern.desk.context import open_desk
from postern.desk.delivery.sending import Dispatch
from postern.desk.runtime.signals import Signals
from postern.desk.documents.workers import LocalWorkers
from tests.desk.wayout import WayOut
from tests.post.watching import until

class Slow(WayOut):
    async def send(self, sender, recipient, raw):
        await asyncio.sleep(0.4)
        print(recipient, time.monotonic(), flush=True)
        return await super().send(sender, recipient, raw)

asyncio.run(Dispatch(open_desk(read_config(Path(sys.argv[1]))), Slow(), LocalWorkers(0), Signals()).send())
"""


def fill(desk: Desk) -> None:
    """A whole batch, each letter to a reader of its own."""
    now = desk.clock.now()
    for number in range(LETTERS):
        letter = outbox.NewOutboxLetter(
            message_id=f"<{number}@x>",
            dedupe_key=str(number),
            kind="news",
            recipient=f"reader-{number}@a.example",
            subject="s",
            raw=b"Subject: s\r\n\r\n",
            next_try=now,
            created_at=now,
        )
        desk.store.write_now(outbox.write, letter)


async def send_the_rest(desk: Desk) -> list[str]:
    """What a desk that is opened afterwards sends: to whom."""
    for owner in desk.store.write_now(outbox.owners):
        desk.store.write_now(outbox.release, owner)
    out = WayOut()
    dispatch = Dispatch(desk, out, LocalWorkers(0), Signals())
    while await dispatch.send_waiting():
        pass
    return [letter.recipient for letter in out.handed]


@pytest.mark.slow
async def test_a_kill_repeats_only_what_was_sent_in_the_last_moments(desk: Desk, home: Path) -> None:
    fill(desk)
    project = str(Path(__file__).parents[3])
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, str(home / "postern.toml"), project), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    taken: dict[str, float] = {}
    while len(taken) < 24:
        recipient, moment = (await process.stdout.readline()).split()
        taken[recipient.decode()] = float(moment)
    process.kill()
    killed = time.monotonic()
    for line in (await process.stdout.read()).splitlines():
        recipient, moment = line.split()
        taken[recipient.decode()] = float(moment)
    await process.wait()
    assert 24 <= len(taken) < LETTERS, "it was killed in the middle of a batch"
    rest = await send_the_rest(desk)
    assert set(rest) | set(taken) == {f"reader-{number}@a.example" for number in range(LETTERS)}
    assert len(set(rest)) == len(rest)
    repeated = set(rest) & set(taken)
    assert [name for name in repeated if taken[name] < killed - 1.0] == []
    assert len(repeated) <= 12


class Gate(WayOut):
    """Takes so many letters at once; the next ones only when it is opened."""

    def __init__(self, at_once: int) -> None:
        super().__init__()
        self.at_once = at_once
        self.opened = asyncio.Event()
        self.waiting = 0

    async def send(self, sender: str, recipient: str, raw: bytes) -> SendResult:
        """See ``Sender.send``."""
        if len(self.handed) >= self.at_once:
            self.waiting += 1
            await self.opened.wait()
        return await super().send(sender, recipient, raw)


def sent(desk: Desk) -> int:
    return desk.store.read_now(outbox.counts).get(OutState.SENT, 0)


async def test_what_a_slow_server_took_is_written_down_before_the_batch_is_over(desk: Desk) -> None:
    fill(desk)
    gate = Gate(10)
    sending = asyncio.create_task(Dispatch(desk, gate, LocalWorkers(0), Signals()).send())
    await until(lambda: sent(desk) == 10)
    assert not sending.done()
    gate.opened.set()
    await until(lambda: sent(desk) == LETTERS)
    assert len(gate.handed) == LETTERS
    sending.cancel()
    with suppress(asyncio.CancelledError):
        await sending
    assert await send_the_rest(desk) == []


@pytest.mark.parametrize("answers", [True, False])
async def test_who_is_told_to_stop_waits_for_the_servers_word_and_writes_it_down(
    desk: Desk, answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop in the middle of a batch: no letter goes twice; one without an answer goes again, since nobody knows."""
    monkeypatch.setattr("postern.desk.delivery.sending._LAST_WORDS", 0.3)
    fill(desk)
    gate = Gate(10)
    sending = asyncio.create_task(Dispatch(desk, gate, LocalWorkers(0), Signals()).send())
    await until(lambda: gate.waiting)
    sending.cancel()
    if answers:
        asyncio.get_running_loop().call_later(0.1, gate.opened.set)
    with suppress(asyncio.CancelledError):
        await sending
    taken = [letter.recipient for letter in gate.handed]
    assert len(taken) == (10 + gate.waiting if answers else 10)
    assert sent(desk) == len(taken)
    rest = await send_the_rest(desk)
    assert len(rest) == LETTERS - len(taken)
    assert not set(rest) & set(taken)


async def test_while_the_database_takes_nothing_a_slow_batch_goes_on_and_is_written_down_at_its_end(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import OperationalError

    fill(desk)
    tried = 0
    mark_sent = outbox.mark_sent

    def locked(session: Session, ids: Sequence[int], owner: str, now: datetime) -> None:
        nonlocal tried
        tried += 1
        if tried < 3:
            raise OperationalError("UPDATE", {}, Exception("database is locked"))
        mark_sent(session, ids, owner, now)

    monkeypatch.setattr("postern.store.outbox.mark_sent", locked)
    gate = Gate(10)
    dispatch = Dispatch(desk, gate, LocalWorkers(0), Signals())
    sending = asyncio.create_task(dispatch.send_waiting())
    await until(lambda: tried == 2)
    gate.opened.set()
    assert await sending == LETTERS
    assert sent(desk) == len(gate.handed) == LETTERS

"""What will not heal by itself is told to the game masters, past the outbox where the database is the trouble."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError

from postern.desk.context import Desk
from postern.desk.outbox import alarm
from postern.desk.outbox.alarm import Alarm
from postern.desk.runtime.signals import Signals
from postern.post import troubles
from postern.post.troubles import Troubles
from tests.desk.wayout import WayOut

DATABASE = "the database"
DAY = 86_400.0


class Passing:
    """Seconds that pass when they are told to, for whatever asks the module ``time``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        for module in (alarm, troubles):
            monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now))


async def test_a_database_that_fails_again_is_told_past_the_outbox_again_but_once_a_day(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    monkeypatch.setattr(Alarm, "_clock_ahead", lambda _: 0.0)
    passing, line, found = Passing(monkeypatch), WayOut(), Troubles()
    watcher = Alarm(desk, found, line, Signals())
    monkeypatch.setattr(desk.store, "write", full)

    async def fails_for_a_while() -> int:
        """How many letters have left by the end of it."""
        for _ in range(3):
            found.failed(DATABASE, "database or disk is full", person=True)
            passing.now += desk.config.desk.tell_after.total_seconds()
            await watcher.look()
        found.worked(DATABASE)
        passing.now += 60
        await watcher.look()
        return len(line.handed)

    assert await fails_for_a_while() == 1
    passing.now += DAY / 2
    assert await fails_for_a_while() == 1
    passing.now += DAY
    assert await fails_for_a_while() == 2
    assert {letter.recipient for letter in line.handed} == {"gm@example.org"}

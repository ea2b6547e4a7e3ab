"""The database is full, locked, read-only; the daemon is killed: letters and turns wait, and go on as if nothing had been."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import event

from postern.desk.gamemaster import master
from tests.desk.box import text_of
from tests.faults.house import House, until
from tests.faults.test_mailbox import lines, said_once

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("faults")]


def pages(house: House) -> int:
    """How large the database is."""
    with closing(sqlite3.connect(house.database)) as line:
        return int(line.execute("PRAGMA page_count").fetchone()[0])


class Harm:
    """A pragma on every connection of the desk to its database, until ``well``."""

    def __init__(self, house: House, bad: str, good: str) -> None:
        self._engine = house.desk.store.engine
        self._good = good
        self._now = bad
        event.listen(self._engine, "checkout", self._set)

    def _set(self, connection: Any, *_: object) -> None:
        connection.execute(self._now)

    def well(self) -> None:
        self._now = self._good


def harm(house: House, kind: str) -> Harm:
    """``full``: SQLite says what it says on a full disk; ``read-only``: as on a disk mounted so after a fault."""
    if kind == "full":
        return Harm(house, f"PRAGMA max_page_count={pages(house)}", "PRAGMA max_page_count=1073741823")
    return Harm(house, "PRAGMA query_only=ON", "PRAGMA query_only=OFF")


@pytest.mark.parametrize("kind", ["full", "read-only"])
async def test_letters_wait_for_a_database_that_takes_nothing_and_the_master_hears_past_it(
    house: House, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    await house.start()
    await house.ask()
    await until(lambda: house.folder("Handled") == 1, "the first letter is moved")
    bad = harm(house, kind)
    waiting = [await house.post("GAMES\n" + "// words and words\n" * 200 * number) for number in (1, 2, 3, 4)]
    told = await house.letter("gm", "the database fails")
    assert "whether the disk is full" in " ".join(text_of(told).split())
    assert "has connections left" in " ".join(text_of(told).split())
    assert "full" in text_of(told) or "readonly" in text_of(told)
    assert house.mail.letters(house.address("desk")), "what could not be kept is still in the mailbox"
    bad.well()
    for message_id in waiting:
        await house.answer(message_id)
    await house.tidy()
    assert len(house.letters("gm")) == 1
    said_once(caplog, "the database")
    assert not lines(caplog, "the task")


async def test_a_turn_waits_for_a_locked_database_and_runs_once(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("postern.store.engine._PATIENCE_MS", 200)
    await house.start()
    report = await house.seat()
    await house.post("guess 3\nREADY", to=str(report["Reply-To"]))
    house.lock_database()
    await asyncio.sleep(1.2)
    house.unlock_database()
    await house.letter("ann", "report of turn 1")
    line = await master.show(house.desk, "TOY-1")
    assert (line.turn, line.state) == (2, "running"), "the game was not paused for it"
    assert len([letter for letter in house.letters("ann") if "report of turn 1" in str(letter["Subject"])]) == 1
    said_once(caplog, "the database")


async def test_a_locked_database_at_the_start_is_waited_for(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("postern.store.engine._PATIENCE_MS", 200)
    await house.start()
    await house.ask()
    await house.stop()
    message_id = await house.post("HELP")
    await house.start(locked=True)
    await asyncio.sleep(1.0)
    house.unlock_database()
    await house.answer(message_id)
    await house.tidy()
    said_once(caplog, "the database")


async def test_a_crash_at_any_of_these_moments_loses_nothing(house: House) -> None:
    await house.start()
    await house.ask()
    for pause in (0.0, 0.05, 0.15, 0.4):
        message_id = await house.post("HELP")
        await asyncio.sleep(pause)
        await house.crash()
        await house.start()
        await house.answer(message_id)
    await house.tidy(copies=True)

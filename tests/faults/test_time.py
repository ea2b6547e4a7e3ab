"""The clock is set by an hour: no turn runs twice, none is skipped. A daemon that dies again and again runs its turn."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from postern.desk.gamemaster import master
from postern.desk.timing.clock import SystemClock
from postern.store import journal, turns
from tests.desk.box import GAME
from tests.faults.house import House, until

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("faults")]
HOUR = timedelta(hours=1)
BEFORE = datetime(2026, 11, 27, 18, 30, tzinfo=UTC)
"""Half an hour before the deadline of the game."""


class WrongClock(SystemClock):
    """The machine's clock, set to another time, and set anew while the daemon runs."""

    def __init__(self, start: datetime) -> None:
        super().__init__()
        self.off = start - datetime.now(UTC)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.off

    def elapsed(self) -> float:
        return super().elapsed() + self.off.total_seconds()


@pytest.fixture
def clock(house: House) -> WrongClock:
    found = WrongClock(BEFORE)
    house.clock = found
    return found


async def begin(house: House) -> None:
    """A running game with a deadline on Friday at eight in the evening in Berlin."""
    await house.start()
    await house.seat()
    line = await master.show(house.desk, "TOY-1")
    assert line.turn == 1


async def turn(house: House) -> int:
    return (await master.show(house.desk, "TOY-1")).turn


async def test_a_clock_set_forward_past_the_deadline_runs_the_turn_once(house: House, clock: WrongClock) -> None:
    await begin(house)
    deadline = (await master.show(house.desk, "TOY-1")).deadline
    assert deadline is not None
    clock.off += deadline - clock.now() - timedelta(minutes=30) + HOUR
    await house.letter("ann", "report of turn 1")
    clock.off -= HOUR
    await house.ask("HELP")
    await asyncio.sleep(2.5)
    assert await turn(house) == 2, "set right again, the same deadline does not run a second turn"
    following = (await master.show(house.desk, "TOY-1")).deadline
    assert following is not None
    assert following - deadline == timedelta(days=7)
    clock.off += following - clock.now() + timedelta(seconds=1)
    await house.letter("ann", "report of turn 2")
    assert await turn(house) == 3, "and the next one is not skipped"


async def test_a_clock_set_back_keeps_no_letter_waiting_for_an_hour(house: House, clock: WrongClock) -> None:
    await begin(house)
    house.smtp.refusing = True
    house.smtp.cut()
    waiting = await house.post("HELP")
    await until(lambda: house.troubled("the way out"), "the letter waits")
    clock.off -= HOUR
    house.smtp.well()
    await house.answer(waiting)
    await house.ask("HELP")
    assert await turn(house) == 1


async def test_a_missed_turn_runs_in_the_end_however_often_the_daemon_dies(
    house: House, clock: WrongClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("postern.desk.service.daemon._LONGEST_QUIET", 6.0)
    await begin(house)
    deadline = (await master.show(house.desk, "TOY-1")).deadline
    assert deadline is not None
    await house.stop()
    clock.off += deadline - clock.now() + HOUR
    for _ in range(12):
        await house.start()
        await asyncio.sleep(2)
        ran = await turn(house)
        await house.crash()
        if ran == 2:
            break
    assert ran == 2, "each life is shorter than the quiet that a missed turn waits for"
    await house.start()
    await house.letter("ann", "report of turn 1")
    assert len([letter for letter in house.letters("ann") if "report of turn 1" in str(letter["Subject"])]) == 1


async def test_a_missed_turn_waits_for_a_mailbox_that_is_slow_to_open(house: House, clock: WrongClock) -> None:
    await begin(house)
    report = await house.letter("ann", "the game begins")
    deadline = (await master.show(house.desk, "TOY-1")).deadline
    assert deadline is not None
    await house.stop()
    await house.post("guess 3\nbuy 3", to=str(report["Reply-To"]))
    clock.off += deadline - clock.now() + HOUR
    house.imap.refusing = True
    await house.start()
    await asyncio.sleep(4)
    assert await turn(house) == 1, "longer than the quiet, and still the letters were not seen"
    house.imap.well()
    await house.letter("ann", "report of turn 1")
    noted = await house.desk.store.read(journal.newest, 1, "missed")
    assert noted is not None


async def test_after_a_sleep_of_the_machine_the_mailbox_is_read_before_the_turn_runs(house: House, clock: WrongClock) -> None:
    await begin(house)
    report = await house.letter("ann", "the game begins")
    deadline = (await master.show(house.desk, "TOY-1")).deadline
    assert deadline is not None
    house.imap.stalled = True  # the machine is asleep: the connection stands, and nobody hears of the letter
    await house.post("guess 3\nbuy 3", to=str(report["Reply-To"]))
    clock.off += deadline - clock.now() + 2 * HOUR
    await asyncio.sleep(2)
    assert await turn(house) == 1, "nobody has looked into the mailbox since the machine is awake"
    house.imap.well()
    await house.letter("ann", "report of turn 1")
    record = await house.desk.store.read(turns.record, 1, 1)
    assert record is not None
    assert "buy 3" in record.sheets.decode()
    assert house.daemon is not None
    assert not house.troubled("the mailbox")


async def test_a_start_that_was_missed_waits_for_the_letters_that_came_meanwhile(house: House, clock: WrongClock) -> None:
    await house.start()
    text = GAME.replace("seats = 3", "seats = 3\nmin_players = 1\nstarts = 2026-11-28T12:00:00")
    (house.config.games_folder / "toy-1.toml").write_text(text)
    house.desk.read_files()
    await master.create(house.desk, "TOY-1")
    await house.post("JOIN TOY-1\nNAME=ANN\n")
    asked = await house.letter("ann", "Please confirm")
    await house.stop()
    await house.post("yes", to=str(asked["Reply-To"]))
    clock.off += timedelta(days=8)
    await house.start()
    await house.letter("ann", "the game begins")
    assert not [letter for letter in house.letters("ann") if "moves" in str(letter["Subject"])]

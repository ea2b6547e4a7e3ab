"""A clock that jumps undoes nobody's turn: what cannot be undone waits until it is right, or a mail server agrees with it."""

from __future__ import annotations

import asyncio
import email.utils
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import cast

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.games.due import run_due
from postern.desk.letters.intake import Intake
from postern.desk.runtime.signals import Signals
from postern.desk.service.backups import Backups, made
from postern.desk.settings.config import BackupSettings
from postern.desk.timing.clock import ManualClock, SystemClock
from postern.desk.timing.doubt import ClockWatch
from postern.post.source import Fetched, LetterKey, Source
from postern.post.stamps import server_stamp
from tests.desk.box import NOON, Box, text_of
from tests.desk.playing import ANN, BOB, begin, game_of

WEEK, HOUR = timedelta(days=7), timedelta(hours=1)
WAIT = timedelta(hours=12)


def turn(desk: Desk) -> int:
    return desk.store.read_now(lambda session: game_of(session).turn)


def due(box: Box, workers: Workers) -> str:
    """What the game master is told when the desk looks at what is due."""
    asyncio.run(run_due(box.desk, workers))
    return " ".join(" ".join(text_of(one).split()) for one in box.news() if one["To"] == "gm@example.org")


def comes(desk: Desk, stamp: datetime) -> None:
    """A letter comes from the mailbox, with this stamp of our own server."""
    when = email.utils.format_datetime(stamp)
    raw = f"Received: from a by mx.example.org; {when}\r\nFrom: {ANN}\r\nDate: Fri, 1 Jan 1999 00:00:00 +0000\r\n\r\nHELP\r\n"
    asyncio.run(
        Intake(desk, cast(Source, _Nowhere()), Signals()).store([Fetched(LetterKey("INBOX", 1, "1"), raw.encode(), True)])
    )


class _Nowhere:
    """A mailbox in which nothing is moved."""

    def settle(self, keys: object, outcome: object) -> None:
        pass


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, ANN=ANN, BOB=BOB)


def test_a_jump_of_a_week_for_25_seconds_runs_no_turn(
    first: object, box: Box, desk: Desk, workers: Workers, clock: ManualClock
) -> None:
    clock.jump(WEEK + HOUR * 9)
    told = due(box, workers)
    assert "The clock of this machine shows 27 Nov 2026, 21:00 UTC" in told
    assert "it should show 20 Nov 2026, 12:00 UTC" in told
    clock.advance(timedelta(seconds=25))
    assert due(box, workers) == "", "told once"
    clock.jump(-WEEK - HOUR * 9)
    assert due(box, workers) == ""
    assert turn(desk) == 1
    clock.advance(WEEK + HOUR * 9)
    due(box, workers)
    assert turn(desk) == 2, "the deadline itself is kept"


def test_a_mail_servers_stamp_ends_the_doubt(first: object, box: Box, desk: Desk, workers: Workers, clock: ManualClock) -> None:
    clock.jump(WEEK + HOUR * 9)
    due(box, workers)
    comes(desk, clock.now() - WEEK)
    due(box, workers)
    assert turn(desk) == 1, "an old stamp proves nothing"
    comes(desk, clock.now() - timedelta(minutes=3))
    due(box, workers)
    assert turn(desk) == 2


def test_without_any_second_clock_the_wait_ends(
    first: object, box: Box, desk: Desk, workers: Workers, clock: ManualClock
) -> None:
    clock.jump(WEEK + HOUR * 9)
    due(box, workers)
    clock.advance(WAIT - HOUR)
    due(box, workers)
    assert turn(desk) == 1
    clock.advance(HOUR)
    due(box, workers)
    assert turn(desk) == 2


def test_a_stamp_that_speaks_against_the_clock_prolongs_the_wait(
    first: object, box: Box, desk: Desk, workers: Workers, clock: ManualClock
) -> None:
    clock.jump(WEEK + HOUR * 9)
    due(box, workers)
    clock.advance(WAIT - HOUR)
    comes(desk, clock.now() - WEEK - HOUR * 9)
    clock.advance(WAIT - HOUR)
    due(box, workers)
    assert turn(desk) == 1


def test_a_clock_that_is_put_right_by_seconds_is_believed(
    first: object, box: Box, desk: Desk, workers: Workers, clock: ManualClock
) -> None:
    for _ in range(30):
        clock.jump(timedelta(seconds=40))
        assert due(box, workers) == ""
    clock.advance(WEEK + HOUR * 9)
    due(box, workers)
    assert turn(desk) == 2


def test_a_step_with_nothing_due_is_settled_by_any_letter(
    first: object, box: Box, desk: Desk, workers: Workers, clock: ManualClock
) -> None:
    """A machine whose clock is set by hours soon after its start does not hold up the turn of next week."""
    clock.jump(HOUR * 3)
    comes(desk, clock.now())
    box.handle()
    clock.advance(WEEK + HOUR * 9)
    due(box, workers)
    assert turn(desk) == 2


# --- others of the kind --------------------------------------------------------------------------------------------------


def test_a_vote_is_not_over_by_a_clock_that_jumps(box: Box, desk: Desk, workers: Workers, clock: ManualClock) -> None:
    letters = begin(box, workers, ANN=ANN, BOB=BOB)
    box.reply(letters["ANN"], "PROPOSE EXTEND 2d")
    clock.jump(timedelta(days=5, seconds=1))
    asyncio.run(run_due(desk, workers))
    assert not [one for one in box.news() if "the vote is" in str(one["Subject"])]
    comes(desk, clock.now())
    asyncio.run(run_due(desk, workers))
    assert [one for one in box.news() if "the vote is" in str(one["Subject"])]


def test_no_backup_is_thrown_away_under_a_clock_that_jumps(desk: Desk, clock: ManualClock) -> None:
    desk.config = desk.config.model_copy(update={"backup": BackupSettings(every=timedelta(days=1), keep=1)})
    backups = Backups(desk, Signals())
    assert backups.make_if_due()
    clock.jump(WEEK)
    assert backups.make_if_due()
    assert len(made(desk.config.data / desk.config.backup.folder)) == 2
    clock.jump(-WEEK)
    clock.advance(timedelta(days=1))
    assert backups.make_if_due()


def test_a_machine_that_slept_has_no_doubt() -> None:
    """Where the system counts the seconds asleep; a clock that is set while it is awake is noticed."""
    clock = ManualClock(NOON)
    watch = ClockWatch(clock)
    clock.advance(WEEK)
    assert watch.look(WAIT) is None
    clock.jump(-HOUR)
    doubt = watch.look(WAIT)
    assert doubt is not None
    assert doubt.expected - doubt.shown == HOUR


def test_the_systems_seconds_pass() -> None:
    clock = SystemClock()
    began = clock.elapsed()
    assert clock.elapsed() >= began > 0


@pytest.mark.parametrize("head", [b"", b"Subject: x", b"Received: from a by b; no day at all", b"Date: 99 Foo"])
def test_a_letter_without_a_time_says_nothing(head: bytes) -> None:
    assert server_stamp(head) is None

"""A turn waits for a mailbox that could not be read before its deadline, and not for ever."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import note_missed, run_due
from postern.desk.runtime.facts import Facts, Queues
from postern.desk.service.daemon import Daemon
from postern.desk.service.heartbeat import health_file
from postern.desk.timing.clock import ManualClock
from postern.post.condition import Condition, Link
from postern.post.maildir import MaildirSource
from postern.post.settings import MaildirSettings
from postern.store import journal
from tests.desk.box import GAME, Box, text_of
from tests.post.watching import until

DEADLINE = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)


def at(desk: Desk, clock: ManualClock, workers: Workers, moment: datetime) -> int:
    """Which turn is awaited after a look at this moment."""
    clock.advance(moment - clock.now())
    asyncio.run(run_due(desk, workers))
    return asyncio.run(master.show(desk, "TOY-1")).turn


def unread(desk: Desk, since: datetime | None) -> None:
    desk.unread_since = lambda: since


def test_orders_that_lie_unread_at_the_deadline_count(
    desk: Desk, box: Box, clock: ManualClock, workers: Workers, report: EmailMessage
) -> None:
    unread(desk, DEADLINE - timedelta(hours=3))
    assert at(desk, clock, workers, DEADLINE) == 1
    assert box.news() == [], "what lasts seconds is told to nobody"
    assert at(desk, clock, workers, DEADLINE + timedelta(hours=2)) == 1
    assert at(desk, clock, workers, DEADLINE + timedelta(hours=3)) == 1
    (told,) = box.news()
    assert (told["To"], str(told["Subject"])) == ("gm@example.org", "[Postern] TOY-1 waits for the mailbox")
    text = " ".join(text_of(told).split())
    assert "could not be read since 27 Nov 2026, 16:00 UTC" in text
    assert "at most until 28 Nov 2026, 07:00 UTC" in text
    assert "postern game run-now TOY-1" in text
    unread(desk, None)
    box.put(box.letter(str(report["To"]), "guess 3", str(report["Reply-To"])))
    assert at(desk, clock, workers, clock.now()) == 1, "what came is handled first"
    box.handle()
    assert at(desk, clock, workers, clock.now()) == 2
    orders = next(seat for seat in asyncio.run(master.show(desk, "TOY-1")).seats if seat.name == "ANN")
    assert orders.missed == 0


@pytest.mark.parametrize(
    ("before", "after", "turn"),
    [
        (timedelta(minutes=29), timedelta(), 2),
        (timedelta(minutes=30), timedelta(), 1),
        (timedelta(hours=3), timedelta(hours=11, minutes=59), 1),
        (timedelta(hours=3), timedelta(hours=12), 2),
        (-timedelta(minutes=1), timedelta(hours=1), 2),
    ],
    ids=["a short outage", "a long one", "still within the wait", "not for ever", "one that began later"],
)
def test_how_long_a_turn_waits(
    desk: Desk,
    clock: ManualClock,
    workers: Workers,
    report: EmailMessage,
    before: timedelta,
    after: timedelta,
    turn: int,
) -> None:
    unread(desk, DEADLINE - before)
    assert at(desk, clock, workers, DEADLINE + after) == turn


def test_the_game_master_may_run_it_all_the_same(
    desk: Desk, clock: ManualClock, workers: Workers, report: EmailMessage
) -> None:
    unread(desk, DEADLINE - timedelta(hours=3))
    assert at(desk, clock, workers, DEADLINE) == 1
    assert asyncio.run(master.run_now(desk, workers, "TOY-1")) == 2


async def test_a_mailbox_is_read_until_it_fails_and_again_once_it_was_looked_through(tmp_path: Path) -> None:
    for part in ("new", "cur", "tmp"):
        (tmp_path / "mail" / part).mkdir(parents=True)
    source = MaildirSource(MaildirSettings(path=tmp_path / "mail", poll_every=0.02))
    began = source.looked.unread_since

    async def watch() -> None:
        async for _ in source.batches():
            pass

    task = asyncio.create_task(watch())
    async with asyncio.timeout(10):
        await source.looked.wait()
        (tmp_path / "mail").rename(tmp_path / "gone")
        await until(lambda: not source.looked.is_set())
        assert source.looked.unread_since >= began
        (tmp_path / "gone").rename(tmp_path / "mail")
        await source.looked.wait()
        await source.close()
        await task


@pytest.mark.parametrize("link", [Link.UP, Link.REFUSED])
def test_a_new_daemon_knows_from_the_one_before_since_when_the_mailbox_is_unread(desk: Desk, link: Link) -> None:
    seen, failed = datetime(2026, 1, 2, 12, 0, tzinfo=UTC), datetime(2026, 1, 2, 9, 0, tzinfo=UTC)
    facts = Facts(seen, 1, Condition(link, failed), Condition(Link.UP, failed), Queues(0, 0, 0, 0, 0), 1)
    health_file(desk.config.data).write_text(json.dumps(asdict(facts), default=datetime.isoformat))
    Daemon(desk)
    assert desk.unread_since() == (seen if link is Link.UP else failed)


def test_a_start_waits_for_a_mailbox_that_could_not_be_read(
    home: Path, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    day = "starts = 2026-11-25T12:00:00\nmin_players = 1\n"
    (home / "games" / "toy-1.toml").write_text(f"{GAME}{day}")
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-1"))
    starts = datetime(2026, 11, 25, 11, 0, tzinfo=UTC)
    unread(desk, starts - timedelta(hours=3))
    assert at(desk, clock, workers, starts + timedelta(hours=1)) == 0
    (told,) = box.news()
    text = " ".join(text_of(told).split())
    assert "The start of TOY-1 is due, but the mailbox could not be read" in text
    assert "postern game start TOY-1" in text
    unread(desk, None)
    (asked,) = box.send("ann@a.example", "JOIN TOY-1\nNAME=ANN")
    box.reply(asked, "")
    assert at(desk, clock, workers, clock.now()) == 1, "whoever wrote in time is a player"


def test_votes_that_lie_unread_when_the_time_is_over_count(
    desk: Desk, box: Box, clock: ManualClock, workers: Workers, report: EmailMessage
) -> None:
    (asked,) = [letter for letter in box.reply(report, "PROPOSE EXTEND 3d") if letter["To"] == "bob@b.example"]
    closes = clock.now() + timedelta(days=5)
    unread(desk, closes - timedelta(hours=3))
    at(desk, clock, workers, closes + timedelta(hours=1))
    unread(desk, None)
    (told, *_) = [letter for letter in box.reply(asked, "VOTE YES") if "the vote is" in str(letter["Subject"])]
    assert "This is passed" in " ".join(text_of(told).split())


def test_each_start_knows_when_what_is_missed_was_first_found_so(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    box.reply(report, "PROPOSE DRAW")
    box.reply(report, "PROPOSE END TURN 9")
    clock.advance(timedelta(days=30))
    assert desk.store.write_now(note_missed, clock.now()) == timedelta()
    noted = desk.store.read_now(journal.of_game, 1)
    assert len([line for line in noted if line.action == "missed"]) == 3, "a turn and two votes"
    clock.advance(timedelta(seconds=40))
    assert desk.store.write_now(note_missed, clock.now()) == timedelta(seconds=40)
    assert len(desk.store.read_now(journal.of_game, 1)) == len(noted)

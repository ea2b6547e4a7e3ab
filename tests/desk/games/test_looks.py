"""What is due waits for a look into the mailbox that began after its moment: a server may be silent about what came in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.mailbox_outage import at_hand
from postern.desk.service.daemon import Daemon
from postern.desk.timing.clock import ManualClock, SystemClock
from postern.post.imap import ImapSource
from postern.store import turns
from tests.desk.box import GAME, Box, parse, text_of
from tests.desk.games.test_mailbox_outage import DEADLINE, at, unread
from tests.desk.wayout import WayOut
from tests.post.odd_servers import Line, Odd, OddImap, as_it_should, serving
from tests.post.watching import until

BEFORE = timedelta(seconds=1.5)


class Shifted(SystemClock):
    """A clock that shows another time, and goes."""

    def __init__(self, start: datetime) -> None:
        super().__init__()
        self.off = start - datetime.now(UTC)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.off


async def deaf(line: Line, command: str, words: str) -> bool:
    """The first connection that idles is never answered again."""
    if command == "IDLE" and line.server.said["IDLE"] == 1:
        line.say("+ idling")
        line.writer = Mute(line.writer)  # type: ignore[assignment]
        return True
    return False


class Mute:
    """A writer whose words are lost on their way."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    def write(self, data: bytes) -> None:
        """Lost."""

    def close(self) -> None:
        """As of the writer itself."""
        self._writer.close()

    def is_closing(self) -> bool:
        """As of the writer itself."""
        return self._writer.is_closing()


@asynccontextmanager
async def silent(desk: Desk, workers: Workers, due: datetime, odd: Odd, raw: bytes) -> AsyncIterator[tuple[OddImap, WayOut]]:
    """A daemon a moment before something is due, and a letter that came in time and of which its server says nothing."""
    desk.clock = Shifted(due - BEFORE)
    sent = WayOut()
    async with serving(odd) as imap:
        source = ImapSource(imap.settings(timeout=0.6))
        daemon = Daemon(desk, source, sent, workers)
        running = asyncio.create_task(daemon.run())
        try:
            await until(lambda: imap.said["IDLE"], 1)
            imap.quiet = True
            imap.put(1, raw)
            yield imap, sent
        finally:
            daemon.stop()
            async with asyncio.timeout(10):
                await running


async def ran(desk: Desk) -> bool:
    return (await master.show(desk, "TOY-1")).turn == 2


async def holds(what: Callable[[], object]) -> None:
    """Waits as long as a look may take."""
    await until(what, 15)


@pytest.mark.parametrize("odd", [as_it_should, deaf], ids=["IDLE stays silent", "the connection is dead"])
async def test_orders_that_came_in_time_count(odd: Odd, desk: Desk, box: Box, workers: Workers, report: EmailMessage) -> None:
    orders = box.letter(str(report["To"]), "guess 3", str(report["Reply-To"]))
    async with silent(desk, workers, DEADLINE, odd, orders) as (imap, _):
        async with asyncio.timeout(15):
            while not await ran(desk):  # noqa: ASYNC110  # what is waited for lies in the database
                await asyncio.sleep(0.05)
        await holds(lambda: imap.moved == [1])
    record = desk.store.read_now(turns.record, 1, 1)
    assert record is not None
    assert "guess 3" in record.sheets.decode()


async def test_an_early_turn_waits_for_a_look_as_well(
    desk: Desk, box: Box, clock: ManualClock, workers: Workers, report: EmailMessage
) -> None:
    begun = [letter for _, letter in box.letters_to_players() if "begins" in str(letter["Subject"])]
    assert len(begun) == 2
    for one in begun:
        box.reply(one, "guess 1\nREADY")
    early = clock.now() + timedelta(minutes=30)
    orders = box.letter(str(report["To"]), "WAIT", str(report["Reply-To"]))
    async with silent(desk, workers, early, as_it_should, orders) as (imap, _):
        await holds(lambda: imap.moved)
        await asyncio.sleep(1.5)
        assert not await ran(desk), "who takes READY back in time is waited for"


async def test_a_game_starts_with_whoever_wrote_in_time(home: Path, desk: Desk, box: Box, workers: Workers) -> None:
    starts = datetime(2026, 11, 26, 11, 0, tzinfo=UTC)
    (home / "games" / "toy-1.toml").write_text(f"{GAME}starts = 2026-11-26T12:00:00\nmin_players = 1\n")
    desk.read_files()
    await master.create(desk, "TOY-1")
    (asked,) = box.send("ann@a.example", "JOIN TOY-1\nNAME=ANN")
    yes = box.letter("ann@a.example", "yes", str(asked["Reply-To"]))
    async with silent(desk, workers, starts, as_it_should, yes) as (_, sent):
        await holds(lambda: [one for one in sent.handed if "the game begins" in str(parse(one.raw)["Subject"])])


async def test_votes_that_came_in_time_count(
    desk: Desk, box: Box, clock: ManualClock, workers: Workers, report: EmailMessage
) -> None:
    (asked,) = [letter for letter in box.reply(report, "PROPOSE DRAW") if letter["To"] == "bob@b.example"]
    closes = clock.now() + timedelta(days=5)
    await asyncio.to_thread(at, desk, clock, workers, closes - timedelta(hours=1))
    vote = box.letter("bob@b.example", "VOTE YES", str(asked["Reply-To"]))

    def decided() -> list[str]:
        return [text for one in sent.handed if "the vote is" in (text := " ".join(str(parse(one.raw)["Subject"]).split()))]

    async with silent(desk, workers, closes, as_it_should, vote) as (_, sent):
        await holds(decided)
        letter = next(one.raw for one in sent.handed if "the vote is" in " ".join(str(parse(one.raw)["Subject"]).split()))
        assert "This is passed" in " ".join(text_of(parse(letter)).split())


@pytest.mark.parametrize(("after", "turn"), [(timedelta(minutes=4, seconds=59), 1), (timedelta(minutes=5), 2)])
def test_a_look_is_not_waited_for_without_end(
    desk: Desk, clock: ManualClock, workers: Workers, report: EmailMessage, after: timedelta, turn: int
) -> None:
    unread(desk, DEADLINE - timedelta(minutes=1))  # an outage too short to wait for
    desk.read_through = lambda moment: None
    assert at(desk, clock, workers, DEADLINE + after) == turn


def test_what_a_look_brought_a_little_later_came_in_time(
    desk: Desk, box: Box, clock: ManualClock, workers: Workers, report: EmailMessage
) -> None:
    """A letter that waits, e.g. for the keys of its sender's domain, keeps the turn waiting when the look brought it."""
    ended = DEADLINE + timedelta(seconds=2)
    desk.read_through = lambda moment: ended if moment <= DEADLINE else None
    clock.advance(DEADLINE + timedelta(seconds=1) - clock.now())
    box.put(box.letter(str(report["To"]), "guess 3", str(report["Reply-To"])))
    assert at(desk, clock, workers, ended) == 1
    assert at_hand(desk, DEADLINE, ended) == ended
    box.handle()
    assert at(desk, clock, workers, ended) == 2

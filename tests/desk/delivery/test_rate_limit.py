"""What goes out keeps to the provider's limits: counted in the database, the most missed first, told when it takes long."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk, open_desk
from postern.desk.delivery.rate_limit import RateLimit
from postern.desk.delivery.sending import Dispatch
from postern.desk.documents.workers import Workers
from postern.desk.runtime.signals import Signals
from postern.desk.settings.config import read_config
from postern.desk.timing.clock import ManualClock
from postern.post.smtp import Delivery, SendResult
from postern.store import outbox
from postern.store.tables import OutboxLetter
from tests.desk.box import Box, parse, text_of
from tests.desk.wayout import SENT, WayOut

LEASE = timedelta(minutes=10)
_numbers = itertools.count()


@pytest.fixture
def limits() -> str:
    return "per_hour = 20"


@pytest.fixture
def desk(home: Path, clock: ManualClock, limits: str) -> Iterator[Desk]:
    settings = home / "postern.toml"
    settings.write_text(f"{settings.read_text()}\n[post.limits]\n{limits}\n")
    opened = open_desk(read_config(settings), clock)
    yield opened
    opened.close()


def write(desk: Desk, kind: str, count: int = 1, priority: int = 5) -> None:
    now = desk.clock.now()
    for number in itertools.islice(_numbers, count):
        letter = outbox.NewOutboxLetter(
            message_id=f"<{number}@x>",
            dedupe_key=f"{kind}/{number}",
            kind=kind,
            recipient="ann@a.example",
            subject=kind,
            raw=b"Subject: x\r\n\r\nx",
            priority=priority,
            next_try=now,
            created_at=now,
        )
        desk.store.write_now(outbox.write, letter)


def claim(desk: Desk, pacing: RateLimit, most: int = 32) -> list[OutboxLetter]:
    return desk.store.write_now(pacing.claim, desk.clock.now(), LEASE, most)


def send(desk: Desk, pacing: RateLimit, most: int = 32) -> list[str]:
    """Claims and sends; the kinds that went."""
    letters = claim(desk, pacing, most)
    desk.store.write_now(outbox.mark_sent, [letter.id for letter in letters], desk.owner, desk.clock.now())
    return [letter.kind for letter in letters]


def test_a_limit_holds_over_a_restart_and_frees_itself_as_the_hour_passes(desk: Desk, clock: ManualClock) -> None:
    write(desk, "report", 30)
    assert len(send(desk, RateLimit(desk))) == 20
    again = RateLimit(desk)
    assert send(desk, again) == []
    assert again.held_back == "the limit of 20 letters an hour"
    clock.advance(timedelta(minutes=59))
    assert send(desk, again) == []
    clock.advance(timedelta(minutes=2))
    assert send(desk, again) == ["report"] * 10 + ["master"], "the masters were told of the wait meanwhile"
    assert again.held_back == ""


def test_letters_under_way_in_another_daemon_count(desk: Desk) -> None:
    write(desk, "report", 30)
    assert len(claim(desk, RateLimit(desk))) == 20
    assert claim(desk, RateLimit(desk)) == []


def test_near_a_limit_reports_come_first_then_answers_reminders_and_the_rest(desk: Desk) -> None:
    for kind, priority in (("press", 1), ("news", 1), ("reminder", 5), ("answer", 1), ("report", 8)):
        write(desk, kind, 4, priority)
    went = send(desk, RateLimit(desk))
    assert went == ["report"] * 4 + ["answer"] * 4 + ["reminder"] * 4 + went[12:]
    assert len(went) == 16, "the last fifth is kept for better letters"
    assert set(went[12:]) <= {"press", "news"}
    write(desk, "reminder", 4)
    write(desk, "answer", 4, 1)
    write(desk, "report", 4, 8)
    assert send(desk, RateLimit(desk)) == ["report"] * 4


def test_far_from_a_limit_answers_do_not_wait_for_reports(desk: Desk) -> None:
    write(desk, "report", 3, priority=8)
    write(desk, "answer", 3, priority=1)
    assert send(desk, RateLimit(desk), most=4) == ["answer"] * 3 + ["report"]


@pytest.mark.parametrize("limits", ["per_minute = 5\nper_hour = 8\nper_day = 100"])
def test_the_tightest_of_several_limits_counts(desk: Desk, clock: ManualClock) -> None:
    write(desk, "report", 20)
    pacing = RateLimit(desk)
    assert len(send(desk, pacing)) == 5
    assert pacing.held_back == "the limit of 5 letters a minute"
    clock.advance(timedelta(minutes=1, seconds=1))
    assert len(send(desk, pacing)) == 3
    assert pacing.held_back == "the limit of 8 letters an hour"


@pytest.mark.parametrize("limits", ["per_minute = 1"])
def test_a_limit_of_one_lets_every_kind_go_in_the_end(desk: Desk, clock: ManualClock) -> None:
    for kind in ("press", "reminder", "answer", "report"):
        write(desk, kind)
    pacing, went = RateLimit(desk), list[str]()
    for _ in range(4):
        went += send(desk, pacing)
        clock.advance(timedelta(minutes=1, seconds=1))
    assert went == ["report", "answer", "reminder", "press"]


@pytest.mark.parametrize("limits", ["per_hour = 0"])
def test_without_limits_all_goes_in_the_usual_order(desk: Desk) -> None:
    write(desk, "report", 10, priority=8)
    write(desk, "press", 10, priority=1)
    assert send(desk, RateLimit(desk), most=12) == ["press"] * 10 + ["report"] * 2


def test_the_masters_hear_of_a_long_wait_once_a_day_and_that_letter_finds_room(
    desk: Desk, box: Box, clock: ManualClock
) -> None:
    write(desk, "press", 30)
    pacing = RateLimit(desk)
    assert len(send(desk, pacing)) == 16
    clock.advance(timedelta(minutes=10))
    send(desk, pacing)
    assert slow(box) == []
    clock.advance(timedelta(minutes=6))
    for _ in range(3):
        send(desk, pacing)
    (told,) = slow(box)
    words = " ".join(text_of(told).split())
    assert "14 letters are held back by the limit of 20 letters an hour; the oldest has waited for 16 minutes." in words
    assert "[post.limits]" in words
    assert desk.store.write_now(outbox.counts)["sent"] == 17, "the master's letter went before the press"


def slow(box: Box) -> list[EmailMessage]:
    """The letters to the masters about letters that wait."""
    return [parse(row.raw or b"") for row in box.rows() if row.kind == "master"]


async def test_the_dispatch_sends_no_more_than_it_may(desk: Desk, workers: Workers, clock: ManualClock) -> None:
    write(desk, "report", 25)
    line = WayOut()
    dispatch = Dispatch(desk, line, workers, Signals())
    while await dispatch.send_waiting():
        pass
    assert len(line.handed) == 20
    assert dispatch.held_back == "the limit of 20 letters an hour"
    clock.advance(timedelta(hours=1, seconds=1))
    while await dispatch.send_waiting():
        pass
    assert len(line.handed) == 25


@pytest.mark.parametrize("limits", ["per_hour = 0"])
async def test_a_server_that_asks_for_patience_is_left_alone_longer_and_longer(
    desk: Desk, box: Box, workers: Workers, clock: ManualClock
) -> None:
    write(desk, "report", 3)
    line = WayOut(lambda _: SendResult(Delivery.LATER, 451, "4.7.28 rate limit", slow=True))
    dispatch = Dispatch(desk, line, workers, Signals())
    assert await dispatch.send_waiting() == 3
    clock.advance(timedelta(seconds=50))
    assert await dispatch.send_waiting() == 0
    assert dispatch.held_back == "the server, which asks for patience"
    clock.advance(timedelta(seconds=11))
    assert await dispatch.send_waiting() == 1, "one letter tries whether it is well again"
    clock.advance(timedelta(seconds=110))
    assert await dispatch.send_waiting() == 0, "two minutes now"
    line.verdict = lambda _: SENT
    clock.advance(timedelta(minutes=14))
    assert await dispatch.send_waiting() == 1
    assert await dispatch.send_waiting() == 2
    assert dispatch.held_back == ""
    assert slow(box) == []

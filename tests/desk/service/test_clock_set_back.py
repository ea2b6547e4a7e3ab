"""The clock went forward and came back: nothing waits, is silent or is counted for as long as it was wrong."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from email.message import EmailMessage

from sqlmodel import col, select, update

from postern.desk.context import Desk
from postern.desk.delivery import loop_guard
from postern.desk.delivery.rate_limit import RateLimit
from postern.desk.doctor import clock as doctor_clock
from postern.desk.doctor.finding import Case, Level
from postern.desk.gamemaster import master
from postern.desk.runtime.counting import Counting
from postern.desk.service.clock_set_back import recall
from postern.desk.service.daemon import Daemon
from postern.desk.service.health import complaints
from postern.desk.service.heartbeat import Heartbeat, Watched
from postern.desk.timing.clock import ManualClock
from postern.store import credentials, outbox, people
from postern.store.tables import Credential, Game, OutboxLetter, OutState
from tests.desk.box import Box, text_of
from tests.desk.service.test_heartbeat import UP
from tests.desk.wayout import WayOut

ANN = "ann@a.example"
STEP = timedelta(days=3)


def put_off(desk: Desk) -> None:
    """A try failed while the clock was ahead."""
    later = desk.clock.now() + STEP
    query = update(OutboxLetter).where(col(OutboxLetter.state).in_((OutState.WAITING, OutState.DRAFT)))
    desk.store.write_now(lambda session: session.exec(query.values(next_try=later, attempts=1)))


def waiting_for(desk: Desk) -> set[timedelta]:
    now = desk.clock.now()
    query = select(OutboxLetter.next_try).where(col(OutboxLetter.state).in_((OutState.WAITING, OutState.DRAFT)))
    return {moment - now for moment in desk.store.write_now(lambda session: list(session.exec(query)))}


async def test_a_start_tries_letters_that_wait_longer_than_any_pause(desk: Desk, box: Box, report: EmailMessage) -> None:
    put_off(desk)
    daemon = Daemon(desk, sender=WayOut())
    await daemon._open()
    assert waiting_for(desk) == {timedelta()}


async def test_a_pause_of_ours_is_kept(desk: Desk, box: Box, report: EmailMessage) -> None:
    later = desk.clock.now() + timedelta(minutes=50)
    desk.store.write_now(lambda session: session.exec(update(OutboxLetter).values(next_try=later, attempts=9)))
    assert desk.store.write_now(recall, desk) == 0
    assert waiting_for(desk) == {timedelta(minutes=50)}


async def test_health_and_doctor_tell_letters_that_wait_too_long(desk: Desk, box: Box, report: EmailMessage) -> None:
    pulse = Heartbeat(desk, Watched(lambda: UP, lambda: UP, lambda: "", [], {}), Counting())
    case = Case(desk.config, lambda *_: [], desk.clock.now())  # type: ignore[arg-type]
    assert complaints(await pulse.look(), desk.clock.now()) == []
    put_off(desk)
    (said,) = complaints(await pulse.look(), desk.clock.now())
    assert "to be sent for longer than the longest pause allows: the clock was set back" in said
    (finding,) = [one async for one in doctor_clock.check(case) if one.level is Level.WARN]
    assert "to be sent for longer than the longest pause allows" in finding.said
    desk.store.write_now(recall, desk)
    assert complaints(await pulse.look(), desk.clock.now()) == []
    assert [one async for one in doctor_clock.check(case) if one.level is Level.WARN] == []


def test_a_turn_for_which_all_are_ready_does_not_wait_for_the_time_before(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    ready = clock.now() + STEP
    desk.store.write_now(lambda session: session.exec(update(Game).values(early_at=ready)))
    assert desk.store.write_now(recall, desk) == 1
    assert asyncio.run(master.show(desk, "TOY-1")).early_at == clock.now() + timedelta(minutes=30)
    assert desk.store.write_now(recall, desk) == 0


def test_a_brake_from_the_future_is_over(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    clock.advance(STEP)
    desk.store.write_now(loop_guard.put_on_and_tell, desk, ANN, "exchange", "many letters")
    clock.advance(-STEP)
    assert desk.store.write_now(loop_guard.look, desk)
    desk.store.write_now(loop_guard.take_off_due, desk)
    assert desk.loops.on == {}


def test_nobody_is_silenced_by_what_was_counted_ahead(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    clock.advance(STEP)
    for number in range(20):
        box.send(ANN, f"question {number} {'abcdefghij'[number % 10] * 30}")
    for number in range(35):
        box.reply(report, f"PRESS TO BOB\n{number}\nEND")
        box.reply(report, f"PRESS TO GM\n{number}\nEND")
    assert box.send(ANN, "HELP") == []
    clock.advance(-STEP)
    assert len(box.send(ANN, "HELP")) == 1
    letters = box.reply(report, "PRESS TO BOB\nhello\nEND")
    assert len(letters) == 2
    assert all("please wait a while" not in text_of(letter) for letter in letters)
    assert all("please wait a while" not in text_of(letter) for letter in box.reply(report, "PRESS TO GM\nhello\nEND"))


def test_what_was_sent_ahead_fills_no_limit_of_the_provider(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    later = clock.now() + STEP
    sent = update(OutboxLetter).values(state=OutState.SENT, sent_at=later)
    desk.store.write_now(lambda session: session.exec(sent))
    now = clock.now()
    assert desk.store.write_now(outbox.used_since, now - timedelta(days=1), now) == 0


def test_the_servers_wish_for_patience_ends_with_the_longest_pause(desk: Desk, clock: ManualClock) -> None:
    pacing = RateLimit(desk)
    clock.advance(STEP)
    pacing.slow_down(clock.now())
    clock.advance(-STEP)
    desk.store.write_now(pacing.claim, clock.now(), timedelta(minutes=5), 32)
    assert pacing.held_back == ""


def test_wrong_passwords_and_greetings_ahead_of_now_count_no_more(desk: Desk, clock: ManualClock) -> None:
    now = clock.now()
    kept = Credential(seat_id=1, kind="password", generation=1, data="", created_at=now, failures=5, failed_since=now + STEP)
    assert credentials.failures(kept, now) == 0
    assert desk.store.write_now(people.may_greet, ANN, now + STEP, timedelta(days=1))
    assert desk.store.write_now(people.may_greet, ANN, now, timedelta(days=1))

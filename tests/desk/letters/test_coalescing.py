"""After an outage nobody is flooded: of letters that tell how things stand only the newest goes out."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.finishing import plain_letter
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.gamemaster.actions import submit
from postern.desk.games.due import run_due
from postern.desk.timing.clock import ManualClock
from postern.store import outbox
from postern.store.tables import OutState
from tests.desk.box import Box, parse, text_of
from tests.desk.playing import ANN, BOB, begin, run_turn


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, ANN=ANN, BOB=BOB)


def waiting(box: Box, address: str, kind: str) -> list[EmailMessage]:
    """What of this kind has not gone out to this address."""
    rows = [row for row in box.rows() if row.recipient == address and row.kind == kind]
    due = [row for row in rows if row.state in (OutState.DRAFT, OutState.WAITING)]
    return [parse(row.raw if row.raw is not None else plain_letter(row.draft or b"")) for row in due]


def test_of_news_of_the_deadline_only_the_newest_goes_out(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock
) -> None:
    for _ in range(3):
        clock.advance(timedelta(minutes=1))
        asyncio.run(master.extend(desk, "TOY-1", by=timedelta(hours=24)))
    for address in (ANN, BOB):
        (news,) = waiting(box, address, "news")
        assert "Mon 30 Nov 2026, 20:00 CET" in " ".join(text_of(news).split())


def test_news_that_is_being_sent_goes_out_all_the_same(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock
) -> None:
    asyncio.run(master.extend(desk, "TOY-1", by=timedelta(hours=24)))
    claimed = desk.store.write_now(outbox.claim, OutState.DRAFT, "sender", clock.now(), timedelta(minutes=5), 100)
    assert claimed
    clock.advance(timedelta(minutes=1))
    asyncio.run(master.extend(desk, "TOY-1", by=timedelta(hours=24)))
    assert len(waiting(box, ANN, "news")) == 2


def test_a_report_overtakes_reminders_and_news_of_its_turn(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers
) -> None:
    asyncio.run(master.extend(desk, "TOY-1", by=timedelta(hours=1)))
    clock.advance(timedelta(days=6, hours=9))
    asyncio.run(run_due(desk, workers))
    clock.advance(timedelta(hours=21))
    asyncio.run(run_due(desk, workers))
    assert len(waiting(box, ANN, "reminder")) == 1
    run_turn(box, workers, {})
    assert waiting(box, ANN, "reminder") == []
    assert waiting(box, ANN, "news") == []
    assert len(waiting(box, ANN, "report")) == 2


@pytest.mark.parametrize("brought", ["guess 1", "READY", "SUBMIT"])
def test_orders_that_came_overtake_what_says_that_they_are_missing(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers, brought: str
) -> None:
    clock.advance(timedelta(days=6, hours=9))
    asyncio.run(run_due(desk, workers))
    assert (len(waiting(box, ANN, "reminder")), len(waiting(box, BOB, "reminder"))) == (1, 1)
    if brought == "SUBMIT":
        desk.store.write_now(submit, desk, "TOY-1", "ANN", "guess 1", "master")
    else:
        box.reply(first["ANN"], brought)
    assert (len(waiting(box, ANN, "reminder")), len(waiting(box, BOB, "reminder"))) == (0, 1)


def test_a_report_overtakes_the_word_that_its_deadline_has_passed(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers, home: Path
) -> None:
    game = home / "games" / "toy-1.toml"
    game.write_text(game.read_text() + 'grace = "12h"\nreminders = []\n')
    desk.reload()
    clock.advance(timedelta(days=7, hours=8))
    asyncio.run(run_due(desk, workers))
    (late,) = waiting(box, ANN, "reminder")
    assert "They still count until" in " ".join(text_of(late).split())
    clock.advance(timedelta(hours=13))
    asyncio.run(run_due(desk, workers))
    assert waiting(box, ANN, "reminder") == []
    assert len(waiting(box, ANN, "report")) == 2


@pytest.mark.parametrize("more", ['grace = "12h"', 'missed = "wait"'])
def test_orders_that_come_late_overtake_the_word_that_their_deadline_has_passed(
    first: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers, home: Path, more: str
) -> None:
    game = home / "games" / "toy-1.toml"
    game.write_text(game.read_text() + f"{more}\nreminders = []\n")
    desk.reload()
    clock.advance(timedelta(days=7, hours=8))
    asyncio.run(run_due(desk, workers))
    assert len(waiting(box, ANN, "reminder")) == 1
    box.reply(first["ANN"], "guess 1")
    assert waiting(box, ANN, "reminder") == []


def test_answers_and_press_are_never_dropped(first: dict[str, EmailMessage], box: Box) -> None:
    before = len(waiting(box, ANN, "answer"))
    for number in range(1, 4):
        box.reply(first["ANN"], f"guess {number}\nPRESS TO BOB\nletter {number}")
    assert len(waiting(box, ANN, "answer")) == before + 3
    assert len(waiting(box, BOB, "press")) == 3

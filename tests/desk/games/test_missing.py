"""Orders that are missing at the deadline: reminders, grace, waiting, computer players, and what is counted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from typer.testing import CliRunner

from postern.cli.main import app
from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.timing.clock import ManualClock
from postern.store import turns as records
from tests.desk import playing
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import ANN, BOB
from tests.desk.toy import CAREFUL

GM = "gm@example.org"
DEADLINE = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
Begin = Callable[..., dict[str, EmailMessage]]


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def to(letters: list[EmailMessage], address: str) -> str:
    """What the newest letter to this address says."""
    return flat([letter for letter in letters if str(letter["To"]) == address][-1])


@pytest.fixture
def begin(home: Path, desk: Desk, box: Box, workers: Workers) -> Begin:
    """TOY-1 with ANN, BOB and a computer player, and these lines in its file. Name → first report."""

    def do(lines: str = "") -> dict[str, EmailMessage]:
        (home / "games" / "toy-1.toml").write_text(GAME + lines)
        desk.read_files()
        return playing.begin(box, workers, ANN=ANN, BOB=BOB)

    return do


def state(desk: Desk) -> tuple[int, datetime | None]:
    line = asyncio.run(master.show(desk, "TOY-1"))
    return line.turn, line.deadline


def at(desk: Desk, clock: ManualClock, workers: Workers, moment: datetime) -> datetime | None:
    clock.advance(moment - clock.now())
    return asyncio.run(run_due(desk, workers))


def sheets(desk: Desk, turn: int) -> str:
    record = desk.store.write_now(lambda session: records.record(session, 1, turn))
    assert record is not None
    return record.sheets.decode()


def test_only_those_without_orders_are_reminded(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin()
    box.reply(first["ANN"], "guess 1")
    at(desk, clock, workers, DEADLINE - timedelta(hours=20))
    (reminder,) = box.news()
    assert str(reminder["To"]) == BOB
    assert "You have no orders on file yet." in text_of(reminder)


def test_without_grace_the_turn_runs_without_them(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin()
    box.reply(first["ANN"], "guess 1")
    at(desk, clock, workers, DEADLINE)
    assert state(desk)[0] == 2


def test_in_the_grace_period_orders_count_and_the_turn_runs_when_all_are_in(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('grace = "12h"\nshow_awaited = "no"\n')
    box.reply(first["ANN"], "guess 1")
    at(desk, clock, workers, DEADLINE - timedelta(hours=1))
    box.news()
    assert at(desk, clock, workers, DEADLINE) == DEADLINE + timedelta(hours=9), "the next is a reminder, 3 hours before"
    assert state(desk) == (1, DEADLINE + timedelta(hours=12))
    (late,) = box.news()
    assert str(late["To"]) == BOB
    assert "They still count until Sat 28 Nov 2026, 08:00 CET (07:00 UTC)" in flat(late)
    assert str(late["References"]).split()[0] == str(first["BOB"]["References"]).split()[0]
    (status,) = box.reply(first["ANN"], "STATUS")
    assert "it runs as soon as the missing orders are in, and Sat 28 Nov 2026, 08:00 CET (07:00 UTC) at the latest" in flat(
        status
    )
    assert "BOB" not in text_of(status)
    asyncio.run(run_due(desk, workers))
    assert box.news() == []
    box.reply(late, "guess 2")
    asyncio.run(run_due(desk, workers))
    assert state(desk)[0] == 2
    assert all("report of turn 1" in str(letter["Subject"]) for letter in box.news())
    assert '"BOB": "guess 2"' in sheets(desk, 1)


def test_who_is_late_gains_no_week_by_being_away(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('grace = "12h"\n')
    box.reply(first["ANN"], "guess 1")
    at(desk, clock, workers, DEADLINE)
    letters = box.reply(first["BOB"], "ABSENCE 27 Nov to 29 Nov")
    assert [str(letter["To"]) for letter in letters] == [BOB]
    assert "The deadline of this turn is not touched." in flat(letters[0])
    assert state(desk) == (1, DEADLINE + timedelta(hours=12))


def test_who_writes_wait_is_told_truly_how_long_the_turn_waits(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('grace = "12h"\n')
    assert "the turn waits for you until its deadline." in flat(box.reply(first["ANN"], "guess 1\nWAIT")[0])
    asyncio.run(master.pause(desk, "TOY-1"))
    (paused,) = [letter for letter in box.reply(first["ANN"], "WAIT") if letter["To"] == ANN]
    assert "the turn waits for you." in flat(paused)
    asyncio.run(master.resume(desk, "TOY-1"))
    at(desk, clock, workers, DEADLINE)
    (late,) = box.reply(first["ANN"], "WAIT")
    assert "this turn is late: it runs as soon as the missing orders are in." in flat(late)
    box.reply(first["BOB"], "guess 2")
    asyncio.run(run_due(desk, workers))
    assert state(desk)[0] == 2


def test_after_the_grace_period_the_turn_runs_without(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    begin('grace = "12h"\n')
    at(desk, clock, workers, DEADLINE)
    at(desk, clock, workers, DEADLINE + timedelta(hours=12))
    assert state(desk)[0] == 2
    assert state(desk)[1] == DEADLINE + timedelta(days=7)


def test_ready_without_orders_is_an_answer_too(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('grace = "12h"\n')
    box.reply(first["ANN"], "guess 1")
    at(desk, clock, workers, DEADLINE)
    box.reply(first["BOB"], "READY")
    asyncio.run(run_due(desk, workers))
    assert state(desk)[0] == 2


def test_letters_that_came_before_the_deadline_are_read_before_anybody_is_late(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('grace = "12h"\n')
    for name, address in (("ANN", ANN), ("BOB", BOB)):
        box.put(box.letter(address, "guess 5", str(first[name]["Reply-To"])))
    at(desk, clock, workers, DEADLINE + timedelta(minutes=5))
    assert state(desk) == (1, DEADLINE)
    box.handle()
    box.handle()
    asyncio.run(run_due(desk, workers))
    assert state(desk)[0] == 2


def test_a_game_may_wait_for_them_and_its_master_is_told_who(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('missed = "wait"\n')
    box.reply(first["ANN"], "guess 1")
    at(desk, clock, workers, DEADLINE)
    assert state(desk) == (1, None)
    told = {str(letter["To"]): letter for letter in box.news() if "orders are due" not in str(letter["Subject"])}
    assert "The turn waits for them" in flat(told[BOB])
    assert "not all orders are in" in flat(told[ANN])
    assert "BOB" not in text_of(told[ANN])
    assert "waits for orders of BOB" in flat(told[GM])
    assert BOB not in told[ANN].as_string()
    assert all(len(line) <= 72 for letter in told.values() for line in text_of(letter).splitlines())
    clock.advance(timedelta(days=9))
    assert asyncio.run(run_due(desk, workers)) is None
    (answer,) = box.reply(first["BOB"], "guess 3")
    assert "it runs as soon as the missing orders are in." in flat(answer)
    asyncio.run(run_due(desk, workers))
    assert state(desk)[0] == 2


def test_the_master_may_run_a_waiting_turn(begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers) -> None:
    begin('missed = "wait"\n')
    at(desk, clock, workers, DEADLINE)
    asked = next(letter for letter in box.news() if letter["To"] == GM)
    box.reply(asked, "RUN TOY-1")
    asyncio.run(run_due(desk, workers))
    assert state(desk) == (2, DEADLINE + timedelta(days=7))
    at(desk, clock, workers, DEADLINE + timedelta(days=7))
    assert state(desk) == (2, None), "that was said of one turn; the next waits as ever"


def test_the_last_one_who_is_missing_resigns(begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers) -> None:
    first = begin('missed = "wait"\n')
    box.reply(first["ANN"], "guess 1")
    at(desk, clock, workers, DEADLINE)
    box.insist(first["BOB"], "RESIGN YES")
    asyncio.run(run_due(desk, workers))
    assert state(desk)[0] == 2


def test_a_computer_player_steps_in_from_the_nth_missed_turn_and_the_player_may_come_back(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('missed = "computer"\nmissed_turns = 2\n')
    at(desk, clock, workers, DEADLINE)
    assert '"BOB": null' in sheets(desk, 1), "once is no habit"
    assert "No orders of yours were on file for turn 1. Orders for turn 2" in to(box.news(), BOB)
    at(desk, clock, workers, DEADLINE + timedelta(days=7))
    assert f'"BOB": "{CAREFUL}"' in sheets(desk, 2), "it knows that it only stands in"
    told = "No orders of yours were on file for turn 2, so a computer player gave them; ORDERS 2 shows which."
    assert told in to(box.news(), BOB)
    assert "turn 2 ran: a computer player gave these." in to(box.reply(first["BOB"], "ORDERS 2"), BOB)
    missed = {seat.name: seat.missed for seat in asyncio.run(master.show(desk, "TOY-1")).seats}
    assert missed == {"ANN": 2, "BOB": 2, "ALDER": 0}
    assert asyncio.run(master.replay(desk, workers, "TOY-1", 2)).same
    box.reply(first["BOB"], "buy 1")
    at(desk, clock, workers, DEADLINE + timedelta(days=14))
    assert '"BOB": "buy 1"' in sheets(desk, 3)
    assert "No orders of yours" not in to(box.news(), BOB)
    assert "YOUR ORDERS OF TURN 3, AS THEY WERE ON FILE" in to(box.reply(first["BOB"], "ORDERS 3"), BOB)
    missed = {seat.name: seat.missed for seat in asyncio.run(master.show(desk, "TOY-1")).seats}
    assert missed["BOB"] == 0


def test_reliability_counts_turns_and_only_masters_see_it(
    begin: Begin, home: Path, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('grace = "12h"\n')
    box.reply(first["ANN"], "guess 1")
    at(desk, clock, workers, DEADLINE)
    box.reply(first["BOB"], "guess 1")
    asyncio.run(run_due(desk, workers))
    box.reply(first["ANN"], "guess 2")
    at(desk, clock, workers, DEADLINE + timedelta(days=7))
    at(desk, clock, workers, DEADLINE + timedelta(days=7, hours=12))
    scores = {
        line.address: (line.score.in_time, line.score.late, line.score.missed) for line in asyncio.run(master.players(desk))
    }
    assert scores == {ANN: (2, 0, 0), BOB: (0, 1, 1)}
    assert [seat.reliable for seat in asyncio.run(master.show(desk, "TOY-1")).seats] == ["100 % of 2", "0 % of 2", ""]
    shown = CliRunner().invoke(app, ["player", "list", "--config", str(home / "postern.toml")])
    assert "100 % of 2" in shown.output
    shown = CliRunner().invoke(app, ["game", "show", "TOY-1", "--config", str(home / "postern.toml")])
    assert "0 % of 2" in shown.output
    for words in ("STATUS", "GAMES", "WHO", "HELP"):
        (answer,) = box.reply(first["ANN"], words)
        assert "% of" not in text_of(answer)
    asyncio.run(master.rollback(desk, "TOY-1", 2))
    assert {line.address: line.score.turns for line in asyncio.run(master.players(desk))} == {ANN: 1, BOB: 1}

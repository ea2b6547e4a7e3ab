"""A game that goes on after a pause, a turn taken back or days without a daemon; what is refused while a turn runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.work import TurnJob, run_turn
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import actions, master
from postern.desk.gamemaster.master import MasterError
from postern.desk.games import turns
from postern.desk.games.due import run_due
from postern.desk.timing.clock import ManualClock
from tests.desk import playing
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import ANN, BOB

Begin = Callable[..., dict[str, EmailMessage]]


@pytest.fixture
def begin(home: Path, desk: Desk, box: Box, workers: Workers) -> Begin:
    """TOY-1 with ANN, BOB and a computer player, no reminders, and these lines in its file. Name → first report."""

    def do(lines: str = "", deadline: str = "Fri 20:00") -> dict[str, EmailMessage]:
        text = GAME.replace("Fri 20:00", deadline) + "reminders = []\n" + lines
        (home / "games" / "toy-1.toml").write_text(text)
        desk.read_files()
        return playing.begin(box, workers, ANN=ANN, BOB=BOB)

    return do


def turn_of(desk: Desk) -> int:
    return asyncio.run(master.show(desk, "TOY-1")).turn


def missed(desk: Desk) -> dict[str, int]:
    return {seat.name: seat.missed for seat in asyncio.run(master.show(desk, "TOY-1")).seats if not seat.computer}


def let_pass(desk: Desk, clock: ManualClock, workers: Workers, span: timedelta) -> None:
    clock.advance(span)
    asyncio.run(run_due(desk, workers))


def test_what_would_be_lost_in_a_running_turn_is_refused_until_it_is_done(begin: Begin, desk: Desk, box: Box) -> None:
    begin()
    claimed = desk.store.write_now(turns.claim, desk, 1, True)
    assert claimed is not None
    assert isinstance(claimed.job, TurnJob)
    with pytest.raises(MasterError, match="running at this moment"):
        asyncio.run(master.pause(desk, "TOY-1"))
    with pytest.raises(MasterError, match="running at this moment"):
        asyncio.run(master.extend(desk, "TOY-1", by=timedelta(days=2)))
    with pytest.raises(MasterError, match="running at this moment"):
        desk.store.write_now(actions.submit, desk, "TOY-1", "ANN", "guess 4", "gm")
    assert box.news() == []
    assert desk.store.write_now(turns.commit, desk, claimed, run_turn(claimed.job))
    asyncio.run(master.pause(desk, "TOY-1"))
    assert asyncio.run(master.show(desk, "TOY-1")).state == "paused"


@pytest.mark.parametrize(
    ("deadline", "subject", "words"),
    [
        ("none", "[TOY-1 turn 1] The game goes on", "Turn 1 of TOY-1 goes on; it runs when all are ready."),
        ("Fri 20:00", "[TOY-1 turn 1] The game goes on, orders due Fri", "Turn 1 of TOY-1 goes on; it runs Fri"),
    ],
)
def test_who_was_told_of_a_pause_is_told_that_the_game_goes_on(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, deadline: str, subject: str, words: str
) -> None:
    begin(deadline=deadline)
    asyncio.run(master.pause(desk, "TOY-1"))
    box.news()
    clock.advance(timedelta(minutes=1))
    asyncio.run(master.resume(desk, "TOY-1"))
    told = box.news()
    assert {str(letter["To"]) for letter in told} >= {ANN, BOB}
    for letter in told:
        assert str(letter["Subject"]).startswith(subject)
        assert words in " ".join(text_of(letter).split())


@pytest.mark.parametrize("deadline", ["none", "Fri 20:00"])
def test_a_game_that_goes_on_does_not_wait_for_players_who_are_ready(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers, deadline: str
) -> None:
    first = begin(deadline=deadline)
    box.reply(first["ANN"], "guess 1\nREADY")
    asyncio.run(master.pause(desk, "TOY-1"))
    box.reply(first["BOB"], "guess 2\nREADY")
    asyncio.run(master.resume(desk, "TOY-1"))
    assert asyncio.run(master.show(desk, "TOY-1")).awaited == 0
    let_pass(desk, clock, workers, timedelta(minutes=31))
    assert turn_of(desk) == 2


def test_a_late_turn_taken_back_is_late_no_more(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    """It has a fresh deadline: it does not run with the first letter that comes, and whoever is late then is told again."""
    first = begin('grace = "12h"\n')
    box.reply(first["ANN"], "guess 1")
    let_pass(desk, clock, workers, timedelta(days=7, hours=8))
    (late,) = [letter for letter in box.news() if letter["To"] == BOB]
    box.reply(late, "guess 2")
    asyncio.run(run_due(desk, workers))
    assert turn_of(desk) == 2
    asyncio.run(master.rollback(desk, "TOY-1", 1))
    deadline = asyncio.run(master.resume(desk, "TOY-1"))
    assert deadline is not None
    box.reply(first["ANN"], "guess 3")
    asyncio.run(run_due(desk, workers))
    assert turn_of(desk) == 1, "its players have until the new deadline"
    box.reply(first["BOB"], "CANCEL")
    box.news()
    let_pass(desk, clock, workers, deadline - clock.now())
    assert [str(letter["To"]) for letter in box.news()] == [BOB]
    assert turn_of(desk) == 1


def test_orders_of_a_turn_taken_back_are_in_time_when_they_come_before_its_new_deadline(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('grace = "12h"\n')
    box.reply(first["ANN"], "guess 1")
    let_pass(desk, clock, workers, timedelta(days=7, hours=8))
    box.reply(first["BOB"], "guess 2")
    asyncio.run(run_due(desk, workers))
    asyncio.run(master.rollback(desk, "TOY-1", 1))
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    scores = {player.address: player.score for player in asyncio.run(master.players(desk))}
    assert (scores[BOB].in_time, scores[BOB].late) == (1, 0)


def test_a_late_turn_that_was_paused_has_until_its_fresh_deadline(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('missed = "wait"\n')
    box.reply(first["ANN"], "guess 1")
    let_pass(desk, clock, workers, timedelta(days=7, hours=8))
    asyncio.run(master.pause(desk, "TOY-1"))
    box.reply(first["BOB"], "guess 2")
    deadline = asyncio.run(master.resume(desk, "TOY-1"))
    assert deadline is not None
    box.reply(first["ANN"], "guess 3")
    asyncio.run(run_due(desk, workers))
    assert turn_of(desk) == 1
    let_pass(desk, clock, workers, deadline - clock.now())
    assert turn_of(desk) == 2


def test_missed_turns_that_are_taken_back_are_not_counted(begin: Begin, desk: Desk, box: Box, workers: Workers) -> None:
    first = begin()
    box.reply(first["BOB"], "guess 1")
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    assert missed(desk) == {"ANN": 2, "BOB": 1}
    asyncio.run(master.rollback(desk, "TOY-1", 2))
    assert missed(desk) == {"ANN": 1, "BOB": 0}
    asyncio.run(master.rollback(desk, "TOY-1", 1))
    assert missed(desk) == {"ANN": 0, "BOB": 0}


def test_no_grace_is_given_that_is_over(begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers) -> None:
    """After days without a daemon nobody is asked for orders until a moment that has passed."""
    begin('grace = "12h"\n')
    let_pass(desk, clock, workers, timedelta(days=10))
    assert turn_of(desk) == 2
    assert all("report of turn 1" in str(letter["Subject"]) for letter in box.news())


def test_a_game_that_ended_while_its_turn_ran_stays_over(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    """A vote whose time is over ends it; the turn that was under way is not committed, and letters are handled again."""
    first = begin()
    box.reply(first["ANN"], "PROPOSE DRAW")
    desk.store.write_now(actions.eject, desk, "TOY-1", "BOB", "", "gm")
    clock.advance(timedelta(days=5))
    claimed = desk.store.write_now(turns.claim, desk, 1, True)
    assert claimed is not None
    assert isinstance(claimed.job, TurnJob)
    asyncio.run(run_due(desk, workers))
    assert not desk.store.write_now(turns.commit, desk, claimed, run_turn(claimed.job))
    assert asyncio.run(master.show(desk, "TOY-1")).state == "finished"
    assert turn_of(desk) == 1
    box.news()
    assert box.reply(first["ANN"], "STATUS")


@pytest.mark.parametrize("paused", [False, True])
def test_run_is_not_undone_by_what_comes_before_the_turn_runs(
    begin: Begin, desk: Desk, box: Box, workers: Workers, paused: bool
) -> None:
    """Neither by READY of one player while another is awaited, nor by what else the game master's letter does."""
    first = begin('missed = "wait"\ngrace = "12h"\n')
    if paused:
        asyncio.run(master.pause(desk, "TOY-1"))
    (menu,) = [letter for letter in box.send("gm@example.org", "GM") if letter["To"] == "gm@example.org"]
    box.reply(menu, "RUN TOY-1", "gm@example.org")
    box.reply(first["ANN"], "READY")
    box.reply(first["BOB"], "WAIT")
    asyncio.run(run_due(desk, workers))
    assert turn_of(desk) == 2


def test_a_turn_that_waits_runs_when_the_game_master_gives_the_missing_orders(
    begin: Begin, desk: Desk, box: Box, clock: ManualClock, workers: Workers
) -> None:
    first = begin('missed = "wait"\n')
    box.reply(first["ANN"], "guess 1")
    let_pass(desk, clock, workers, timedelta(days=7, hours=8))
    assert turn_of(desk) == 1
    desk.store.write_now(actions.submit, desk, "TOY-1", "BOB", "guess 4", "gm")
    asyncio.run(run_due(desk, workers))
    assert turn_of(desk) == 2


def test_no_orders_are_taken_for_a_seat_whose_computer_player_gives_its_own(begin: Begin, desk: Desk) -> None:
    begin()
    with pytest.raises(MasterError, match="computer player"):
        desk.store.write_now(actions.submit, desk, "TOY-1", "ALDER", "guess 4", "gm")

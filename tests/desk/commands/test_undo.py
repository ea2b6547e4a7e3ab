"""UNDO puts back what stood before the last letter, as far back as ten sets; REDO brings back what UNDO took."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import actions, master
from postern.desk.timing.clock import ManualClock
from postern.store import filed, seats
from tests.desk.box import GAME, Box, text_of
from tests.desk.letters.test_letters import running
from tests.desk.playing import begin, game_of, on_file

__all__ = ["running"]


def said(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


@pytest.mark.parametrize(
    "line",
    [
        "UNDO",
        "undo last",
        "Undo that, please!",
        "revert",
        "revert to my previous orders",
        "cancel last",
        "cancel my last letter",
    ],
)
def test_it_puts_back_the_orders_before(
    line: str, running: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock
) -> None:
    box.reply(running["ANN"], "guess 5\nbuy 2")
    clock.advance(timedelta(minutes=10))
    box.reply(running["ANN"], "guess 6")
    clock.advance(timedelta(minutes=10))
    box.reply(running["ANN"], "SHOW")
    (answer,) = box.reply(running["ANN"], line)
    text = said(answer)
    assert "are again as they were before your letter of Fri 20 Nov 2026, 13:10 CET (12:10 UTC)." in text
    assert "[TOY-1 turn 1] ANN: 2 orders on file" in str(answer["Subject"])
    assert on_file(desk, "ANN") == "guess 5\nbuy 2"


def test_again_and_it_goes_back_further_and_redo_comes_forward(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    for number in (1, 2, 3):
        box.reply(running["ANN"], f"guess {number}")
    there = []
    for line in ("UNDO", "UNDO", "REDO", "UNDO", "UNDO", "UNDO", "REDO", "REDO", "REDO", "REDO"):
        box.reply(running["ANN"], line)
        there.append(on_file(desk, "ANN"))
    assert there == ["guess 2", "guess 1", "guess 2", "guess 1", None, None, "guess 1", "guess 2", "guess 3", "guess 3"]


def test_other_orders_after_undo_end_what_redo_can_bring_back(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    for line in ("guess 1", "guess 2", "UNDO", "guess 3"):
        box.reply(running["ANN"], line)
    (answer,) = box.reply(running["ANN"], "REDO")
    assert "There is nothing to bring back" in said(answer)
    assert on_file(desk, "ANN") == "guess 3"
    box.reply(running["ANN"], "UNDO")
    assert on_file(desk, "ANN") == "guess 1"


def test_ten_sets_are_kept(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    for number in range(1, 10):
        box.reply(running["ANN"], f"guess {number}")
    for number in range(1, 6):
        box.reply(running["ANN"], f"buy {number}")
    for _ in range(filed.KEPT):
        (answer,) = box.reply(running["ANN"], "UNDO")
        assert "are again as they were" in said(answer)
    assert on_file(desk, "ANN") == "guess 4"
    (answer,) = box.reply(running["ANN"], "UNDO")
    assert "There is nothing to take back" in said(answer)
    assert on_file(desk, "ANN") == "guess 4"


@pytest.mark.parametrize("again", ["guess 6", "Guess  6\n\nThanks!"])
def test_the_same_orders_again_are_no_change(again: str, running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    for orders in ("guess 5\nbuy 2", "guess 6", again):
        box.reply(running["ANN"], orders)
    box.reply(running["ANN"], "UNDO")
    assert on_file(desk, "ANN") == "guess 5\nbuy 2"


@pytest.mark.parametrize("letter", ["CANCEL", "ADD buy 1", "ADD\nbuy 1", "buy 3"])
def test_whatever_changed_the_orders_is_taken_back(letter: str, running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(running["ANN"], "guess 5")
    box.reply(running["ANN"], letter)
    box.reply(running["ANN"], "UNDO")
    assert on_file(desk, "ANN") == "guess 5"


def test_orders_that_a_game_master_submitted_are_taken_back(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(running["ANN"], "guess 5")
    desk.store.write_now(actions.submit, desk, "TOY-1", "ANN", "guess 8", "master")
    box.reply(running["ANN"], "UNDO")
    assert on_file(desk, "ANN") == "guess 5"


def test_orders_below_it_are_those_that_count(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    for orders in ("guess 5", "guess 6", "UNDO\nADD buy 2"):
        box.reply(running["ANN"], orders)
    assert (on_file(desk, "ANN") or "").split("\n") == ["guess 5", "", "buy 2"]
    (answer,) = box.reply(running["ANN"], "guess 7\nUNDO")
    assert "UNDO was left out" in said(answer)
    assert on_file(desk, "ANN") == "guess 7"


def test_where_there_was_nothing_before_it_says_so(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = box.reply(running["ANN"], "undo")
    assert "There is nothing to take back: I know of no other orders of yours for turn 1." in said(answer)
    box.reply(running["ANN"], "guess 5")
    box.reply(running["ANN"], "undo")
    assert on_file(desk, "ANN") is None


def test_another_turns_orders_and_another_seats_are_not_put_back(
    running: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers
) -> None:
    box.reply(running["BOB"], "guess 5")
    box.reply(running["ANN"], "guess 6")
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    report = next(letter for letter in box.news() if letter["To"] == running["ANN"]["To"])
    (answer,) = box.reply(report, "undo")
    assert "There is nothing to take back" in said(answer)
    assert on_file(desk, "ANN") is None


def test_in_a_letter_for_two_seats_each_has_its_own(
    running: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers, home: Path
) -> None:
    (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2"))
    desk.read_files()
    begin(box, workers, "TOY-2", ANN=str(running["ANN"]["To"]), DAN="dan@d.example")
    for orders in ("guess 5\nbuy 2", "guess 6"):
        box.reply(running["ANN"], orders)
    box.reply(running["ANN"], "UNDO\nGAME TOY-2\nUNDO")
    assert on_file(desk, "ANN") == "guess 5\nbuy 2"
    assert on_file(desk, "ANN", "TOY-2") is None


def test_orders_that_replace_more_than_they_bring_tell_what_went(
    running: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    box.reply(running["ANN"], "guess 5\nbuy 2\nbuy 1")
    (answer,) = box.reply(running["ANN"], "buy 1\nguess 4")
    told = "Your letter replaced the 3 orders on file before. These went; to have them back, reply with UNDO on a line:"
    assert f"{told} GUESS 5 BUY 2 ON FILE" in said(answer)
    (answer,) = box.reply(running["ANN"], "guess 4\nbuy 5")
    assert "These went" not in said(answer)
    box.reply(answer, "UNDO\nUNDO")
    (answer,) = box.reply(running["ANN"], "guess 9")
    (answer,) = box.reply(running["ANN"], "guess 8")
    assert "Your letter replaced the order on file before." in said(answer)


def test_sets_of_old_turns_are_let_go(running: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers) -> None:
    for orders in ("guess 5", "guess 6"):
        box.reply(running["ANN"], orders)
    for _ in range(2):
        asyncio.run(master.run_now(desk, workers, "TOY-1"))
    game = desk.store.read_now(game_of)
    seat_id = desk.store.read_now(lambda session: seats.of_game(session, game.id)[0].id)
    assert not desk.store.read_now(lambda session: filed.had_orders(session, seat_id, 1))

"""UNDO takes nothing back and loses nothing: it says where the earlier orders are."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.clock import ManualClock
from postern.desk.context import Desk
from postern.desk.workers import Workers
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import begin, on_file
from tests.desk.test_letters import running

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
def test_it_names_the_letter_that_listed_the_orders_before(
    line: str, running: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock
) -> None:
    (first,) = box.reply(running["ANN"], "guess 5\nbuy 2")
    clock.advance(timedelta(minutes=10))
    box.reply(running["ANN"], "guess 6")
    clock.advance(timedelta(minutes=10))
    box.reply(running["ANN"], "SHOW")
    (answer,) = box.reply(running["ANN"], line)
    text = said(answer)
    assert "Nothing was taken back" in text
    assert f'in my letter of Fri 20 Nov 2026, 13:00 CET (12:00 UTC), with the subject "{first["Subject"]}".' in text
    assert "[TOY-1 turn 1] ANN: 2 orders on file" in text
    assert "GUESS 6" in text
    assert on_file(desk, "ANN") == "guess 6"


@pytest.mark.parametrize("again", ["guess 6", "Guess  6\n\nThanks!"])
def test_the_same_orders_again_are_no_change(
    again: str, running: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock
) -> None:
    (first,) = box.reply(running["ANN"], "guess 5\nbuy 2")
    clock.advance(timedelta(minutes=10))
    box.reply(running["ANN"], "guess 6")
    clock.advance(timedelta(minutes=10))
    box.reply(running["ANN"], again)
    (answer,) = box.reply(running["ANN"], "UNDO")
    assert f'in my letter of Fri 20 Nov 2026, 13:00 CET (12:00 UTC), with the subject "{first["Subject"]}".' in said(answer)
    assert "GUESS 6" in said(answer)


def test_after_cancel_it_names_the_last_list(
    running: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock
) -> None:
    for line in ("guess 5\nbuy 2", "guess 6", "CANCEL", "SHOW"):
        box.reply(running["ANN"], line)
        clock.advance(timedelta(minutes=10))
    (answer,) = box.reply(running["ANN"], "UNDO")
    assert 'Fri 20 Nov 2026, 13:10 CET (12:10 UTC), with the subject "[TOY-1 turn 1] ANN: 1 order on file"' in said(answer)
    assert on_file(desk, "ANN") is None


@pytest.mark.parametrize("before", ["", "guess 5"])
def test_where_there_was_nothing_before_it_says_so(before: str, running: dict[str, EmailMessage], box: Box) -> None:
    if before:
        box.reply(running["ANN"], before)
    (answer,) = box.reply(running["ANN"], "undo")
    assert "No letter of mine shows other orders of yours for this turn." in said(answer)


def test_letters_to_others_are_not_named(running: dict[str, EmailMessage], box: Box, clock: ManualClock) -> None:
    box.reply(running["BOB"], "guess 5")
    clock.advance(timedelta(minutes=10))
    box.reply(running["ANN"], "guess 6")
    (answer,) = box.reply(running["ANN"], "undo")
    assert "No letter of mine" in said(answer)


def test_in_a_letter_for_two_seats_each_is_told_of_its_own_letters(
    running: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers, home: Path
) -> None:
    (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2"))
    desk.read_files()
    begin(box, workers, "TOY-2", ANN=str(running["ANN"]["To"]), DAN="dan@d.example")
    for orders in ("guess 5\nbuy 2", "guess 6"):
        box.reply(running["ANN"], orders)
        clock.advance(timedelta(minutes=10))
    (answer,) = box.reply(running["ANN"], "UNDO\nGAME TOY-2\nUNDO")
    mine, other = said(answer).split("Nothing was taken back")[1:]
    assert "ANN: 2 orders on file" in mine
    assert "No letter of mine shows other orders of yours for this turn." in other

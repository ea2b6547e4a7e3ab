"""Several letters in a player's name that nothing proves: one letter for all of an hour, and the game master hears."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

from postern.desk.context import Desk
from postern.desk.timing.clock import ManualClock
from postern.store.tables import LetterState, OutState
from tests.desk.box import Box, parse, text_of
from tests.desk.knowing import ANN, last_letter
from tests.desk.playing import on_file

GM = "gm@example.org"


def waiting(box: Box) -> list[tuple[EmailMessage, timedelta]]:
    """The questions to ANN that are to be sent, each with how long after it was written."""
    rows = [row for row in box.rows() if row.recipient == ANN and "ANN: please confirm" in row.subject]
    rows = [row for row in rows if row.state == OutState.WAITING]
    return [(parse(row.raw or b""), row.next_try - row.created_at) for row in rows]


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def test_the_first_is_asked_about_at_once_and_all_others_in_one_letter(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    for guess in (1, 2, 3, 4, 5):
        clock.advance(timedelta(minutes=2))
        box.send(ANN, f"guess {guess}")
        assert last_letter(box).state == LetterState.HELD
    (first, at_once), (rest, later) = waiting(box)
    assert at_once == timedelta()
    assert later == timedelta(minutes=52), "an hour after the first question"
    assert "guess 1" in flat(first)
    assert "please confirm 4 letters" in str(rest["Subject"])
    assert all(f"guess {guess}" in flat(rest) for guess in (2, 3, 4, 5))
    assert on_file(desk, "ANN") is None
    (told,) = [row for row in box.rows() if row.recipient == GM]
    assert told.subject == "[Postern] Letters in the name of ANN in TOY-1"
    box.reply(rest, "YES")
    assert (on_file(desk, "ANN") or "").split("\n\n") == ["guess 2", "guess 3", "guess 4", "guess 5"], "read as one letter"


def test_a_no_throws_all_of_them_away(desk: Desk, box: Box, report: EmailMessage) -> None:
    for guess in (1, 2, 3):
        box.send(ANN, f"guess {guess}")
    _, (rest, _) = waiting(box)
    box.reply(rest, "NO")
    (again, *_) = box.reply(rest, "YES")
    assert on_file(desk, "ANN") is None
    assert "confirmed" not in flat(again)


def test_who_confirms_the_first_is_asked_about_the_others_at_once(
    desk: Desk, box: Box, clock: ManualClock, report: EmailMessage
) -> None:
    box.send(ANN, "guess 1")
    box.send(ANN, "guess 2")
    clock.advance(timedelta(minutes=5))
    (first, _), _ = waiting(box)
    box.reply(first, "")
    assert on_file(desk, "ANN") == "guess 1"
    (_, wait) = waiting(box)[-1]
    assert wait == timedelta(minutes=5), "it goes out now"
    clock.advance(timedelta(minutes=1))
    box.send(ANN, "guess 3")
    assert "guess 2" not in flat(waiting(box)[-1][0]), "what was sent is not added to"


def test_after_the_hour_the_next_is_asked_about_at_once(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    box.send(ANN, "guess 1")
    clock.advance(timedelta(minutes=61))
    box.send(ANN, "guess 2")
    assert [wait for _, wait in waiting(box)] == [timedelta(), timedelta()]


def test_masses_are_gathered_too_and_counted(desk: Desk, box: Box, clock: ManualClock, report: EmailMessage) -> None:
    for number in range(40):
        clock.advance(timedelta(seconds=20))
        box.send(ANN, f"buy {number}")
    assert len(waiting(box)) == 2
    (rest, _) = waiting(box)[-1]
    assert "please confirm 20 letters" in str(rest["Subject"])
    assert "19 further letters were thrown away" in flat(rest)

"""READY beside lines of which no order came, or without orders, is held once and counts when it is said again."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import Session, select

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.store.tables import Seat
from tests.desk.box import Box, text_of
from tests.desk.playing import ANN, BOB, begin, on_file, reports, run_turn

NAMES = {"ANN": ANN, "BOB": BOB}


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, ANN=ANN, BOB=BOB)


def said(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def is_ready(desk: Desk, name: str = "ANN") -> bool:
    def find(session: Session) -> bool:
        return session.exec(select(Seat.ready_turn).where(Seat.name == name)).one() > 0

    return desk.store.read_now(find)


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("guess 3\nguess 77\nREADY", "1 line"),  # read, and cannot be carried out
        ("READY\nguess 3\ngess 4", "1 line"),
        ("guess 3\nbuy two\nsell all\nbye 7\nREADY", "3 lines"),
        ("nonsense 5\nREADY", "1 line"),
    ],
)
def test_ready_beside_lines_without_an_order_is_held_once(
    body: str, lines: str, first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    (answer,) = box.reply(first["ANN"], body)
    assert f"{lines} could not be read or carried out, so READY does not count yet. Reply READY to run the turn" in said(answer)
    assert not is_ready(desk)
    assert "You are not ready yet" in said(answer)
    (answer,) = box.reply(answer, "READY")
    assert is_ready(desk)
    assert "You are ready for turn 1" in said(answer)


def test_the_same_letter_again_counts_and_other_mistakes_are_asked_about(
    first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    (answer,) = box.reply(first["ANN"], "guess 3\ngess 4\nbye 2\nREADY")
    (answer,) = box.reply(answer, "guess 3\nbuy 2\ngess 4\nsell 1\nREADY")
    assert not is_ready(desk), "sell 1 is new"
    box.reply(answer, "guess 3\nbuy 2\ngess 4\nREADY")
    assert is_ready(desk), "only what was asked about is left"


@pytest.mark.parametrize(
    "body", ["guess 3\nREADY", "Hi there,\n\nguess 3\nREADY\n\nCheers,\nAnn", "READY\nThanks!", "guess 3\nbuy 1\nREADY"]
)
def test_a_letter_that_is_understood_counts_at_once(body: str, first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(first["ANN"], body)
    assert is_ready(desk)


def test_what_was_told_before_is_not_asked_about(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    """Whoever was told of the mistake and says READY means it."""
    (answer,) = box.reply(first["ANN"], "guess 3\nguess 77")
    box.reply(answer, "READY")
    assert is_ready(desk)


def test_held_ready_takes_an_earlier_one_back(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(first["ANN"], "guess 3\nREADY")
    box.reply(first["ANN"], "guess 4\nbye 9\nREADY")
    assert not is_ready(desk)


def test_without_orders_where_the_last_turn_had_some_it_is_held_once(
    first: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers
) -> None:
    box.reply(first["ANN"], "guess 3")
    second = run_turn(box, workers, NAMES)
    (answer,) = box.reply(second["ANN"], "READY")
    assert "You have no orders on file for turn 2 that can be carried out, and gave some for turn 1" in said(answer)
    assert not is_ready(desk)
    box.reply(answer, "READY")
    assert is_ready(desk)
    box.reply(second["BOB"], "READY")
    assert is_ready(desk, "BOB"), "BOB gave none for turn 1 either"
    third = run_turn(box, workers, NAMES)
    box.reply(third["ANN"], "READY")
    assert is_ready(desk)


def test_wait_behind_ready_counts_and_asks_nothing(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = box.reply(first["ANN"], "guess 3\nbye 1\nREADY\nWAIT")
    assert "does not count yet" not in said(answer)
    assert not is_ready(desk)


def test_a_game_may_take_ready_at_its_word(home: Path, first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text() + 'ready_with_problems = "take"\n')
    desk.read_files()
    (answer,) = box.reply(first["ANN"], "guess 3\nguess 77\nREADY")
    assert is_ready(desk)
    assert "You are ready for turn 1, with 1 line still to mend." in said(answer)


def test_practice_games_ask_too(box: Box, workers: Workers) -> None:
    box.send(ANN, "PRACTICE")
    report = reports(box, workers, {"ANN": ANN})["ANN"]
    (answer,) = box.reply(report, "guess 3\nbye 1\nREADY")
    assert "Reply READY to run the turn as it stands" in said(answer)
    assert "ANN" not in reports(box, workers, {"ANN": ANN})
    box.reply(answer, "READY")
    assert "ANN" in reports(box, workers, {"ANN": ANN})


def test_orders_stay_on_file_while_ready_is_held(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(first["ANN"], "guess 3\nbye 1\nREADY")
    assert on_file(desk, "ANN") == "guess 3"


def test_orders_below_a_signature_are_asked_about(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = box.reply(first["ANN"], "guess 3\nREADY\n\n-- \nAnn\nbuy 7\n")
    assert "buy 7" in said(answer)
    assert not is_ready(desk)


@pytest.mark.parametrize("mark", ["> ", ""])
def test_what_is_quoted_of_our_own_letters_asks_nothing(
    mark: str, first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    """The form of a report has orders in it, and so has the list of an answer."""
    (answer,) = box.reply(first["ANN"], "guess 3\nbuy 2")
    quoted = "\n".join(f"{mark}{line}" for line in text_of(answer).splitlines())
    head = "On Fri, 20 Nov 2026 at 13:00, Postern <orders@example.org> wrote:"
    box.reply(answer, f"guess 4\nREADY\n\n{head}\n{quoted}")
    assert is_ready(desk)

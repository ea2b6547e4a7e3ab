"""A letter that a later one overtook on its way does not undo what that one said: it is asked back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.timing.clock import ManualClock
from postern.store.tables import LetterState
from tests.desk.box import Box, text_of
from tests.desk.knowing import ANN, filed, last_letter, seat_of, start
from tests.desk.playing import on_file

TEN, LATER = (datetime(2026, 11, 20, hour, minute, tzinfo=UTC) for hour, minute in ((14, 0), (16, 55)))


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


@pytest.fixture
def at(report: EmailMessage, clock: ManualClock) -> EmailMessage:
    """ANN's report; it is an hour after the later letter."""
    clock.advance(LATER + timedelta(hours=1) - clock.now())
    return report


def write(box: Box, at: EmailMessage, body: str, when: datetime, **headers: str) -> list[EmailMessage]:
    return box.send(ANN, body, str(at["Reply-To"]), Date=format_datetime(when), **headers)


def state(box: Box) -> tuple[str | None, bool]:
    seat, _ = seat_of(box, "ANN")
    return on_file(box.desk, "ANN"), seat.ready_turn == 1


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("WAIT", "READY"),
        ("guess 5\nWAIT", "guess 3\nREADY"),
        ("guess 5", "CANCEL"),
        ("guess 5", "guess 3"),
        ("guess 5", "ADD\nguess 3"),
        ("guess 5", "UNDO"),
        ("guess 5\nREADY", "WAIT"),
        ("guess 5", "READY"),
    ],
)
def test_older_words_about_the_turn_change_nothing_and_are_asked_back(
    box: Box, at: EmailMessage, newer: str, older: str
) -> None:
    write(box, at, newer, LATER)
    before = state(box)
    (asked,) = write(box, at, older, TEN)
    assert state(box) == before
    assert last_letter(box).state == LetterState.HELD
    assert "please confirm your earlier letter" in str(asked["Subject"])
    assert "before your letter of" in flat(asked)
    assert "which came here first" in flat(asked)
    (done,) = box.reply(asked, "YES")
    assert last_letter(box).state == LetterState.HANDLED
    assert "confirmed and carried out" in flat(done)
    expected = {"READY": True, "WAIT": False}.get(older.split()[-1])
    assert expected is None or state(box)[1] is expected or "READY does not count yet" in flat(done)


@pytest.mark.parametrize(("newer", "older"), [("STATUS", "READY"), ("ABSENCE", "guess 3"), ("WAIT", "STATUS"), ("ZN", "READY")])
def test_words_about_something_else_are_carried_out(box: Box, at: EmailMessage, newer: str, older: str) -> None:
    write(box, at, newer, LATER)
    write(box, at, older, TEN)
    assert last_letter(box).state == LetterState.HANDLED


def test_an_older_vote_and_an_older_absence_do_not_count_either(desk: Desk, box: Box, at: EmailMessage) -> None:
    box.reply(at, "PROPOSE PAUSE\nit is Christmas")
    for newer, older in (
        ("VOTE NO 1", "VOTE YES 1"),
        ("ABSENCE CANCEL", "ABSENCE from 24 Dec to 2 Jan"),
        ("UNMUTE", "MUTE BOB"),
    ):
        write(box, at, newer, LATER)
        (asked, *_) = write(box, at, older, TEN)
        assert "please confirm your earlier letter" in str(asked["Subject"]), older


@pytest.mark.parametrize("seconds", [0, 1, 3600])
def test_letters_in_their_order_are_carried_out(box: Box, at: EmailMessage, seconds: int) -> None:
    write(box, at, "guess 5\nREADY", TEN)
    write(box, at, "guess 3\nWAIT", TEN + timedelta(seconds=seconds))
    assert state(box) == ("guess 3", False)


def test_a_slow_clock_is_known_by_what_the_letter_replies_to(box: Box, at: EmailMessage) -> None:
    (answer,) = write(box, at, "guess 5", LATER)
    write(box, at, "guess 3", TEN, In_Reply_To=str(answer["Message-ID"]))
    assert state(box)[0] == "guess 3"


def test_a_date_far_ahead_of_its_arrival_stands_against_nothing(box: Box, at: EmailMessage) -> None:
    write(box, at, "guess 5", LATER + timedelta(days=30))
    write(box, at, "guess 3", LATER)
    assert state(box)[0] == "guess 3"


def test_a_letter_without_a_date_counts_as_it_comes(box: Box, at: EmailMessage) -> None:
    write(box, at, "guess 5", LATER)
    box.send(ANN, "guess 3", str(at["Reply-To"]))
    assert state(box)[0] == "guess 3"


GAMES = ("TOY-1", "TOY-2")


@pytest.mark.parametrize(
    ("newer", "older", "held"),
    [
        (("TOY-1", "GAME TOY-2\nguess 5"), ("TOY-2", "guess 3"), "TOY-2"),
        (("TOY-2", "guess 5"), ("TOY-1", "GAME TOY-2\nguess 3"), "TOY-2"),
        (("TOY-1", "GAME TOY-2\nguess 5\nWAIT"), ("TOY-1", "guess 4\nGAME TOY-2\nREADY"), "TOY-2"),
        (("TOY-2", "GAME TOY-1\nguess 5"), ("TOY-2", "buy 1\nGAME TOY-1\nCANCEL"), "TOY-1"),
        (("TOY-1", "guess 5"), ("TOY-1", "GAME TOY-2\nguess 3"), ""),
        (("TOY-1", "guess 5"), ("TOY-2", "guess 3\nREADY"), ""),
        (("TOY-1", "GAME TOY-2\nguess 5"), ("TOY-2", "GAME TOY-1\nguess 3"), ""),
    ],
)
def test_lines_below_game_are_compared_with_those_for_the_same_seat(
    box: Box, workers: Workers, clock: ManualClock, newer: tuple[str, str], older: tuple[str, str], held: str
) -> None:
    reports = start(box, workers, *GAMES)
    clock.advance(LATER + timedelta(hours=1) - clock.now())
    write(box, reports[f"{newer[0]} ANN"], newer[1], LATER)
    assert last_letter(box).state == LetterState.HANDLED
    before = [filed(box, game=game) for game in GAMES]
    (asked, *_) = write(box, reports[f"{older[0]} ANN"], older[1], TEN)
    assert (last_letter(box).state == LetterState.HELD) is bool(held)
    if held:
        assert [filed(box, game=game) for game in GAMES] == before
        assert held in str(asked["Subject"])
        box.reply(asked, "YES")
        assert last_letter(box).state == LetterState.HANDLED
        assert [filed(box, game=game) for game in GAMES] != before or "READY" in older[1]

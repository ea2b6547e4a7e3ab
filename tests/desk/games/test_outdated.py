"""Letters from before the turn began: READY and WAIT in them never count, and newer orders are replaced by a reply alone."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import pytest
from sqlmodel import Session, select

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.timing.clock import ManualClock
from postern.store import inbox
from postern.store.inbox import Arrival
from postern.store.tables import Seat
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import ANN, BOB, begin, on_file, run_turn

NAMES = {"ANN": ANN, "BOB": BOB}
Letters = dict[str, EmailMessage]


@pytest.fixture
def reports(box: Box, desk: Desk, workers: Workers, clock: ManualClock) -> tuple[Letters, Letters]:
    """The reports that open turn 1 and, an hour later, turn 2."""
    first = begin(box, workers, ANN=ANN, BOB=BOB)
    clock.advance(timedelta(hours=1))
    second = run_turn(box, workers, NAMES)
    clock.advance(timedelta(hours=1))
    return first, second


def said(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def ready_turn(desk: Desk, name: str = "ANN") -> int:
    def find(session: Session) -> int:
        return session.exec(select(Seat.ready_turn).where(Seat.name == name)).one()

    return desk.store.read_now(find)


def reply(box: Box, to: EmailMessage, body: str, written: datetime | None = None) -> list[EmailMessage]:
    """A reply with a Date of its own (none: without)."""
    headers = {"Date": format_datetime(written)} if written is not None else {}
    return box.send(
        str(to["To"]),
        body,
        str(to["Reply-To"]),
        f"Re: {to['Subject']}",
        In_Reply_To=str(to["Message-ID"]),
        References=f"{to['References'] or ''} {to['Message-ID']}".strip(),
        **headers,
    )


def anew(box: Box, to: EmailMessage, body: str, written: datetime | None = None) -> list[EmailMessage]:
    """A letter of its own to the seat's reply address, which replies to nothing."""
    headers = {"Date": format_datetime(written)} if written is not None else {}
    return box.send(str(to["To"]), body, str(to["Reply-To"]), "my orders", **headers)


@pytest.mark.parametrize("word", ["READY", "ready for turn 1", "Done!"])
def test_ready_in_a_reply_to_an_older_turns_letter_is_asked_for_anew(
    word: str, reports: tuple[Letters, Letters], box: Box, desk: Desk
) -> None:
    first, _ = reports
    (answer,) = box.reply(first["ANN"], f"guess 3\n{word}")
    assert ready_turn(desk) == 0
    assert on_file(desk, "ANN") == "guess 3"
    assert "READY was not counted" in said(answer)
    assert "You are not ready yet" in said(answer)
    box.reply(answer, "READY")
    assert ready_turn(desk) == 2


def test_a_turn_that_is_named_counts_whatever_the_letter_replies_to(
    reports: tuple[Letters, Letters], box: Box, desk: Desk
) -> None:
    first, second = reports
    (answer,) = box.reply(second["ANN"], "READY for turn 1")
    assert ready_turn(desk) == 0
    assert "because it names turn 1." in said(answer)
    box.reply(first["ANN"], "READY for turn 2")
    assert ready_turn(desk) == 2


def test_wait_in_a_reply_to_an_older_turns_letter_does_not_take_ready_back(
    reports: tuple[Letters, Letters], box: Box, desk: Desk
) -> None:
    first, second = reports
    box.reply(second["ANN"], "READY")
    (answer,) = box.reply(first["ANN"], "WAIT")
    assert ready_turn(desk) == 2
    assert "WAIT was not counted, because you replied to a letter about turn 1, which has run." in said(answer)


def test_ready_sent_twice_runs_one_turn_of_a_practice_game(box: Box, desk: Desk, workers: Workers, clock: ManualClock) -> None:
    """The second one lay with a server while the turn of the first ran."""
    box.send(ANN, "PRACTICE")
    from tests.desk.playing import reports as written

    report = written(box, workers, {"ANN": ANN})["ANN"]
    box.reply(report, "guess 2\nREADY")
    written(box, workers, {"ANN": ANN})
    box.reply(report, "READY")
    assert "ANN" not in written(box, workers, {"ANN": ANN})


@pytest.mark.parametrize(
    ("hours", "counts"),
    [
        (-0.5, False),  # written while turn 1 was awaited
        (0.5, True),
        (9, True),  # a clock that is wrong: such a date tells nothing
        (None, True),
    ],
)
def test_a_ready_that_replies_to_nothing_goes_by_its_date(
    hours: float | None, counts: bool, reports: tuple[Letters, Letters], box: Box, desk: Desk, clock: ManualClock
) -> None:
    began = clock.now() - timedelta(hours=1)
    (answer,) = anew(box, reports[1]["ANN"], "READY", began + timedelta(hours=hours) if hours is not None else None)
    assert (ready_turn(desk) == 2) is counts
    assert ("by its date you wrote it before turn 2 began" in said(answer)) is not counts


def test_a_letter_written_in_the_second_in_which_the_turn_began_is_of_that_turn(
    box: Box, desk: Desk, workers: Workers, clock: ManualClock
) -> None:
    """A letter's date has whole seconds: the moment before is none of them."""
    first = begin(box, workers, ANN=ANN, BOB=BOB)
    clock.advance(timedelta(hours=1, milliseconds=700))
    second = run_turn(box, workers, NAMES)
    clock.advance(timedelta(milliseconds=200))
    assert first
    anew(box, second["ANN"], "guess 3\nREADY", clock.now())
    assert (ready_turn(desk), on_file(desk, "ANN")) == (2, "guess 3")


def test_a_ready_that_came_before_the_turn_began_does_not_count_for_it(
    reports: tuple[Letters, Letters], box: Box, desk: Desk, clock: ManualClock
) -> None:
    """It lay in the mailbox while the turn ran; its own clock is wrong."""
    raw = box.letter(ANN, "READY", str(reports[1]["ANN"]["Reply-To"]), Date=format_datetime(clock.now()))
    arrival = Arrival("box/early", raw, "", clock.now() - timedelta(hours=2))
    desk.store.write_now(inbox.take_in, [arrival], clock.now())
    box.handle()
    assert ready_turn(desk) == 0


def test_an_older_letter_is_shown_and_replaces_newer_orders_when_a_reply_says_so(
    reports: tuple[Letters, Letters], box: Box, desk: Desk, clock: ManualClock
) -> None:
    first, second = reports
    box.reply(second["ANN"], "guess 7")
    (asked,) = reply(box, first["ANN"], "guess 1\nbuy 1\nREADY", clock.now() - timedelta(hours=1, minutes=30))
    assert on_file(desk, "ANN") == "guess 7"
    assert ready_turn(desk) == 0
    assert "> guess 1 > buy 1 > READY" in said(asked)
    assert "by its date you wrote it Fri 20 Nov 2026, 13:30 CET (12:30 UTC), before that turn began" in said(asked)
    (answer,) = box.reply(asked, "")
    assert on_file(desk, "ANN") == "guess 1\nbuy 1"
    assert ready_turn(desk) == 2
    assert "your letter is confirmed and carried out" in said(answer)


def test_no_throws_an_older_letter_away(reports: tuple[Letters, Letters], box: Box, desk: Desk, clock: ManualClock) -> None:
    first, second = reports
    box.reply(second["ANN"], "guess 7")
    (asked,) = reply(box, first["ANN"], "guess 1", clock.now() - timedelta(hours=3))
    box.reply(asked, "NO")
    assert on_file(desk, "ANN") == "guess 7"


@pytest.mark.parametrize("body", ["CANCEL", "ADD buy 2", "ADD\nbuy 2", "guess 4", "STATUS\nguess 4"])
def test_whatever_changes_the_orders_waits(
    body: str, reports: tuple[Letters, Letters], box: Box, desk: Desk, clock: ManualClock
) -> None:
    box.reply(reports[1]["ANN"], "guess 7")
    (asked,) = anew(box, reports[1]["ANN"], body, clock.now() - timedelta(days=300))
    assert on_file(desk, "ANN") == "guess 7"
    assert "please confirm" in str(asked["Subject"])


@pytest.mark.parametrize("body", ["STATUS", "PRESS TO BOB\nhello\nEND", "Thanks!"])
def test_what_changes_no_orders_is_carried_out(
    body: str, reports: tuple[Letters, Letters], box: Box, clock: ManualClock
) -> None:
    box.reply(reports[1]["ANN"], "guess 7")
    letters = anew(box, reports[1]["ANN"], body, clock.now() - timedelta(days=300))
    assert not any("please confirm" in str(letter["Subject"]) for letter in letters)


def test_a_reply_to_the_turns_own_letter_counts_whatever_its_clock_says(
    reports: tuple[Letters, Letters], box: Box, desk: Desk
) -> None:
    """Nobody answers a letter before it is written: the clock is broken."""
    box.reply(reports[1]["ANN"], "guess 7")
    reply(box, reports[1]["ANN"], "guess 8\nREADY", datetime.fromisoformat("1980-01-01T00:00:00+00:00"))
    assert on_file(desk, "ANN") == "guess 8"
    assert ready_turn(desk) == 2


def test_a_reply_to_an_older_letter_without_a_date_is_shown_a_fresh_one_is_taken(
    reports: tuple[Letters, Letters], box: Box, desk: Desk, clock: ManualClock
) -> None:
    first, second = reports
    box.reply(second["ANN"], "guess 7")
    (asked,) = reply(box, first["ANN"], "guess 1")
    assert "has no date that I can go by" in said(asked)
    (asked,) = reply(box, first["ANN"], "guess 1", clock.now() + timedelta(hours=1))
    assert "has no date that I can go by" in said(asked), "a date that lies ahead is a wrong clock's"
    assert on_file(desk, "ANN") == "guess 7"
    (answer,) = reply(box, first["ANN"], "guess 2", clock.now())
    assert on_file(desk, "ANN") == "guess 2"
    assert "You replied to a letter about turn 1, which has run" in said(answer)


def test_an_older_letter_goes_on_file_where_nothing_newer_was_said(
    reports: tuple[Letters, Letters], box: Box, desk: Desk, clock: ManualClock
) -> None:
    (answer,) = anew(box, reports[1]["ANN"], "guess 1", clock.now() - timedelta(hours=2))
    assert on_file(desk, "ANN") == "guess 1"
    assert "By its date you wrote your letter before turn 2 began. Your orders are now on file for turn 2" in said(answer)


def test_ready_without_orders_is_newer_than_an_older_letters_orders(
    reports: tuple[Letters, Letters], box: Box, desk: Desk, clock: ManualClock
) -> None:
    box.reply(reports[1]["ANN"], "READY")
    anew(box, reports[1]["ANN"], "guess 1", clock.now() - timedelta(hours=2))
    assert on_file(desk, "ANN") is None


def test_the_lines_below_game_are_held_against_that_games_turn(
    reports: tuple[Letters, Letters], box: Box, desk: Desk, workers: Workers, home: Path, clock: ManualClock
) -> None:
    (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2"))
    desk.read_files()
    other = begin(box, workers, "TOY-2", **NAMES)
    box.reply(other["ANN"], "guess 5")
    clock.advance(timedelta(minutes=5))
    (asked,) = reply(box, reports[1]["ANN"], "guess 1\nGAME TOY-2\nguess 2", clock.now() - timedelta(minutes=30))
    assert on_file(desk, "ANN", "TOY-2") == "guess 5"
    assert "turn 1 of TOY-2 stand" in said(asked)
    box.reply(asked, "yes")
    assert on_file(desk, "ANN", "TOY-2") == "guess 2"
    assert on_file(desk, "ANN") == "guess 1"

"""Letters that are not read: above the size limit, or from an address to which no answer can be sent."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from postern.desk.context import Desk
from postern.desk.letters.receipt import TOO_LARGE
from postern.store.tables import InboxLetter, LetterState
from tests.desk.box import Box, text_of
from tests.desk.letters.test_letters import ANN, running
from tests.desk.playing import on_file

__all__ = ["running"]
GM = "gm@example.org"


def receive(box: Box, raw: bytes, *, complete: bool = True) -> tuple[InboxLetter, list[EmailMessage]]:
    """The letter's row when it has been handled, and what was written because of it."""
    box.put(raw, complete=complete)
    box.news()
    done = box.handle()
    assert done is not None
    row = box.desk.store.read_now(lambda session: session.get(InboxLetter, done.letter_id))
    assert row is not None
    return row, box.news()


def large(box: Box, sender: str, to: str, subject: str = "photos") -> tuple[InboxLetter, list[EmailMessage]]:
    """A letter above the limit: its header alone was fetched."""
    header = box.letter(sender, "guess 3", to, subject).partition(b"\n\n")[0]
    return receive(box, header + b"\n\n", complete=False)


def flat(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


@pytest.mark.parametrize("subject", ["photos", "READY", "guess 3"])
def test_a_players_letter_above_the_limit_is_said_not_to_have_been_read(
    running: dict[str, EmailMessage], box: Box, desk: Desk, subject: str
) -> None:
    _, (answer,) = large(box, ANN, str(running["ANN"]["Reply-To"]), subject)
    assert flat(answer).startswith(TOO_LARGE)
    assert on_file(desk, "ANN") is None
    assert "You are not ready yet" in flat(answer)


def test_anybody_elses_letter_above_the_limit_is_said_not_to_have_been_read(running: dict[str, EmailMessage], box: Box) -> None:
    _, (answer,) = large(box, "who@w.example", "orders@example.org", "HELP")
    assert flat(answer).startswith(TOO_LARGE)
    asked = box.send(GM, "GAMES")[-1]
    _, (answer,) = large(box, GM, str(asked["Reply-To"]), "PAUSE TOY-1")
    assert flat(answer).startswith(TOO_LARGE)


def test_a_reply_above_the_limit_confirms_nothing(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    """An empty reply would: of a large one nobody knows whether it says no."""
    asked = next(letter for letter in box.send(ANN, "guess 3") if letter["To"] == ANN)
    assert "confirm" in str(asked["Subject"]).lower()
    _, (answer,) = large(box, ANN, str(asked["Reply-To"]), f"Re: {asked['Subject']}")
    assert flat(answer).startswith(TOO_LARGE)
    assert on_file(desk, "ANN") is None
    box.reply(asked, "")
    assert on_file(desk, "ANN") == "guess 3"


def from_address(sender: str, to: str, number: int) -> bytes:
    return f"From: {sender}\nTo: {to}\nSubject: x\nMessage-ID: <{number}@strange.example>\n\nHELP\n".encode()


@pytest.mark.parametrize(
    ("domain", "written"),
    [
        ("müller.example", "xn--mller-kva.example"),
        ("MÜLLER.example", "xn--mller-kva.example"),
        ("пример.рф", "xn--e1afmkfd.xn--p1ai"),
    ],
)
def test_a_domain_beyond_ascii_is_answered(running: dict[str, EmailMessage], box: Box, domain: str, written: str) -> None:
    row, (answer,) = receive(box, from_address(f"anna@{domain}", "orders@example.org", 1))
    assert (row.state, row.address, answer["To"]) == (LetterState.HANDLED, f"anna@{written}", f"anna@{written}")


@pytest.mark.parametrize(
    "sender",
    [
        "änna@b.example",
        "анна@b.example",
        "ann@stra\u00dfe.example",
        "ann@\u212aelvin.example",
        "ann@\uff41.example",
        "ann@a\u2024example",
    ],
)
def test_a_sender_that_cannot_be_written_to_is_refused_with_a_reason(
    running: dict[str, EmailMessage], box: Box, sender: str
) -> None:
    row, (told,) = receive(box, from_address(sender, "orders@example.org", 1))
    assert (row.state, row.reason) == (LetterState.IGNORED, "no letter can be sent to its sender's address")
    assert told["To"] == GM
    assert sender in flat(told)
    row, again = receive(box, from_address(sender, "orders@example.org", 2))
    assert (row.state, again) == (LetterState.IGNORED, [])
    row, (answer,) = receive(box, from_address(sender, str(running["ANN"]["Reply-To"]), 3))
    assert answer["To"] == ANN

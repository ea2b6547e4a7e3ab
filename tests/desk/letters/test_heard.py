"""A letter that came to a genuine reply address never ends unheard, whatever lists and relays wrote into its header."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from postern.desk.context import Desk
from postern.store.tables import LetterState
from tests.desk.box import Box, text_of
from tests.desk.knowing import last_letter
from tests.desk.onlooking import OLGA, observe
from tests.desk.playing import on_file

ANN, GM = "ann@a.example", "gm@example.org"
OWN = "orders@example.org"
MARKS = [
    "Precedence: list",
    "Precedence: bulk",
    "List-Unsubscribe: <mailto:leave@relay.example>",
    "List-Id: <family.groups.example>",
    "X-Autoreply: yes",
    f"X-Loop: {OWN}",
    "Return-Path: <>",
    "Auto-Submitted: auto-generated",
]
"""What lists, groups, relays and scripts write into letters that people wrote."""
PROGRAMS = [
    "Auto-Submitted: auto-replied",
    "Return-Path: <>\nAuto-Submitted: auto-replied",
    f"Auto-Submitted: auto-generated\nX-Loop: {OWN}",
    "MIME-Version: 1.0\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b",
]


def come(box: Box, to: str, body: str, head: str = "", sender: str = f"From: {ANN}") -> list[EmailMessage]:
    """Has a letter handled whose header is written as it stands here."""
    fields = [line for line in (sender, f"To: {to}", f"Message-ID: <{next(box.numbers)}@home.example>", head) if line]
    box.put(("\n".join(fields) + f"\n\n{body}\n").encode())
    box.news()
    box.handle()
    return box.news()


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


@pytest.mark.parametrize("head", MARKS)
def test_orders_to_a_seats_reply_address_are_filed_and_answered_as_a_suspects(
    desk: Desk, box: Box, report: EmailMessage, head: str
) -> None:
    (answer,) = come(box, str(report["Reply-To"]), "guess 3", head)
    assert on_file(desk, "ANN") == "guess 3"
    assert answer["To"] == ANN
    assert "Your letter looks automatic" in flat(answer)


@pytest.mark.parametrize("sender", ["postmaster@a.example", "no-reply@a.example", "mailer-daemon@a.example"])
def test_so_are_orders_from_an_address_that_programs_use(desk: Desk, box: Box, report: EmailMessage, sender: str) -> None:
    (answer,) = come(box, str(report["Reply-To"]), "guess 3", sender=f"From: {sender}")
    assert (on_file(desk, "ANN"), answer["To"]) == ("guess 3", ANN)


@pytest.mark.parametrize("head", MARKS)
def test_without_a_reply_address_of_ours_they_are_a_machines(box: Box, report: EmailMessage, head: str) -> None:
    assert come(box, OWN, "guess 3", head) == []
    assert last_letter(box).state == LetterState.IGNORED


@pytest.mark.parametrize("head", PROGRAMS)
def test_what_a_program_wrote_counts_for_nothing_and_the_master_is_told_once_a_turn(
    desk: Desk, box: Box, report: EmailMessage, head: str
) -> None:
    (told,) = come(box, str(report["Reply-To"]), "guess 3", head)
    assert (told["To"], on_file(desk, "ANN")) == (GM, None)
    assert "A program answered for ANN in TOY-1" in str(told["Subject"])
    assert "Nothing in it was carried out" in flat(told)
    assert come(box, str(report["Reply-To"]), "guess 4", head) == []


def test_a_question_hears_yes_through_a_list(desk: Desk, box: Box, report: EmailMessage) -> None:
    (asked,) = box.send(ANN, "guess 5")
    come(box, str(asked["Reply-To"]), "YES", "Precedence: list")
    assert on_file(desk, "ANN") == "guess 5"


def test_a_game_master_is_heard_through_a_list(desk: Desk, box: Box, report: EmailMessage) -> None:
    (told,) = come(box, str(report["Reply-To"]), "away", "Auto-Submitted: auto-replied")
    (answer,) = come(box, str(told["Reply-To"]), "GAMES", "List-Unsubscribe: <mailto:x@y.example>", f"From: {GM}")
    assert "TOY-1" in flat(answer)


def test_an_observer_is_heard_through_a_list_and_leaves_by_a_button_in_silence(box: Box, report: EmailMessage) -> None:
    welcome = observe(box)
    (answer,) = come(box, str(welcome["Reply-To"]), "GAMES", "Precedence: list", f"From: {OLGA}")
    assert answer["To"] == OLGA
    assert come(box, str(welcome["Reply-To"]), "", "Precedence: bulk\nSubject: unsubscribe", f"From: {OLGA}") == []
    assert last_letter(box).state == LetterState.HANDLED


@pytest.mark.parametrize(
    "sender",
    [
        "From: Ann Player ann@a.example",
        'From: "Ann Player <ann@a.example>',
        "From: Ann",
        "X-Sender: nobody",
        f"From: Ann via the group <{OWN}>",
    ],
)
def test_a_sender_who_cannot_be_read_is_answered_at_the_seats_address(
    desk: Desk, box: Box, report: EmailMessage, sender: str
) -> None:
    (answer,) = come(box, str(report["Reply-To"]), "guess 3\nREADY", sender=sender)
    assert (on_file(desk, "ANN"), answer["To"]) == ("guess 3", ANN)
    assert "reply with NEW SECRET" in flat(answer)


def test_a_question_and_a_broken_letter_without_a_sender_are_answered_there_as_well(
    desk: Desk, box: Box, report: EmailMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    (asked,) = box.reply(report, "RESIGN")
    (gone, *_) = come(box, str(asked["Reply-To"]), "NO", sender="From: Ann ann@a.example")
    assert gone["To"] == ANN

    def broken(*_: object) -> None:
        raise ValueError("a fault of the test")

    monkeypatch.setattr("postern.desk.letters.handling.process", broken)
    written = come(box, str(report["Reply-To"]), "guess 3", sender="From: Ann ann@a.example")
    assert sorted(str(one["To"]) for one in written) == [ANN, GM]


def test_nothing_is_ever_written_to_our_own_address(desk: Desk, box: Box, report: EmailMessage) -> None:
    for body in ("HELP", "guess 3"):
        come(box, OWN, body, sender="From: orders+anything@example.org")
        come(box, str(report["Reply-To"]), body, sender=f"From: {OWN}")
    assert {row.recipient for row in box.rows()} & {OWN, "orders+anything@example.org"} == set()

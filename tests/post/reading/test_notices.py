"""Letters that a mail program writes at a click: reactions, receipts, answers to invitations, recalls."""

from __future__ import annotations

import pytest

from postern.post.letter import Kind
from postern.post.reading import read_letter
from tests.letters.letter import both, file, letter, multipart, part

_INVITATION = "BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nSUMMARY:L99MA1\nEND:VEVENT\nEND:VCALENDAR"
ANSWER = part(_INVITATION, "text/calendar", more="; method=REPLY")
REACTION = "Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: reaction\r\n\r\n\U0001f44d\r\n".encode()
GMAIL = multipart(
    "alternative",
    [
        part("\U0001f44d\n\nJoe Smith reacted via Gmail <https://www.google.com/gmail/about/>"),
        part('{"emoji": "\U0001f44d", "version": 1}', "text/vnd.google.email-reaction+json"),
        part("<div><p>\U0001f44d</p><p>Joe Smith reacted via <a href='https://x'>Gmail</a></p></div>", "text/html"),
    ],
)


@pytest.mark.parametrize(
    "content",
    [
        REACTION,
        multipart("mixed", [REACTION]),
        multipart("alternative", [REACTION, part("<p>Joe Smith: \U0001f44d</p>", "text/html")]),
        GMAIL,
        GMAIL.replace(b"reacted via Gmail", b"da phan ung qua Gmail"),  # in a language whose words we do not know
        part("\U0001f44d Joe Smith liked your message:\n\n1  L13MB4  L13 marches to B4\n"),
        part("Joe Smith reacted with a thumbs up to your message:\nL13MB4"),
        part("Liked \u201cL13MB4 marches\u201d"),
        part("\U0001f44d to \u201cL13MB4\u201d"),
        part("Joe hat \u00fcber Gmail reagiert"),
        part("<p>\U0001f44d Joe Smith reacted to your message</p><blockquote>L13MB4</blockquote>", "text/html"),
    ],
)
def test_a_reaction_says_nothing(content: bytes) -> None:
    found = read_letter(letter(content))
    assert found.lines == ()
    assert found.verdict.kind is Kind.SUSPECT
    assert [item.reason for item in found.left_out][-1] == "a reaction"


def test_words_beside_a_reaction_are_read() -> None:
    found = read_letter(letter(multipart("mixed", [REACTION, part("L13MB4\nREADY\n")])))
    assert found.lines == ("L13MB4", "READY")
    assert found.verdict.kind is Kind.HUMAN


@pytest.mark.parametrize(
    "content",
    [
        ANSWER,
        multipart("alternative", [part(""), part("<html><body></body></html>", "text/html"), ANSWER]),
        multipart("alternative", [part("joe@players.test has accepted this invitation.\n\nQJ-1: orders for turn 7\n"), ANSWER]),
        multipart("mixed", [both("Joe hat diese Einladung angenommen.", "<p>Joe hat diese Einladung angenommen.</p>"), ANSWER]),
    ],
)
def test_an_answer_to_an_invitation_is_a_machines(content: bytes) -> None:
    found = read_letter(letter(content, subject="Accepted: QJ-1: orders for turn 7 are due"))
    assert found.lines == ()
    assert found.verdict.kind is Kind.MACHINE


def test_what_is_written_with_the_answer_to_an_invitation_is_read() -> None:
    found = read_letter(letter(multipart("alternative", [part("See you!\nL13MB4\n"), ANSWER]), subject="Accepted: QJ-1"))
    assert found.lines == ("See you!", "L13MB4")
    assert found.verdict.kind is Kind.HUMAN


_SENT = "To: Joe\n   Subject: [QJ-101 turn 7] GREEDY\n   Sent: Friday, November 20, 2026 8:00:00 PM"


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Read: [QJ-101 turn 7]", f"Your message\n\n   {_SENT}\n\nwas read on Friday, November 20, 2026 8:30:00 PM."),
        ("Not read: [QJ-101 turn 7]", f"Your message\n\n   {_SENT}\n\nwas deleted without being read on Friday."),
        ("Gelesen: [QJ-101 turn 7]", "Ihre Nachricht\n\nAn: Joe\nBetreff: x\n\n wurde am Freitag gelesen."),
        ("Return Receipt (displayed) - x", "This is a Return Receipt for the mail that you sent to joe@players.test."),
        ("Delivered: x", "Your message has been delivered to the following recipients:\n\njoe@players.test"),
        ("Lu : x", "Votre message\n\nA : Joe\nObjet : x\n\n a \u00e9t\u00e9 lu le vendredi."),
    ],
)
def test_a_receipt_is_a_machines(subject: str, text: str) -> None:
    found = read_letter(letter(part(text), subject=subject))
    assert found.lines == ()
    assert found.verdict.kind is Kind.MACHINE


def test_a_receipt_in_any_wrapping_is_a_machines() -> None:
    receipt = file(b"Disposition: manual-action/MDN-sent-manually; displayed", "message/disposition-notification", "x")
    found = read_letter(letter(multipart("mixed", [part("Gezien."), receipt])))
    assert found.verdict.kind is Kind.MACHINE


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Recall: Re: [QJ-101 turn 7]", 'Joe Smith would like to recall the message, "Re: [QJ-101 turn 7]".'),
        ("Zur\u00fcckrufen: x", 'Joe m\u00f6chte die Nachricht "x" zur\u00fcckrufen.'),
    ],
)
def test_a_recall_is_told_that_there_is_none(subject: str, text: str) -> None:
    found = read_letter(letter(part(text), subject=subject))
    assert found.lines == ()
    assert found.verdict.kind is Kind.SUSPECT
    assert found.left_out[-1].reason == "a recall"


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Read: this first", "L13MB4\nREADY"),
        ("Re: Read: x", "I have read your message."),
        ("Re: x", "LORD reacted badly to my message\nL13MB4"),
        ("Re: x", "LORD reacted with anger to my proposal.\nSo do we march?"),
        ("Re: x", 'Loved "The Hobbit", by the way.\nL13MB4'),
        ("Re: x", "\U0001f44d\nL13MB4"),
        ("Re: x", "\U0001f44d"),
        ("Re: x", "LORD has accepted the invitation\nL13MB4"),
    ],
)
def test_a_persons_words_stay(subject: str, text: str) -> None:
    found = read_letter(letter(part(text), subject=subject))
    assert found.lines == tuple(text.split("\n"))
    assert found.verdict.kind is Kind.HUMAN

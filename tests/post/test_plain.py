"""Letters made by hand say the same as those that the standard library makes."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.post.letter import Address, Attachment, Outgoing, compose
from postern.post.plain import compose_plain

LETTER = Outgoing(
    sender=Address("orders@example.org", "Postern"),
    to=(Address("ann@a.example"),),
    subject="[QJ-1 turn 1] ANN: 9 orders on file",
    text="ON FILE\n  1  L4MB3\n",
    message_id="<abc.postern@example.org>",
    date=datetime(2026, 11, 20, 12, tzinfo=UTC),
    html="<html><body><p>ON FILE, at length: " + "word " * 40 + "</p></body></html>",
    reply_to=Address("orders+token@example.org", "QJ-1 ANN"),
    in_reply_to="<1@home.example>",
    references=("<qj-1.turn-1.1@example.org>", "<1@home.example>"),
    list_id="qj-1.example.org",
)

WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\x00\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\r"), max_size=200)


def parsed(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def told(raw: bytes) -> tuple[object, ...]:
    """What a reader is told by the bytes: headers but for the encoding, and the words of each part."""
    message = parsed(raw)
    headers = sorted((name, str(value)) for name, value in message.items() if name != "Content-Transfer-Encoding")
    parts = [(part.get_content_type(), part.get_content()) for part in message.walk() if not part.is_multipart()]
    return headers, [(kind, words.replace("\r\n", "\n")) for kind, words in parts]


def test_a_common_letter_is_the_same_byte_for_byte_in_its_header_and_text() -> None:
    ours, theirs = compose_plain(LETTER), compose(LETTER)
    assert told(ours) == told(theirs)
    plain = replace(LETTER, html="")
    assert sorted(compose_plain(plain).splitlines()) == sorted(compose(plain).splitlines())


@given(WORDS, WORDS, WORDS)
def test_any_words_arrive_as_they_were_written(subject: str, text: str, html: str) -> None:
    letter = replace(LETTER, subject=" ".join(subject.split()), text=text, html=html)
    raw = compose_plain(letter)
    assert raw.isascii()
    assert all(len(line) <= 998 for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert told(raw) == told(compose(letter))


@pytest.mark.parametrize(
    "letter",
    [
        replace(LETTER, subject="Zoë ruft: " + "long " * 60),
        replace(LETTER, subject="=?utf-8?q?no?="),
        replace(LETTER, subject="two\r\nBcc: eve@e.example"),
        replace(LETTER, sender=Address("orders@example.org", 'The "Desk"')),
        replace(LETTER, references=tuple(f"<{number}.{'x' * 60}@home.example>" for number in range(9))),
        replace(LETTER, text="Привет, Анна\n" * 30),
        replace(LETTER, text="a line that ends in blanks   \n.\nFrom here\n"),
        replace(LETTER, headers={"X-Game": "QJ-1"}),
        replace(LETTER, attachments=(Attachment("a.txt", b"hello", "text/plain"),)),
    ],
    ids=["foreign subject", "encoded word", "broken subject", "quotes", "many ids", "Cyrillic", "dots", "headers", "file"],
)
def test_odd_letters_too(letter: Outgoing) -> None:
    assert told(compose_plain(letter)) == told(compose(letter))


@pytest.mark.parametrize(
    "letter",
    [
        replace(LETTER, to=(Address("no address"),)),
        replace(LETTER, message_id="none"),
        replace(LETTER, date=LETTER.date.replace(tzinfo=None)),
    ],
    ids=["address", "id", "date"],
)
def test_what_cannot_stand_in_a_header_is_refused(letter: Outgoing) -> None:
    with pytest.raises(ValueError, match=r"address|message id|zone"):
        compose_plain(letter)

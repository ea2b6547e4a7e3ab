"""Outgoing letters: well nested, safe against injection, the same bytes for the same fields."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.post.letter import (
    END_MARK,
    Address,
    Attachment,
    InlineImage,
    Outgoing,
    compose,
    is_address,
    new_message_id,
)
from postern.post.reading import read_letter

PLAIN = Outgoing(
    sender=Address("orders@postern.test", "Pöstern"),
    to=(Address("joe@players.test", 'Joe "the" Player'),),
    subject="[QJ-101 turn 7] Grüße",
    text="ON FILE\n  1  A=LORD   wird verbündet\n",
    message_id="<1.postern@postern.test>",
    date=datetime(2026, 11, 20, 19, 0, tzinfo=UTC),
)
FULL = replace(
    PLAIN,
    html='<html><body><p>Hi</p><img src="cid:map"></body></html>',
    images=(InlineImage("map", "map.png", b"\x89PNG"),),
    attachments=(Attachment("report ü.pdf", b"%PDF", "application/pdf"),),
    reply_to=Address("orders+abc@postern.test"),
    in_reply_to="<q@players.test>",
    references=("<p@players.test>", "<q@players.test>"),
    list_id="qj-101.postern.test",
    headers={"X-Loop": "orders@postern.test"},
)


def parsed(outgoing: Outgoing) -> EmailMessage:
    message = message_from_bytes(compose(outgoing), policy=default)
    assert isinstance(message, EmailMessage)
    return message


def test_parts_nest_and_carry_what_was_given() -> None:
    message = parsed(FULL)
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "application/pdf",
    ]
    picture, pdf = list(message.walk())[5:]
    assert (picture["Content-ID"], picture.get_content(), picture.get_content_disposition()) == ("<map>", b"\x89PNG", "inline")
    assert (pdf.get_filename(), pdf.get_content()) == ("report ü.pdf", b"%PDF")
    assert message["Reply-To"] == "orders+abc@postern.test"
    assert message["References"].split() == ["<p@players.test>", "<q@players.test>"]
    assert (message["Auto-Submitted"], message["List-Id"], message["X-Loop"]) == (
        "auto-replied",
        "<qj-101.postern.test>",
        "orders@postern.test",
    )


def test_a_letter_of_text_alone_is_one_part_and_ends_with_the_mark() -> None:
    message = parsed(PLAIN)
    assert message.get_content_type() == "text/plain"
    assert message.get_content().replace("\r\n", "\n") == f"{PLAIN.text.rstrip()}\n\n{END_MARK}\n"
    assert message["Subject"] == PLAIN.subject
    assert message["From"].addresses[0].display_name == "Pöstern"
    assert parsed(replace(PLAIN, end_mark=False)).get_content().replace("\r\n", "\n") == PLAIN.text


def test_bytes_are_seven_bit_crlf_and_reproducible() -> None:
    raw = compose(FULL)
    assert raw == compose(FULL)
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(len(line) for line in raw.split(b"\r\n")) <= 998


def test_long_message_ids_are_not_folded_or_encoded() -> None:
    ref = f"<{'x' * 120}@{'y' * 60}.test>"
    raw = compose(replace(PLAIN, in_reply_to=ref, references=(ref, ref)))
    assert read_letter(raw).references == (ref, ref)
    assert b"=?" not in raw.partition(b"References:")[2].split(b"\r\n")[0]


@given(st.text(max_size=60))
def test_line_breaks_never_make_a_header(text: str) -> None:
    hostile = f"{text}\r\nBcc: victim@players.test\n\nbody"
    message = parsed(
        replace(
            PLAIN,
            subject=hostile,
            sender=Address("orders@postern.test", hostile),
            headers={"X-Game": hostile},
            attachments=(Attachment(hostile, b"x", "text/csv"),),
        )
    )
    assert message["Bcc"] is None
    assert next(str(address) for address in message["From"].addresses).endswith("<orders@postern.test>")


@pytest.mark.parametrize(
    "letter",
    [
        replace(PLAIN, to=(Address("joe@players.test\r\nBcc: x@y.test"),)),
        replace(PLAIN, to=(Address("joe"),)),
        replace(PLAIN, message_id="1@postern.test"),
        replace(PLAIN, in_reply_to="<a@b>\r\nX: y"),
        replace(PLAIN, headers={"Subject": "again"}),
        replace(PLAIN, headers={"X Y": "z"}),
        replace(PLAIN, date=PLAIN.date.replace(tzinfo=None)),
        replace(PLAIN, list_id="no domain!"),
    ],
)
def test_what_cannot_stand_in_a_header_is_refused(letter: Outgoing) -> None:
    with pytest.raises(ValueError):
        compose(letter)


def test_message_ids_are_fresh_and_of_our_domain() -> None:
    first, second = new_message_id("orders@Postern.test"), new_message_id("postern.test")
    assert first != second
    assert first.endswith("@postern.test>")


def test_addresses() -> None:
    assert is_address("joe.o'neil+x@players.test")
    assert all(map(is_address, ("a..b.@xn--bcher-kva.test", "joe@localhost", "joe@4.my_host.test")))
    assert not any(
        is_address(f"x@{host}") for host in ("y..test", "y.test.", ".y.test", "-y.test", "y-.test", "y!.test", "a/b")
    )
    assert not any(is_address(text) for text in ("joe", "joe@", "a b@c.test", "a@b@c", "<a@b.test>", "a@b.test\n", "ü@b.test"))

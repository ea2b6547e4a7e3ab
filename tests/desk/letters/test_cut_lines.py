"""No order is lost with text that was set aside: it is read, or named in the answer; our own quoted letter is neither."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from postern.desk.context import Desk
from tests.desk.box import Box, text_of
from tests.desk.letters.test_letters import ANN, running
from tests.desk.playing import on_file
from tests.desk.test_as_read import quoted
from tests.letters.tongues import TONGUES, Tongue

__all__ = ["running"]

HEAD = "ORDERS THAT I DID NOT READ"
WHO = "Postern <orders@example.org>"


def block(tongue: Tongue, who: str = WHO) -> str:
    first, sent, to, subject = tongue.block
    return f"{tongue.original}\n{first} {who}\n{sent} {tongue.day}\n{to} Ann <{ANN}>\n{subject} [TOY-1 turn 1] ANN"


@pytest.fixture
def answer(running: dict[str, EmailMessage], box: Box) -> EmailMessage:
    """A letter to ANN whose bytes are on record; a report's documents are still to be drawn."""
    (answer,) = box.reply(running["ANN"], "STATUS")
    return answer


@pytest.mark.parametrize("tongue", TONGUES, ids=lambda tongue: tongue.code)
def test_orders_below_an_emptied_quotation_are_read(answer: EmailMessage, box: Box, desk: Desk, tongue: Tongue) -> None:
    for number, head in enumerate((block(tongue), tongue.gmail, tongue.thunderbird, tongue.apple, tongue.yahoo), 1):
        head = head.replace(tongue.gmail.partition("<")[2].partition(">")[0], "orders@example.org")
        (told,) = box.reply(answer, f"{head}\n\nguess {number}\n")
        assert on_file(desk, "ANN") == f"guess {number}", head
        assert HEAD not in text_of(told)
        assert "TO MEND" not in text_of(told), head


def test_orders_below_another_ones_head_are_named_and_not_read(answer: EmailMessage, box: Box, desk: Desk) -> None:
    forwarded = "---------- Forwarded message ---------\nFrom: Bob <bob@b.example>\nDate: Friday\nTo: Ann\nSubject: x\n"
    for head in (forwarded, block(TONGUES[0], "Bob <bob@b.example>"), "On 20 Nov 2026 at 20:00, Bob <bob@b.example> wrote:"):
        (told,) = box.reply(answer, f"buy 1\n\n{head}\n\nguess 7\nguess six\n")
        assert on_file(desk, "ANN") == "buy 1"
        named = text_of(told).partition(HEAD)[2]
        assert "\n  guess 7\n" in named.partition("ON FILE")[0], head
        assert "guess six" not in named


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("buy 1\n--\nguess 7", "below the line of a signature"),
        ("buy 1\n\n> guess 7", "marks as a quotation"),
        ("buy 1\n\n> > guess 7", "marks as a quotation"),
        ("buy 1\n\nThis e-mail is confidential.\nguess 7", "below letters"),
        ("buy 1\n\nguess 7 Postern <orders@example.org> wrote:\n> x", "marks as a quotation"),
    ],
)
def test_orders_in_what_was_set_aside_are_named(answer: EmailMessage, box: Box, desk: Desk, body: str, why: str) -> None:
    (answer,) = box.reply(answer, body)
    assert on_file(desk, "ANN") == "buy 1"
    assert why in " ".join(text_of(answer).partition(HEAD)[2].partition("ON FILE")[0].split())
    assert "\n  guess 7" in text_of(answer)


@pytest.mark.parametrize("tongue", TONGUES, ids=lambda tongue: tongue.code)
def test_our_own_letter_quoted_is_neither_read_nor_named(
    running: dict[str, EmailMessage], box: Box, desk: Desk, tongue: Tongue
) -> None:
    (answer,) = box.reply(running["ANN"], "guess 3\nbuy 1")
    (second,) = box.reply(answer, "guess 4\n-- \nguess 8")
    text = text_of(second)
    assert HEAD in text
    for quote in (
        f"{block(tongue)}\n\n{text}",
        f"{tongue.gmail}\n\n{quoted(text)}",
        f"{tongue.gmail}\n\n{quoted(quoted(text))}",
        f"{tongue.apple}\n\n{text}",
        f"{text}\n\n> a line",
        f"> a line\n\nFeladó: {WHO}\nDátum: 2026. 11. 20. 20:00\nCímzett: Ann\n\n{text}",
        text.partition("(end of letter)")[0],
    ):
        (told,) = box.reply(second, f"buy 2\n\n{quote}")
        assert on_file(desk, "ANN") == "buy 2", quote
        assert HEAD not in text_of(told), quote
        assert "TO MEND" not in text_of(told), quote


def test_the_attribution_on_the_line_of_an_order_takes_no_order_away(answer: EmailMessage, box: Box, desk: Desk) -> None:
    for tongue in TONGUES:
        for head in (tongue.gmail, tongue.thunderbird, tongue.yahoo):
            box.reply(answer, f"buy 1\nguess 7 {head}\n\n{quoted(text_of(answer))}")
            assert on_file(desk, "ANN") == "buy 1\nguess 7", head
            box.reply(answer, "CANCEL")


def test_a_password_in_what_was_set_aside_is_shown_nowhere(running: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.reply(running["ANN"], "buy 1\n-- \nPASSWORD open sesame 77\nguess 7")
    assert "sesame" not in text_of(answer)
    assert "\n  guess 7" in text_of(answer)


UNKNOWN = (
    f"Feladó: {WHO}\nDátum: 2026. 11. 20. 20:00\nCímzett: Ann\nTárgy: [TOY-1 turn 1] ANN",
    f"-----Eredeti üzenet-----\nFeladó: {WHO}\nDátum: 2026. 11. 20. 20:00\nCímzett: Ann",
    f"Mittente Lotus: {WHO}\nGiorno: 20.11.2026 20:00\nDestinatario: {ANN}",
    f"보낸 사람: {WHO}\n날짜: 2026-11-20 20:00\n받는 사람: Ann\n제목: turn 1",
    "Postern <orders@example.org> ezt írta (időpont: 2026. nov. 20., P, 20:00):",
)
"""Heads in languages that no table has."""


@pytest.mark.parametrize("head", UNKNOWN)
def test_a_part_of_our_list_below_a_head_in_any_language_is_no_order(
    answer: EmailMessage, box: Box, desk: Desk, head: str
) -> None:
    (listed,) = box.reply(answer, "guess 3\nbuy 1")
    part = text_of(listed).partition("ON FILE")[2].partition("\n\n")[0]
    for quote in (f"ON FILE{part}", part.partition("\n")[2]):
        (told,) = box.reply(listed, f"guess 9\n\n> a line\n\n{head}\n\n{quote}")
        assert (on_file(desk, "ANN") or "").split("\n") in (["guess 9"], ["guess 9", ""])
        assert "TO MEND" not in text_of(told), quote
    (told,) = box.reply(listed, f"{head}\nbuy 2")
    assert on_file(desk, "ANN") == "buy 2"
    assert "TO MEND" not in text_of(told)


def test_a_reply_that_does_not_say_what_it_answers_is_compared_with_the_newest_letters(
    answer: EmailMessage, box: Box, desk: Desk
) -> None:
    (second,) = box.reply(answer, "guess 3")
    to, text = str(answer["Reply-To"]), text_of(second)
    (told,) = box.send(ANN, f"buy 1\n\n{block(TONGUES[0])}\n\n{text}", to)
    assert on_file(desk, "ANN") == "buy 1"
    assert HEAD not in text_of(told)
    box.send(ANN, f"{block(TONGUES[0])}\n\nbuy 2", to)
    assert on_file(desk, "ANN") == "buy 2"
    box.send(ANN, quoted(text.replace("ON FILE FOR TURN 1 (1)", "guess 5")), to)
    assert on_file(desk, "ANN") == "guess 5"

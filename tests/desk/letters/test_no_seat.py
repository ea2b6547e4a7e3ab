"""An address that holds no seat is told so, and each line of its letter is accounted for."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from tests.desk.box import Box, text_of
from tests.desk.onlooking import observe

EVE = "eve@e.example"
NO_SEAT = "your address holds no seat in a game here"


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("READY", "READY is for players."),
        ("STATUS", "STATUS is for players."),
        ("L13MB4\nGB2BC4", "2 lines of orders or words were not read."),
        ("480 BR\nREADY", "READY is for players and 1 line of orders or words was not read."),
        ("3105:\nmove 117 118\nREADY\nSTATUS", "READY, STATUS are for players and 2 lines of orders or words were not read."),
        ("PRESS TO BOB\nhello\nthere\nEND", "PRESS is for players and 2 lines of orders or words were not read."),
    ],
)
def test_every_letter_of_such_an_address_says_so(box: Box, report: EmailMessage, body: str, told: str) -> None:
    for _ in range(2):  # the welcome, and what comes after it
        (answer,) = box.send(EVE, body)
        assert NO_SEAT in flat(answer)
        assert told in flat(answer)
        assert "I found none in your letter" not in flat(answer)


def test_beside_a_public_command_and_at_a_known_address_as_well(box: Box, report: EmailMessage) -> None:
    (answer,) = box.send(EVE, "GAMES\nREADY\nguess 3")
    assert NO_SEAT in flat(answer)
    assert "READY is for players and 1 line of orders or words was not read" in flat(answer)
    observe(box)
    (answer,) = box.send("olga@o.example", "guess 3")
    assert NO_SEAT in flat(answer)


@pytest.mark.parametrize("body", ["Hello, what is this?", "I want to join, I have 3 friends"])
def test_words_are_no_orders(box: Box, report: EmailMessage, body: str) -> None:
    assert NO_SEAT not in flat(box.send(EVE, body)[0])

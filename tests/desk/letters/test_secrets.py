"""No letter shows a player what is another's: address, real name, orders, or readiness where that is hidden."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from tests.desk.box import GAME, Box, text_of, words_of
from tests.desk.playing import BOB, begin, finished, run_turn

ANN, REAL = "ann.secret@a.example", "Annette Longstocking"
HIDDEN = ("a.example", "ann.secret", "annette", "longstocking", "guess 7", "you guess 7", "buy 3", "asia/tokyo")
"""What is ANN's alone: her address, her name, her orders in every wording, her settings."""
WISHES = {
    "ABSENCE": "ABSENCE from 24 Dec to 2 Jan",
    "ABUSE": "ABUSE BOB",
    "ADD": "ADD buy 1",
    "ADDRESS": "ADDRESS anna@new.example",
    "BLOCK": "BLOCK BOB",
    "CLOCK": "CLOCK 12",
    "ECHO": "ECHO plain",
    "EXTEND": "EXTEND 2d because I am ill",
    "FORECAST": "FORECAST ALWAYS",
    "FORGET": "FORGET ME",
    "FORMAT": "FORMAT text pdf",
    "GAME": "GAME TOY-9",
    "HELP": "HELP READY",
    "JOIN": "JOIN TOY-1\nNAME=ANNA",
    "MUTE": "MUTE BOB",
    "PAPER": "PAPER letter",
    "PRESS": "PRESS ANON TO ALL\nA word\nEND",
    "SECRET": "STATUS",  # a new secret would end the worth of the letter that is replied to
    "UNMUTE": "UNMUTE BOB",
    "ZONE": "ZONE Tokyo",
}
"""How ANN gives each command; those not named here are their own word."""


@pytest.fixture
def first(box: Box, home: Path, desk: Desk, workers: Workers) -> dict[str, EmailMessage]:
    (home / "games" / "toy-1.toml").write_text('show_awaited = "no"\n' + GAME)
    desk.read_files()
    return begin(box, workers, ANN=ANN, BOB=BOB)


def to_bob(box: Box) -> list[EmailMessage]:
    """Everything ever written to BOB, with its documents."""
    return [
        finished(box, row) if row.raw is None and row.draft else _parsed(row.raw or b"")
        for row in box.rows()
        if row.recipient == BOB
    ]


def _parsed(raw: bytes) -> EmailMessage:
    from tests.desk.box import parse

    return parse(raw)


@pytest.mark.parametrize("name", [name for name in registry.names() if name not in ("GM", "RESIGN")])
def test_no_command_shows_the_others_what_is_the_writers_own(
    name: str, first: dict[str, EmailMessage], box: Box, workers: Workers
) -> None:
    wish = WISHES.get(name, name)
    box.send(f'"{REAL}" <{ANN}>', f"guess 7\nbuy 3\n{wish}\n", str(first["ANN"]["Reply-To"]))
    box.send(f'"{REAL}" <{ANN}>', "ZONE Tokyo\nREADY", str(first["ANN"]["Reply-To"]))
    for question in ("STATUS", "WHO", "SHOW", "PRESS 1", "HELP", "GAMES", "SETTINGS", "VOTE", "ABSENCE", "REPORT"):
        box.reply(first["BOB"], question)
    run_turn(box, workers, {})
    letters = to_bob(box)
    assert len(letters) >= 9
    for letter in letters:
        words = words_of(letter)
        for secret in HIDDEN:
            assert secret not in words, (secret, str(letter["Subject"]))


def test_readiness_that_is_hidden_changes_no_letter_by_a_byte(
    box: Box, home: Path, desk: Desk, workers: Workers, first: dict[str, EmailMessage]
) -> None:
    """BOB asks the same before and after ANN says READY: nothing but the letters' own numbers differs."""
    questions = ("STATUS", "SHOW", "WHO", "guess 2", "VOTE", "HELP", "GAMES")

    def ask() -> list[str]:
        answers = [letter for question in questions for letter in box.reply(first["BOB"], question)]
        return [re.sub(r"\d+@home|_[0-9a-f]{32}|<[0-9a-f]{24}", "", words_of(letter)) for letter in answers]

    ask()
    before = ask()
    answer = box.send(ANN, "guess 7\nREADY", str(first["ANN"]["Reply-To"]))
    assert "You are ready" in text_of(answer[0])
    assert ask() == before

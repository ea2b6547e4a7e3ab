"""Asking to look on at the toy game, and what comes of it: for the tests of those who do."""

from __future__ import annotations

import asyncio
import re
from email.message import EmailMessage

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.store import observers
from tests.desk.box import Box, text_of
from tests.desk.playing import ANN, BOB, begin, game_of

OLGA, OTTO = "olga@o.example", "otto@o.example"
PLAYERS = {"ANN": ANN, "BOB": BOB}


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def observe(box: Box, address: str = OLGA, game: str = "TOY-1") -> EmailMessage:
    """Asks to observe a game and confirms; the letter that says so."""
    (asked,) = box.send(address, f"OBSERVE {game}")
    assert "reply to this letter" in flat(asked)
    (letter,) = box.reply(asked, "")
    assert str(letter["To"]) == address
    return letter


def watching(desk: Desk, game: str = "TOY-1") -> list[str]:
    return asyncio.run(_watching(desk, game))


async def _watching(desk: Desk, game: str) -> list[str]:
    number = (await desk.store.read(game_of, game)).id
    return [address for _, address in await desk.store.read(observers.of_game, number)]


def to(box: Box, letters: list[EmailMessage], address: str) -> list[EmailMessage]:
    return [letter for letter in letters if str(letter["To"]) == address]


def turn(box: Box, workers: Workers) -> list[EmailMessage]:
    """Runs the turn; everything that was written."""
    asyncio.run(master.run_now(box.desk, workers, "TOY-1"))
    return box.news()


def unsubscribing(letter: EmailMessage) -> tuple[str, str]:
    """Address and subject of the letter that a mail program writes for List-Unsubscribe (RFC 2369, RFC 6068)."""
    found = re.fullmatch(r"<mailto:([^?>]+)\?subject=([^&>]+)>", str(letter["List-Unsubscribe"]))
    assert found, letter["List-Unsubscribe"]
    return found[1], found[2]


@pytest.fixture
def begun(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, **PLAYERS)

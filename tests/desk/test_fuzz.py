"""Whatever comes by mail is handled: read or passed over, never a letter that the desk chokes on."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern.desk import master
from postern.desk.commands import NAMES
from postern.desk.context import Desk
from postern.desk.due import run_due
from postern.desk.workers import Workers
from postern.store.tables import LetterState
from tests.desk.box import Box

WORDS = st.sampled_from([*NAMES, "GUESS 3", "BUY 2", "SAY BOB", "END", "TO ALL", "YES", "TOY-1", "9", "", "NAME=ZOE"])
LETTERS = st.lists(st.lists(st.one_of(WORDS, st.text(max_size=12)), max_size=4).map(" ".join), max_size=8).map("\n".join)
RELAXED = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture
def seat(desk: Desk, box: Box, workers: Workers) -> str:
    """The address that ANN's seat replies to."""
    path = desk.config.games_folder / "toy-1.toml"
    path.write_text(path.read_text().replace("computers = 1", "computers = 2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-1"))
    (asked,) = box.send("ann@a.example", "JOIN TOY-1\nNAME=ANN")
    box.reply(asked, "")
    asyncio.run(run_due(desk, workers))
    return str(box.news()[-1]["Reply-To"])


def handled(box: Box, raw: bytes) -> bool:
    box.put(raw)
    found = box.handle()
    return found is None or found.state is not LetterState.FAILED


@RELAXED
@given(body=LETTERS, subject=st.text(max_size=20))
def test_any_words_from_a_player_or_a_stranger(body: str, subject: str, seat: str, box: Box) -> None:
    clean = body.encode("utf-8", "replace").decode()
    for to in (seat, "orders@example.org"):
        message = EmailMessage()
        message["From"], message["To"] = "ann@a.example", to
        message["Subject"] = "".join(letter for letter in subject if letter.isprintable())
        message.set_content(clean)
        assert handled(box, message.as_bytes())


@RELAXED
@given(head=st.binary(max_size=80), body=st.binary(max_size=200))
def test_any_bytes(head: bytes, body: bytes, seat: str, box: Box) -> None:
    raw = b"From: ann@a.example\r\nTo: " + seat.encode() + b"\r\nSubject: " + head + b"\r\n\r\n" + body
    assert handled(box, raw)

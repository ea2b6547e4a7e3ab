"""Names that the desk keeps for itself in every game, and PRESS TO GM, which always reaches the game master."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

import pytest
from sqlmodel import col, update

from postern.desk.context import Desk
from postern.desk.gamemaster import master
from postern.desk.games.signing_up import is_reserved
from postern.store.tables import Seat
from tests.desk.box import Box, text_of
from tests.desk.letters.test_joining import ANN, BOB, flat, seat_names

GM = "gm@example.org"


@pytest.mark.parametrize(
    "name",
    [
        "GM",
        "gm",
        "G.M.",
        "G M",
        "MODERATOR",
        "M0DERAT0R",
        "MASTER",
        "MАSTER",
        "POSTERN",
        "P0STERN",
        "ALL",
        "A11",
        "ΑLL",
        "HOST",
        "HОST",
        "HΟST",
        "h0st",
        "ＧＭ",
        "GΜ",
        "ᏀᎷ",
        "ɢᴍ",
        "Game-Master",
        "Every body",
    ],
)
def test_names_of_the_desk_and_what_looks_like_them_are_kept(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name", ["ANN", "HOSTA", "ALLAN", "MAX", "GMT", "ROOK", "OTIS", "\u0411\u041e\u0420\u0418\u0421", "", "KING"]
)
def test_other_names_are_free(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.parametrize("name", ["GM", "ALL", "HOST", "master"])
def test_nobody_joins_under_such_a_name(desk: Desk, box: Box, name: str) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (mend,) = box.send(ANN, f"JOIN TOY-1\nNAME={name}")
    assert f"{name.upper()} is kept for the game master" in flat(mend)
    (still,) = box.reply(mend, f"NAME={name}")
    assert f"{name.upper()} is kept for the game master" in flat(still)
    box.reply(still, "NAME=ANN")
    assert seat_names(desk) == ["ANN"]


def test_no_practice_game_has_such_a_name(desk: Desk, box: Box) -> None:
    (begins, *_) = box.send(ANN, "PRACTICE\nNAME=GM")
    assert "You are NOVICE" in flat(begins) or "NOVICE" in str(begins["Subject"])


@pytest.mark.parametrize("words", ["GM", "gm", "the GM", "G.M.", "the game master", "MODERATOR"])
def test_press_to_the_game_master_reaches_them_though_a_player_is_called_so(
    desk: Desk, box: Box, report: EmailMessage, words: str
) -> None:
    rename(desk, "BOB", "GM")
    letters = {str(one["To"]): one for one in box.reply(report, f"PRESS TO {words}\nhelp me\nEND")}
    assert "help me" in text_of(letters[GM])
    assert BOB not in letters
    assert "PRESS TO PLAYER GM" in flat(letters[ANN])
    letters = {str(one["To"]): one for one in box.reply(report, "PRESS TO PLAYER GM\nhello friend\nEND")}
    assert "hello friend" in text_of(letters[BOB])
    assert GM not in letters


def test_press_to_the_game_master_and_a_player_reaches_both(desk: Desk, box: Box, report: EmailMessage) -> None:
    letters = {str(one["To"]): one for one in box.reply(report, "PRESS TO GM and BOB\nhelp us\nEND")}
    assert all("help us" in text_of(letters[to]) for to in (GM, BOB))


def rename(desk: Desk, old: str, new: str) -> None:
    """The seat of a game that began before such names were kept."""

    desk.store.write_now(lambda session: session.exec(update(Seat).where(col(Seat.name) == old).values(name=new)))

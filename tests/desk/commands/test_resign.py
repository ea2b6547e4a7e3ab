"""A seat given up in the midst of a letter: what stands below that is for nobody."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import Session, select

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.store.tables import Absence, Credential, InboxLetter, Press, PressWall, Proposal
from tests.desk.box import Box, text_of
from tests.desk.playing import ANN, BOB, begin, finished, join, newest, on_file

LEFT_OUT = "You hold no seat in TOY-1 any more: what stands below that in your letter, and needs one, was left out."
COMMANDS = (
    "MUTE BOB", "BLOCK BOB", "UNMUTE BOB", "PRESS TO BOB\nhi\nEND", "PROPOSE DRAW", "READY", "WAIT", "NEW SECRET", "CANCEL",
    "ABSENCE from 1 Dec to 2 Dec", "PASSWORD SET abcdefgh1", "guess 3", "ADD guess 3", "SHOW", "STATUS", "RESIGN YES",
    "VOTE YES", "EXTEND 2d",
)  # fmt: skip


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, ANN=ANN, BOB=BOB)


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def states(desk: Desk) -> set[str]:
    return desk.store.read_now(lambda session: {letter.state for letter in session.exec(select(InboxLetter))})


def seat_of_ann(desk: Desk) -> tuple[str, bool]:
    seat = next(seat for seat in asyncio.run(master.show(desk, "TOY-1")).seats if seat.name == "ANN")
    return seat.address, seat.computer


def written(session: Session) -> list[object]:
    """What those commands would have left behind."""
    return [row for kind in (PressWall, Absence, Credential, Press, Proposal) for row in session.exec(select(kind))]


def test_what_stands_below_a_resignation_is_left_out_and_told(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    letters = box.insist(first["ANN"], "RESIGN", below="\n".join(COMMANDS))
    (answer,) = (letter for letter in letters if letter["To"] == ANN)
    assert "You have given up your seat in TOY-1" in flat(answer)
    assert flat(answer).count(LEFT_OUT) == 1
    assert all(letter["To"] != BOB for letter in letters)
    assert (states(desk), seat_of_ann(desk), on_file(desk, "ANN")) == ({"handled"}, ("", True), None)
    assert desk.store.read_now(written) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_below_it_undoes_a_resignation(first: dict[str, EmailMessage], box: Box, desk: Desk, command: str) -> None:
    (answer,) = (letter for letter in box.insist(first["ANN"], "RESIGN", below=command) if letter["To"] == ANN)
    assert LEFT_OUT in flat(answer)
    assert (states(desk), seat_of_ann(desk)) == ({"handled"}, ("", True))


def test_a_goodbye_below_a_resignation_needs_no_word(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = (
        letter for letter in box.insist(first["ANN"], "RESIGN", below="Thank you all, it was fun!") if letter["To"] == ANN
    )
    assert "any more: what stands below" not in flat(answer)
    assert "TO MEND" not in text_of(answer)
    assert on_file(desk, "ANN") is None


@pytest.mark.parametrize("words", ["RESIGN\nFORGET ME", "FORGET ME\nRESIGN\nMUTE BOB"])
def test_what_needs_no_seat_is_carried_out_below_it(first: dict[str, EmailMessage], box: Box, desk: Desk, words: str) -> None:
    box.insist(first["ANN"], words)
    assert newest(box, ANN, "farewell").subject == "You are forgotten"
    assert (states(desk), seat_of_ann(desk)) == ({"handled"}, ("", True))


def test_an_export_below_it_comes(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.insist(first["ANN"], "RESIGN", below="EXPORT")
    files = [part.get_filename() for part in finished(box, newest(box, ANN, "answer")).iter_attachments()]
    assert "postern-export.json" in files


def test_lines_for_another_seat_still_count(first: dict[str, EmailMessage], box: Box, desk: Desk, home: Path) -> None:
    text = (home / "games" / "toy-1.toml").read_text()
    (home / "games" / "toy-2.toml").write_text(text.replace("TOY-1", "TOY-2"))
    desk.read_files()
    asyncio.run(master.create(desk, "TOY-2"))
    join(box, ANN, "ANNA", "TOY-2")
    join(box, BOB, "BOB", "TOY-2")
    words = "MUTE BOB\nGAME TOY-2\nMUTE BOB\nGAME TOY-1\nBLOCK BOB"
    (answer,) = (letter for letter in box.insist(first["ANN"], "RESIGN", below=words) if letter["To"] == ANN)
    assert LEFT_OUT in flat(answer)
    assert "Press from BOB is no longer mailed to you" in flat(answer)
    (wall,) = [row for row in desk.store.read_now(written) if isinstance(row, PressWall)]
    assert not wall.blocks
    assert states(desk) == {"handled"}

"""Orders and commands for several games in one letter; one answer, in the order of the letter."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.turns import claim
from postern.store import games
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import ANN, BOB, begin, game_of, on_file

Letters = dict[str, EmailMessage]


@pytest.fixture
def first(box: Box, home: Path, desk: Desk, workers: Workers) -> Letters:
    """ANN sits in TOY-1 and TOY-2, BOB in TOY-1 alone. The first reports of TOY-1."""
    (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2").replace("seats = 3", "seats = 2"))
    desk.read_files()
    reports = begin(box, workers, ANN=ANN, BOB=BOB)
    begin(box, workers, "TOY-2", ANNA=ANN)
    return reports


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def test_one_letter_for_two_games_gets_one_answer_in_its_order(first: Letters, box: Box, desk: Desk) -> None:
    letters = box.reply(first["ANN"], "guess 3\nREADY\nGAME TOY-2\nguess 4\nbuy 1\nSTATUS\nGAME TOY-1\nbuy 2")
    (answer,) = letters
    assert str(answer["Subject"]) == "[TOY-1, TOY-2] Your letter about 2 games"
    assert (on_file(desk, "ANN", "TOY-1"), on_file(desk, "ANNA", "TOY-2")) == ("guess 3\n\nbuy 2", "guess 4\nbuy 1")
    text = text_of(answer)
    one, two = text.index("=== TOY-1: you are ANN ==="), text.index("=== TOY-2: you are ANNA ===")
    assert one < text.index("You are ready for turn 1.") < text.index("GUESS 3") < two < text.index("GUESS 4")
    assert "You are not ready yet" in " ".join(text[two:].split())
    (again,) = box.reply(answer, "guess 9")
    assert on_file(desk, "ANN", "TOY-1") == "guess 9"
    assert str(again["Subject"]).startswith("[TOY-1 turn 1] ANN")


def test_a_letter_that_begins_with_another_game_is_about_that_one(first: Letters, box: Box, desk: Desk) -> None:
    (answer,) = box.reply(first["ANN"], "GAME toy-2:\nguess 4")
    assert str(answer["Subject"]).startswith("[TOY-2 turn 1] ANNA: 1 order on file")
    assert (on_file(desk, "ANN", "TOY-1"), on_file(desk, "ANNA", "TOY-2")) == (None, "guess 4")
    box.reply(answer, "guess 5")
    assert on_file(desk, "ANNA", "TOY-2") == "guess 5"


def test_orders_for_a_game_in_which_one_has_no_seat_go_nowhere(first: Letters, box: Box, desk: Desk) -> None:
    (answer,) = box.reply(first["BOB"], "guess 1\nGAME TOY-2\nguess 2\nRESIGN YES")
    assert "You hold no seat in TOY-2; what stands below that line was left out. Your games: TOY-1." in flat(answer)
    assert (on_file(desk, "BOB", "TOY-1"), on_file(desk, "ANNA", "TOY-2")) == ("guess 1", None)
    (answer,) = box.reply(first["BOB"], "STATUS")
    assert "You are BOB." in flat(answer)


def test_a_game_line_inside_a_message_is_part_of_the_message(first: Letters, box: Box, desk: Desk) -> None:
    letters = box.reply(first["ANN"], "SAY BOB\nGAME TOY-2\nCANCEL\nEND\nguess 1\nPRESS TO BOB\nGAME TOY-2\nguess 3\nEND")
    assert on_file(desk, "ANNA", "TOY-2") is None
    assert "GAME TOY-2" in str(on_file(desk, "ANN", "TOY-1"))
    (press,) = [letter for letter in letters if letter["To"] == BOB]
    assert "GAME TOY-2" in text_of(press)


def test_the_whole_letter_waits_while_one_of_its_games_runs(first: Letters, box: Box, desk: Desk) -> None:
    desk.store.write_now(lambda session: claim(session, desk, game_of(session, "TOY-2").id, True))
    assert box.reply(first["ANN"], "guess 3\nGAME TOY-2\nguess 4") == []
    assert on_file(desk, "ANN", "TOY-1") is None
    desk.store.write_now(games.release, desk.owner)
    box.handle()
    assert on_file(desk, "ANN", "TOY-1") == "guess 3"
    assert asyncio.run(master.show(desk, "TOY-2")).seats[0].orders

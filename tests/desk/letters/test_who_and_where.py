"""STATUS, GAMES and WHO: where I play and what is due, who plays; and nothing that the game keeps to itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.settings.config import read_config
from postern.desk.timing.clock import ManualClock
from tests.desk.box import GAME, Box, text_of

ANN, BOB = "ann@a.example", "bob@b.example"
Begin = Callable[..., tuple[Box, dict[str, EmailMessage]]]
COMMANDS = (
    "STATUS",
    "GAMES",
    "WHO",
    "ABSENCE",
    "ABSENCE 24 Dec to 26 Dec",
    "STANDBY",
    "EXTEND",
    "HELP",
    "SHOW",
    "PRACTICE",
    "JOIN",
)


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


@pytest.fixture
def begin(tmp_path: Path, clock: ManualClock, workers: Workers) -> Iterator[Begin]:
    """A house of its own with TOY-1 running: lines of its file → box, first reports by name."""
    from tests.desk.box import POSTERN

    opened: list[Desk] = []

    def do(lines: str = "") -> tuple[Box, dict[str, EmailMessage]]:
        home = tmp_path / str(len(opened))
        (home / "games").mkdir(parents=True)
        (home / "postern.toml").write_text(POSTERN)
        (home / "games" / "toy-1.toml").write_text(GAME + lines)
        (home / "games" / "toy-2.toml").write_text(GAME.replace("TOY-1", "TOY-2").replace("20:00", "21:00"))
        desk = open_desk(read_config(home / "postern.toml"), clock)
        opened.append(desk)
        box = Box(desk)
        asyncio.run(master.create(desk, "TOY-1"))
        for address, name in ((ANN, "ANN"), (BOB, "BOB")):
            (asked,) = box.send(address, f"JOIN TOY-1\nNAME={name}")
            box.reply(asked, "")
        asyncio.run(run_due(desk, workers))
        return box, {str(letter["To"]).partition("@")[0].upper(): letter for letter in box.news()}

    yield do
    for desk in opened:
        desk.close()


def test_status_and_games_say_where_else_i_play_and_what_is_due(begin: Begin, workers: Workers) -> None:
    box, first = begin()
    asyncio.run(master.create(box.desk, "TOY-2"))
    box.reply(first["ANN"], "JOIN TOY-2\nNAME=ANNA")
    (status,) = box.reply(first["ANN"], "STATUS")
    assert "WHERE ELSE YOU PLAY TOY-2 The Market of Guesses, as ANNA begins when it is full" in flat(status)
    (asked,) = box.send(BOB, "JOIN TOY-2\nNAME=BEA")
    box.reply(asked, "")
    asyncio.run(run_due(box.desk, workers))
    second = next(letter for letter in box.news() if letter["To"] == ANN)
    box.reply(second, "guess 3")
    (games,) = box.reply(first["ANN"], "GAMES")
    told = flat(games)
    assert "TOY-1 The Market of Guesses, as ANN turn 1, due Fri 27 Nov 2026, 20:00 CET (19:00 UTC); no orders on file" in told
    assert "TOY-2 The Market of Guesses, as ANNA turn 1, due Fri 27 Nov 2026, 21:00 CET (20:00 UTC); orders on file" in told
    assert told.index("TOY-1") < told.index("TOY-2"), "the most urgent first"
    assert all(len(line) <= 72 for letter in (status, games) for line in text_of(letter).splitlines())
    (public,) = box.send(ANN, "GAMES")
    assert "WHERE YOU PLAY" not in text_of(public), "a letter without token may be from anybody"


def test_who_lists_names_and_who_is_awaited_where_the_game_tells(begin: Begin) -> None:
    box, first = begin('show_awaited = "names"\n')
    box.reply(first["BOB"], "READY")
    (who,) = box.reply(first["ANN"], "Who?")
    assert re.search(r"ANN +you; awaited\n +BOB +a player\n +ALDER +a computer player", text_of(who))
    box.insist(first["BOB"], "RESIGN YES")
    (who,) = box.reply(first["ANN"], "WHO")
    assert "BOB a computer player" in flat(who)
    box, first = begin('show_awaited = "count"\n')
    (who,) = box.reply(first["ANN"], "WHO")
    assert "; awaited" not in text_of(who)
    assert "2 of 2 people are awaited." in flat(who)


@pytest.mark.parametrize("said", ["guess 7\nREADY", "guess 7", "READY"])
def test_what_the_game_hides_changes_no_letter(begin: Begin, said: str) -> None:
    """Whatever BOB has sent: where nobody is told who is awaited, ANN's answers are the same to the letter."""
    answers: list[list[str]] = []
    for words in ("", said):
        box, first = begin('show_awaited = "no"\n')
        if words:
            box.reply(first["BOB"], words)
        told = []
        for command in COMMANDS:
            for letter in box.reply(first["ANN"], command):
                assert BOB not in letter.as_string()
                assert "guess 7" not in letter.as_string()
                told.append(f"{letter['To']}\n{letter['Subject']}\n{text_of(letter)}")
        answers.append(told)
    assert answers[0] == answers[1]

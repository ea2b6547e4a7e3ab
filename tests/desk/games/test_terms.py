"""What is different in a game: its options are told to whoever joins and in STATUS, and stay as the game was begun."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from pathlib import Path

import pytest

from postern.desk.context import Desk, open_desk
from postern.desk.gamemaster import master
from postern.desk.service.daemon import _keep_configs
from postern.desk.settings.config import read_config
from postern.desk.settings.gamefile import GameConfig
from postern.desk.timing.clock import ManualClock
from postern.store import games
from tests.desk.box import GAME, Box, text_of

ANN = "ann@a.example"
TERMS = "What is different in this game: The first to have 60 coins wins."


def with_goal(home: Path, goal: int | None) -> None:
    (home / "games" / "toy-1.toml").write_text(GAME + (f"\n[options]\ngoal = {goal}\n" if goal else ""))


def test_join_and_status_tell_them(home: Path, clock: ManualClock) -> None:
    with_goal(home, 60)
    desk = open_desk(read_config(home / "postern.toml"), clock)
    try:
        box = Box(desk)
        asyncio.run(master.create(desk, "TOY-1"))
        (confirm,) = box.send(ANN, "JOIN TOY-1\nNAME=ANN")
        assert TERMS in " ".join(text_of(confirm).split())
        (joined,) = box.reply(confirm, "")
        assert TERMS in " ".join(text_of(joined).split())
        (status,) = box.reply(joined, "STATUS")
        assert TERMS in " ".join(text_of(status).split())
    finally:
        desk.close()


def test_a_plain_game_tells_nothing(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (confirm,) = box.send(ANN, "JOIN TOY-1\nNAME=ANN")
    assert "What is different" not in text_of(confirm)


def test_options_that_the_game_cannot_have_are_refused_with_their_place() -> None:
    with pytest.raises(ValueError, match=r"options\.teams: needs 2 to 6"):
        GameConfig(name="QJ-1", ruleset="great_jewels", seats=12, options={"teams": 9})
    with pytest.raises(ValueError, match="4 to 12 seats, not 3"):
        GameConfig(name="QJ-1", ruleset="great_jewels", seats=3)


def test_a_game_that_has_begun_keeps_the_options_it_was_begun_with(
    home: Path, desk: Desk, box: Box, report: EmailMessage
) -> None:
    with_goal(home, 60)
    desk.read_files()
    assert desk.files["TOY-1"].options == {"goal": 60}
    desk.store.write_now(_keep_configs, desk)
    game = desk.store.write_now(games.by_name, "TOY-1")
    assert game is not None
    assert game.turn == 1
    assert desk.game_config(game).options == game.config["options"] == {}
    (status,) = box.reply(report, "STATUS")
    assert "What is different" not in text_of(status)

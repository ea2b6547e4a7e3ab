"""A game that was begun once is copied as it was, and no other game for it."""

from __future__ import annotations

import shutil
from email.message import EmailMessage
from pathlib import Path

from postern.desk.context import Desk, open_desk
from postern.desk.documents.workers import LocalWorkers
from postern.desk.settings.config import read_config
from postern.desk.timing.clock import ManualClock
from tests.desk.begun import once
from tests.desk.box import GAME, NOON, POSTERN, Box, text_of
from tests.desk.playing import ANN, BOB, begin, on_file


def desk_in(home: Path, tables: Path, secret: str, game: str = GAME) -> Desk:
    (home / "games").mkdir(parents=True)
    (home / "postern.toml").write_text(POSTERN)
    (home / "games" / "toy-1.toml").write_text(game)
    config = read_config(home / "postern.toml")
    config.data.mkdir()
    (config.data / "token.key").write_text(secret)
    shutil.copy(tables, config.data)
    return open_desk(config, ManualClock(NOON))


def test_a_copy_is_what_was_begun_and_plays_on(tmp_path: Path, tables: Path, secret: str) -> None:
    boxes = [Box(desk_in(tmp_path / name, tables, secret)) for name in ("first", "second")]
    begun = [begin(box, LocalWorkers(0), ANN=ANN, BOB=BOB)["ANN"] for box in boxes]
    assert begun[0].as_bytes() == begun[1].as_bytes()
    assert [row.raw or row.draft for row in boxes[0].rows()] == [row.raw or row.draft for row in boxes[1].rows()]
    assert next(boxes[0].numbers) == next(boxes[1].numbers)
    (answer,) = boxes[1].reply(begun[1], "guess 4")
    assert "GUESS 4" in text_of(answer)
    assert [on_file(box.desk, "ANN") for box in boxes] == [None, "guess 4"]
    for box in boxes:
        box.desk.close()


def test_other_files_words_and_letters_before_are_other_games(tmp_path: Path, tables: Path, secret: str) -> None:
    played: list[int] = []

    def play(number: int) -> dict[str, EmailMessage]:
        played.append(number)
        return {}

    first, again, other, written = (
        Box(desk_in(tmp_path / name, tables, secret, game))
        for name, game in (("a", GAME), ("b", GAME), ("c", GAME.replace("30m", "40m")), ("d", GAME))
    )
    written.send(ANN, "Good day")
    for number, (box, what) in enumerate(((first, "x"), (again, "x"), (again, "y"), (other, "x"), (written, "x"))):
        once(box, lambda number=number: play(number), "a test of copies", what)  # type: ignore[misc]
    assert played == [0, 2, 3, 4]
    for box in (first, again, other, written):
        box.desk.close()

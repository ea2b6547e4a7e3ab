"""postern backup, restore and reread, as a game master types them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from postern.cli.main import app
from postern.desk.context import open_desk
from postern.desk.gamemaster import master
from postern.desk.settings.config import read_config
from postern.post.maildir import deliver
from tests.desk.box import GAME, POSTERN


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    home = tmp_path / "config"
    (home / "games").mkdir(parents=True)
    (home / "postern.toml").write_text(POSTERN)
    (home / "games" / "toy-1.toml").write_text(GAME)
    desk = open_desk(read_config(home / "postern.toml"))
    asyncio.run(master.create(desk, "TOY-1"))
    desk.close()
    return home / "postern.toml"


def run(settings: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, [*words, "--config", str(settings)])
    return done.exit_code, " ".join(done.output.split())


def test_back_up_go_on_and_restore(settings: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "monday.zip")
    code, said = run(settings, "backup", file)
    assert code == 0
    assert "5 files" in said
    assert "keep it where only you can read it" in said
    code, said = run(settings, "backup", file)
    assert (code, "exists already" in said) == (1, True)

    game = settings.parent / "games" / "toy-2.toml"
    game.write_text(GAME.replace("TOY-1", "TOY-2"))
    assert run(settings, "game", "create", "TOY-2")[0] == 0
    code, said = run(settings, "restore", file)
    assert code == 1
    assert "1 deed of a game master. With --force it is replaced, and kept aside" in said
    code, said = run(settings, "restore", file, "--force")
    assert code == 0
    assert "every checksum fits" in said
    assert "now undone; do again what still fits" in said
    assert "UTC: TOY-2 created" in said
    assert "postern reread '20" in said
    listed = run(settings, "game", "list")[1]
    assert "TOY-1" in listed
    assert "TOY-2" not in listed


def test_letters_are_put_back_to_be_read_again(settings: Path) -> None:
    mail = settings.parent / "mail"
    deliver(mail, b"From: ann@example.org", "1.new")
    for number in range(3):
        deliver(mail / ".Handled", b"From: ann@example.org", f"2.{number}")
    assert run(settings, "reread", "2020-01-01")[1].startswith("3 letters lie in the inbox again")
    assert sorted(path.name for path in (mail / "cur").iterdir()) == ["2.0", "2.1", "2.2"]
    assert run(settings, "reread", "2099-01-01")[1] == "No letter has come since then."
    assert run(settings, "reread", "yesterday")[0] == 2


def test_a_restore_without_settings_writes_them(settings: Path, tmp_path: Path) -> None:
    file = tmp_path / "monday.zip"
    assert run(settings, "backup", str(file))[0] == 0
    fresh = tmp_path / "fresh" / "postern.toml"
    code, said = run(fresh, "restore", str(file))
    assert code == 0
    assert f"Put back: {fresh}" in said
    assert "TOY-1" in run(fresh, "game", "list")[1]

"""Files with secrets are their owner's alone, those of an older day too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from postern.desk.context import Desk, open_desk
from postern.desk.gamemaster import actions
from postern.desk.settings.config import read_config
from postern.store.engine import Store


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir() if path.is_file()}


def test_at_its_start_the_desk_takes_its_secrets_from_everybody_else(home: Path) -> None:
    config = read_config(home / "postern.toml")
    open_desk(config).close()
    key, database, other = (config.data / name for name in ("token.key", "postern.sqlite", "notes.txt"))
    assert {modes(config.data)[path.name] for path in (key, database)} == {0o600}
    other.write_text("not ours")
    for path in (key, database, other):
        path.chmod(0o644)
    again = open_desk(config)
    found = modes(config.data)
    again.close()
    assert (found["token.key"], found["postern.sqlite"], found["notes.txt"]) == (0o600, 0o600, 0o644)
    assert {found[name] for name in found if name.startswith("postern.sqlite-")} <= {0o600}


def test_a_new_database_is_nobody_elses_from_the_first(home: Path) -> None:
    store = Store(f"sqlite:///{home / 'new' / 'postern.sqlite'}", "key")
    store.write_now(lambda session: session.connection().exec_driver_sql("CREATE TABLE t (n INTEGER)"))
    found = modes(home / "new")
    store.close()
    assert {"postern.sqlite", "postern.sqlite-wal"} <= set(found)
    assert set(found.values()) == {0o600}


@pytest.fixture
def open_umask() -> Iterator[None]:
    """The mask of a shell that shares what it makes with everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_whatever_the_mask_was_the_data_folder_is_its_owners_alone(home: Path, open_umask: None) -> None:
    config = read_config(home / "postern.toml")
    desk = open_desk(config)
    (config.data / "health.json").write_text("{}")
    (config.data / "backups").mkdir()
    (config.data / "backups" / "postern-x.zip").write_text("")
    found = {path: path.stat().st_mode & 0o777 for path in config.data.rglob("*")}
    desk.close()
    assert config.data.stat().st_mode & 0o777 == 0o700
    assert len(found) >= 6
    assert {str(path): mode for path, mode in found.items() if mode & 0o077} == {}


def test_what_was_open_before_is_closed_at_the_next_start(home: Path, open_umask: None) -> None:
    config = read_config(home / "postern.toml")
    open_desk(config).close()
    (config.data / "backups").mkdir()
    (config.data / "backups" / "postern-20260101-000000.zip").write_text("")
    (config.data / "health.json").write_text("{}")
    ours = [config.data, *config.data.rglob("*")]
    for path in ours:
        path.chmod(0o777 if path.is_dir() else 0o666)
    open_desk(config).close()
    assert {str(path): mode for path in ours if path.exists() and (mode := path.stat().st_mode) & 0o077} == {}


def test_a_command_started_with_an_open_mask_leaves_nothing_open(home: Path) -> None:
    command = [sys.executable, "-m", "postern.cli", "game", "list", "--config", str(home / "postern.toml")]
    subprocess.run(["sh", "-c", 'umask 000; exec "$@"', "sh", *command], check=True, capture_output=True, timeout=60)
    var = home / "var"
    open_to_others = {str(path) for path in (var, *var.rglob("*")) if path.stat().st_mode & 0o077}
    assert (var / "postern.sqlite").exists()
    assert open_to_others == set()


def test_a_games_file_stays_readable_for_whom_it_was(desk: Desk, home: Path) -> None:
    file = home / "games" / "toy-1.toml"
    file.chmod(0o640)
    actions.set_option(desk, "TOY-1", "title", "Another")
    assert file.stat().st_mode & 0o777 == 0o640
    actions.create_file(desk, file.read_text().replace("TOY-1", "TOY-9"))
    assert (home / "games" / "toy-9.toml").stat().st_mode & 0o777 == 0o644

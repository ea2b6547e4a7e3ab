"""Files with secrets are their owner's alone, those of an older day too."""

from __future__ import annotations

from pathlib import Path

from postern.desk.config import read_config
from postern.desk.context import open_desk
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

"""Brings a database to the newest form of the tables. The daemon does this each time it starts.

Alembic is read only where there is something for it to do: each command of the command line comes through here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine, inspect

from postern.store.engine import READING

_HERE = Path(__file__).parent / "migrations"


class NewerDatabase(Exception):
    """A newer Postern has changed the tables; the text says so, and what can be done."""


def known_revisions() -> frozenset[str]:
    """The names of all migrations that this version knows: the numbers that their files begin with."""
    return frozenset(path.name.partition("_")[0] for path in (_HERE / "versions").glob("[0-9]*_*.py"))


def revisions(engine: Engine) -> tuple[str | None, str | None, frozenset[str]]:
    """The migration at which this database stands, the newest one, and all that are known. Only reads."""
    known = known_revisions()
    return _current(engine), max(known), known


def _current(engine: Engine) -> str | None:
    """The migration at which this database stands; None where none ran."""
    # The tables' own state of this moment: it waits for no writer, however busy the daemon is.
    with engine.execution_options(**READING[engine.dialect.name]).connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return found


def migrate(engine: Engine, first: Callable[[str, str], None] = lambda _was, _to: None) -> None:
    """Run every migration that this database has not seen. Two daemons starting together do it one after the other.

    ``first`` is called before tables that hold something are changed, with the migration at which they stand and the newest.
    Raises NewerDatabase, and changes nothing, where the tables stand at a migration that this version does not know.
    """
    known, current = known_revisions(), _current(engine)
    if current == max(known):
        return
    if current is not None and current not in known:
        raise NewerDatabase(
            f"the database is of a newer Postern than this one, which does not know its tables ({current}): start the newer "
            "one again, or restore the backup that was made before it was installed (postern restore FILE)"
        )
    if current is not None:
        first(current, max(known))
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

"""Brings a database to the newest form of the tables. The daemon does this each time it starts."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from postern.store.engine import READING

_HERE = Path(__file__).parent / "migrations"


def known_revisions() -> frozenset[str]:
    """The names of all migrations that this version knows."""
    return frozenset(found.revision for found in ScriptDirectory(str(_HERE)).walk_revisions())


def revisions(engine: Engine) -> tuple[str | None, str | None, frozenset[str]]:
    """The migration at which this database stands, the newest one, and all that are known. Only reads."""
    # The tables' own state of this moment: it waits for no writer, however busy the daemon is.
    with engine.execution_options(**READING[engine.dialect.name]).connect() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    return current, ScriptDirectory(str(_HERE)).get_current_head(), known_revisions()


def migrate(engine: Engine) -> None:
    """Runs every migration that this database has not seen. Two daemons starting together do it one after the other."""
    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

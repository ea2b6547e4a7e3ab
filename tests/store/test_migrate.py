"""The migrations give exactly the tables that the models describe."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect
from sqlmodel import Session, SQLModel

from postern.store import migrations
from postern.store.engine import Store, open_engine
from postern.store.migrate import NewerDatabase, migrate, revisions


def test_migrations_equal_the_models(store: Store) -> None:
    with store.engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), SQLModel.metadata)
    assert differences == []


def test_migrating_twice_changes_nothing(store: Store) -> None:
    before = inspect(store.engine).get_table_names()
    migrate(store.engine)
    assert inspect(store.engine).get_table_names() == before
    assert "inbox_letter" in before


def test_the_numbers_of_the_files_are_those_of_the_migrations(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        folder = ScriptDirectory(str(Path(migrations.__file__).parent))
        assert revisions(store.engine) == (
            context.get_current_revision(),
            folder.get_current_head(),
            frozenset(found.revision for found in folder.walk_revisions()),
        )


def test_a_database_of_a_newer_program_is_left_as_it_is(store: Store) -> None:
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0999_later'")
    with pytest.raises(NewerDatabase, match="start the newer one again, or restore the backup"):
        migrate(store.engine)
    assert revisions(store.engine)[0] == "0999_later"


def test_where_a_database_stands_is_read_while_another_writes(store: Store) -> None:
    def still_reads(_: Session) -> tuple[str | None, str | None, frozenset[str]]:
        return revisions(store.engine)

    current, newest, known = store.write_now(still_reads)
    assert current == newest
    assert newest in known


def test_every_commit_reaches_the_disk_and_waits_for_other_writers(store: Store) -> None:
    with store.engine.connect() as connection:
        if store.engine.dialect.name == "postgresql":
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
            assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "20s"
            return
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert int(connection.exec_driver_sql("PRAGMA busy_timeout").scalar() or 0) >= 10_000


def test_an_asynchronous_url_of_sqlite_is_understood(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite+aiosqlite:///{tmp_path}/deep/er/x.sqlite")
    migrate(engine)
    assert (tmp_path / "deep/er/x.sqlite").exists()
    engine.dispose()


def test_another_kind_of_database_is_refused_with_what_to_write_instead() -> None:
    with pytest.raises(ValueError, match="postgresql\\+psycopg"):
        open_engine("mysql://host/name")

"""A fresh SQLite database for every test."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from postern.store.engine import Store
from postern.store.migrate import migrate

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path}/postern.sqlite")
    migrate(opened.engine)
    yield opened
    opened.close()


@pytest.fixture
def noon() -> datetime:
    return NOON

"""A fresh database for every test, of either kind in turn."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from postern.store.engine import Store
from postern.store.migrate import migrate

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database, "a secret of sixteen")
    migrate(opened.engine)
    yield opened
    opened.close()


@pytest.fixture
def noon() -> datetime:
    return NOON

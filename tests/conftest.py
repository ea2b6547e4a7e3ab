"""What tests of several folders share: the databases that Postern runs on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.servers.fixtures import need_postgres
from tests.servers.postgres import RealPostgres

# A machine under load is no fault of what is tested: properties are judged by what they find, not by how fast.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

DATABASES = (
    pytest.param("sqlite"),
    pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.xdist_group("postgres")]),
)


@pytest.fixture(scope="session")
def postgres() -> Iterator[RealPostgres]:
    """One PostgreSQL for all tests that ask for it."""
    need_postgres()
    with RealPostgres() as server:
        yield server


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a fresh database, of either kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/postern.sqlite"
    server: RealPostgres = request.getfixturevalue("postgres")
    return server.new_database()

"""What tests of several folders share: the databases that Postern runs on."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from postern.store.engine import open_engine
from postern.store.migrate import migrate
from tests import sampling, seconds
from tests.servers.fixtures import need_postgres
from tests.servers.postgres import RealPostgres

# A machine under load is no fault of what is tested: properties are judged by what they find, not by how fast. Where a change
# is judged, the same examples are tried each time, so that what failed fails again; elsewhere new ones are.
settings.register_profile("patient", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("patient")

_LONGEST = ("kill", "season", "soak")
"""Groups of one test that takes minutes, and mostly waits."""

DATABASES = (
    pytest.param("sqlite"),
    pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.xdist_group("postgres")]),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of ``./run test``."""
    parser.addoption("--all", action="store_true", help="Run those marked sampled(count) all, and not only some a commit.")
    parser.addoption("--keep-seconds", action="store_true", help=f"Write the longest tests into {seconds.KEPT.name}.")
    parser.addoption(
        "--situations", type=Path, help="Write what comes of the turns of rule tests into this file; compare nothing."
    )


def pytest_configure(config: pytest.Config) -> None:
    """Measures each test's processor time; the process that leads the workers adds it up."""
    config.pluginmanager.register(seconds.Measuring())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(seconds.Adding(config.getoption("--keep-seconds")))
        if target := config.getoption("--situations"):
            from tests.recorded import situations

            config.pluginmanager.register(situations.Keeping(Path(target)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is another commit's to run. The longest groups come first, then what one worker has to do together, then
    the tests that took longest in an earlier run, so that no worker is left alone with them at the end."""
    if not config.getoption("--all") and not any("::" in word for word in config.args):
        left_out = set(sampling.left_out(items, sampling.commit(config.rootpath)))
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    took = seconds.kept()
    items.sort(key=lambda item: (_group(item) not in _LONGEST, not _group(item), -took.get(item.nodeid, 0.0)))


def _group(item: pytest.Item) -> str:
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark is not None else ""


def pytest_collection_finish() -> None:
    """What was read to find the tests stays: looking through it again for what can go took a seventh of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    """A desk keeps what its process writes to its owner; the next test begins as a new process would."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(scope="session")
def postgres() -> Iterator[RealPostgres]:
    """One PostgreSQL for all tests that ask for it."""
    need_postgres()
    with RealPostgres() as server:
        yield server


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with all tables and nothing in them: copied, where their making is not what is tested."""
    file = tmp_path_factory.mktemp("tables") / "postern.sqlite"
    engine = open_engine(f"sqlite:///{file}")
    migrate(engine)
    engine.dispose()
    return file


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a fresh database, of either kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/postern.sqlite"
    server: RealPostgres = request.getfixturevalue("postgres")
    return server.new_database()

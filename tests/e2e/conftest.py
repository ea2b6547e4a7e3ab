"""A house for the tests of this folder: one for each kind of mail server, shared by all tests of the folder."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.e2e.house", "tests.e2e.player", "tests.e2e.sitting")

from tests.e2e.house import DESK, MASTER, House  # noqa: E402
from tests.e2e.player import Player  # noqa: E402
from tests.e2e.servers import serving  # noqa: E402
from tests.servers.fixtures import need_servers  # noqa: E402

_GUESTS = 40


@pytest.fixture(
    scope="package",
    params=[
        pytest.param("real", marks=[pytest.mark.servers, pytest.mark.xdist_group("mail-real")]),
        pytest.param("embedded", marks=[pytest.mark.xdist_group("mail-embedded")]),
    ],
)
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    """A mail server of either kind and a daemon that runs beside it, as processes."""
    kind: str = request.param
    if kind == "real":
        need_servers()
    addresses = [DESK, MASTER, *(f"guest{number}@players.test" for number in range(_GUESTS))]
    with tempfile.TemporaryDirectory(prefix="house-") as folder:
        Path(folder).chmod(0o755)
        with serving(kind, Path(folder) / "mail", addresses) as mail:
            opened = House(mail, Path(folder) / "home")
            opened.start()
            try:
                yield opened
            finally:
                opened.kill()


_used: dict[int, Iterator[int]] = {}


@pytest.fixture
def newcomer(house: House) -> Callable[[], Player]:
    """Makes players with mailboxes of their own that nobody has used."""
    numbers = _used.setdefault(id(house), itertools.count())
    return lambda: house.player(f"guest{next(numbers)}@players.test")

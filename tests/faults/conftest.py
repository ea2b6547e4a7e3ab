"""One pair of real servers for all tests of faults; a desk of its own, with mailboxes of its own, for each test."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.faults.house")

from tests.faults.house import House, opened  # noqa: E402
from tests.servers.fixtures import need_servers  # noqa: E402
from tests.servers.mail import RealMail  # noqa: E402

_MOST = 60
_numbers = itertools.count()


@pytest.fixture(scope="package")
def servers() -> Iterator[RealMail]:
    need_servers()
    names = [f"{who}{number}@postern.test" for number in range(_MOST) for who in ("desk", "ann", "bob", "gm")]
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        Path(folder).chmod(0o755)
        with RealMail(Path(folder) / "mail", dict.fromkeys(names, "secret"), tls=True) as mail:
            yield mail


@pytest.fixture
async def house(servers: RealMail, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    for name, value in {
        "postern.post.imap.source._FIRST_PAUSE": 0.05,
        "postern.post.imap.source._LOGIN_PAUSE": 0.1,
        "postern.post.imap.mover._FIRST_PAUSE": 0.1,
        "postern.desk.delivery.sending._FIRST_REST": 0.1,
        "postern.desk.delivery.sending._LONGEST_REST": 0.4,
        "postern.desk.service.daemon._FIRST_PAUSE": 0.05,
        "postern.desk.service.daemon._DATABASE_PAUSE": 0.3,
        "postern.desk.outbox.alarm._EVERY": 0.1,
    }.items():
        monkeypatch.setattr(name, value)
    async with opened(servers, tmp_path, next(_numbers)) as house:
        yield house

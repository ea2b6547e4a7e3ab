"""One private Postfix and Dovecot for the tests of the post, started when first needed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.servers.fixtures import need_servers
from tests.servers.mail import RealMail

ORDERS, JOE = "orders@postern.test", "joe@players.test"


@pytest.fixture(scope="session")
def _servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealMail]:
    need_servers()
    with RealMail(tmp_path_factory.mktemp("servers"), {ORDERS: "secret", JOE: "other"}, tls=True) as mail:
        yield mail


@pytest.fixture
def real_mail(_servers: RealMail) -> RealMail:
    """The servers with empty mailboxes."""
    for address in _servers.accounts:
        _servers.empty(address)
    return _servers

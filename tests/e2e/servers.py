"""The two kinds of mail server that the whole is proved against, behind one face that needs no event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from postern.post.embedded import EmbeddedMail
from tests.servers.mail import RealMail

PASSWORD = "sesame"


class MailServer(Protocol):
    """What a player and the daemon's settings need to know of a mail server on this machine."""

    @property
    def smtp_port(self) -> int:
        """Where it takes letters, on loopback."""
        ...

    @property
    def imap_port(self) -> int:
        """Where it serves mailboxes, on loopback."""
        ...

    def maildir(self, address: str) -> Path:
        """Where the letters to this address lie."""
        ...

    def letters(self, address: str) -> list[Path]:
        """The letters in this address's inbox."""
        ...


@contextlib.contextmanager
def serving(kind: str, folder: Path, addresses: list[str]) -> Iterator[MailServer]:
    """Runs a mail server with a mailbox for each address: ``kind`` is "real" (Postfix, Dovecot) or "embedded"."""
    accounts = dict.fromkeys(addresses, PASSWORD)
    with RealMail(folder, accounts) if kind == "real" else _embedded(folder, accounts) as mail:
        yield mail


@contextlib.contextmanager
def _embedded(folder: Path, accounts: Mapping[str, str]) -> Iterator[EmbeddedMail]:
    with asyncio.Runner() as runner:
        mail = EmbeddedMail(folder, accounts)
        runner.run(mail.start())
        try:
            yield mail
        finally:
            runner.run(mail.stop())

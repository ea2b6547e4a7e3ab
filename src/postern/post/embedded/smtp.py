"""aiosmtpd that puts letters into Maildirs."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections.abc import Mapping
from email.utils import formatdate
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from postern.post.maildir import deliver

_LARGEST = 30_000_000
_numbers = itertools.count(1)


class Deliverer:
    """The handler of aiosmtpd: takes letters for our accounts, refuses all others."""

    def __init__(self, root: Path, accounts: Mapping[str, str]) -> None:
        self._root = root
        self._accounts = accounts

    async def handle_RCPT(  # the library's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Called by aiosmtpd for each recipient."""
        if _base(address) not in self._accounts:
            return "550 5.1.1 No such account here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Called by aiosmtpd with the whole letter."""
        content = envelope.content or b""
        raw = content if isinstance(content, bytes) else content.encode()
        for address in envelope.rcpt_tos:
            head = (
                f"Return-Path: <{envelope.mail_from or ''}>\r\nDelivered-To: {address}\r\n"
                f"Received: from {session.host_name or 'unknown'} by localhost with ESMTP; {formatdate()}\r\n"
            )
            deliver(self._root / "mail" / _base(address), head.encode("utf-8", "replace") + raw, _unique())
        return "250 2.0.0 Delivered"

    def authenticate(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, login: object) -> AuthResult:
        """Called by aiosmtpd when a client logs in; nobody needs to."""
        good = isinstance(login, LoginPassword) and self._accounts.get(login.login.decode("utf-8", "replace").lower()) == (
            login.password.decode("utf-8", "replace")
        )
        return AuthResult(success=good, handled=False)


async def start_smtp(root: Path, accounts: Mapping[str, str], port: int) -> asyncio.Server:
    """Take letters by SMTP on the loopback."""
    handler = Deliverer(root, accounts)
    loop = asyncio.get_running_loop()

    def connection() -> SMTP:
        return SMTP(
            handler,
            data_size_limit=_LARGEST,
            hostname="localhost",
            ident="Postern",
            loop=loop,
            authenticator=handler.authenticate,
            auth_require_tls=False,
        )

    return await loop.create_server(connection, "127.0.0.1", port)


def _base(address: str) -> str:
    """The account of an address: without its detail, in small letters."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def _unique() -> str:
    """A name never used before, later ones sorting after earlier ones."""
    return f"{time.time_ns()}.P{os.getpid()}Q{next(_numbers):06d}.localhost"

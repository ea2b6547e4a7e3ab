"""A small mail server of our own for the demonstration and for tests: SMTP in, IMAP with IDLE out, Maildirs between.

It runs as a child process, so that it takes nothing from the daemon's event loop, and ends when its parent does, however
that ends. It listens on the loopback only and is no server for the open internet.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from postern.post.settings import ImapSettings, Password, Security, SmtpSettings

__all__ = ["EmbeddedMail"]

_START_TIME = 30.0
_STOP_TIME = 5.0


class EmbeddedMail:
    """The server as an asynchronous context manager.

    `accounts` maps addresses to passwords; a letter to `orders+anything@…` goes to `orders@…`; other recipients are refused
    with 550. Ports of 0 are chosen by the system; read `smtp_port` and `imap_port` after the start. Letters survive in
    `root` over a restart.
    """

    def __init__(self, root: Path, accounts: Mapping[str, str], *, smtp_port: int = 0, imap_port: int = 0) -> None:
        self.root = root.absolute()
        self.accounts = {address.lower(): password for address, password in accounts.items()}
        self.smtp_port = smtp_port
        self.imap_port = imap_port
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> EmbeddedMail:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def log(self) -> Path:
        """Where the server writes what went wrong."""
        return self.root / "server.log"

    def maildir(self, address: str) -> Path:
        """The account's Maildir; letters lie in its `new` and `cur`, folders beside them."""
        return self.root / "mail" / address.lower()

    def letters(self, address: str) -> list[Path]:
        """All letters in the account's inbox, in the order they came."""
        found = [path for part in ("new", "cur") for path in (self.maildir(address) / part).glob("*")]
        return sorted(found, key=lambda path: path.name)

    def imap_settings(self, address: str) -> ImapSettings:
        """How to read the account's mailbox."""
        secret = Password.model_validate({"password": self.accounts[address.lower()]}).password
        return ImapSettings(
            host="127.0.0.1", port=self.imap_port, security=Security.PLAIN, user=address.lower(), password=secret, timeout=20
        )

    def smtp_settings(self) -> SmtpSettings:
        """How to send."""
        return SmtpSettings(host="127.0.0.1", port=self.smtp_port, security=Security.PLAIN)

    async def start(self) -> None:
        """Start the server and wait until it listens. Raises RuntimeError with its log when it does not."""
        self.root.mkdir(parents=True, exist_ok=True)
        (self.root / "tmp").mkdir(exist_ok=True)
        # The IMAP library renames files from the temporary directory into the Maildir: keep both on one file system.
        environment = {**os.environ, "TMPDIR": str(self.root / "tmp"), "FQDN": "localhost"}
        with self.log.open("ab") as log:
            self._process = process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "postern.post.embedded.server"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env=environment,
                start_new_session=True,
            )
        assert process.stdin is not None
        assert process.stdout is not None
        order = {"root": str(self.root), "accounts": self.accounts, "smtp_port": self.smtp_port, "imap_port": self.imap_port}
        try:
            async with asyncio.timeout(_START_TIME):
                process.stdin.write(json.dumps(order).encode() + b"\n")
                await process.stdin.drain()
                ports = json.loads(await process.stdout.readline())
        except (TimeoutError, ValueError, OSError) as fault:
            await self.stop()
            tail = self.log.read_text(errors="replace")[-1500:]
            raise RuntimeError(f"the embedded mail server did not start: {tail}") from fault
        self.smtp_port, self.imap_port = ports["smtp_port"], ports["imap_port"]

    async def stop(self) -> None:
        """Stop the server; it is killed if it takes longer than five seconds."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(_STOP_TIME):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    async def kill(self) -> None:
        """Kill the server at once, as a power cut would. For tests; `start` brings it back on the same ports."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

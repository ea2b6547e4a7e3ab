"""pymap over Maildirs, made to announce new letters promptly.

By itself pymap looks into the Maildir once a second and tells an idling client on the second look. Here an idle wait ends
a few hundredths of a second after a file has appeared, and looks at once.
"""

from __future__ import annotations

import asyncio
import os
from argparse import Namespace
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

from proxyprotocol.reader import ProxyProtocolReader
from pymap.backend.maildir import Config, FilterSet, Identity, Login, Session
from pymap.backend.maildir.mailbox import MailboxData, MailboxSet
from pymap.backend.maildir.users import PasswordsFile, UsersFile
from pymap.concurrent import Event, Subsystem
from pymap.imap import IMAPServer
from pymap.interfaces.login import IdentityInterface
from pymap.selected import SelectedMailbox
from pysasl.hashing import BuiltinHash

_LOOK_EVERY = 0.02
_LOOKS = 50
# Every idling client keeps a thread; accounts of a game and its master fit in.
_THREADS = 64
_HASH_ROUNDS = 1000


class PromptMailbox(MailboxData):
    """A mailbox whose idle wait ends when the Maildir changes."""

    async def update_selected(self, selected: SelectedMailbox, *, wait_on: Event | None = None) -> SelectedMailbox:
        """Called by pymap while a client idles, again and again, and after each command without `wait_on`."""
        if wait_on is not None:
            seen = self._stamp()
            for _ in range(_LOOKS):
                await wait_on.wait(timeout=_LOOK_EVERY)
                if wait_on.is_set() or self._stamp() != seen:
                    break
            await self.reset()
        return await super().update_selected(selected)

    def _stamp(self) -> tuple[int, int]:
        return os.stat(f"{self._path}/new").st_mtime_ns, os.stat(f"{self._path}/cur").st_mtime_ns


class PromptMailboxes(MailboxSet):
    """Mailboxes of one session, each a `PromptMailbox`."""

    async def get_mailbox(self, name: str) -> MailboxData:
        """Called by pymap for every look at a mailbox."""
        found = await super().get_mailbox(name)
        if not isinstance(found, PromptMailbox):
            found = self._cache[name] = PromptMailbox(found.mailbox_id, found._maildir, found._path)
            await found.reset()
        return found


class PromptIdentity(Identity):
    """A logged-in user whose sessions have prompt mailboxes."""

    @asynccontextmanager
    async def new_session(self) -> AsyncIterator[Session]:
        """Called by pymap after login."""
        async with super().new_session() as session:
            mailboxes = session.mailbox_set
            prompt = PromptMailboxes(mailboxes._inbox_maildir, mailboxes._layout)
            yield Session(self.name, self.config, prompt, FilterSet(mailboxes._path))


class PromptLogin(Login):
    """Login that leads to prompt sessions."""

    async def authorize(self, authenticated: IdentityInterface, authzid: str) -> Identity:
        """Called by pymap once the password is right."""
        identity = await super().authorize(authenticated, authzid)
        return PromptIdentity(identity.config, identity.tokens, identity.name, None, identity.roles)


async def start_imap(root: Path, accounts: Mapping[str, str], port: int) -> asyncio.Server:
    """Serve the Maildirs `root/mail/ADDRESS` by IMAP on the loopback."""
    _remove_stale_locks(root)
    await _write_accounts(root, accounts)
    hashing = BuiltinHash(rounds=_HASH_ROUNDS)
    threads = Subsystem.for_executor(ThreadPoolExecutor(_THREADS))
    config = Config(
        Namespace(passlib_cfg=None, proxy_protocol=None, inherited_sockets=None),
        host="127.0.0.1",
        port=port,
        base_dir=str(root),
        layout="fs",
        colon=None,
        tls_enabled=False,
        subsystem=threads,
        hash_context=hashing,
        reject_dnsbl=False,
    )
    config.apply_context()
    serve = ProxyProtocolReader(config.proxy_protocol).get_callback(IMAPServer(PromptLogin(config), config))
    return await asyncio.start_server(serve, host="127.0.0.1", port=port)


def _remove_stale_locks(root: Path) -> None:
    """Locks that a killed server left behind: pymap alone would wait ten minutes before it disregards one."""
    for lock in root.rglob("*.lock"):
        lock.unlink(missing_ok=True)


async def _write_accounts(root: Path, accounts: Mapping[str, str]) -> None:
    hashing = BuiltinHash(rounds=_HASH_ROUNDS)
    base = str(root)
    async with UsersFile.with_write(base) as users, PasswordsFile.with_write(base) as passwords:
        for address, password in accounts.items():
            users.set(users.build_record(address, f"mail/{address}"))
            passwords.set(passwords.build_record(address, hashing.hash(password)))

"""Checks the mailbox: the login, its folders, whether it reports new mail, and whether letters land in spam."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

from postern.desk.doctor.finding import Case, Finding, Level
from postern.post.imap.connection import CommandRefused, ImapConnection, ImapFault, LoginRefused
from postern.post.providers import provider
from postern.post.settings import ImapSettings

_AREA = "mailbox"
_FILLING, _FULL = 0.8, 0.97
"""The part of its room from which on a mailbox is told to be filling, and to be full."""
_MB = 1024 / 1_000_000
"""RFC 9208, 5.1: STORAGE counts units of 1,024 bytes."""


async def check(case: Case) -> AsyncIterator[Finding]:
    """Checks the mailbox over a connection of its own; letters are neither read nor marked."""
    settings = case.config.post.mailbox
    if not isinstance(settings, ImapSettings):
        yield _maildir(case.config.home / settings.path)
        return
    where = f"{settings.host} port {settings.port}"
    tokens = case.tokens() if case.config.post.by_oauth(settings) else None
    try:
        connection = await ImapConnection.connect(settings, tokens)
    except LoginRefused as fault:
        yield Finding(Level.FAIL, _AREA, f"{where}: {fault}", login_remedy(case))
        return
    except (ImapFault, OSError) as fault:
        remedy = "check host, port and security in [post.mailbox], and that a firewall lets us through"
        yield Finding(Level.FAIL, _AREA, f"{where} cannot be reached: {fault}", remedy)
        return
    try:
        yield Finding(Level.OK, _AREA, f"logged in at {where} as {settings.user}")
        async for finding in _look(case, settings, connection):
            yield finding
    except (ImapFault, CommandRefused) as fault:
        yield Finding(Level.FAIL, _AREA, f"{where}: {fault}", "try again; if it stays, ask whoever runs the server")
    finally:
        await connection.close()


async def _look(case: Case, settings: ImapSettings, connection: ImapConnection) -> AsyncIterator[Finding]:
    folders = await connection.folders()
    missing = [name for name in (settings.handled_folder, settings.failed_folder) if name not in folders]
    if settings.folder.upper() != "INBOX" and settings.folder not in folders:
        remedy = "make it, or set folder in [post.mailbox] to one that is there"
        yield Finding(Level.FAIL, _AREA, f"there is no folder {settings.folder}", remedy)
    for name in missing:
        said = f"there is no folder {name} yet; Postern makes it with the first letter, or make it by hand where it may not"
        yield Finding(Level.OK, _AREA, said)
    if not missing:
        yield Finding(Level.OK, _AREA, f"the folders {settings.handled_folder} and {settings.failed_folder} are there")
    if not settings.idle:
        yield Finding(Level.OK, _AREA, f"polled every {settings.poll_every:.0f} seconds, by the settings")
    elif connection.offers("IDLE"):
        yield Finding(Level.OK, _AREA, "new letters are announced at once (IDLE)")
    else:
        remedy = "nothing; for quicker answers set poll_every in [post.mailbox] lower"
        yield Finding(Level.WARN, _AREA, f"no IDLE: polled every {settings.poll_every:.0f} seconds", remedy)
    async for finding in _room(settings, connection):
        yield finding
    async for finding in _spam(case, connection, folders):
        yield finding


async def _room(settings: ImapSettings, connection: ImapConnection) -> AsyncIterator[Finding]:
    """How full the mailbox is: a full one turns players' letters away, and Postern never hears of them."""
    quotas = await connection.quotas(settings.folder) if connection.offers("QUOTA") else []
    known = [quota for quota in quotas if quota.limit and quota.resource in ("STORAGE", "MESSAGE")]
    if not known:
        yield Finding(Level.OK, _AREA, "the server sets no limit to its size, or does not tell (QUOTA)")
    for quota in known:
        part, used, limit = quota.used / quota.limit, quota.used * _MB, quota.limit * _MB
        sizes = f"{used:,.1f} of {limit:,.1f} MB" if quota.resource == "STORAGE" else f"{quota.used} of {quota.limit} letters"
        said = f"{part:.0%} full: {sizes}"
        if part < _FILLING:
            yield Finding(Level.OK, _AREA, said)
            continue
        old = f"delete from {settings.handled_folder} what is older than your oldest backup"
        remedy = f"a full mailbox turns letters away: ask for more room, or {old}"
        yield Finding(Level.FAIL if part >= _FULL else Level.WARN, _AREA, said, remedy)


async def _spam(case: Case, connection: ImapConnection, folders: dict[str, frozenset[str]]) -> AsyncIterator[Finding]:
    marked = [name for name, flags in folders.items() if "\\junk" in flags]
    known = provider(case.config.post.provider).spam_folder
    for name in marked or [known for _ in range(1) if known in folders]:
        unread = await connection.unread(name)
        if unread:
            remedy = "look through them for letters of players, mark those as not spam, and move them to the inbox"
            yield Finding(Level.WARN, _AREA, f"{unread} unread letters lie in {name}", remedy)
        else:
            yield Finding(Level.OK, _AREA, f"nothing unread lies in {name}")


def _maildir(path: Path) -> Finding:
    parts = [path / part for part in ("new", "cur", "tmp")]
    absent = [str(part) for part in parts if not part.is_dir()]
    if absent:
        return Finding(Level.FAIL, _AREA, f"not a Maildir: no {', '.join(absent)}", "set path in [post.mailbox] to the Maildir")
    closed = [str(part) for part in parts if not os.access(part, os.R_OK | os.W_OK | os.X_OK)]
    if closed:
        return Finding(Level.FAIL, _AREA, f"may not read and write {', '.join(closed)}", "run Postern as the Maildir's owner")
    return Finding(Level.OK, _AREA, f"the Maildir {path} can be read and written")


def login_remedy(case: Case) -> str:
    """What to do when a login is refused."""
    known = provider(case.config.post.provider)
    if case.config.post.oauth is not None:
        return "log in again with: postern gm login"
    if known.app_password:
        return f"{known.title} wants an app password, not that of the account: {known.app_password}"
    if known.app_password == "":
        return f"{known.title} takes no passwords: leave them out, add [post.oauth] and run: postern gm login"
    return "check user and password; many providers want an app password or IMAP to be switched on first"

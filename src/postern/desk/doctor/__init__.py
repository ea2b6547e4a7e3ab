"""``postern gm doctor``: checks everything that a desk needs, and says what is wrong and what to do. It changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path

from postern.desk.doctor import clock, daemon, database, disk, dns, games, mailbox, processes, secrets, sending, templates
from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.doctor.resolving import Lookup, look_up
from postern.desk.settings.config import read_config
from postern.desk.settings.tomlfile import ConfigError

__all__ = ["Finding", "Level", "examine"]

_PATIENCE = 30.0

Check = Callable[[Case], AsyncIterator[Finding]]
_CHECKS: dict[str, Check] = {
    "daemon": daemon.check,
    "mailbox": mailbox.check,
    "sending": sending.check,
    "dns": dns.check,
    "clock": clock.check,
    "disk": disk.check,
    "processes": processes.check,
    "database": database.check,
    "secrets": secrets.check,
    "games": games.check,
    "templates": templates.check,
}


async def examine(
    path: Path,
    *,
    lookup: Lookup = look_up,
    now: datetime | None = None,
    begins: Callable[[str], None] = lambda _name: None,
) -> AsyncIterator[Finding]:
    """Yield every finding about the desk of this settings file, as it is found. One check that fails stops no other.

    ``lookup`` asks the DNS, ``now`` is the moment to compare with, ``begins`` is told what is looked at next.
    """
    try:
        config = read_config(path)
    except ConfigError as error:
        for problem in error.problems:
            yield Finding(Level.FAIL, "settings", problem, "mend this line; nothing else can be looked at before")
        return
    yield Finding(Level.OK, "settings", f"{path} can be used")
    case = Case(config, lookup, now or datetime.now(UTC))
    for name, check in _CHECKS.items():
        begins(name)
        try:
            async with asyncio.timeout(_PATIENCE):
                async for finding in check(case):
                    yield finding
        except TimeoutError:
            yield Finding(Level.FAIL, name, f"no end after {_PATIENCE:.0f} seconds", "try again; is the server overloaded?")
        except Exception as error:
            said = f"could not be looked at: {type(error).__name__}: {error}"
            yield Finding(Level.FAIL, name, said, "this is a fault of Postern's; please report it with this line")

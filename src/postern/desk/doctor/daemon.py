"""Checks whether the daemon runs, and is well."""

from __future__ import annotations

from collections.abc import AsyncIterator

from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.service.health import complaints, never, summary
from postern.desk.service.heartbeat import read_facts


async def check(case: Case) -> AsyncIterator[Finding]:
    """Looks at the daemon's last heartbeat."""
    try:
        facts = read_facts(case.config.data)
    except FileNotFoundError:
        yield Finding(Level.WARN, "daemon", "none has run with these settings yet", "start it with: postern serve")
        return
    except (OSError, ValueError) as error:
        yield Finding(Level.WARN, "daemon", never(case.config.data, error))
        return
    told = complaints(facts, case.now)
    for line in told:
        yield Finding(Level.WARN, "daemon", line, "look at its log; postern health says this too")
    if not told:
        yield Finding(Level.OK, "daemon", summary(facts))

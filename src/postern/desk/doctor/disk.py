"""Checks the free space and the access rights beside the database."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator

from postern.desk.doctor.finding import Case, Finding, Level

_LITTLE, _TOO_LITTLE = 1_000_000_000, 100_000_000


async def check(case: Case) -> AsyncIterator[Finding]:
    """Asks the system about free space and rights; writes nothing."""
    data = case.config.data.resolve()
    place = data
    while not place.exists():
        place = place.parent
    if not os.access(place, os.W_OK | os.X_OK):
        yield Finding(
            Level.FAIL, "disk", f"may not write in {place}", f"give it to the user that runs Postern: chown … {place}"
        )
    elif place != data:
        yield Finding(Level.OK, "disk", f"{data} is not there yet; the first start makes it")
    free = shutil.disk_usage(place).free
    level = Level.FAIL if free < _TOO_LITTLE else Level.WARN if free < _LITTLE else Level.OK
    remedy = "" if level is Level.OK else "make room; keep_sent in [limits] says how long sent letters are kept whole"
    yield Finding(level, "disk", f"{free / 1e9:.1f} GB are free at {place}", remedy)

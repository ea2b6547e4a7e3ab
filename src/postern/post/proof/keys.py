"""DKIM keys out of DNS, asked for between transactions and remembered for a while."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence

_log = logging.getLogger(__name__)
_PATIENCE = 4.0
_GOOD_FOR = 3_600.0
_MISSING_FOR = 300.0
_MOST_KEPT = 2_000
_MOST_AT_ONCE = 8

Lookup = Callable[[str], Awaitable[bytes]]
"""Asks for the TXT record of a name: its bytes, empty when there is none. May raise anything, and may be slow."""


class KeysWanted(Exception):
    """These names have to be asked for first. The letter that needs them waits; nothing about it is decided yet."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(", ".join(names))
        self.names = tuple(names)


async def ask_dns(name: str) -> bytes:
    """The TXT record of a name. Raises dnspython's exceptions, also where there is none."""
    import dns.asyncresolver  # heavy, and most desks ask for nothing

    found = await dns.asyncresolver.resolve(name, "TXT", lifetime=_PATIENCE, search=False)
    return b"".join(found[0].strings)


class Keys:
    """Key records by name. What could not be had counts as missing for some minutes: then nothing is proved by it."""

    def __init__(self, lookup: Lookup = ask_dns) -> None:
        self._lookup = lookup
        self._known: dict[str, tuple[float, bytes]] = {}
        self._room = asyncio.Semaphore(_MOST_AT_ONCE)

    def get(self, names: Sequence[str]) -> dict[str, bytes]:
        """The records of these names, empty where there is none. Raises KeysWanted for those never asked for."""
        now = time.monotonic()
        found = {name: self._known[name][1] for name in names if name in self._known and self._known[name][0] > now}
        missing = [name for name in dict.fromkeys(names) if name not in found]
        if missing:
            raise KeysWanted(missing)
        return found

    async def fetch(self, names: Sequence[str]) -> None:
        """Asks for these names, all within a few seconds; afterwards ``get`` has an answer for each. Never raises."""
        await asyncio.gather(*(self._fetch(name) for name in names))

    async def _fetch(self, name: str) -> None:
        record = b""
        try:
            async with asyncio.timeout(2 * _PATIENCE), self._room:
                record = await asyncio.wait_for(self._lookup(name), _PATIENCE)
        except Exception as fault:  # No name, no server, no answer in time, nonsense: no key either way.
            _log.debug("DNS has no key at %s (%s)", name, type(fault).__name__)
        if len(self._known) >= _MOST_KEPT:
            self._known.clear()
        self._known[name] = (time.monotonic() + (_GOOD_FOR if record else _MISSING_FOR), record)

"""Asks DNS, with a time-out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dns.rdtypes.ANY.TXT import TXT

Lookup = Callable[[str, str], Awaitable[list[str]]]
"""(name, kind) → the records as text, [] when there are none. Raises NoAnswer."""

_PATIENCE = 10.0


class NoAnswer(Exception):
    """The DNS did not answer."""


async def look_up(name: str, kind: str, nameserver: tuple[str, int] | None = None) -> list[str]:
    """The records of this kind ("MX", "TXT" …) of a name; texts are joined (RFC 7208, 3.3). [] when there are none.

    ``nameserver``: host and port to ask instead of the system's. Raises NoAnswer when nobody answers in time.
    """
    import dns.asyncresolver
    import dns.exception
    import dns.resolver

    try:
        resolver = dns.asyncresolver.Resolver(configure=nameserver is None)
        if nameserver is not None:
            resolver.nameservers, resolver.port = [nameserver[0]], nameserver[1]
        answer = await resolver.resolve(name, kind, lifetime=_PATIENCE, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError) as fault:
        raise NoAnswer(str(fault) or type(fault).__name__) from fault
    return [_text(record) if kind == "TXT" else record.to_text() for record in answer]


def _text(record: TXT) -> str:
    return b"".join(record.strings).decode("utf-8", "replace")

"""Several wordings of the same: which of them a reader gets. The same key always gives the same one."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence


def chosen(wordings: Sequence[str], key: str) -> str:
    """One of the wordings, for the same key always the same."""
    return wordings[zlib.crc32(key.encode()) % len(wordings)]


def varied(wordings: Sequence[str], key: str, turn: int) -> str:
    """The wording for a turn; where there are several, never the one of the turn before. ``key`` names game and reader."""
    many = len(wordings)
    if many < 2:
        return wordings[0]
    at = _drawn(key, 0) % many
    for number in range(1, turn + 1):
        at = (at + 1 + _drawn(key, number) % (many - 1)) % many
    return wordings[at]


def _drawn(key: str, turn: int) -> int:
    return int.from_bytes(hashlib.sha256(f"headline/{key}/{turn}".encode()).digest()[:8], "big")

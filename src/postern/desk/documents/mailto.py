"""Links that open a letter in the reader's mail program, written already (RFC 6068)."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote


@lru_cache(maxsize=256)  # the links of a letter are those of the one before
def mailto(address: str, subject: str, body: str) -> str:
    """A ``mailto`` URI of a letter to the address. Lines of the body end as in letters (RFC 6068, 5).

    The plus sign of an address is encoded, too: some programs take a bare one for a blank.
    """
    lines = "\r\n".join(body.splitlines())
    return f"mailto:{quote(address, safe='@')}?subject={quote(subject, safe='')}&body={quote(lines, safe='')}"

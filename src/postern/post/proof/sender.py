"""What a letter must be like before any proof of its sender is looked at: one writer, no field twice, no odd line ends."""

from __future__ import annotations

import re
from collections import Counter
from email.message import Message

from postern.post.bounds import header_alone, parsed

_ONCE = frozenset(
    {"from", "sender", "reply-to", "to", "cc", "subject", "date", "message-id"}
    | {"mime-version", "content-type", "content-transfer-encoding"}
)
"""Fields that stand at most once (RFC 5322, section 3.6; RFC 2045): where one stands twice, readers and signers may
look at different ones."""
_LONE_RETURN = re.compile(rb"\r(?!\n)|\x00")


def plain_header(raw: bytes) -> Message | None:
    """The letter's header where every reader sees the same one; None where a field stands twice or lines end oddly.

    The header has exactly one From field. A lone carriage return or a NUL anywhere in the letter (RFC 5322, section
    2.3) would let one program see a line end where another sees none.
    """
    if _LONE_RETURN.search(raw):
        return None
    header = parsed(header_alone(raw))
    seen = Counter(name.lower() for name in header.keys())  # noqa: SIM118 (iterating a message is not the same)
    if seen["from"] != 1 or any(seen[name] > 1 for name in _ONCE):
        return None
    return header

"""The time that mail servers wrote on a letter."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.utils import parsedate_to_datetime

_HEAD = 65_536


def head_of(raw: bytes) -> bytes:
    """Return the header of a letter, with plain line ends."""
    return raw[:_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")[0]


def server_stamp(head: bytes) -> datetime | None:
    """Return when the last server that a letter passed had it (RFC 5321, 4.4), or else the letter's own Date; None without."""
    message = message_from_bytes(head, policy=policy.compat32)
    received = message.get_all("Received", [])
    text = str(received[0]).rpartition(";")[2] if received else str(message.get("Date", ""))
    try:
        moment = parsedate_to_datetime(" ".join(text.split()))
    except (ValueError, TypeError, IndexError):
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)

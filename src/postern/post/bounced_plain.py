"""Delivery reports in plain text alone, as GMX, web.de, IONOS and other servers of their make write them.

A few sentences say that a letter could not be delivered; then each address stands on a line of its own, with what its server
said below it; then follows the header of the letter, in the same text::

    "joe@players.test":
    SMTP error from remote server for RCPT TO command, host: mx.players.test (192.0.2.1) reason: 550 5.1.1 User unknown

    --- The header of the original message is following. ---
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_FAILED = re.compile(
    r"could not be delivered|not be delivered to one or more|delivery (has )?failed|following address(es|\(es\))? failed"
    r"|undeliverable"
    r"|(konnte|konnten) nicht .{0,60}(zugestellt|ausgeliefert)|nicht zustellbar|folgende(n)? (adresse|empf)",
    re.IGNORECASE,
)
_FOR_NOW = re.compile(
    r"temporary (error|failure)|will (be retried|keep trying)|has not (yet )?been delivered|delayed|verz(ö|oe)gert",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"""^\s*["'<]{0,2}([^\s"'<>@,;:()]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,})["'>]{0,2}\s*:?\s*(?P<rest>.*)$""")
_ENDS = re.compile(r"^\s*-{2,}.*(header|message|nachricht|original|kopf)", re.IGNORECASE)
_STATUS = re.compile(r"\b5\.\d{1,3}\.\d{1,3}\b")
_ORIGINAL = re.compile(r"(?im)^message-id:\s*(<[^\s<>]+>)")
_LEAD, _MOST = 60, 20
"""Lines in which the sentences and the addresses stand; addresses that are taken."""


@dataclass(frozen=True, slots=True)
class Plain:
    """What such a report says: who was not reached, why, and which letter it was; empty where it is none."""

    recipients: tuple[str, ...] = ()
    status: str = ""
    reason: str = ""
    original: str = ""
    for_now: bool = False
    """It says of itself that the letter may still arrive."""


def read_plain(text: str) -> Plain:
    """Takes a report's text; returns what it says of a failure for ever, nothing for any other text."""
    lines = text.splitlines()
    head = lines[:_LEAD]
    end = next((number for number, line in enumerate(head) if _ENDS.match(line)), len(head))
    begins = next(
        (number for number, line in enumerate(head[:end]) if _FAILED.search(" ".join(head[number : number + 2]))), None
    )
    if begins is None or _FOR_NOW.search(" ".join(head[:end])):
        return Plain(for_now=begins is not None)
    said = head[begins:end]
    found = [(number, match) for number, line in enumerate(said) if (match := _ADDRESS.match(line)) is not None]
    if not found:
        return Plain()
    reason = " ".join(" ".join([found[0][1]["rest"], *said[found[0][0] + 1 :]]).split())[:500]
    status = _STATUS.search(reason)
    original = _ORIGINAL.search("\n".join(lines[end:]))
    recipients = tuple(match[1] for _, match in found[:_MOST])
    return Plain(recipients, status.group() if status else "", reason, original[1] if original else "")

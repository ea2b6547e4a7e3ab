"""Delivery reports read: RFC 3464 first, and the many older forms by flufl.bounce."""

from __future__ import annotations

import logging
import re
from copy import copy
from dataclasses import dataclass
from email.message import Message

from postern.post.blame import Blame, blame
from postern.post.bounced_plain import read_plain
from postern.post.bounds import bounded, parsed, too_deep
from postern.post.letter import MESSAGE_ID, Bounce

# One of its detectors fails on some report that is not well formed; it goes on with the next one, and that is no news.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL)

_MOST_RECIPIENTS = 20
_MOST_LINES, _LONGEST_LINE = 3_000, 2_000
TOO_LARGE = ("5.2.3", "5.3.4")
"""The letter was too large, for the recipient or for a server on its way (RFC 3463)."""
_STATUS = re.compile(r"[245]\.\d{1,3}\.\d{1,3}")
_ORIGINAL = re.compile(r"(?im)^message-id:\s*(<[^\s<>]+>)")


@dataclass(frozen=True, slots=True)
class _Failure:
    """What a report says of one recipient."""

    status: str
    action: str
    words: str


def read_report(message: Message) -> Bounce:
    """What a report says of the letter that did not arrive; empty fields where it does not say. Never raises."""
    recipients: list[str] = [part.strip() for part in _value(message, "X-Failed-Recipients").split(",") if part.strip()]
    said: list[_Failure] = []
    original = ""
    for part in message.walk():
        recipient = _value(part, "Final-Recipient") or _value(part, "Original-Recipient")
        if recipient:
            recipients.append(recipient.partition(";")[2].strip() or recipient)
            found_status = _STATUS.match(_value(part, "Status"))
            status = found_status.group() if found_status else ""
            said.append(_Failure(status, _value(part, "Action").lower(), _value(part, "Diagnostic-Code")))
        if part.get_content_type() == "text/rfc822-headers" and not original:
            found = _ORIGINAL.search(_payload(part))
            original = found.group(1) if found else ""
        elif part is not message and part.get("Message-ID") and not original:
            found_id = MESSAGE_ID.search(_value(part, "Message-ID"))
            original = found_id.group() if found_id else ""
    told = next((one for one in said if one.action == "failed"), said[0] if said else _Failure("", "", ""))
    final = told.action == "failed" or (told.status.startswith("5") and told.action != "delayed")
    permanent = final and _names_the_address(told)
    if not told.status and not told.action:
        plain = read_plain(_beginning_text(message))
        original = original or plain.original
        soft, hard = _failures(message)
        hard = [*plain.recipients, *hard]
        recipients += [address for address in (*hard, *soft) if address not in recipients]
        final = bool(hard) and not plain.for_now
        permanent = final and (not plain.recipients or _names_the_address(_Failure(plain.status, "failed", plain.reason)))
        told = _Failure(plain.status, "", "")
    return Bounce(tuple(dict.fromkeys(recipients))[:_MOST_RECIPIENTS], permanent, told.status, original, final)


def _names_the_address(failure: _Failure) -> bool:
    """Whether the address is to blame for a final failure: by its status, by the words of the server that refused the letter,
    or since a report says nothing else than that it failed."""
    said = f"{failure.status} {failure.words}".strip()
    return not said or (not failure.status.startswith("4") and blame(said) is Blame.RECIPIENT)


def read_failures(raw: bytes) -> Bounce | None:
    """What a letter to one of our envelope senders says, whatever its form; None where it names no failure."""
    usable, _ = bounded(raw)
    if too_deep(usable):
        return None
    found = read_report(parsed(usable))
    return found if found.recipients else None


def _beginning_text(message: Message) -> str:
    """The first part that is text, as far as it is looked at."""
    part = next((part for part in message.walk() if part.get_content_type() == "text/plain"), None)
    return "\n".join(line[:_LONGEST_LINE] for line in _payload(part).splitlines()[:_MOST_LINES]) if part is not None else ""


def _failures(message: Message) -> tuple[list[str], list[str]]:
    """The addresses that failed for now and for ever, as flufl.bounce finds them."""
    from flufl.bounce import all_failures

    try:
        soft, hard = all_failures(_beginning(message, _MOST_LINES)[0])
    except Exception:  # It trusts the form of what it reads.
        return [], []
    return [_text(address) for address in soft], [_text(address) for address in hard]


def _beginning(message: Message, most: int) -> tuple[Message, int]:
    """The message with no more than so many lines of its parts together, and how many more there may be: what has failed
    is said at the beginning, and a hundred patterns are tried on every line."""
    short, payload = copy(message), message.get_payload()
    if isinstance(payload, str):
        lines = payload.splitlines(keepends=True)
        short.set_payload("".join(line[:_LONGEST_LINE] for line in lines[:most]))
        most -= min(most, len(lines))
    elif isinstance(payload, list):
        parts = []
        for part in payload:
            begun, most = _beginning(part, most) if isinstance(part, Message) else (part, most)
            parts.append(begun)
        short.set_payload(parts)
    return short, most


def _text(address: str | bytes) -> str:
    return address.decode("ascii", "replace") if isinstance(address, bytes) else address


def _value(message: Message, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())


def _payload(part: Message) -> str:
    payload = part.get_payload(decode=True)
    return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""

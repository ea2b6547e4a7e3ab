"""Who wrote it: a person, a program or a mail system (RFC 3834, RFC 3464). Only people are answered."""

from __future__ import annotations

import re
from collections.abc import Collection
from email.message import Message
from email.utils import parseaddr

from postern.post.letter import MESSAGE_ID, Bounce, Kind, Verdict

LOOP_HEADER = "X-Loop"
"""Header that our letters carry with our own address; a letter that comes back with it is our own."""

_SYSTEM_SENDERS = frozenset({"mailer-daemon", "mail-daemon", "postmaster"})
_PRECEDENCE = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_LIST_HEADERS = ("List-Id", "List-Post", "List-Unsubscribe", "List-Help", "Mailing-List")
_ANSWERING_HEADERS = ("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply", "X-Mail-Autoreply")


def judge(message: Message, own_addresses: Collection[str] = ()) -> Verdict:
    """Tell a person's letter from an automatic one and from a delivery report.

    `own_addresses` are the addresses that we send from; letters from them, or with our loop header, are our own come
    back and count as machine. Any message will do, however broken its header.
    """
    own = {address.lower() for address in own_addresses}
    sender = _value(message, "From")
    mailbox = parseaddr(sender)[1].lower()
    report = _bounce(message, mailbox)
    if report is not None:
        return report
    automatic = _value(message, "Auto-Submitted").split(";")[0].strip().lower()
    if automatic and automatic != "no":
        return Verdict(Kind.MACHINE, f"Auto-Submitted: {automatic[:40]}")
    if mailbox and mailbox in own:
        return Verdict(Kind.MACHINE, "sent from our own address")
    if any(parseaddr(str(value))[1].lower() in own for value in message.get_all(LOOP_HEADER, [])):
        return Verdict(Kind.MACHINE, "carries our own loop header")
    precedence = _value(message, "Precedence").lower()
    if precedence in _PRECEDENCE:
        return Verdict(Kind.MACHINE, f"Precedence: {precedence}")
    for name in (*_LIST_HEADERS, *_ANSWERING_HEADERS):
        if _value(message, name):
            return Verdict(Kind.MACHINE, f"carries {name}")
    if message.get_content_type() == "multipart/report":
        return Verdict(Kind.MACHINE, "a report, such as a receipt")
    return Verdict(Kind.HUMAN)


def _bounce(message: Message, mailbox: str) -> Verdict | None:
    if message.get_content_type() == "multipart/report" and _parameter(message, "report-type") == "delivery-status":
        return Verdict(Kind.BOUNCE, "delivery report", _read_report(message))
    if message.get("Return-Path") is not None and _value(message, "Return-Path").replace(" ", "") == "<>":
        if message.get_content_type() == "multipart/report" or _value(message, "Auto-Submitted"):
            return Verdict(Kind.MACHINE, "an automatic letter with an empty return path")
        return Verdict(Kind.BOUNCE, "empty return path", _read_report(message))
    if mailbox.partition("@")[0] in _SYSTEM_SENDERS or _value(message, "X-Failed-Recipients"):
        return Verdict(Kind.BOUNCE, "sent by a mail system", _read_report(message))
    return None


def _read_report(message: Message) -> Bounce:
    """What the report says of the letter that did not arrive; empty fields where it does not say."""
    recipients: list[str] = [part.strip() for part in _value(message, "X-Failed-Recipients").split(",") if part.strip()]
    status, action, original = "", "", ""
    for part in message.walk():
        recipient = _value(part, "Final-Recipient") or _value(part, "Original-Recipient")
        if recipient:
            recipients.append(recipient.partition(";")[2].strip() or recipient)
            status = status or _value(part, "Status").split(" ")[0]
            action = action or _value(part, "Action").lower()
        if part.get_content_type() == "text/rfc822-headers" and not original:
            found = re.search(r"(?im)^message-id:\s*(<[^\s<>]+>)", _payload(part))
            original = found.group(1) if found else ""
        elif part is not message and part.get("Message-ID") and not original:
            found_id = MESSAGE_ID.search(_value(part, "Message-ID"))
            original = found_id.group() if found_id else ""
    permanent = status.startswith("5") or (not status and action == "failed")
    return Bounce(tuple(dict.fromkeys(recipients)), permanent, status, original)


def _value(message: Message, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())


def _parameter(message: Message, name: str) -> str:
    value = message.get_param(name)
    return value.lower() if isinstance(value, str) else ""


def _payload(part: Message) -> str:
    payload = part.get_payload(decode=True)
    return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""

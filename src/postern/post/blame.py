"""Whom a mail server's refusal speaks of: its code and words name the recipient, or the letter, or neither.

Codes "for ever" say little: servers use the same ones for limits of our account, for blocks of our machine's address, and for
anything that went wrong inside them. Only what names a recipient is blamed on one, only size or content on the letter.
"""

from __future__ import annotations

import re
from enum import Enum


class Blame(Enum):
    """Whom a refusal names. ``FULL``: the recipient's mailbox, which may be emptied."""

    RECIPIENT = "recipient"
    FULL = "full"
    SIZE = "size"
    CONTENT = "content"
    NOBODY = "nobody"


_STATUS = re.compile(r"(?<![\d.])[245]\.(\d{1,3}\.\d{1,3})(?![\d.]*\d)")
_BY_STATUS = {
    **dict.fromkeys(("1.1", "1.2", "1.3", "1.6", "1.10", "2.1", "4.310"), Blame.RECIPIENT),
    **dict.fromkeys(("2.3", "3.4"), Blame.SIZE),
    "2.2": Blame.FULL,
}
"""RFC 3463, RFC 7505 (1.10); Exchange Online (4.310: the domain does not exist)."""
_OF_US = frozenset({"1.7", "1.8", "1.90", "7.26", "7.27", "7.708"})
"""Our address, our address' standing, our day's limit (Exchange Online), our proofs (Gmail), our machine."""
_ABOUT_US = re.compile(
    r"\bsender\b|\bclient host\b|\byour (account|domain|host|ip|server)\b|\bip(v[46])?( address)?\b|\b(black|block) ?list"
    r"|\bdnsbl\b"
    r"|\brbl\b|\b(sending|outbound|outgoing)\b|\breputation\b|\blisted (in|at|by|on)\b|\bspf\b|\bdkim\b"
    r"|\bdmarc\b|authenticat|\brelay|\bpolicy restriction"
    r"|quota ?exceeded|\b(limit|quota)\b",
    re.IGNORECASE,
)
_FULL = re.compile(r"(mailbox|inbox|account|user|recipient|postfach).{0,40}(\bfull\b|quota|over ?quota|voll\b)", re.IGNORECASE)
_SIZE = re.compile(
    r"too (large|big)\b|(message|mail|letter|size).{0,20}(exceed|maximum|limit)|(maximum|fixed) .{0,20}size", re.IGNORECASE
)
_WHO = (
    r"(user|recipient|mailbox|account|address|addressee|domain|host|destination|person|empfänger|empfaenger|benutzer|postfach)"
)
_RECIPIENT = re.compile(
    rf"\b{_WHO}\b.{{0,40}}\b(unknown|not found|not exist|n.t exist|no longer|disabled|inactive|invalid|unavailable"
    r"|undeliverable|not (a )?(valid|known|local|allowed)|reject"
    r"|unbekannt|existiert nicht|nicht (gefunden|vorhanden|bekannt)|deaktiviert)"
    rf"|\b(unknown|no such|invalid|non-?existent|unroutable|unrouteable|no|nobody|unbekannter) (local )?{_WHO}\b"
    r"|\bnot (our|a) customer\b|\bno one (here )?by that name\b",
    re.IGNORECASE,
)
_CONTENT = re.compile(
    r"\b(spam|virus(es)?|malware|trojan|phish\w*|infected|unsolicited|junk|content|attachments?|file ?types?)\b"
    r"|\b(header|body|subject|mime)\b.{0,30}\b(reject|invalid|malform|not allowed)|\blines? too long\b",
    re.IGNORECASE,
)


def status_in(words: str) -> str:
    """The enhanced status code of a reply (RFC 3463) without its first digit, e.g. "1.1"; "" when there is none."""
    found = _STATUS.search(words)
    return found[1] if found else ""


def blame(words: str, code: int | None = None) -> Blame:
    """Takes a reply's words, its status code among them, and the SMTP code where there is one; returns whom it names."""
    status = status_in(words)
    if (named := _BY_STATUS.get(status)) is not None:
        return named
    if status in _OF_US:
        return Blame.NOBODY
    if _FULL.search(words):
        return Blame.FULL
    if code == 552 or _SIZE.search(words):
        return Blame.SIZE
    if _ABOUT_US.search(words):
        return Blame.NOBODY
    if code == 551 or _RECIPIENT.search(words):
        return Blame.RECIPIENT
    return Blame.CONTENT if status.startswith("6.") or _CONTENT.search(words) else Blame.NOBODY

"""When two letters are the same one: servers on the way may deliver a letter twice, each copy with a trace of its own."""

from __future__ import annotations

import hashlib
from email.parser import BytesHeaderParser

_TRACE = frozenset(
    "received x-received received-spf x-google-smtp-source x-gm-message-state delivery-date x-uidl x-originating-ip".split()
)
_TRACES = ("arc-", "x-spam", "x-virus", "x-microsoft-antispam")
"""The same for fields that begin alike."""


def fingerprints(raw: bytes) -> tuple[str, str]:
    """Two SHA-256 sums (hex) of a letter: of what its copies have in common, and of its very bytes.

    Copies have everything in common but the trace that each server leaves (RFC 5322, 3.6.7; RFC 8617); any other difference,
    known or not, makes two letters, for a copy that is handled does little harm and a letter that is not does much.
    A letter without a Message-ID or a date has nothing by which it could be known again (who sends one file each week sends a
    letter each week), so both sums are those of its bytes.
    """
    whole = hashlib.sha256(raw).hexdigest()
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    header = BytesHeaderParser().parsebytes(head + b"\n\n")
    if not all(str(header.get(name, "")).strip() for name in ("Message-ID", "Date")):
        return whole, whole
    common = hashlib.sha256()
    for field, content in header.raw_items():
        name = field.lower()
        if name not in _TRACE and not name.startswith(_TRACES):
            common.update(f"{name}: {' '.join(str(content).split())}\n".encode("utf-8", "surrogateescape"))
    broken = str(header.get_payload()).encode("utf-8", "surrogateescape")  # what stands below a line that is no field
    common.update(b"\n" + broken + body.rstrip(b"\n"))
    return common.hexdigest(), whole

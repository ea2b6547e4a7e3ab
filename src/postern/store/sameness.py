"""When two letters are the same one: servers on the way may deliver a letter twice, each copy with a trace of its own."""

from __future__ import annotations

import hashlib
from email.parser import BytesHeaderParser

_WRITTEN = frozenset(
    "from sender reply-to to cc subject date message-id in-reply-to references auto-submitted mime-version content-type "
    "content-transfer-encoding content-disposition".split()
)
_DELIVERY = frozenset(("delivered-to", "x-original-to", "envelope-to"))
"""To which of our addresses a copy came: a letter to two seats is two letters."""


def fingerprints(raw: bytes) -> tuple[str, str]:
    """Two SHA-256 sums (hex) of a letter: of what its copies have in common, and of its very bytes.

    Copies have in common what their writer's program wrote (RFC 5322, 3.6.1 to 3.6.6: a letter sent anew by hand has Resent
    fields, or another Message-ID), where they were delivered, and the body; not the trace that each server leaves. A letter
    without a Message-ID has nothing by which it could be known again, so both sums are those of its bytes.
    """
    whole = hashlib.sha256(raw).hexdigest()
    header = BytesHeaderParser().parsebytes(raw, headersonly=True)
    if not str(header.get("Message-ID", "")).strip():
        return whole, whole
    common = hashlib.sha256()
    for name, value in header.raw_items():
        name = name.lower()
        if name in _WRITTEN or name in _DELIVERY or name.startswith("resent-"):
            common.update(f"{name}: {' '.join(str(value).split())}\n".encode("utf-8", "surrogateescape"))
    body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
    common.update(b"\n" + body.rstrip(b"\n"))
    return common.hexdigest(), whole

"""When two letters are the same one: servers on the way may deliver a letter twice, each copy with a trace of its own."""

from __future__ import annotations

import hashlib
from email.parser import BytesHeaderParser

_COMMON = frozenset(
    # what its writer's program wrote
    "from sender reply-to to cc subject date message-id in-reply-to references auto-submitted mime-version content-type "
    "content-transfer-encoding content-disposition "
    # to which of our addresses a copy came: a letter to two seats is two letters
    "delivered-to x-original-to x-envelope-to envelope-to x-delivered-to x-forwarded-to "
    # by what a program's letter is known: the copy that a list has sent on is not answered, the one beside it is
    "precedence x-precedence mailing-list x-mailing-list x-mail-autoreply x-vacation x-fc-machinegenerated x-cron-env "
    "x-failed-recipients x-loop x-ms-exchange-inbox-rules-loop x-ms-exchange-generated-message-source".split()
)
_FAMILIES = ("resent-", "list-", "x-auto")
"""The same for fields that begin alike."""


def fingerprints(raw: bytes) -> tuple[str, str]:
    """Two SHA-256 sums (hex) of a letter: of what its copies have in common, and of its very bytes.

    Copies have in common what their writer's program wrote (RFC 5322, 3.6.1 to 3.6.6: a letter sent anew by hand has Resent
    fields, or another Message-ID), whatever decides for whom and how a letter is taken, and the body; not the trace that each
    server leaves. A letter without a Message-ID or a date has nothing by which it could be known again (who sends one file
    each week sends a letter each week), so both sums are those of its bytes.
    """
    whole = hashlib.sha256(raw).hexdigest()
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    header = BytesHeaderParser().parsebytes(head + b"\n\n")
    if not all(str(header.get(name, "")).strip() for name in ("Message-ID", "Date")):
        return whole, whole
    common = hashlib.sha256()
    for field, content in header.raw_items():
        name, value = field.lower(), " ".join(str(content).split())
        if name in _COMMON or name.startswith(_FAMILIES) or (name == "return-path" and value == "<>"):
            common.update(f"{name}: {value}\n".encode("utf-8", "surrogateescape"))
    broken = str(header.get_payload()).encode("utf-8", "surrogateescape")  # what stands below a line that is no field
    common.update(b"\n" + broken + body.rstrip(b"\n"))
    return common.hexdigest(), whole

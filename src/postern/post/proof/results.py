"""Authentication-Results (RFC 8601): what our own mail server found when it checked a letter's DKIM signatures."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from email.message import Message

from postern.post.proof.dkim import Signature

_log = logging.getLogger(__name__)
_LONGEST = 4_000
_SHORTEST_VALUE = 8


def vouched(header: Message, server: str, signatures: Sequence[Signature]) -> Signature | None:
    """The first of these signatures that the server named `server` found genuine; None when it found none so.

    Only the topmost field counts, and only when it bears that name: those below it came with the letter, whatever they
    say. The server must take away fields of its own name from letters that come in (RFC 8601, section 5). A finding counts
    for the signature that it cites; where it cites none, only when the domain has signed once.
    """
    import authres  # type: ignore[import-untyped]  # heavy, and only where configured

    field = next((str(value) for name, value in header.raw_items() if name.lower() == "authentication-results"), "")
    try:
        read = authres.AuthenticationResultsHeader.parse_value(" ".join(field[:_LONGEST].split()))
    except Exception:  # Fields in the wild break the grammar in many ways; they vouch for nothing.
        _log.debug("an Authentication-Results field cannot be read")
        return None
    if str(read.authserv_id or "").lower() != server.lower():
        return None
    for result in read.results:
        if result.method != "dkim" or result.result != "pass":
            continue
        told = {str(part.name).lower(): str(part.value) for part in result.properties if part.type == "header"}
        domain = (told.get("d") or told.get("i", "").rpartition("@")[2]).lower()
        theirs = [signature for signature in signatures if signature.domain == domain]
        chosen = [signature for signature in theirs if _cites(told, signature)]
        cites = len(told.get("b", "")) >= _SHORTEST_VALUE
        if chosen and (cites or len(theirs) == 1):
            return chosen[0]
    return None


def _cites(told: dict[str, str], signature: Signature) -> bool:
    selector = told.get("s", "").lower()
    return selector in ("", signature.selector) and signature.value.startswith(told.get("b", "").strip('"'))

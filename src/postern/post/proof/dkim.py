"""DKIM (RFC 6376): whether the domain of a letter's From vouches for it, for this letter, to us, and now.

The checks that need no network come first: `signatures` gives those signatures of a letter that would prove something,
`verify` then checks one with its key. Stricter than the RFC where a signature is to stand for a person: no `l=`, nothing
expired, Date, Subject and the field with our own address signed, and a letter of the last days.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message

from postern.post.letter import Incoming
from postern.post.proof import AHEAD, RECENT
from postern.post.proof.sender import plain_header
from postern.post.reading.headers import addresses
from postern.post.tokens import without_detail

_MOST_SIGNATURES = 5
_DOMAIN = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}")
_LONGEST_NAME = 250
_SMALLEST_KEY = 1024
_ALGORITHMS = ("rsa-sha256", "ed25519-sha256")
_quiet = logging.getLogger("postern.post.proof.dkim.library")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False


@dataclass(frozen=True, slots=True)
class Signature:
    """One DKIM-Signature that would prove the sender, if it is genuine.

    `place` counts the letter's DKIM-Signature fields from 0. `proof` names what is signed: a letter sent again with other
    unsigned fields has the same. `value` is the signature itself without white space, as Authentication-Results cites it.
    """

    place: int
    domain: str
    selector: str
    value: str
    proof: str

    @property
    def key_name(self) -> str:
        """Where the key lies in DNS (RFC 6376, section 3.6.2)."""
        return f"{self.selector}._domainkey.{self.domain}"


def signatures(incoming: Incoming, own_address: str, now: datetime) -> tuple[Signature, ...]:
    """The letter's signatures that would prove its From, at most five; empty where none could. Needs no network.

    A signature counts when its domain is the domain of From or one above it, it uses rsa-sha256 or ed25519-sha256 (RFC
    8463), covers From, Date, the Subject if there is one, the field (To or Cc) that names `own_address` and every MIME field
    of the letter (section 5.4.1: whoever adds or changes one makes the signed body read as other words), has no `l=` (RFC
    6376, section 8.2) and no `x=` in the past, and when the letter has one From, no field twice, and a Date of the last days.
    """
    header = plain_header(incoming.raw)
    if header is None or len(incoming.from_addresses) != 1 or not _is_recent(incoming.date, now):
        return ()
    to_us = _fields_to(header, own_address)
    fields = [str(value) for name, value in header.raw_items() if name.lower() == "dkim-signature"]
    sender = incoming.sender.email.lower()
    found = []
    for place, field in enumerate(fields[:_MOST_SIGNATURES]):
        tags = _tags(field)
        if tags is not None and _proves(tags, header, sender, to_us, now):
            proof = _proof(sender, incoming.date, tags["bh"])
            found.append(Signature(place, tags["d"].lower(), tags["s"].lower(), "".join(tags["b"].split()), proof))
    return tuple(found)


def verify(raw: bytes, signature: Signature, key: bytes) -> bool:
    """Whether the signature is genuine for this letter under the key record (RFC 6376, section 6); never raises.

    A key record in testing mode (`t=y`) proves nothing, nor does an RSA key below 1,024 bits.
    """
    import dkim  # heavy, and most letters need none of it

    record = _tags(key.decode("ascii", "replace")) if key else None
    if record is None or "y" in record.get("t", "").split(":"):
        return False
    try:
        checked = dkim.DKIM(raw, logger=_quiet, minkey=_SMALLEST_KEY)
        return bool(checked.verify(signature.place, dnsfunc=lambda name, timeout=0: key))
    except Exception:  # The library has many ways of its own to fail on letters and keys that are not well formed.
        return False


def aligned(domain: str, address: str) -> bool:
    """Whether a signing domain may speak for this address: it is the address's domain or one above it, with a dot.

    A domain below the address's own may not: on many hosts anybody can have one.
    """
    theirs = address.rpartition("@")[2].lower()
    return "." in domain and (theirs == domain or theirs.endswith(f".{domain}"))


def _proves(tags: Mapping[str, str], header: Message, sender: str, to_us: frozenset[str], now: datetime) -> bool:
    if not all(tags.get(name) for name in ("d", "s", "b", "bh", "h")) or tags.get("a") not in _ALGORITHMS or "l" in tags:
        return False
    domain = tags["d"].lower()
    name = f"{tags['s'].lower()}._domainkey.{domain}"
    if len(name) > _LONGEST_NAME or not _DOMAIN.fullmatch(name) or not aligned(domain, sender):
        return False
    covered = {part.strip().lower() for part in tags["h"].split(":")}
    needed = {"from", "date"} | ({"subject"} if header["Subject"] is not None else set()) | _mime_fields(header)
    return needed <= covered and bool(to_us & covered) and not _expired(tags.get("x"), now)


def _expired(moment: str | None, now: datetime) -> bool:
    if moment is None:
        return False
    return re.fullmatch("[0-9]+", moment) is None or int(moment[:12]) <= now.timestamp()


def _is_recent(date: datetime | None, now: datetime) -> bool:
    return date is not None and now - RECENT <= date <= now + AHEAD


def _fields_to(header: Message, own_address: str) -> frozenset[str]:
    """The names of the fields in which the letter says that it is for us: a signed letter to others proves nothing here."""
    return frozenset(
        name.lower()
        for name in ("To", "Cc")
        if any(without_detail(address.email) == without_detail(own_address) for address in addresses(header, name))
    )


def _mime_fields(header: Message) -> frozenset[str]:
    """The names of the fields that say how the body is to be read (RFC 2045)."""
    return frozenset(name for name in map(str.lower, header.keys()) if name == "mime-version" or name.startswith("content-"))


def _proof(sender: str, date: datetime | None, body_hash: str) -> str:
    """Named after what is signed and not after the signature: the same content may be signed, or written, in many ways."""
    try:
        body = base64.b64decode("".join(body_hash.split()))
    except (binascii.Error, ValueError):
        body = body_hash.encode()
    moment = date.astimezone(UTC).isoformat() if date is not None else ""
    return hashlib.sha256(f"dkim {sender} {moment} {body.hex()}".encode()).hexdigest()


def _tags(text: str) -> dict[str, str] | None:
    """A tag list (RFC 6376, section 3.2); None where a tag stands twice or has no name."""
    found: dict[str, str] = {}
    for part in text.split(";"):
        name, equals, value = part.partition("=")
        if not part.strip():
            continue
        if not equals or name.strip() in found:
            return None
        found[name.strip()] = value.strip()
    return found

"""Header fields to values: leniently, as headers in the wild are."""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from functools import lru_cache

from postern.post.bounds import LONGEST_FIELD
from postern.post.letter import MESSAGE_ID, Address
from postern.post.reading.charset import decode

_MOST_ADDRESSES = 100
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,40})\?([bBqQ])\?([^?\s]*)\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?)")
_DELIVERY_HEADERS = ("Delivered-To", "X-Original-To", "X-Envelope-To", "Envelope-To", "X-Delivered-To", "X-Forwarded-To")


def subject(message: Message) -> str:
    """The decoded subject on one line, empty if there is none."""
    return _one_line(decode_words(_field(message, "Subject")))


def addresses(message: Message, *names: str) -> tuple[Address, ...]:
    """All mailboxes of the named fields in order, without those that have no @; at most a hundred."""
    fields = tuple(value for name in names for value in _fields(message, name))
    return _mailboxes(fields) if fields else ()


@lru_cache(maxsize=256)  # the same few people write to the same few addresses
def _mailboxes(fields: Sequence[str]) -> tuple[Address, ...]:
    try:
        # Names are decoded after splitting: a decoded comma must not part one address into two.
        pairs = getaddresses(fields)
    except (ValueError, IndexError, TypeError, RecursionError):
        return ()
    found = [_address(name, email) for name, email in pairs[:_MOST_ADDRESSES]]
    return tuple(address for address in found if address is not None)


def delivered_to(message: Message) -> tuple[str, ...]:
    """Where the receiving servers say the letter was delivered, nearest hop first, each once."""
    written = {name.lower() for name in message.keys()}  # noqa: SIM118 - a message is no dictionary
    names = [name for name in _DELIVERY_HEADERS if name.lower() in written]
    found = [address.email for name in names for address in addresses(message, name)]
    return tuple(dict.fromkeys(found))


def message_ids(message: Message, name: str) -> tuple[str, ...]:
    """The message ids in a field such as References, with their angle brackets; at most the last fifty."""
    found = [ref for value in _fields(message, name) for ref in MESSAGE_ID.findall(value)]
    return tuple(found[-50:])


def date(message: Message) -> datetime | None:
    """The Date field in UTC, None if missing or unreadable."""
    try:
        read = parsedate_to_datetime(_field(message, "Date"))
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def decode_words(value: str) -> str:
    """Text with its encoded words (RFC 2047) decoded; broken ones stay as they are."""
    return _ENCODED_WORD.sub(_decode_word, _BETWEEN_WORDS.sub(r"\1", value))


def _decode_word(match: re.Match[str]) -> str:
    charset, encoding, text = match.groups()
    try:
        if encoding in "bB":
            data = base64.b64decode(text + "=" * (-len(text) % 4))
        else:
            data = quopri.decodestring(text.replace("_", " ").encode("ascii", "replace"), header=False)
    except (binascii.Error, ValueError):
        return match.group()
    return decode(data, charset.partition("*")[0])


def _address(name: str, email: str) -> Address | None:
    local, at, domain = email.strip().rpartition("@")
    if not (local and at and domain) or re.search(r"[\s\x00-\x1f\x7f]", email.strip()):
        return None
    return Address(f"{local}@{_domain(domain)}", _one_line(decode_words(name)))


def _domain(domain: str) -> str:
    """In small letters, and with other letters than ASCII as the mail system writes them (xn--, RFC 3490), where that stands
    for nothing else.

    Elsewhere are letters that become ASCII ones when made small, as the Kelvin sign does: such a domain stays as it is.
    """
    if domain.isascii():
        return domain.lower()
    try:
        labels = [label.lower() if label.isascii() else _label(label) for label in domain.split(".")]
    except UnicodeError:
        return domain
    return ".".join(labels) if all(labels) else domain


def _label(label: str) -> str:
    written = label.encode("idna").decode("ascii")
    same = written.startswith("xn--") and written.encode().decode("idna") == label.lower()
    # These four are letters of their own by the newer rule (RFC 5891), which the library does not know.
    return written if same and not set(label) & set("\u00df\u03c2\u200c\u200d") else ""


def _field(message: Message, name: str) -> str:
    values = _fields(message, name)
    return values[0] if values else ""


def _fields(message: Message, name: str) -> list[str]:
    """All fields of this name as text; raw eight-bit bytes in them are read as UTF-8, else as Windows Western."""
    wanted = name.lower()
    values = [str(value) for key, value in message.raw_items() if key.lower() == wanted]
    return [_text(value[:LONGEST_FIELD]) for value in values]


def _text(value: str) -> str:
    if value.isascii() and value.isprintable():
        return value
    try:
        return decode(value.encode("ascii", "surrogateescape"))
    except UnicodeEncodeError:
        return value.encode("utf-8", "replace").decode("utf-8", "replace")


def _one_line(value: str) -> str:
    printed = value if value.isprintable() else "".join(char if char.isprintable() else " " for char in value)
    return " ".join(printed.split())

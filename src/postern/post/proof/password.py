"""Password lines (`PASSWORD xyz`): taken out of a letter before anybody looks at it, kept as Argon2id hashes only."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from postern.post.letter import Incoming, LeftOut, TypedPassword

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST, LONGEST = 8, 200
_WORD = "PASSWORD"
_NEAR = 80
_LINE = re.compile(r"(?i)[^\w]{0,4}(p\w{4,10})\b[\s:=]*(?:(set|new)\b[\s:=]*)?(.*)$", re.DOTALL)
_PLAIN_WORDS = re.compile(r"(?i)(?:off|none|no)?[\s.!?]*")
_MENTIONED = re.compile(r"(?i)p[a-z]{0,3}[sß$][a-z]{0,5}[dt]")


def take_passwords(incoming: Incoming) -> Incoming:
    """The letter without its passwords, which are in ``passwords`` then. Other lines keep their places.

    A line that begins with PASSWORD, or nearly so, and goes on is a password line, wherever it stands, also inside a
    message: the line is emptied, or cut to `PASSWORD SET` where one is set. A subject of that form is emptied too, and the
    example of text that was set aside.
    """
    aside = (text for left in incoming.left_out for text in (left.example, *left.texts))
    told = (incoming.subject, *incoming.lines, *aside)
    if not any(_MENTIONED.search(line) for line in told):
        return incoming
    lines, found = list(incoming.lines), []
    for place, line in enumerate(lines):
        read = _read(line)
        if read is not None:
            sets, password = read
            lines[place] = f"{_WORD} SET" if sets else ""
            found.append(TypedPassword(place + 1, password, sets))
    return replace(
        incoming,
        lines=tuple(lines),
        subject="" if _read(incoming.subject) is not None else incoming.subject,
        left_out=tuple(_without_passwords(left) for left in incoming.left_out),
        passwords=tuple(found),
    )


def _without_passwords(left: LeftOut) -> LeftOut:
    example = "" if _read(left.example) is not None else left.example
    return replace(left, example=example, texts=tuple(text for text in left.texts if _read(text) is None))


def hash_password(password: str) -> str:
    """The Argon2id hash to keep (RFC 9106), with its own salt and parameters."""
    return _hasher().hash(_plain(password))


def is_password(kept: str, password: str) -> bool:
    """Whether this is the password that was hashed; never raises."""
    from argon2.exceptions import Argon2Error, InvalidHashError

    try:
        return _hasher().verify(kept, _plain(password))
    except (Argon2Error, InvalidHashError):
        return False


def fits(password: str) -> bool:
    """Whether a password may be set: 8 to 200 characters."""
    return SHORTEST <= len(_plain(password)) <= LONGEST


def _read(line: str) -> tuple[bool, str] | None:
    """Whether the line sets a password, and the password; None for any other line."""
    found = _LINE.match(line)
    if found is None or fuzz.ratio(found[1].upper(), _WORD) < _NEAR or _PLAIN_WORDS.fullmatch(found[3]):
        return None
    return bool(found[2]), found[3].strip()[: 2 * LONGEST]


@cache
def _hasher() -> PasswordHasher:
    """The least that RFC 9106 and common advice hold sufficient: letters are answered within a second, many in a burst."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


def _plain(password: str) -> str:
    """The same characters however a mail program writes them; white space within counts as one space."""
    return " ".join(unicodedata.normalize("NFKC", password).split())

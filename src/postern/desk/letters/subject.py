"""Orders in a letter's subject: read if the letter itself holds none; otherwise the answer says that they were not read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from postern.desk.answers.filing import Filing
from postern.desk.language.parse import CommandLine, OrderLines, Piece
from postern.post.letter import Incoming, Kind

_LONGEST = 400
_OF_ANOTHER_LETTER = re.compile(r"\s*[^\W\d]{1,12}(?:\s*[\[(]\d+[\])])?\s*[:\uff1a]")
"""How a subject begins that a mail program has taken from the letter that is replied to or forwarded (Re:, AW[2]:)."""


def with_subject(incoming: Incoming, pieces: Sequence[Piece], filing: Filing | None) -> tuple[Piece, ...]:
    """The pieces of the letter; with its subject as a line of orders, where the subject has orders and the letter has none.

    Our own subjects come back in replies: they stand in brackets, and the subject of a reply is never read.
    """
    text = _orders(incoming, filing)
    if not text or filing is None or _OF_ANOTHER_LETTER.match(text) or filing.read(_written(pieces)).orders:
        return tuple(pieces)
    # Lines below GAME are for another seat than the one that the letter is addressed to.
    turns = (at for at, piece in enumerate(pieces) if isinstance(piece, CommandLine) and piece.name == "GAME")
    place = next(turns, len(pieces))
    return (*pieces[:place], OrderLines(1, (text,), subject=True), *pieces[place:])


def words_of_subject(incoming: Incoming, pieces: Sequence[Piece], filing: Filing | None) -> list[str]:
    """What to say of orders in the subject: that they were read, or that they were not; nothing if the letter repeats them."""
    text = _orders(incoming, filing)
    if not text or filing is None:
        return []
    if any(isinstance(piece, OrderLines) and piece.subject for piece in pieces):
        return ["Your letter itself holds no orders, so I read those in its subject (as line 1)."]
    given = {order.code for order in filing.read(_written(pieces)).orders}
    if given.issuperset(order.code for order in filing.read(_own(text)).orders):
        return []
    return [f'I did not read the orders in the subject of your letter, "{text}": write them in the letter itself.']


def _orders(incoming: Incoming, filing: Filing | None) -> str:
    """The subject if orders are in it that a person wrote there, else nothing."""
    text = incoming.subject.strip()
    if filing is None or not text or "[" in text or len(text) > _LONGEST:
        return ""
    if not incoming.complete or incoming.verdict.kind is not Kind.HUMAN:
        return ""
    return text if filing.read(_own(text)).orders else ""


def _own(text: str) -> str:
    return _OF_ANOTHER_LETTER.sub("", text, count=1)


def _written(pieces: Sequence[Piece]) -> str:
    return "\n".join(line for piece in pieces if isinstance(piece, OrderLines) and not piece.subject for line in piece.lines)

"""A remark without a sign before it: plain words behind an order that tell what it is for ("L13MB4   to help Anna")."""

from __future__ import annotations

import re

from postern.rulesets.great_jewels.orders import guessing
from postern.rulesets.great_jewels.orders.directions import COMPASS
from postern.rulesets.great_jewels.orders.families import read_book
from postern.rulesets.great_jewels.orders.pieces import SAYS_HOW
from postern.rulesets.great_jewels.orders.text import pieces_of, same_length, spaced_form

_APART = re.compile(r"\t\s*|\s{2,}")
"""What parts such a remark from its order: two blanks, or a tab."""
_PURPOSE = re.compile(
    r"(?:TO|FOR|SO THAT|BECAUSE|AS (?:AGREED|PROMISED|PLANNED|YOU ASKED))(?: [^\W\d_]+(?:['’-][^\W\d_]+)*,?)*"
)
_GOES_ON = re.compile(
    r"\b(?:IF|TODAY|TURNS?|THEN|AND|OR|ALSO|TOO|BUT|ELSE|POSSIBLE|CASE|WITH|WITHOUT|ALL|BOTH|EACH|HALF|REST|BE|DO|PEACE|WAR"
    r"|LAST|FIRST|BACK|AGAIN|TWICE|VIA|THROUGH|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN"
    r"|(?:EVERY|FORC|CONFIRM|DISCUSS|CHECK|DECI[DS]|CONSIDER|THINK|ASK(?!ED)|STAY"
    r"|ROAD|NAV|SHIP|FLEET|BOAT|CITADEL|CASTLE|WALL|CSP|RAM|TOWER|TROOP|MEN|SOLDIER|ZORAN|GOLD|MONEY|GARRISON"
    r"|PALANTIR|TALISMAN|JEWEL|SPELL|CARPET)\w*)\b"
)
"""Words that may go on with the order, besides those that say how, when or whether (``SAYS_HOW``)."""
_NO_WORD_OF_AN_ORDER = frozenset({"TO", "FROM"})
_LONGEST = 100


def without_purpose(raw: str) -> tuple[str, str]:
    """The line and "", or the one order of the book on it and the words behind two blanks or a tab that tell what it is for.

    Words that may be more than that stay where they are: a condition, another order or a part of one.
    """
    start, _ = same_length(raw)
    gap = _APART.search(raw, start)
    words = raw[gap.end() :].strip() if gap is not None else ""
    if gap is None or not words or len(words) > _LONGEST:
        return raw, ""
    spaced = spaced_form(words)
    if not _PURPOSE.fullmatch(spaced) or " " not in spaced or COMPASS.search(spaced):
        return raw, ""
    if SAYS_HOW.search(spaced) or _GOES_ON.search(spaced):
        return raw, ""
    if guessing.words_of_orders(spaced) - _NO_WORD_OF_AN_ORDER:
        return raw, ""
    pieces = pieces_of(1, raw[: gap.start()])
    whole = len(pieces) == 1 and read_book(pieces[0].compact) is not None
    return (raw[: gap.start()], words) if whole else (raw, "")

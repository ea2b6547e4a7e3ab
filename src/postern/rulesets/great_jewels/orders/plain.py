"""Plain words made simple before the families look at them: fillers dropped, names of forces in one form.

"Please let leader 13 move to the province B4" becomes "L13 MOVE TO B4"; "the garrison of B2" becomes "GB2".
"""

from __future__ import annotations

import functools
import re

from postern.game.kit.orderfile import with_words
from postern.rulesets.great_jewels.orders.arguments import PROVINCE
from postern.rulesets.great_jewels.tables import CONTENT

_PLAIN = CONTENT.toml("plain")
_PARTS = {"PROVINCE": PROVINCE, **_PLAIN["parts"]}
_FILLERS = frozenset(_PLAIN["fillers"].split())
_NUMBERS = {word: str(number) for number, word in enumerate(_PLAIN["numbers"].split(), start=1)}


def patterns_of(section: str) -> list[tuple[str, str]]:
    """The rows of a section of ``data/plain.toml``: regular expressions, and what stands for what they fit."""
    return [(with_words(pattern, _PARTS), other) for pattern, other in _PLAIN[section]]


_REWRITES = tuple((re.compile(pattern), replacement) for pattern, replacement in patterns_of("rewrites"))


@functools.lru_cache(maxsize=1024)
def simplify(spaced: str) -> str:
    """Simple words for the plain-word forms, single blanks, in capitals. Asked for the same piece by several forms."""
    text = spaced
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    words = [_NUMBERS.get(word, word) for word in text.split() if word not in _FILLERS]
    return " ".join(words)

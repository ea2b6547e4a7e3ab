"""Small words of this game that failures and tellings share; those of every game are in ``game/kit/telling.py``."""

from __future__ import annotations

from fractions import Fraction

from postern.game.kit.digits import is_number
from postern.game.kit.telling import counted, listed

__all__ = ["counted", "listed", "mixed", "one_of", "spoken", "titled"]


def one_of(many: str) -> str:
    """The noun for one of these: a troop of troops, a navy of navies."""
    return f"{many[:-3]}y" if many.endswith("ies") else many[:-1]


def spoken(place: str) -> str:
    """A province's name as a sentence says it: B3, but province L17, which else would read as leader 17."""
    return f"province {place}" if place[:1] == "L" and is_number(place[1:]) else place


_SMALL = frozenset("A AND AT FROM IN OF ON THE TO".split())


def titled(name: str) -> str:
    """A name in capitals as people write it: KING'S LEVY is King's Levy, FOG OF WAR is Fog of War."""
    words = name.split()
    return " ".join(word.lower() if at and word in _SMALL else word[:1] + word[1:].lower() for at, word in enumerate(words))


def mixed(number: Fraction) -> str:
    """Movement points as people write them: 4, 1/2, 3 1/2."""
    whole, rest = divmod(number, 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)

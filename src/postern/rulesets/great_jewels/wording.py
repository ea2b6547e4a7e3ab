"""Small words that failures and tellings share: counted nouns, lists, fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def counted(number: int, noun: str, many: str = "") -> str:
    """Says 1 troop, 3 troops, no troops; ``many`` for irregular plurals (navies)."""
    if number == 1:
        return f"1 {noun}"
    return f"{number or 'no'} {many or noun + 's'}"


def one_of(many: str) -> str:
    """The noun for one of these: a troop of troops, a navy of navies."""
    return f"{many[:-3]}y" if many.endswith("ies") else many[:-1]


def listed(names: Sequence[str], last: str = "and") -> str:
    """Says B2, or B2 and B3, or B2, B3 and C4."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def spoken(place: str) -> str:
    """A province's name as a sentence says it: B3, but province L17, which else would read as leader 17."""
    return f"province {place}" if place[:1] == "L" and place[1:].isdecimal() else place


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

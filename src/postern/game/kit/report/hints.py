"""Chances of the front page: what is worth most by its odds first, and nothing that is not likely to succeed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from postern.game.front import Hint

Odds: TypeAlias = Literal["certain", "likely", "doubtful", "hopeless"]
"""It succeeds in all cases that can be; in more than half of them; in some; in none."""
_WORTH_TRYING: dict[Odds | None, float] = {"certain": 1.0, "likely": 0.75, None: 0.75}


@dataclass(frozen=True)
class Opportunity:
    """Something that could be done: what it is worth, how likely it is to succeed (None: not known, or not a matter of odds).

    ``takes`` names who would do it and what it aims at: of two opportunities that share one only the better is shown.
    """

    worth: float
    hint: Hint
    odds: Odds | None = None
    takes: frozenset[str] = frozenset()


def best(found: Iterable[Opportunity], most: int) -> tuple[Hint, ...]:
    """Choose at most so many, the best by worth and odds first; equal ones keep their order, doubtful ones are left out."""
    kept: list[Hint] = []
    taken: set[str] = set()
    promising = (one for one in found if one.odds in _WORTH_TRYING)
    for one in sorted(promising, key=lambda one: -one.worth * _WORTH_TRYING[one.odds]):
        if len(kept) < most and not taken & one.takes:
            kept.append(one.hint)
            taken |= one.takes
    return tuple(kept)

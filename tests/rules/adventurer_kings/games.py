"""Games as they are set up, for tests that look at them and change nothing; dice that fall as told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.adventurer_kings.setup import read_options, set_up
from postern.rulesets.adventurer_kings.world import Feature, Province, World

SEATS = ("ALMA", "BERT", "CORA", "DORN", "EDDA", "FLINT", "GRETA", "HUGO", "INGA", "JORN", "KIRA", "LUX")


@cache
def game(kings: int = 8, seed: str = "game") -> World:
    """A game of so many kings who chose nothing. Not to be changed."""
    return set_up(read_options({}), [Signup(seat) for seat in SEATS[:kings]], Chance(seed))


def wished(*wishes: dict[str, str], seed: str = "game") -> World:
    """A game of at least four kings, the first of whom have these wishes."""
    more = [*wishes, *({} for _ in range(4 - len(wishes)))]
    seats = [Signup(seat, wish) for seat, wish in zip(SEATS, more, strict=False)]
    return set_up(read_options({}), seats, Chance(seed))


@cache
def games() -> tuple[World, ...]:
    """Thirty games of eight kings, for shares of all that is drawn. Not to be changed."""
    return tuple(game(8, f"many {number}") for number in range(30))


def features(world: World) -> list[tuple[Province, Feature]]:
    """All features with their provinces."""
    return [(place, one) for place in world.provinces.values() for one in place.features]


def share(yes: Iterable[bool]) -> float:
    """How many percent of these are true."""
    found = list(yes)
    return 100 * sum(found) / len(found)


class Dice:
    """Dice that fall as told, one number for each throw or choice; 1 when no more are told. A choice is told by its place."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def _next(self) -> int:
        return self.faces.pop(0) if self.faces else 1

    def between(self, low: int, high: int) -> int:
        """The next number, which must lie between these."""
        face = self._next()
        assert low <= face <= high, (low, face, high)
        return face

    def percent(self, chance: int) -> bool:
        """Whether the next number is at most the chance."""
        return self._next() <= chance

    def odds(self, favourable: int, total: int) -> bool:
        """Whether the next number is at most so many."""
        return self._next() <= favourable

    def choice(self, items: Sequence[Any]) -> Any:
        """The item in the next place, from 1."""
        return items[self._next() - 1]

    def weighted(self, items: Sequence[Any], weights: Sequence[int]) -> Any:
        """The item in the next place, from 1."""
        return items[self._next() - 1]


def dice(*faces: int) -> Any:
    """Dice that fall as told."""
    return Dice(*faces)

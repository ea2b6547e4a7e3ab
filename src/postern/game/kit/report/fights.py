"""The battles of a turn: which have a place on the front page, and which a page of their own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Engagement(Protocol):
    """A battle as one seat saw it: its number on the map, in the order of time, and how much it weighs."""

    @property
    def number(self) -> int: ...

    @property
    def weight(self) -> int: ...


E = TypeVar("E", bound=Engagement)


def foremost(every: Iterable[E], most: int) -> tuple[list[E], int]:
    """Choose the weightiest battles, at most so many, in the order of time, and return how many more there were."""
    ranked = sorted(every, key=lambda one: (-one.weight, one.number))
    return sorted(ranked[:most], key=lambda one: one.number), max(0, len(ranked) - most)


def weighty(every: Iterable[E], least: int) -> list[E]:
    """Choose the battles of at least this weight, in the order in which they come."""
    return [one for one in every if one.weight >= least]

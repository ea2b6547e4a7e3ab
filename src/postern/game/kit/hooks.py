"""Hooks: the places where items (talismans, artifacts, spells) bend the rules.

A rule asks its hook; an item adds its effect there: ``@TAX.add(36)``. Rules never name an item, items never repeat a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")
Item = TypeVar("Item")
C = TypeVar("C")
V = TypeVar("V")
Effect: TypeAlias = Callable[[T, Item, C, V], V]


class Hook(Generic[T, Item, C, V]):
    """One place where items may change a value: ``T`` is the turn at work, ``C`` the context that effects are given, ``V`` the
    value. A game adds in a subclass which items are asked, and when they work."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._effects: dict[int, tuple[Effect[T, Item, C, V], Mapping[str, bool]]] = {}

    def add(self, *numbers: int, **traits: bool) -> Callable[[Effect[T, Item, C, V]], Effect[T, Item, C, V]]:
        """Registers an effect for the items with these numbers: ``(turn, item, context, value) -> value``.

        The ``traits`` are for whoever decides whether it works. Raises ValueError when a number has an effect here already.
        """

        def register(effect: Effect[T, Item, C, V]) -> Effect[T, Item, C, V]:
            for number in numbers:
                if number in self._effects:
                    raise ValueError(f"{self.name} already has an effect for {number}")
                self._effects[number] = effect, traits
            return effect

        return register

    def knows(self, number: int) -> bool:
        """True when the items with this number have an effect here, whether or not it works now."""
        return number in self._effects

    def apply(self, turn: T, item: Item, number: int, value: V, context: C, works: Callable[[Mapping[str, bool]], bool]) -> V:
        """The value after the effect of this item, if it has one here and ``works`` says of its traits that it works now."""
        if (found := self._effects.get(number)) is None:
            return value
        effect, traits = found
        return effect(turn, item, context, value) if works(traits) else value

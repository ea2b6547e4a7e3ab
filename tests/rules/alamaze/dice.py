"""Loaded dice: what chance a rule gives is asked exactly, and what follows from either fall is tried."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from postern.game.chance import Stream
from postern.game.kit.turn import TurnAtWork
from postern.rulesets.alamaze.orders.agents import deeds, missions
from postern.rulesets.alamaze.orders.magic import divination
from postern.rulesets.alamaze.rules import sight
from postern.rulesets.alamaze.turn import Turn


class _Loaded(Stream):
    """A stream whose throws fall as told; the chances asked for, in percent, are written down."""

    def __init__(self, falls: bool, asked: list[float]) -> None:
        super().__init__("loaded")
        self._falls, self._asked = falls, asked

    def odds(self, favourable: int, total: int) -> bool:
        self._asked.append(100 * favourable / total)
        return self._falls


def load(monkeypatch: pytest.MonkeyPatch, falls: bool, *name: object) -> list[float]:
    """From now on the throws of streams whose name begins so fall as told. Gives the list that their chances are put into."""
    asked: list[float] = []
    true_stream = TurnAtWork.stream

    def stream(turn: Any, *whole: object) -> Stream:
        return _Loaded(falls, asked) if whole[: len(name)] == name else true_stream(turn, *whole)

    monkeypatch.setattr(TurnAtWork, "stream", stream)
    return asked


_THROWN_IN: tuple[ModuleType, ...] = (missions, deeds, divination, sight)


class Dice:
    """Rolls whose name is among ``happening`` happen, all others do not. ``percents`` has the chance of each roll by name."""

    def __init__(self, *happening: str) -> None:
        self.happening = set(happening)
        self.percents: dict[str, float] = {}

    def throw(self, turn: Turn, percent: float, *name: object) -> bool:
        self.percents[str(name[0])] = percent
        return str(name[0]) in self.happening


def loaded(monkeypatch: pytest.MonkeyPatch, *happening: str) -> Dice:
    """Dice for agents, priestesses and eyes under which exactly these rolls happen."""
    dice = Dice(*happening)
    for module in _THROWN_IN:
        monkeypatch.setattr(module, "happens", dice.throw)
    return dice

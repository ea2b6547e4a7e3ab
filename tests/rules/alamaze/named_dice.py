"""Dice that fall as a test wants, and remember for which chance they were thrown."""

from __future__ import annotations

from types import ModuleType

import pytest

from postern.rulesets.alamaze.agents import deeds, demon, missions
from postern.rulesets.alamaze.priestess import divination
from postern.rulesets.alamaze.sight import month_end
from postern.rulesets.alamaze.turn import Turn

_THROWN_IN: tuple[ModuleType, ...] = (missions, deeds, demon, divination, month_end)


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

"""Loaded dice: what chance a rule gives is asked exactly, and what follows from either fall is tried."""

from __future__ import annotations

from typing import Any

import pytest

from postern.game.chance import Stream
from postern.game.kit.turn import TurnAtWork


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

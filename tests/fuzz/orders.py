"""Any text as orders of a game that is under way: read, judged and foreseen (``tests/kit/reading.py``)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.kit import reading
from tests.kit.games import game_named

LONGEST = reading.LONGEST


class Orders:
    """Letters of orders of one game."""

    def __init__(self, slug: str) -> None:
        self._game = game_named(slug)

    def one(self, data: bytes) -> None:
        """Raises AssertionError for an order neither accepted nor answered."""
        reading.judged(self._game, data)

    def seeds(self) -> Iterator[bytes]:
        return reading.seeds(self._game)

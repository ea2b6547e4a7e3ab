"""Any text as orders of a game that is under way: read, judged and foreseen (``tests/kit/reading.py``)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.kit import reading
from tests.kit.games import game_named

LONGEST = reading.LONGEST


class Orders:
    """Letters of orders of one game."""

    def __init__(self, slug: str, worlds: Path) -> None:
        """``worlds``: the folder with the worlds of ``reading.worlds``, a file each.

        To play up to them here, where every branch is watched, would take minutes.
        """
        self._game = game_named(slug)
        reading.views(self._game, {file.name: file.read_bytes() for file in worlds.iterdir()})

    def one(self, data: bytes) -> None:
        """Raises AssertionError for an order neither accepted nor answered."""
        reading.judged(self._game, data)

    def seeds(self) -> Iterator[bytes]:
        return reading.seeds(self._game)

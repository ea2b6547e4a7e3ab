"""Letters are read and answered as they were (``letters.py``)."""

from __future__ import annotations

from tests.kit.game import Game
from tests.kit.games import of_every_game
from tests.recorded.letters import found, kept


@of_every_game()
def test_letters_are_read_and_answered_as_they_were(game: Game) -> None:
    now, before = found(game), kept(game)
    assert now.keys() == before.keys()
    assert [text for text in now if now[text] != before[text]] == [], "answered otherwise"

"""The games that the kit proves. To add one, add its row (``tests/rules/SLUG/row.py``)."""

from __future__ import annotations

import pytest

from tests.kit.game import Game, Proof
from tests.rules.adventurer_kings.row import ADVENTURER_KINGS
from tests.rules.alamaze.row import ALAMAZE_CLASSIC
from tests.rules.cosmos.row import COSMOS
from tests.rules.great_jewels.row import GREAT_JEWELS

GAMES: tuple[Game, ...] = (GREAT_JEWELS, COSMOS, ALAMAZE_CLASSIC, ADVENTURER_KINGS)


def of_every_game(proof: Proof | None = None) -> pytest.MarkDecorator:
    """Gives a test ``game``, each in turn; it cites the clauses that the game names for this proof."""

    def clauses(game: Game) -> tuple[str, ...]:
        return game.clauses.get(proof, ()) if proof else ()

    return pytest.mark.parametrize(
        "game", [pytest.param(game, id=game.slug, marks=pytest.mark.rule(*clauses(game))) for game in GAMES]
    )


def game_named(slug: str) -> Game:
    """The game with this slug. Raises KeyError for one that is not registered."""
    return {game.slug: game for game in GAMES}[slug]

"""Every game of the program is proved by the kit."""

from __future__ import annotations

import pytest

from postern.desk.settings.rulesets import RULESETS
from tests.kit.game import Game
from tests.kit.games import GAMES, of_every_game
from tests.kit.playing import new_game, usual_seats
from tests.recorded.recording import load, stored


def test_every_ruleset_is_registered() -> None:
    assert sorted(game.slug for game in GAMES) == sorted(RULESETS)


@of_every_game()
def test_every_game_has_a_recorded_one(game: Game) -> None:
    assert game.slug in {load(path).slug for path in stored()}


@of_every_game()
def test_options_are_told_as_terms_and_the_plain_game_has_none(game: Game) -> None:
    assert game.rules.terms({}, usual_seats(game.rules)) == ()
    for options in game.options:
        assert game.rules.terms(options, game.rules.max_seats), options


@of_every_game()
def test_a_game_takes_as_many_seats_as_it_says(game: Game) -> None:
    for seats in (game.rules.min_seats, game.rules.max_seats):
        assert len(game.rules.active(new_game(game.rules, "seats", seats))) == seats
    with pytest.raises(ValueError, match=r"\d"):
        new_game(game.rules, "seats", game.rules.min_seats - 1)

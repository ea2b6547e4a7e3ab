"""What counts as a situation of a test: the turns that it makes itself, and none that another test might have made for it."""

from __future__ import annotations

from functools import cache

import pytest

from postern.game.chance import Chance
from tests.kit.game import Game
from tests.kit.games import game_named, of_every_game
from tests.kit.playing import new_game
from tests.recorded import situations


def silent(game: Game, seed: str) -> None:
    """Plays a first turn in which nobody orders anything."""
    game.rules.resolve(new_game(game.rules, seed, game.rules.min_seats), {}, Chance(seed))


@cache
def silent_once(game: str) -> None:
    """Plays it when it is first asked for."""
    silent(game_named(game), "one")


@of_every_game()
def test_the_turns_of_a_test_make_its_fingerprint(game: Game) -> None:
    name, found = game.slug.split("_")[0], []
    for seed in ("one", "one", "other"):
        situations.begin()
        silent(game, seed)
        found.append(situations.of_test(name))
    assert found[0]
    assert found[0] == found[1] != found[2]
    assert situations.of_test(name) == "", "those of the test before are forgotten"
    silent_once(game.slug)
    assert situations.of_test(name) == "", "whichever test comes first makes them"


def test_every_game_has_recorded_situations() -> None:
    for game in situations.GAMES:
        assert len(situations.recorded(game)) > 500, game


@pytest.mark.parametrize("game", situations.GAMES)
def test_each_recorded_situation_is_of_a_test_that_stands(game: str) -> None:
    folder = situations.FOLDER.parents[1] / "rules" / game
    for test in situations.recorded(game):
        file, _, name = test.partition("::")
        assert f"def {name.partition('[')[0].rpartition('::')[2]}(" in (folder / file).read_text(encoding="utf-8"), (
            f"{test} is gone: give its line in {game}.txt the new name, or record anew"
        )

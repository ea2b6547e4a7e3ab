"""Recorded games come out as they were recorded, byte for byte."""

from __future__ import annotations

import pytest

from tests.recorded.recording import Stretch, fingerprint, load, replay, stretches, whole, worlds


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", list(stretches()), ids=str)
def test_a_recorded_game_comes_out_as_it_was(game: Stretch) -> None:
    for turn, before, now in replay(game):
        assert now == before, f"turn {turn}"


def test_the_worlds_kept_of_long_games_are_those_that_came_of_their_turns() -> None:
    for path in whole():
        recording, kept = load(path), worlds(path)
        found = [turn["world"] for turn in recording.fingerprints[recording.every - 1 : -1 : recording.every]]
        assert [fingerprint(world.encode()) for world in kept] == found, path.name

"""Recorded games come out as they were recorded, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.recorded.recording import load, replay, stored


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("path", stored(), ids=lambda path: path.name.removesuffix(".json.gz"))
def test_a_recorded_game_comes_out_as_it_was(path: Path) -> None:
    for turn, before, now in replay(load(path)):
        assert now == before, f"turn {turn}"

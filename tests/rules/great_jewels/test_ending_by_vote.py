"""The players may agree on another ending turn than the one that was drawn up."""

from __future__ import annotations

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.game import RULESET
from tests.rules.great_jewels.games import played


@pytest.mark.rule("QJ-02-19")
def test_a_game_ends_after_the_turn_that_was_agreed_on() -> None:
    world = played("agreed", 2)
    stored = RULESET.dump(world)
    changed = RULESET.end_after(world, 3)
    assert RULESET.dump(world) == stored, "the world given is not touched"
    assert RULESET.resolve(changed, {}, Chance("agreed")).finished
    assert not RULESET.resolve(world, {}, Chance("agreed")).finished

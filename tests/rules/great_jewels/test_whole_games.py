"""What computer players come to in whole games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from postern.game.chance import Chance
from postern.rulesets.great_jewels.game import RULESET
from tests.rules.great_jewels.games import new_game, played


def test_computer_players_grow_fight_and_use_what_they_find() -> None:
    start, world = played("lively", 0), played("lively", 12)
    owned = dict.fromkeys(world.players, 0)
    for place in world.provinces.values():
        if place.owner:
            owned[place.owner] += 1
    assert sum(owned.values()) > 120, owned
    assert sum(count >= 4 for count in owned.values()) >= 9, owned
    guarded = [name for name, place in start.provinces.items() if place.garrison and not place.owner and not place.city]
    assert sum(bool(world.provinces[name].owner) for name in guarded) >= 8  # won from neutrals
    in_hands = [one for one in world.talismans.values() if one.leader and world.leaders[one.leader].owner in world.players]
    in_land = [one for one in world.talismans.values() if one.province and world.provinces[one.province].owner]
    assert len(in_hands) + len(in_land) >= 8
    assert max(player.score for player in world.players.values()) > 1000


def _dragons_are_slain() -> bool:
    left = {seed: sum(place.dragon > 0 for place in played(seed, 25).provinces.values()) for seed in ("a", "b", "c")}
    return sum(left.values()) <= 15  # of eighteen, and what hatches besides


def _forbidden_cities_are_taken() -> bool:
    taken = [len(played(seed, 25).cities_taken) for seed in ("a", "b", "c", "d", "e", "f")]
    return sum(count > 0 for count in taken) >= 3


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize("feat", [_dragons_are_slain, _forbidden_cities_are_taken], ids=lambda feat: feat.__name__)
def test_great_feats_of_computer_players(feat: Callable[[], bool]) -> None:
    assert feat()


def test_seats_without_orders_have_missed_a_turn() -> None:
    outcome = RULESET.resolve(new_game("silence"), {}, Chance("silence"))
    assert all(player.missed == 1 for player in outcome.world.players.values())

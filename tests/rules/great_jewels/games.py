"""Whole games by computer players, and what must always hold of a world."""

from __future__ import annotations

from postern.game.ruleset import Outcome
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.tables import PROVINCES
from postern.rulesets.great_jewels.world.records import LOTU, World
from tests.kit import playing


def new_game(seed: str, seats: int = 12) -> World:
    """A game ready for turn 1, types drawn so as to balance the four."""
    world: World = playing.new_game(RULESET, seed, seats)
    return world


def next_turn(world: World, seed: str) -> Outcome[World]:
    """One turn in which every seat sends what its computer player plans, as text."""
    return playing.next_turn(RULESET, world, seed)


def played(seed: str, turns: int) -> World:
    """The world after so many turns of computer play; the same object is never handed out twice."""
    world: World = playing.played(RULESET, seed, turns)
    return world


def assert_sound(world: World) -> None:
    """What must hold of every world between two turns."""
    owners = set(world.players)
    assert set(world.provinces) == set(PROVINCES)
    assert set(world.talismans) == set(range(1, 153))
    for name, place in world.provinces.items():
        amounts = (place.garrison, place.csps, place.navies, place.zorans, place.dragon)
        assert min(amounts) >= 0, (name, amounts)
        assert place.owner == "" or place.owner in owners, name
        assert (place.turns_owned > 0) == bool(place.owner), (name, place.owner, place.turns_owned)
        assert 0 <= place.turns_owned <= 5, name
        assert not (place.city and place.owner), name
    for number, leader in world.leaders.items():
        assert leader.number == number < world.next_leader
        assert leader.province in world.provinces
        assert leader.owner in owners | {LOTU}
        assert min(leader.troops, leader.bonus, leader.zorans, leader.rams, leader.towers) >= 0, number
        assert leader.zorans == 0 or leader.troops > 0, number
        assert leader.rams <= leader.troops, number
        assert 3 * leader.towers <= leader.troops, number
    for number, talisman in world.talismans.items():
        assert not (talisman.leader and talisman.province), number
        assert not talisman.leader or talisman.leader in world.leaders, number
        assert not talisman.province or talisman.province in world.provinces, number
    for drevonyx in world.drevonyxes:
        assert drevonyx.size > 0
        assert drevonyx.province in world.provinces

"""Whole games by computer players, and what must always hold of a world."""

from __future__ import annotations

from functools import cache

from postern.game.chance import Chance
from postern.game.ruleset import Outcome, Signup
from postern.rulesets.great_jewels.geography import PROVINCES
from postern.rulesets.great_jewels.ruleset import RULESET
from postern.rulesets.great_jewels.world import LOTU, World

NAMES = ("GREEDY", "LORD", "KILLER", "GRABIT", "MEANIE", "YECCH", "BLECCH", "HERO", "QUEEN", "DUKE", "BARON", "COUNT")


def new_game(seed: str, seats: int = 12) -> World:
    """A game ready for turn 1, types drawn so as to balance the four."""
    return RULESET.setup({}, [Signup(name) for name in NAMES[:seats]], Chance(seed))


def next_turn(world: World, seed: str) -> Outcome[World]:
    """One turn in which every seat sends what its computer player plans, as text."""
    sheets = {}
    for seat in RULESET.active(world):
        view = RULESET.view(world, seat)
        sheets[seat] = RULESET.read(RULESET.plan(view, Chance(seed)), view)
    return RULESET.resolve(world, sheets, Chance(seed))


@cache
def _played(seed: str, turns: int) -> bytes:
    world = new_game(seed) if turns == 0 else next_turn(played(seed, turns - 1), seed).world
    return RULESET.dump(world)


def played(seed: str, turns: int) -> World:
    """The world after so many turns of computer play; the same object is never handed out twice."""
    return RULESET.load(_played(seed, turns))


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

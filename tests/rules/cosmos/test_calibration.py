"""The targets by which the battle procedure was calibrated: means of 30 battles, within 0.12 of what is left."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Unit, World
from postern.rulesets.cosmos.world.strength import type_of
from tests.rules.cosmos.battles import accounts, at_war, battle, fort, open_hex, turn_of
from tests.rules.cosmos.build import add_unit

RUNS = 30


def left(world: World, unit: Unit, began: int) -> float:
    """The part of its wound points that a unit has left, marginal damage counted."""
    if unit.id not in world.units:
        return 0.0
    full = type_of(world.tables, unit).wp * 100
    return (full * unit.individuals - sum(unit.wounds)) / (full * began)


def meet(seed: int, one: tuple[str, int, str], other: tuple[str, int, str], terrain: str) -> tuple[float, float, Turn]:
    """One battle in the open, both at morale 20: what is left of the two."""
    world = at_war()
    place = open_hex(world, terrain)
    sides = [
        add_unit(world, owner, kind, place, number, tactics=tactics, morale=20)
        for owner, (kind, number, tactics) in (("Am", one), ("Gh", other))
    ]
    turn = battle(turn_of(world, seed=str(seed)))
    return left(world, sides[0], one[1]), left(world, sides[1], other[1]), turn


TARGETS = [
    # one side, the other, terrain, wins at least and at most, what is left of one, of the other
    pytest.param(("heavy infantry", 100), ("medium infantry", 100), "plains", (30, 30), 0.65, 0.0, id="heavy wins always"),
    pytest.param(("medium infantry", 200), ("heavy infantry", 100), "plains", (30, 30), 0.74, 0.0, id="twice as many"),
    pytest.param(("heavy cavalry", 50), ("medium infantry", 100), "wastelands", (28, 30), 0.4, 0.0, id="cavalry charges"),
    pytest.param(("trolls", 20), ("medium infantry", 100), "plains", (30, 30), 0.6, 0.0, id="trolls"),
    pytest.param(("trolls", 10), ("medium infantry", 100), "plains", (0, 0), 0.0, None, id="too few trolls"),
    pytest.param(("goblin rabble", 300), ("medium infantry", 100), "plains", (30, 30), 0.65, 0.0, id="three goblins to one"),
    pytest.param(("goblin rabble", 200), ("medium infantry", 100), "plains", (0, 12), None, None, id="two goblins mostly lose"),
]


@pytest.mark.parametrize(("one", "other", "terrain", "wins", "mine", "theirs"), TARGETS)
def test_battles_in_the_open(
    one: tuple[str, int], other: tuple[str, int], terrain: str, wins: tuple[int, int], mine: float | None, theirs: float | None
) -> None:
    tactics = "charge" if "cavalry" in one[0] else "attack"
    found = [meet(seed, (*one, tactics), (*other, "attack"), terrain) for seed in range(RUNS)]
    won = sum(a > b for a, b, _ in found)
    assert wins[0] <= won <= wins[1]
    for target, value in ((mine, sum(a for a, _, _ in found) / RUNS), (theirs, sum(b for _, b, _ in found) / RUNS)):
        assert target is None or value == pytest.approx(target, abs=0.12)


def test_equals_fight_long_and_even() -> None:
    found = [
        meet(seed, ("medium infantry", 100, "attack"), ("medium infantry", 100, "attack"), "plains") for seed in range(RUNS)
    ]
    assert 8 <= sum(a > b for a, b, _ in found) <= 22
    assert sum(accounts(turn)[0]["lasted"] for _, _, turn in found) / RUNS > 15


def storm(seed: int, rating: int, number: int) -> bool:
    """True when so many medium infantry take a castle of this rating from 100."""
    world = at_war()
    castle = fort(world, rating=rating)
    stormers = add_unit(world, "Am", "medium infantry", castle.outside, number, tactics="attack", morale=20)
    inside = add_unit(world, "Gh", "medium infantry", castle.id, 100, tactics="attack", morale=20)
    battle(turn_of(world, stormed=[stormers], seed=str(seed)))
    return left(world, stormers, number) > left(world, inside, 100)


@pytest.mark.rule("CF-16-06", "CF-16-07")
@pytest.mark.parametrize(("rating", "even"), [(2, 160), (3, 210), (4, 270)])
def test_storms_break_even(rating: int, even: int) -> None:
    """A tenth fewer than the number at which it is even lose mostly, a tenth more mostly win."""
    assert sum(storm(seed, rating, even * 9 // 10) for seed in range(RUNS)) <= RUNS // 4
    assert sum(storm(seed, rating, even * 11 // 10) for seed in range(RUNS)) >= RUNS * 3 // 4

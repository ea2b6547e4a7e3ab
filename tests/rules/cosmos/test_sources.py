"""Where resources are drawn from, and what a siege cuts off (CF-6-04..12, CF-17.1)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.rules.economy.sources import at_hand, lacking, pay
from postern.rulesets.cosmos.world.records import World
from tests.rules.cosmos.build import add_unit, begin, form
from tests.rules.cosmos.economy import bare_world, stock, whole

HEX, CITY, CASTLE = 190, 1501, 1504


def walled_world() -> World:
    """Am owns the hex 190, the city in it and the castle in the city; one gold lies in each, and 100 in the pool."""
    world = bare_world()
    world.hexes[HEX].owner = world.locations[CITY].owner = world.locations[CASTLE].owner = "Am"
    world.hexes[HEX].stores = stock(gold=1)
    world.locations[CITY].stores = stock(gold=2)
    world.locations[CASTLE].stores = stock(gold=4)
    world.nations["Am"].pool = stock(gold=100, holy_mana=10)
    return world


@pytest.mark.rule("CF-6-04", "CF-6-05")
def test_the_closest_source_comes_first() -> None:
    world = walled_world()
    unit, other = add_unit(world, "Am", "Captain", CITY), add_unit(world, "Am", "Scout", CITY)
    form(other, unit)
    unit.carries, other.carries = stock(gold=3), stock(gold=5)
    left = []
    for _ in range(4):
        assert pay(begin(world), unit, {"gold": 3})
        stores = (unit.carries, other.carries, world.locations[CITY].stores, world.nations["Am"].pool)
        left.append(tuple(one.get("gold", 0) // 100 for one in stores))
    assert left == [(0, 5, 2, 100), (0, 2, 2, 100), (0, 0, 1, 100), (0, 0, 0, 98)]


@pytest.mark.rule("CF-6-06", "CF-6-07", "CF-6-08")
@pytest.mark.parametrize(
    ("position", "owner", "gold"),
    [
        ("1501", "Am", 102),
        ("190", "Am", 101),
        ("1504", "Am", 104),
        ("1501", "Rc", 100),
        ("1501", "", 102),
        ("o190", "Am", 100),
        ("300", "Rc", 100),
    ],
)
def test_a_unit_draws_from_its_immediate_position(position: str, owner: str, gold: int) -> None:
    world = walled_world()
    world.hexes[300].owner, world.hexes[300].stores = "Rc", stock(gold=50)
    world.locations[CITY].owner = owner
    assert at_hand(world, add_unit(world, "Am", "Captain", position), "gold") == gold * 100


@pytest.mark.rule("CF-6-06", "CF-6-10", "CF-17.1-03")
@pytest.mark.parametrize(
    ("thing", "besieged", "gold"),
    [(CITY, 0, 103), (CASTLE, 0, 106), (CITY, CITY, 102), (CASTLE, CITY, 106), (CASTLE, CASTLE, 104)],
)
def test_a_location_draws_from_where_it_stands_unless_besieged(thing: int, besieged: int, gold: int) -> None:
    """The city has 2 and may use what lies in its hex; the castle has 4 and may use what lies in the city."""
    world = walled_world()
    if besieged:
        world.locations[besieged].besieged = True
    assert at_hand(world, world.locations[thing], "gold") == gold * 100


@pytest.mark.rule("CF-6-11", "CF-17.1-04", "CF-17.1-15")
@pytest.mark.parametrize(
    ("besieged", "in_city", "in_castle", "city"), [(0, 102, 104, 103), (CITY, 2, 4, 2), (CASTLE, 102, 4, 103)]
)
def test_a_siege_since_the_turn_began_closes_the_pool_but_for_mana(
    besieged: int, in_city: int, in_castle: int, city: int
) -> None:
    world = walled_world()
    if besieged:
        world.locations[besieged].besieged = world.locations[besieged].besieged_all_turn = True
    here, there = add_unit(world, "Am", "Captain", CITY), add_unit(world, "Am", "Captain", CASTLE)
    found = [at_hand(world, one, "gold") // 100 for one in (here, there, world.locations[CITY])]
    assert found == [in_city, in_castle, city]
    assert at_hand(world, there, "holy mana") == 1000


@pytest.mark.rule("CF-6-12")
@pytest.mark.parametrize(("kind", "mana"), [("Bone Warriors", 9), ("Light Infantry", 2)])
def test_what_was_animated_draws_mana_from_its_creator_last(kind: str, mana: int) -> None:
    """The pool has 2 spirit mana, the shaman 7; he is far away. His own force cannot use his mana, nor can others."""
    world = walled_world()
    world.nations["Gh"].pool = stock(spirit_mana=2)
    shaman = add_unit(world, "Gh", "Shaman", 300, carries=stock(spirit_mana=7))
    unit = add_unit(world, "Gh", kind, HEX, creator=shaman.id)
    member = add_unit(world, "Gh", "Light Infantry", 300)
    form(shaman, member)
    assert at_hand(world, unit, "spirit mana") == mana * 100
    assert at_hand(world, member, "spirit mana") == 200
    if mana == 9:
        assert pay(begin(world), unit, {"spirit mana": 4})
        assert (whole(world.nations["Gh"].pool), whole(shaman.carries)) == ({}, {"spirit mana": 5})


@pytest.mark.rule("CF-6.4-05", "CF-7.1-19")
def test_nothing_is_paid_when_not_all_can_be() -> None:
    world = walled_world()
    unit = add_unit(world, "Am", "Captain", CITY)
    assert lacking(world, unit, {"gold": 50, "iron": 3, "arms": 1}) == {"iron": 3, "arms": 1}
    assert not pay(begin(world), unit, {"gold": 50, "iron": 3})
    assert at_hand(world, unit, "gold") == 10200

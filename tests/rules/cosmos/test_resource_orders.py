"""Moving resources: transfer, store, unstore, collect, discard, donate (CF-6.7), weights (CF-6)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.rules.economy.sources import arriving, cost_per_load, receive_transfers, transport_cost, weight
from postern.rulesets.cosmos.world.records import Unit, World
from tests.rules.cosmos.build import add_unit, begin, form, give, told
from tests.rules.cosmos.economy import act, bare_world, nation_order, stock, whole


def neighbours(distance: int) -> World:
    """Am and Sl own one hex each in column 10, so far apart."""
    world = bare_world()
    world.hexes[275].owner, world.hexes[275 + distance].owner = "Am", "Sl"
    return world


# --- data ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "weighs", "size"),
    [
        pytest.param(name, Fraction(weighs), size, id=name, marks=pytest.mark.rule(clause))
        for name, weighs, size, clause in (
            ("gold", "0.01", 0, "CF-6-22"),
            ("food", "1", 1, "CF-6-23"),
            ("wood", "5", 5, "CF-6-24"),
            ("iron", "5", 2, "CF-6-25"),
            ("arms", "1", 1, "CF-6-26"),
            ("holy mana", "0", 0, "CF-6-27"),
        )
    ],
)
def test_weights_and_sizes(name: str, weighs: Fraction, size: int) -> None:
    tables = bare_world().tables
    row = tables.resource(name)
    assert (row.weight_per_unit, row.size_per_unit) == (weighs, Fraction(size))
    assert weight(tables, {name: 300}) == 300 * weighs


@pytest.mark.rule(*(f"CF-6-{number}" for number in range(13, 22)))
def test_every_resource_of_the_book_is_used() -> None:
    """What the two scenarios produce, and what units, ships, locations and arms cost."""
    for slug in ("thalmar", "two_tides"):
        tables = bare_world(slug).tables
        produced = {name for terrain in tables.terrains.values() for name in terrain.produces}
        assert {"gold", "food", "wood", "iron", "men", "elves", "dwarves", "goblins", "trolls", "gnomes", "snakemen"} < produced
        assert {"horses", "wolves"} < produced
        costs = {name for kind in tables.unit_types.values() for name in kind.cost}
        assert {"gold", "men", "horses", "wood", "arms"} < costs
        assert any(name.endswith(" mana") for name in costs)
        assert all("wood" in one.warship_cost and "iron" in one.arms_recipe for one in tables.nations.values() if one.played)
        assert all("manpower" in one.build_cost for one in tables.location_types.values() if one.built_by)
        upkeeps = {name for kind in tables.unit_types.values() for name in kind.upkeep}
        assert {name for name in upkeeps if not name.endswith(" mana")} == {"gold", "food"}
        assert all(one.food_per_size for one in tables.location_types.values() if one.max_size)
        kinds = {row.kind for row in tables.resources.values()}
        assert kinds == {"goods", "abstract", "mana", "mounts", "population"}


# --- transfer ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-6.7-05", "CF-6.7-06", "CF-6.7-07", "CF-6.7-14", "CF-6.7-15")
@pytest.mark.parametrize(
    ("sent", "arrives"),
    [
        ({"gold": 100}, {"gold": 80}),
        ({"iron": 100}, {"iron": 80}),
        ({"arms": 100}, {"arms": 80}),
        ({"wood": 100}, {"wood": 64}),
        ({"food": 100}, {"food": 60}),
        ({"wood": 782}, {"wood": 500}),
        ({"wood": 781}, {"wood": 499}),
        ({"gold": 160}, {"gold": 128}),
        ({"food": 1}, {}),
    ],
)
def test_what_arrives_of_a_transfer(sent: dict[str, int], arrives: dict[str, int]) -> None:
    assert arriving(bare_world().tables, sent) == arrives


@pytest.mark.rule("CF-6.7-03", "CF-6.7-04", "CF-6.7-13", "CF-6-28", "CF-1.2-13")
@pytest.mark.parametrize("receiver", ["Sl", "sl", "3"])
def test_the_transfer_of_the_book(receiver: str) -> None:
    """100 gold and 300 wood: weight 1501, so 10 gold and 6 gold a hex; 80 gold and 192 wood arrive."""
    world = neighbours(4)
    sender, other = world.nations["Am"], world.nations["Sl"]
    sender.pool, other.pool = stock(gold=200, wood=301), stock(gold=1)
    turn = begin(world)
    assert nation_order(turn, "Am", f"transfer gold:100 wood:300 {receiver}")
    assert whole(sender.pool) == {"gold": 200 - 100 - 10 - 6 * 4, "wood": 1}
    for turn.phase in range(1, 24):
        receive_transfers(turn)
    assert whole(other.pool) == {"gold": 1}
    turn.phase = 24
    receive_transfers(turn)
    assert whole(other.pool) == {"gold": 81, "wood": 192}
    receive_transfers(turn)
    assert whole(other.pool) == {"gold": 81, "wood": 192}
    assert [data["transport"] for data in told(turn, "transfer sent", "AM")] == [34]
    assert [data["goods"] for data in told(turn, "transfer arrived", "SL")] == [{"gold": 80, "wood": 192}]


@pytest.mark.rule("CF-6.7-09", "CF-6.7-10", "CF-6.7-11", "CF-6.7-12", "CF-6.7-14", "CF-6.7-15", "CF-6.7-16")
@pytest.mark.parametrize(
    ("distance", "goods", "cost"),
    [
        (9, {"wood": 782}, 128),
        (9, {"gold": 160}, 32),
        (1, {"gold": 5}, 10),
        (2, {"food": 1000}, 11),
        (2, {"food": 1001}, 22),
        (2, {"iron": 200, "gold": 1}, 22),
        (2, {"arms": 900, "gold": 10000}, 11),
    ],
)
def test_what_transport_costs(distance: int, goods: dict[str, int], cost: int) -> None:
    world = neighbours(distance)
    sender, receiver = world.nations["Am"], world.nations["Sl"]
    assert transport_cost(world, sender, receiver, goods) == cost
    assert cost_per_load(world, sender, receiver) == 5 + 3 * distance


@pytest.mark.rule("CF-6.7-10")
def test_the_least_distance_counts_and_homes_where_there_is_no_land() -> None:
    """The home of Am is in 190, that of Sl in 367: ten columns apart, and six hexes further down on the way."""
    world = neighbours(6)
    world.hexes[278].owner = "Sl"
    assert cost_per_load(world, world.nations["Am"], world.nations["Sl"]) == 5 + 3 * 3
    world.hexes[275].owner = world.hexes[278].owner = world.hexes[281].owner = ""
    distance = world.tables.grid.distance(190, 367)
    assert cost_per_load(world, world.nations["Am"], world.nations["Sl"]) == 5 + 3 * distance


@pytest.mark.rule("CF-6.7-08", "CF-6.7-03")
@pytest.mark.parametrize(
    "order",
    [
        "transfer men:5 Sl",
        "transfer horses:5 Sl",
        "transfer manpower:5 Sl",
        "transfer gold:5 Am",
        "transfer gold:5 Fr",
        "transfer gold:5 zz",
        "transfer gold:91 Sl",
        "transfer wood:31 Sl",
        "transfer wood:10 gold:200 Sl",
    ],
)
def test_transfers_that_fail_take_nothing(order: str) -> None:
    """At least 10 gold are needed for the transport, so that of 100 gold no more than 90 can go."""
    world = neighbours(1)
    pool = world.nations["Am"].pool = stock(gold=100, wood=30, men=50, horses=50, manpower=50)
    before = dict(pool)
    turn = begin(world)
    assert not nation_order(turn, "Am", order)
    assert (pool, turn.shipments, len(turn.failures)) == (before, [], 1)


@pytest.mark.rule("CF-6.7-02", "CF-6.7-12")
@pytest.mark.parametrize(
    ("order", "left"),
    [
        ("transfer gold:-1 Sl", {"wood": 30.5}),
        ("transfer wood:-1 Sl", {"gold": 90, "wood": 0.5}),
        ("transfer gold:90 Sl", {"wood": 30.5}),
    ],
)
def test_all_of_a_resource_can_be_sent(order: str, left: dict[str, float]) -> None:
    """All gold is all that the transport leaves; only whole units go."""
    world = neighbours(1)
    world.nations["Am"].pool = stock(gold=100, wood=30.5)
    assert nation_order(begin(world), "Am", order)
    assert whole(world.nations["Am"].pool) == left


@pytest.mark.rule("CF-6.7-04")
def test_transfers_to_a_nation_that_is_gone_are_lost() -> None:
    world = neighbours(1)
    world.nations["Am"].pool = stock(gold=100)
    turn = begin(world)
    assert nation_order(turn, "Am", "transfer gold:50 Sl")
    world.nations["Sl"].eliminated = True
    turn.phase = 24
    receive_transfers(turn)
    assert world.nations["Sl"].pool == {}


# --- between units, positions and the pool -------------------------------------------------------------------------------


def carrier(world: World, position: str = "190", **carries: float) -> Unit:
    """A captain with a scout in his force, who carries this much."""
    leader, scout = add_unit(world, "Am", "Captain", position), add_unit(world, "Am", "Scout", position)
    scout.carries = stock(**carries)
    return form(leader, scout)


def own_land() -> World:
    """Am owns the hex 190 and the city in it."""
    world = bare_world()
    world.hexes[190].owner = world.locations[1501].owner = "Am"
    return world


@pytest.mark.rule("CF-6.7-17", "CF-6.7-20", "CF-6.7-21", "CF-6.7-23", "CF-6.7-01", "CF-6.7-02", "CF-6.7-19")
@pytest.mark.parametrize(
    ("order", "pool", "left"),
    [
        ("store gold:100 wood:300", {"gold": 90, "wood": 270}, {"gold": 20, "iron": 9}),
        ("store gold:-1", {"gold": 108}, {"wood": 300, "iron": 9}),
        ("store iron:-1 gold:20", {"iron": 8, "gold": 18}, {"gold": 100, "wood": 300}),
        ("store gold:500", {"gold": 108}, {"wood": 300, "iron": 9}),
    ],
)
def test_storing(order: str, pool: dict[str, float], left: dict[str, float]) -> None:
    """The force carries 120 gold and 100 wood; 200 wood and 9 iron lie there. Nine tenths arrive, in whole units."""
    world = own_land()
    unit = carrier(world, gold=120, wood=100)
    world.hexes[190].stores = stock(wood=200, iron=9)
    give(unit, order, "myname Bearer")
    turn = act(begin(world))
    assert whole(world.nations["Am"].pool) == pool
    there = dict.fromkeys(("gold", "wood", "iron"), 0.0)
    for store in (unit.carries, world.units[unit.members[0]].carries, world.hexes[190].stores):
        for name, number in whole(store).items():
            there[name] += number
    assert {name: number for name, number in there.items() if number} == left
    assert [one.text for one in unit.program] == ["myname Bearer"]  # it took the phase
    lost = whole(turn.account("Am").lost)
    assert sum(lost.values()) == 429 - sum(pool.values()) - sum(left.values())


@pytest.mark.rule("CF-6.7-21")
def test_storing_nothing_takes_no_time() -> None:
    world = own_land()
    unit = carrier(world, iron=5)
    give(unit, "store gold:-1", "myname Bearer")
    act(begin(world))
    assert unit.program == []


@pytest.mark.rule("CF-6.7-18", "CF-6.7-22", "CF-6.7-25", "CF-17.1-04")
@pytest.mark.parametrize(
    ("hex_owner", "location_owner", "siege", "stored", "unstored"),
    [
        ("Am", "Am", False, 18, 10),
        ("Am", "Rc", False, 9, 10),
        ("Am", "", False, 18, 10),
        ("Rc", "Am", False, 0, 0),
        ("", "Am", False, 0, 0),
        ("Am", "Am", True, 0, 0),
    ],
)
def test_the_pool_is_reached_in_own_hexes(hex_owner: str, location_owner: str, siege: bool, stored: int, unstored: int) -> None:
    """The unit in the city carries ten, ten lie there; only where the city is its own or nobody's may it take those."""
    for order, expected in (("store iron:-1", stored), ("unstore gold:10", unstored)):
        world = own_land()
        city = world.locations[1501]
        world.hexes[190].owner, city.owner = hex_owner, location_owner
        city.besieged = city.besieged_all_turn = siege
        unit = carrier(world, "1501", iron=10)
        city.stores = stock(iron=10)
        world.nations["Am"].pool = stock(gold=10)
        give(unit, order)
        turn = act(begin(world))
        done = world.nations["Am"].pool.get("iron", 0) if order.startswith("store") else unit.carries.get("gold", 0)
        assert done == expected * 100
        assert len(told(turn, "order failed", "AM")) == (expected == 0)


@pytest.mark.rule("CF-6.7-24", "CF-6.7-26", "CF-6.7-19", "CF-6.7-02")
@pytest.mark.parametrize(
    ("order", "carried"),
    [
        ("unstore wood:400 gold:10", {"wood": 400, "gold": 10}),
        ("unstore food:-1", {"food": 900}),
        ("unstore wood:700", {"wood": 500}),
    ],
)
def test_unstoring_takes_a_phase_and_minds_no_capacity(order: str, carried: dict[str, float]) -> None:
    world = own_land()
    unit = carrier(world)
    world.nations["Am"].pool = stock(wood=500, gold=50, food=900)
    give(unit, order, "myname Bearer")
    act(begin(world))
    assert (whole(unit.carries), len(unit.program)) == (carried, 1)


@pytest.mark.rule("CF-6.7-19", "CF-6.7-27", "CF-6.7-28", "CF-6.7-29", "CF-6.7-24")
@pytest.mark.parametrize("order", ["store {0}:1", "unstore {0}:1", "collect {0}:1", "discard {0}:1", "donate {0}:1 3109"])
@pytest.mark.parametrize("name", ["men", "horses", "manpower", "mana"])
def test_only_goods_are_moved(order: str, name: str) -> None:
    world = own_land()
    unit = carrier(world, holy_mana=5, gold=1)
    add_unit(world, "Am", "Scout", 190, id=3109)
    pool = world.nations["Am"].pool = stock(men=5, horses=5, manpower=5)
    give(unit, order.format(name))
    turn = act(begin(world))
    assert len(told(turn, "order failed", "AM")) == 1
    assert whole(pool) == {"men": 5, "horses": 5, "manpower": 5}


@pytest.mark.rule("CF-6.7-27", "CF-6-07")
@pytest.mark.parametrize(("owner", "taken"), [("Am", {"wood": 700}), ("", {"wood": 700}), ("Rc", {})])
def test_collecting(owner: str, taken: dict[str, float]) -> None:
    """It takes no time, and more than the force can carry."""
    world = own_land()
    world.hexes[190].owner, world.hexes[190].stores = owner, stock(wood=700, iron=5)
    unit = carrier(world)
    give(unit, "collect wood:-1", "myname Bearer")
    act(begin(world))
    assert (whole(unit.carries), unit.program) == (taken, [])


@pytest.mark.rule("CF-6.7-28")
def test_discarding() -> None:
    """What the force carries then lies at its position, whoever owns that; it takes no time."""
    world = own_land()
    world.hexes[190].owner = "Rc"
    unit = carrier(world, iron=5, gold=7)
    give(unit, "discard iron:3 gold:-1", "myname Bearer")
    act(begin(world))
    assert whole(world.hexes[190].stores) == {"iron": 3, "gold": 7}
    assert (whole(world.units[unit.members[0]].carries), unit.program) == ({"iron": 2}, [])


@pytest.mark.rule("CF-6.7-29")
@pytest.mark.parametrize(
    ("order", "owner", "position", "given"),
    [
        ("donate gold:4 iron:-1 {0}", "Am", "190", {"gold": 4, "iron": 5}),
        ("donate * {0}", "Rc", "190", {"gold": 7, "iron": 5}),
        ("donate gold:4 {0}", "Wd", "190", {}),
        ("donate gold:4 {0}", "Am", "1501", {}),
    ],
)
def test_donating(order: str, owner: str, position: str, given: dict[str, float]) -> None:
    """To any unit at the position that is no enemy; neither loses time."""
    world = own_land()
    unit, receiver = carrier(world, iron=5, gold=7, holy_mana=2), add_unit(world, owner, 1 if owner != "Wd" else 92, position)
    give(unit, order.format(receiver.id), "myname Bearer")
    act(begin(world))
    assert (whole(receiver.carries), unit.program, receiver.program) == (given, [], [])
    assert whole(world.units[unit.members[0]].carries)["holy mana"] == 2


@pytest.mark.rule("CF-6.7-01", "CF-6.7-02", "CF-6.7-29", "CF-6.6.5-03")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("store gold:100 iron:50", "store gold:100 iron:50"),
        ("store food:-1 iron:50", "store food:-1 iron:50"),
        ("store *", "store"),
        ("donate * 3105", "donate * 3105"),
        ("donate gold:1 $wall", "donate gold:1 $wall"),
        ("transfer gold:1 wood:2 12", "transfer gold:1 wood:2 12"),
        ("limit arms 5", "limitarms 5"),
    ],
)
def test_how_resources_are_written(text: str, kept: str) -> None:
    found = grammar().find(text)
    assert found is not None
    assert grammar().code_of(found.order) == kept
    again = grammar().find(kept)
    assert again is not None
    assert again.order == found.order

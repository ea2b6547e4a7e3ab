"""Upkeep, its order, what follows when it is not paid, and how sieges change that (CF-6.4, CF-13.1, CF-17.1)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.rules.economy.production import count_phase
from postern.rulesets.cosmos.rules.economy.settling import locations_in_order, settle_economy, units_in_order
from postern.rulesets.cosmos.rules.economy.sources import cost_per_load
from postern.rulesets.cosmos.world.records import Item, Unit, World
from tests.rules.cosmos.build import add_unit, begin, form, run_turn, scenario_world, told
from tests.rules.cosmos.economy import bare_world, settled, stock, tuned, whole

HOME, CITY, CASTLE = 190, 1501, 1504


def city_world(size: int = 3, **pool: float) -> World:
    """Am owns its home city, which has this size and no walls."""
    world = bare_world()
    city = world.locations[CITY]
    city.owner, city.size, city.trade_rating = "Am", size, 0
    world.hexes[HOME].owner = ""
    world.nations["Am"].pool = stock(**pool)
    return world


@pytest.mark.rule("CF-6.4-02")
def test_units_near_home_are_kept_first_then_those_of_lower_numbers() -> None:
    """The home is in hex 190; 173 is next to it, 207 too, 300 far away. A unit that flees is nowhere."""
    world = bare_world()
    positions = ["300", "207", "", "1501", "173", "190"]
    units = [add_unit(world, "Am", "Captain", position) for position in positions]
    found = [unit.id for unit in units_in_order(world, world.nations["Am"])]
    assert found == [units[place].id for place in (3, 5, 1, 4, 0, 2)]


@pytest.mark.rule("CF-6.4-02", "CF-6.4-05", "CF-6.4-06")
def test_what_cannot_be_paid_is_dissolved_and_costs_nothing() -> None:
    """10 gold, and 60 food when a quarter has rotted: the near infantry takes 8 and 50, the next finds no food, the captain no
    4 gold; the 2 that are left are enough for the scout."""
    world = city_world(0, gold=10, food=80)
    near, next_, captain, scout = (
        add_unit(world, "Am", kind, position)
        for kind, position in (("Medium Infantry", HOME), ("Medium Infantry", 173), ("Captain", 224), ("Scout", 300))
    )
    world.locations[CITY].owner = ""
    turn = settled(world)
    assert set(world.units) == {near.id, scout.id}
    assert whole(world.nations["Am"].used) == {"gold": 10, "food": 50}
    assert [data["who"] for data in told(turn, "unit dissolved", "AM")] == [next_.id, captain.id]
    assert "men" not in world.nations["Am"].pool


@pytest.mark.rule("CF-6.4-01", "CF-6.4-03", "CF-6.4-04")
@pytest.mark.parametrize(
    ("gold", "units", "damage", "transports", "warships"),
    [(0, 0, 6, 0, 0), (4, 1, 6, 0, 0), (7, 1, 6, 1, 0), (19, 1, 0, 0, 0), (25, 1, 0, 2, 0), (31, 1, 0, 2, 1), (37, 1, 0, 2, 2)],
)
def test_units_come_before_locations_and_ships_last(gold: int, units: int, damage: int, transports: int, warships: int) -> None:
    """A captain 4, the walls of a castle of rating 3 fifteen, two transports 3 each, two warships 6 each."""
    world = bare_world()
    nation, castle = world.nations["Am"], world.locations[CASTLE]
    castle.owner, castle.rating, castle.strength = "Am", 3, 6
    castle.outside = "300"
    add_unit(world, "Am", "Captain", 300)
    nation.pool, nation.transports, nation.warships = stock(gold=gold), 2, 2
    turn = settled(world)
    assert (len(world.units), castle.damage, nation.transports, nation.warships) == (units, damage, transports, warships)
    lost = {data["ships"]: data["number"] for data in told(turn, "ships unpaid", "AM")}
    assert lost == {name: 2 - left for name, left in (("transports", transports), ("warships", warships)) if left < 2}


@pytest.mark.rule("CF-6.4-09", "CF-12.1-03")
def test_lost_ships_do_not_hurt_those_at_sea() -> None:
    world = city_world(0, food=100)
    world.locations[CITY].owner = ""
    unit = add_unit(world, "Am", "Light Infantry", 300, embarked=True)
    world.nations["Am"].transports = 1
    world.nations["Am"].pool |= stock(gold=4)
    settled(world)
    assert (world.nations["Am"].transports, unit.individuals) == (0, 50)


@pytest.mark.rule("CF-12-03")
@pytest.mark.parametrize(
    ("price", "gold", "transports", "warships"),
    [(3, 8, 2, 0), (3, 14, 2, 1), (5, 14, 2, 0), (5, 4, 0, 0), (5, 22, 2, 2)],
)
def test_what_a_navy_costs_is_the_nations_affair(
    monkeypatch: pytest.MonkeyPatch, price: int, gold: int, transports: int, warships: int
) -> None:
    """At the end of each turn a warship costs 6, a transport 3 or, in a nation of dearer sailors, 5."""
    world = bare_world()
    tuned(monkeypatch, world, "nations", "Am", transport_upkeep={"gold": price})
    nation = world.nations["Am"]
    nation.pool, nation.transports, nation.warships = stock(gold=gold), 2, 2
    run_turn(world)
    assert (nation.transports, nation.warships) == (transports, warships)


@pytest.mark.rule("CF-6.4-03", "CF-6.4-07")
def test_the_city_nearest_to_the_home_eats_first() -> None:
    """280 food feed seven sizes: the capital has two, Lidbury, one hex off, three, and Harrowick, two hexes off, five."""
    world = city_world(2)
    nation, lidbury, harrowick = world.nations["Am"], world.locations[1503], world.locations[1502]
    lidbury.owner = harrowick.owner = "Am"
    lidbury.outside, harrowick.outside = "207", "155"
    assert [one.id for one in locations_in_order(world, nation)] == [CITY, 1503, 1502]
    nation.pool = stock(food=374)  # a quarter rots
    settled(world)
    assert [world.locations[number].size for number in (CITY, 1503, 1502)] == [2, 3, 4]


@pytest.mark.rule("CF-6.4-07", "CF-13.1-02", "CF-13.1-03", "CF-13.1-07", "CF-13.1-08", "CF-17.1-12", "CF-16.1-04", "CF-2.2-14")
@pytest.mark.parametrize(("size", "food", "then"), [(3, 120, 3), (3, 119, 2), (1, 39, 0)])
def test_a_city_without_food_shrinks_to_ruins(size: int, food: int, then: int) -> None:
    world = city_world(size, food=food / 0.75 + 0.01, gold=100)
    city = world.locations[CITY]
    city.rating, city.strength = 2, 7
    city.program = []
    turn = settled(world)
    assert (city.size, city.type) == (then, "city" if then else "ruins")
    assert (city.rating, city.strength) == ((2, 7) if then else (0, 0))
    assert len(told(turn, "city shrank", "AM")) == (then < size)
    assert not world.tables.location_types["ruins"].orders


@pytest.mark.rule("CF-6.4-08", "CF-16.1-08", "CF-16.1-09", "CF-16.1-10", "CF-16.1-02")
@pytest.mark.parametrize(
    ("number", "size", "rating", "strength", "gold"),
    [(CITY, 6, 2, 7, 12), (CITY, 6, 2, 30, 12), (CASTLE, 0, 4, 12, 20), (CASTLE, 0, 4, 13, 20)],
)
def test_the_upkeep_of_walls(number: int, size: int, rating: int, strength: int, gold: int) -> None:
    """Rating times length, whatever the strength; a gold too little, and they are damaged by their strength."""
    for pool, damage in ((gold, 0), (gold - 1, strength)):
        world = city_world(6, food=1000, gold=pool)
        world.locations[CITY].owner = ""
        walls = world.locations[number]
        walls.owner, walls.size, walls.rating, walls.strength = "Am", size, rating, strength
        settled(world)
        assert (walls.damage, walls.size) == (damage, size)


@pytest.mark.rule("CF-R-3.4")
@pytest.mark.rule("CF-6.4-07", "CF-6.4-08")
def test_food_and_walls_are_paid_for_apart() -> None:
    """A city without food keeps its walls, one without gold its size (ruling 3.4)."""
    for pool, size, damage in ((stock(gold=6), 2, 0), (stock(food=160), 3, 7)):
        world = city_world(3)
        city = world.locations[CITY]
        city.rating, city.strength, world.nations["Am"].pool = 2, 7, pool
        settled(world)
        assert (city.size, city.damage) == (size, damage)


@pytest.mark.rule("CF-8-09", "CF-6.4-06")
def test_what_a_dissolved_unit_had_stays() -> None:
    world = city_world(0)
    world.locations[CITY].owner = ""
    alone, leader, member = (add_unit(world, "Am", kind, 300) for kind in ("General", "Captain", "Noble"))
    world.hexes[300].owner = "Rc"
    form(leader, member)
    alone.carries, leader.carries = stock(iron=5), stock(iron=7, holy_mana=3)
    world.items[2001] = Item(2001, "ember", "Ember", "Am", holder=leader.id)
    settled(world)
    assert (whole(world.hexes[300].stores), whole(member.carries)) == ({"iron": 5}, {"iron": 7})
    assert (world.items[2001].holder, member.leader, set(world.units)) == (member.id, 0, {member.id})


@pytest.mark.rule("CF-7.4.1-03")
@pytest.mark.parametrize(("mana", "owner"), [(2, "Rc"), (1, "Wd")])
def test_charmed_units_without_mana_go_back(mana: int, owner: str) -> None:
    world = city_world(0)
    world.nations["Rc"].pool = stock(nature_mana=mana)
    wolves = add_unit(world, "Rc", "Dire Wolves", 300, charmed_from="Wd")
    settled(world)
    assert (wolves.owner, wolves.id in world.units) == (owner, True)


@pytest.mark.rule("CF-6.4-06")
@pytest.mark.parametrize(("hex_owner", "owner"), [("", "Fr"), ("Am", None)])
def test_unpaid_mercenaries_return_when_they_stand_in_nobodys_hex(hex_owner: str, owner: str | None) -> None:
    """Gaps 4.3."""
    world = city_world(0)
    world.locations[CITY].owner = ""
    world.hexes[300].owner = hex_owner
    unit = add_unit(world, "Am", "Mercenary Foot", 300, bought=True, charmed_from="Fr")
    settled(world)
    assert getattr(world.units.get(unit.id), "owner", None) == owner


@pytest.mark.rule("CF-6.4-01")
def test_nations_that_nobody_can_lead_pay_nothing() -> None:
    world = scenario_world()
    before = {number for number, unit in world.units.items() if unit.owner == "Fr"}
    settled(world)
    assert {number for number, unit in world.units.items() if unit.owner == "Fr"} == before
    assert world.locations[1521].size == 4


# --- sieges --------------------------------------------------------------------------------------------------------------


def besieged_city(size: int = 3, **pool: float) -> tuple[World, list[Unit]]:
    """A city of Am, besieged since the turn began, with a noble, infantry and a captain in it."""
    world = city_world(size, **pool)
    city = world.locations[CITY]
    city.besieged = city.besieged_all_turn = True
    city.rating, city.strength = 2, 7
    return world, [add_unit(world, "Am", kind, CITY) for kind in ("Noble", "Medium Infantry", "Captain")]


@pytest.mark.rule("CF-17.1-08", "CF-17.1-09", "CF-17.1-10", "CF-17.1-14")
def test_the_siege_of_the_book() -> None:
    """The first whole turn weakens the units and takes a size, the second dissolves them and takes another; the walls stand."""
    world, (noble, infantry, captain) = besieged_city(3, gold=100, food=1000)
    city = world.locations[CITY]
    settled(world)
    assert (city.size, city.damage, set(world.units)) == (2, 0, {noble.id, infantry.id, captain.id})
    assert ("weakened" in noble.until, "weakened" in infantry.until, "weakened" in captain.until) == (False, True, True)
    assert whole(world.nations["Am"].used) == {
        "gold": 8 + 4 + 4,
        "food": 50,
    }  # the walls of size 2 are paid for, the city gets no food
    assert infantry.until["weakened"] == world.moment(24) + 24  # to the end of the next turn
    world.turn += 1
    settled(world)
    assert (city.size, city.damage, set(world.units)) == (1, 0, {noble.id})


@pytest.mark.rule("CF-17.1-08", "CF-17.1-13")
def test_a_siege_is_no_excuse_when_the_pool_is_empty() -> None:
    world, (noble, *_) = besieged_city(3)
    settled(world)
    assert set(world.units) == {noble.id}
    assert (world.locations[CITY].size, world.locations[CITY].damage) == (2, 7)


@pytest.mark.rule("CF-17.1-04", "CF-17.1-15", "CF-17.1-09")
def test_what_lies_in_the_city_keeps_it() -> None:
    """A quarter of the food rots: 230 are left for 120 and 50. A weakened unit that is paid lives."""
    world, (_, infantry, _) = besieged_city(3)
    infantry.until["weakened"] = world.moment(25)
    world.locations[CITY].stores = stock(gold=30, food=240)
    settled(world)
    assert (len(world.units), world.locations[CITY].size) == (3, 3)
    assert whole(world.locations[CITY].stores) == {"gold": 12, "food": 10}


@pytest.mark.rule("CF-17.1-11", "CF-13.1-07")
@pytest.mark.parametrize(("food", "size", "left"), [(1000, 1, 750), (0, 0, 0)])
def test_a_besieged_city_of_size_one_does_not_shrink(food: int, size: int, left: int) -> None:
    """It takes nothing from the pool. Without food in the pool the siege is not the reason, and it falls to ruins."""
    world, units = besieged_city(1, gold=100, food=food)
    for unit in units:
        del world.units[unit.id]
    settled(world)
    assert (world.locations[CITY].size, whole(world.nations["Am"].pool).get("food", 0)) == (size, left)


@pytest.mark.rule("CF-17.1-07")
def test_after_a_lifted_siege_the_pool_is_open() -> None:
    world, units = besieged_city(3, gold=100, food=1000)
    world.locations[CITY].besieged = world.locations[CITY].besieged_all_turn = False
    settled(world)
    assert world.locations[CITY].size == 3
    assert not any(unit.until for unit in units)


@pytest.mark.rule("CF-R-2.4")
@pytest.mark.rule("CF-6.4-01", "CF-2.3.1-15")
@pytest.mark.parametrize(("individuals", "gold", "food"), [(50, 8, 50), (75, 12, 75), (51, 9, 51), (20, 4, 20)])
def test_the_upkeep_of_a_mass_unit(individuals: int, gold: int, food: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """8 gold and 50 food for 50 medium infantry, rounded up for each resource (ruling 2.4)."""
    world = city_world(0, gold=100, food=400)
    world.locations[CITY].owner = ""
    tuned(monkeypatch, world, "nations", "Am")
    add_unit(world, "Am", "Medium Infantry", 300, individuals)
    settled(world)
    assert whole(world.nations["Am"].used) == {"gold": gold, "food": food}


@pytest.mark.rule("CF-6.4-06")
def test_an_imagined_world_keeps_the_units_of_others() -> None:
    """Whoever tries orders out does not know the pool of another nation, nor where its home is."""
    world = city_world(0)
    world.locations[CITY].owner = ""
    world.nations["Rc"].home = world.nations["Am"].home = 0
    world.nations["Am"].pool = stock(gold=4)
    own, foreign, hungry = (
        add_unit(world, code, kind, 300) for code, kind in (("Am", "Captain"), ("Rc", "Elven Captain"), ("Am", "Scout"))
    )
    turn = begin(world)
    turn.expected = True
    settle_economy(turn)
    assert set(world.units) == {own.id, foreign.id}
    assert hungry.id not in world.units
    assert cost_per_load(world, world.nations["Am"], world.nations["Rc"]) == 5 + 3


@pytest.mark.rule("CF-17.1-09")
def test_weakness_lasts_for_the_whole_next_turn() -> None:
    world, (_, infantry, _) = besieged_city(3, gold=100, food=1000)
    settled(world)
    lasted = []
    for world.turn, phase in ((2, 1), (2, 24), (3, 1)):
        turn = begin(world)
        turn.phase = phase
        count_phase(turn)
        lasted.append("weakened" in infantry.until)
    assert lasted == [True, True, False]

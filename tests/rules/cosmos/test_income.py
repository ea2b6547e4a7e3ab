"""Decay, taxes, manpower, trade, mines and arms (CF-6.5, CF-6.6)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.cosmos.rules.economy.production import (
    make_arms,
    mines_of,
    tax,
    trade,
    trade_rating,
    villeinage,
    work_mines,
)
from postern.rulesets.cosmos.rules.economy.sources import decay
from postern.rulesets.cosmos.world.records import Location, Pending
from tests.rules.cosmos.build import add_unit, begin, give
from tests.rules.cosmos.economy import act, bare_world, nation_order, settled, stock, tuned, whole

EQUILIBRIA = [
    ("food", 25, "4", "CF-6.5-06"),
    ("wood", 20, "5", "CF-6.5-07"),
    ("horses", 50, "2", "CF-6.5-10"),
    ("wolves", 50, "2", "CF-6.5-11"),
    ("elephants", 20, "5", "CF-6.5-12"),
    ("dzareks", 20, "5", "CF-6.5-13"),
    ("men", 10, "10", "CF-6.5-17"),
    ("elves", 3, "33.33", "CF-6.5-18"),
    ("dwarves", 5, "20", "CF-6.5-19"),
    ("gnomes", 7, "14.29", "CF-6.5-20"),
    ("trolls", 7, "14.29", "CF-6.5-21"),
    ("goblins", 15, "6.67", "CF-6.5-22"),
    ("snakemen", 10, "10", "CF-6.5-23"),
    ("manpower", 100, "1", "CF-6.5-02"),
    ("gold", 0, "", "CF-6.5-03"),
    ("iron", 0, "", "CF-6.5-03"),
    ("arms", 0, "", "CF-6.5-03"),
    ("holy mana", 0, "", "CF-6.5-04"),
]


@pytest.mark.parametrize(
    ("name", "percent", "times"),
    [pytest.param(*row[:3], id=row[0], marks=pytest.mark.rule(row[3], "CF-6.5-08")) for row in EQUILIBRIA],
)
def test_what_decays_each_turn(name: str, percent: int, times: str) -> None:
    """Of 1000 in the pool so much is lost; at the equilibrium as much is lost as comes in."""
    world = bare_world()
    nation, turn = world.nations["Am"], begin(world)
    nation.pool = stock(**{name: 1000})
    decay(turn, nation, {})
    assert whole(nation.pool).get(name, 0) == 1000 - 10 * percent
    assert whole(turn.account("Am").lost) == ({name: 10 * percent} if percent else {})
    if times:
        assert f"{float(Fraction(100, percent)):.2f}".rstrip("0").rstrip(".") == times


@pytest.mark.rule("CF-6.5-24", "CF-6.5-26", "CF-6.5-14", "CF-6.5-16")
def test_the_people_of_the_great_empire() -> None:
    """250 men a turn and a decay of 10 %: the total settles at 2500, whether they are in units or not."""
    world = bare_world()
    nation = world.nations["Am"]
    nation.pool = stock(men=2000)
    units = [add_unit(world, "Am", "Light Infantry", 1501, 50) for _ in range(10)]
    pools = []
    for turns in range(3):
        base = stock(men=250)
        decay(begin(world), nation, base)
        nation.pool["men"] += base["men"]
        pools.append(nation.pool["men"] // 100)
        if turns == 0:
            del world.units[units[0].id], world.units[units[1].id]
    assert pools == [2000, 2010, 2019]  # 2500 stays; 100 fell, so 2400 lose 240, then 2410 lose 241
    assert [unit.individuals for unit in units] == [50] * 10


@pytest.mark.rule("CF-6.5-25", "CF-6.5-09")
def test_the_horses_of_the_great_empire() -> None:
    """200 horses a turn and a decay of 50 %: 400 horses at most, so that all may stand in cavalry."""
    world = bare_world()
    nation = world.nations["Am"]
    for _ in range(4):
        add_unit(world, "Am", "Light Cavalry", 1501, 100)
    base = stock(horses=200)
    decay(begin(world), nation, base)
    assert (whole(nation.pool), base) == ({}, {})  # all 200 new ones go


@pytest.mark.rule("CF-6.5-15")
@pytest.mark.parametrize(
    ("pool", "made", "left", "of_new"), [(100, 5, 30, 5), (60, 50, 0, 44), (59, 10, 0, 3.1), (59, 5, 0, 0), (20, 5, 0, 0)]
)
def test_what_the_pool_has_not_is_taken_from_production(pool: int, made: int, left: float, of_new: float) -> None:
    """600 men in units: a tenth of all is lost, 66 of 660 and so on, but never more than there is."""
    world = bare_world()
    for _ in range(3):
        add_unit(world, "Am", "Light Infantry", 1501, 200)
    nation, base = world.nations["Am"], stock(men=made)
    nation.pool = stock(men=pool)
    decay(begin(world), nation, base)
    assert (whole(nation.pool).get("men", 0), whole(base).get("men", 0)) == (left, of_new)


@pytest.mark.rule("CF-6.5-05")
def test_food_and_wood_decay_wherever_they_lie() -> None:
    world = bare_world()
    world.hexes[190].owner = world.locations[1505].owner = "Am"
    unit = add_unit(world, "Am", "Noble", 190)
    stores = [unit.carries, world.hexes[190].stores, world.locations[1505].stores, world.hexes[300].stores]
    for one in stores:
        one |= stock(food=100, wood=100, iron=100)
    settled(world)
    assert [whole(one) for one in stores] == [{"food": 75, "wood": 80, "iron": 100}] * 4
    assert whole(world.nations["Am"].lost) == {"food": 75, "wood": 60}  # not what lies on nobody's land


# --- taxes and manpower --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-6.6.1-01", "CF-6.6.1-03", "CF-6.6.1-05", "CF-6.6.2-01", "CF-6.6.2-03", "CF-6.6.2-05", "CF-6.6.1-02")
@pytest.mark.parametrize(
    ("people", "gold", "manpower"),
    [
        ("men", 325, 900),
        ("snakemen", 325, 900),
        ("gnomes", 325, 450),
        ("dwarves", 325, 900),
        ("elves", 325, 900),
        ("goblins", 162.5, 900),
        ("trolls", 0, 1800),
    ],
)
def test_taxes_and_manpower_of_2500_people(people: str, gold: float, manpower: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tax efficiency 13 %, villeinage 36 %. Whoever stands in units counts for neither."""
    world = bare_world()
    tuned(monkeypatch, world, "nations", "Am", tax=Fraction("0.13"), villeinage=Fraction("0.36"))
    add_unit(world, "Am", "Light Infantry", 1501, 200)
    nation = world.nations["Am"]
    nation.pool = stock(**{people: 2500, "gold": 700})
    assert (tax(world, nation, nation.pool) / 100, villeinage(world, nation, nation.pool) / 100) == (gold, manpower)


@pytest.mark.rule("CF-6.6.1-04", "CF-6.6.2-04", "CF-6.6.3-02")
@pytest.mark.parametrize("slug", ["thalmar", "two_tides"])
def test_the_factors_of_the_scenarios_are_such_as_the_book_has(slug: str) -> None:
    tables = bare_world(slug).tables
    for nation in tables.nations.values():
        if nation.played:
            assert Fraction("0.05") <= nation.tax <= Fraction("0.5")
            assert Fraction("0.1") <= nation.villeinage <= 1
    assert all(5 <= one.base_trade_rating <= 10 for one in tables.locations.values() if one.size)


@pytest.mark.rule("CF-6.6.1-02", "CF-6.5-15")
def test_taxes_rest_on_the_people_after_decay_and_production(monkeypatch: pytest.MonkeyPatch) -> None:
    """1000 men lose 100; 7 % of 900 are 63 gold, 32 % are 288 manpower."""
    world = bare_world()
    world.nations["Am"].pool = stock(men=1000)
    settled(world)
    assert whole(world.nations["Am"].pool) == {"men": 900, "gold": 63, "manpower": 288}


# --- trade ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-6.6.3-01", "CF-6.6.3-03", "CF-6.6.3-04", "CF-6.6.3-05", "CF-6.6.3-09")
@pytest.mark.parametrize(("percent", "gold"), [(100, 120), (200, 240), (50, 60)])
def test_the_trade_of_ogellion(percent: int, gold: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Base rating 10, walls of rating 4, size 10."""
    world = bare_world()
    tuned(monkeypatch, world, "nations", "Am", trade_factor=Fraction(percent, 100))
    city = world.locations[1501]
    city.owner, city.trade_rating, city.size, city.rating, city.strength = "Am", 10, 10, 4, 12
    assert trade_rating(city) == 12
    assert trade(world, city, world.nations["Am"], set()) == gold * 100


@pytest.mark.rule("CF-6.6.3-03")
@pytest.mark.parametrize(("rating", "damage", "expected"), [(0, 0, 7), (1, 0, 7), (2, 0, 8), (3, 0, 8), (4, 12, 8), (4, 36, 7)])
def test_walls_help_trade_as_they_stand(rating: int, damage: int, expected: int) -> None:
    assert trade_rating(Location(1, "city", "190", trade_rating=7, rating=rating, strength=12, damage=damage)) == expected


@pytest.mark.rule("CF-6.6.3-06", "CF-6.6.3-07", "CF-6.6.3-08", "CF-6.3-03", "CF-17.1-05")
@pytest.mark.parametrize(
    ("situation", "gold"),
    [
        ("", 48),
        ("siege now", 48),
        ("siege all turn", 0),
        ("occupied", 0),
        ("few", 48),
        ("seized", 0),
        ("seized by a neutral", 48),
    ],
)
def test_when_a_city_has_no_trade(situation: str, gold: int) -> None:
    """Size 8, rating 6. Three ogres of a standard eight are too few to occupy it, but not too few to try for it."""
    world = bare_world()
    city = world.locations[1501]
    city.owner, city.trade_rating = "Am", 6
    city.besieged = situation.startswith("siege")
    city.besieged_all_turn = situation == "siege all turn"
    if situation in ("occupied", "few", "seized"):
        ogres = add_unit(world, "Wd", "Ogres", 1501, 8 if situation == "occupied" else 4)
        ogres.program = [Pending("control 1", begun=True)] if situation == "seized" else []
    if situation == "seized by a neutral":
        add_unit(world, "Rc", "Elven Archers", 1501, 15).program = [Pending("control 1", begun=True)]
    world.nations["Am"].pool = stock(food=1000)
    settled(world)
    assert whole(world.nations["Am"].produced).get("gold", 0) == gold


# --- mines and arms ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-6.6.4-01", "CF-6.6.4-02", "CF-6.6.4-03", "CF-6.6.4-04")
@pytest.mark.parametrize(
    ("mine", "manpower", "owner", "made", "left"),
    [
        (1515, 100, "Am", {"gold": 33.33}, 0),
        (1515, 500, "Rc", {"gold": 60}, 320),
        (1505, 120, "Am", {"iron": 120}, 0),
        (1505, 450, "Rc", {"iron": 200}, 250),
    ],
)
def test_mines_turn_manpower_into_gold_and_iron(
    mine: int, manpower: int, owner: str, made: dict[str, float], left: int
) -> None:
    """Three manpower a gold, at most 60 gold; one an iron, at most 200 iron. It works for whoever owns the mine."""
    world = bare_world()
    world.locations[mine].owner = owner
    nation = world.nations[owner]
    nation.pool = stock(manpower=manpower)
    turn = begin(world)
    work_mines(turn, nation, set())
    assert whole(turn.account(owner).produced) == made
    assert whole(nation.pool) == {**made, **({"manpower": left} if left else {})}


@pytest.mark.rule("CF-6.6.4-05")
def test_special_mines_come_first_then_gold_then_iron(monkeypatch: pytest.MonkeyPatch) -> None:
    world = bare_world()
    tuned(monkeypatch, world, "location_types", "tower", mined="wood", manpower_each=1, most_mined=10)
    for number, kind in (
        (1700, "iron mine"),
        (1701, "gold mine"),
        (1702, "tower"),
        (1703, "iron mine"),
        (1704, "gold mine"),
        (1705, "tower"),
    ):
        world.locations[number] = Location(number, kind, "190", owner="Am")
    nation = world.nations["Am"]
    assert [mine.id for mine in mines_of(world, nation)] == [1702, 1705, 1701, 1704, 1700, 1703]
    nation.pool = stock(manpower=20 + 180 + 30)
    work_mines(begin(world), nation, set())
    assert whole(nation.pool) == {"wood": 20, "gold": 70}


@pytest.mark.rule("CF-6.6.4-06")
@pytest.mark.parametrize(("limit", "iron"), [("limit 40", 40), ("limit 0", 0), ("limit -1", 150), ("limit -7", 150)])
def test_the_limit_of_a_mine(limit: str, iron: int) -> None:
    world = bare_world()
    mine = world.locations[1505]
    mine.owner, mine.limit = "Am", 99
    give(mine, limit)
    act(begin(world))
    world.nations["Am"].pool = stock(manpower=150)
    settled(world)
    assert whole(world.nations["Am"].produced).get("iron", 0) == iron


@pytest.mark.rule("CF-6.6.4-06")
def test_only_mines_have_limits() -> None:
    world = bare_world()
    city = world.locations[1501]
    city.owner = "Am"
    give(city, "limit 5")
    turn = act(begin(world))
    assert city.limit == -1
    assert [event.kind for event in turn.events] == ["order failed"]


@pytest.mark.rule("CF-6.6.5-01", "CF-6.6.5-02", "CF-6.6.5-03", "CF-INDEX-01")
@pytest.mark.parametrize(
    ("order", "arms"), [("", 120), ("limitarms 50", 50), ("limit arms 50", 50), ("limitarms -1", 120), ("limitarms 0", 0)]
)
def test_arms_are_made_as_far_as_wood_iron_and_the_limit_go(order: str, arms: int) -> None:
    world = bare_world()
    nation, turn = world.nations["Am"], begin(world)
    if order:
        assert nation_order(turn, "Am", order)
    nation.pool = stock(wood=300, iron=120)
    make_arms(turn, nation)
    left = {"wood": 300 - arms, "iron": 120 - arms, "arms": arms}
    assert whole(nation.pool) == {name: number for name, number in left.items() if number}


@pytest.mark.rule("CF-6.6.5-01", "CF-6-18", "CF-6-19", "CF-6.6.4-03")
def test_mined_iron_becomes_arms_in_the_same_turn() -> None:
    """30 manpower dig 30 iron, which burn 30 wood; 70 wood are left, of which 14 rot."""
    world = bare_world()
    world.locations[1505].owner = "Am"
    world.nations["Am"].pool = stock(manpower=30, wood=100)
    settled(world)
    assert whole(world.nations["Am"].pool) == {"arms": 30, "wood": 56}

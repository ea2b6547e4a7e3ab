"""Building locations, works of nations, growing cities (CF-4.4, CF-13)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.orders.grammar import grammar
from postern.rulesets.cosmos.rules.economy.production import count_phase
from postern.rulesets.cosmos.rules.economy.settling import settle_economy
from postern.rulesets.cosmos.rules.works import progress_works
from postern.rulesets.cosmos.world.records import Location, Work, World
from tests.rules.cosmos.build import add_unit, begin, form, give, told
from tests.rules.cosmos.economy import act, bare_world, nation_order, stock, whole

CITY, CASTLE, TOWN = 1501, 1504, 1503


def land(**pool: float) -> World:
    """Am owns the hexes 190 and 225 and its capital in 190; it has what building takes."""
    world = bare_world()
    world.hexes[190].owner = world.hexes[225].owner = world.locations[CITY].owner = "Am"
    world.nations["Am"].pool = stock(**(pool or {"gold": 1000, "wood": 1000, "manpower": 1000}))
    return world


def built(world: World) -> list[Location]:
    """The new locations."""
    return [one for number, one in sorted(world.locations.items()) if number >= 1700]


# --- works of nations ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-13-03", "CF-13-04", "CF-4.4-01", "CF-16-02", "CF-16.1-02")
def test_a_castle_takes_48_phases() -> None:
    """80 gold, 60 wood, 120 manpower, paid at once; it begins with rating 1 and strength 3."""
    world = land(gold=80, wood=60, manpower=120)
    del world.locations[CASTLE]  # that stands in the city
    turn = begin(world)
    assert nation_order(turn, "Am", "build 3 1501")
    assert whole(world.nations["Am"].pool) == {}
    for turn.phase in range(1, 48):
        progress_works(turn)
    assert built(world) == []
    progress_works(turn)
    (castle,) = built(world)
    assert (castle.id, castle.type, castle.outside, castle.owner) == (1700, "castle", "1501", "Am")
    assert (castle.rating, castle.strength, castle.unique, world.next_location) == (1, 3, False, 1701)
    assert world.nations["Am"].works == []
    assert [data["what"] for data in told(turn, "work done", "AM")] == ["castle"]


@pytest.mark.rule("CF-4.4-02")
def test_several_works_go_on_together() -> None:
    world = land()
    world.hexes[171].owner = "Am"  # with a harbour
    turn = begin(world)
    assert nation_order(turn, "Am", "build castle 225")
    assert nation_order(turn, "Am", "build temple 1501")
    world.nations["Am"].works.append(Work("launch", "warships", number=3, left=24))
    for turn.phase in range(1, 25):
        progress_works(turn)
    assert [one.type for one in built(world)] == ["temple"]
    assert (world.nations["Am"].warships, [work.left for work in world.nations["Am"].works]) == (3, [24])


@pytest.mark.rule("CF-13-03", "CF-13-04")
@pytest.mark.parametrize(
    "order",
    [
        "build 3 300",  # nobody's hex
        "build 3 1502",  # nobody's city
        "build 7 190",  # temples stand in cities
        "build 8 225",  # towers in cities or castles
        "build 4 190",  # forts are built by engineers
        "build 1 190",  # cities by nobody
        "build 99 190",
        "build 3 9999",
        "build 3 101",  # deep ocean
    ],
)
def test_what_nations_cannot_build(order: str) -> None:
    world = land()
    world.hexes[101].owner = "Am"
    before = dict(world.nations["Am"].pool)
    turn = begin(world)
    assert not nation_order(turn, "Am", order)
    assert (world.nations["Am"].works, world.nations["Am"].pool) == ([], before)


@pytest.mark.rule("CF-13-04")
def test_one_build_and_one_castle_a_position() -> None:
    world = land()
    turn = begin(world)
    assert nation_order(turn, "Am", "build 7 1501")
    assert not nation_order(turn, "Am", "build 8 1501")  # something is being built there
    world.locations[CASTLE].owner = "Am"
    world.nations["Am"].works.clear()
    assert not nation_order(turn, "Am", "build 3 1501")  # a castle stands in the city
    assert nation_order(turn, "Am", "build 8 1504")  # a tower in the castle
    assert not nation_order(turn, "Am", "build 3 1504")


@pytest.mark.rule("CF-13-04", "CF-6-08")
def test_a_work_that_cannot_be_paid_does_not_begin() -> None:
    world = land(gold=80, wood=60, manpower=119)
    assert not nation_order(begin(world), "Am", "build 3 190")
    assert whole(world.nations["Am"].pool) == {"gold": 80, "wood": 60, "manpower": 119}


@pytest.mark.rule("CF-R-2.7")
@pytest.mark.rule("CF-4.4-01")
@pytest.mark.parametrize(
    ("owner", "enemy", "left"),
    [("Am", "", 47), ("Am", "Ogres", 48), ("Am", "Dire Wolves", 47), ("Rc", "", None), ("", "", None)],
)
def test_works_pause_beside_enemies_and_end_with_the_land(owner: str, enemy: str, left: int | None) -> None:
    """Wolves do not influence control (ruling 2.7)."""
    world = land()
    turn = begin(world)
    nation_order(turn, "Am", "build 3 225")
    world.hexes[225].owner = owner
    if enemy:
        add_unit(world, "Wd", enemy, 225)
    progress_works(turn)
    works = world.nations["Am"].works
    assert [work.left for work in works] == ([left] if left else [])
    assert len(told(turn, "work lost", "AM")) == (left is None)


# --- built by units ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-13-02", "CF-13-04", "CF-16-02", "CF-6-05")
def test_engineers_build_forts() -> None:
    """20 gold and 40 wood, 16 phases. Whoever leads the force gives the order."""
    world = land(gold=20, wood=30)
    captain, engineers = add_unit(world, "Am", "Captain", 300), add_unit(world, "Am", "Engineers", 300, carries=stock(wood=10))
    form(captain, engineers)
    give(captain, "build 4")
    turn = act(begin(world), 15)
    assert (built(world), whole(world.nations["Am"].pool), engineers.carries) == ([], {}, {})
    act(turn)
    (fort,) = built(world)
    assert (fort.type, fort.owner, fort.outside, fort.rating, fort.strength) == ("fort", "Am", "300", 1, 3)


@pytest.mark.rule("CF-13-02")
@pytest.mark.parametrize(
    ("kind", "order", "position"),
    [
        ("Light Infantry", "build 4", "300"),
        ("Engineers", "build 3", "300"),
        ("Engineers", "build 4", "1501"),
        ("Engineers", "build 4", "o300"),
        ("Engineers", "build 4", "190"),
    ],
)
def test_what_units_cannot_build(kind: str, order: str, position: str) -> None:
    """Forts stand in hexes, one in each; a castle is a nation's work."""
    world = land()
    world.locations[1700] = Location(1700, "fort", "190", owner="Am", rating=1, strength=3)
    unit = add_unit(world, "Am", kind, position)
    give(unit, order)
    turn = act(begin(world))
    assert (len(told(turn, "order failed", "AM")), unit.program) == (1, [])


# --- what locations do ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-13-01")
def test_locations_do_what_all_can() -> None:
    world = land()
    city = world.locations[CITY]
    city.unique = False
    captain = add_unit(world, "Am", "Captain", 190)
    block = ("orders:", "wait 1", ".")
    give(
        city,
        "wait 1",
        "repeat 2",
        *block,
        f"signal {captain.id}",
        f"order {captain.id}",
        "orders:",
        "wait 9",
        ".",
        "myalias $home",
    )
    give(captain, f"waitonesig {CITY}", "wait 1")
    turn = act(begin(world), 4)
    assert city.program == []
    assert (world.nations["Am"].aliases, [one.text for one in captain.program]) == ({"home": CITY}, ["wait 9"])
    assert turn.phase == 4
    givers = {kind.name: kind.giver for kind in grammar().kinds}
    for name in (
        "clear",
        "break",
        "insert",
        "embed",
        "wait",
        "time",
        "signal",
        "waitonesig",
        "waitallsig",
        "waitforone",
        "waitforall",
    ):
        assert "location" in givers[name].split("+"), name
    for name in ("order", "repeat", "name", "myname", "alias", "myalias"):
        assert "location" in givers[name].split("+"), name


@pytest.mark.rule("CF-13.1-02", "CF-13.1-04", "CF-13.1-03", "CF-2.2-14")
def test_a_city_grows_by_a_size_every_eight_phases() -> None:
    """60 gold, 60 wood, 100 manpower a size, all paid at the beginning; Stavenholm has size 8 of 12."""
    world = land(gold=130, wood=125, manpower=210)
    city = world.locations[CITY]
    give(city, "expand 2")
    turn, sizes = begin(world), []
    for _ in range(17):
        act(turn)
        sizes.append(city.size)
    assert sizes == [8] * 7 + [9] * 8 + [10] * 2
    assert whole(world.nations["Am"].pool) == {"gold": 10, "wood": 5, "manpower": 10}


@pytest.mark.rule("CF-13.1-05", "CF-16.1-04", "CF-16.1-05", "CF-16.1-01", "CF-16.1-03")
@pytest.mark.parametrize(
    ("number", "gold", "wood", "manpower"), [(1501, 120 + 28, 120, 200 + 56), (1503, 80 + 28, 80, 160 + 56)]
)
def test_growing_a_walled_city_costs_more_walls(number: int, gold: int, wood: int, manpower: int) -> None:
    """The book's walls of rating 2 and strength 7: two increments are a volume of 28."""
    world = land()
    city = world.locations[number]
    city.owner, city.size, city.max_size, city.rating, city.strength = "Am", 6, 9, 2, 7
    world.hexes[206].owner = "Am"
    give(city, "expand 2")
    turn = act(begin(world))
    assert whole(turn.account("Am").used) == {"gold": gold, "wood": wood, "manpower": manpower}


@pytest.mark.rule("CF-13.1-06", "CF-13.1-02")
@pytest.mark.parametrize(
    ("enemy", "position", "hex_owner", "increments", "grows"),
    [
        ("", "", "Am", 1, True),
        ("Bandits", "190", "Am", 1, False),
        ("Bandits", "1501", "Am", 1, False),
        ("Bandits", "224", "Am", 1, True),
        ("Dire Wolves", "190", "Am", 1, True),
        ("", "", "", 1, False),
        ("", "", "Rc", 1, False),
        ("", "", "Am", 4, True),
        ("", "", "Am", 5, False),
    ],
)
def test_when_a_city_can_grow(enemy: str, position: str, hex_owner: str, increments: int, grows: bool) -> None:
    """No enemies with influence on control at its position or inside, in an own hex, to size 12 at most."""
    world = land()
    world.hexes[190].owner = hex_owner
    if enemy:
        add_unit(world, "Wd", enemy, position)
    city = world.locations[CITY]
    give(city, f"expand {increments}")
    turn = act(begin(world), 8)
    assert (city.size, len(told(turn, "order failed", "AM"))) == ((9, 0) if grows else (8, 1))
    assert grows or len(whole(turn.account("Am").used)) == 0


@pytest.mark.rule("CF-13.1-06", "CF-6-02")
def test_enemies_that_come_end_the_growth() -> None:
    """What is done stays done, what was paid is lost."""
    world = land()
    city = world.locations[CITY]
    give(city, "expand 2")
    turn = act(begin(world), 10)
    add_unit(world, "Wd", "Bandits", 190)
    act(turn, 12)
    assert (city.size, city.program) == (9, [])
    assert whole(world.nations["Am"].pool)["gold"] == 1000 - 120


@pytest.mark.rule("CF-13.1-04")
def test_only_cities_grow() -> None:
    world = land()
    castle = world.locations[CASTLE]
    castle.owner = "Am"
    give(castle, "expand 1")
    assert len(told(act(begin(world)), "order failed", "AM")) == 1


@pytest.mark.rule("CF-13.1-01")
def test_cities_recruit_trade_and_are_worth_points() -> None:
    """Most types need a city's terrain; a city breeds people and trades."""
    tables = bare_world().tables
    in_city = [row for row in tables.recruiting.values() if "city" in row.places]
    assert len(in_city) > len(tables.recruiting) * 3 // 4
    assert {tables.location_types[kind].interior_terrain for kind in ("city", "town")} == {"city"}


@pytest.mark.rule("CF-INDEX-01", "CF-13.1-01", "CF-13.1-03")
@pytest.mark.parametrize("kind", ["city", "town"])
def test_towns_follow_the_rules_of_cities(kind: str) -> None:
    """It grows by order from size 3 to 4 in 8 phases, while infantry that needs a city is recruited in it. Of size 4 and trade
    rating 9 it breeds 28 men, 7 a size, who pay 7 % in gold, and trades for 36; without food it shrinks again."""
    world = land(gold=1000, wood=1000, manpower=1000, food=1000, men=50, arms=50)
    place = world.locations[CITY]
    place.type, place.size, place.trade_rating = kind, 3, 9
    captain = add_unit(world, "Am", "Captain", CITY)
    give(captain, "recruit 2 50")
    give(place, "expand 1")
    act(begin(world), 8)
    assert place.size == 4
    assert [one.type for one in world.units.values()] == [captain.type, 2]
    world.nations["Am"].pool = {}
    world.units.clear()
    world.hexes[190].owner = world.hexes[225].owner = ""
    turn = begin(world)
    for turn.phase in range(1, 25):
        count_phase(turn)
    settle_economy(turn)
    made = whole(world.nations["Am"].produced)
    assert (made["men"], made["gold"], place.size) == (28, 37.96, 3)
    assert told(turn, "city shrank", "AM")

"""Fortifications outside of battles: ratings, costs, works, damage, sapping, what falls at the turn's end (CF-16)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.game.chance import Chance
from postern.rulesets.cosmos.orders.carrying_out import append
from postern.rulesets.cosmos.orders.families.building import engines, hits
from postern.rulesets.cosmos.rules.works import (
    collapse,
    effective_rating,
    most_damage,
    most_rating,
    sapping_effect,
    settle_fortifications,
    wall_cost,
    wall_length,
)
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Item, Location, Unit, World
from tests.rules.cosmos.build import add_unit, begin, form, give, program, told
from tests.rules.cosmos.economy import act, bare_world, settled, stock, whole

CITY, CASTLE = 1501, 1504


def walled(
    number: int = CASTLE, rating: int = 3, strength: int = 10, size: int = 0, damage: int = 0, **pool: float
) -> tuple[World, Location]:
    """A location of Am with these walls; Am owns hex and city, and has this much or plenty."""
    world = bare_world()
    world.hexes[190].owner = world.locations[CITY].owner = "Am"
    location = world.locations[number]
    location.owner, location.rating, location.strength, location.size, location.damage = "Am", rating, strength, size, damage
    world.nations["Am"].pool = stock(**(pool or {"gold": 1000, "manpower": 2000}))
    return world, location


# --- ratings and costs ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-16-03", "CF-16-04")
@pytest.mark.parametrize(
    ("rating", "strength", "damage", "effective"),
    [(3, 10, 0, 3), (3, 10, 9, 3), (3, 10, 10, 2), (3, 10, 29, 1), (3, 10, 30, 0), (3, 10, 40, 0), (0, 0, 0, 0), (0, 5, 5, 0)],
)
def test_the_effective_rating(rating: int, strength: int, damage: int, effective: int) -> None:
    assert effective_rating(Location(1, "castle", "190", rating=rating, strength=strength, damage=damage)) == effective


@pytest.mark.rule("CF-16.1-01", "CF-16.1-02", "CF-16.1-03", "CF-16.1-05")
@pytest.mark.parametrize(("kind", "size", "length"), [("city", 6, 6), ("town", 3, 3), ("castle", 0, 5), ("fort", 0, 5)])
def test_the_volume_of_walls(kind: str, size: int, length: int) -> None:
    """The city of the book: size 6, rating 2, strength 7: volume 84, 168 manpower and 84 gold."""
    world = bare_world()
    one = Location(1700, kind, "190", size=size, rating=2, strength=7)
    assert wall_length(world, one) == length
    assert wall_cost(2 * 7 * length) == {"gold": 14 * length, "manpower": 28 * length}
    assert wall_cost(84) == {"gold": 84, "manpower": 168}


@pytest.mark.rule("CF-16.2-05", "CF-16.2-06", "CF-16.2-07", "CF-16-01", "CF-16-02")
@pytest.mark.parametrize(
    ("kind", "outside", "strength", "most"),
    [
        ("city", "190", 60, 4),
        ("castle", "190", 60, 6),
        ("fort", "190", 60, 3),
        ("castle", "230", 60, 2),  # swamp
        ("castle", "1700", 60, 2),  # in a city in a swamp
        ("castle", "190", 12, 4),
        ("castle", "190", 11, 3),
        ("castle", "190", 2, 0),
        ("temple", "190", 60, 0),
    ],
)
def test_the_greatest_rating(kind: str, outside: str, strength: int, most: int) -> None:
    world = bare_world()
    assert world.tables.hexes[230].terrain == "swamp"
    world.locations[1700] = Location(1700, "city", "230")
    assert most_rating(world, Location(1, kind, outside, strength=strength)) == most


# --- improve and remove --------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-16.1-06", "CF-16.1-07", "CF-16.2-01", "CF-16.2-02", "CF-16.2-03")
def test_the_castle_of_the_book() -> None:
    """Rating 3, strength 10: two strength (60 manpower, 30 gold; 2 phases each), then rating 4 (120, 60; 6 x 4 phases)."""
    world, castle = walled(gold=90, manpower=180)
    give(castle, "improve strength 2", "improve rating 1")
    turn, found = begin(world), []
    for _ in range(28):
        act(turn)
        found.append((castle.strength, castle.rating))
    assert found == [(10, 3)] + [(11, 3)] * 2 + [(12, 3)] * 24 + [(12, 4)]
    assert (whole(turn.account("Am").used), world.nations["Am"].pool) == ({"gold": 90, "manpower": 180}, {})


@pytest.mark.rule("CF-16.2-03", "CF-6-02")
def test_a_rating_by_two_takes_each_step_its_time() -> None:
    """From 2 to 4: 18 and 24 phases, paid at once: 2 x 12 x 5 volume."""
    world, castle = walled(rating=2, strength=12)
    give(castle, "improve rating 2")
    turn = act(begin(world))
    assert whole(turn.account("Am").used) == {"gold": 120, "manpower": 240}
    act(turn, 16)
    assert castle.rating == 2
    act(turn)
    assert (castle.rating, turn.phase) == (3, 18)
    act(turn, 23)
    assert castle.rating == 3
    act(turn)
    assert (castle.rating, turn.phase) == (4, 42)


@pytest.mark.rule("CF-16.2-01", "CF-16.2-05", "CF-16.2-07")
@pytest.mark.parametrize(
    ("order", "rating", "strength", "gold", "manpower", "used"),
    [
        ("improve rating", 3, 12, 500, 1000, 60),  # one step, as strength allows
        ("improve rating", 1, 12, 130, 1000, 120),  # two of three steps of 60 gold
        ("improve rating", 1, 12, 500, 239, 60),  # one, for lack of manpower
        ("improve strength", 3, 10, 50, 1000, 45),  # three points of 15 gold
        ("improve rating 2", 3, 12, 500, 1000, 0),
        ("improve rating", 4, 12, 500, 1000, 0),
        ("improve strength 4", 3, 10, 59, 1000, 0),
    ],
)
def test_the_greatest_improvement(order: str, rating: int, strength: int, gold: int, manpower: int, used: int) -> None:
    world, castle = walled(rating=rating, strength=strength, gold=gold, manpower=manpower)
    give(castle, order)
    turn = act(begin(world))
    assert whole(turn.account("Am").used).get("gold", 0) == used
    assert len(told(turn, "order failed", "AM")) == (not used)


@pytest.mark.rule("CF-R-8.5")
@pytest.mark.rule("CF-16-01", "CF-16.3-09")
def test_new_walls_on_an_unwalled_city() -> None:
    """Strength costs a manpower for each point and length while there is no rating (ruling 8.5)."""
    world, city = walled(CITY, 0, 0, size=5)
    give(city, "improve strength 3", "improve rating 1")
    turn = act(begin(world), 12)
    assert (city.rating, city.strength) == (1, 3)
    assert whole(turn.account("Am").used) == {"gold": 15, "manpower": 15 + 30}


@pytest.mark.rule("CF-16.2-04", "CF-16.2-09", "CF-16.3-12")
@pytest.mark.parametrize("order", ["improve strength 1", "remove rating 1", "repair damage 1", "repair sapping 1"])
@pytest.mark.parametrize(
    ("enemy", "position", "works"),
    [
        ("Bandits", "1501", False),
        ("Bandits", "1504", False),
        ("Bandits", "190", True),
        ("Dire Wolves", "1501", True),
        ("Griffon", "1504", True),
    ],
)
def test_walls_are_worked_on_only_without_enemies(order: str, enemy: str, position: str, works: bool) -> None:
    """The castle stands in the city: enemies in hex 190 do not trouble it."""
    world, castle = walled(damage=5)
    castle.sapping = 5
    add_unit(world, "Wd", enemy, position)
    give(castle, order)
    turn = act(begin(world), 2)
    changed = (castle.strength, castle.rating, castle.damage, castle.sapping) != (10, 3, 5, 5)
    assert (changed, len(told(turn, "order failed", "AM"))) == (works, not works)


@pytest.mark.rule("CF-16.2-08", "CF-16.2-07")
@pytest.mark.parametrize(
    ("order", "phases", "rating", "strength"),
    [
        ("remove rating 2", 4, 1, 10),
        ("remove rating", 6, 0, 10),
        ("remove rating 9", 6, 0, 10),
        ("remove strength 1", 2, 3, 9),
        ("remove strength 2", 4, 2, 8),  # 3 x 3 is more than 8
        ("remove strength", 20, 0, 0),
    ],
)
def test_tearing_walls_down(order: str, phases: int, rating: int, strength: int) -> None:
    """Two phases a point, for nothing."""
    world, castle = walled()
    give(castle, order)
    turn = act(begin(world), phases - 1)
    assert (castle.rating, castle.strength) != (rating, strength)
    act(turn)
    assert (castle.rating, castle.strength, castle.program) == (rating, strength, [])
    assert whole(world.nations["Am"].pool) == {"gold": 1000, "manpower": 2000}


@pytest.mark.rule("CF-16.2-01", "CF-16.2-08")
@pytest.mark.parametrize("order", ["improve strength 1", "remove strength", "repair damage"])
def test_what_has_no_walls_works_on_none(order: str) -> None:
    world, mine = walled(1505, 0, 0)
    give(mine, order)
    assert len(told(act(begin(world)), "order failed", "AM")) == 1


@pytest.mark.rule("CF-16.2-03", "CF-6-02")
def test_an_improvement_broken_off_keeps_its_finished_steps() -> None:
    world, castle = walled()
    give(castle, "improve strength 5")
    turn = act(begin(world), 5)
    append(turn, castle, program("break"))
    act(turn, 6)
    assert (castle.strength, whole(world.nations["Am"].pool)["gold"]) == (12, 1000 - 75)


# --- repair --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-16.3-10", "CF-16.3-11")
@pytest.mark.parametrize(
    ("order", "gold", "repaired"),
    [
        ("repair damage 3", 50, 3),
        ("repair damage", 50, 7),
        ("repair damage 0", 50, 7),
        ("repair damage", 4, 4),
        ("repair damage 9", 50, 7),
        ("repair damage 5", 4, 0),
    ],
)
def test_repairing_damage(order: str, gold: int, repaired: int) -> None:
    """A gold, two manpower and a phase for each point; seven there are."""
    world, castle = walled(damage=7, gold=gold, manpower=40)
    give(castle, order)
    turn = act(begin(world))
    assert castle.damage == 7 - min(1, repaired)
    act(turn, 10)
    assert castle.damage == 7 - repaired
    assert whole(turn.account("Am").used) == ({"gold": repaired, "manpower": 2 * repaired} if repaired else {})


@pytest.mark.rule("CF-R-8.6")
@pytest.mark.rule("CF-16.3-10", "CF-16.3.1-08", "CF-16.3.1-01")
@pytest.mark.parametrize(
    ("order", "sapping", "left", "gold", "phases", "until_then"),
    [
        ("repair sapping 4", 6, 2, 4, 4, 0),
        ("repair sapping 9", 6, 0, 6, 9, 0),
        ("repair sapping", 6, 0, 6, 6, 5),
        ("repair sapping", 0, 0, 0, 1, 0),
        ("repair sapping 3", 0, 0, 0, 3, 0),
    ],
)
def test_filling_tunnels(order: str, sapping: int, left: int, gold: int, phases: int, until_then: int) -> None:
    """It is paid as it is done, and tells only at its end whether anything was found (ruling 8.6)."""
    world, castle = walled(gold=50, manpower=100)
    castle.sapping = sapping
    give(castle, order)
    turn = act(begin(world), phases - 1)
    assert castle.sapping == sapping - until_then
    assert whole(turn.account("Am").used).get("gold", 0) == until_then
    assert not told(turn, "sapping repaired")
    assert all(one.left <= (phases if order[-1].isdigit() else 1) for one in castle.program)
    act(turn)
    assert (castle.sapping, whole(turn.account("Am").used).get("gold", 0)) == (left, gold)
    (data,) = told(turn, "sapping repaired", "AM")
    assert data["found"] is (gold > 0)
    assert set(data) == {"who", "owner", "name", "found", "step"}


# --- damage --------------------------------------------------------------------------------------------------------------


def attacked(individuals: int = 50, kind: str = "Engineers", owner: str = "Rc") -> tuple[World, Location, Unit]:
    """Engineers of Am, led by a captain, in front of a castle of Rc in hex 190. Am holds Rc as enemy."""
    world, castle = walled(rating=3, strength=10)
    castle.owner, castle.outside, world.hexes[190].owner = owner, "190", ""
    world.nations["Am"].policies["Rc"] = "enemy"
    captain = add_unit(world, "Am", "Captain", 190)
    form(captain, add_unit(world, "Am", kind, 190, individuals))
    return world, castle, captain


@pytest.mark.rule("CF-16.3-05")
def test_siege_engines() -> None:
    """25 engineers are four engines, 50 eight; with ten lightly wounded (70 %) of 25, 4 x (15 + 7) / 25; infantry is none."""
    world, _, captain = attacked(50)
    more = add_unit(world, "Am", "Engineers", 190, 25, wounds=[100] * 10)
    foot = add_unit(world, "Am", "Light Infantry", 190)
    assert engines(world, [captain, world.units[captain.members[0]], foot], "siege") == 8
    assert engines(world, [more], "siege") == Fraction(4 * 22, 25)
    assert engines(world, [more], "sap") == 0


@pytest.mark.rule("CF-16.3-06")
def test_each_engine_hits_with_a_chance_of_a_quarter() -> None:
    """3.5 engines in 4000 phases: 3500 hits, give or take."""
    world, _, captain = attacked()
    turn = Turn(world, [], Chance("tests").turn(1))
    total = 0
    for turn.phase in range(1, 4001):
        found = hits(turn, "damage", captain, Fraction(7, 2))
        assert 0 <= found <= 4
        total += found
    assert 3350 < total < 3650
    for turn.phase in range(1, 50):
        assert hits(turn, "damage", captain, Fraction(0)) == 0


@pytest.mark.rule("CF-16.3-01", "CF-16.3-03", "CF-16.3-04", "CF-16.3-02")
@pytest.mark.parametrize(
    ("order", "phases", "damage"), [("damage 1504 3", 3, 24), ("damage 1504 1", 1, 8), ("damage 1504", 5, 40)]
)
def test_damaging_walls(order: str, phases: int, damage: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight engines which all hit. The walls of strength 10 and rating 3 can have 40 damage; then it is over."""
    world, castle, captain = attacked(50)
    monkeypatch.setattr("postern.rulesets.cosmos.orders.families.building.hits", lambda turn, what, unit, number: int(number))
    give(captain, order, "myname Done")
    turn = act(begin(world), phases)
    assert (castle.damage, captain.name) == (damage, "")
    act(turn)
    assert (castle.damage, captain.name) == (damage, "Done")
    assert most_damage(castle) == 40


@pytest.mark.rule("CF-16.3-01", "CF-16.3-03")
@pytest.mark.parametrize("case", ["neutral", "elsewhere", "inside", "no engineers", "no walls", "own"])
def test_what_cannot_be_damaged(case: str) -> None:
    world, castle, captain = attacked(
        50, "Light Infantry" if case == "no engineers" else "Engineers", "Am" if case == "own" else "Rc"
    )
    if case == "neutral":
        world.nations["Am"].policies.clear()
    if case in ("elsewhere", "inside"):
        for unit in world.units.values():
            unit.position = "207" if case == "elsewhere" else "1504"
    if case == "no walls":
        castle.rating = 0
    give(captain, "damage 1504 2")
    turn = act(begin(world))
    assert (castle.damage, captain.program, len(told(turn, "order failed", "AM"))) == (0, [], 1)


@pytest.mark.rule("CF-16.3-01")
def test_whose_walls_are_damaged_becomes_an_enemy() -> None:
    """Gaps 8.2."""
    world, _, captain = attacked()
    give(captain, "damage 1504 2")
    turn = act(begin(world))
    assert world.policy("Rc", "Am") == "enemy"
    assert len(told(turn, "declared enemy", "RC")) == 1
    act(turn)
    assert len(told(turn, "declared enemy", "RC")) == 1


# --- sapping -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-16.3.1-02", "CF-16.3.1-05", "CF-16.3.1-01")
def test_sapping_is_hidden_and_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """40 tinkers are as good as three engines; here each phase does seven, and twice the strength is the most."""
    world, castle, captain = attacked(40, "Goblin Tinkers")
    assert engines(world, [world.units[captain.members[0]]], "sap") == 3
    monkeypatch.setattr("postern.rulesets.cosmos.orders.families.building.hits", lambda turn, what, unit, number: 7)
    give(captain, "sap 1504")
    turn = act(begin(world), 2)
    assert (castle.sapping, castle.damage) == (14, 0)
    act(turn, 2)
    assert (castle.sapping, captain.program) == (20, [])
    assert not [event for event in turn.events if "RC" in event.seen_by and event.kind != "declared enemy"]
    assert all("points" not in data and "damage" not in data for data in told(turn, "sapped", "AM"))


@pytest.mark.rule("CF-16.3.1-03")
@pytest.mark.parametrize(
    ("owner", "kind", "position", "works"),
    [
        ("Rc", "Elven Archers", "190", False),
        ("Wd", "Bandits", "190", False),
        ("Sl", "Dwarven Axemen", "190", True),
        ("Rc", "Elven Archers", "1504", True),
    ],
)
def test_nobody_saps_beside_armed_enemies(owner: str, kind: str, position: str, works: bool) -> None:
    world, _, captain = attacked(80, "Goblin Tinkers")
    add_unit(world, owner, kind, position)
    give(captain, "sap 1504 1")
    assert len(told(act(begin(world)), "sapped", "AM")) == works


@pytest.mark.rule("CF-16.3.1-04")
@pytest.mark.parametrize(("strength", "rating", "effect"), [(12, 4, 1.2), (9, 3, 1.2), (12, 3, 1.0), (15, 3, 0.85)])
def test_the_effect_of_sapping_by_stability(strength: int, rating: int, effect: float) -> None:
    """The book says about 120 % at stability 3, 100 % at 4, about 85 % at 5, and less above."""
    location = Location(1, "castle", "190", strength=strength, rating=rating)
    assert sapping_effect(location) == pytest.approx(effect, abs=0.03)
    assert sapping_effect(Location(1, "castle", "190", strength=30, rating=3)) < 0.6


@pytest.mark.rule("CF-16.3.1-06", "CF-16.3.1-07")
def test_how_often_and_how_far_walls_collapse() -> None:
    """Strength 12 and rating 3: with 20 sapping points 10 % a phase, never more than 50 %; 50 to 100 % of the points go, and do
    as much damage on average."""
    for sapping, low, high in ((20, 160, 240), (4, 20, 60), (0, 0, 0)):
        world, castle = walled(strength=12)
        times, gone, damage = 0, 0, 0
        turn = begin(world)
        for turn.phase in range(1, 2001):
            castle.sapping, castle.damage = sapping, 0
            collapse(turn)
            if castle.sapping < sapping:
                times += 1
                gone += sapping - castle.sapping
                damage += castle.damage
                assert 0 <= castle.sapping <= sapping // 2
                assert castle.damage <= round(1.5 * (sapping - castle.sapping))
        assert low <= times <= high
        assert not times or 0.85 < damage / gone < 1.15
        assert len(told(turn, "walls collapsed", "AM")) == times


@pytest.mark.rule("CF-16.3.1-06")
def test_the_greatest_chance_of_a_collapse() -> None:
    """Strength 3 with 90 points would be 180 %: it is 50 %."""
    world, castle = walled(rating=1, strength=3)
    turn, times = begin(world), 0
    for turn.phase in range(1, 1001):
        castle.sapping = 90
        collapse(turn)
        times += castle.sapping < 90
    assert 440 < times < 560


# --- the end of the turn -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-16.3-07", "CF-16.3-08", "CF-16.3-09")
@pytest.mark.parametrize(
    ("number", "before", "after"),
    [
        (CASTLE, (3, 10, 29), (3, 10, 29)),
        (CASTLE, (3, 10, 30), (2, 10, 20)),
        (CASTLE, (3, 10, 40), (2, 10, 30)),
        (CASTLE, (1, 3, 3), None),
        (CASTLE, (0, 3, 0), None),
        (CITY, (1, 3, 3), (0, 3, 0)),
        (CITY, (1, 3, 6), (0, 0, 0)),
        (CITY, (0, 3, 2), (0, 3, 2)),
        (1525, (1, 3, 3), (0, 3, 0)),
    ],
)
def test_what_falls_at_the_end_of_the_turn(
    number: int, before: tuple[int, int, int], after: tuple[int, int, int] | None
) -> None:
    """The Beacon is no castle and stays."""
    rating, strength, damage = before
    world, location = walled(number, rating, strength, damage=damage)
    turn = begin(world)
    settle_fortifications(turn)
    assert (number in world.locations) == (after is not None)
    if after:
        assert (location.rating, location.strength, location.damage) == after
    else:
        assert len(told(turn, "location destroyed", "AM")) == 1


@pytest.mark.rule("CF-16.3-08")
def test_what_was_in_a_destroyed_castle_is_outside() -> None:
    world, castle = walled(rating=0, strength=0)
    world.nations["Am"].home = CASTLE
    tower = world.locations[1700] = Location(1700, "tower", str(CASTLE), owner="Am")
    unit = add_unit(world, "Am", "Captain", CASTLE)
    castle.stores, world.locations[CITY].stores = stock(gold=5), stock(gold=1)
    world.items[2001] = Item(2001, "ember", "Ember", position=str(CASTLE))
    settle_fortifications(begin(world))
    places = (tower.outside, unit.position, world.items[2001].position)
    assert (places, whole(world.locations[CITY].stores)) == ((str(CITY),) * 3, {"gold": 6})
    assert world.nations["Am"].home == 190
    settled(world)

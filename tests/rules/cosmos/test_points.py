"""Victory points, the administration limit, rulers and heirs (CF-3.2-09, CF-5.3, CF-5.5)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.rules import points
from postern.rulesets.cosmos.rules.nations import replace_rulers
from postern.rulesets.cosmos.world.records import Location
from tests.rules.cosmos.build import add_unit, begin, empty_world, run_turn, scenario_world


@pytest.mark.rule("CF-5.3-01", "CF-5.3-04", "CF-1.2-10")
@pytest.mark.parametrize("slug", ["thalmar", "two_tides"])
def test_every_nation_begins_with_nothing(slug: str) -> None:
    world = scenario_world(slug)
    points.score(world)
    assert {one.points for one in world.nations.values() if one.seat} == {0}


# Aldermark: Stavenholm 8, Harrowick 5 (3 a size), Lidbury 3 (2 a size), Crownkeep 1, a mine 3, 12 hexes, the ruler 10.
ALDERMARK = 24 + 15 + 6 + 1 + 3 + 12 + 10


@pytest.mark.rule("CF-5.3-01")
def test_what_a_nation_begins_with_is_taken_off() -> None:
    assert scenario_world().nations["Am"].start_value == ALDERMARK


@pytest.mark.rule("CF-5.3-04")
@pytest.mark.parametrize(
    ("change", "gain"),
    [
        ("lose a hex", -1),
        ("lose a city", -15),
        ("damage the castle", 0),
        ("build a castle", 1),
        ("build five castles", 3),
        ("take the beacon", 40),
        ("take the beacon with two embers", 40 + 20 + 20),
        ("hold an ember", 10),
        ("lose the ruler", -10),
        ("slay a ruler", 10),
    ],
)
def test_the_score_is_that_of_the_moment(change: str, gain: int) -> None:
    world = scenario_world()
    am = world.nations["Am"]
    if change == "lose a hex":
        world.hexes[next(number for number, one in world.hexes.items() if one.owner == "Am")].owner = ""
    if change == "lose a city":
        world.locations[1502].owner = "Gh"
    if change == "damage the castle":
        world.locations[1504].damage = 10  # as much as its strength: a rating less
    if change.startswith("build"):  # twelve hexes: four castles count, and one stands
        for number in range(5 if "five" in change else 1):
            world.locations[1800 + number] = Location(1800 + number, "castle", "190", owner="Am", rating=3, strength=9)
    if "beacon" in change:
        world.locations[1525].owner = "Am"
    if "embers" in change:
        world.items[2001].position, world.items[2002].position = "1525", ""
        world.items[2002].holder = add_unit(world, "Am", "knight", 1525).id
    if change == "hold an ember":
        world.items[2001].position, world.items[2001].holder = "", 3107
    if change == "lose the ruler":
        am.ruler = 0
    if change == "slay a ruler":
        am.rulers_slain.append("Gh")
    points.score(world)
    assert am.points == gain


@pytest.mark.rule("CF-R-20.1")
@pytest.mark.rule("CF-5.3-04", "CF-R-20.1")
def test_what_was_won_counts_when_it_was_held() -> None:
    """A city counts for its new owner from the turn after, one size more each turn; who loses it loses it at once."""
    world = scenario_world()
    city, am, gh = world.locations[1502], world.nations["Am"], world.nations["Gh"]
    world.turn = 5
    begin(world).hand_over_place(city, "Gh")
    won = []
    for world.turn in range(5, 12):
        points.score(world)
        won.append((am.points, gh.points))
    assert won == [(-15, 3 * size) for size in (0, 1, 2, 3, 4, 5, 5)]
    begin(world).hand_over_place(city, "Am")
    points.score(world)
    assert (am.points, gh.points) == (-15, 0)


@pytest.mark.rule("CF-R-20.1")
@pytest.mark.rule("CF-R-20.1")
def test_a_castle_or_mine_that_was_taken_counts_from_the_turn_after() -> None:
    world = scenario_world()
    mine = next(one for one in world.locations.values() if one.type == "iron mine" and one.owner == "Am")
    world.turn = 3
    begin(world).hand_over_place(mine, "Gh")
    points.score(world)
    assert (world.nations["Am"].points, world.nations["Gh"].points) == (-3, 0)
    world.turn = 4
    points.score(world)
    assert world.nations["Gh"].points == 3


@pytest.mark.rule("CF-R-11.4", "CF-5.3-04")
@pytest.mark.parametrize(
    ("place", "questing", "counts"),
    [
        ("free", True, 0),
        ("free", False, 10),
        ("own hex", True, 10),
        ("own city", True, 10),
        ("of others", True, 0),
        ("", True, 0),
    ],
)
def test_an_item_of_a_quest_counts_when_its_holder_is_back(place: str, questing: bool, counts: int) -> None:
    world = scenario_world()
    free = next(number for number, one in world.hexes.items() if not one.owner and world.tables.land(number))
    spot = {"free": str(free), "own hex": "190", "own city": "1502", "of others": "1516", "": ""}[place]
    knight = add_unit(world, "Am", "knight", spot, questing=questing)
    world.items[2001].position, world.items[2001].holder, world.items[2001].quest = "", knight.id, questing
    points.score(world)
    assert world.nations["Am"].points == counts


@pytest.mark.rule("CF-5.3-02", "CF-5.3-03", "CF-5.1-02")
def test_the_faction_with_the_better_average_gets_a_bonus() -> None:
    world = scenario_world("two_tides")
    points.score(world)
    assert {one.bonus for one in world.nations.values()} == {0}  # nobody leads at the start
    world.hexes[next(number for number, one in world.hexes.items() if one.owner == "Gh")].owner = "Am"
    points.score(world)
    assert {code for code, one in world.nations.items() if one.bonus == 15} == {"Am", "Rc", "Sl", "Co"}


@pytest.mark.rule("CF-5.3-02")
def test_only_nations_of_players_count_in_the_average() -> None:
    world = scenario_world("two_tides")
    for code in ("Rc", "Sl", "Co"):
        world.nations[code].seat = ""
        world.nations[code].start_value += 100
    world.nations["Am"].kept = 1
    points.score(world)
    assert world.nations["Am"].bonus == 15


@pytest.mark.rule("CF-5.3-03")
def test_points_of_gates_stay() -> None:
    world = scenario_world("two_tides")
    gate = next(one for one in world.locations.values() if one.type == "moon gate")
    gate.owner = "Am"
    points.keep_points(world, world.nations["Am"])
    gate.owner = "Gh"
    points.score(world)
    assert world.nations["Am"].points == 2


@pytest.mark.rule("CF-5.3-03")
@pytest.mark.parametrize(("turn", "over"), [(12, False), (13, True)])
def test_all_six_gates_end_the_game_from_turn_13_on(turn: int, over: bool) -> None:
    world = scenario_world("two_tides")
    world.turn = turn
    for one in world.locations.values():
        if one.type == "moon gate":
            one.owner = "Am"
    run_turn(world)
    assert world.finished is over
    assert (world.nations["Rc"].kept == 50) is over


@pytest.mark.rule("CF-3.2-09", "CF-3.2-10", "CF-13.2-04")
def test_the_administration_limit() -> None:
    world = scenario_world()
    am = world.nations["Am"]
    assert points.admin_limit(world, am) == 8 + 3 * 4 + 2  # base, three Nobles, one castle
    world.units[3103].questing = True
    world.units[3102].position = ""  # on his way home
    assert points.admin_limit(world, am) == 8 + 4 + 2
    world.locations[1504].besieged = True
    assert points.admin_limit(world, am) == 8 + 4


@pytest.mark.rule("CF-13.2-02")
@pytest.mark.parametrize("fault", ["hex", "rating"])
def test_a_castle_functions_in_a_hex_of_its_owner_while_its_walls_stand(fault: str) -> None:
    world = scenario_world()
    if fault == "hex":
        world.hexes[190].owner = "Gh"
    else:
        world.locations[1504].damage = 30
    assert 1504 not in [one.id for one in points.functioning_castles(world)]


@pytest.mark.rule("CF-5.5-01", "CF-5.5-02", "CF-5.5-03", "CF-5.5-06", "CF-5.5-11")
def test_the_heir_follows_the_ruler() -> None:
    world = scenario_world()
    am = world.nations["Am"]
    assert (am.ruler, am.heir) == (3101, 3102)
    turn = begin(world)
    limit = points.admin_limit(world, am)
    turn.remove(world.units[3101])
    assert points.admin_limit(world, am) == limit - 4
    replace_rulers(turn)
    assert (am.ruler, am.heir) == (3102, 0)


@pytest.mark.rule("CF-5.5-05", "CF-5.5-07")
def test_without_an_heir_the_lowest_unit_of_the_ruler_type_follows() -> None:
    world = empty_world()
    add_unit(world, "Am", "general", 190)
    second, third = add_unit(world, "Am", "noble", 190), add_unit(world, "Am", "noble", 190)
    am = world.nations["Am"]
    am.ruler = am.heir = 3399
    turn = begin(world)
    replace_rulers(turn)
    assert am.ruler == min(second.id, third.id)
    turn.remove(world.units[am.ruler])
    turn.remove(world.units[third.id])
    replace_rulers(turn)
    assert am.ruler == 0
    assert not am.eliminated

"""The world as one nation knows it: its own things whole, others as last seen, and nothing of what it may not know."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

import pytest

from postern.rulesets.cosmos.knowledge import imagined, view_of
from postern.rulesets.cosmos.world.document import dump, load
from postern.rulesets.cosmos.world.records import HexMemory, Item, LocationMemory, Memory, Sighting, Work, World
from tests.rules.cosmos.build import add_unit, give, run_turn, scenario_world


def a_world() -> World:
    """Nation Am has seen a unit of Rc, a town of its, and some hexes."""
    world = scenario_world()
    memory = world.nations["Am"].memory = Memory()
    memory.units[3512] = Sighting(3512, "Rc", world.units[3512].type, "", "209", 60, 50, 70, 1, 7)
    memory.locations[1507] = LocationMemory(1507, "city", "322", "Elm", "Rc", 4, 0, 0, 0, 1)
    memory.hexes |= {209: HexMemory(1, "Rc", "desert", "woods"), 322: HexMemory(1, "Rc")}
    give(world.units[3501], "wait 3")
    world.items[2101] = Item(2101, "weapon", "Sword", owner="Am", holder=3101)
    world.items[2102] = Item(2102, "weapon", "Bow", owner="Rc", holder=3501)
    world.units[3110].position = "1506"  # a scout in a foreign city
    world.signals = {3104: [3105, 3501], 3501: [3502]}
    return world


def test_own_things_stand_whole() -> None:
    world = a_world()
    give(world.units[3104], "wait 3")
    world.nations["Am"].works.append(Work("build", "castle", "157", left=5))
    known = imagined(world, "Am")
    own = [unit for unit in world.units.values() if unit.owner == "Am"]
    assert [known.units[one.id] for one in own] == own
    assert known.nations["Am"] == world.nations["Am"]
    assert all(known.locations[n] == one for n, one in world.locations.items() if one.owner == "Am")
    assert all(known.hexes[n] == one for n, one in world.hexes.items() if one.owner == "Am")
    assert 2101 in known.items
    assert 2102 not in known.items
    assert known.signals == {3104: [3105]}


def test_others_are_as_they_were_last_seen() -> None:
    world = a_world()
    known = imagined(world, "Am")
    unit = known.units[3512]
    assert (unit.position, unit.individuals, unit.owner, unit.program) == ("209", 60, "Rc", [])
    wound = world.tables.unit_types[unit.type].wp * 100 // 2
    assert unit.wounds == [wound] * 60
    assert [n for n, one in known.units.items() if one.owner != "Am"] == [3512]
    town = known.locations[1507]
    assert (town.name, town.outside, town.size, town.owner) == ("Elm", "322", 4, "Rc")
    assert {one.owner for one in known.hexes.values()} == {"", "Am", "Rc"}
    assert [n for n, one in known.hexes.items() if one.owner == "Rc"] == [209, 322]


def test_a_unit_that_is_known_to_be_gone_is_not_there() -> None:
    world = a_world()
    world.nations["Am"].memory.units[3512].gone = True
    assert 3512 not in imagined(world, "Am").units


def test_the_city_around_an_own_unit_is_known_and_a_place_that_is_not_has_nobody_in_it() -> None:
    world = a_world()
    world.nations["Am"].memory.units[3512].position = "1511"  # a city that is not on the map
    known = imagined(world, "Am")
    assert (known.locations[1506].owner, known.locations[1506].size) == ("Rc", world.locations[1506].size)
    assert 1511 not in known.locations
    assert 3512 not in known.units


def test_the_map_shows_what_is_known_and_plains_elsewhere() -> None:
    world = a_world()
    known = imagined(world, "Am")
    terrain = {number: one.terrain for number, one in known.tables.hexes.items()}
    assert terrain[209] == "desert"  # as it seemed
    assert terrain[322] == world.tables.hexes[322].terrain
    assert terrain[190] == world.tables.hexes[190].terrain
    own = {360, *(n for n, one in world.hexes.items() if one.owner == "Am")}  # 360: around the scout
    unknown = set(terrain) - own - {209, 322}
    assert {terrain[n] for n in unknown} == {"plains"}
    for kind, sides in known.tables.sides.items():
        assert all(side & (own | {209, 322}) for side in sides), kind
    assert all({*pair} & (own | {209, 322}) for pair in getattr(known.tables, "between", ()))
    assert known.tables.sides["road"] < world.tables.sides["road"]


def _move(world: World) -> None:
    world.units[3512].position = "190"


def _order(world: World) -> None:
    give(world.units[3512], "wait 9")


def _policy(world: World) -> None:
    world.nations["Rc"].policies["Am"] = "enemy"


def _pool(world: World) -> None:
    world.nations["Rc"].pool["gold"] = 7


def _recruit(world: World) -> None:
    add_unit(world, "Rc", "Scout", 360)


def _kill(world: World) -> None:
    del world.units[3503]


def _conquer(world: World) -> None:
    world.hexes[360].owner = "Gh"


def _store(world: World) -> None:
    world.locations[1507].stores["gold"] = 700


def _wall(world: World) -> None:
    world.locations[1507].rating = 3


def _item(world: World) -> None:
    world.items[2102].holder = 3502


def _signal(world: World) -> None:
    world.signals[3104].append(3502)


def _count(world: World) -> None:
    world.next_location, world.next_item, world.next_npc_unit = 1800, 2200, 7100


def _visited(world: World) -> None:
    city = world.locations[1506]
    city.stores["gold"], city.sapping = 700, 3
    give(city, "wait 9")


HIDDEN = [_move, _order, _policy, _pool, _recruit, _kill, _conquer, _store, _wall, _item, _signal, _count, _visited]


@pytest.mark.rule("CF-5.4-03")
@pytest.mark.parametrize("change", HIDDEN, ids=lambda one: one.__name__.strip("_"))
def test_nothing_changes_with_what_the_nation_may_not_know(change: Callable[[World], None]) -> None:
    world, other = a_world(), a_world()
    change(other)
    assert dump(world) != dump(other)
    assert imagined(world, "Am") == imagined(other, "Am")


def test_what_is_changed_in_it_is_not_changed_in_the_world() -> None:
    world = a_world()
    before = dump(world)
    known = imagined(world, "Am")
    for unit in known.units.values():
        unit.position, unit.carries["gold"] = "", 5
    for location in known.locations.values():
        location.stores["gold"] = 5
    known.nations["Am"].policies["Rc"] = "enemy"
    known.nations["Am"].pool.clear()
    known.hexes[190].stores["gold"] = 5
    run_turn(imagined(world, "Am"))
    assert dump(world) == before


def test_it_is_a_document_and_a_turn_runs_on_it() -> None:
    known = imagined(a_world(), "Am")
    assert load(dump(known)) == known
    assert run_turn(known).step == "8"


def test_copies_share_the_map_that_is_known() -> None:
    known = imagined(a_world(), "Am")
    shown = known.tables
    assert shown.hexes[209].terrain == "desert"
    copy = deepcopy(known)
    assert copy.tables is known.tables is shown
    assert (copy, dump(copy)) == (known, dump(known))


def test_a_view_finds_own_things_by_number_and_alias() -> None:
    world = a_world()
    world.nations["Am"].aliases["wall"] = 3112
    view = view_of(world, "AM")
    assert view.own("3112") is view.own("$wall") is view.world.units[3112]
    assert view.own("1501") is view.world.locations[1501]
    assert view.own("3512") is view.own("$nobody") is view.own("9999") is None
    assert view.knows(3512)
    assert view.knows(190)
    assert not view.knows(3513)
    with pytest.raises(KeyError):
        view_of(world, "NOBODY")

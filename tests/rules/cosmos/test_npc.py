"""The map at the start, and units that nobody plays (ruling 9, ``nations.csv``)."""

from __future__ import annotations

import pytest

from postern.rulesets.cosmos.rules.nations import restore_wild, roam
from postern.rulesets.cosmos.world.records import World
from tests.rules.cosmos.build import add_unit, begin, empty_world, run_phases, scenario_world


@pytest.mark.rule("CF-18-13")
def test_what_a_nation_knows_at_the_start() -> None:
    world = scenario_world()
    memory, grid = world.nations["Am"].memory, world.tables.grid
    own = [place for place, one in world.hexes.items() if one.owner == "Am"]
    near = {place for place in world.tables.hexes if min(grid.distance(place, one) for one in own) <= 2}
    coast = {place for place in world.tables.hexes if not world.tables.land(place)} & {
        other for place in world.tables.hexes if world.tables.land(place) for other in grid.neighbours(place)
    }
    assert set(memory.hexes) == near | coast
    assert memory.hexes[190].owner == "Am"
    assert memory.hexes[190].terrain == "farmlands"
    assert 279 not in memory.hexes  # the Beacon
    assert set(memory.locations) == {1501, 1502, 1503, 1504, 1505}
    assert memory.sea_lanes == [121, 122, 123, 138, 153, 154, 170, 186, 187]
    assert world.nations["Wd"].memory.hexes == {}


def wolves(world: World) -> int:
    """The wolves of the north-west: unit 7021 at 241."""
    return next(unit.id for unit in world.units.values() if unit.start == "241" and unit.behaviour == "wolves: roam")


def test_roamers_go_no_farther_than_two_hexes_and_half_of_the_time() -> None:
    goals = []
    for seed in range(200):
        world = scenario_world()
        number = wolves(world)
        for unit in list(world.units.values()):
            if unit.id != number:
                del world.units[unit.id]
        turn = begin(world, str(seed))
        roam(turn)
        goals += [one.text.removeprefix("farmove ") for one in world.units[number].program]
    grid = world.tables.grid
    assert 70 <= len(goals) <= 120  # half of 200, less those who are there already
    assert {grid.distance(int(goal), 241) for goal in goals} == {1, 2}
    assert all(world.tables.land(int(goal)) for goal in goals)


def test_roamers_come_back_and_go_to_prey() -> None:
    world = scenario_world()
    pack = world.units[wolves(world)]
    pack.position = "190"
    roam(begin(world))
    assert [one.text for one in pack.program] == ["farmove 241"]
    pack.position = "241"
    scout = add_unit(world, "Am", "Scout", 242)
    roam(begin(world))
    assert [one.text for one in pack.program] == ["farmove 242"]
    add_unit(world, "Am", "Medium Infantry", 240)  # it has influence on control: no prey
    scout.hidden = True
    roam(begin(world, "3"))
    assert [one.text for one in pack.program] != ["farmove 240"]
    scout.hidden = False
    turn = begin(world)
    roam(turn)
    run_phases(turn, 9)
    assert pack.position == "242"


def test_others_of_the_wild_stay() -> None:
    world = scenario_world()
    roam(begin(world))
    roaming = {unit.behaviour for unit in world.units.values() if unit.program}
    assert roaming <= {"wolves: roam", "ogres: roam"}
    assert roaming


@pytest.mark.parametrize(("turn", "back"), [(5, 0), (6, 11), (7, 0), (12, 11)])
def test_the_wild_comes_back(turn: int, back: int) -> None:
    world = empty_world()  # four each of wolves, ogres and bandits
    world.turn = turn
    bribed = add_unit(world, "Am", "Bandits", 190, id=7020)  # the bandits of 142 live on as another's
    world.hexes[241].owner = ""
    first = world.next_npc_unit
    restore_wild(begin(world))
    found = [unit for unit in world.units.values() if unit.id != bribed.id]
    assert len(found) == back
    assert [unit.id for unit in found] == list(range(first, first + back))
    restore_wild(begin(world))
    assert len(world.units) == back + 1


def test_the_wild_does_not_come_back_to_owned_hexes() -> None:
    world = empty_world()
    world.turn = 6
    world.hexes[241].owner = "Rc"
    restore_wild(begin(world))
    assert len(world.units) == 11
    pack = next(unit for unit in world.units.values() if unit.start == "309")
    assert (pack.owner, pack.individuals, pack.behaviour, pack.position) == ("Wd", 20, "wolves: roam", "309")


def test_pirates_of_the_isles_do_not_come_back() -> None:
    world = empty_world("two_tides")
    world.turn = 18
    for one in world.hexes.values():
        one.owner = ""
    restore_wild(begin(world))
    assert len(world.units) == 24  # 8 wolves, 8 ogres, and of 12 bandits the 8 that are no pirates

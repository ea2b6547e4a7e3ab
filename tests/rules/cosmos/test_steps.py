"""What steps cost: terrain, load, haste, sneaking, illusions, roads, rivers, levels (CF-2.1, CF-11.1, CF-11.2, CF-19.2)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.cosmos.rules.movement.costs import Land, Pace, shared_load
from postern.rulesets.cosmos.tables.land import Connection
from postern.rulesets.cosmos.tables.scenario import Scenario
from postern.rulesets.cosmos.world import records
from postern.rulesets.cosmos.world.records import HexMemory, Unit, World
from tests.kit.tables import Row, facts, table
from tests.rules.cosmos.build import add_unit, begin, empty_world, form, give, run_phases, told

ARRIVES_NEVER = 0
ONE = Fraction(1)


def known_world(slug: str = "thalmar", owner: str = "Am") -> World:
    """An empty world all of whose hexes the nation has seen."""
    world = empty_world(slug)
    tables = world.tables
    world.nations[owner].memory.hexes = {one.hex: HexMemory(1, terrain=one.terrain) for one in tables.hexes.values()}
    return world


def phases_until_there(world: World, unit: Unit, order: str, most: int = 24) -> int:
    """In which phase a unit has carried out its only order; 0 when the order failed."""
    give(unit, order)
    start, turn = unit.position, begin(world)
    for phase in range(1, most + 1):
        run_phases(turn, 1)
        if not unit.program:
            return phase if unit.position != start else ARRIVES_NEVER
    return most + 1


def set_up(world: World, given: str) -> list[Unit]:
    """The force of a row, its leader first: ``Scout at=205 food=7`` carries 7 of food, with ``wounds=5x2`` five individuals
    have lost two wound points each. ``illusion lake`` covers the hexes 205 and 206. Other lines are not read here."""
    force = []
    for fact in facts(given):
        if fact.name == "illusion":
            world.hexes[205].illusion = world.hexes[206].illusion = " ".join(fact.words)
        elif "at" in fact.values:
            unit = add_unit(world, "Am", " ".join((fact.name, *fact.words)), str(fact.values["at"]))
            hurt, _, lost = str(fact.values.get("wounds", "0x0")).partition("x")
            unit.wounds = [int(lost) * 100] * int(hurt)
            unit.carries = {"food": int(fact.values["food"]) * 100} if "food" in fact.values else {}
            force.append(unit)
    form(*force)
    return force


_PLAINS = "Medium Infantry at=205"


def with_tables(monkeypatch: pytest.MonkeyPatch, world: World, **changes: Any) -> Scenario:
    """Plays on with other tables."""
    tables = replace(world.tables, **changes)
    monkeypatch.setattr(records, "scenario", lambda slug: tables)
    return tables


# Medium Infantry: plains and farmlands 6, woods 7, road 4, small river 4, ford 1, large river 10, bridge 0. Scout: plains 3.
WAYS = (
    Row("woods to plains", "CF-11.1-01 CF-11.2-01 CF-11.2-02 CF-11.2-03", "Medium Infantry at=223", "move 222", "7"),
    Row("over a small river", "CF-11.2-03 CF-2.1.3-03 CF-2.3.1-13", "Medium Infantry at=240", "move 222", "11"),
    Row("a road over a ford", "CF-2.1.3-04 CF-2.1.3-05 CF-11.2.2-03", "Medium Infantry at=240", "move 223", "5"),
    Row("a road over a bridge", "CF-2.1.3-04 CF-11.2.2-03", "Medium Infantry at=175", "move 176", "4"),
    Row("straight over a large river", "CF-11.2-08 CF-2.1.3-03", "Medium Infantry at=192", "move 176d", "16"),
    Row("round by the bridge", "CF-11.2-07 CF-11.2-05", "Medium Infantry at=192", "move 176", "10"),
    Row("the road is quicker", "CF-11.2.2-01 CF-2.1.3-05", "Medium Infantry at=190", "move 207", "4"),
    Row("a road for the force as a whole", "CF-11.2.2-01", "Medium Infantry at=190; Giant at=190", "move 207", "5"),
    Row("the land is quicker than the road", "CF-11.2.2-01", "Trolls at=279", "move 280", "6"),
    Row("a scout alone", "CF-11.1-03", "Scout at=205", "move 206", "3"),
    Row("the slowest member counts", "CF-11.1-03", "Scout at=205; Medium Infantry at=205", "move 206", "6"),
    Row("sneaking costs twice as much", "CF-18.2-10", "Medium Infantry at=205", "sneak 206", "12"),
    Row("no ocean without ships", "CF-2.3.1-12 CF-11.2-01", "Medium Infantry at=171", "move 170d", "stays"),
    Row("no high mountains for a force of which one cannot", "CF-2.3.1-12", "Trolls at=245; Scout at=245", "move 261", "13"),
    Row("straight up", "CF-2.1.2-11 CF-11.2.1-05", "Ash Dragon at=205", "move oh", "2"),
    Row("straight down", "CF-2.1.2-11 CF-11.2.1-05", "Ash Dragon at=o205", "move h", "2"),
    Row("up to the next hex", "CF-2.1.2-12", "Ash Dragon at=205", "move o206d", "5"),
    Row("over to over", "CF-11.2.1-05 CF-2.1.2-03", "Ash Dragon at=o205", "move os", "2"),
    Row("a direction alone is on the surface", "CF-11.2.1-04 CF-2.1.2-12", "Ash Dragon at=o205", "move sd", "5"),
    Row("who cannot fly stays below", "CF-2.1.2-09", "Medium Infantry at=205", "move oh", "stays"),
    Row("a scout cannot go under", "CF-2.1.2-05", "Scout at=205", "move uh", "stays"),
    Row("two steps by directions", "CF-11.2.1-01 CF-11.2.1-02", "Scout at=208", "move n n", "5"),
    Row("three hexes are too far for a move", "CF-11-02", "Scout at=208", "move 205", "stays"),
    Row("but not for a farmove", "CF-11-04", "Scout at=208", "farmove 205", "8"),
    Row("the hex between is put in", "CF-11.2-04 CF-11-02", "Scout at=208", "move 206", "5"),
    Row("beyond the map", "CF-11.2.1-01", "Ash Dragon at=101", "move n", "stays"),
    Row("a road in its hex", "CF-11.2.2-02 CF-2.1.3-05", f"{_PLAINS}; road here", "move 206d", "5"),  # (4 + 6) / 2
    Row("a road in the other hex", "CF-11.2.2-02 CF-2.1.3-05", f"{_PLAINS}; road there", "move 206d", "5"),
    Row("the ford is cheaper", "CF-11.2.2-03 CF-2.1.3-04", f"{_PLAINS}; small river; ford", "move 206d", "7"),
)

DIRECTIONS = (
    Row(
        f"{direction} from an even column",
        "CF-2.1.1-01 CF-2.1.1-02 CF-2.1-03 CF-11.2.1-03",
        "Scout at=207",
        f"move {direction}",
        f"in {there}",
    )
    for direction, there in (("n", 206), ("ne", 223), ("se", 224), ("s", 208), ("sw", 190), ("nw", 189))
)

# Medium Infantry carry 8 each, 50 of them 400; a quarter is 100. They need 6 phases from plains to plains.
LOADS = (
    Row("100 of food", "CF-11.1.1-01 CF-11.1.1-02", f"{_PLAINS} food=100", "move 206", "6"),
    Row("101 of food", "CF-11.1-02 CF-11.1.1-02 CF-11.1.1-03", f"{_PLAINS} food=101", "move 206", "8"),
    Row("200 of food", "CF-11.1.1-03", f"{_PLAINS} food=200", "move 206", "8"),
    Row("201 of food", "CF-11.1.1-03 CF-11.1.1-04", f"{_PLAINS} food=201", "move 206", "9"),
    Row("399 of food", "CF-11.1.1-04", f"{_PLAINS} food=399", "move 206", "9"),
    Row("400 of food", "CF-11.1.1-05", f"{_PLAINS} food=400", "move 206", "12"),
    Row("401 of food", "CF-11.1.1-06", f"{_PLAINS} food=401", "move 206", "stays"),
    Row("70 of food, light wounds", "CF-11.1.1-07", f"{_PLAINS} food=70 wounds=50x1", "move 206", "6"),  # 70 % of 400 is 280
    Row("71 of food, light wounds", "CF-11.1.1-07", f"{_PLAINS} food=71 wounds=50x1", "move 206", "8"),
    Row("30 of food, heavy wounds", "CF-11.1.1-07", f"{_PLAINS} food=30 wounds=50x2", "move 206", "6"),  # 30 % is 120
    Row("31 of food, heavy wounds", "CF-11.1.1-07", f"{_PLAINS} food=31 wounds=50x2", "move 206", "8"),
    Row("nothing, deadly wounds", "CF-11.1.1-07 CF-2.3.1-07", f"{_PLAINS} wounds=5x3", "move 206", "6"),  # 80 of 360
    Row("11 of food, deadly wounds", "CF-11.1.1-07 CF-2.3.1-07", f"{_PLAINS} food=11 wounds=5x3", "move 206", "8"),  # 91 of 360
    Row("nothing, deadly wounds of all", "CF-11.1.1-07", f"{_PLAINS} wounds=50x3", "move 206", "stays"),
)


@table((*WAYS, *DIRECTIONS, *LOADS))
def test_phases_of_a_way(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows is the phase in which the force is there, ``in`` the hex where it then is, or that it ``stays``."""
    world = known_world()
    leader, *others = set_up(world, row.given)
    if features := {" ".join((one.name, *one.words)) for one in facts(row.given) if not one.values}:
        with_tables(monkeypatch, world, between={**world.tables.between, (205, 206): frozenset(features)})
    phase = phases_until_there(world, leader, row.orders)
    if row.then.startswith("in "):
        assert leader.position == row.then.removeprefix("in ")
    else:
        assert phase == (ARRIVES_NEVER if row.then == "stays" else int(row.then))
    assert all(one.position == leader.position for one in others)


@pytest.mark.rule("CF-11.1.1-08", "CF-11.1.1-01")
def test_a_force_shares_its_load() -> None:
    world = known_world()
    scout, foot = add_unit(world, "Am", "Scout", 205), add_unit(world, "Am", "Medium Infantry", 205)
    banner = next(item for item in world.items.values() if item.name == "Banner of Stavenholm")  # weighs 6 of the scout's 8
    banner.holder, banner.position = scout.id, ""
    assert shared_load(world, [scout]) == {scout.id: Fraction(3, 2)}
    assert shared_load(world, [scout, foot]) == {scout.id: ONE, foot.id: ONE}


@pytest.mark.rule("CF-11.1.1-01")
def test_some_units_are_never_slowed(monkeypatch: pytest.MonkeyPatch) -> None:
    world = known_world()
    scout, foot = add_unit(world, "Am", "Scout", 205), add_unit(world, "Am", "Medium Infantry", 205)
    kinds = dict(world.tables.unit_types)
    kinds[foot.type] = replace(kinds[foot.type], abilities=("unslowed",))
    with_tables(monkeypatch, world, unit_types=kinds)
    foot.carries = {"food": 40200}  # 400 for the foot, 2 of 8 for the scout
    assert shared_load(world, [scout, foot]) == {scout.id: ONE, foot.id: ONE}
    foot.carries = {"food": 40800}
    assert shared_load(world, [scout, foot]) == {scout.id: ONE * 2, foot.id: ONE}
    foot.carries = {"food": 40900}
    assert shared_load(world, [scout, foot]) is None


@pytest.mark.rule("CF-11.4-01", "CF-11.4-03", "CF-11.7-04")
def test_a_connection_has_a_length_and_a_terrain_and_one_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    world = known_world()
    foot = add_unit(world, "Am", "Medium Infantry", 1530)  # a cave costs 4
    horse = add_unit(world, "Am", "Light Cavalry", 1530)
    way = Connection("1530", "1531", Fraction(5, 2), "cave")
    with_tables(monkeypatch, world, connections={("1530", "1531"): way})
    assert phases_until_there(world, foot, "farmove 1531") == ARRIVES_NEVER  # nobody has seen the other cave
    memory = world.nations["Am"].memory.locations
    memory[1531] = replace(memory[1501], id=1531)
    assert phases_until_there(world, horse, "farmove 1531") == ARRIVES_NEVER
    assert phases_until_there(world, foot, "farmove 1531") == 10
    assert (foot.position, foot.arrived) == ("1531", 10)
    turn = begin(world)
    give(foot, "farmove 1530")
    run_phases(turn, 1)
    assert foot.position != "1530"  # no way back


# A Knight: plains 6, mountains 14. A Mage (immune): plains 4. Plains 205 and 206 under the same illusion.
ILLUSIONS = (
    Row("nobody sees through it", "CF-19.2-05 CF-19.2-09 CF-19.2-10", "Knight at=205; illusion mountains", "", "21"),
    Row(
        "one of them sees through it", "CF-19.2-08 CF-19.2-10", "Knight at=205; Mage at=205; illusion mountains", "", "13 25/2"
    ),
    Row("an ocean that is none", "CF-19.2-06 CF-19.2-11", "Knight at=205; illusion deep ocean", "", "72"),
    Row(
        "an ocean that one of them sees through",
        "CF-19.2-06 CF-19.2-11",
        "Knight at=205; Mage at=205; illusion deep ocean",
        "",
        "34 135/4",
    ),
    Row("all see through it", "CF-19.2-07 CF-11.1-02", "Mage at=205; illusion mountains", "", "5"),
    Row("it seems as easy", "CF-19.2-09", "Knight at=205; illusion farmlands", "", "9"),
)


@table(ILLUSIONS)
def test_illusions_slow(row: Row) -> None:
    world = known_world()
    pace, land = Pace(world, set_up(world, row.given), 1), Land(world)
    phases, *whole_hex = row.then.split()
    assert pace.time(land, "205", "206") == int(phases)
    assert not whole_hex or pace.hex(land.ground("205")) == Fraction(whole_hex[0])


@pytest.mark.rule("CF-19.2-13", "CF-19.2-05")
def test_nobody_enters_what_would_destroy_him_whatever_it_seems() -> None:
    world = known_world()
    knight = add_unit(world, "Am", "Knight", 243)
    world.hexes[260].illusion = "plains"  # a lake
    world.nations["Am"].memory.hexes[260] = HexMemory(1, terrain="plains")
    give(knight, "move 260d")
    turn = run_phases(begin(world), 1)
    assert (knight.position, knight.program) == ("243", [])
    assert told(turn, "order failed", "AM")[0]["why"] == "It cannot go from 243 to 260."


@pytest.mark.rule("CF-11.1-01")
def test_haste_and_a_spell_to_fly() -> None:
    world = known_world()
    foot, mage = add_unit(world, "Am", "Medium Infantry", 205), add_unit(world, "Am", "Mage", 205)
    foot.until = {"hasted": 5}
    mage.until = {"flying": 5}
    assert Pace(world, [foot], 5).time(Land(world), "205", "206") == 5  # 6 x 3/4
    assert Pace(world, [foot], 6).time(Land(world), "205", "206") == 6
    assert Pace(world, [mage], 5).time(Land(world), "205", "o205") == 2  # (4 + 2) / 4
    assert Pace(world, [mage], 6).time(Land(world), "205", "o205") is None


@pytest.mark.rule("CF-2.1.2-05", "CF-2.1.2-09")
def test_gnomes_burrow_under_the_hexes() -> None:
    world = known_world("two_tides", "Ub")
    gnomes = add_unit(world, "Ub", "Gnome Pikes", 254)
    assert phases_until_there(world, gnomes, "move uh u255") == 4 + 8  # (7 + 8) / 4, then 8
    assert gnomes.position == "u255"

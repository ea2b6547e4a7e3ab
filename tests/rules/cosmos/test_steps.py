"""What steps cost: terrain, load, haste, sneaking, illusions, roads, rivers, levels (CF-2.1, CF-11.1, CF-11.2, CF-19.2)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from postern.rulesets.cosmos import world as world_module
from postern.rulesets.cosmos.movement.costs import Pace, shared_load
from postern.rulesets.cosmos.movement.land import Land
from postern.rulesets.cosmos.scenario import Connection, Scenario
from postern.rulesets.cosmos.world import HexMemory, Unit, World
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


def row(clauses: str, title: str, kinds: str, start: str, order: str, phases: int) -> Any:
    marks = pytest.mark.rule(*clauses.split())
    return pytest.param(kinds.split(","), start, order, phases, id=title, marks=marks)


# Medium Infantry: plains and farmlands 6, woods 7, road 4, small river 4, ford 1, large river 10, bridge 0. Scout: plains 3.
@pytest.mark.parametrize(
    ("kinds", "start", "order", "phases"),
    [
        row("CF-11.1-01 CF-11.2-01 CF-11.2-02 CF-11.2-03", "woods to plains", "Medium Infantry", "223", "move 222", 7),
        row("CF-11.2-03 CF-2.1.3-03 CF-2.3.1-13", "over a small river", "Medium Infantry", "240", "move 222", 11),
        row("CF-2.1.3-04 CF-2.1.3-05 CF-11.2.2-03", "a road over a ford", "Medium Infantry", "240", "move 223", 5),
        row("CF-2.1.3-04 CF-11.2.2-03", "a road over a bridge", "Medium Infantry", "175", "move 176", 4),
        row("CF-11.2-08 CF-2.1.3-03", "straight over a large river", "Medium Infantry", "192", "move 176d", 16),
        row("CF-11.2-07 CF-11.2-05", "round by the bridge", "Medium Infantry", "192", "move 176", 10),
        row("CF-11.2.2-01 CF-2.1.3-05", "the road is quicker", "Medium Infantry", "190", "move 207", 4),
        row("CF-11.2.2-01", "a road for the force as a whole", "Medium Infantry,Giant", "190", "move 207", 5),
        row("CF-11.2.2-01", "the land is quicker than the road", "Trolls", "279", "move 280", 6),
        row("CF-11.1-03", "a scout alone", "Scout", "205", "move 206", 3),
        row("CF-11.1-03", "the slowest member counts", "Scout,Medium Infantry", "205", "move 206", 6),
        row("CF-18.2-10", "sneaking costs twice as much", "Medium Infantry", "205", "sneak 206", 12),
        row("CF-2.3.1-12 CF-11.2-01", "no ocean without ships", "Medium Infantry", "171", "move 170d", ARRIVES_NEVER),
        row("CF-2.3.1-12", "no high mountains for a force of which one cannot", "Trolls,Scout", "245", "move 261", 13),
        row("CF-2.1.2-11 CF-11.2.1-05", "straight up", "Ash Dragon", "205", "move oh", 2),
        row("CF-2.1.2-11 CF-11.2.1-05", "straight down", "Ash Dragon", "o205", "move h", 2),
        row("CF-2.1.2-12", "up to the next hex", "Ash Dragon", "205", "move o206d", 5),
        row("CF-11.2.1-05 CF-2.1.2-03", "over to over", "Ash Dragon", "o205", "move os", 2),
        row("CF-11.2.1-04 CF-2.1.2-12", "a direction alone is on the surface", "Ash Dragon", "o205", "move sd", 5),
        row("CF-2.1.2-09", "who cannot fly stays below", "Medium Infantry", "205", "move oh", ARRIVES_NEVER),
        row("CF-2.1.2-05", "a scout cannot go under", "Scout", "205", "move uh", ARRIVES_NEVER),
        row("CF-11.2.1-01 CF-11.2.1-02", "two steps by directions", "Scout", "208", "move n n", 3 + 2),
        row("CF-11-02", "three hexes are too far for a move", "Scout", "208", "move 205", ARRIVES_NEVER),
        row("CF-11-04", "but not for a farmove", "Scout", "208", "farmove 205", 3 + 2 + 3),
        row("CF-11.2-04 CF-11-02", "the hex between is put in", "Scout", "208", "move 206", 3 + 2),
        row("CF-11.2.1-01", "beyond the map", "Ash Dragon", "101", "move n", ARRIVES_NEVER),
    ],
)
def test_phases_of_a_way(kinds: list[str], start: str, order: str, phases: int) -> None:
    world = known_world()
    leader, *others = (add_unit(world, "Am", kind, start) for kind in kinds)
    form(leader, *others)
    assert phases_until_there(world, leader, order) == phases
    assert all(one.position == leader.position for one in others)


@pytest.mark.rule("CF-2.1.1-01", "CF-2.1.1-02", "CF-2.1-03", "CF-11.2.1-03")
@pytest.mark.parametrize(
    ("direction", "there"), [("n", "206"), ("ne", "223"), ("se", "224"), ("s", "208"), ("sw", "190"), ("nw", "189")]
)
def test_each_direction_from_an_even_column(direction: str, there: str) -> None:
    world = known_world()
    scout = add_unit(world, "Am", "Scout", 207)
    phases_until_there(world, scout, f"move {direction}")
    assert scout.position == there


# Medium Infantry carry 8 each, 50 of them 400; a quarter is 100. They need 6 phases from plains to plains.
@pytest.mark.parametrize(
    ("food", "wounds", "phases"),
    [
        pytest.param(100, [], 6, marks=pytest.mark.rule("CF-11.1.1-01", "CF-11.1.1-02")),
        pytest.param(101, [], 8, marks=pytest.mark.rule("CF-11.1-02", "CF-11.1.1-02", "CF-11.1.1-03")),
        pytest.param(200, [], 8, marks=pytest.mark.rule("CF-11.1.1-03")),
        pytest.param(201, [], 9, marks=pytest.mark.rule("CF-11.1.1-03", "CF-11.1.1-04")),
        pytest.param(399, [], 9, marks=pytest.mark.rule("CF-11.1.1-04")),
        pytest.param(400, [], 12, marks=pytest.mark.rule("CF-11.1.1-05")),
        pytest.param(401, [], ARRIVES_NEVER, marks=pytest.mark.rule("CF-11.1.1-06")),
        pytest.param(70, [100] * 50, 6, marks=pytest.mark.rule("CF-11.1.1-07")),  # 70 % of 400 is 280
        pytest.param(71, [100] * 50, 8, marks=pytest.mark.rule("CF-11.1.1-07")),
        pytest.param(30, [200] * 50, 6, marks=pytest.mark.rule("CF-11.1.1-07")),  # 30 % is 120
        pytest.param(31, [200] * 50, 8, marks=pytest.mark.rule("CF-11.1.1-07")),
        pytest.param(0, [300] * 5, 6, marks=pytest.mark.rule("CF-11.1.1-07", "CF-2.3.1-07")),  # 80 of 360
        pytest.param(11, [300] * 5, 8, marks=pytest.mark.rule("CF-11.1.1-07", "CF-2.3.1-07")),  # 91 of 360
        pytest.param(0, [300] * 50, ARRIVES_NEVER, marks=pytest.mark.rule("CF-11.1.1-07")),
    ],
)
def test_a_load_slows(food: int, wounds: list[int], phases: int) -> None:
    world = known_world()
    unit = add_unit(world, "Am", "Medium Infantry", 205, wounds=wounds)
    unit.carries = {"food": food * 100} if food else {}
    assert phases_until_there(world, unit, "move 206") == phases


@pytest.mark.rule("CF-11.1.1-08", "CF-11.1.1-01")
def test_a_force_shares_its_load() -> None:
    world = known_world()
    scout, foot = add_unit(world, "Am", "Scout", 205), add_unit(world, "Am", "Medium Infantry", 205)
    banner = next(item for item in world.items.values() if item.name == "Banner of Stavenholm")  # weighs 6 of the scout's 8
    banner.holder, banner.position = scout.id, ""
    assert shared_load(world, [scout]) == {scout.id: Fraction(3, 2)}
    assert shared_load(world, [scout, foot]) == {scout.id: ONE, foot.id: ONE}


def with_tables(monkeypatch: pytest.MonkeyPatch, world: World, **changes: Any) -> Scenario:
    """Plays on with other tables."""
    tables = replace(world.tables, **changes)
    monkeypatch.setattr(world_module, "scenario", lambda slug: tables)
    return tables


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


@pytest.mark.rule("CF-11.2.2-02", "CF-2.1.3-05")
@pytest.mark.parametrize("kind", ["road here", "road there"])
def test_half_a_road_serves_in_its_hex_alone(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    world = known_world()
    unit = add_unit(world, "Am", "Medium Infantry", 205)
    with_tables(monkeypatch, world, between={**world.tables.between, (205, 206): frozenset({kind})})
    assert phases_until_there(world, unit, "move 206d") == 5  # (4 + 6) / 2


@pytest.mark.rule("CF-11.2.2-03", "CF-2.1.3-04")
def test_a_ford_is_used_when_it_is_cheaper_than_the_river(monkeypatch: pytest.MonkeyPatch) -> None:
    world = known_world()
    unit = add_unit(world, "Am", "Medium Infantry", 205)
    with_tables(monkeypatch, world, between={**world.tables.between, (205, 206): frozenset({"small river", "ford"})})
    assert phases_until_there(world, unit, "move 206d") == 6 + 1


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
@pytest.mark.parametrize(
    ("kinds", "illusion", "phases"),
    [
        pytest.param(["Knight"], "mountains", 21, marks=pytest.mark.rule("CF-19.2-05", "CF-19.2-09", "CF-19.2-10")),
        pytest.param(["Knight", "Mage"], "mountains", 13, marks=pytest.mark.rule("CF-19.2-08", "CF-19.2-10")),
        pytest.param(["Knight"], "deep ocean", 72, marks=pytest.mark.rule("CF-19.2-06", "CF-19.2-11")),
        pytest.param(["Knight", "Mage"], "deep ocean", 34, marks=pytest.mark.rule("CF-19.2-06", "CF-19.2-11")),
        pytest.param(["Mage"], "mountains", 5, marks=pytest.mark.rule("CF-19.2-07", "CF-11.1-02")),
        pytest.param(["Knight"], "farmlands", 9, marks=pytest.mark.rule("CF-19.2-09")),
    ],
)
def test_illusions_slow(kinds: list[str], illusion: str, phases: int) -> None:
    world = known_world()
    force = [add_unit(world, "Am", kind, 205) for kind in kinds]
    world.hexes[205].illusion = world.hexes[206].illusion = illusion
    pace = Pace(world, force, 1)
    assert pace.time(Land(world), "205", "206") == phases
    exact = {("mountains", 2): Fraction(25, 2), ("deep ocean", 2): Fraction(135, 4)}.get((illusion, len(force)))
    assert exact in (None, pace.hex(Land(world).ground("205")))


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

"""Ships: harbours, embarking, sea lanes, capacity, warships in battle, building and scuttling (CF-12)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.game.kit.turn import IssuedOrder
from postern.rulesets.cosmos.orders.grammar import order_of
from postern.rulesets.cosmos.orders.order import NationOrder
from postern.rulesets.cosmos.rules.works import (
    assigned,
    build_ships,
    capacity,
    harbour,
    lose_ships,
    melee_at_sea,
    warships_per_size,
)
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Unit, World
from tests.rules.cosmos.build import add_unit, begin, empty_world, form, give, run_phases, told
from tests.rules.cosmos.test_steps import known_world

# The plains 171 have a bay to the ocean 170; from there sea lanes lead to 153, 186 and 187.
FULL = {"food": 200000, "gold": 100000, "wood": 100000, "manpower": 100000}


def fleet(warships: int = 0, transports: int = 1) -> World:
    world = known_world()
    world.nations["Am"].warships, world.nations["Am"].transports = warships, transports
    return world


def order(turn: Turn, code: str, text: str) -> bool:
    """Carries out a nation order."""
    found = order_of(text)
    assert isinstance(found, NationOrder)
    nation = turn.world.nations[code]
    return found.carry_out(turn, nation, IssuedOrder(nation.seat, found, 1, text))


@pytest.mark.parametrize(
    ("slug", "code", "coast", "ocean", "good"),
    [
        pytest.param("thalmar", "Am", 171, 170, True, marks=pytest.mark.rule("CF-12-04", "CF-2.1.3-06"), id="bay"),
        pytest.param("thalmar", "Am", 124, 125, True, marks=pytest.mark.rule("CF-12-04", "CF-12-06"), id="mouth"),
        pytest.param("thalmar", "Am", 124, 123, False, marks=pytest.mark.rule("CF-12-06"), id="beside the mouth"),
        pytest.param("thalmar", "Am", 139, 121, False, marks=pytest.mark.rule("CF-12-04", "CF-2.1.3-07"), id="beach"),
        pytest.param("two_tides", "Co", 162, 191, True, marks=pytest.mark.rule("CF-12-05", "CF-2.1.3-07"), id="own beach"),
        pytest.param("two_tides", "Am", 162, 191, False, marks=pytest.mark.rule("CF-12-04"), id="beach of others"),
        pytest.param("two_tides", "Co", 170, 141, True, marks=pytest.mark.rule("CF-12-05"), id="small river"),
        pytest.param("two_tides", "Am", 170, 141, False, marks=pytest.mark.rule("CF-12-04"), id="small river of others"),
        pytest.param("two_tides", "Co", 170, 169, False, marks=pytest.mark.rule("CF-12-05"), id="no ocean"),
    ],
)
def test_harbours(slug: str, code: str, coast: int, ocean: int, good: bool) -> None:
    assert harbour(empty_world(slug), code, coast, ocean) == good


@pytest.mark.rule("CF-12-01", "CF-12-02", "CF-12-06", "CF-12-11", "CF-12-12", "CF-4.2-12")
def test_embarking_takes_six_phases_ashore() -> None:
    world = fleet()
    foot, scout = add_unit(world, "Am", "Medium Infantry", 171, 100), add_unit(world, "Am", "Scout", 171)
    form(foot, scout)
    give(foot, "embark 170")
    turn = run_phases(begin(world), 5)
    assert (foot.position, foot.embarked, assigned(world, "Am")) == ("171", False, 404)
    run_phases(turn, 1)
    assert [(one.position, one.embarked) for one in (foot, scout)] == [("170", True), ("170", True)]
    assert assigned(world, "Am") == 404


@pytest.mark.rule("CF-12-13")
def test_embarking_leaves_a_location_first() -> None:
    world = fleet()
    world.locations[1503].outside = "171"
    scout = add_unit(world, "Am", "Scout", 1503)
    give(scout, "embark 170")
    turn = run_phases(begin(world), 1)
    assert (scout.position, scout.program[0].text, scout.program[0].left) == ("171", "embark 170", 5)
    run_phases(turn, 5)
    assert scout.embarked


# A transport carries 500, a warship 250; a hundred infantry have a size of 400.
@pytest.mark.rule("CF-12.1-01", "CF-12.1-02", "CF-12.1-04", "CF-12-12")
@pytest.mark.parametrize(
    ("warships", "transports", "first", "second", "embarked"),
    [(0, 1, 100, 25, True), (0, 1, 100, 26, False), (1, 0, 40, 22, True), (1, 0, 40, 23, False), (1, 1, 100, 87, True)],
)
def test_capacity(warships: int, transports: int, first: int, second: int, embarked: bool) -> None:
    world = fleet(warships, transports)
    one, other = (add_unit(world, "Am", "Medium Infantry", place, number) for place, number in ((171, first), (204, second)))
    assert capacity(world.nations["Am"]) == 250 * warships + 500 * transports
    give(one, "embark 170")
    give(other, "embark 203")
    turn = run_phases(begin(world), 6)
    assert {one.embarked, other.embarked} == ({True} if embarked else {True, False})
    assert bool(told(turn, "order failed", "AM")) == (not embarked)


@pytest.mark.rule("CF-12-12", "CF-12.1-02")
def test_who_joins_while_others_embark_needs_room_too() -> None:
    world = fleet()
    foot, late = add_unit(world, "Am", "Medium Infantry", 171, 100), add_unit(world, "Am", "Medium Infantry", 171, 26)
    give(foot, "embark 170")
    turn = run_phases(begin(world), 5)
    form(foot, late)
    run_phases(turn, 1)
    assert (foot.position, foot.embarked, foot.program) == ("171", False, [])


@pytest.mark.rule("CF-12.1-03")
def test_too_few_ships_matter_only_to_who_embarks() -> None:
    world = fleet(transports=0)
    foot = add_unit(world, "Am", "Medium Infantry", 170, 100, embarked=True)
    give(foot, "disembark 171", "embark 170")
    turn = run_phases(begin(world), 7)
    assert (foot.position, foot.embarked, foot.program) == ("171", False, [])
    assert "the ships have 0 left" in told(turn, "order failed", "AM")[0]["why"]


@pytest.mark.rule("CF-12-10", "CF-12-14", "CF-12-15", "CF-4.2-13")
def test_disembarking_takes_six_phases_at_sea() -> None:
    world = fleet()
    foot = add_unit(world, "Am", "Medium Infantry", 170, 100, embarked=True)
    give(foot, "disembark 172", "disembark 171")
    turn = run_phases(begin(world), 5)
    assert (foot.position, assigned(world, "Am")) == ("170", 400)
    run_phases(turn, 1)
    assert (foot.position, foot.embarked, assigned(world, "Am")) == ("171", False, 0)
    assert told(turn, "order failed", "AM")[0]["order"] == "disembark 172"


@pytest.mark.rule("CF-20.3-02")
def test_nobody_embarks_in_questing_mode() -> None:
    world = fleet()
    noble = add_unit(world, "Am", "Noble", 171, questing=True)
    give(noble, "embark 170")
    run_phases(begin(world), 6)
    assert not noble.embarked


@pytest.mark.rule("CF-12-07", "CF-12-08", "CF-11.2.2-04", "CF-2.1.2-08")
@pytest.mark.parametrize(
    ("owner", "text", "position", "phases"),
    [("Am", "move 187", "187", 3), ("Sl", "move 187", "187", 5), ("Am", "sneak 187", "187", 6), ("Am", "move 169", "170", 3)],
)
def test_sea_lanes(owner: str, text: str, position: str, phases: int) -> None:
    world = fleet()
    foot = add_unit(world, owner, "Medium Infantry", 170, embarked=True)
    give(foot, text)
    turn = run_phases(begin(world), phases - 1)
    assert foot.position == "170"
    run_phases(turn, 1)
    assert (foot.position, foot.embarked) == (position, True)


@pytest.mark.rule("CF-11-06", "CF-12-09")
@pytest.mark.parametrize(
    ("known", "text", "there"),
    [
        ([170, 153, 154, 138], "farmove 138", True),
        ([170, 153, 138], "farmove 138", False),  # nothing is known of 154
        ([], "farmove 153 154 138", True),
        ([], "farmove 154", False),
        ([153], "farmove 154", False),
    ],
)
def test_far_at_sea_only_where_lanes_are_known(known: list[int], text: str, there: bool) -> None:
    world = fleet()
    world.nations["Am"].memory.sea_lanes = known
    foot = add_unit(world, "Am", "Medium Infantry", 170, embarked=True)
    give(foot, text)
    run_phases(begin(world), 9)
    assert (foot.position != "170") == there


# --- battles at sea


@pytest.mark.rule("CF-12.2-03", "CF-12.2-04", "CF-12.2-05", "CF-12.2-12", "CF-12.2-02")
def test_the_strength_of_warships() -> None:
    world = fleet(warships=4)
    foot = add_unit(world, "Am", "Medium Infantry", 170, 200, embarked=True)  # size 800
    horse = add_unit(world, "Am", "Light Cavalry", 187, 16, embarked=True)  # size 192
    add_unit(world, "Am", "Scout", 187, 2, embarked=True)  # size 8: 1000 altogether, half of what 4 ships could serve
    assert warships_per_size(world, "Am") * 800 == Fraction(16, 5)  # of 4, with the foot
    assert warships_per_size(world, "Am") * (192 + 8) == Fraction(4, 5)
    assert [melee_at_sea(world, foot), melee_at_sea(world, horse)] == [20, 60]
    world.nations["Am"].warships = 100
    assert warships_per_size(world, "Am") * 800 == Fraction(800, 125)
    assert melee_at_sea(world, foot) == 40
    world.nations["Am"].warships = 0
    assert melee_at_sea(world, foot) == 0


@pytest.mark.rule("CF-12.2-02")
def test_marines_fight_with_their_own_strength_too() -> None:
    world = empty_world("two_tides")
    marines = add_unit(world, "Co", "Marines", 191, 100, embarked=True)
    own = world.tables.unit_types[marines.type].melee_strength
    world.nations["Co"].warships = 0
    assert melee_at_sea(world, marines) == own > 0


@pytest.mark.rule("CF-12.2-08", "CF-12.2-09", "CF-12.2-10")
def test_ships_lost_with_those_who_are_killed() -> None:
    world = fleet(warships=20, transports=10)
    add_unit(world, "Am", "Scout", 170, embarked=True)
    each = warships_per_size(world, "Am")
    assert each * 4 == Fraction(32, 1000)
    lost = 0
    for seed in range(2000):
        world.nations["Am"].warships = 20
        lost += lose_ships(begin(world, str(seed)), "Am", 4, each)[0]
    assert 40 <= lost <= 90  # 3.2 % of 2000 are 64
    world.nations["Am"].warships, world.nations["Am"].transports = 20, 10
    assert lose_ships(begin(world), "Am", 1000, each) == (8, 0)  # 8 x 250 is more than 1000
    assert lose_ships(begin(world), "Am", 2000, Fraction(1, 500)) == (4, 2)  # 4 warships, and (2000 - 1000) / 500
    assert lose_ships(begin(world), "Am", 0, each) == (0, 0)
    assert (world.nations["Am"].warships, world.nations["Am"].transports) == (8, 8)
    assert lose_ships(begin(world), "Am", 9000, Fraction(1, 100)) == (8, 0)  # no more than there are


# --- building and scuttling


@pytest.mark.rule("CF-12.3-01")
def test_ships_are_paid_at_once_and_built_in_a_harbour() -> None:
    world = fleet()
    nation, turn = world.nations["Am"], begin(world)
    nation.pool = dict(FULL)
    assert not order(turn, "Am", "launch warships 2")  # no harbour
    world.hexes[171].owner = "Am"
    assert order(turn, "Am", "launch warships 2")
    assert nation.pool == {"food": 200000, "gold": 88000, "wood": 76000, "manpower": 88000}  # 120, 240 and 120 less
    assert not order(turn, "Am", "launch transports 34")  # 34 x 30 gold are 1020
    (work,) = nation.works
    foe = add_unit(world, "Rc", "Elven Archers", 171)
    world.nations["Rc"].policies["Am"] = "enemy"
    assert (build_ships(turn, nation, work), work.left) == (False, 24)  # it pauses
    foe.position = "172"
    assert [build_ships(turn, nation, work) for _ in range(24)] == [False] * 23 + [True]
    assert (nation.warships, nation.transports) == (2, 1)
    assert order(turn, "Am", "launch transports 1")
    world.hexes[171].owner = "Rc"
    assert build_ships(turn, nation, nation.works[1])  # lost with the harbour
    assert (nation.transports, bool(told(turn, "ships abandoned", "AM"))) == (1, True)


@pytest.mark.rule("CF-12.3-02", "CF-12.3-03")
def test_scuttling_brings_back_a_part() -> None:
    world = fleet(warships=1, transports=2)
    nation, turn = world.nations["Am"], begin(world)
    nation.pool = {}
    add_unit(world, "Am", "Medium Infantry", 170, 188, embarked=True)  # size 752
    assert not order(turn, "Am", "scuttle transports 3")
    assert not order(turn, "Am", "scuttle transports 1")  # 750 would be left
    assert (nation.transports, nation.pool) == (2, {})
    assert order(turn, "Am", "scuttle warships 1")
    assert (nation.warships, nation.pool) == (0, {"wood": 6000})  # half of 120; of gold and manpower nothing
    assert told(turn, "ships scuttled", "AM")[0]["back"] == "wood:60"
    world.units.clear()
    assert order(turn, "Am", "scuttle transports 2")
    assert (nation.transports, nation.pool) == (0, {"wood": 14000})  # and half of twice 80


@pytest.mark.rule("CF-12.2-11")
def test_who_flies_over_the_sea_is_not_embarked() -> None:
    world = fleet()
    dragon: Unit = add_unit(world, "Am", "Ash Dragon", "o171")
    give(dragon, "move o170")
    run_phases(begin(world), 2)
    assert (dragon.position, dragon.embarked, assigned(world, "Am")) == ("o170", False, 0)


@pytest.mark.rule("CF-12-14")
def test_who_is_no_longer_where_it_began_to_land_stays_at_sea() -> None:
    """A storm, or whatever else puts the force elsewhere, ends the landing: it does not jump ashore from afar."""
    world = fleet()
    foot = add_unit(world, "Am", "Medium Infantry", 170, 100, embarked=True)
    give(foot, "disembark 171")
    turn = run_phases(begin(world), 5)
    turn.put(foot, "169")
    run_phases(turn, 1)
    assert (foot.position, foot.embarked, foot.program, told(turn, "disembarked")) == ("169", True, [], [])

"""Orders to move: steps, locations, positions, delays and blocks (CF-4.1, CF-11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postern.rulesets.cosmos.orders.carrying_out import next_doing
from postern.rulesets.cosmos.orders.families.movement import check_entry
from postern.rulesets.cosmos.rules.battle.start import impending_battle
from postern.rulesets.cosmos.rules.economy.settling import go_back
from postern.rulesets.cosmos.rules.movement.paths import blockers, blocking_size, let_fall
from postern.rulesets.cosmos.rules.nations import charm
from postern.rulesets.cosmos.rules.works import blocking_factor
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import DOMINATED, Location, Unit, World
from tests.rules.cosmos.build import add_unit, begin, empty_world, form, give, run_phases, run_to, run_turn, told
from tests.rules.cosmos.letters import dropped, letter, lines_of, sent
from tests.rules.cosmos.test_steps import known_world, phases_until_there, with_tables


def texts(actor: Unit | Location) -> list[tuple[str, bool, int]]:
    """A program: what it says, what is begun, and the phases left of it."""
    return [(one.text, one.begun, one.left) for one in actor.program]


def watched(world: World, seed: str = "tests") -> Turn:
    """A turn in which every nation sees every unit that does not hide."""
    turn = begin(world, seed)
    turn.sees = {code: {unit.id for unit in world.units.values() if not unit.hidden} for code in world.nations}
    return turn


def at_war(world: World, *pairs: tuple[str, str]) -> World:
    for one, other in pairs:
        world.nations[one].policies[other] = "enemy"
    return world


# --- steps ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-4.1-01", "CF-4.1-06", "CF-4.1-08", "CF-4.1-09", "CF-11-01")
def test_a_move_is_split_into_steps() -> None:
    world = known_world()
    unit = add_unit(world, "Am", "Medium Infantry", 205)
    give(unit, "move 206 205 206")
    turn = begin(world)
    run_phases(turn, 4)
    assert texts(unit) == [("move 206", True, 2), ("move 205 206", False, 0)]
    run_phases(turn, 2)
    assert (unit.position, texts(unit)) == ("206", [("move 205 206", False, 0)])


@pytest.mark.rule("CF-4.1-03", "CF-4.1-02")
def test_a_step_goes_on_in_the_next_turn() -> None:
    world = known_world()
    unit = add_unit(world, "Am", "Medium Infantry", 205)
    give(unit, "wait 20", "move 206")
    run_phases(begin(world), 24)
    assert texts(unit) == [("move 206", True, 2)]
    world.turn = 2
    run_phases(begin(world), 2)
    assert (unit.position, unit.program, unit.arrived) == ("206", [], 26)


@pytest.mark.rule("CF-11.2-04", "CF-11.2-05")
def test_a_way_is_fixed_when_its_leg_begins() -> None:
    world = known_world()
    scout = add_unit(world, "Am", "Scout", 208)
    give(scout, "move 206 205")
    turn = run_phases(begin(world), 3)
    assert (scout.position, texts(scout)) == ("207", [("move 206 205", False, 0)])
    assert scout.program[0].memory == {"way": "206", "at": "207"}
    run_phases(turn, 5)
    assert (scout.position, scout.program) == ("205", [])


# Lidbury, 1503, lies in 206; from 207 a road leads there: 2 phases for a scout.
@pytest.mark.rule("CF-4.1-14", "CF-4.1-15", "CF-11.3-01", "CF-11.3-05", "CF-4.2-09", "CF-2.2-02", "CF-4.1-10")
def test_into_a_location_at_the_beginning_of_the_next_phase() -> None:
    world = known_world()
    scout = add_unit(world, "Am", "Scout", 207)
    give(scout, "move 206 1503", "myalias $in", "wait 1")
    turn = run_phases(begin(world), 2)
    assert (scout.position, texts(scout)[0]) == ("206", ("move 1503", False, 0))
    run_phases(turn, 1)
    assert (scout.position, scout.program, world.nations["Am"].aliases) == ("1503", [], {"in": scout.id})


@pytest.mark.rule("CF-4.1-16", "CF-11.3-04", "CF-2.2-01")
def test_out_of_a_location_in_the_same_phase() -> None:
    world = known_world()
    scout = add_unit(world, "Am", "Scout", 1503)
    give(scout, "move 206 207", "myalias $out")
    turn = run_phases(begin(world), 1)
    assert (scout.position, texts(scout)[0]) == ("206", ("move 207", True, 1))
    run_phases(turn, 1)
    assert (scout.position, world.nations["Am"].aliases) == ("207", {})
    run_phases(turn, 1)
    assert world.nations["Am"].aliases == {"out": scout.id}


@pytest.mark.rule("CF-11.3-02", "CF-11.3-04", "CF-2.2-03")
@pytest.mark.parametrize(
    ("start", "order", "steps"), [("207", "move 1503", ["206", "1503"]), ("1504", "move 206", ["1501", "190"])]
)
def test_positions_that_are_missing_are_put_in(start: str, order: str, steps: list[str]) -> None:
    world = known_world()
    scout = add_unit(world, "Am", "Scout", start)
    give(scout, order)
    turn = run_phases(begin(world), 6)
    assert [one["goal"] for one in told(turn, "moved", "AM")][:2] == steps


@pytest.mark.rule("CF-11.3-06")
@pytest.mark.parametrize(
    ("kind", "start", "order", "phases"),
    [("Ash Dragon", "o206", "move 1503", 2), ("Ash Dragon", "1503", "move o206", 2), ("Ash Dragon", "o188", "move 1505", 2)],
)
def test_flyers_go_straight_into_open_locations(kind: str, start: str, order: str, phases: int) -> None:
    world = known_world()
    flyer = add_unit(world, "Am", kind, start)
    give(flyer, order)
    turn = run_phases(begin(world), phases)
    steps = [one["goal"] for one in told(turn, "moved", "AM")]
    # air 2, city 4: (2 + 4) / 4 is 2 phases; a mine is closed, so that it has to land first: air 2, hills 7 is 3 phases
    assert steps == ([order.split()[1]] if start != "o188" else [])


@pytest.mark.rule("CF-11.3-06")
def test_a_mine_is_entered_from_the_ground() -> None:
    world = known_world()
    flyer = add_unit(world, "Am", "Ash Dragon", "o188")
    give(flyer, "move 1505")
    turn = run_phases(begin(world), 4)
    assert [one["goal"] for one in told(turn, "moved", "AM")] == ["188", "1505"]


@pytest.mark.rule("CF-11.5-01", "CF-11.5-02")
def test_to_where_an_own_unit_stands_by_then() -> None:
    world = known_world()
    unit, other = add_unit(world, "Am", "Scout", 208), add_unit(world, "Am", "Scout", 206)
    give(other, "move 207 208")
    give(unit, "wait 5", f"move {other.id}")
    run_phases(begin(world), 6)
    assert (unit.position, other.position, unit.program) == ("208", "208", [])
    foreign = add_unit(world, "Rc", "Scout", 207)
    give(unit, f"move {foreign.id}")
    run_phases(begin(world), 3)
    assert unit.position == "208"


@pytest.mark.rule("CF-11-03")
def test_the_way_of_a_move_is_looked_at_when_it_is_gone_not_when_the_letter_comes() -> None:
    """From 205 to 206 a Scout needs 3 phases; 209 is three hexes behind that, and no move goes so far."""
    world = known_world()
    scout = add_unit(world, "Am", "Scout", 205)
    text = f"{scout.id}:\nmove 206 209"
    sheet = letter(world, text)
    assert lines_of(sheet) == [(str(scout.id), "move 206 209")]
    assert not dropped(sheet)
    turn = run_to(sent(world, AM=text), "3i")
    assert scout.position == "206"
    assert not told(turn, "order failed", "AM")
    run_phases(turn, 1)
    (failed,) = told(turn, "order failed", "AM")
    assert (failed["step"], scout.position, scout.program) == ("4e", "206", [])
    assert failed["why"].startswith("209 is 3 hexes away")


@pytest.mark.rule("CF-18.2-03")
@pytest.mark.parametrize("order", ["move 206", "farmove 206", "control"])
def test_who_had_to_show_himself_does_not_hide_again(order: str) -> None:
    world = known_world()
    world.hexes[205].owner = ""
    noble = add_unit(world, "Am", "Noble", 205, hidden=True)
    foot = add_unit(world, "Am", "Light Infantry", 205, hidden=True)
    form(noble, foot)
    give(noble, order, "wait 3", "myalias $done")
    for _ in range(3):
        if "done" not in world.nations["Am"].aliases:
            assert [one.hidden for one in run_turn(world).world.units.values()] == [False, False]
    assert world.nations["Am"].aliases == {"done": noble.id}


@pytest.mark.rule("CF-18.2-02", "CF-18.2-09", "CF-18.2-11")
def test_who_moves_shows_himself_and_who_sneaks_hides() -> None:
    world = known_world()
    leader, other = add_unit(world, "Am", "Scout", 205, hidden=True), add_unit(world, "Am", "Scout", 205)
    form(leader, other)
    give(leader, "move 206")
    run_phases(begin(world), 1)
    assert (leader.hidden, other.hidden) == (False, False)
    leader.program = []
    give(leader, "farsneak 206")
    run_phases(begin(world), 6)
    assert (leader.hidden, other.hidden, leader.position) == (True, True, "206")


@pytest.mark.rule("CF-11-05")
def test_unknown_land_counts_as_plains_until_one_comes_to_it() -> None:
    world = known_world()
    scout = add_unit(world, "Am", "Scout", 205)
    give(scout, "farmove 186")  # an ocean hex behind 187, ocean too, and 204
    turn = run_phases(begin(world), 1)
    assert told(turn, "order failed", "AM")[0]["why"].startswith("There is no way from 205 to 186")
    for place in (186, 187, 203, 204):
        del world.nations["Am"].memory.hexes[place]
    give(scout, "farmove 186")
    turn = run_phases(begin(world), 8)
    assert told(turn, "order failed", "AM")[0]["why"].startswith("It cannot go from 20")


# From 140 to 158 it takes Medium Infantry 14 phases by the plains 157 (familiar) or the woods 141 (unfamiliar); from 139 to 173
# it takes 13 by either of two plains.
@pytest.mark.rule("CF-11.2-06")
@pytest.mark.parametrize(("start", "goal", "middles"), [(140, 158, {"157"}), (139, 173, {"155", "156"})])
def test_of_equal_ways_the_more_familiar_then_any(start: int, goal: int, middles: set[str]) -> None:
    found = set()
    for seed in range(16):
        world = known_world()
        unit = add_unit(world, "Am", "Medium Infantry", start)
        give(unit, f"move {goal}")
        run_phases(begin(world, str(seed)), 1)
        found.add(unit.program[0].text.removeprefix("move "))
    assert found == middles


# --- entering -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-11.3-03", "CF-2.2-09", "CF-2.2-10", "CF-2.2-11", "CF-20.1-08", "CF-20.1-09")
@pytest.mark.parametrize(
    ("kind", "number", "goal", "more", "why"),
    [
        ("Scout", 1, "1503", {}, ""),
        ("Light Cavalry", 100, "1505", {}, "Not all of the force can enter"),
        ("Medium Infantry", 200, "1505", {}, ""),  # 800 of 1000
        ("Medium Infantry", 251, "1505", {}, "has room for 1000; 0 of it is taken, and the force needs 1004"),
        ("Bone Warriors", 60, "1527", {}, "It sees no location 1527 there."),  # a grove in the woods: 36 against 50
        ("Scout", 1, "1527", {}, ""),
        ("Scout", 1, "1601", {}, "It sees no location 1601 there."),
        ("Noble", 1, "1601", {"questing": True}, ""),
        ("Noble", 1, "1505", {"questing": True}, "It sees no location 1505 there."),
    ],
)
def test_who_may_enter(kind: str, number: int, goal: str, more: dict[str, Any], why: str) -> None:
    world = known_world()
    world.nations["Am"].memory.locations[1601] = world.nations["Am"].memory.locations[1501]
    unit = add_unit(world, "Am", kind, world.locations[int(goal)].outside, number, **more)
    give(unit, f"move {goal}")
    turn = run_phases(begin(world), 1)
    failed = told(turn, "order failed", "AM")
    assert (unit.position == goal, why in (failed[0]["why"] if failed else "")) == (not why, True)
    assert unit.program == []


@pytest.mark.rule("CF-2.2-11", "CF-2.2-09")
def test_a_stone_circle_is_like_the_land_around_and_has_room_for_all() -> None:
    world = known_world()
    memory = world.nations["Am"].memory.locations
    memory[1526] = memory[1501]
    horse = add_unit(world, "Am", "Light Cavalry", 241, 100)
    check_entry(begin(world), [horse], "1526")
    assert phases_until_there(world, horse, "move 1526") == 1


# --- delays -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-11.6-01", "CF-11.6-03", "CF-11.6-05", "CF-11.6-06", "CF-4.2-03")
def test_a_step_waits_for_a_battle_and_then_takes_no_more_time() -> None:
    world = at_war(known_world(), ("Rc", "Am"))
    scout = add_unit(world, "Am", "Scout", 207, tactics="defend")
    enemy = add_unit(world, "Rc", "Scout", 207, tactics="defend")
    give(scout, "move 206", "myalias $on")
    turn = run_phases(watched(world), 1)
    enemy.tactics = "attack"
    turn = run_to(turn, "2e")
    assert (scout.position, scout.program[0].left) == ("207", 0)
    assert told(turn, "move delayed", "AM")[0]["step"] == "2e"
    enemy.tactics = "avoid"  # before the battle
    run_to(turn, "3e")
    assert (scout.position, world.nations["Am"].aliases) == ("206", {"on": scout.id})


@pytest.mark.rule("CF-11.6-04")
def test_a_delayed_step_out_of_a_location_costs_a_phase() -> None:
    world = at_war(known_world(), ("Am", "Rc"))
    foot = add_unit(world, "Am", "Medium Infantry", 1503)
    enemy = add_unit(world, "Rc", "Scout", 1503)
    give(foot, "move 206", "myalias $on")
    turn = run_phases(watched(world), 1)
    assert (foot.position, world.nations["Am"].aliases) == ("1503", {})
    enemy.position = "205"
    run_phases(turn, 1)
    assert (foot.position, world.nations["Am"].aliases) == ("206", {"on": foot.id})


@pytest.mark.rule("CF-4.1-04", "CF-11.6-03")
def test_a_step_delayed_at_the_end_of_a_turn_takes_no_time_in_the_next() -> None:
    world = at_war(known_world(), ("Rc", "Am"))
    scout = add_unit(world, "Am", "Scout", 205, tactics="defend")
    enemy = add_unit(world, "Rc", "Scout", 205, tactics="defend")
    give(scout, "wait 21", "move 206", "move 1503", "myalias $in")
    turn = run_to(watched(world), "24d")
    enemy.tactics = "attack"
    run_to(turn, "24e")
    assert texts(scout)[0] == ("move 206", True, 0)
    world.turn, enemy.tactics = 2, "defend"
    run_phases(watched(world), 1)
    assert (scout.position, world.nations["Am"].aliases) == ("1503", {"in": scout.id})


@pytest.mark.rule("CF-11.6-01", "CF-11.6-02")
@pytest.mark.parametrize(
    ("own", "foreign", "delayed"),
    [
        (("206", "defend"), ("206", "attack"), True),
        (("206", "attack"), ("206", "flee"), True),
        (("206", "flee"), ("206", "attack"), False),  # who flees is kept by nobody
        (("206", "defend"), ("206", "defend"), False),
        (("206", "attack"), ("1503", "defend"), True),  # an open town
        (("206", "defend"), ("1503", "charge"), True),
        (("190", "attack"), ("1501", "defend"), False),  # walls
        (("190", "defend"), ("1501", "charge"), True),  # a sortie
        (("1501", "defend"), ("1501", "defend"), True),  # missiles in one place
    ],
)
def test_when_a_battle_seems_to_begin(own: tuple[str, str], foreign: tuple[str, str], delayed: bool) -> None:
    world = at_war(known_world(), ("Am", "Rc"), ("Rc", "Am"))
    unit = add_unit(world, "Am", "Scout", own[0], tactics=own[1])
    give(unit, "move 190" if own[0] == "1501" else "move nw")
    turn = begin(world)
    if own[0] != "1501":  # to the last phase of the step
        run_phases(turn, 1)
        run_phases(turn, unit.program[0].left - 1)
    run_to(turn, f"{turn.phase + 1}d")
    enemy = add_unit(world, "Rc", "Scout", foreign[0], tactics=foreign[1])  # it has come before the step is completed
    turn.sees |= {"Am": {enemy.id}, "Rc": {unit.id}}
    run_to(turn, f"{turn.phase}e")
    assert bool(told(turn, "move delayed", "AM")) == delayed
    assert bool(unit.program) == delayed


@pytest.mark.rule("CF-11.6-01", "CF-5.4-05")
@pytest.mark.parametrize(("attacker", "delayed"), [("Am", True), ("Rc", False)])
def test_who_holds_nobody_as_enemy_begins_no_battle(attacker: str, delayed: bool) -> None:
    """Nation Am alone holds the other as enemy."""
    world = at_war(known_world(), ("Am", "Rc"))
    units = {code: add_unit(world, code, "Medium Infantry", 205, tactics="defend") for code in ("Am", "Rc")}
    units[attacker].tactics = "attack"
    assert impending_battle(watched(world), [units["Am"]]) is (units["Rc"] if delayed else None)


@pytest.mark.rule("CF-11.6-01")
@pytest.mark.parametrize("storms", [True, False])
def test_who_storms_keeps_the_garrison(storms: bool) -> None:
    world = at_war(known_world(), ("Rc", "Am"))
    guard = add_unit(world, "Am", "Medium Infantry", 1501, tactics="defend")
    foe = add_unit(world, "Rc", "Medium Infantry", 190, tactics="attack")
    turn = watched(world)
    turn.stormed = {foe.id} if storms else set()
    assert impending_battle(turn, [guard]) is (foe if storms else None)


@pytest.mark.rule("CF-4.2-03", "CF-4.2-09", "CF-4.2-12")
@pytest.mark.parametrize(
    ("start", "order", "priority"),
    [("206", "move 1503", 8), ("1503", "move 207", 8), ("206", "move 207", 11), ("206", "sneak 207 1503", 11)],
)
def test_steps_without_time_come_first(start: str, order: str, priority: int) -> None:
    world = known_world()
    unit = add_unit(world, "Am", "Scout", start)
    give(unit, order)
    doing = next_doing(begin(world), unit)
    assert doing is not None
    assert doing.order.priority(doing) == priority


# --- falling ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-2.1.2-08")
def test_who_is_not_borne_falls_or_sinks() -> None:
    world = empty_world()
    foot = add_unit(world, "Am", "Medium Infantry", "o205", 200)
    flyer, swimmer = add_unit(world, "Am", "Griffon", "o205"), add_unit(world, "Am", "Scout", 170)
    sailor, walker = add_unit(world, "Am", "Scout", 170, embarked=True), add_unit(world, "Am", "Scout", 205)
    turn = begin(world)
    turn.phase = 1
    let_fall(turn)
    assert set(world.units) == {foot.id, flyer.id, sailor.id, walker.id}
    assert (foot.position, flyer.position) == ("205", "o205")
    assert 5 <= foot.individuals <= 40  # one in ten of 200
    assert foot.wounds == [300] * foot.individuals  # one of four wound points is left
    assert told(turn, "sank")[0]["who"] == swimmer.id
    let_fall(turn)
    assert foot.individuals == told(turn, "fell")[0]["left"]


# --- blocking -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "more", "size"),
    [
        pytest.param("Medium Infantry", {}, 100, marks=pytest.mark.rule("CF-11.7.1-01")),
        pytest.param("Medium Infantry", {"wounds": [100] * 50}, 85, marks=pytest.mark.rule("CF-11.7.1-01")),
        pytest.param("Medium Infantry", {"until": {"hasted": 9}}, 200, marks=pytest.mark.rule("CF-11.7.1-02")),
        pytest.param("Dire Wolves", {}, 0, marks=pytest.mark.rule("CF-11.7.1-03")),
        pytest.param("Medium Infantry", {"tactics": "avoid"}, 0, marks=pytest.mark.rule("CF-11.7.1-03")),
        pytest.param("Medium Infantry", {"tactics": "flee"}, 0, marks=pytest.mark.rule("CF-11.7.1-03")),
        pytest.param("Bone Warriors", {}, 50, marks=pytest.mark.rule("CF-11.7.1-04")),
        pytest.param("Medium Infantry", {"tactics": "defend"}, 50, marks=pytest.mark.rule("CF-11.7.1-05")),
        pytest.param("Medium Infantry", {"tactics": "defend", "position": "1501"}, 100, marks=pytest.mark.rule("CF-11.7.1-05")),
        pytest.param("Medium Infantry", {"hidden": True}, 200, marks=pytest.mark.rule("CF-11.7.1-07")),
        pytest.param("Bone Warriors", {"until": {"hasted": 9}}, 100, marks=pytest.mark.rule("CF-11.7.1-08")),
    ],
)
def test_blocking_size(kind: str, more: dict[str, Any], size: int) -> None:
    world = empty_world()
    unit = add_unit(world, "Am", kind, more.pop("position", "190"), 100, **more)
    turn = begin(world)
    turn.phase = 9
    assert blocking_size(turn, unit, "Rc") == size


@pytest.mark.rule("CF-11.7.1-05", "CF-11.7.1-06")
def test_riders_of_one_mount_and_shooters_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    world = empty_world()
    riders, archers = add_unit(world, "Am", "Light Cavalry", 190, 20), add_unit(world, "Am", "Crossbowmen", 190, 20)
    kinds = dict(world.tables.unit_types)
    kinds[riders.type] = replace(kinds[riders.type], cost={"men": 75, "horses": 25})  # three men a mount
    kinds[archers.type] = replace(kinds[archers.type], melee_strength=0)
    with_tables(monkeypatch, world, unit_types=kinds)
    turn = begin(world)
    assert [blocking_size(turn, riders), blocking_size(turn, archers)] == [60, 10]


@pytest.mark.rule("CF-11.7.3-05", "CF-16-11")
@pytest.mark.parametrize(
    ("number", "damage", "factor"), [(1503, 0, 4), (1501, 0, 7), (1504, 0, 10), (1501, 14, 4), (1504, 30, 4)]
)
def test_blocking_factor(number: int, damage: int, factor: int) -> None:
    world = empty_world()
    world.locations[number].damage = damage
    assert blocking_factor(world.tables, world.locations[number]) == factor


def into_lidbury(world: World, movers: int, **more: Any) -> tuple[Turn, Unit]:
    """A turn in which Rowan Court's infantry tries to enter the open town of Lidbury."""
    unit = add_unit(world, "Rc", "Medium Infantry", 206, movers, tactics="avoid" if more.get("avoid") else "attack")
    memory = world.nations["Rc"].memory
    memory.locations[1503] = world.nations["Am"].memory.locations[1503]
    give(unit, "move 1503")
    return watched(world), unit


@pytest.mark.rule("CF-11.7-02", "CF-11.7-06", "CF-11.7.3-02", "CF-11.7.3-03", "CF-11.7-07")
@pytest.mark.parametrize(
    ("garrison", "movers", "blocked"), [(25, 100, True), (24, 100, False), (50, 200, True), (50, 201, False)]
)
def test_a_garrison_blocks_four_times_its_size(garrison: int, movers: int, blocked: bool) -> None:
    world = empty_world()
    guards = add_unit(world, "Am", "Medium Infantry", 1503, garrison, tactics="defend")
    turn, unit = into_lidbury(world, movers)
    give(guards, "wait 9")
    run_phases(turn, 2)
    assert (unit.position == "206", bool(unit.program)) == (blocked, blocked)
    assert guards.program[0].text == "wait 7"
    if blocked:
        assert [one["step"] for one in told(turn, "move blocked", "RC")] == ["1e"]
        guards.individuals -= 1
        run_phases(turn, 1)
        assert unit.position == "1503"


@pytest.mark.rule("CF-11.7.3-01", "CF-11.7.3-02", "CF-11.7.3-04", "CF-11.7-05", "CF-20.2-01", "CF-5.4-06")
@pytest.mark.parametrize(
    ("change", "blocked"),
    [
        ({}, True),  # the owner lets in allies alone
        ({"Am": "ally"}, False),
        ({"flee": True}, False),
        ({"unseen": True}, False),
        ({"questing": True}, False),
        ({"helpers": 50}, False),  # 50 - 50 is nothing
        ({"helpers": 20}, True),  # 4 x 30 of 100
        ({"helpers": 26}, False),  # 4 x 24 of 100
        ({"owner": "Rc"}, False),
        ({"owner": "Sl"}, False),  # neutral guests do not defend the town of another
        ({"owner": "Sl", "Am": "enemy"}, True),
        ({"owner": "Sl", "Am": "enemy", "foes": True}, False),  # enemies of the owner do not defend it
        ({"helpers": 50, "questers": True}, True),
    ],
)
def test_who_blocks_the_way_into_a_location(change: dict[str, Any], blocked: bool) -> None:
    world = empty_world()
    guards = add_unit(world, "Am", "Medium Infantry", 1503, 50, tactics="flee" if change.get("flee") else "defend")
    guards.questing = bool(change.get("questing"))
    if "helpers" in change:
        helpers = add_unit(world, "Rc", "Medium Infantry", 1503, change["helpers"], tactics="defend")
        helpers.questing = bool(change.get("questers"))
    if change.get("foes"):
        world.nations["Am"].policies["Sl"] = "enemy"
    world.locations[1503].owner = change.get("owner", "Am")
    if "Am" in change:
        world.nations["Am"].policies["Rc"] = change["Am"]
    turn, unit = into_lidbury(world, 100)
    unit.tactics = "defend"
    unit.position = "206"
    if change.get("helpers"):  # the mover in the open counts half with tactics defend, the garrison whole
        unit.tactics = "attack"
    run_to(turn, "1d")
    if change.get("unseen"):
        turn.sees["Am"] = set()
    if change.get("flee"):
        turn.sees["Rc"] = set()
    if change.get("Am") == "enemy":
        turn.sees["Rc"] = set()
    run_to(turn, "1e")
    assert (unit.position == "206") == blocked


@pytest.mark.rule("CF-11.7-01", "CF-11.7.2-01", "CF-11.7.2-02", "CF-11.7.2-03", "CF-5.4-06")
@pytest.mark.parametrize(
    ("policy", "host", "number", "blocked"),
    [
        ("enemy", "", 25, True),
        ("enemy", "", 24, False),  # less than half of 50
        ("neutral", "", 100, False),
        ("neutral", "Rc", 25, True),  # it owns the hex
        ("ally", "Rc", 100, False),
    ],
)
def test_two_forces_cannot_pass_each_other(policy: Any, host: str, number: int, blocked: bool) -> None:
    world = known_world()
    world.nations["Rc"].policies["Am"] = policy
    world.hexes[205].owner = host
    mover = add_unit(world, "Am", "Medium Infantry", 205, 50)
    add_unit(world, "Rc", "Medium Infantry", 205, number, came_from="206", arrived=5)
    turn = watched(world)
    turn.phase = 6
    assert bool(blockers(turn, [mover], "205", "206", 1)) == blocked
    assert blockers(turn, [mover], "205", "206", 6) == []  # they came before the mover set out
    assert blockers(turn, [mover], "205", "204", 1) == []  # they came from elsewhere


@pytest.mark.rule("CF-11.7.2-01", "CF-11.7-07", "CF-4.2-03")
def test_a_blocked_step_is_tried_again_first_of_all() -> None:
    world = known_world()
    world.nations["Rc"].policies["Am"] = "enemy"
    mover = add_unit(world, "Am", "Medium Infantry", 205, 100, tactics="defend")  # counts half in the open
    foe = add_unit(world, "Rc", "Light Cavalry", 206, 100, tactics="defend")
    give(mover, "move 206d", "myalias $past")
    give(foe, "move 205d")
    world.nations["Rc"].memory.hexes = world.nations["Am"].memory.hexes
    turn = run_phases(watched(world), 6)
    assert (mover.position, foe.position, foe.arrived) == ("205", "205", 4)
    assert [one["step"] for one in told(turn, "move blocked", "AM")] == ["6e"]
    foe.individuals = 24  # 24 in the open with tactics defend count 12, the mover 50
    run_phases(turn, 1)
    assert (mover.position, world.nations["Am"].aliases) == ("206", {"past": mover.id})


@pytest.mark.rule("CF-11.7-04")
def test_nobody_blocks_in_the_air() -> None:
    world = at_war(known_world(), ("Rc", "Am"))
    mover = add_unit(world, "Am", "Griffon", "o205")
    add_unit(world, "Rc", "Griffon", "o205", came_from="o206", arrived=2)
    assert blockers(watched(world), [mover], "o205", "o206", 1) == []


@pytest.mark.rule("CF-11.7-03", "CF-11.7.4-01", "CF-11.7.4-02", "CF-11.7.1-07")
@pytest.mark.parametrize(("outside", "policy", "blocked"), [(25, "enemy", True), (24, "enemy", False), (25, "neutral", False)])
def test_who_is_kept_out_keeps_others_in(outside: int, policy: Any, blocked: bool) -> None:
    world = known_world()
    world.nations["Rc"].policies["Am"] = policy
    garrison = add_unit(world, "Am", "Medium Infantry", 1503, 50)
    turn, besiegers = into_lidbury(world, outside)
    garrison.tactics, besiegers.tactics = "defend", "defend"
    besiegers.individuals *= 2  # in the open with tactics defend they count half
    run_phases(turn, 1)
    assert besiegers.position == "206"
    besiegers.hidden = True
    give(garrison, "move 206")
    run_phases(turn, 1)
    assert (garrison.position, besiegers.hidden) == (("1503", False) if blocked else ("206", True))


@pytest.mark.rule("CF-11.7.1-04", "CF-7.4.1-02")
def test_dominated_units_count_half_in_a_block_charmed_ones_in_full() -> None:
    """For as long as they serve: whoever changes nation again is free of it."""
    for mark, size in (("", 100), (DOMINATED, 50)):
        world = empty_world()
        unit = add_unit(world, "Gh", "Medium Infantry", "190", 100)
        turn = begin(world)
        charm(turn, unit, "Am", mark)
        unit.tactics, world.turn = "attack", world.turns
        assert blocking_size(turn, unit, "Rc") == size
        go_back(turn, unit)
        assert unit.owner == "Gh"
        assert blocking_size(turn, unit, "Rc") == 100
    assert {one.mark for one in world.tables.spells if one.spell == "dominate"} == {DOMINATED}
    assert {one.mark for one in world.tables.spells if one.spell == "charm"} == {""}

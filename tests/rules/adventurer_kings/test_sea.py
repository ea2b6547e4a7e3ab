"""The sea: who may enter it, who carries whom, what Naval gives, who drowns, and parted seas (AK-6.2, AK-4.1, AK-4.2)."""

from __future__ import annotations

import pytest

from postern.game.kit.turn import run
from postern.rulesets.adventurer_kings.orders import movement
from postern.rulesets.adventurer_kings.orders.movement import move
from postern.rulesets.adventurer_kings.rules.travel import capacity, drown, extra_moves, may_enter, points_left
from postern.rulesets.adventurer_kings.sequence import SEQUENCE
from postern.rulesets.adventurer_kings.tables import SEA, TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Army, World
from tests.rules.adventurer_kings.build import (
    add_army,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    step,
    told,
    turn_of,
)


@pytest.fixture(autouse=True)
def _no_monsters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movement, "meets_monster", lambda turn, who, place: True)


def coast(*seas: int) -> World:
    """Plains with Sea in these provinces; 82 is King AA's home."""
    world = empty_world()
    for place in seas:
        world.provinces[place].terrain = SEA
    return world


def moves(world: World, *goals: int) -> Turn:
    """The year in which King AA moves to these provinces, a phase each, and learns nothing."""
    text = "\n".join(f"{phase} MO {goal}" for phase, goal in enumerate(goals, 1))
    turn = always(turn_of(world, {"AA": f"CHAR 1\n{text}"}), *[100] * 20)
    for place in range(len(goals)):
        carry_out(turn, move, place)
    return turn


def ends(world: World, armies: list[Army]) -> list[tuple[int, int]]:
    """Where armies stand, and what they have used."""
    return [(one.province, one.used) for one in armies]


LAND = ["GA", "BO", "AX", "PH", "LE", "LC", "HC", "CH", "EL", "CC", "WR", "EN", "TR", "WE"]


@pytest.mark.rule("AK-D6.2-02")
@pytest.mark.parametrize(
    ("kinds", "sea", "touching", "inland"),
    [
        (["WH"], True, True, False),
        (["FL"], True, True, False),
        (["ME"], True, True, False),
        (["DR", "EA"], True, True, True),
        (LAND, False, True, True),
    ],
)
def test_who_may_enter_sea_coast_and_inland(kinds: list[str], sea: bool, touching: bool, inland: bool) -> None:
    world = coast(65)  # touches 83, not 81 and 101
    for kind in kinds:
        army = add_army(world, "AA", kind, 83)
        assert (may_enter(world, army, 65), may_enter(world, army, 64), may_enter(world, army, 101)) == (sea, touching, inland)
        assert may_enter(world, army, 65, carried=True)


@pytest.mark.rule("AK-D6.2-03", "AK-D6.2-02")
@pytest.mark.parametrize(
    ("carriers", "inventions", "room"),
    [
        (["FL"], [], 2),
        (["FL"], [13], 3),
        (["WH"], [], 1),
        (["WH"], [13], 1),
        (["FL", "FL", "WH"], [], 5),
        (["ME", "EA"], [], 0),
    ],
)
def test_fleets_carry_two_with_shipbuilding_three_and_whales_one(carriers: list[str], inventions: list[int], room: int) -> None:
    world = coast(83)
    world.kingdoms["AA"].inventions = inventions
    ships = [add_army(world, "AA", kind, 82, 1) for kind in carriers]
    cargo = [add_army(world, "AA", "LE", 82, 1) for _ in range(room)]
    assert capacity(world, ships) == room
    assert not failures(moves(world, 83))
    world = coast(83)
    world.kingdoms["AA"].inventions = inventions
    cargo = [add_army(world, "AA", kind, 82, 1) for kind in (*carriers, *["LE"] * (room + 1))]
    turn = moves(world, 83)
    assert failures(turn) == ["CARRIERS"]
    assert f"carry {room} land armies, and there are {room + 1}" in turn.failures[0].why
    assert {one.province for one in cargo} == {82}


@pytest.mark.rule("AK-D6.2-03")
def test_the_fleets_pay_from_in_and_to_sea_and_those_carried_for_the_step_ashore_alone() -> None:
    world = coast(83, 84)
    world.characters[1].skills["NA"] = 1
    armies = [add_army(world, "AA", kind, 82, 1) for kind in ("FL", "LE", "EA")]
    moves(world, 83)
    assert ends(world, armies) == [(83, 1), (83, 0), (83, 1)]
    moves(world, 84)
    assert ends(world, armies) == [(84, 2), (84, 0), (84, 2)]
    assert not failures(moves(world, 85))
    assert ends(world, armies) == [(85, 3), (85, 1), (85, 3)]


@pytest.mark.rule("AK-D6.2-03")
@pytest.mark.parametrize(("fleet", "legion", "code"), [(2, 0, "POINTS"), (1, 2, "POINTS"), (1, 1, "")])
def test_a_landing_needs_a_point_of_the_fleet_and_one_of_the_army(fleet: int, legion: int, code: str) -> None:
    world = coast(82)
    add_army(world, "AA", "FL", 82, 1, used=fleet)
    add_army(world, "AA", "LE", 82, 1, used=legion)
    assert failures(moves(world, 83)) == ([code] if code else [])


@pytest.mark.rule("AK-D6.2-03", "AK-P4.1-03")
def test_march_helps_no_army_over_sea_or_ashore() -> None:
    world = coast(83)
    world.characters[1].skills["MA"] = 2
    fleet, legion = add_army(world, "AA", "FL", 82, 1), add_army(world, "AA", "LE", 82, 1, used=2)
    assert points_left(world, legion) == 1
    assert failures(moves(world, 83, 84)) == ["POINTS"]
    assert ends(world, [fleet, legion]) == [(83, 1), (83, 2)]


@pytest.mark.rule("AK-D4.1-02", "AK-P4.1-04")
@pytest.mark.parametrize(("kind", "at_sea", "on_land"), [("FL", 3, 0), ("WH", 3, 0), ("ME", 3, 0), ("LE", 0, 0), ("EA", 0, 0)])
def test_naval_gives_a_move_a_level_at_sea_to_what_swims_and_sails(kind: str, at_sea: int, on_land: int) -> None:
    world = coast(82)
    leader = add_character(world, "AA", 82, {"NA": 3})
    army = add_army(world, "AA", kind, 82, leader.id)
    assert (extra_moves(world, leader, army, True), extra_moves(world, leader, army, False)) == (at_sea, on_land)
    assert extra_moves(world, None, army, True) == 0
    assert points_left(world, army) == army.kind.speed + at_sea


@pytest.mark.rule("AK-D4.1-02", "AK-D6.2-03")
def test_naval_takes_the_armies_carried_further_too() -> None:
    world = coast(83, 84, 85, 86)
    world.characters[1].skills["NA"] = 2
    armies = [add_army(world, "AA", kind, 82, 1) for kind in ("FL", "LE")]
    assert not failures(moves(world, 83, 84, 85, 86))
    assert ends(world, armies) == [(86, 4), (86, 0)]


@pytest.mark.rule("AK-D4.24-02")
@pytest.mark.parametrize(("kind", "more"), [("FL", 2), ("WH", 2), ("LE", 0), ("DR", 0)])
def test_favorable_winds_give_two_moves_at_sea(kind: str, more: int) -> None:
    world = coast(82)
    leader = world.characters[1]
    leader.spells["WI"] = 4
    army = add_army(world, "AA", kind, 82, 1)
    assert extra_moves(world, leader, army, True) == more
    assert extra_moves(world, leader, army, False) <= 1


@pytest.mark.rule("AK-D10.1-02")
@pytest.mark.parametrize(("leads", "kind", "more"), [(1, "FL", 1), (2, "FL", 0), (1, "WH", 0), (1, "LE", 0)])
def test_fleets_of_the_admiral_have_a_move_more(leads: int, kind: str, more: int) -> None:
    world = coast(82)
    world.offices["AD"] = leads
    army = add_army(world, "AA", kind, 82, 1)
    assert extra_moves(world, world.characters[1], army, True) == more


# --- drowning ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D6.2-04")
@pytest.mark.parametrize(
    ("carriers", "lost"), [([], [1, 2, 3]), (["WH"], [2, 3]), (["FL"], [3]), (["FL", "WH"], []), (["ME"], [1, 2, 3])]
)
def test_land_armies_without_carriers_drown_the_highest_numbers_first(carriers: list[str], lost: list[int]) -> None:
    world = coast(82)
    for _ in range(3):
        add_army(world, "AA", "LE", 82)
    others = [add_army(world, "AA", kind, 82) for kind in (*carriers, "EA", "DR")]
    add_army(world, "BB", "FL", 82)
    turn = step(turn_of(world), "1e", drown)
    assert [one.data["army"] for one in told(turn, "drowned")] == lost
    assert {1, 2, 3} - set(world.armies) == set(lost)
    assert {one.id for one in others} <= set(world.armies)
    assert not world.provinces[82].remains


@pytest.mark.rule("AK-D4.24-05", "AK-D6.2-04")
def test_a_flood_drowns_nobody_but_lets_armies_out_aboard_fleets_alone() -> None:
    world = coast()
    world.provinces[82].turned = SEA
    legion = add_army(world, "AA", "LE", 82, 1)
    step(turn_of(world), "1e", drown)
    assert legion.id in world.armies
    assert failures(moves(world, 83)) == ["CARRIERS"]
    fleet = add_army(world, "AA", "FL", 83)
    assert may_enter(world, fleet, 82)
    fleet.province, fleet.leader = 82, 1
    assert not failures(moves(world, 83))
    assert legion.province == 83


@pytest.mark.rule("AK-D4.24-05")
def test_land_armies_enter_a_flooded_province_aboard_alone() -> None:
    world = coast()
    world.provinces[83].turned = SEA
    add_army(world, "AA", "LE", 82, 1)
    assert failures(moves(world, 83)) == ["CARRIERS"]
    add_army(world, "AA", "FL", 82, 1)
    assert not failures(moves(world, 83))


# --- parted seas ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-P4.2-05", "AK-D4.21-05")
@pytest.mark.parametrize(
    ("kind", "start", "goal", "may"),
    [
        ("LE", 83, 82, True),  # from land
        ("LE", 82, 83, True),  # to land
        ("LE", 82, 81, True),  # to another dried province
        ("LE", 82, 64, False),  # to Sea, even aboard
        ("LE", 64, 82, False),  # from Sea, even aboard
        ("FL", 64, 82, False),
        ("FL", 82, 64, False),
        ("FL", 83, 82, False),
        ("FL", 64, 83, True),
        ("DR", 64, 82, True),
        ("DR", 82, 64, True),
    ],
)
def test_a_parted_sea_is_dry_ground(kind: str, start: int, goal: int, may: bool) -> None:
    world = coast(82, 81, 64)
    world.provinces[82].turned = world.provinces[81].turned = "Plain"
    army = add_army(world, "AA", kind, start)
    assert may_enter(world, army, goal, carried=True) is may
    assert TABLES.spells["PA"].reach == 1


@pytest.mark.rule("AK-P4.2-06")
def test_an_army_on_the_bed_of_a_sea_waits_for_the_next_parting() -> None:
    world = coast(82)
    world.provinces[82].turned = "Plain"
    army = add_army(world, "AA", "LE", 83, 1)
    world.characters[1].province = 83
    assert not failures(moves(world, 82))
    step(turn_of(world), "1e", drown)
    world.provinces[82].turned = ""  # the year ends
    army.used = 0
    add_army(world, "AA", "FL", 82, 1)
    step(turn_of(world), "1e", drown)
    assert army.id in world.armies
    assert failures(moves(world, 83)) == ["MAY NOT ENTER"]
    world.armies.popitem()
    world.provinces[82].turned = "Plain"
    assert not failures(moves(world, 83))
    step(turn_of(world), "2e", drown)
    assert not army.stranded


# --- the end of a phase -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AK-D6.2-05")
@pytest.mark.parametrize(
    ("kind", "enemy", "owner"), [*((one, False, "AA") for one in ("FL", "WH", "ME", "DR", "EA")), ("ME", True, "")]
)
def test_sea_is_owned_by_whatever_stands_there_alone(kind: str, enemy: bool, owner: str) -> None:
    world = coast(83)
    add_army(world, "AA", kind, 82, 1)
    for _ in range(9 if enemy else 0):
        add_army(world, "", "WH", 83, quality=5)
    run(SEQUENCE, turn_of(world, {"AA": "CHAR 1\n1 MO 83"}), until="1e")
    assert world.provinces[83].owner == owner


@pytest.mark.rule("AK-P6.2-03")
@pytest.mark.parametrize(("used", "battles"), [(0, 1), (1, 1), (3, 0)])
def test_an_army_in_an_enemy_province_spends_a_point_to_force_a_battle(used: int, battles: int) -> None:
    world = empty_world()
    leader = add_character(world, "AA", 83)
    army = add_army(world, "AA", "HC", 83, leader.id, used=used, quality=4)
    add_army(world, "", "HC", 83, quality=4)
    turn = run(SEQUENCE, turn_of(world), until="1e")
    assert len(told(turn, "battle")) == battles
    assert army.used > used or not battles or army.id not in world.armies

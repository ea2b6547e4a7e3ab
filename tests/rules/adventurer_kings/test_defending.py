"""Leaders on Defend who react to invasions (AK-3.15)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders import acting, movement
from postern.rulesets.adventurer_kings.orders.acting import act
from postern.rulesets.adventurer_kings.orders.movement import defend, react
from postern.rulesets.adventurer_kings.tables import SEA
from postern.rulesets.adventurer_kings.turn import Defence, Turn
from postern.rulesets.adventurer_kings.world import Army, World
from tests.rules.adventurer_kings.build import (
    add_army,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    only,
    relate,
    step,
    told,
    turn_of,
)


@pytest.fixture(autouse=True)
def _no_monsters(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (acting, movement):
        monkeypatch.setattr(module, "meets_monster", lambda turn, who, place: True)


def invaded(*places: int, owner: str = "AA") -> tuple[World, Army]:
    """King AA with a Legion at 82; armies led by Heroes of the enemy CC in these provinces of an owner."""
    world = empty_world()
    relate(world, "AA", "CC", "Enemy")
    relate(world, "BB", "CC", "Enemy")
    for place in places:
        world.provinces[place].owner = owner
        add_army(world, "CC", "LE", place, add_character(world, "CC", place).id)
    return world, add_army(world, "AA", "LE", 82, 1)


def reacted(world: World, letter: str = "", phase: int = 1) -> Turn:
    """The year after the actions and reactions of a phase."""
    turn = always(turn_of(world, {"AA": letter} if letter else {}), *[100] * 30)
    step(turn, f"{phase}b", act)
    return step(turn, f"{phase}c", react)


@pytest.mark.rule("AK-P3.15-01", "AK-D3.15-02", "AK-D3.0-06")
def test_a_defender_goes_to_an_invaded_province_beside_his_and_pays_a_point() -> None:
    world, army = invaded(83)
    turn = reacted(world)
    assert (army.province, army.used, world.characters[1].province) == (83, 1, 83)
    assert turn.came_from == {1: 82}
    assert only(turn, "reacted").data["where"] == "P83 (83)"


@pytest.mark.rule("AK-D3.15-02")
def test_the_lowest_number_comes_first_and_he_goes_once_a_phase() -> None:
    world, army = invaded(83, 81)
    world.provinces[63].owner = "AA"  # beside 81
    add_army(world, "CC", "LE", 63, add_character(world, "CC", 63).id)
    turn = reacted(world)
    assert (army.province, army.used) == (81, 1)
    assert len(told(turn, "reacted")) == 1


@pytest.mark.rule("AK-P3.15-02", "AK-D3.15-02")
@pytest.mark.parametrize(("kind", "used", "second", "goes"), [("LE", 1, 0, True), ("LE", 2, 0, False), ("LE", 0, 2, False)])
def test_without_a_point_for_each_army_nobody_reacts(kind: str, used: int, second: int, goes: bool) -> None:
    world, army = invaded(83)
    army.used = used
    add_army(world, "AA", kind, 82, 1, used=second)
    reacted(world)
    assert (army.province == 83) is goes


@pytest.mark.rule("AK-D3.15-02")
@pytest.mark.parametrize(("terrain", "goes"), [("Plain", 83), (SEA, 64)])
def test_he_goes_on_to_the_next_where_his_armies_may_not_enter(terrain: str, goes: int) -> None:
    world, army = invaded(83, 64)
    world.provinces[64].terrain = "Plain" if terrain == SEA else SEA
    reacted(world)
    assert army.province == goes


@pytest.mark.rule("AK-D3.15-02")
@pytest.mark.parametrize(
    ("case", "goes"),
    [
        ("invaded", True),
        ("own invaded", False),
        ("garrison of the enemy", False),
        ("neutral invader", False),
        ("no armies", False),
        ("not adjacent", False),
        ("nobody's province", False),
    ],
)
def test_when_a_defender_reacts(case: str, goes: bool) -> None:
    world, army = invaded(84 if case == "not adjacent" else 83)
    if case == "own invaded":
        add_army(world, "CC", "LE", 82, add_character(world, "CC", 82).id)
    if case == "garrison of the enemy":
        next(one for one in world.armies.values() if one.owner == "CC").leader = 0
    if case == "neutral invader":
        relate(world, "AA", "CC", "Neutral")
    if case == "no armies":
        army.leader = 0
    if case == "nobody's province":
        world.provinces[83].owner = ""
    reacted(world)
    assert (world.characters[1].province == 83) is goes


@pytest.mark.rule("AK-D3.15-02", "AK-P8.1-07")
@pytest.mark.parametrize(
    ("owner", "invader", "goes"),
    [("Allied", "Enemy", True), ("Allied", "Neutral", True), ("Allied", "Allied", False), ("Neutral", "Enemy", False)],
)
def test_an_ally_is_defended_but_never_against_a_friend(owner: str, invader: str, goes: bool) -> None:
    world, army = invaded(83, owner="BB")
    relate(world, "AA", "BB", owner)
    relate(world, "AA", "CC", invader)
    turn = reacted(world)
    assert (army.province == 83) is goes
    if goes:
        assert only(turn, "reacted").seen_by == {"A", "B"}


@pytest.mark.rule("AK-P3.15-03", "AK-D3.15-01")
@pytest.mark.parametrize(("text", "goes"), [("1 DE", 64), ("1 DE 83", 83), ("1 DE 82", 82), ("1 DE P99", 82)])
def test_defend_may_name_one_province(text: str, goes: int) -> None:
    world, army = invaded(83, 64)
    reacted(world, f"CHAR 1\n{text}")
    assert army.province == goes


@pytest.mark.rule("AK-D3.15-01")
def test_defend_names_the_own_position_or_an_adjacent_province() -> None:
    world = empty_world()
    turn = turn_of(world, {"AA": "CHAR 1\n1 DE 140"})
    assert not carry_out(turn, defend)
    assert failures(turn) == ["NOT ADJACENT"]
    assert not turn.defending
    turn = turn_of(world, {"AA": "CHAR 1\n1 DE 83"})
    assert carry_out(turn, defend)
    assert turn.defending == {1: Defence(83)}


@pytest.mark.rule("AK-D3.15-01", "AK-P3.15-01")
@pytest.mark.parametrize(
    ("letter", "goes"),
    [
        ("1 DE", True),
        ("1 DE\n2 DE 83", True),
        ("1 DE 64", False),  # the phase without an order goes on with it
        ("1 DE\n2 EX", False),
        ("1 EX", True),  # the second phase has no order
        ("1 EX\n2 MO 64", False),
    ],
)
def test_defend_lasts_until_his_next_other_order(monkeypatch: pytest.MonkeyPatch, letter: str, goes: bool) -> None:
    from postern.rulesets.adventurer_kings.orders.types import Explore

    monkeypatch.setitem(acting.EFFECTS, Explore, lambda doing, order: True)
    world, army = invaded()
    turn = always(turn_of(world, {"AA": f"CHAR 1\n{letter}"}), *[100] * 30)
    step(step(turn, "1b", act), "1c", react)
    world.provinces[83].owner = "AA"
    add_army(world, "CC", "LE", 83, add_character(world, "CC", 83).id)
    step(step(turn, "2b", act), "2c", react)
    assert (army.province == 83) is goes


@pytest.mark.rule("AK-D3.15-02", "AK-D3.0-11")
def test_he_reacts_to_those_who_came_in_this_phase() -> None:
    world, army = invaded()
    world.provinces[83].owner = "AA"
    raider = add_character(world, "CC", 84)
    add_army(world, "CC", "LE", 84, raider.id)
    turn = always(turn_of(world, {"CC": f"CHAR {raider.id}\n1 MO 83"}), *[100] * 30)
    step(step(turn, "1b", act), "1c", react)
    assert army.province == 83
    assert turn.defending == {1: Defence(), 2: Defence(), 3: Defence()}

"""Who leads armies: Leave, Pick Up and Disband (AK-3.6, AK-3.8, AK-3.9)."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.armies import disband, leave, pick_up
from postern.rulesets.adventurer_kings.tables import SEA, TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import add_army, add_character, always, carry_out, empty_world, failures, only, turn_of

EFFECTS = {"LE": leave, "PI": pick_up, "DI": disband}


def camp() -> World:
    """In 82 King AA leads army 1, his Hero 4 armies 2 and 3, army 4 is garrison; army 5 is in 83, army 6 is King BB's in 82."""
    world = empty_world()
    hero = add_character(world, "AA", 82)
    for leader in (1, hero.id, hero.id, 0):
        add_army(world, "AA", "LE", 82, leader)
    add_army(world, "AA", "LE", 83)
    add_army(world, "BB", "LE", 82)
    return world


def ordered(world: World, text: str, *faces: int) -> Turn:
    """The year after King AA's one order; dice of 100 show these faces, then 100."""
    turn = always(turn_of(world, {"AA": f"CHAR 1\n1 {text}"}), *faces, *[100] * 9)
    carry_out(turn, EFFECTS[text[:2]])
    return turn


def leaders(world: World) -> list[int]:
    """Who leads armies 1 to 6."""
    return [one.leader for one in world.armies.values()]


@pytest.mark.rule("AK-P3.8-01", "AK-D3.8-01", "AK-D3.9-01", "AK-D3.0-05")
@pytest.mark.parametrize(
    ("text", "after", "codes"),
    [
        ("LE 1", [0, 4, 4, 0, 0, 0], []),
        ("LE 2", [1, 0, 4, 0, 0, 0], []),  # one that he does not lead
        ("LE 1,2 TO 4", [4, 4, 4, 0, 0, 0], []),
        ("LE 4 TO Hero4", [1, 4, 4, 4, 0, 0], []),  # from the garrison
        ("LE 2,3 TO 1", [1, 1, 1, 0, 0, 0], []),
        ("LE ALL", [0, 0, 0, 0, 0, 0], []),
        ("LE ALL TO 4", [4, 4, 4, 4, 0, 0], []),
        ("LE 4", [1, 4, 4, 0, 0, 0], ["ALREADY"]),
        ("LE 5", [1, 4, 4, 0, 0, 0], ["NO ARMY"]),
        ("LE 6", [1, 4, 4, 0, 0, 0], ["NO ARMY"]),
        ("LE 1 TO 2", [1, 4, 4, 0, 0, 0], ["NOT HERE"]),
        ("LE 1 TO 99", [1, 4, 4, 0, 0, 0], ["NO CHARACTER"]),
        ("PI 4", [1, 4, 4, 1, 0, 0], []),
        ("PI 2,4", [1, 1, 4, 1, 0, 0], []),  # from a character and the garrison
        ("PI ALL", [1, 1, 1, 1, 0, 0], []),
        ("PI 1", [1, 4, 4, 0, 0, 0], ["ALREADY"]),
        ("PI 5", [1, 4, 4, 0, 0, 0], ["NO ARMY"]),
        ("PI 4,4", [1, 4, 4, 1, 0, 0], ["TWICE"]),
    ],
)
def test_own_armies_in_the_province_change_their_leader(text: str, after: list[int], codes: list[str]) -> None:
    world = camp()
    turn = ordered(world, text)
    assert (leaders(world), failures(turn)) == (after, codes)


@pytest.mark.rule("AK-D3.8-01")
def test_nobody_of_another_kingdom_takes_armies() -> None:
    world = camp()
    world.characters[2].province = 82
    assert failures(ordered(world, "LE 1 TO 2")) == ["NOT YOURS"]
    assert leaders(world)[0] == 1


@pytest.mark.rule("AK-D3.9-02")
@pytest.mark.parametrize("text", ["PI 2", "LE 2", "LE 2 TO 1"])
def test_points_used_stay_used(text: str) -> None:
    world = camp()
    world.armies[2].used = 2
    ordered(world, text)
    assert world.armies[2].used == 2


@pytest.mark.rule("AK-D3.6-01", "AK-D3.0-05")
@pytest.mark.parametrize(
    ("text", "left", "codes"),
    [
        ("DI 1", [2, 3, 4, 5, 6], []),
        ("DI 2,4", [1, 3, 5, 6], []),
        ("DI ALL", [5, 6], []),
        ("DI 5", [1, 2, 3, 4, 5, 6], ["NO ARMY"]),
        ("DI 1,6", [1, 2, 3, 4, 5, 6], ["NO ARMY"]),
    ],
)
def test_disbanded_armies_vanish_and_no_gold_comes_back(text: str, left: list[int], codes: list[str]) -> None:
    world = camp()
    turn = ordered(world, text)
    assert (list(world.armies), failures(turn)) == (left, codes)
    assert world.kingdoms["AA"].gold == 10
    assert not world.provinces[82].remains
    if not codes:
        assert len(only(turn, "disbanded").data["armies"]) == 6 - len(left)


@pytest.mark.rule("AK-3.19-05", "AK-3.19-06", "AK-D3.19-03")
@pytest.mark.parametrize("order", ["PI", "LE"])
@pytest.mark.parametrize(
    ("kinds", "faces", "march", "naval"),
    [
        (["LE", "HC"], [5], 2, 0),
        (["LE"], [6], 1, 0),
        (["EA", "DR"], [5], 2, 0),
        (["FL"], [5], 1, 1),
        (["WH", "ME"], [5], 1, 1),
        (["FL"], [6], 1, 0),
        (["FL", "LE", "LE"], [5, 5, 5], 2, 1),
        (["FL", "LE"], [6, 6], 1, 0),
    ],
)
def test_naval_units_teach_naval_and_others_march(
    order: str, kinds: list[str], faces: list[int], march: int, naval: int
) -> None:
    world = empty_world()
    world.provinces[82].terrain = SEA
    numbers = [add_army(world, "AA", kind, 82, 1 if order == "LE" else 0).id for kind in kinds]
    ordered(world, f"{order} {','.join(map(str, numbers))}", *faces)
    skills = world.characters[1].skills
    assert (skills["MA"], skills.get("NA", 0)) == (march, naval)
    rows = TABLES.experience
    assert (rows["pick_up"].chance, rows["pick_up"].ability) == (5, "MA")
    assert (rows["pick_up_naval"].chance, rows["pick_up_naval"].ability) == (5, "NA")


@pytest.mark.rule("AK-D3.19-01")
def test_a_lost_pick_up_teaches_nothing() -> None:
    world = camp()
    ordered(world, "PI 5", 1)
    assert world.characters[1].skills["MA"] == 1

"""Spells on provinces."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.orders.magic import cast
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import World
from tests.rules.adventurer_kings.build import (
    HOMES,
    add_army,
    add_character,
    always,
    carry_out,
    empty_world,
    failures,
    only,
    relate,
    told,
    turn_of,
)

HOME = HOMES["AA"]
COAST = 83


def mage_world(skills: dict[str, int], place: int = HOME) -> World:
    """A mage (4), with Sea at 83 beside the home."""
    world = empty_world()
    world.provinces[COAST].terrain = "Sea"
    add_character(world, "AA", place, skills, name="Selwyn")
    return world


def casts(world: World, order: str, *faces: int) -> Turn:
    turn = always(turn_of(world, {"AA": f"CHAR 4\n1 CA {order}"}), *(faces or (1,)))
    carry_out(turn, cast)
    return turn


@pytest.mark.rule("AK-P4.2-08", "AK-D4.21-02", "AK-10.1-23")
@pytest.mark.parametrize(
    ("owner", "relation", "code"), [("AA", "", ""), ("BB", "Allied", ""), ("BB", "Neutral", "OWNER"), ("", "", "OWNER")]
)
def test_bless_is_for_an_own_or_allied_province(owner: str, relation: str, code: str) -> None:
    world = mage_world({"WH": 1}, 120)
    world.provinces[120].owner = owner
    if relation:
        relate(world, "AA", "BB", relation)
    turn = casts(world, "BL")
    assert failures(turn) == ([code] if code else [])
    assert world.provinces[120].blessed is not bool(code)
    assert world.characters[4].merit == ({} if code else {"HP": 2})  # a point in halves


@pytest.mark.rule("AK-D4.21-02")
def test_a_second_bless_in_the_year_fails_and_a_failed_one_gives_no_merit() -> None:
    world = mage_world({"WH": 1})
    casts(world, "BL", 51)
    assert (world.provinces[HOME].blessed, world.characters[4].merit) == (False, {})
    casts(world, "BL")
    assert failures(casts(world, "BL")) == ["BLESSED"]


@pytest.mark.rule("AK-P4.2-05", "AK-D4.21-05")
@pytest.mark.parametrize(
    ("order", "place", "code"), [("PA 83", HOME, ""), ("PA", COAST, ""), ("PA 82", HOME, "TERRAIN"), ("PA 83", 80, "TOO FAR")]
)
def test_part_the_seas_dries_the_own_or_an_adjacent_sea(order: str, place: int, code: str) -> None:
    world = mage_world({"WH": 3}, place)
    turn = casts(world, order)
    assert failures(turn) == ([code] if code else [])
    assert world.provinces[COAST].land.name == ("Sea" if code else "Plain")
    if code == "TERRAIN":
        assert (turn.failures[0].remedy, turn.failures[0].paste) == ("Within reach are 83.", "1 CA PA 83")


@pytest.mark.rule("AK-D4.24-05")
@pytest.mark.parametrize(
    ("order", "place", "code"), [("FO", HOME, ""), ("FO 82", 81, ""), ("FO 81", HOME, "TERRAIN"), ("FO 83", HOME, "TERRAIN")]
)
def test_flood_turns_a_coast_into_sea(order: str, place: int, code: str) -> None:
    world = mage_world({"EL": 3}, place)
    turn = casts(world, order)
    assert failures(turn) == ([code] if code else [])
    assert world.provinces[HOME].at_sea is not bool(code)


@pytest.mark.rule("AK-P4.2-07", "AK-D4.24-05")
def test_part_the_seas_and_flood_cancel_each_other() -> None:
    world = mage_world({"WH": 3, "EL": 3})
    casts(world, "PA 83")
    turn = casts(world, "FO 83")
    assert (world.provinces[COAST].at_sea, world.provinces[COAST].turned) == (True, "")
    assert only(turn, "terrain turned").data["back"]
    casts(world, "FO 82")
    casts(world, "PA 82")
    assert (world.provinces[HOME].at_sea, world.provinces[HOME].turned) == (False, "")


@pytest.mark.rule("AK-D4.24-04")
def test_an_earthquake_shakes_a_province_near_by_and_its_garrisons() -> None:
    world = mage_world({"EL": 3})
    world.provinces[81].owner = "BB"
    kinds = [("GA", 2), ("GA", -1), ("LE", 2)]
    armies = [add_army(world, "BB", kind, 81, quality=quality) for kind, quality in kinds]
    turn = casts(world, "EQ 81")
    assert world.provinces[81].shaken
    assert [one.quality for one in world.armies.values()] == [1, 2]
    event = only(turn, "earthquake")
    assert event.seen_by == {"A", "B"}
    assert (event.data["weaker"], event.data["gone"]) == ([armies[0].title], [armies[1].title])
    assert failures(casts(world, "EQ 80")) == ["TOO FAR"]


@pytest.mark.rule("AK-D4.25-04")
def test_a_plague_strikes_the_living_armies_of_every_owner() -> None:
    world = mage_world({"NE": 3})
    for owner, skeletal in (("AA", False), ("BB", False), ("", False), ("BB", True), ("CC", False)):
        add_army(world, owner, "LE", 81, skeletal=skeletal)
    turn = casts(world, "PL 81", 1, 30, 30, 30, 31)
    assert [one.quality for one in world.armies.values()] == [1, 1, 1, 2, 2]
    assert only(turn, "plague").data["each"] == 30
    assert failures(casts(world, "PL 80")) == ["TOO FAR"]


@pytest.mark.rule("AK-D2.0-14")
def test_a_storm_weakens_fleets_and_sinks_some() -> None:
    world = mage_world({"EL": 5})
    for kind, owner in (("FL", "BB"), ("FL", "AA"), ("WH", "BB"), ("LE", "BB")):
        add_army(world, owner, kind, COAST)
    turn = casts(world, "ST 83", 1, 15, 16)
    assert {number: one.quality for number, one in world.armies.items()} == {2: 1, 3: 2, 4: 2}
    assert only(turn, "storm").data["sunk"] == ["1st Human Fleet"]
    assert world.provinces[COAST].remains == []
    assert failures(casts(world, "ST 82")) == ["TERRAIN"]


@pytest.mark.rule("AK-D1.4-02")
def test_whoever_sees_the_province_hears_what_happened_there() -> None:
    world = mage_world({"EL": 3})
    world.characters[3].province = 81
    assert only(casts(world, "EQ 81"), "earthquake").seen_by == {"A", "C"}
    assert only(turn := casts(world, "EQ 81"), "cast").seen_by == {"A"}
    assert not told(turn, "spied")

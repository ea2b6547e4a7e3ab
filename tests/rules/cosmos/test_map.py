"""The map, its levels and features, and what stands on it (CF-2.1, CF-2.2)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from postern.rulesets.cosmos.orders.families.nations import rename
from postern.rulesets.cosmos.tables.scenario import scenario
from postern.rulesets.cosmos.world.places import distance, hex_of, level, outwards, step_length, terrain_at, zero_distance
from tests.rules.cosmos.build import empty_world

LAND = {"farmlands", "plains", "woods", "wooded hills", "hills", "mountains", "high mountains"}
OTHERS = {"swamp", "jungle", "desert", "wastelands", "lake", "coastal ocean", "deep ocean"}


@pytest.mark.rule("CF-2.1-01", "CF-2.1-02", "CF-2.1-04", "CF-2.1-07", "CF-2.1-08", "CF-2.1-09")
@pytest.mark.parametrize(("slug", "columns", "rows"), [("thalmar", 21, 17), ("two_tides", 31, 29)])
def test_the_map_is_a_rectangle_of_numbered_hexes(slug: str, columns: int, rows: int) -> None:
    tables = scenario(slug)
    places = [(one.col, one.row) for one in tables.hexes.values()]
    assert sorted(places) == [(column, line) for column in range(columns) for line in range(rows)]
    assert all(one.hex == 101 + rows * one.col + one.row for one in tables.hexes.values())
    assert {one.terrain for one in tables.hexes.values()} == LAND | OTHERS
    features = {"road", "small river", "ford", "large river", "bridge", "sea lane", "bay", "beach"}
    assert features <= set(tables.sides)
    assert {"city", "castle", "fort", "gold mine", "holy grove", "stone circle", "oasis"} <= set(tables.location_types)


@pytest.mark.rule("CF-2.1.2-01", "CF-2.1.2-03", "CF-2.1.2-04", "CF-2.1.2-05", "CF-2.1.2-06", "CF-2.1.2-07")
@pytest.mark.parametrize(
    ("position", "where", "terrain"),
    [
        ("223", "surface", "woods"),
        ("o223", "over", "air"),
        ("u223", "under", "underground"),
        ("u258", "under", "underground"),
        ("260", "surface", "lake"),
        ("o260", "over", "air"),
        ("u260", "under", "lake bottom"),
    ],
)
def test_levels_and_their_terrains(position: str, where: str, terrain: str) -> None:
    world = empty_world()
    assert (level(world, position), terrain_at(world, position)) == (where, terrain)
    assert hex_of(world, position) == int(position.lstrip("ou"))


@pytest.mark.rule("CF-2.1.2-02", "CF-2.1.2-10", "CF-2.1.2-11", "CF-2.1.2-12")
@pytest.mark.parametrize(
    ("one", "other", "far", "length"),
    [
        ("205", "206", 1, Fraction(1)),
        ("205", "o205", 1, Fraction(1, 2)),
        ("205", "u205", 1, Fraction(1, 2)),
        ("205", "o206", 2, Fraction(1118, 1000)),
        ("o205", "o206", 1, Fraction(1)),
    ],
)
def test_distances_between_levels(one: str, other: str, far: int, length: Fraction) -> None:
    world = empty_world()
    assert (distance(world, one, other), step_length(world, one, other)) == (far, length)


@pytest.mark.rule("CF-2.2-01", "CF-2.2-02", "CF-2.2-06", "CF-2.2-10", "CF-2.2-11", "CF-2.1.3-01")
def test_locations_have_an_outside_and_an_inside() -> None:
    world = empty_world()
    assert list(outwards(world, "1504")) == ["1504", "1501", "190"]
    assert [terrain_at(world, one) for one in ("1504", "1501", "190")] == ["structure", "city", "farmlands"]
    assert terrain_at(world, "1526") == terrain_at(world, "241") == "hills"  # a stone circle in the hills
    assert zero_distance(world, "1504", "190")
    assert not zero_distance(world, "1504", "o190")
    assert world.locations[1526].owner == ""


@pytest.mark.rule("CF-2.2-04")
def test_names_of_locations_need_not_be_unique() -> None:
    world = empty_world()
    for number in (1501, 1502):
        world.locations[number].unique = False
        assert rename(world, "Am", number, "Twin") == ""
    assert world.locations[1501].name == world.locations[1502].name == "Twin"


@pytest.mark.rule("CF-2.2-08", "CF-2.2-09", "CF-2.2-12")
def test_what_kinds_of_locations_cost_and_hold() -> None:
    kinds = scenario("thalmar").location_types
    assert kinds["castle"].build_cost == {"gold": 80, "wood": 60, "manpower": 120}
    assert kinds["town"].expand_cost == {"gold": 40, "wood": 40, "manpower": 80}
    assert (kinds["castle"].interior_size, kinds["stone circle"].interior_size) == (3000, None)
    assert {name for name, one in kinds.items() if one.influences_control} == {"city", "town", "castle", "fort", "the beacon"}

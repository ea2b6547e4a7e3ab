"""The map as text: cells of four signs and two lines, even columns a line lower."""

from __future__ import annotations

import pytest

from postern.rulesets.adventurer_kings.report.map import column, rows, sketch
from postern.rulesets.adventurer_kings.world import Seen, World
from tests.rules.adventurer_kings.build import empty_world
from tests.rules.adventurer_kings.reports import cave, reading

EXAMPLE = """\
S001      P003      ?005
--.  S002 AAR  P004      F006
S019 --.  F021 AAP* ?023 --P
--.  S020 AAL  M022      ?024
     --.       --."""


def corner() -> World:
    """The north-west corner of the example: AA has 3, 4 and 21; 5, 23 and 24 were never seen, 4 has a feature that is known."""
    world = empty_world()
    kingdom = world.kingdoms["AA"]
    terrains = {1: "Sea", 2: "Sea", 3: "Plain", 4: "Plain", 6: "Forest", 19: "Sea", 20: "Sea", 21: "Forest", 22: "Mountain"}
    for place, terrain in terrains.items():
        world.provinces[place].terrain = terrain
    wealth = {3: "Rich", 4: "Prosperous", 21: "Poor", 6: "Prosperous"}
    kingdom.seen = {place: Seen(wealth.get(place, "")) for place in terrains}
    for place, tax in ((3, 8), (4, 5), (21, 1)):
        world.provinces[place].owner, world.provinces[place].tax = "AA", tax
    cave(world, 4, "AA")
    return world


@pytest.mark.rule("AK-D1.4-06")
def test_the_example() -> None:
    told = reading(corner())
    for place in (5, 23, 24):
        told.kingdom.seen.pop(place, None)
    for place in (1, 2, 19, 20, 22):
        told.kingdom.seen[place].wealth = ""
    told.kingdom.seen[6].wealth = "Prosperous"
    assert "\n".join(rows(told, range(1, 7), 2)) == EXAMPLE


@pytest.mark.rule("AK-D1.4-06")
def test_all_of_it_has_18_columns_and_19_lines() -> None:
    lines = rows(reading(empty_world()), range(1, 19), 9)
    assert len(lines) == 19
    assert lines[0].split() == [f"?{number:03d}" for number in range(1, 19, 2)]
    assert lines[17].split() == [f"?{number:03d}" for number in range(146, 163, 2)]
    assert max(map(len, lines)) == 18 * 5 - 1


@pytest.mark.rule("AK-D1.4-06")
@pytest.mark.parametrize(
    ("terrain", "letter"),
    [("Plain", "P"), ("Desert", "D"), ("Jungle", "J"), ("Forest", "F"), ("Mountain", "M"), ("Sea", "S")],
)
def test_letters_of_terrains(terrain: str, letter: str) -> None:
    assert f"{letter}082" in "\n".join(rows(reading(empty_world(terrain)), range(1, 19), 9))


@pytest.mark.rule("AK-D1.4-06", "AK-D1.4-09")
def test_a_foreign_owner_and_a_feature_of_others() -> None:
    world = empty_world()
    world.provinces[83].owner = "BB"
    cave(world, 83, "BB")
    assert "BB" not in "\n".join(rows(reading(world), range(1, 19), 9))
    world.kingdoms["AA"].exploration[83] = 26
    assert "BBP" in "\n".join(rows(reading(world), range(1, 19), 9))
    world.provinces[83].features[0].found_by.append("AA")
    assert "BBP*" in "\n".join(rows(reading(world), range(1, 19), 9))


def test_letters_are_72_signs_wide_so_the_map_comes_in_two_halves() -> None:
    text = sketch(reading(empty_world()))
    assert max(map(len, text.split("\n"))) <= 72
    assert "\nColumns 10 to 18:\n" in text
    assert "R rich, P prosperous" in text


@pytest.mark.rule("AK-P1.4-01", "AK-D1.4-06")
def test_of_a_half_that_nobody_has_seen_that_is_said() -> None:
    told = reading(corner())
    for place in [one for one in told.kingdom.seen if column(one) > 9]:
        del told.kingdom.seen[place]
    text = sketch(told)
    assert "Columns 1 to 9:\n" in text
    assert "Columns 10 to 18: nobody of yours has seen any of it.\n" in text
    assert "?010" not in text

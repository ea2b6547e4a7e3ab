"""The land of Zorplia and its coast (chapters 2 and 3, rulings 1 and 2)."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from postern.rulesets.great_jewels.tables import (
    COAST,
    HOME_SITES,
    LETTERS,
    PATTERN,
    PROVINCES,
    SEA_LANE,
    adjacent,
    along_coast,
    coastal,
    distance,
    exists,
    hex_of,
    name_of,
    neighbours,
    opposite,
    ring,
    sailing_distance,
    sea_route,
)

ROWS = {
    "A": (3, 8), "B": (2, 10), "C": (1, 12), "D": (1, 13), "E": (1, 14), "F": (1, 15), "G": (1, 16), "H": (1, 17),
    "I": (2, 17), "J": (2, 18), "K": (3, 18), "L": (3, 19), "M": (4, 19), "N": (5, 19), "O": (6, 19), "P": (7, 19),
    "Q": (8, 19), "R": (10, 18), "S": (12, 17),
}  # fmt: skip


@pytest.mark.rule("QJ-02-10")
def test_the_land_has_253_provinces_in_nineteen_rows() -> None:
    assert len(PROVINCES) == len(set(PROVINCES)) == 253
    for letter, (first, last) in ROWS.items():
        row = [name for name in PROVINCES if name[0] == letter]
        assert row == [f"{letter}{number}" for number in range(first, last + 1)]


@pytest.mark.rule("QJ-03-01")
def test_a_province_is_named_by_a_letter_and_a_number() -> None:
    for name in PROVINCES:
        assert PATTERN.fullmatch(name)
        assert name[0] in LETTERS
        assert name_of(hex_of(name)) == name
    assert hex_of("B3") == (2, 3)
    assert hex_of("N13") == (14, 13)
    with pytest.raises(ValueError, match="no province name"):
        hex_of("3B")


def test_the_provinces_which_the_book_names_exist() -> None:
    named = "B3 C1 C2 C3 C4 C5 C6 C7 C8 N13 F7 K18 I2 M4 M7 E1 B2 A4 B4 D4 D5 E5 D6 E6 E7 F10".split()
    assert all(exists(name) for name in named)
    assert not exists("A1")
    assert not exists("A9")
    assert not exists("S18")


@pytest.mark.rule("QJ-31-32")
def test_neighbours_are_those_of_a_skewed_grid() -> None:
    assert neighbours("E5") == ("E6", "F6", "F5", "E4", "D4", "D5")
    assert adjacent("E6", "E5")
    assert adjacent("E5", "D4")
    assert adjacent("B2", "C2")
    assert adjacent("B2", "C3")
    assert not adjacent("B3", "C2")
    for one in PROVINCES:
        for other in neighbours(one):
            assert one in neighbours(other)
            assert distance(one, other) == 1


def test_opposite_provinces_mirror_at_the_centre() -> None:
    assert opposite("N13") == "F7"
    assert opposite("K18") == "I2"
    assert opposite("J10") == "J10"
    assert all(exists(opposite(name)) and opposite(opposite(name)) == name for name in PROVINCES)


def test_rings_around_the_centre() -> None:
    counts = Counter(ring(name) for name in PROVINCES)
    assert [counts[number] for number in range(10)] == [1, 6, 12, 18, 24, 30, 36, 42, 48, 36]


@pytest.mark.rule("QJ-03-06")
def test_the_ocean_surrounds_the_land_in_one_closed_lane() -> None:
    assert len(SEA_LANE) == 60
    assert sum(coastal(name) for name in PROVINCES) == 54
    for index, sea in enumerate(SEA_LANE):
        row, number = sea
        around = {(row + step, number + other) for step, other in ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))}
        assert around & set(SEA_LANE) == {SEA_LANE[index - 1], SEA_LANE[(index + 1) % 60]}
    inland = [name for name in PROVINCES if len(neighbours(name)) == 6]
    assert not any(coastal(name) for name in inland)
    assert len(inland) == 253 - 54


@pytest.mark.parametrize(
    ("origin", "goal", "hexes"),
    [
        ("A3", "A4", 2),
        ("B2", "C1", 2),
        ("A3", "C1", 4),
        ("A8", "C12", 4),
        ("A3", "A8", 6),
        ("G16", "K18", 6),
        ("A5", "C12", 8),
        ("B2", "B10", 10),
        ("B2", "J2", 10),
        ("A5", "J2", 15),
        ("H1", "S12", 14),
    ],
)
def test_sailing_distances(origin: str, goal: str, hexes: int) -> None:
    assert sailing_distance(origin, goal) == sailing_distance(goal, origin) == hexes


def test_a_voyage_passes_one_sea_hex_after_the_other() -> None:
    """From off the port to off the landfall, the shorter way round: a hex less than the distance, which counts the landing."""
    place = {sea: index for index, sea in enumerate(SEA_LANE)}
    for origin in COAST:
        for goal in COAST:
            route = sea_route(origin, goal)
            assert len(route) == sailing_distance(origin, goal) - 1
            assert {(place[one] - place[other]) % 60 for one, other in itertools.pairwise(route)} <= {1, 59}
            for coast, (row, number) in ((origin, route[0]), (goal, route[-1])):
                here = hex_of(coast)
                assert (row - here[0], number - here[1]) in {(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)}


def test_a_fleet_reaches_about_twenty_coasts() -> None:
    for origin in COAST:
        reached = sum(1 for goal in COAST if goal != origin and sailing_distance(origin, goal) <= 12)
        assert 20 <= reached <= 22


def test_the_coastal_list_is_a_ring_of_neighbours() -> None:
    assert sorted(COAST) == sorted(name for name in PROVINCES if coastal(name))
    for name in COAST:
        assert adjacent(name, along_coast(name, 1))
        assert along_coast(along_coast(name, 3), -3) == name


def test_home_sites_are_equivalent() -> None:
    for place, home in enumerate(HOME_SITES):
        assert len(neighbours(home)) == 6
        assert any(coastal(near) for near in neighbours(home))
        assert distance(home, HOME_SITES[place - 1]) == 4
        assert distance(home, opposite(home)) == 16
        assert opposite(home) == HOME_SITES[(place + 6) % 12]

"""Grids against tables worked by hand from the maps of four games, and against what holds of every map."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.game.kit.grid import Cell, Grid, Hexes, Shape, Squares, cheapest, steps_from

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ROWS, COLUMNS, SQUARES = Hexes("rows"), Hexes("columns"), Squares()

COSMOS = Grid(COLUMNS, {101 + 17 * column + row: COLUMNS.cell(column, row) for column in range(21) for row in range(17)})
"""Numbers run down the columns; odd columns lie half a hex lower."""

CYLINDER = Grid(
    COLUMNS,
    {(row - 1) * 18 + column: COLUMNS.cell(column, row, "even") for row in range(1, 10) for column in range(1, 19)},
    [COLUMNS.cell(18, 0)],
)
"""Adventurer Kings: numbers run along the rows, even columns lie half a hex lower, and column 18 is next to column 1."""

ALAMAZE = Grid(SQUARES, {LETTERS[row] + LETTERS[column]: (column, row) for row in range(26) for column in range(26)})
"""Two letters: the row, then the column. AA is the corner in the north-west."""

SHIFTED_ROWS = Grid(ROWS, {f"{column}/{row}": ROWS.cell(column, row) for column in range(6) for row in range(7)})
TORUS = Grid(SQUARES, {(x, y): (x, y) for x in range(7) for y in range(5)}, [(7, 0), (0, 5)])
GRIDS = (COSMOS, CYLINDER, ALAMAZE, SHIFTED_ROWS, TORUS)


@pytest.mark.parametrize(
    ("place", "around"),
    [
        (240, {"N": 239, "NE": 256, "SE": 257, "S": 241, "SW": 223, "NW": 222}),  # column 8, row 3
        (123, {"N": 122, "NE": 140, "SE": 141, "S": 124, "SW": 107, "NW": 106}),  # column 1, row 5
        (101, {"NE": None, "SE": 118, "S": 102, "NW": None}),  # column 0, row 0
        (457, {"N": 456, "S": None, "NW": 439, "SW": 440}),  # column 20, row 16: the last
    ],
)
def test_hexes_in_columns_as_cosmos_numbers_them(place: int, around: dict[str, int | None]) -> None:
    assert {name: COSMOS.step(place, name) for name in around} == around


@pytest.mark.parametrize(
    ("place", "around"),
    [(1, {2, 18, 19}), (2, {1, 3, 19, 20, 21}), (18, {1, 17, 19, 35, 36}), (82, {64, 81, 83, 99, 100, 101})],
)
def test_a_map_that_goes_round_from_east_to_west(place: int, around: set[int]) -> None:
    assert set(CYLINDER.neighbours(place)) == around


def test_distances_go_the_shorter_way_round() -> None:
    """Columns 1 and 18 touch, so that none is more than nine columns away."""
    assert CYLINDER.distance(1, 18) == 1
    assert CYLINDER.distance(1, 10) == CYLINDER.distance(10, 1) == 9
    assert CYLINDER.distance(1, 17) == 2
    assert CYLINDER.distance(1, 145) == 8  # row 9 of the same column


@pytest.mark.parametrize(
    ("place", "around"),
    [
        ("AA", ["AB", "BB", "BA"]),
        ("AZ", ["BZ", "BY", "AY"]),
        ("ZA", ["YA", "YB", "ZB"]),
        ("MN", ["LN", "LO", "MO", "NO", "NN", "NM", "MM", "LM"]),
    ],
)
def test_squares_have_eight_neighbours_clockwise_from_the_north(place: str, around: list[str]) -> None:
    assert list(ALAMAZE.neighbours(place)) == around


def test_the_distance_of_squares_is_the_larger_of_rows_and_columns() -> None:
    assert ALAMAZE.distance("AA", "ZZ") == 25
    assert ALAMAZE.distance("CF", "MH") == 10
    assert len(ALAMAZE.within("MM", 10)) == 21 * 21
    assert ALAMAZE.ring("AA", 1) == ("AB", "BA", "BB")


def test_in_rows_every_second_row_lies_half_a_hex_further_east() -> None:
    assert list(SHIFTED_ROWS.neighbours("2/2")) == ["3/2", "2/3", "1/3", "1/2", "1/1", "2/1"]
    assert list(SHIFTED_ROWS.neighbours("2/3")) == ["3/3", "3/4", "2/4", "1/3", "2/2", "3/2"]
    assert SHIFTED_ROWS.centre("2/2") == pytest.approx((2.0, math.sqrt(3)))
    assert SHIFTED_ROWS.centre("2/3")[0] == 2.5


def test_what_is_beyond_the_map_is_no_place() -> None:
    assert "AA" in ALAMAZE
    assert "aa" not in ALAMAZE
    assert not ALAMAZE.adjacent("AA", "AC")
    assert not ALAMAZE.adjacent("AA", "AA")
    with pytest.raises(KeyError):
        ALAMAZE.neighbours("A1")


grids = st.sampled_from(GRIDS)


@given(grids, st.data())
def test_distance_is_the_number_of_steps_that_it_takes(grid: Grid[object], data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(grid.places))
    steps = steps_from([start], grid.neighbours)
    assert steps == {place: grid.distance(start, place) for place in steps}
    assert steps.keys() == set(grid.places)
    assert list(steps.values()) == sorted(steps.values())


@given(grids, st.data())
def test_a_step_there_and_the_opposite_step_lead_back(grid: Grid[object], data: st.DataObject) -> None:
    place = data.draw(st.sampled_from(grid.places))
    names = list(grid.shape.directions)
    for name, back in zip(names, names[len(names) // 2 :] + names[: len(names) // 2], strict=True):
        other = grid.step(place, name)
        if other is not None:
            assert grid.step(other, back) == place
            assert grid.adjacent(other, place)


@given(st.sampled_from((ROWS, COLUMNS)), st.integers(-50, 50), st.integers(-50, 50))
def test_neighbouring_hexes_share_a_side_and_lie_one_unit_apart(shape: Hexes, x: int, y: int) -> None:
    for dx, dy in shape.directions.values():
        other = (x + dx, y + dy)
        assert math.dist(shape.centre((x, y)), shape.centre(other)) == pytest.approx(1)
        near = [math.dist(one, two) < 1e-6 for one in shape.polygon((x, y)) for two in shape.polygon(other)]
        assert sum(near) == 2
    bearings = [math.atan2(shape.centre(step)[1], shape.centre(step)[0]) for step in shape.directions.values()]
    turns = [(after - before) % math.tau for before, after in pairwise(bearings)]
    assert turns == pytest.approx([math.tau / 6] * 5)  # clockwise, for y grows downwards


@given(st.integers(-40, 40), st.integers(-40, 40))
def test_the_polygon_of_a_square_is_a_unit_square_around_its_centre(x: int, y: int) -> None:
    corners = SQUARES.polygon((x, y))
    assert (sum(cx for cx, _ in corners) / 4, sum(cy for _, cy in corners) / 4) == SQUARES.centre((x, y))
    assert [math.dist(*side) for side in pairwise((*corners, corners[0]))] == [1.0] * 4


@given(st.sampled_from(("odd", "even")), st.integers(-30, 30), st.integers(-30, 30))
def test_straight_numbers_lie_straight(shifted: str, column: int, row: int) -> None:
    """In columns x goes by the column alone and y by the row, half a hex lower where the column is shifted; rows likewise."""
    half = 0.5 if (column % 2 == 1) == (shifted == "odd") else 0.0
    straight = 0.0 if shifted == "odd" else -0.5
    x, y = COLUMNS.centre(COLUMNS.cell(column, row, shifted))  # type: ignore[arg-type]
    assert (x, y) == pytest.approx((column * math.sqrt(3) / 2, row + half + straight))
    assert ROWS.cell(row, column, shifted) == COLUMNS.cell(column, row, shifted)[::-1]  # type: ignore[arg-type]


@pytest.mark.parametrize(("shape", "sides"), [(ROWS, 6), (COLUMNS, 6), (SQUARES, 8)])
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_a_ring_amid_a_wide_map_has_as_many_places_a_step_as_there_are_directions(shape: Shape, sides: int, steps: int) -> None:
    places: dict[Cell, Cell] = {(x, y): (x, y) for x in range(-9, 10) for y in range(-9, 10)}
    assert len(Grid(shape, places).ring((0, 0), steps)) == sides * steps


# --- ways ----------------------------------------------------------------------------------------------------------------

ENTER = {"p": 5, "f": 7, "m": 8}
LAND = {"AA": "", "AB": "p", "AC": "p", "AD": "p", "AE": "p", "AF": "f", "BB": "f", "BC": "m", "BD": "f", "BE": "f", "BF": "f"}
"""A corner of a map of squares; a standard kingdom pays 5 for plains, 7 for forest, 8 for mountains, and has 20 points."""


def by_land(way: tuple[str, ...]) -> list[tuple[str, int]]:
    return [(place, ENTER[LAND[place]]) for place in ALAMAZE.neighbours(way[-1]) if LAND.get(place)]


def test_what_is_in_reach_of_a_budget_and_by_which_way() -> None:
    found = {way[-1]: (way, cost) for way, cost in cheapest("AB", by_land, 0, 20)}
    costs = {"AB": 0, "AC": 5, "BB": 7, "BC": 8, "AD": 10, "BD": 12, "AE": 15, "BE": 17}
    assert {place: cost for place, (_, cost) in found.items()} == costs  # AF and BF would cost 22
    assert found["BE"][0] == ("AB", "AC", "AD", "BE")
    assert found["BD"][0] == ("AB", "AC", "BD")


def test_of_equally_cheap_ways_the_one_with_fewer_steps_then_the_first_by_name() -> None:
    exits = {"A": [("C", 1), ("B", 1), ("E", 3)], "B": [("D", 2)], "C": [("D", 2), ("E", 2)], "D": [], "E": []}
    found = {way[-1]: way for way, _ in cheapest("A", lambda way: exits[way[-1]], 0)}
    assert found["D"] == ("A", "B", "D")
    assert found["E"] == ("A", "E")


def test_where_a_way_may_go_on_may_hang_on_the_way_so_far() -> None:
    """A tunnel that only those may use who start at its mouth, and a place in which every march ends."""

    def onward(way: tuple[str, ...]) -> list[tuple[str, Fraction]]:
        if way[-1] == "lair" and len(way) > 1:
            return []
        steps = {"mouth": ["hall", "lair"], "hall": ["lair", "mouth"], "lair": ["far"], "end": []}[way[-1]]
        return [(place, Fraction(1, 2)) for place in steps] + ([("end", Fraction(1))] if way == ("mouth",) else [])

    assert {way[-1]: cost for way, cost in cheapest("mouth", onward, Fraction(0))} == {
        "mouth": 0,
        "hall": Fraction(1, 2),
        "lair": Fraction(1, 2),
        "end": 1,
    }
    assert [way[-1] for way, _ in cheapest("hall", onward, Fraction(0))] == ["hall", "lair", "mouth"]


costs_of_edges = st.dictionaries(st.tuples(st.integers(0, 5), st.integers(0, 5)), st.integers(0, 9), max_size=20)


@given(costs_of_edges, st.one_of(st.none(), st.integers(0, 25)))
def test_no_way_is_cheaper(edges: dict[tuple[int, int], int], budget: int | None) -> None:
    """Against the plainest method there is: shorten costs over every edge until none can be shortened."""
    best = {0: 0}
    for _ in range(6):
        for (one, other), cost in edges.items():
            if one in best and best[one] + cost < best.get(other, 10**6):
                best[other] = best[one] + cost
    onward: Callable[[tuple[int, ...]], list[tuple[int, int]]] = lambda way: [  # noqa: E731
        (other, cost) for (one, other), cost in edges.items() if one == way[-1]
    ]
    found = list(cheapest(0, onward, 0, budget))
    assert {way[-1]: cost for way, cost in found} == {
        place: cost for place, cost in best.items() if budget is None or cost <= budget
    }
    for way, cost in found:
        assert sum(edges[step] for step in pairwise(way)) == cost
    assert [cost for _, cost in found] == sorted(cost for _, cost in found)


def test_steps_are_counted_from_the_nearest_of_several_starts() -> None:
    line = {1: [2], 2: [1, 3], 3: [2, 4], 4: [3, 5], 5: [4], 6: []}
    assert steps_from([1, 5], lambda place: line[place]) == {1: 0, 5: 0, 2: 1, 4: 1, 3: 2}

"""The land of Zorplia: 253 hexes in a skewed grid, its coast and the sea lane around it (rulings 1 and 2).

A province name is a letter (row, A = 1 to S = 19) and a number (1 to 19). Neighbours of (row, number) are (0, +1), (0, -1),
(+1, 0), (-1, 0), (+1, +1) and (-1, -1) away.
"""

from __future__ import annotations

import re
from functools import cache

from postern.game.kit.grid import Cell, Grid, Hexes

Hex = tuple[int, int]

LETTERS = "ABCDEFGHIJKLMNOPQRS"
PATTERN = re.compile(r"([A-S])0*([1-9][0-9]?)")
STEPS: tuple[Hex, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""The six directions in the order E, SE, SW, W, NW, NE (ruling 14)."""

_SEA_CORNERS = frozenset("A1 A2 B1 A9 A10 B11 I18 J19 K19 R19 S18 S19 S10 S11 R9 I1 J1 K2".split())


def name_of(place: Hex) -> str:
    """(2, 3) is B3."""
    return f"{LETTERS[place[0] - 1]}{place[1]}"


def hex_of(name: str) -> Hex:
    """B3 is (2, 3). Raises ValueError for a text of another form; does not look whether the province exists."""
    match = PATTERN.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is no province name")
    return LETTERS.index(match[1]) + 1, int(match[2])


def _is_land(row: int, number: int) -> bool:
    inside = 1 <= row <= 19 and 1 <= number <= 19 and abs(row - number) <= 9
    return inside and name_of((row, number)) not in _SEA_CORNERS


PROVINCES: tuple[str, ...] = tuple(
    name_of((row, number)) for row in range(1, 20) for number in range(1, 20) if _is_land(row, number)
)
"""All 253 names, by letter, then number."""

_LAND = frozenset(hex_of(name) for name in PROVINCES)


def _around(place: Hex) -> list[Hex]:
    return [(place[0] + row, place[1] + number) for row, number in STEPS]


def cell_of(place: Hex) -> Cell:
    """Where a row and number lie on the kit's grid of hexes in rows."""
    row, number = place
    return number - row, row


LAND = Grid(Hexes("rows"), {name: cell_of(hex_of(name)) for name in PROVINCES})


def exists(name: str) -> bool:
    """True when there is a province with this name."""
    return name in LAND


neighbours = LAND.neighbours
"""The adjacent provinces in the order E, SE, SW, W, NW, NE; sea hexes are left out."""
adjacent = LAND.adjacent
"""True when the two provinces share a border (tunnels do not count)."""
distance = LAND.distance
"""Steps from one province to the other as the crow flies."""


def opposite(name: str) -> str:
    """The province on the opposite side of the map: N13 and F7, K18 and I2 (QJ-28.1-117). J10 is its own opposite."""
    row, number = hex_of(name)
    return name_of((20 - row, 20 - number))


def ring(name: str) -> int:
    """Distance from the centre J10, 0 to 9."""
    return distance("J10", name)


def _sea_lane() -> list[Hex]:
    """The sixty hexes of sea that touch land, as one closed ring in order."""
    lane = {sea for place in _LAND for sea in _around(place) if sea not in _LAND}
    start = min(lane)
    order = [start]
    while len(order) < len(lane):
        order.append(next(sea for sea in _around(order[-1]) if sea in lane and sea not in order))
    return order


SEA_LANE: tuple[Hex, ...] = tuple(_sea_lane())
_BERTHS: dict[str, tuple[int, ...]] = {
    name: berths
    for name in PROVINCES
    if (berths := tuple(index for index, sea in enumerate(SEA_LANE) if sea in _around(hex_of(name))))
}


def coastal(name: str) -> bool:
    """True for the 54 provinces that touch the ocean."""
    return name in _BERTHS


@cache
def sailing_distance(origin: str, goal: str) -> int:
    """Sea hexes passed plus one for the landing, the shorter way round (QJ-09-10). Both provinces must be coastal."""
    return len(sea_route(origin, goal)) + 1


def sea_route(origin: str, goal: str) -> tuple[Hex, ...]:
    """The sea hexes of the shortest voyage, in the order in which they are passed. Both provinces must be coastal."""
    size = len(SEA_LANE)
    steps, here, turn = min(
        ((turn * (there - here)) % size, here, turn) for here in _BERTHS[origin] for there in _BERTHS[goal] for turn in (1, -1)
    )
    return tuple(SEA_LANE[(here + turn * step) % size] for step in range(steps + 1))


COAST: tuple[str, ...] = tuple(
    (
        "A3 A4 A5 A6 A7 A8 B9 B10 C11 C12 D13 E14 F15 G16 H17 I17 J18 K18 L19 M19 N19 O19 P19 Q19 Q18 R18 R17 S17 S16 S15 "
        "S14 S13 S12 R11 R10 Q9 Q8 P7 O6 N5 M4 L3 K3 J2 I2 H1 G1 F1 E1 D1 C1 C2 B2 B3"
    ).split()
)
"""The coastal provinces in ring order; each borders the next (ruling 2)."""


def along_coast(name: str, steps: int) -> str:
    """The coastal province so many places further along the coast (negative: the other way)."""
    return COAST[(COAST.index(name) + steps) % len(COAST)]


HOME_SITES: tuple[str, ...] = tuple("B4 B8 D12 H16 L18 P18 R16 R12 P8 L4 H2 D2".split())
"""The twelve home sites, clockwise (ruling 6)."""

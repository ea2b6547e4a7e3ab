"""The tables, loaded and checked once: the book's (``data/*.csv``), our own decisions (``data/decided.toml``), the 152
talismans (``data/talismans.csv``, QJ-28.1), the land of Zorplia, and how their names are said.

The land is 253 hexes in a skewed grid, with its coast and the sea lane around it (rulings 1 and 2). A province name is a
letter (row, A = 1 to S = 19) and a number (1 to 19). Neighbours of (row, number) are (0, +1), (0, -1), (+1, 0), (-1, 0), (+1,
+1) and (-1, -1) away.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal

from postern.game.kit.content import Content, split
from postern.game.kit.grid import Cell, Grid, Hexes
from postern.game.kit.orders.digits import is_number

CONTENT = Content("postern.rulesets.great_jewels")
rows = CONTENT.rows
_DECIDED = CONTENT.toml("decided")
_Land = Literal["C", "M", "F"]


def decided(section: str) -> dict[str, Any]:
    """One section of ``data/decided.toml``: numbers which the book leaves open (ruling by part). Raises KeyError without it."""
    return dict(_DECIDED[section])


@dataclass(frozen=True, slots=True)
class _Factors:
    attacker: str
    defender: str
    attack_factors: int
    assault_factors: int


@dataclass(frozen=True, slots=True)
class PeopleRow:
    """What ``data/character_types.csv`` says of a people: its terrains from best to worst, and the CSPs that a province of
    it may build in a turn."""

    type: str
    most_favourable: _Land
    in_between: _Land
    least_favourable: _Land
    csps_per_turn: int


_FACTORS = CONTENT.table("attack_factors", _Factors, lambda row: (row.attacker, row.defender))
PEOPLES = CONTENT.table("character_types", PeopleRow, lambda row: row.type)

ATTACK_FACTORS = {pair: row.attack_factors for pair, row in _FACTORS.items()}
"""Attack factors per troop, by attacker and defender type; NONPLAYER for all non-player forces (QJ-18-06 to QJ-18-09)."""

ASSAULT_FACTORS = {pair: row.assault_factors for pair, row in _FACTORS.items()}
"""The same when assaulting: one more (QJ-18-10)."""

FAVOURITE: dict[str, str] = {name: row.most_favourable for name, row in PEOPLES.items()}
"""The letter of each people's most favourable terrain (QJ-05-18)."""

CSPS_A_TURN = {name: row.csps_per_turn for name, row in PEOPLES.items()}
"""CSPs which a province of each people may build in a turn (QJ-13-03)."""


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


JEWELS = (1, 2, 3)
KEYS = tuple(range(4, 29))
RINGS = {
    "AZONI": tuple(range(29, 32)),
    "QUNTAG": tuple(range(32, 36)),
    "RILRIS": tuple(range(36, 40)),
    "SLENTH": tuple(range(40, 45)),
}
PALANTIRI = (45, 46, 47)
WANDS = {"AZONI": 95, "QUNTAG": 96, "RILRIS": 97, "SLENTH": 98}
STONES = {"G": 133, "TL": 134, "P": 135, "L": 136, "S": 137, "C": 138, "X": 139, "D": 140, "B": 141}


@dataclass(frozen=True, slots=True)
class Power:
    """A talisman's row in the catalogue.

    ``strength``: class A (strong) to C (weak), "" for the jewels. ``notes``: the numbers of the notes (1 to 8) that hold
    for it. ``on``: which holders it works for. ``power``: what it does, in whole sentences, for handbook, reports and answers.
    ``orders``: an example of each order that uses it.
    """

    number: int
    name: str
    on: Literal["leader", "garrison", "both", "transfer"]
    power: str
    edition: int
    """The first edition of the tables that has it."""
    strength: Literal["A", "B", "C", ""] = ""
    notes: Annotated[frozenset[int], split()] = frozenset()
    orders: Annotated[tuple[str, ...], split(" or ")] = ()


CATALOGUE = CONTENT.table("talismans", Power, lambda power: power.number)
"""Every talisman by its number, of all editions."""

EDITION = max(power.edition for power in CATALOGUE.values())
"""The newest edition: new games are begun with it, and keep it."""


@cache
def catalogue_of(edition: int) -> frozenset[int]:
    """The numbers of the talismans that games begun with this edition have."""
    return frozenset(number for number, power in CATALOGUE.items() if power.edition <= edition)


def one_of(many: str) -> str:
    """The noun for one of these: a troop of troops, a navy of navies."""
    return f"{many[:-3]}y" if many.endswith("ies") else many[:-1]


def spoken(place: str) -> str:
    """A province's name as a sentence says it: B3, but province L17, which else would read as leader 17."""
    return f"province {place}" if place[:1] == "L" and is_number(place[1:]) else place


_SMALL = frozenset("A AND AT FROM IN OF ON THE TO".split())


def titled(name: str) -> str:
    """A name in capitals as people write it: KING'S LEVY is King's Levy, FOG OF WAR is Fog of War."""
    words = name.split()
    return " ".join(word.lower() if at and word in _SMALL else word[:1] + word[1:].lower() for at, word in enumerate(words))


def mixed(number: Fraction) -> str:
    """Movement points as people write them: 4, 1/2, 3 1/2."""
    whole, rest = divmod(number, 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)

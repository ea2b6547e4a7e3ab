"""The seas on the map of one kingdom: its own ships, foreign ships that it counted or met, and who was out on patrol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from postern.game.chart import Marker, Region, Ring
from postern.game.kit.telling import counted
from postern.rulesets.alamaze.reports.reading import Reading
from postern.rulesets.alamaze.tables import Edition

_RING = 9
"""How many areas a ring goes around: a patrol watches the whole sea, its ring stands for that."""
_APART = 4
"""So many areas of water further from the middle stand the next kingdom's ships."""
_SEASON = 3
"""Foreign ships that were counted more months ago are left out."""


def seas(tables: Edition) -> tuple[Region, ...]:
    """The seas, whose names and areas all know (ruling 81)."""
    return tuple(
        Region(sea.sea, tuple(area for area, row in tables.areas.items() if row.sea == sea.sea), sea=True)
        for sea in tables.seas.values()
    )


def water(tables: Edition, letter: str) -> list[str]:
    """The areas of water of a sea, the nearest to its middle first."""
    name = tables.seas[letter].sea
    found = [area for area, row in tables.areas.items() if row.sea == name and row.terrain == "Sea"]
    places = [tables.grid.centre(area) for area in found]
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))

    def far(area: str) -> tuple[float, str]:
        across, down = tables.grid.centre(area)
        return (across - x) ** 2 + (down - y) ** 2, area

    return sorted(found, key=far)


def own_ships(reading: Reading) -> Iterator[tuple[str, str]]:
    """An area in the middle of each sea where the kingdom has ships, with their number."""
    for letter, fleet in reading.kingdom.fleets.items():
        yield water(reading.tables, letter)[0], str(fleet.number)


def foreign_ships(reading: Reading) -> Iterator[Marker]:
    """Foreign ships in the middle of a sea: how many were left after a battle of this turn, else how many were counted,
    and when."""
    known: dict[tuple[str, str], tuple[int, int]] = {
        (code, letter): (fleet.turn, fleet.number)
        for code, fleets in reading.kingdom.memory.fleets.items()
        for letter, fleet in fleets.items()
    }
    for letter, code, number, _ in _met(reading):
        known[code, letter] = (reading.turn, number)
    shown = dict.fromkeys(reading.kingdom.fleets, _RING)  # the own ships have the middle
    for (code, letter), (turn, number) in sorted(known.items()):
        age = reading.turn - turn
        if number and age < _SEASON:
            areas = water(reading.tables, letter)
            area = areas[shown.get(letter, 0) % len(areas)]
            shown[letter] = shown.get(letter, 0) + _APART
            yield Marker(area, code, counted(number, "ship"), f"t{turn}" if age > 0 else "")


def patrols(reading: Reading) -> Iterator[Ring]:
    """The own patrols of the turn, and foreign ones that own ships met."""
    letters = {sea.sea: letter for letter, sea in reading.tables.seas.items()}
    out = [(letters[one["sea"]], reading.code) for one in reading.data("sea-patrol")]
    out += [(letter, code) for letter, code, _, watches in _met(reading) if watches]
    taken = dict.fromkeys(reading.kingdom.fleets, 0)
    for letter, code in dict.fromkeys(out):
        start = taken.get(letter, 0)
        areas = water(reading.tables, letter)[start : start + _RING]
        taken[letter] = start + _RING
        if areas:
            yield Ring(code, tuple(areas))


def _met(reading: Reading) -> Iterator[tuple[str, str, int, bool]]:
    """Whose ships the own ones fought this turn: the sea, the kingdom, how many were left, whether they were on patrol."""
    letters = {sea.sea: letter for letter, sea in reading.tables.seas.items()}
    for one in reading.data("naval-battle"):
        carrying = {group[1:] for group in one["groups"]}
        for side in ("one", "other"):
            if (code := one[side]) != reading.code:
                yield letters[one["sea"]], code, left(one, side), code not in carrying


def left(battle: Mapping[str, int], side: str) -> int:
    """How many ships a side had after a battle at sea."""
    return battle[f"{side}_fleets"] - battle[f"{side}_lost"]

"""The map as text, for the plain letter: two signs an area, 26 areas a row."""

from __future__ import annotations

from textwrap import wrap

from postern.rulesets.alamaze.reports.chart_look import LETTERS
from postern.rulesets.alamaze.reports.reading import Reading

_WIDE = 72
_KEY = (
    "First sign: terrain ({}). Second sign: a digit for our group, ! for a foreign one; C, T, V for our city, town, village, "
    "c, t, v for another's or nobody's; * for something unusual."
)


def sketch(reading: Reading) -> str:
    """The whole map, with what the kingdom knows on it and what the signs mean."""
    tables = reading.tables
    rows: dict[str, list[str]] = {}
    for area, row in tables.areas.items():
        rows.setdefault(area[0], []).append(LETTERS[row.terrain] + _sign(reading, area))
    letters = "".join(f"{area[1]} " for area in tables.areas if area[0] == min(rows))
    lines = [f"{name} {''.join(cells)}".rstrip() for name, cells in sorted(rows.items())]
    signs = _KEY.format(", ".join(f"{letter} {name.lower()}" for name, letter in LETTERS.items()))
    return "\n".join([f"  {letters}".rstrip(), *lines, "", *wrap(signs, _WIDE)])


def _sign(reading: Reading, area: str) -> str:
    """What matters most in an area: own groups, foreign ones, centers, sights."""
    here = [one for one in reading.groups() if one.area == area]
    if here:
        return str(here[0].number)
    memory = reading.kingdom.memory
    if any(one.area == area and one.turn >= reading.turn for one in memory.groups.values()):
        return "!"
    center = reading.world.centers.get(area)
    if center is not None:
        return center.type[0].upper() if center.owner == reading.code else center.type[0].lower()
    return "*" if area in memory.sites else " "

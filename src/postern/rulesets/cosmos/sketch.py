"""The map as text, for the plain letter: two lines a row of hexes, odd columns half a hex lower (ruling 19.4)."""

from __future__ import annotations

from textwrap import wrap

from postern.rulesets.cosmos.places import hex_of
from postern.rulesets.cosmos.scenario import CONTENT
from postern.rulesets.cosmos.sight.memory import known_hexes
from postern.rulesets.cosmos.world import HexMemory, Nation, World

_CELL, _COLUMNS, _ROWS, _WIDE = 5, 14, 12, 72
_LETTERS = {row["terrain"]: row["letter"] for row in CONTENT.rows("chart_styles")}
_ICONS = {"city": "C", "town": "T", "castle": "K", "fort": "K"}
_KEY = "Under each number: terrain ({}), what stands there (C city, T town, K castle or fort, L other, * quest), owner."


def sketch(world: World, nation: Nation) -> str:
    """The map around the home, as far as 72 columns hold it, and what its signs mean. Hexes that were never seen are blank."""
    known = known_hexes(world, nation.code)
    if not known:
        return ""
    columns, rows = (int(world.tables.settings[key]) for key in ("columns", "rows"))
    first = int(world.tables.settings["first_hex"])
    home = hex_of(world, str(nation.home)) or next(iter(known))
    left = _from(columns, _COLUMNS, (home - first) // rows)
    top = _from(rows, _ROWS, (home - first) % rows)
    shown = range(left, min(columns, left + _COLUMNS))
    lines = [[" " * _CELL] * len(shown) for _ in range(2 * _ROWS + 1)]
    for place, column in enumerate(shown):
        for at, row in enumerate(range(top, min(rows, top + _ROWS))):
            number = first + rows * column + row
            if number in known:
                line = 2 * at + column % 2
                lines[line][place] = str(number).ljust(_CELL)
                lines[line + 1][place] = _under(world, nation, number, known[number]).ljust(_CELL)
    signs = _KEY.format(", ".join(f"{letter} {name}" for name, letter in _LETTERS.items()))
    return "\n".join(["".join(line).rstrip() for line in lines] + ["", *wrap(signs, _WIDE)]).strip("\n")


def _from(many: int, most: int, middle: int) -> int:
    """The first of so many columns or rows that has this one in the middle, as far as the map allows."""
    return max(0, min(many - most, middle - most // 2))


def _under(world: World, nation: Nation, number: int, known: HexMemory) -> str:
    """Terrain, icon and owner of a hex as it is remembered: ``f`` of farmlands, ``CAm`` of a city of Am."""
    terrain = _LETTERS[known.terrain or world.tables.hexes[number].terrain]
    types = [one.type for _, one in sorted(nation.memory.locations.items()) if one.outside == str(number)]
    types += [one.type for one in world.locations.values() if one.owner == nation.code and one.outside == str(number)]
    kinds = [world.tables.location_types[name] for name in types]
    icons = ["*" if kind.mode == "quest" else _ICONS.get(kind.type, "L") for kind in kinds]
    icon = min(icons, key="CTKL*".index, default=".")
    return f"{terrain}{icon}{known.owner}"

"""The neighbourhood as monospaced text, for letters read without pictures."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import LETTERS, exists, hex_of
from postern.rulesets.great_jewels.view import View

_CELL = 7
_HALF_ROWS = 5
_HALF_COLUMNS = 4
_ROWS, _SIDES = (1 + _HALF_ROWS, len(LETTERS) - _HALF_ROWS), (-6 + 2 * _HALF_COLUMNS, 26 - 2 * _HALF_COLUMNS)
"""Where the window's middle may lie: the land has 19 rows and reaches from -6 to 26 sideways (2 x number - row)."""
_SEA = "~"
_SIGNS = {"-DRAGON-": "!", "MERC": "$"}
_LEGEND = (
    "Name, land (c clear, m mountain, f forest, i impassable), then:",
    "+ yours  n neutral force  . empty  a-z first letter of another's name",
    "' seen earlier  ? never seen  * Forbidden City  ! dragon  $ mercenaries",
    "L your leader is there, D the Drevonyx, e leaders of others; ~ sea",
)


def _middle(view: View) -> tuple[int, int]:
    """The row and the place along it around which most of the player's leaders and provinces lie, else his home."""
    places = [leader.province for leader in view.leaders.values()] + list(view.provinces) or [view.player.home]
    spots = [hex_of(name) for name in places]
    rows = sorted(row for row, _ in spots)
    sides = sorted(2 * number - row for row, number in spots)
    return _within(rows[len(rows) // 2], _ROWS), _within(sides[len(sides) // 2], _SIDES)


def _within(middle: int, bounds: tuple[int, int]) -> int:
    """Moved so that the window shows no more sea than it must."""
    return min(max(middle, bounds[0]), bounds[1])


def _mark(view: View, name: str) -> str:
    """What stands in a province, in two characters: whose it is, and who is there."""
    entry = view.entries.get(name)
    if entry is None:
        return "? "
    current = entry.turn == view.turn
    if entry.locked or entry.tag not in (*view.players, "-DRAGON-", "MERC", "-----"):
        whose = "*"
    elif entry.tag in _SIGNS:
        whose = _SIGNS[entry.tag]
    elif name in view.provinces:
        whose = "+"
    elif not current:
        whose = "'"
    elif entry.tag == "-----":
        whose = "n" if entry.garrison else "."
    else:
        whose = entry.tag[0].lower()
    leaders = [one for one in entry.leaders if not one.killed] if current else []
    if any(one.owner == view.seat for one in leaders):
        return whose + "L"
    if current and entry.drevonyxes:
        return whose + "D"
    return whose + ("e" if leaders else " ")


def _cell(view: View, row: int, number: int) -> str:
    name = f"{LETTERS[row - 1]}{number}" if 1 <= row <= len(LETTERS) and number > 0 else ""
    if not name or not exists(name):
        return _SEA.ljust(_CELL)
    return f"{name}{view.terrain(name).value.lower()}{_mark(view, name)}".ljust(_CELL)


def sketch(view: View) -> str:
    """Provinces around the middle of the player's realm as lines of at most 72 columns, with a legend below.

    A province's place along its row is 2 x number - row, so that neighbours of the next row lie half a cell to either side.
    """
    middle_row, middle = _middle(view)
    lines = []
    for row in range(middle_row - _HALF_ROWS, middle_row + _HALF_ROWS + 1):
        odd = (row + middle) % 2
        number = (middle + row + odd) // 2
        cells = [_cell(view, row, number + step) for step in range(-_HALF_COLUMNS, _HALF_COLUMNS + 1)]
        if any(cell.strip() != _SEA for cell in cells):
            lines.append((" " * (_CELL // 2) * odd + "".join(cells)).rstrip())
    return "\n".join([*_with_one_line_of_sea(lines), "", *_LEGEND])


def _with_one_line_of_sea(lines: list[str]) -> list[str]:
    """Drops columns of sea that all lines have on their left."""
    spare = min((len(line) - len(line.lstrip(" ~")) for line in lines), default=0)
    cut = max(0, spare - 2 * _CELL) // _CELL * _CELL
    return [line[cut:] for line in lines]

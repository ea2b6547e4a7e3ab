"""Tables of a book as texts in tests: a row a line, its clauses first, then its cells, parted by bars; "-" is an empty cell."""

from __future__ import annotations

from typing import Any

import pytest


def cases(text: str) -> list[Any]:
    """A case a row, of one list of cells, which proves the clauses of the row."""
    rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return [pytest.param(row[1:], id=" ".join(row[1:3]), marks=pytest.mark.rule(*row[0].split())) for row in rows]


def keys(text: str, cell: int = 1) -> list[str]:
    """One cell of each row: its key."""
    return [line.split("|")[cell].strip() for line in text.strip().splitlines()]


def cell(value: object) -> str:
    """A value as the texts write it."""
    if value is None or value == "" or value == ():
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{name} {number}" for name, number in value.items())
    if isinstance(value, (tuple, list)):
        return " ".join(map(str, value))
    return str(value)


def cells(*values: object) -> list[str]:
    """Values as a row of such a text has them."""
    return [cell(value) for value in values]

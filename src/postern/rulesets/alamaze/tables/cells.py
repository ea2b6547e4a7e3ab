"""What stands in cells of the tables besides words and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator

from postern.game.kit.content import split

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Rows from the north and columns from the west: area BC is in the second row and the third column (AC-03-01..03)."""
TERRAINS = ("Plains", "Forest", "Mountain", "Marsh", "Desert", "Sea")

Codes = Annotated[tuple[str, ...], split(";")]
Numbers = Annotated[tuple[int, ...], split(";")]
Yes = Annotated[bool, BeforeValidator(lambda cell: cell == "yes" if isinstance(cell, str) else cell)]
NoLevel = Annotated[int | None, BeforeValidator(lambda cell: None if cell == "-" else cell)]
"""A power level; None for what comes never."""
NoRoll = Annotated[int | None, BeforeValidator(lambda cell: None if cell in ("automatic", "N/A") else cell)]
"""A chance in percent; None for what is not rolled for."""
_DANGERS: Mapping[object, int | None] = {"yes": 0, "no": None, "N/A": None, "power 5+": 5}
Danger = Annotated[int | None, BeforeValidator(lambda cell: _DANGERS.get(cell, cell))]
"""From which level of the victim a mission is dangerous: "yes", "no" or "power 5+"."""

"""What stands in a cell of the tables: several words or numbers, exact numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator

from postern.game.kit.content import split

Words = Annotated[tuple[str, ...], split()]
Numbers = Annotated[tuple[int, ...], split()]
Phrases = Annotated[tuple[str, ...], split(";")]
"""Several names of one or more words in a cell, parted by semicolons."""
Exact = Annotated[Fraction, BeforeValidator(lambda cell: Fraction(cell) if isinstance(cell, str) else cell)]
"""A number with a point in a table, kept exactly."""

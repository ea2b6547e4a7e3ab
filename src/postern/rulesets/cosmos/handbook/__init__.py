"""The handbook of COSMOS: its topics are Markdown files in ``data/topics/``, with tables from the data (``tables``);
``entries`` answers HELP for each order, spell and unit type."""

from __future__ import annotations

from functools import cache

from postern.game.handbook import Handbook
from postern.game.kit.handbook import read_handbook
from postern.rulesets.cosmos.handbook.entries import entries
from postern.rulesets.cosmos.handbook.tables import tables


@cache
def handbook() -> Handbook:
    """All topics in the order of their files, and an entry for each order, spell, unit type and kind of location."""
    return read_handbook("COSMOS Fantasy", "postern.rulesets.cosmos.data", tables(), entries())

"""The handbook of Alamaze: its topics are Markdown files in ``data/topics/``; the tables in them come from the edition's data
(``tables``), and ``entries`` answers HELP for each order, spell, kingdom and artifact."""

from __future__ import annotations

from functools import cache

from postern.game.handbook import Handbook
from postern.game.kit.handbook import read_handbook
from postern.rulesets.alamaze.handbook.entries import entries
from postern.rulesets.alamaze.handbook.tables import tables
from postern.rulesets.alamaze.tables import edition


@cache
def handbook(name: str) -> Handbook:
    """The handbook of an edition: all topics in the order of their files, and the entries."""
    one = edition(name)
    return read_handbook(one.texts["title"], "postern.rulesets.alamaze.data", tables(one), entries(one))

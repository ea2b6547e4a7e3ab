"""Words for what happened: a sentence an event kind, from the files in ``data/tellings``."""

from __future__ import annotations

from functools import cache

from postern.game.kit.content import Content
from postern.game.kit.telling import Forms, Tellings

CONTENT = Content("postern.rulesets.alamaze")
"""The data that all editions share."""

_FORMS: Forms = {
    "thousands": lambda value: f"{value:,}",
    "points": lambda hundredths: f"{hundredths / 100:.2f}",
    "region": lambda number: f"region {number}",
}
"""How facts are told: 46,000; points from hundredths; regions."""


@cache
def tellings() -> Tellings:
    """The words of the game. Raises ValueError when two files have a sentence for the same kind."""
    return Tellings(CONTENT.merged("tellings"), _FORMS)

"""Words for what happened: a sentence an event kind, from the files in ``data/tellings``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from postern.game.kit.content import Content
from postern.game.kit.telling import Forms, Tellings

CONTENT = Content("postern.rulesets.alamaze")
"""The data that all editions share."""


def _ballot(votes: Mapping[str, str]) -> str:
    """How each member of the council voted: ``Elven yea, Warlock abstained`` (AC-11-15)."""
    words = {"Y": "yea", "N": "nay", "A": "abstained"}
    return ", ".join(f"{member} {words[said]}" for member, said in votes.items())


_FORMS: Forms = {
    "thousands": lambda value: f"{value:,}",
    "points": lambda hundredths: f"{hundredths / 100:.2f}",
    "region": lambda region: region if isinstance(region, str) else f"region {region}",
    "ballot": _ballot,
}
"""How facts are told: 46,000; points from hundredths; regions by name or number; an open ballot."""


@cache
def tellings() -> Tellings:
    """The words of the game. Raises ValueError when two files have a sentence for the same kind."""
    return Tellings(CONTENT.merged("tellings"), _FORMS)

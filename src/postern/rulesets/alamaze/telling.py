"""Words for what happened: a sentence an event kind, from the files in ``data/tellings``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from postern.game.kit.content import Content
from postern.game.kit.telling import Forms, Tellings

CONTENT = Content("postern.rulesets.alamaze")
"""The data that all editions share."""


@cache
def tellings() -> Tellings:
    """The words of the game. Raises ValueError when two files have a sentence for the same kind."""
    return Tellings(CONTENT.merged("tellings"), _FORMS)


def _ballot(votes: Mapping[str, str]) -> str:
    """How each member of the council voted: ``Elven yea, Warlock abstained`` (AC-11-15)."""
    said = {"Y": "yea", "N": "nay", "A": "abstained"}
    return ", ".join(f"{member} {said[vote]}" for member, vote in votes.items())


_FORMS: Forms = {
    "thousands": lambda value: f"{value:,}",
    "points": lambda hundredths: f"{hundredths / 100:.2f}",
    "region": lambda region: region if isinstance(region, str) else f"region {region}",
    "ballot": _ballot,
}
"""How facts are told: 46,000; points from hundredths; regions by name, or by number where they have none yet; an open ballot."""

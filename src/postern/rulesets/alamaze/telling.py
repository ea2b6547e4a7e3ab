"""Words for what happened: a sentence an event kind, from the files in ``data/tellings``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from postern.game.kit.content import Content
from postern.game.kit.telling import Tellings

CONTENT = Content("postern.rulesets.alamaze")
"""The data that all editions share."""


@cache
def tellings() -> Tellings:
    """The words of the game. Raises ValueError when two files have a sentence for the same kind."""
    return Tellings(CONTENT.merged("tellings"), {"thousands": lambda value: f"{value:,}", "ballot": _ballot})


def _ballot(votes: Mapping[str, str]) -> str:
    words = {"Y": "yea", "N": "nay", "A": "abstained"}
    return ", ".join(f"{code} {words[said]}" for code, said in votes.items())

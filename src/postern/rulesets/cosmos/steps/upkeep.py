"""Step of the turn: upkeep (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def settle(turn: Turn) -> None:
    """Being built."""

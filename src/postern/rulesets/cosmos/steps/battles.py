"""Step of the turn: battles (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def fight(turn: Turn) -> None:
    """Being built."""

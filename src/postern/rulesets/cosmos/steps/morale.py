"""Step of the turn: morale (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def update(turn: Turn) -> None:
    """Being built."""

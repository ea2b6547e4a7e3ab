"""Step of the turn: production (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def count_phase(turn: Turn) -> None:
    """Being built."""

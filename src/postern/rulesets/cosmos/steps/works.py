"""Step of the turn: works (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def progress(turn: Turn) -> None:
    """Being built."""

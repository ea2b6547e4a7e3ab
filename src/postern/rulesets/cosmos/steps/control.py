"""Step of the turn: control (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def follow(turn: Turn) -> None:
    """Being built."""

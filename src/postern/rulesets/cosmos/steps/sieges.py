"""Step of the turn: sieges (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def update(turn: Turn) -> None:
    """Being built."""


def update_at_end(turn: Turn) -> None:
    """Being built."""

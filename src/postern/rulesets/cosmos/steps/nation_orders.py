"""Step of the turn: nation_orders (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def carry_out(turn: Turn) -> None:
    """Being built."""

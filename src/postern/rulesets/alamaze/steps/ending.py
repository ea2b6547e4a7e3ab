"""The end of a turn (ruling 11, position 998)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Turn


def next_turn(turn: Turn) -> None:
    """The orders of the next turn are awaited."""
    turn.world.turn += 1

"""Step of the turn: ending (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def return_home(turn: Turn) -> None:
    """Being built."""


def end_turn(turn: Turn) -> None:
    """Being built."""


def score(turn: Turn) -> None:
    """Being built."""

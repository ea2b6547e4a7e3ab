"""Step of the turn: beginning (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def append_orders(turn: Turn) -> None:
    """Being built."""


def take_and_receive(turn: Turn) -> None:
    """Being built."""

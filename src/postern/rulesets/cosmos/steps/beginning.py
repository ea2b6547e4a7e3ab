"""Step of the turn: beginning (being built)."""

from __future__ import annotations

from postern.rulesets.cosmos.sight.look import look
from postern.rulesets.cosmos.turn import Turn


def append_orders(turn: Turn) -> None:
    """Being built."""


def look_about(turn: Turn) -> None:
    """A new phase: everybody looks about, and what happened in the phase before is forgotten (gaps 9)."""
    look(turn)
    turn.moved.clear()
    turn.acted.clear()
    turn.fought.clear()
    turn.stormed.clear()


def take_and_receive(turn: Turn) -> None:
    """Being built."""

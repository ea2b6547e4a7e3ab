"""Step of the turn: production and upkeep (CF-4-07)."""

from __future__ import annotations

from postern.rulesets.cosmos.economy.settling import settle_economy
from postern.rulesets.cosmos.turn import Turn


def settle(turn: Turn) -> None:
    """Resources are produced, upkeep is paid, and what follows for whoever gets none."""
    settle_economy(turn)

"""Step of each phase: works of nations go on, undermined walls collapse (ruling 2.1, step g; CF-16.3.1-06)."""

from __future__ import annotations

from postern.rulesets.cosmos.economy.walls import collapse
from postern.rulesets.cosmos.economy.works import progress_works
from postern.rulesets.cosmos.turn import Turn


def progress(turn: Turn) -> None:
    """One phase of all works, and of what sappers have begun."""
    progress_works(turn)
    collapse(turn)

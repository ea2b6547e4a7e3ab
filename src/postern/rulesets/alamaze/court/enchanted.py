"""Figures under a spell for this turn: warded (301) or asleep (305, 306). Missions of agents ask here too."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.effects import Asked, holds
from postern.rulesets.alamaze.turn import Turn


@dataclass
class Enchanted:
    """Figures that are warded this turn, by kingdom and code. Those that sleep stand in ``Turn.asleep``."""

    warded: set[tuple[str, str]] = field(default_factory=set)


def asleep(turn: Turn, kingdom: str, code: str) -> bool:
    """True for a figure that sleeps for the rest of the turn."""
    return (kingdom, code) in turn.asleep


def warded(turn: Turn, kingdom: str, code: str) -> bool:
    """True for a figure that a ward protects, by spell or by what it carries: spells against it do nothing."""
    if (kingdom, code) in turn.state(Enchanted).warded:
        return True
    figure = turn.kingdom(kingdom).figures.get(code)
    return figure is not None and holds(Asked(turn.world, kingdom, figure=figure), "guard_spell", "Ward")

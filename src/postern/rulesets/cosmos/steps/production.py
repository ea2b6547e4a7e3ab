"""Step of each phase: what produces in it, and states that have run out (ruling 2.1, step c)."""

from __future__ import annotations

from postern.rulesets.cosmos.economy.production import count_growth
from postern.rulesets.cosmos.magic.marks import end_illusions
from postern.rulesets.cosmos.turn import Turn


def count_phase(turn: Turn) -> None:
    """Takes away what has ended, and notes which hexes and locations work in this phase."""
    end_states(turn)
    end_illusions(turn)
    count_growth(turn)


def end_states(turn: Turn) -> None:
    """Takes states of units, locations and hexes away, spells among them: each holds to the end of its last phase."""
    world, now = turn.world, turn.now
    for things in (world.units, world.locations, world.hexes):
        for thing in things.values():
            if thing.until:
                thing.until = {name: moment for name, moment in thing.until.items() if moment >= now}

"""New leaders: without troops and without bonus, in the province that brings them forth (ruling 6)."""

from __future__ import annotations

from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Leader


def new_leader(turn: Turn, owner: str, province: str) -> Leader:
    """A leader with the next free number appears, flagged as just created."""
    number = turn.world.next_leader
    turn.world.next_leader = number + 1
    leader = Leader(number, owner, province, newborn=True)
    turn.add_leader(leader)
    turn.visit(owner, province)
    return leader

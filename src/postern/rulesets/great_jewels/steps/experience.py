"""Step 6e: experience from combat (QJ-06-16 to QJ-06-19, ruling 12)."""

from __future__ import annotations

from collections.abc import Container

from postern.rulesets.great_jewels.steps.blows import Clash
from postern.rulesets.great_jewels.steps.defence import Toll
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force


def reward(turn: Turn, clash: Clash, tolls: dict[Force, Toll], dead: Container[Force]) -> dict[Force, int]:
    """Raises the bonus of every player's leader who fought and lives; gives what each gained.

    Attacking, or being attacked without leaving, earns 1; a destroyed target earns 2 instead. No gain lifts the bonus above
    the troops he has now, and none lowers it.
    """
    gains: dict[Force, int] = {}
    for force in {*clash.forces(), *clash.bombarding}:
        if not force.leader or force in dead or turn.player(turn.owner_of(force)) is None:
            continue
        leader = turn.world.leaders[force.leader]
        earned = earned_by(turn, clash, tolls, force)
        within = max(0, min(earned, leader.troops - leader.bonus))
        gain = hooks.EXPERIENCE.fold(turn, force, within, earned) if earned else 0
        if gain:
            leader.bonus += gain
            gains[force] = gain
    return gains


def earned_by(turn: Turn, clash: Clash, tolls: dict[Force, Toll], force: Force) -> int:
    """What this leader's part in the clash is worth before any limit: 0, 1 or 2."""
    blows = clash.by_source.get(force, [])
    if any(tolls[blow.target].destroyed for blow in blows):
        return 2
    stood = force in clash.by_target and not clash.leaves(turn, force)
    return 1 if blows or stood or force in clash.bombarding else 0

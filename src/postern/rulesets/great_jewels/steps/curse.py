"""Step 8+: Warlord's Curse (T94) ravages a province that one does not own (QJ-28.1-174 to QJ-28.1-177)."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.ravaging import ravage_province
from postern.rulesets.great_jewels.steps.powers_by_order import uses
from postern.rulesets.great_jewels.steps.spells import reaches
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import garrison_force

CURSE = 94


def ravage_by_curse(turn: Turn) -> None:
    """Carries out T94=R for a leader who is alive. Who moves this turn has lost the order by now: both are exclusive."""
    for issued, _, talisman in uses(turn, CURSE):
        place = turn.world.leaders[talisman.leader].province
        if reaches(turn, issued, talisman, garrison_force(place), place) and ravage_province(turn, issued, place):
            turn.carried_out(issued)

"""Step 7c: traps spring at those who ended a move beside them (QJ-28.1-344, QJ-28.1-345)."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps import waylay
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn


def spring_traps(turn: Turn) -> None:
    """Every holder of a trap who may attack, neither moved nor attacked strikes at the leaders of others who came
    and stayed."""
    for holder in turn.holders():
        if hooks.MAY_ATTACK.fold(turn, holder, "", None):
            continue
        if not waylay.may_waylay(turn, holder) or not hooks.SPRINGS.fold(turn, holder, False, None):
            continue
        owner, place = turn.owner_of(holder), turn.place_of(holder)
        for leader in turn.leaders_in(place):
            if leader.number in turn.moved and not turn.declared_ally(owner, leader.owner):
                waylay.trap(turn, holder, leader.number)

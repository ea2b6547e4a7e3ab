"""Skeletons: who comes to know of them (AC-10)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Kingdom, Skeleton


def learn_skeleton(turn: Turn, victim: Kingdom, knower: Kingdom) -> Skeleton | None:
    """A kingdom learns of one skeleton of another that it does not know yet, by lot, and is told its code. None when there is
    none left, and before the turn. Whether the bribed figure knows any is for the bribe to roll (AC-10-05)."""
    unknown = [one for one in victim.skeletons if not one.revealed and knower.code not in one.known_by]
    if not unknown or turn.expected:
        return None
    found = turn.stream("skeleton", victim.code, knower.code, len(unknown)).choice(unknown)
    found.known_by.append(knower.code)
    turn.tell_kingdoms("skeleton-learned", (knower.code,), kingdom=victim.code, skeleton=found.code, major=found.major)
    return found

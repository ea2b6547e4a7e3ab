"""Skeletons: who comes to know of them (AC-10)."""

from __future__ import annotations

from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Kingdom, Skeleton


def learn_skeleton(turn: Turn, victim: Kingdom, knower: Kingdom) -> Skeleton | None:
    """A kingdom learns one skeleton of another that it does not know yet, drawn by lot; None when there is none left."""
    unknown = [one for one in victim.skeletons if not one.revealed and knower.code not in one.known_by]
    if not unknown:
        return None
    found = turn.stream("skeleton", victim.code, knower.code).choice(unknown)
    found.known_by.append(knower.code)
    data = {"of": victim.code, "code": found.code, "major": found.major}
    turn.tell_kingdoms("skeleton-learnt", (knower.code,), **data)
    return found

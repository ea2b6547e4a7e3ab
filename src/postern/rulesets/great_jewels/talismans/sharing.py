"""Profit Sharing (T143): the points of a leader or garrison go to the giver, or count twice (QJ-28.1-315 to -317)."""

from __future__ import annotations

from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Talisman


def _giver(turn: Turn, talisman: Talisman) -> str:
    """The player who handed it to another player's force this turn, or ""."""
    giver = turn.giver_of(talisman)
    owner = turn.owner_of(talisman.holder)
    return giver if giver and giver != owner and not turn.expected else ""


def _shared(turn: Turn, talisman: Talisman) -> bool:
    """True in 75 of 100 cases: the giver gets the points; otherwise the owner gets them twice."""
    return turn.stream("profit sharing", talisman.holder).percent(decided("powers")["profit_sharing"])


@hooks.PROFITS.add(143)
def divert(turn: Turn, talisman: Talisman, nothing: None, points: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The points of the province or of the leader's bonus; points for talismans are none of these."""
    giver = _giver(turn, talisman)
    if not giver:
        return points
    if _shared(turn, talisman):
        return tuple((giver, share) for _, share in points)
    return tuple((name, 2 * share) for name, share in points)


@hooks.AT_INCOME.add(143)
def divert_kills(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """The points which the force's kills brought this turn go the same way."""
    giver, holder = _giver(turn, talisman), talisman.holder
    if not giver or holder is None:
        return
    owner = turn.owner_of(holder)
    shared = _shared(turn, talisman)
    points = turn.kill_points_of.get(holder)
    if points:
        if shared:
            turn.kill_points[owner] -= points
            turn.kill_points[giver] += points
        else:
            turn.kill_points[owner] += points
    turn.tell("profit sharing", to={giver, owner}, force=str(holder), owner=owner, giver=giver, shared=shared)

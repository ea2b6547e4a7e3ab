"""At the end of a turn ships must carry all who stand on the water (AC-07-11, ruling 30)."""

from __future__ import annotations

from postern.rulesets.alamaze.group_end import end_if_empty
from postern.rulesets.alamaze.sea.battle import lose_brigades, lose_figures
from postern.rulesets.alamaze.sea.power import groups_in, rating, ships_needed
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group


def drown(turn: Turn) -> None:
    """Brigades beyond a kingdom's ships in a sea drown, those of its last group first, then patrols. Figures die with half of
    the share of their group that drowned."""
    for code in sorted(turn.world.kingdoms):
        for sea in turn.tables.seas:
            _drown_in(turn, code, sea)


def _drown_in(turn: Turn, code: str, sea: str) -> None:
    excess = ships_needed(turn.world, code, sea) - rating(turn.kingdom(code), sea)
    if excess <= 0:
        return
    last_first = groups_in(turn.world, code, sea)[::-1]
    for group in [one for one in last_first if one.brigades] + [one for one in last_first if not one.brigades]:
        if excess > 0:
            excess -= _sink(turn, group, excess)


def _sink(turn: Turn, group: Group, excess: int) -> int:
    """Gives how many ships are no longer needed."""
    before = group.size
    brigades = lose_brigades(turn, group, excess)
    share = brigades / before if before else 1
    figures = lose_figures(turn, group, share * turn.tables.value("sea.figure_share"), "drowned")
    told = {"group": group.id, "area": group.area, "brigades": brigades, "figures": figures}
    turn.tell_kingdoms("drowned", (group.kingdom,), **told)
    end_if_empty(turn, group)
    return brigades or 1

"""Force marches: who loses nobody by one goes farther to what promises more (QJ-07-10, QJ-07-11)."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.growth import best_near, promise
from postern.rulesets.great_jewels.computer.survey import BOOTS, Survey
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.world import Leader

_HALF_POINTS = 2 * int(decided("movement")["points_force_marching"])
_TROOPS_A_BONUS = 2
_SERGEANT = 113
_WORTHWHILE = 6
"""What a goal must promise (growth.promise): new land, troops that wait for a leader, a place that the army can take."""
_WORTH_TROOPS = 10
"""What it must promise when the sergeant drives men to death for it."""


class _Forced(Survey):
    """The same plans, for a leader who marches by force."""

    def points(self, leader: Leader) -> int:
        return _HALF_POINTS


def march_by_force(survey: Survey) -> None:
    """Each free leader who may, when the best that he reaches so is better than what he reaches as always."""
    forced = object.__new__(_Forced)
    vars(forced).update(vars(survey))
    for leader in survey.leaders():
        least = _least(survey, leader)
        if not least:
            continue
        near, paths = survey.reach(leader), forced.reach(leader)
        best = max(((promise(survey, leader, name), name) for name in paths if name not in near), default=(0, ""))
        here = max((promise(survey, leader, name) for name in (*near, leader.province)), default=0)
        if best[0] >= least and best[0] > max(here, best_near(survey, leader)):
            if leader.rams:
                survey.order(f"L{leader.number}XR#")
            survey.aimed.add(best[1])
            survey.order(f"L{leader.number}F{''.join(paths[best[1]])}", leader.number)
            survey.ends[leader.number] = best[1]


def _least(survey: Survey, leader: Leader) -> int:
    """What a goal must promise him, 0 if he may not march by force, or would lose men by it to no purpose."""
    held = {one.number for one in survey.held(leader.number)}
    troops = survey.troops[leader.number]
    if leader.force_marched >= survey.view.turn - 1 > 0 or survey.towers[leader.number] or BOOTS in held:
        return 0
    if survey.garrisons.get(leader.province) == 0 and survey.threat(leader.province):
        return 0
    if troops <= _TROOPS_A_BONUS * leader.bonus:
        return _WORTHWHILE
    return _WORTH_TROOPS if _SERGEANT in held and troops > 2 * leader.bonus else 0

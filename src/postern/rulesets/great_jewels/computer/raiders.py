"""Raids out of armies: who marches on, or stays, sends a few men into empty land next door (QJ-14-01)."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.world import Leader

RAIDERS = 4  # two chances in three to take an empty province (QJ-14-06)
_STAY = 8  # troops that stay with an army
_MOST = 2  # raids of an army in a turn
_NEW_LAND = 6  # last turn on which land that nobody has seen is likely to be free


def raid_with_armies(survey: Survey) -> None:
    """Raids of four out of armies that can spare them, into empty land that nobody of ours is going to."""
    for number, leader in survey.view.leaders.items():
        if _is_free(survey, leader):
            for goal in [name for name in neighbours(leader.province) if _is_open(survey, name)][:_MOST]:
                if survey.troops[number] - RAIDERS < max(_STAY, leader.bonus):
                    break
                survey.order(f"L{number}R{RAIDERS}{goal}")
                survey.troops[number] -= RAIDERS
                survey.aimed.add(goal)


def _is_free(survey: Survey, leader: Leader) -> bool:
    """Without another task than a march to land that is ours or empty, and with nobody about who would kill the raiders."""
    here, end = leader.province, survey.ends.get(leader.number, "")
    entry = survey.entry(here)
    shut = entry is None or "-S" in entry.flags or bool(survey.enemies(here)) or here in survey.barred
    engines = leader.rams or survey.towers[leader.number]
    idle = leader.number not in survey.busy or end in survey.view.provinces or end in survey.empty
    return idle and not shut and not engines and not leader.at_peace


def _is_open(survey: Survey, name: str) -> bool:
    likely = survey.view.turn <= _NEW_LAND or survey.fresh(name)
    return name in survey.empty and name not in survey.aimed and not survey.enemies(name) and likely

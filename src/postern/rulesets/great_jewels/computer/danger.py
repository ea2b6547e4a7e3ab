"""Danger: own land that the enemies inside it will take."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.computer.war import garrison_defence
from postern.rulesets.great_jewels.entries import LeaderEntry
from postern.rulesets.great_jewels.tables import ATTACK_FACTORS


def foes_in(survey: Survey, name: str) -> list[LeaderEntry]:
    """The armies of players whom we strike, in full view in a province this turn, the largest first."""
    armies = [one for one in survey.enemies(name) if one.owner in survey.foes and one.troops and not one.fogged]
    return sorted(armies, key=lambda one: (-one.troops, one.number))


def will_fall(survey: Survey, name: str) -> bool:
    """Whether the foes inside an own province can kill its garrison, and no own army is there to help it."""
    entry = survey.entry(name)
    if entry is None or any(survey.troops[one.number] for one in survey.view.leaders.values() if one.province == name):
        return False
    power = 0
    for one in foes_in(survey, name):
        people = survey.view.met.get(one.owner)
        factor = ATTACK_FACTORS[people.value if people else "NONPLAYER", survey.people]
        power += factor * (one.troops + min(one.bonus, one.troops))
    return power > 0 and power >= garrison_defence(entry)

"""Couriers: leaders who carry zorans home, where Azoni raise their great citadel and Rilris keep their hoard."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.world import Leader

_LOAD = 15
"""Zorans from which a load is worth the way."""
_ENOUGH = {"AZONI": 60, "RILRIS": 100_000}
"""By people: zorans at home beyond which no more are brought. The others have no use for a hoard."""
_PROVINCES_A_COURIER = 5


def carry_home(survey: Survey) -> None:
    """The weakest leaders fetch zorans from provinces a day's march from home, and lay them down there."""
    home = survey.view.provinces.get(survey.view.player.home)
    if home is None or home.besieged or survey.people not in _ENOUGH:
        return
    for leader in survey.leaders_at(home.name):
        if leader.zorans:
            survey.order(f"L{leader.number}T#ZG")
            survey.zorans[home.name] += leader.zorans
    if survey.zorans[home.name] > _ENOUGH[survey.people]:
        return
    wanted = 1 + len(survey.view.provinces) // _PROVINCES_A_COURIER
    weakest = sorted(survey.leaders(), key=lambda one: (one.province == home.name, survey.strength(one), one.number))
    for leader in weakest:
        if wanted and leader.province in survey.view.provinces:
            wanted -= _fetch(survey, leader) if leader.province == home.name else _bring(survey, leader, home.name)


def _bring(survey: Survey, leader: Leader, home: str) -> bool:
    """He takes what lies where he stands, and a troop to carry it, and marches home. True when it is worth it."""
    place = leader.province
    load = survey.zorans[place]
    crew = survey.troops[leader.number] or survey.garrisons[place] > 1
    if load + leader.zorans < _LOAD or survey.view.provinces[place].besieged or not crew or survey.enemies(place):
        return False
    paths = survey.reach(leader)
    if home not in paths:
        return False
    if not survey.troops[leader.number]:
        survey.order(f"G{place}T1TL{leader.number}")
        survey.troops[leader.number] += 1
        survey.garrisons[place] -= 1
    if load:
        survey.order(f"G{place}T{load}ZL{leader.number}")
        survey.zorans[place] = 0
    survey.move(leader, paths[home])
    return True


def _fetch(survey: Survey, leader: Leader) -> bool:
    """He goes where most lies that no other is fetching. True when there is such a place."""
    paths = survey.reach(leader)
    rich = [at for at in paths if survey.zorans.get(at, 0) >= _LOAD and at not in survey.aimed and not survey.enemies(at)]
    if rich:
        goal = max(rich, key=lambda at: (survey.zorans[at], at))
        survey.aimed.add(goal)
        survey.move(leader, paths[goal])
    return bool(rich)

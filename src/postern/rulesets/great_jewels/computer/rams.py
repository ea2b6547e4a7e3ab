"""Rams: a great citadel need not be taken. Every attack with rams razes a point for each, whatever becomes of the army."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer import aims
from postern.rulesets.great_jewels.computer.hearsay import unseen_homes
from postern.rulesets.great_jewels.computer.sieges import advance
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.entries import ProvinceEntry
from postern.rulesets.great_jewels.world import Leader

_PRICE = 2
_LEAST_CSPS = 25
"""Points of a citadel that is worth razing."""
_LEAST = 10
"""Rams of an army that is worth sending."""
_CREW = 15
"""Troops of an army that is worth equipping."""
_FARTHEST = 8
"""Steps to the citadel from which armies are equipped."""
_ARMIES = 8
_MEMORY = 6
_RAMMERS = ("QUNTAG", "SLENTH")
"""Whose zorans bring no points themselves."""


def batter(survey: Survey) -> None:
    """Armies with rams that stand before the walls of an enemy strike them."""
    for leader in survey.leaders():
        entry = survey.entry(leader.province)
        if leader.rams and entry is not None and survey.fresh(entry.name) and entry.name not in survey.view.provinces:
            if entry.garrison and entry.csps and not entry.locked and survey.owner(entry) in survey.foes:
                survey.order(f"L{leader.number}AG", leader.number)


def raze(survey: Survey) -> None:
    """Armies near a great citadel of Azoni are given rams, and go there."""
    targets = _citadels(survey) if survey.people in _RAMMERS else {}
    survey.saves = bool(targets)
    steps = {name: survey.steps_to(name) for name in targets}
    sent = sum(leader.rams >= _LEAST for leader in survey.leaders())
    for leader in sorted(survey.leaders(), key=lambda one: (-one.rams, one.bonus, one.number)):
        near = [name for name in targets if steps[name].get(leader.province, 99) <= _FARTHEST]
        if not near or survey.towers[leader.number]:
            continue
        goal = max(near, key=lambda name: (targets[name].csps // (2 + steps[name][leader.province]), name))
        rams = leader.rams
        if rams < _LEAST and sent < _ARMIES and aims.is_army(survey, leader, _CREW):
            rams += _equip(survey, leader, targets[goal].csps)
            sent += rams >= _LEAST
        if rams >= _LEAST:
            _lead(survey, leader, goal, steps[goal])


def _citadels(survey: Survey) -> dict[str, ProvinceEntry]:
    """The great citadels of Azoni that may be razed."""
    seen = {
        name: entry
        for name, entry in survey.view.entries.items()
        if entry.turn >= survey.view.turn - _MEMORY and survey.owner(entry) in survey.foes and name not in survey.barred
    }
    return {
        name: entry
        for name, entry in (seen | unseen_homes(survey)).items()
        if entry.csps >= _LEAST_CSPS
        and entry.garrison
        and (survey.people == "SLENTH" or survey.view.met.get(entry.tag) == "AZONI")
    }


def _equip(survey: Survey, leader: Leader, csps: int) -> int:
    """Builds as many rams as the army can serve, the province can pay for and the citadel is worth. Gives how many."""
    here = survey.view.provinces.get(leader.province)
    if here is None or here.besieged:
        return 0
    number = min(survey.zorans[here.name] // _PRICE, survey.troops[leader.number] - leader.rams, csps - leader.rams)
    if number + leader.rams < _LEAST:
        return 0
    survey.order(f"G{here.name}BR{number}L{leader.number}")
    survey.zorans[here.name] -= number * _PRICE
    return number


def _lead(survey: Survey, leader: Leader, goal: str, steps: dict[str, int]) -> None:
    paths = survey.reach(leader)
    if goal in paths:
        survey.move(leader, paths[goal])
    elif steps[leader.province] == 1:
        survey.busy.add(leader.number)
    else:
        advance(survey, [leader], {leader.number: paths}, steps)

"""Rams: a great citadel need not be taken. Every attack with rams razes a point for each, whatever becomes of the army."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer import aims
from postern.rulesets.great_jewels.computer.hearsay import unseen_homes
from postern.rulesets.great_jewels.computer.sieges import is_safe
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.entries import MERCENARY_TAG, ProvinceEntry
from postern.rulesets.great_jewels.steps.scoring import banded
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.world import Leader

CATAPULTS = 132
_PRICE = int(decided("building")["engine"])
_LEAST_CSPS = 25
"""Points of a citadel that is worth razing."""
_LEAST = 8
"""Rams of an army that is worth sending."""
_BLOW, _CSP_POINTS = 20, 5
"""Points of a citadel that a blow razes, and what Slenth score for each."""
_CREW = 15
"""Troops of an army that is worth equipping."""
_FARTHEST = 12
"""Steps to the citadel from which armies are equipped."""
_ARMIES = {"QUNTAG": 10, "SLENTH": 4}
_MEMORY = 6
_SHARE = 5
"""Of so many troops on a march one serves a ram instead of fighting."""
_FEWEST_ALONG, _MOST_ALONG = 2, 8
_HIGH = 4
"""Citadel points that are worth the wood to an army that marches against them."""


def batter(survey: Survey) -> None:
    """Armies with rams that stand before the walls of a great citadel strike them."""
    for leader in survey.leaders():
        entry = survey.entry(leader.province)
        if leader.rams and entry is not None and survey.fresh(entry.name) and _is_target(survey, entry):
            survey.order(f"L{leader.number}AG", leader.number)


def raze(survey: Survey) -> None:
    """Armies near a great citadel of Azoni are given rams, and go there."""
    targets = _citadels(survey) if survey.people in _ARMIES else {}
    survey.saves = bool(targets)
    steps = {name: survey.steps_to(name) for name in targets}
    sent = sum(leader.rams >= _LEAST for leader in survey.leaders())
    for leader in sorted(survey.leaders(), key=lambda one: (-one.rams, one.bonus, one.number)):
        near = [name for name in targets if steps[name].get(leader.province, 99) <= _FARTHEST]
        throws = any(one.number == CATAPULTS for one in survey.held(leader.number))  # from next door, where he is
        if not near or survey.towers[leader.number] or throws:
            continue
        goal = max(near, key=lambda name: (_merit(survey, targets[name]) // (2 + steps[name][leader.province]), name))
        rams = leader.rams
        if rams < _LEAST and sent < _ARMIES[survey.people] and aims.is_army(survey, leader, _CREW):
            rams += _equip(survey, leader, targets[goal].csps)
            sent += rams >= _LEAST
        if rams >= _LEAST:
            _lead(survey, leader, goal, steps[goal])


def take_rams_along(survey: Survey) -> None:
    """Armies of Slenth that march against a citadel take rams along from the province that they leave: a ram costs less than
    the citadel point that it destroys brings (QJ-04-21)."""
    if survey.people != "SLENTH":
        return
    for number, goal in sorted(survey.ends.items()):
        leader = survey.view.leaders[number]
        place, entry = survey.view.provinces.get(leader.province), survey.entry(goal)
        if place is None or place.besieged or entry is None or survey.owner(entry) not in survey.foes:
            continue
        forced = f"L{number}F" in " ".join(survey.orders)
        if forced or not entry.garrison or entry.csps < _HIGH or survey.towers[number]:
            continue
        rams = min(survey.troops[number] // _SHARE, entry.csps, _MOST_ALONG) - leader.rams
        rams = min(rams, survey.zorans[place.name] // _PRICE)
        if rams >= _FEWEST_ALONG:
            survey.order(f"G{place.name}BR{rams}L{number}")
            survey.zorans[place.name] -= rams * _PRICE


def _citadels(survey: Survey) -> dict[str, ProvinceEntry]:
    """The great citadels that may be razed."""
    seen = {name: entry for name, entry in survey.view.entries.items() if entry.turn >= survey.view.turn - _MEMORY}
    return {name: entry for name, entry in (seen | unseen_homes(survey)).items() if _is_target(survey, entry)}


def _is_target(survey: Survey, entry: ProvinceEntry) -> bool:
    """A great citadel of Azoni whom we do not spare; Slenth score for those of all players."""
    owner = survey.owner(entry)
    if owner not in survey.foes or entry.name in survey.barred or not entry.garrison or entry.csps < _LEAST_CSPS:
        return False
    return survey.people == "SLENTH" or survey.view.met.get(owner) == "AZONI"


def _merit(survey: Survey, entry: ProvinceEntry) -> int:
    """Points that a blow takes from its owner until the end of the game, and gives to Slenth, times ten."""
    merit = 10 * _CSP_POINTS * _BLOW if survey.people == "SLENTH" else 0
    if survey.view.met.get(entry.tag) == "AZONI":
        merit += 10 * aims.turns_left(survey) * (banded(entry.csps) - banded(max(0, entry.csps - _BLOW)))
    return merit


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
    """He goes the straight way, through land of others as well, as far as he bears the blows of those who are there."""
    paths = survey.reach(leader)
    nearer = [at for at in paths if steps.get(at, 99) < steps[leader.province] and (at == goal or _bears(survey, leader, at))]
    if nearer:
        end = min(nearer, key=lambda at: (steps[at], not is_safe(survey, at), len(paths[at]), at))
        survey.move(leader, paths[end])
    else:
        survey.busy.add(leader.number)


def _bears(survey: Survey, leader: Leader, name: str) -> bool:
    """Whether he loses less than half of his troops to those who are there when he goes on."""
    entry = survey.entry(name)
    if entry is None or name in survey.view.provinces:
        return True
    there = entry.garrison + sum(one.troops + one.bonus for one in survey.enemies(name))
    return entry.tag != MERCENARY_TAG and there <= survey.troops[leader.number]

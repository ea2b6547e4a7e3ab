"""Voyages: an army that finds more to take beyond its marches goes there by sea or through the air."""

from __future__ import annotations

from collections.abc import Iterable

from postern.rulesets.great_jewels.computer.growth import best_near, promise
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.geography import COAST, PROVINCES, coastal, sailing_distance
from postern.rulesets.great_jewels.orders.building import navy_price
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, JEWELS
from postern.rulesets.great_jewels.world import Leader

_RANGE: int = decided("sailing")["range"]
_RIDERS: int = decided("movement_talismans")["carpet_troops_a_bonus"]
_CARPET = 78
_AT_SEA, _IMPERIAL_NAVIES = (71, 72, 150), 83
_ROUND_THE_LAND = len(COAST)
_WORTHWHILE = 5
"""What a goal must promise (growth.promise): new land, or a place that the army can take."""
_HARDENED = 8
"""Troops from which an army may land where somebody guards the shore: the landing costs some of them."""
_MEMORY = 3
"""Turns after which what was seen of a far place is worth nothing."""


def sail(survey: Survey) -> None:
    """From own harbours, with a navy that lies there or can be paid: who has nothing to do on his own shore."""
    navies = {place.name: place.navies for place in survey.own() if coastal(place.name) and not place.besieged}
    for leader in sorted(survey.leaders(), key=lambda one: not _is_sailor(survey, one)):
        home = leader.province
        if home not in navies or not survey.troops[leader.number] or survey.threat(home):
            continue
        price = navy_price(survey.view.provinces[home])
        if not navies[home] and survey.zorans[home] < price:
            continue
        farthest = _ROUND_THE_LAND if _holds(survey, leader, _IMPERIAL_NAVIES) else _RANGE
        goal = best_far(survey, leader, (name for name in COAST if 0 < sailing_distance(home, name) <= farthest))
        if goal:
            if navies[home]:
                navies[home] -= 1
            else:
                survey.order(f"G{home}BN1")
                survey.zorans[home] -= price
            survey.aimed.add(goal)
            survey.order(f"L{leader.number}S{goal}", leader.number)


def _is_sailor(survey: Survey, leader: Leader) -> bool:
    """Whether he carries a talisman that serves at sea, and so sails before the others."""
    return any(_holds(survey, leader, number) for number in (*_AT_SEA, _IMPERIAL_NAVIES))


def _holds(survey: Survey, leader: Leader, number: int) -> bool:
    """Whether he has it with him, and it works for him this turn (notes 1 and 5)."""
    held = {one.number: one for one in survey.held(leader.number)}
    one = held.get(number)
    late = 1 in CATALOGUE[number].notes and one is not None and one.gained >= survey.view.turn
    shut = 5 in CATALOGUE[number].notes and not held.keys().isdisjoint(JEWELS)
    return one is not None and one.dead_until < survey.view.turn and not late and not shut


def fly(survey: Survey) -> None:
    """The Magic Carpet carries its bearer, with as many troops as it bears, to what is best on the whole map."""
    carpet = survey.view.talismans.get(_CARPET)
    if carpet is None or carpet.dead_until >= survey.view.turn or carpet.leader in survey.busy:
        return
    rider = survey.view.leaders.get(carpet.leader)
    if rider is None or any(one.number in JEWELS for one in survey.held(rider.number)) or _CARPET in survey.handed:
        return
    if survey.troops[rider.number] > _RIDERS * rider.bonus:
        return
    goal = best_far(survey, rider, PROVINCES)
    if goal:
        survey.aimed.add(goal)
        survey.order(f"T{_CARPET}={goal}")
        survey.busy.add(rider.number)


def best_far(survey: Survey, leader: Leader, goals: Iterable[str]) -> str:
    """The most promising of these, "" when none is worth more than what he can reach on foot."""
    able = [name for name in goals if name != leader.province and _may_go(survey, leader, name)]
    best = max(((promise(survey, leader, name), name) for name in able), default=(0, ""))
    return best[1] if best[0] >= _WORTHWHILE and best[0] > best_near(survey, leader) else ""


def _may_go(survey: Survey, leader: Leader, name: str) -> bool:
    """Land that was seen lately and is neither ours nor barred; a guarded shore only for an army that can bear the landing."""
    entry = survey.entry(name)
    if entry is None or name in survey.view.provinces or name in survey.barred or entry.turn < survey.view.turn - _MEMORY:
        return False
    return not entry.garrison or survey.troops[leader.number] >= max(_HARDENED, entry.garrison)

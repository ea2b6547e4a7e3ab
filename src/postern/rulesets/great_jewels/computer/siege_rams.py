"""Rams: Slenth score by each citadel point that they destroy, and a ram costs less than it brings (QJ-04-21)."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.tables import decided

_PRICE = int(decided("building")["engine"])
_SHARE = 5  # of so many troops one serves a ram instead of fighting
_FEWEST, _MOST = 2, 8
_HIGH = 4  # citadel points that are worth the wood


def build_rams(survey: Survey) -> None:
    """Armies of Slenth that march against a citadel take rams along from the province that they leave."""
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
        rams = min(survey.troops[number] // _SHARE, entry.csps, _MOST) - leader.rams
        rams = min(rams, survey.zorans[place.name] // _PRICE)
        if rams >= _FEWEST:
            survey.order(f"G{place.name}BR{rams}L{number}")
            survey.zorans[place.name] -= rams * _PRICE

"""Standing beside an enemy: garrisons that kill by an assault, and who does not strike strikes back if he is struck."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.danger import foes_in
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.computer.war import leader_defence
from postern.rulesets.great_jewels.entries import LeaderEntry

_ASSAULT_DEFENCE = 3
_CLOAK = 48


def sally(survey: Survey) -> None:
    """A garrison that kills an army only by an assault assaults it, when it bears the answer behind its walls: the one that it
    was going to wear down alone, else the largest of those at which nobody strikes."""
    for province in survey.own():
        name, garrison = province.name, survey.garrisons[province.name]
        given = [order for order in survey.orders if order.startswith(f"G{name}AL")]
        if not garrison or (name in survey.raided and not given):
            continue
        bears = _ASSAULT_DEFENCE * (garrison + 2 * min(garrison, province.csps))
        for one in [one for one in foes_in(survey, name) if _strikers(survey, one) == given]:
            plain, needed = garrison * survey.factor(one.owner), leader_defence(one)
            if plain < needed <= plain + garrison and 2 * (one.troops + min(one.bonus, one.troops)) < bears:
                if given:
                    survey.orders.remove(given[0])
                survey.order(f"G{name}KL{one.number}")
                survey.raided.add(name)
                break


def stand_ready(survey: Survey) -> None:
    """Who stays beside a foe's army without striking at it strikes back with all his factors if the foe strikes (QJ-18-76)."""
    for place in sorted({leader.province for leader in survey.leaders()} | set(survey.view.provinces)):
        entry = survey.entry(place)
        foes = foes_in(survey, place)
        if entry is None or not foes or entry.tag == "MERC":
            continue
        for leader in survey.leaders_at(place):
            if survey.troops[leader.number] and not any(one.number == _CLOAK for one in survey.held(leader.number)):
                survey.order(f"L{leader.number}CL{foes[0].number}", leader.number)
        if survey.garrisons.get(place) and place not in survey.raided and f"R{place}" not in survey.orders:
            survey.order(f"G{place}CL{foes[0].number}")
            survey.raided.add(place)


def _strikers(survey: Survey, one: LeaderEntry) -> list[str]:
    """The orders so far that strike at this leader."""
    return [order for order in survey.orders if order.endswith(f"AL{one.number}")]

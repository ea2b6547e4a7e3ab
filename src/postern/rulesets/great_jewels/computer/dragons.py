"""Dragons: leaders without troops go in together, and stay to fight; a hoard and up to five points of bonus are the prize."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.world import Leader

_STRENGTH: int = decided("contents")["dragon_strength"]
_GOOD_ODDS = Fraction(3, 5)  # to go in, and to stay
_WANTED_ODDS = Fraction(4, 5)
_LEAST_BONUS = 4
_LANCE = 145
_LANCE_ODDS = Fraction(2, 3)


def hunt(survey: Survey) -> None:
    """Who is with a dragon stays while the odds are good; where enough leaders can reach one this turn they go in."""
    for name, entry in sorted(survey.view.entries.items()):
        if entry.tag != "-DRAGON-":
            continue
        inside = survey.leaders_at(name)
        party = list(inside)
        paths = {one.number: survey.reach(one, (name,)) for one in survey.leaders() if _is_hunter(survey, one)}
        able = [one for one in survey.leaders() if name in paths.get(one.number, ())]
        for leader in sorted(able, key=lambda one: (survey.troops[one.number], -one.bonus, one.number)):
            if _odds(survey, party) < _WANTED_ODDS:
                party.append(leader)
        if _odds(survey, party) < _GOOD_ODDS:
            continue
        survey.busy.update(one.number for one in inside)
        for leader in party[len(inside) :]:
            if survey.troops[leader.number]:
                survey.order(f"L{leader.number}T#TG")
                survey.garrisons[leader.province] += survey.troops[leader.number]
                survey.troops[leader.number] = 0
            survey.move(leader, paths[leader.number][name])


def _odds(survey: Survey, party: list[Leader]) -> Fraction:
    """The chance that they slay it in one turn (QJ-25-09)."""
    spared = Fraction(1)
    for leader in party:
        lance = any(one.number == _LANCE for one in survey.held(leader.number))
        spared *= 1 - (_LANCE_ODDS if lance else Fraction(leader.bonus, leader.bonus + _STRENGTH))
    return 1 - spared


def _is_hunter(survey: Survey, leader: Leader) -> bool:
    """Experienced, and without troops or where he can leave them."""
    place = survey.view.provinces.get(leader.province)
    leaves = place is not None and not place.besieged and not survey.threat(place.name)
    return leader.bonus >= _LEAST_BONUS and (leaves or not survey.troops[leader.number])

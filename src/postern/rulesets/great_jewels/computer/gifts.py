"""Talismans that are handed to a leader of another player, who keeps them: Mind Leech and Summit Conference."""

from __future__ import annotations

from postern.rulesets.great_jewels.computer.danger import foes_in
from postern.rulesets.great_jewels.computer.survey import Survey
from postern.rulesets.great_jewels.entries import LeaderEntry

_LEECH, _SUMMIT = 122, 128
_WORTH_FOLLOWING = 20
"""Troops of an army of which it is worth to know where it goes."""
_WORTH_BETRAYING = 8
"""Troops of an army that is worth to be declared an ally by: who is struck by one whom he trusts defends badly (QJ-18-57)."""


def send_gifts(survey: Survey) -> None:
    """The leech goes to the largest army of a foe anywhere, the conference to the largest of those beside it."""
    for number in (_LEECH, _SUMMIT):
        talisman = survey.view.talismans.get(number)
        if talisman is None or number in survey.handed or talisman.dead_until >= survey.view.turn:
            continue
        if talisman.province and survey.view.provinces[talisman.province].besieged:
            continue
        taker = _largest_anywhere(survey) if number == _LEECH else _largest_beside(survey, survey.place_of(talisman))
        if taker is not None:
            survey.order(f"T{number}L{taker.number}")
            survey.handed[number] = taker.number


def _largest_anywhere(survey: Survey) -> LeaderEntry | None:
    abroad = [name for name in survey.view.entries if name not in survey.view.provinces]
    armies = [one for name in abroad for one in foes_in(survey, name)[:1] if one.troops >= _WORTH_FOLLOWING]
    return max(armies, key=lambda one: (one.troops, -one.number), default=None)


def _largest_beside(survey: Survey, place: str) -> LeaderEntry | None:
    """An army that own troops stand beside: they can strike it at once."""
    own = survey.garrisons.get(place, 0) + sum(survey.troops[one.number] for one in survey.leaders_at(place))
    return next((one for one in foes_in(survey, place) if _WORTH_BETRAYING <= one.troops <= own), None)

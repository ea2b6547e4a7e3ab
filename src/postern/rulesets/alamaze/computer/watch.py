"""Agents on the watch at the capital, and what they carry (AC-12-15..17, AC-06-105)."""

from __future__ import annotations

from postern.rulesets.alamaze.computer import intrigue
from postern.rulesets.alamaze.computer.figures_known import figures_known, prisoners_held
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.world import Figure

_PRISON, _CARRY, _COUNTER, _GUARD = 299, 910, 920, 925


def guard(survey: Survey, agent: Figure) -> bool:
    """One agent of middling level each turn: over prisoners of rank, over the ruler where foreign agents were found near the
    capital, and over the capital when foreign groups are near."""
    capital = survey.own_center(survey.kingdom.capital)
    fit = NUMBERS.intrigue.watch_level <= agent.level and (
        agent.level < NUMBERS.intrigue.harm_level or _cannot_rise(survey, agent)
    )
    if capital is None or not fit or not intrigue.near(survey, agent, capital.area):
        return False
    return _carry(survey, agent) or any(
        danger and key not in survey.looked_at and _post(survey, agent, key, words)
        for key, danger, words in _dangers(survey, capital.area)
    )


def _cannot_rise(survey: Survey, agent: Figure) -> bool:
    return agent.level >= survey.tables.kingdoms[survey.code].agent_cap


def _dangers(survey: Survey, capital: str) -> list[tuple[str, bool, tuple[object, ...]]]:
    ruler = survey.kingdom.figures.get(survey.kingdom.ruler)
    at_home = ruler is not None and not ruler.held_by and ruler.area == capital
    reach = survey.tables.agent_value("mission_range_areas")
    spies = [one for one in figures_known(survey) if one.level and survey.tables.grid.distance(one.area, capital) <= reach]
    dear = [one for one in prisoners_held(survey) if one.rank not in ("Envoy", "Ambassador", "Agent", "Fanatic")]
    return [
        ("299", bool(dear), (_PRISON, capital)),
        ("925", at_home and bool(spies), (_GUARD, capital, survey.kingdom.ruler)),
        ("920", bool(survey.foes_near(capital, NUMBERS.army.danger)), (_COUNTER, capital)),
    ]


def _post(survey: Survey, agent: Figure, key: str, words: tuple[object, ...]) -> bool:
    survey.looked_at.add(key)
    return intrigue.mission(survey, agent, *words)


def _carry(survey: Survey, agent: Figure) -> bool:
    """An artifact that lies in a center goes to whoever can use it: the ruler, the best agent, an emissary, the first group."""
    for center in survey.centers:
        for key in center.artifacts:
            row = survey.tables.artifacts[key]
            target = _user(survey, row.holder_decided)
            if not target or key in survey.looked_at or not intrigue.near(survey, agent, center.area):
                continue
            survey.looked_at.add(key)
            return intrigue.mission(survey, agent, _CARRY, center.area, row.short_number, target)
    return False


def _user(survey: Survey, holder: str) -> str:
    """A group's id or a figure's code; "" for what is best in a center."""
    if holder.startswith("ruler"):
        return survey.kingdom.ruler
    if holder.startswith("group"):
        return "" if "center" in holder else next((one.id for one in survey.groups if one.brigades), "")
    free = [one for one in survey.kingdom.figures.values() if not one.held_by and not one.artifacts]
    if holder.startswith("agent"):
        return max(
            (one for one in free if one.agent), key=lambda one: (one.level, one.code), default=Figure("", "", "", "")
        ).code
    if holder.startswith("emissary"):
        return survey.kingdom.ruler if not survey.kingdom.figures[survey.kingdom.ruler].artifacts else ""
    return ""

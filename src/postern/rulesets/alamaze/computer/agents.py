"""A computer kingdom's agents, and those on the watch.

- Agents: they train for what goals ask, watch, look at centers, search, weaken those that are stormed, rob others (AC-12).
- Agents on the watch at the capital, and what they carry (AC-12-15..17, AC-06-105).
"""

from __future__ import annotations

from collections.abc import Iterable

from postern.rulesets.alamaze.computer import intrigue
from postern.rulesets.alamaze.computer.aims import wanting
from postern.rulesets.alamaze.computer.intrigue import figures_known, prisoners_held
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.orders.agents.odds import level_of
from postern.rulesets.alamaze.world.records import Figure

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


_TRAIN, _HIRE, _SABOTAGE, _STEAL, _RECON, _SEARCH, _SEARCH_ALL, _TRAINING_PRICE = 500, 510, 930, 965, 970, 976, 979, 994
_AGENT, _GOVERNOR, _PRIESTESS = "A", "D", "E"
_AREAS = 4
"""Areas that a search looks at."""


def send_agents(survey: Survey) -> None:
    """Every agent has his work: the best first. Who has to rise for a goal trains; else they look, watch and harm by turns."""
    _learn_for_goals(survey)
    able = survey.skill.missions
    for place, agent in enumerate(_idle(survey)):
        if survey.rests():
            continue
        done = able and (intrigue.rescue(survey, agent) or guard(survey, agent))
        done = done or (place % 2 == 0 and _look(survey, agent)) or (able and place % 2 == 1 and _train(survey, agent))
        done = done or (able and intrigue.harm_figures(survey, agent)) or _search(survey, agent)
        done = done or (able and _harm(survey, agent)) or _train(survey, agent)
        if not done and able:
            intrigue.spy(survey, agent)


def _idle(survey: Survey) -> list[Figure]:
    return sorted((one for one in survey.figures() if one.agent), key=lambda one: (-one.level, one.code))


def _learn_for_goals(survey: Survey) -> None:
    """As many agents as a goal asks for train to the level that it asks for, those nearest to it first."""
    for row in wanting(survey.world, survey.kingdom, "agents"):
        *rank, level = row.of.split()
        able = [
            one
            for one in survey.kingdom.figures.values()
            if one.agent and not one.held_by and one.rank in (rank or (one.rank,))
        ]
        best = sorted(able, key=lambda one: (-one.level, one.code))[: int(row.least)]
        for agent in best:
            if agent.level < int(level) and agent.code not in survey.busy and not agent.exiled:
                _train(survey, agent)


def _look(survey: Survey, agent: Figure) -> bool:
    """Looks at the center worth most whose defense nobody knows."""
    area = _unknown(survey, (one for one in survey.wanted if intrigue.near(survey, agent, one)))
    if not area:
        return False
    survey.looked_at.add(area)
    return intrigue.mission(survey, agent, _RECON, area)


def _unknown(survey: Survey, areas: Iterable[str]) -> str:
    hopes = [(survey.wanted[one], one) for one in areas if not survey.defense_known(one) and one not in survey.looked_at]
    return max(hopes)[1] if hopes else ""


def _search(survey: Survey, agent: Figure) -> bool:
    """Looks for centers in connected areas that nobody saw; whoever can looks for everything there."""
    tables = survey.tables
    level = level_of(survey.world, survey.code, agent)
    if level < tables.agent_value("level_searches"):
        return False
    unseen = survey.unseen - survey.claimed - survey.looked_at
    home = tables.kingdoms[survey.code].home_region
    around = tables.grid.within(agent.area, tables.agent_value("mission_range_areas"))
    starts = sorted(
        (one for one in around if one in unseen),
        key=lambda one: (tables.areas[one].region != home, tables.grid.distance(one, survey.kingdom.capital), one),
    )
    for start in starts:
        found = [start]
        while len(found) < _AREAS:
            onward = [one for one in tables.grid.neighbours(found[-1]) if one in unseen and one not in found]
            onward = [one for one in onward if intrigue.near(survey, agent, one)]
            if not onward:
                break
            found.append(onward[0])
        if len(found) == _AREAS:
            survey.looked_at.update(found)
            all_ = level >= tables.agent_value("level_searches_all")
            return intrigue.mission(survey, agent, _SEARCH_ALL if all_ else _SEARCH, *found)
    return False


def _harm(survey: Survey, agent: Figure) -> bool:
    """Breaks the walls of a center that a group of ours will come to, or robs a center of another kingdom."""
    for area in sorted(survey.goes_to.values()):
        if area in survey.wanted and intrigue.near(survey, agent, area):
            return intrigue.mission(survey, agent, _SABOTAGE, area, "D")
    rich = [
        (survey.world.centers[area].type != "Village", area)
        for area in survey.wanted
        if survey.world.centers[area].owner and area not in survey.looked_at and intrigue.near(survey, agent, area)
    ]
    if not rich:
        return False
    area = survey.stream.choice(sorted(rich))[1]
    survey.looked_at.add(area)
    left = survey.letter.left
    return intrigue.mission(survey, agent, _STEAL, area, "F" if left["food"] < left["gold"] else "G")


def _train(survey: Survey, agent: Figure) -> bool:
    gold = survey.world.training_price
    if agent.level >= survey.tables.kingdoms[survey.code].agent_cap or survey.gold < gold:
        return False
    if not survey.letter.order(_TRAIN, agent.code, gold=gold):
        return False
    survey.busy.add(agent.code)
    return True


# --- more of them -----------------------------------------------------------------------------------------------------------


def hire_needed(survey: Survey) -> None:
    """The agents that goals ask for, and more emissaries, many where there is much gold."""
    rule, figures = NUMBERS.court, [one for one in survey.kingdom.figures.values() if not one.held_by]
    _hire(survey, _AGENT, _agents_wanted(survey) - sum(one.agent for one in figures))
    most = rule.emissaries_rich if _rich(survey) else rule.emissaries
    _hire(survey, _GOVERNOR, most + survey.skill.hires - sum(one.political for one in figures))


def hire_more(survey: Survey) -> None:
    """Further agents and a priestess where there is much gold."""
    figures = [one for one in survey.kingdom.figures.values() if not one.held_by]
    if _rich(survey):
        known = sum(one.agent for one in figures) + len(survey.hired)
        _hire(survey, _AGENT, NUMBERS.court.agents_rich - known)
        _hire(survey, _PRIESTESS, 1 - sum(one.priestess for one in figures))


def _rich(survey: Survey) -> bool:
    return survey.gold > NUMBERS.purse.gold_rich


def _hire(survey: Survey, kind: str, lacking: int) -> None:
    """So many figures of a kind as are lacking, at the capital, but only some in a turn."""
    kingdom, rule, gold = survey.kingdom, NUMBERS.court, survey.tables.hire[kind].gold
    if survey.own_center(kingdom.capital) is None or not survey.skill.hires or kingdom.influence < rule.title_influence:
        return
    lacking = min(lacking, rule.hires)
    taken = {*kingdom.figures, *(one[:2].upper() for one in survey.hired)}
    for name in [one for one in survey.tables.spare_names if one[:2].upper() not in taken and len(one) > 3]:
        if lacking <= 0 or survey.gold < gold or name[:2].upper() in taken:
            continue
        if survey.letter.order(_HIRE, kind, name, kingdom.capital, gold=gold):
            survey.hired.append(name)
            taken.add(name[:2].upper())
            lacking -= 1


def _agents_wanted(survey: Survey) -> int:
    """As many as at the start and those whom its level hires, or as many as a goal asks for."""
    start = [one for one in survey.tables.start_figures if one.kingdom == survey.code]
    usual = sum(one.kind in ("Agent", "Fanatic") for one in start) + survey.skill.hires
    asked = [int(row.least) for row in wanting(survey.world, survey.kingdom, "agents")]
    return max(usual, *asked, 0)


def set_training_price(survey: Survey) -> None:
    """Who earns when others train makes it dearer as soon as his own best agents need no training any more."""
    tables, value = survey.tables, survey.tables.agent_value
    if survey.code not in tables.kingdom_orders.get(_TRAINING_PRICE, ()):
        return
    cap, now = tables.kingdoms[survey.code].agent_cap, survey.world.training_price
    learning = sum(one.agent and one.level < cap for one in survey.kingdom.figures.values())
    masters = sum(one.agent and one.level >= cap for one in survey.kingdom.figures.values())
    if masters > learning and now < value("training_price_most"):
        survey.letter.order(_TRAINING_PRICE, min(now + value("training_price_step"), value("training_price_most")))

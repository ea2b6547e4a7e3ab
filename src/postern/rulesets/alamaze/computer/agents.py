"""Agents: they look at centers, search for unknown ones, weaken those that are stormed, rob others, or train (AC-12)."""

from __future__ import annotations

from postern.rulesets.alamaze.agents.team import level_of, price
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.world import Figure

_TRAIN, _HIRE, _SABOTAGE, _STEAL, _RECON, _SEARCH, _DIVINE = 500, 510, 930, 965, 970, 976, 750
_AREAS = 4
"""Areas that a search looks at."""


def send_agents(survey: Survey) -> None:
    """Every agent has his work: the best first."""
    idle = sorted((one for one in survey.figures() if one.agent), key=lambda one: (-one.level, one.code))
    for place, agent in enumerate(idle):
        if survey.rests():
            continue
        done = place % 2 == 0 and _look(survey, agent)
        done = done or (survey.skill.missions and place % 2 == 1 and _train(survey, agent))
        done = done or _search(survey, agent) or (survey.skill.missions and _harm(survey, agent))
        if not done:
            _train(survey, agent)


def _mission(survey: Survey, agent: Figure, *words: object) -> bool:
    if not survey.letter.order(words[0], agent.code, *words[1:], gold=price(survey.world, survey.code, agent)):
        return False
    survey.busy.add(agent.code)
    return True


def _near(survey: Survey, agent: Figure, area: str) -> bool:
    return survey.tables.grid.distance(agent.area, area) <= survey.tables.agent_value("mission_range_areas")


def _look(survey: Survey, agent: Figure) -> bool:
    """Looks at the center worth most whose defense nobody knows."""
    hopes = [
        (worth, area)
        for area, worth in survey.wanted.items()
        if not survey.defense_known(area) and area not in survey.looked_at and _near(survey, agent, area)
    ]
    if not hopes:
        return False
    area = max(hopes)[1]
    survey.looked_at.add(area)
    return _mission(survey, agent, _RECON, area)


def _search(survey: Survey, agent: Figure) -> bool:
    """Looks for centers in connected areas that nobody saw."""
    tables = survey.tables
    if level_of(survey.world, survey.code, agent) < tables.agent_value("level_searches"):
        return False
    unseen = survey.unseen - survey.claimed - survey.looked_at
    home = tables.kingdoms[survey.code].home_region
    around = tables.grid.within(agent.area, tables.agent_value("mission_range_areas"))
    starts = sorted(
        (one for one in around if one in unseen),
        key=lambda one: (tables.areas[one].region != home, tables.grid.distance(one, survey.kingdom.capital), one),
    )
    for start in starts:
        chain = [start]
        while len(chain) < _AREAS:
            onward = [one for one in tables.grid.neighbours(chain[-1]) if one in unseen and one not in chain]
            onward = [one for one in onward if _near(survey, agent, one)]
            if not onward:
                break
            chain.append(onward[0])
        if len(chain) == _AREAS:
            survey.looked_at.update(chain)
            return _mission(survey, agent, _SEARCH, *chain)
    return False


def _harm(survey: Survey, agent: Figure) -> bool:
    """Breaks the walls of a center that a group of ours will come to, or robs a center of another kingdom."""
    for area in sorted(survey.goes_to.values()):
        if area in survey.wanted and _near(survey, agent, area):
            return _mission(survey, agent, _SABOTAGE, area, "D")
    rich = [
        (survey.world.centers[area].type != "Village", area)
        for area in survey.wanted
        if survey.world.centers[area].owner and area not in survey.looked_at and _near(survey, agent, area)
    ]
    if not rich:
        return False
    area = survey.stream.choice(sorted(rich))[1]
    survey.looked_at.add(area)
    return _mission(survey, agent, _STEAL, area, "G")


def _train(survey: Survey, agent: Figure) -> bool:
    gold = survey.world.training_price
    if agent.level >= survey.tables.kingdoms[survey.code].agent_cap or survey.gold < gold:
        return False
    if not survey.letter.order(_TRAIN, agent.code, gold=gold):
        return False
    survey.busy.add(agent.code)
    return True


def hire(survey: Survey) -> None:
    """One more agent, or a Governor where there is gold for one, as long as the kingdom has few."""
    kingdom, prices = survey.kingdom, survey.tables.hire
    figures = list(kingdom.figures.values())
    agents, emissaries = sum(one.agent for one in figures), sum(one.political for one in figures)
    start = [one for one in survey.tables.start_figures if one.kingdom == survey.code]
    usual = sum(one.kind in ("Agent", "Fanatic") for one in start) + survey.skill.hires
    wanted = [row.least for code in kingdom.conditions for row in survey.tables.requirements[code] if row.measure == "agents"]
    usual = max(usual, *map(int, wanted), 0)
    if survey.own_center(kingdom.capital) is None or not survey.skill.hires:
        return
    name = next((one for one in survey.tables.spare_names if one[:2].upper() not in kingdom.figures and len(one) > 3), "")
    if name and emissaries < 5 + survey.skill.hires and survey.gold >= prices["D"].gold:
        survey.letter.order(_HIRE, "D", name, kingdom.capital, gold=prices["D"].gold)
    elif name and agents < usual and survey.gold >= prices["A"].gold:
        survey.letter.order(_HIRE, "A", name, kingdom.capital, gold=prices["A"].gold)


def divine(survey: Survey) -> None:
    """A High Priestess tells where centers of a region are that nobody saw."""
    tables = survey.tables
    hidden: dict[int, int] = {}
    for area in survey.unseen:
        region = tables.areas[area].region
        hidden[region] = hidden.get(region, 0) + 1
    home = tables.kingdoms[survey.code].home_region
    near = [one for one in (home, *tables.regions[home].neighbours) if hidden.get(one, 0) > 10]
    for figure in list(survey.figures()):
        if figure.priestess and near and survey.gold >= 7_000 * 2:
            place = survey.world.turn - 1
            kind, region = "TV"[place % 2], near[place // 2 % len(near)]
            if survey.letter.order(_DIVINE, figure.code, kind, region, gold=7_000):
                survey.busy.add(figure.code)

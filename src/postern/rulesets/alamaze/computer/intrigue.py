"""A computer kingdom's missions against others, and which of their figures it knows.

- Foreign figures of which a computer kingdom knows where they are.
- Missions of agents against figures, groups, ships and artifacts, where the odds are good enough (AC-12).
"""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.computer.aims import wanting
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.orders.agents.odds import level_of, price
from postern.rulesets.alamaze.rules.figures import rank_cost
from postern.rulesets.alamaze.world.records import PEOPLE, Figure, Group


@dataclass(frozen=True)
class Known:
    """A foreign figure that an agent found at its base."""

    kingdom: str
    code: str
    area: str
    rank: str
    level: int
    turn: int


def figures_known(survey: Survey) -> list[Known]:
    """Figures of rivals that were found not long ago, the latest first."""
    oldest = survey.world.turn - NUMBERS.intrigue.memory
    found = [
        Known(other, code, one.area, one.rank, one.level, one.turn)
        for other, known in sorted(survey.kingdom.memory.figures.items())
        if other in survey.rivals
        for code, one in sorted(known.items())
        if one.turn >= oldest
    ]
    return sorted(found, key=lambda one: (-one.turn, one.kingdom, one.code))


def prisoners_held(survey: Survey) -> list[Known]:
    """Our prisoners who named their king, the highest ranks first."""
    ranks = [*survey.tables.emissary_ranks]
    held = [
        Known(other.code, one.code, one.area, one.rank, one.level, survey.world.turn)
        for _, other in sorted(survey.world.kingdoms.items())
        if other.code != survey.code
        for one in other.figures.values()
        if one.held_by == survey.code
    ]
    return sorted(held, key=lambda one: (-(ranks.index(one.rank) if one.rank in ranks else one.level), one.kingdom, one.code))


_BRIBE, _SINK, _KILL, _KILL_IN_GROUP, _RESCUE, _KIDNAP, _STEAL, _TRAIL, _COUNT_SHIPS = (
    900,
    935,
    940,
    945,
    950,
    955,
    960,
    971,
    975,
)
_SEARCH_GROUPS = 977
_DEAR = ("Count", "Duke", "Prince", "Regent", "King", "Queen", "Consul", "Demon Prince")
"""Ranks for whom a rescue is tried."""


def mission(survey: Survey, agent: Figure, *words: object, gold: int = 0) -> bool:
    """Sends an agent on a mission; ``gold`` is what it costs beside the usual price."""
    cost = price(survey.world, survey.code, agent) + gold
    if not survey.letter.order(words[0], agent.code, *words[1:], gold=cost):
        return False
    survey.busy.add(agent.code)
    return True


def near(survey: Survey, agent: Figure, area: str) -> bool:
    """True for an area that an agent can go to."""
    return survey.tables.grid.distance(agent.area, area) <= survey.tables.agent_value("mission_range_areas")


def _odds(survey: Survey, agent: Figure, number: int, label: str, level: int = 0) -> float:
    """The chance of success in percent as far as it is known; 0 where the danger to be caught is too great."""
    value, row = survey.tables.agent_value, survey.tables.agent_actions.get((number, label))
    if row is None or row.success_base_pct is None or row.capture_base_pct is None:
        return 0
    own, fanatic = level_of(survey.world, survey.code, agent), agent.rank == "Fanatic"
    success = row.success_base_pct + row.success_per_victim_level_pct * level + value("success_per_agent_level_pct") * own
    capture = row.capture_base_pct + row.capture_per_victim_level_pct * level
    capture -= value("capture_reduction_per_agent_level_pct") * own
    if fanatic:
        success += value("fanatic_success_bonus_pct")
        capture += value("fanatic_capture_penalty_pct")
    return success if capture <= NUMBERS.intrigue.capture_pct else 0


def _worth_trying(survey: Survey, agent: Figure, number: int, label: str, level: int = 0) -> bool:
    return _odds(survey, agent, number, label, level) >= NUMBERS.intrigue.foul_pct


def rescue(survey: Survey, agent: Figure) -> bool:
    """Frees a figure of high rank, or a good agent, whom another kingdom or the people hold."""
    for one in survey.kingdom.figures.values():
        dear = one.rank in _DEAR or one.level >= NUMBERS.intrigue.harm_level
        wanted = one.held_by and dear and one.code not in survey.busy and near(survey, agent, one.area)
        if wanted and _worth_trying(survey, agent, _RESCUE, "Any figure"):
            survey.busy.add(one.code)
            return mission(survey, agent, _RESCUE, one.area, one.code, survey.code)
    return False


def harm_figures(survey: Survey, agent: Figure) -> bool:
    """What a good agent does to rivals: a thief of artifacts, a kidnapper, an assassin, of figures and in groups, a briber."""
    if agent.level < NUMBERS.intrigue.harm_level:
        return False
    return (
        _steal_artifact(survey, agent)
        or _strike(survey, agent)
        or _kill_in_group(survey, agent)
        or _bribe(survey, agent)
        or _sink(survey, agent)
    )


def _steal_artifact(survey: Survey, agent: Figure) -> bool:
    for key, area in sorted(survey.kingdom.memory.artifacts.items()):
        label, center = "Artifact (kingdom)", survey.world.centers.get(area)
        foreign = bool(area) and key not in survey.looked_at and center is not None and center.owner not in ("", survey.code)
        if foreign and near(survey, agent, area) and _worth_trying(survey, agent, _STEAL, label):
            survey.looked_at.add(key)
            return mission(survey, agent, _STEAL, area, survey.tables.artifacts[key].short_number)
    return False


def _strike(survey: Survey, agent: Figure) -> bool:
    """Kidnaps a figure of a rival, which is likelier than to kill it, and better for a goal of prisoners; else kills it."""
    targets = [one for one in figures_known(survey) if _free(survey, one) and near(survey, agent, one.area)]
    for number in (_KIDNAP, _KILL):
        able = [(_odds(survey, agent, number, one.rank, one.level), one) for one in targets]
        able = [(percent, one) for percent, one in able if percent >= NUMBERS.intrigue.foul_pct]
        if able:
            _, best = max(able, key=lambda pair: (_rank(survey, pair[1]), pair[0], pair[1].code))
            survey.looked_at.add(f"{best.kingdom} {best.code}")
            return mission(survey, agent, number, best.area, best.code, best.kingdom)
    return False


def _free(survey: Survey, one: Known) -> bool:
    held = survey.world.kingdoms[one.kingdom].figures.get(one.code)
    return held is None and f"{one.kingdom} {one.code}" not in survey.looked_at


def _rank(survey: Survey, one: Known) -> int:
    """How much is won by a figure: by its rank, or an agent's level."""
    row = survey.tables.emissary_ranks.get(one.rank)
    return row.rank_order * 2 if row is not None else one.level or len(survey.tables.emissary_ranks) * 2 + 1


def _kill_in_group(survey: Survey, agent: Figure) -> bool:
    """The first leader of a strong foreign group near the capital, or where a group of ours goes."""
    places = {survey.kingdom.capital, *survey.goes_to.values(), *(one.area for one in survey.groups)}
    far = survey.tables.agent_value("search_radius_945")
    for foe in _strong_foes(survey):
        seen = survey.kingdom.memory.groups.get(foe.id)
        title = survey.tables.leader_ranks.get(_title(seen.leader)) if seen is not None and seen.leader else None
        beside = any(survey.tables.grid.distance(foe.area, one) <= far for one in sorted(places))
        if title is None or not beside or not near(survey, agent, foe.area) or f"945 {foe.id}" in survey.looked_at:
            continue
        if _worth_trying(survey, agent, _KILL_IN_GROUP, title.rank):
            survey.looked_at.add(f"945 {foe.id}")
            return mission(survey, agent, _KILL_IN_GROUP, foe.id, "L", "H", foe.area)
    return False


def _title(leader: str) -> str:
    """``Captain I Name`` without the name."""
    return leader.rsplit(" ", 1)[0]


def _strong_foes(survey: Survey) -> list[Group]:
    foes = survey.foes_near(survey.kingdom.capital, survey.tables.agent_value("mission_range_areas"))
    return sorted((one for one in foes if one.size > NUMBERS.army.small), key=lambda one: (-one.size, one.id))


def _bribe(survey: Survey, agent: Figure) -> bool:
    """Somebody who may know a skeleton of a rival's ruler: our prisoners, and emissaries who were found. Kings without any are
    let alone."""
    for one in [*prisoners_held(survey), *figures_known(survey)]:
        row = survey.tables.agent_actions.get((_BRIBE, one.rank))
        known = survey.world.kingdoms[one.kingdom].skeletons
        some = len(known) < survey.tables.kingdoms[one.kingdom].skeletons
        key = f"900 {one.kingdom}"
        if row is None or not some or key in survey.looked_at or not near(survey, agent, one.area):
            continue
        if survey.gold > row.extra_gold and _worth_trying(survey, agent, _BRIBE, one.rank):
            survey.looked_at.add(key)
            return mission(survey, agent, _BRIBE, one.area, one.code, one.kingdom, gold=row.extra_gold)
    return False


def _sink(survey: Survey, agent: Figure) -> bool:
    """A ship of a rival, where its ships were counted."""
    for other in sorted(survey.rivals):
        for sea, fleet in sorted(survey.world.kingdoms[other].fleets.items()):
            if fleet.number and _worth_trying(survey, agent, _SINK, "Seapower") and f"935 {other}" not in survey.looked_at:
                survey.looked_at.add(f"935 {other}")
                return mission(survey, agent, _SINK, sea, other)
    return False


def spy(survey: Survey, agent: Figure) -> bool:
    """Whoever has nothing better to do trails a strong foreign group near the capital, counts the ships of the natural enemy,
    or looks for groups around the capital."""
    tables, capital = survey.tables, survey.kingdom.capital
    level = level_of(survey.world, survey.code, agent)
    foes = [one for one in _strong_foes(survey) if f"971 {one.id}" not in survey.looked_at]
    if foes and level >= tables.agent_value("level_trails") and near(survey, agent, foes[0].area):
        survey.looked_at.add(f"971 {foes[0].id}")
        return mission(survey, agent, _TRAIL, foes[0].id, survey.world.region_of(foes[0].area))
    enemy = tables.kingdoms.get(tables.kingdoms[survey.code].natural_enemy)
    sea = tables.sea_letters.get(enemy.fleet_sea, "") if enemy is not None and enemy.fleets else ""
    if enemy is not None and sea and enemy.code in survey.rivals and "975" not in survey.looked_at:
        survey.looked_at.add("975")
        if sea not in survey.kingdom.memory.fleets.get(enemy.code, {}):
            return mission(survey, agent, _COUNT_SHIPS, sea, enemy.code)
    around = [one for one in tables.grid.neighbours(capital) if near(survey, agent, one)]
    path = [capital, *around][:4]
    if level < NUMBERS.intrigue.search_groups or len(path) < 4 or "977" in survey.looked_at or not near(survey, agent, capital):
        return False
    survey.looked_at.add("977")
    return mission(survey, agent, _SEARCH_GROUPS, *path)


def ransom(survey: Survey) -> None:
    """A prisoner is worth gold to his king: we give ours back for it, as long as no goal asks for prisoners, and offer it for
    our own."""
    gold, order = NUMBERS.intrigue.ransom_gold, survey.letter.order
    if not any(wanting(survey.world, survey.kingdom, "prisoners")):
        for one in [one for one in prisoners_held(survey) if one.rank not in ("Prince", "Duke")][:1]:
            order(203, one.kingdom, one.code, gold)
    own = [one for one in survey.kingdom.figures.values() if one.held_by not in ("", PEOPLE, survey.code)]
    for figure in sorted(own, key=lambda one: (-rank_cost(survey.turn, one), one.code))[:1]:
        if survey.gold >= gold and figure.held_by in survey.world.kingdoms and figure.political:
            order(204, figure.held_by, gold, figure.code, gold=gold)


def escape(survey: Survey) -> None:
    """Captives try to get away, those of high rank with a bribe where there is gold for it."""
    each, most = survey.tables.whole("escape.bribe_gold"), survey.tables.whole("escape.bribes")
    for figure in [one for one in survey.kingdom.figures.values() if one.held_by and one.political][:2]:
        bribe = each * most if figure.rank in _DEAR and survey.gold > NUMBERS.purse.gold_rich // 2 else 0
        survey.letter.order(385, figure.code, *([bribe] if bribe else []), gold=bribe)


def execute(survey: Survey) -> None:
    """Before the capital falls its prisoners are put to death, so that they are not freed."""
    capital = survey.own_center(survey.kingdom.capital)
    king = survey.kingdom.figures.get(survey.kingdom.ruler)
    if capital is None or king is None or king.held_by or king.exiled or not prisoners_held(survey):
        return
    ours = sum(survey.value(one) for one in survey.groups if one.area == capital.area)
    if sum(survey.value(one) for one in survey.foes_at(capital.area)) > capital.defense + ours:
        survey.letter.order(430)

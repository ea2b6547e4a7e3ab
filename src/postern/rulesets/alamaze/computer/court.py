"""Emissaries: they win centers, get titles, keep the order, and do what only some courts can (AC-08, AC-09)."""

from __future__ import annotations

from postern.rulesets.alamaze.computer.aims import wanting
from postern.rulesets.alamaze.computer.figures_known import figures_known
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.ruler import to_denigrate
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.court.politics import REBEL, USURP, success_percent
from postern.rulesets.alamaze.figures import rank_cost, rank_percent
from postern.rulesets.alamaze.victory.measures import MEASURES
from postern.rulesets.alamaze.world import Center, Figure

_RELOCATE, _GATE, _TITLE, _STATUS_QUO, _REVEAL = 350, 351, 390, 310, 380
_CONSUL_ENAMOR, _CONSUL_DENIGRATE, _CONSUL_SLEEP, _DEMONIC_DENIGRATION, _SUBMISSION = 465, 478, 306, 273, 283
_LEARN_REACTION, _LEARN_INFLUENCE = 360, 365


def send_emissaries(survey: Survey) -> None:
    """Each emissary tries to win the center where he is, or goes to the one that promises most. The strongest choose first."""
    idle = [one for one in survey.figures() if one.political and one.code != survey.kingdom.ruler]
    for figure in sorted(idle, key=lambda one: (-rank_percent(survey.turn, one), one.code)):
        if not survey.rests() and not _win(survey, figure):
            _travel(survey, figure)


def _win(survey: Survey, figure: Figure) -> bool:
    """Usurps or rebels where he is, when the chance is good enough."""
    center = survey.world.centers.get(figure.area)
    if center is None or figure.area not in survey.wanted or figure.area in survey.claimed:
        return False
    for number in (USURP, REBEL) if center.owner else (USURP,):
        if _chance(survey, figure, center, number) >= survey.skill.politics_pct:
            survey.usurping.append(center.area)
            return _order(survey, figure, center.area, number, figure.code)
    return False


def _order(survey: Survey, figure: Figure, area: str, *words: object) -> bool:
    if not survey.letter.order(*words, gold=rank_cost(survey.turn, figure)):
        return False
    survey.busy.add(figure.code)
    if area:
        survey.claimed.add(area)
    return True


def _chance(survey: Survey, figure: Figure, center: Center, number: int) -> float:
    key = (rank_percent(survey.turn, figure), center.area, number)
    known = survey.chances
    if key not in known:
        known[key] = success_percent(survey.turn, survey.kingdom, figure, center, number)
    return known[key]


def _travel(survey: Survey, figure: Figure) -> None:
    """Goes to the center where most can be won: a Demon Prince through a gate, which reaches everywhere."""
    gate = figure.rank == "Demon Prince" and survey.gold >= survey.tables.whole("gate.gold")
    grid, far = survey.tables.grid, len(survey.tables.areas) if gate else survey.tables.whole("emissary.range")
    best = (0.0, "")
    for area, worth in survey.wanted.items():
        center = survey.world.centers[area]
        if area in survey.claimed or area == figure.area or grid.distance(figure.area, area) > far:
            continue
        if not gate and survey.foes_at(area):
            continue
        usurping = _chance(survey, figure, center, USURP)
        rebelling = _chance(survey, figure, center, REBEL) / 2 if center.owner else 0.0
        promise = max(one if one >= survey.skill.politics_pct else 0 for one in (usurping, rebelling)) * worth
        best = max(best, (promise, area))
    if best[0] > 0:
        distant = gate and grid.distance(figure.area, best[1]) > 1
        _order(survey, figure, best[1], _GATE if distant else _RELOCATE, figure.code, best[1])


# --- titles ---------------------------------------------------------------------------------------------------------------


def promote(survey: Survey) -> None:
    """Those who are nearest to a rank that a goal asks for come to the capital for it."""
    rule, kingdom = NUMBERS.court, survey.kingdom
    if survey.world.turn < rule.titles_from or survey.rests():
        return
    ranks, given = list(survey.tables.emissary_ranks), 0
    lower = [one for one in survey.figures() if one.rank in ranks[:-1] and one.code != kingdom.ruler]
    lower.sort(key=lambda one: (-ranks.index(one.rank), one.code))
    for row in wanting(survey.world, kingdom, "emissaries"):
        rank, *_ = row.of.split(" or ")
        have = int(MEASURES[row.measure](survey.world, kingdom, row.of))
        below = [one for one in lower if one.code not in survey.busy and ranks.index(one.rank) < ranks.index(rank)]
        for figure in below[: int(row.least) - have]:
            if given < rule.titles and kingdom.influence - given / 2 >= rule.title_influence and _raise(survey, figure):
                given += 1


def _raise(survey: Survey, figure: Figure) -> bool:
    """A title where the ruler is, or the way there."""
    capital = survey.kingdom.capital
    if figure.area == capital:
        return _order(survey, figure, "", _TITLE, figure.code)
    near = survey.tables.grid.distance(figure.area, capital) <= survey.tables.whole("emissary.range")
    return near and survey.own_center(capital) is not None and _order(survey, figure, "", _RELOCATE, figure.code, capital)


def give_titles(survey: Survey) -> None:
    """Emissaries who have nothing to do come to the capital for a higher title: one a turn, or more where there is much
    gold."""
    ranks = list(survey.tables.emissary_ranks)[:-1]
    left = NUMBERS.court.titles_rich if survey.gold > NUMBERS.purse.gold_rich else 1
    if survey.kingdom.influence < NUMBERS.purse.title_influence or survey.gold < 0:
        return
    idle = [one for one in survey.figures() if one.rank in ranks and one.code != survey.kingdom.ruler]
    for figure in sorted(idle, key=lambda one: (-rank_percent(survey.turn, one), one.code)):
        if left and _raise(survey, figure):
            left -= 1


def keep_order(survey: Survey) -> None:
    """Emissaries who are left in an own center that others may want add to its resistance."""
    for figure in list(survey.figures()):
        center = survey.own_center(figure.area)
        if not figure.political or figure.code == survey.kingdom.ruler or center is None or center.type == "Village":
            continue
        if center.area != survey.kingdom.capital and survey.gold >= rank_cost(survey.turn, figure):
            _order(survey, figure, "", _STATUS_QUO, figure.code)


def reveal(survey: Survey) -> None:
    """A skeleton of a rival that we know is made public by the cheapest emissary who is left."""
    for other in sorted(survey.rivals | {one for one in survey.world.council.members if one != survey.code}):
        bones = [one for one in survey.world.kingdoms[other].skeletons if not one.revealed]
        idle = [one for one in survey.figures() if one.political and one.code != survey.kingdom.ruler]
        if bones and idle:
            figure = min(idle, key=lambda one: (rank_percent(survey.turn, one), one.code))
            _order(survey, figure, "", _REVEAL, figure.code, other, bones[0].code)


# --- what only some courts can -----------------------------------------------------------------------------------------------


def consuls(survey: Survey, most: int = 2) -> None:
    """So many Consuls beside the ruler make regions that we seek like us better, or rivals there less."""
    tables = survey.tables
    enamor, denigrate = tables.whole("enamor.consul_gold"), tables.whole("denigrate.consul_gold")
    sour = [one for one in survey.regions_sought if survey.kingdom.reactions[one] != "Friendly" and one != survey.wooed]
    rivals = to_denigrate(survey)
    for figure in [one for one in survey.figures() if one.rank == "Consul" and one.code != survey.kingdom.ruler][:most]:
        if sour and survey.gold >= enamor:
            _order_for(survey, figure, enamor, _CONSUL_ENAMOR, figure.code, sour.pop(0), survey.code)
        elif rivals and survey.gold >= denigrate:
            region, other = rivals.pop(0)
            _order_for(survey, figure, denigrate, _CONSUL_DENIGRATE, figure.code, region, other)
        elif targets := [one for one in figures_known(survey) if one.rank in survey.tables.emissary_ranks]:
            known = targets[0]
            _order_for(survey, figure, 0, _CONSUL_SLEEP, figure.code, known.kingdom, known.code, known.area)


def _order_for(survey: Survey, figure: Figure, gold: int, *words: object) -> None:
    if survey.letter.order(*words, gold=gold):
        survey.busy.add(figure.code)


def demons(survey: Survey) -> None:
    """A Demon Prince who is idle in a region where another of ours tries to win a center makes it like us better this turn."""
    gold = survey.tables.whole("demonic.gold")
    at_work = {survey.world.region_of(one) for one in survey.usurping}
    idle = [one for one in survey.figures() if one.rank == "Demon Prince" and one.code != survey.kingdom.ruler]
    for figure in idle:
        region = survey.world.region_of(figure.area)
        ours = any(survey.world.region_of(one.area) == region for one in survey.centers)
        if not ours or survey.gold < gold:
            continue
        if region in at_work:
            at_work.remove(region)
            _order_for(survey, figure, gold, _SUBMISSION, figure.code)
        elif rivals := [other for place, other in survey.rulers.items() if place == region]:
            _order_for(survey, figure, gold, _DEMONIC_DENIGRATION, figure.code, rivals[0])


def learn(survey: Survey) -> None:
    """An emissary who is left over at a center of a rival asks there: for his influence, or how its region takes him."""
    for figure in [one for one in survey.figures() if one.political and one.code != survey.kingdom.ruler]:
        center = survey.world.centers.get(figure.area)
        gold = rank_cost(survey.turn, figure)
        if center is None or center.owner not in survey.rivals or survey.gold < gold:
            continue
        number = survey.stream.choice((_LEARN_INFLUENCE, _LEARN_REACTION))
        words = [number, figure.code] + ([center.owner] if number == _LEARN_REACTION else [])
        _order(survey, figure, "", *words)

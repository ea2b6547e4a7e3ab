"""The court: emissaries win centers, the ruler raises his influence or woos regions, titles are given (AC-08, AC-09)."""

from __future__ import annotations

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.council.issues import COMMEND, ENDORSE, EXPEL, FOOD
from postern.rulesets.alamaze.council.members import barred, vacant
from postern.rulesets.alamaze.court.politics import REBEL, USURP, success_percent
from postern.rulesets.alamaze.figures import rank_cost, rank_percent
from postern.rulesets.alamaze.world import Center, Figure, Issue

_RELOCATE, _TITLE, _RAISE, _ENAMOR = 350, 390, 480, 470
_CHAIR, _VOTE, _NAME_ISSUE = 210, 400, 410


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
    """Goes to the center where most can be won."""
    grid, far = survey.tables.grid, survey.tables.whole("emissary.range")
    best = (0.0, "")
    for area, worth in survey.wanted.items():
        center = survey.world.centers[area]
        if area in survey.claimed or area == figure.area or grid.distance(figure.area, area) > far:
            continue
        if survey.foes_at(area):
            continue
        usurping = _chance(survey, figure, center, USURP)
        rebelling = _chance(survey, figure, center, REBEL) / 2 if center.owner else 0.0
        promise = max(one if one >= survey.skill.politics_pct else 0 for one in (usurping, rebelling)) * worth
        best = max(best, (promise, area))
    if best[0] > 0:
        _order(survey, figure, best[1], _RELOCATE, figure.code, best[1])


def give_titles(survey: Survey) -> None:
    """Emissaries who have nothing to do come to the capital for a higher title, one a turn."""
    capital, far = survey.kingdom.capital, survey.tables.whole("emissary.range")
    ranks = list(survey.tables.emissary_ranks)[:-1]
    if survey.kingdom.influence < NUMBERS.purse.title_influence or survey.gold < 0:
        return
    idle = [one for one in survey.figures() if one.rank in ranks and one.code != survey.kingdom.ruler]
    for figure in sorted(idle, key=lambda one: (-rank_percent(survey.turn, one), one.code)):
        if figure.area == capital:
            _order(survey, figure, "", _TITLE, figure.code)
            return
        if survey.tables.grid.distance(figure.area, capital) <= far:
            _order(survey, figure, "", _RELOCATE, figure.code, capital)
            return


def rule(survey: Survey) -> None:
    """The ruler woos the region that likes us too little, or raises his influence."""
    king = survey.ruler()
    if king is None or survey.rests():
        return
    tables, kingdom = survey.tables, survey.kingdom
    home = tables.kingdoms[survey.code].home_region
    sour = kingdom.reactions[home] not in list(tables.reactions)[:2]
    woo, rise = tables.whole("enamor.gold"), tables.whole("influence.raise_gold")
    if (sour and survey.gold >= woo and survey.letter.order(_ENAMOR, king.code, home, gold=woo)) or (
        kingdom.influence < min(NUMBERS.purse.influence, tables.value("influence.raise_maximum"))
        and survey.gold >= rise
        and survey.letter.order(_RAISE, king.code, gold=rise)
    ):
        survey.busy.add(king.code)
    elif survey.gold >= woo and (region := _to_woo(survey)):
        survey.letter.order(_ENAMOR, king.code, region, gold=woo)
        survey.busy.add(king.code)


def _to_woo(survey: Survey) -> int:
    """The region with the most to win that is not Friendly yet; 0 for none."""
    hopes: dict[int, float] = {}
    for area, worth in survey.wanted.items():
        region = survey.world.region_of(area)
        hopes[region] = hopes.get(region, 0) + worth
    open_ = {one: hope for one, hope in hopes.items() if survey.kingdom.reactions[one] != "Friendly"}
    return max(open_, key=lambda one: (open_[one], -one), default=0)


def vote(survey: Survey) -> None:
    """Votes on the issue before the Council (AC-11)."""
    council = survey.world.council
    if survey.code in council.members and council.issue is not None:
        survey.letter.order(_VOTE, _voice(survey, council.issue))


def bid(survey: Survey) -> None:
    """Bids for an empty chair, or for the next issue: that the kings commend us."""
    council, code, purse = survey.world.council, survey.code, NUMBERS.purse
    gold = purse.bid_low + survey.stream.below(purse.bid_high - purse.bid_low)
    if code in council.members:
        if council.first < survey.world.turn:
            survey.letter.order(_NAME_ISSUE, gold, COMMEND, "R", code, "S", gold=gold)
    elif vacant(survey.world) and not barred(survey.world, code):
        survey.letter.order(_CHAIR, gold, gold=gold)


def _voice(survey: Survey, issue: Issue) -> str:
    """Yes to what lifts us or lowers others, no to the opposite; of food and gold we take what we have less of."""
    if issue.type in (COMMEND, ENDORSE):
        return "Y" if (issue.details[0] == "R") == (issue.details[1] == survey.code) else "N"
    if issue.type == EXPEL:
        return "N" if issue.details[0] == survey.code else "Y"
    hungry = survey.letter.food < survey.letter.gold
    return "Y" if (issue.type == FOOD) == hungry else "N"

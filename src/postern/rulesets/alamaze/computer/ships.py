"""Sea power: fleets for kingdoms whose prizes lie over water, and patrols in seas where others sail (AC-07, AC-22)."""

from __future__ import annotations

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.influence import natural_enemy
from postern.rulesets.alamaze.regions import allied
from postern.rulesets.alamaze.sea.power import rating, sea_of

_PATROL, _BUILD, _SELL = 705, 748, 245


def build(survey: Survey) -> None:
    """Fleets in a sea at whose coast the kingdom lives, up to what the strongest group needs, when there is gold to spare."""
    tables, rule = survey.tables, NUMBERS.ships
    if not tables.kingdoms[survey.code].naval_quality or survey.gold < rule.rich:
        return
    price = tables.whole("sea.first_price")
    for center in survey.centers:
        for area in (center.area, *tables.grid.neighbours(center.area)):
            sea = sea_of(survey.world, area)
            if not sea or not _prizes(survey, sea):
                continue
            number = min(rule.fleets - rating(survey.kingdom, sea), tables.whole("sea.fleets_per_turn"))
            number = min(number, (survey.gold - rule.rich) // price + 1)
            if number > 0 and survey.letter.order(_BUILD, sea, price, number, center.area, area, gold=price * number):
                return


def _prizes(survey: Survey, sea: str) -> bool:
    """True where a wanted center lies in the sea or at its coast."""
    grid = survey.tables.grid
    return any(
        any(sea_of(survey.world, one) == sea for one in (area, *grid.neighbours(area))) for area in sorted(survey.wanted)
    )


def patrol(survey: Survey) -> None:
    """Fleets of seas in which nobody of ours sails this turn look for those of declared and natural enemies."""
    used = {sea_of(survey.world, one) for ways in survey.sailing.values() for one in ways}
    for sea in sorted(survey.kingdom.fleets):
        if sea in used or survey.at_sea(sea) or rating(survey.kingdom, sea) < NUMBERS.ships.patrol_from:
            continue
        if _others_sail(survey, sea):
            survey.letter.order(_PATROL, sea)


def _others_sail(survey: Survey, sea: str) -> bool:
    """True for a sea on which foreign groups or ships were seen, or at which the natural enemy has his fleets."""
    tables = survey.tables
    foes = [one for one in survey.world.groups.values() if one.kingdom != survey.code and one.area]
    if any(sea_of(survey.world, one.area) == sea and not allied(survey.world, survey.code, one.kingdom) for one in foes):
        return True
    enemy = natural_enemy(survey.world, survey.kingdom)
    counted = any(sea in seas for seas in survey.kingdom.memory.fleets.values())
    return counted or (enemy is not None and tables.kingdoms[enemy.code].fleet_sea == tables.seas[sea].sea)


def sell(survey: Survey) -> None:
    """A kingdom that cannot pay its groups sells ships that nobody needs."""
    if not survey.unpaid():
        return
    for sea in sorted(survey.kingdom.fleets):
        spare = rating(survey.kingdom, sea) - survey.at_sea(sea)
        if spare > 0 and survey.letter.order(_SELL, sea, spare):
            each = survey.kingdom.fleets[sea].quality * survey.tables.value("sea.sale_gold_per_quality")
            survey.letter.gold += int(spare * each)
            return

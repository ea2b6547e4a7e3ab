"""The High Priestess: she divines, heals and makes fanatics (AC-13)."""

from __future__ import annotations

from postern.game.kit.digits import is_number
from postern.rulesets.alamaze.computer.aims import asked
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey

_DIVINE_CENTERS, _DIVINE_GROUPS, _DIVINE_REACTIONS, _CONVERT, _HEAL = 750, 760, 765, 780, 793


def serve(survey: Survey) -> None:
    """Heals a group that suffered much, tells of groups when the capital is in danger, and else of centers that nobody saw."""
    tables, capital = survey.tables, survey.kingdom.capital
    danger = bool(survey.foes_near(capital, NUMBERS.army.danger))
    for figure in [one for one in survey.figures() if one.priestess]:
        _convert(survey, figure.code)
        region = survey.world.region_of(figure.area)
        cost = int(tables.orders[_HEAL].cost)
        worn = [one for one in survey.groups if one.attrition >= NUMBERS.intrigue.heal_attrition and not one.unfed]
        worn = [one for one in worn if survey.world.region_of(one.area) == region]
        if worn and survey.gold >= cost:
            done = survey.letter.order(_HEAL, figure.code, worn[0].id, gold=cost)
        elif survey.gold < cost * 2:
            done = False
        elif danger:
            home = survey.world.region_of(capital)
            done = survey.letter.order(_DIVINE_GROUPS, figure.code, "-", home, gold=int(tables.orders[_DIVINE_GROUPS].cost))
        else:
            done = _divine(survey, figure.code)
        if done:
            survey.busy.add(figure.code)


def _divine(survey: Survey, code: str) -> bool:
    """Where centers of a near region are that nobody saw."""
    tables = survey.tables
    hidden: dict[int, int] = {}
    for area in survey.unseen:
        region = tables.areas[area].region
        hidden[region] = hidden.get(region, 0) + 1
    home = tables.kingdoms[survey.code].home_region
    near = [one for one in (home, *tables.regions[home].neighbours) if hidden.get(one, 0) > 10]
    if not near:
        return False
    place = survey.world.turn - 1
    kind, region = "TV"[place % 2], near[place // 2 % len(near)]
    return survey.letter.order(_DIVINE_CENTERS, code, kind, region, gold=int(tables.orders[_DIVINE_CENTERS].cost))


def _convert(survey: Survey, code: str) -> None:
    """Makes fanatics of the best agents that can rise no further, unless goals ask for agents that are none."""
    figures = survey.kingdom.figures.values()
    if any(row.measure == "agents" and not is_number(row.of) for row in asked(survey.world, survey.kingdom)):
        return
    left = NUMBERS.intrigue.fanatics - sum(one.rank == "Fanatic" for one in figures)
    able = [one for one in figures if one.rank == "Agent" and not one.held_by and not one.exiled]
    able = sorted((one for one in able if one.level >= NUMBERS.intrigue.harm_level), key=lambda one: (-one.level, one.code))
    gold = int(survey.tables.orders[_CONVERT].cost)
    if left > 0 and able and survey.gold >= gold:
        survey.letter.order(_CONVERT, code, *(one.code for one in able[: min(left, 2)]), gold=gold)

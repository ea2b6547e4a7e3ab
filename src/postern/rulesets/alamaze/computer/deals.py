"""Deals of two kingdoms that agree without a word: each turn tells which two may deal, and for what (AC-24)."""

from __future__ import annotations

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.regions import declared

_FOOD, _GOLD = 201, 202


def deal(survey: Survey) -> None:
    """A lot of food for a lot of gold with the partner of this turn: better for both than the market, whose rate is three for
    one. Who has too much of one and little of the other offers it; nothing is given unless the other offers the same."""
    rule, partner = NUMBERS.trade, partner_of(survey)
    if not partner or declared(survey.world, survey.code, partner) == "E":
        return
    food, gold = survey.letter.food, survey.letter.gold
    if survey.world.kingdoms[partner].declared.get(survey.code) == "E":
        return
    if food > rule.spare_food and gold < rule.low_gold:
        survey.letter.order(_FOOD, partner, rule.lot_food, rule.lot_gold, food=rule.lot_food)
    elif gold > rule.spare_gold and food < rule.low_food:
        survey.letter.order(_GOLD, partner, rule.lot_gold, rule.lot_food, gold=rule.lot_gold)


def partner_of(survey: Survey) -> str:
    """With whom a kingdom may deal this turn: the kings who play sit round a table that turns by one place a turn, and face
    each other; "" for one who faces nobody."""
    codes = [one.code for one in survey.world.seated()]
    place = codes.index(survey.code) if survey.code in codes else 0
    opposite = codes[(survey.world.turn - place) % len(codes)] if codes else ""
    return opposite if opposite != survey.code else ""

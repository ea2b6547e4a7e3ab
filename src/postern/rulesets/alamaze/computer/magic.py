"""Wizards: they fight beside their groups, gain power, and else make gold, food and better centers (AC-23)."""

from __future__ import annotations

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.magic.casting import power_for
from postern.rulesets.alamaze.magic.research import RESEARCH, RITE, research_chance
from postern.rulesets.alamaze.world import Group, Wizard

_FOOD, _GOLD, _FIELDS, _ORE = 208, 209, 602, 603
_FAIR_PCT = 50
"""The least chance for which research is paid."""


def cast(survey: Survey) -> None:
    """A spell for each wizard."""
    for group in survey.groups:
        for wizard in sorted(group.wizards, key=lambda one: (-one.power, one.code)):
            if not survey.rests():
                _fight(survey, group, wizard) or _rise(survey, group, wizard) or _create(survey, group, wizard)


def _has(survey: Survey, group: Group, wizard: Wizard, number: int) -> bool:
    """True when he has the power for a spell of his school."""
    needed = survey.tables.spell_power(survey.code, number)
    return needed is not None and power_for(survey.world, group, wizard, number) >= max(needed, 1)


def _fight(survey: Survey, group: Group, wizard: Wizard) -> bool:
    """The mightiest spell that no other wizard of the group casts at the same enemy."""
    if group.id not in survey.storming:
        return False
    enemy, rows = survey.storming[group.id], survey.tables.battle_spells.values()
    for row in sorted(rows, key=lambda one: (-one.points_per_level, one.number)):
        key = f"{group.id} {row.number}"
        if row.points_per_level > 0 and key not in survey.busy and _has(survey, group, wizard, row.number):
            survey.busy.add(key)
            return survey.letter.order(row.number, group.id, wizard.code, *([enemy] if enemy else []))
    return False


def _rise(survey: Survey, group: Group, wizard: Wizard) -> bool:
    """Research in an own center, at sure or fair chances; adepts go through the Rite of the Magi."""
    each = survey.tables.kingdoms[survey.code].research_gold_per_level
    cost = each * (wizard.power + 1)
    if survey.gold < cost:
        return False
    if not wizard.power:
        return survey.letter.order(RITE, group.id, wizard.code, gold=cost)
    stands_in, highest = survey.goes_to.get(group.id, group.area), survey.tables.whole("research.highest")
    if survey.own_center(stands_in) is None or wizard.power >= highest:
        return False
    if research_chance(survey.world, survey.code, wizard.power + 1) < _FAIR_PCT:
        return False
    return survey.letter.order(RESEARCH, group.id, wizard.code, gold=cost)


def _create(survey: Survey, group: Group, wizard: Wizard) -> bool:
    """What brings most: better mines or fields where the group stands, else gold, else food."""
    center = survey.own_center(group.area)
    hungry = survey.letter.food < survey.letter.gold
    if center is not None and center.gold < NUMBERS.purse.most_gold * 2:
        number = _FIELDS if hungry and center.type != "City" else _ORE
        if _has(survey, group, wizard, number):
            return survey.letter.order(number, group.id, wizard.code)
    for number in (_FOOD, _GOLD) if hungry else (_GOLD, _FOOD):
        if _has(survey, group, wizard, number):
            return survey.letter.order(number, group.id, wizard.code)
    return False

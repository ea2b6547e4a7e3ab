"""Wizards: they fight beside their groups, gain power, and else make gold, food and better centers (AC-23)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.magic.casting import power_for
from postern.rulesets.alamaze.magic.research import RESEARCH, RITE, research_chance
from postern.rulesets.alamaze.world import Group, Wizard

_FOOD, _GOLD, _FIELDS, _ORE = 208, 209, 602, 603
_FAIR_PCT = 50
"""The least chance for which research is paid."""


def _idle(survey: Survey) -> Iterator[tuple[Group, Wizard]]:
    """Own wizards who do not cast yet, those of the strongest groups first."""
    for group in survey.groups:
        for wizard in sorted(group.wizards, key=lambda one: (-one.power, one.code)):
            if f"{group.id} {wizard.code}" not in survey.busy:
                yield group, wizard


def _cast(survey: Survey, group: Group, wizard: Wizard, number: int, *words: str, gold: int = 0) -> bool:
    if not survey.letter.order(number, group.id, wizard.code, *words, gold=gold):
        return False
    survey.busy.add(f"{group.id} {wizard.code}")
    return True


def _has(survey: Survey, group: Group, wizard: Wizard, number: int) -> bool:
    """True when he has the power for a spell of his school."""
    needed = survey.tables.spell_power(survey.code, number)
    return needed is not None and power_for(survey.world, group, wizard, number) >= max(needed, 1)


def fight(survey: Survey) -> None:
    """Beside a group that fights: the mightiest spell that no other wizard of the group casts at the same enemy."""
    rows = sorted(survey.tables.battle_spells.values(), key=lambda one: (-one.points_per_level, one.number))
    for group, wizard in list(_idle(survey)):
        enemy = survey.storming.get(group.id)
        for row in rows if enemy is not None else ():
            key = f"{group.id} {row.number}"
            if row.points_per_level > 0 and key not in survey.busy and _has(survey, group, wizard, row.number):
                _cast(survey, group, wizard, row.number, *([enemy] if enemy else []))
                survey.busy.add(key)
                break


def stay_to_study(survey: Survey) -> None:
    """In kingdoms that are strong in magic, groups at an own center stay for the research of their wizards."""
    if survey.tables.kingdoms[survey.code].magic_potential >= NUMBERS.goals.magic_from:
        study(survey)
        for group in survey.groups:
            if any(f"{group.id} {one.code}" in survey.studying for one in group.wizards):
                survey.busy.add(group.id)


def study(survey: Survey) -> None:
    """Research in an own center, at sure or fair chances; adepts go through the Rite of the Magi."""
    each = survey.tables.kingdoms[survey.code].research_gold_per_level
    for group, wizard in list(_idle(survey)):
        cost = each * (wizard.power + 1)
        if survey.gold < cost or survey.rests():
            continue
        if not wizard.power:
            _cast(survey, group, wizard, RITE, gold=cost)
        elif _may_rise(survey, group, wizard) and _cast(survey, group, wizard, RESEARCH, gold=cost):
            survey.studying.add(f"{group.id} {wizard.code}")


def _may_rise(survey: Survey, group: Group, wizard: Wizard) -> bool:
    stands_in, highest = survey.goes_to.get(group.id, group.area), survey.tables.whole("research.highest")
    if survey.own_center(stands_in) is None or wizard.power >= highest:
        return False
    return research_chance(survey.world, survey.code, wizard.power + 1) >= _FAIR_PCT


def create(survey: Survey) -> None:
    """What brings most: better mines or fields where the group stands, else gold, else food."""
    hungry = survey.letter.food < survey.letter.gold
    for group, wizard in list(_idle(survey)):
        center = survey.own_center(group.area)
        spells = [_FOOD, _GOLD] if hungry else [_GOLD, _FOOD]
        if center is not None and center.gold < NUMBERS.purse.most_gold * 2:
            spells.insert(0, _FIELDS if hungry and center.type != "City" else _ORE)
        able = next((one for one in spells if _has(survey, group, wizard, one)), None)
        if able is not None:
            _cast(survey, group, wizard, able)

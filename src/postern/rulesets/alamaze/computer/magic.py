"""Wizards between battles: they gain power, call brigades, mend and hide their groups, look far, and else make gold, food and
better centers (AC-23)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.magic.casting import power_for
from postern.rulesets.alamaze.magic.research import RESEARCH, RITE, research_chance
from postern.rulesets.alamaze.world import Group, Wizard

_FOOD, _GOLD, _FIELDS, _ORE, _PEOPLE = 208, 209, 602, 603, 610
_SPLIT, _TRANSFER = 702, 701


def idle(survey: Survey) -> Iterator[tuple[Group, Wizard]]:
    """Own wizards who do not cast yet, those of the strongest groups first."""
    for group in survey.groups:
        for wizard in sorted(group.wizards, key=lambda one: (-one.power, one.code)):
            if f"{group.id} {wizard.code}" not in survey.busy:
                yield group, wizard


def cast(survey: Survey, group: Group, wizard: Wizard, number: int, *words: object, gold: int = 0, food: int = 0) -> bool:
    """Orders a spell; False when the letter has no room or money for it."""
    if not survey.letter.order(number, group.id, wizard.code, *words, gold=gold, food=food):
        return False
    survey.busy.add(f"{group.id} {wizard.code}")
    return True


def has(survey: Survey, group: Group, wizard: Wizard, number: int) -> bool:
    """True when he has the power for a spell of his school."""
    needed = survey.tables.spell_power(survey.code, number)
    return needed is not None and power_for(survey.world, group, wizard, number) >= max(needed, 1)


# --- research ------------------------------------------------------------------------------------------------------------


def begin_studies(survey: Survey) -> None:
    """In kingdoms strong in magic the first powers of the best wizards come before all else that costs gold."""
    rule = NUMBERS.magic
    if survey.tables.kingdoms[survey.code].magic_potential >= rule.urgent_from:
        _study(survey, rule.urgent_power)


def stay_to_study(survey: Survey) -> None:
    """In kingdoms strong in magic wizards study while their army marches."""
    if survey.tables.kingdoms[survey.code].magic_potential >= NUMBERS.goals.magic_from:
        _study(survey, survey.tables.whole("research.highest"))


def study(survey: Survey) -> None:
    """Research of all wizards who stay in an own center anyway, at sure or fair chances; adepts go through the Rite."""
    each = survey.tables.kingdoms[survey.code].research_gold_per_level
    for group, wizard in list(idle(survey)):
        cost = each * (wizard.power + 1)
        if survey.gold < cost or survey.rests():
            continue
        if not wizard.power:
            cast(survey, group, wizard, RITE, gold=cost)
        elif _may_rise(survey, group, wizard) and cast(survey, group, wizard, RESEARCH, gold=cost):
            survey.studying.add(f"{group.id} {wizard.code}")


def _study(survey: Survey, highest: int) -> None:
    """The mightiest wizards in own centers rise towards a power, as far as there is gold. They leave armies for a group of
    their own."""
    each = survey.tables.kingdoms[survey.code].research_gold_per_level
    scholars = [
        (-wizard.power, group.id, wizard.code)
        for group, wizard in idle(survey)
        if 0 < wizard.power < highest and _may_rise(survey, group, wizard)
    ]
    for _, id, code in sorted(scholars)[: NUMBERS.magic.scholars]:
        group = survey.world.groups[id]
        wizard = next(one for one in group.wizards if one.code == code)
        cost = each * (wizard.power + 1)
        if survey.gold < cost or survey.rests():
            continue
        home = _to_school(survey, group, wizard)
        if cast(survey, home, wizard, RESEARCH, gold=cost):
            survey.studying.add(f"{home.id} {wizard.code}")
            if home.brigades:
                survey.busy.add(home.id)


def _may_rise(survey: Survey, group: Group, wizard: Wizard) -> bool:
    stands_in, highest = survey.goes_to.get(group.id, group.area), survey.tables.whole("research.highest")
    if survey.own_center(stands_in) is None or wizard.power >= highest or wizard.form:
        return False
    return research_chance(survey.world, survey.code, wizard.power + 1) >= NUMBERS.magic.fair_pct


def _to_school(survey: Survey, group: Group, wizard: Wizard) -> Group:
    """Takes a scholar out of an army into a group without troops in the same area, or makes an inactive group one. Gives the
    group in which he studies: the army itself where there is no other."""
    if not group.brigades or len(survey.letter.lines) + 2 > survey.letter.limit:
        return group
    most = survey.tables.whole("group.wizards")
    own = survey.world.groups_of(survey.code)
    school = next((one for one in own if one.area == group.area and one.patrol and len(one.wizards) < most), None)
    inactive = next((one for one in own if not one.area and one.id not in survey.busy), None)
    if school is not None:
        done = survey.letter.order(_TRANSFER, group.id, school.id, "-", "-", wizard.code)
    elif inactive is not None:
        school, done = inactive, survey.letter.order(_SPLIT, group.id, inactive.id, "-", "-", "-", wizard.code)
    else:
        done = False
    if school is None or not done:
        return group
    school.area = group.area
    group.wizards.remove(wizard)
    school.wizards.append(wizard)
    survey.busy.add(school.id)
    survey.forget_groups()
    return school


# --- everyday spells --------------------------------------------------------------------------------------------------------


def create(survey: Survey) -> None:
    """What brings most: better mines, fields or more people where the group stands, else gold, else food."""
    hungry = survey.letter.food < survey.letter.gold
    for group, wizard in list(idle(survey)):
        center = survey.own_center(group.area)
        spells = [_FOOD, _GOLD] if hungry else [_GOLD, _FOOD]
        if center is not None and center.gold < NUMBERS.purse.most_gold * 2:
            spells.insert(0, _FIELDS if hungry and center.type != "City" else _ORE)
        if center is not None and center.type != "Village" and center.census < NUMBERS.magic.people:
            spells.insert(0, _PEOPLE)
        able = next((one for one in spells if has(survey, group, wizard, one)), None)
        if able is not None:
            cast(survey, group, wizard, able)

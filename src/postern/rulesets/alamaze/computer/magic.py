"""A computer kingdom's wizards, between battles and at the end of a turn.

- Wizards between battles: they gain power, call brigades, mend and hide their groups, look far, and else make gold, food
  and better centers (AC-23).
- Spells at the end of a turn, when groups stand where they go: brigades are called, wounds healed, groups hidden, wizards
  sent to armies; and what wizards of high power do for the kingdom instead of gold (ruling 49).
"""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.orders.acting import power_for
from postern.rulesets.alamaze.orders.magic.enchantments import largest
from postern.rulesets.alamaze.orders.magic.research import RESEARCH, RITE, research_chance
from postern.rulesets.alamaze.rules.effects import artifact_key
from postern.rulesets.alamaze.rules.groups import size_word
from postern.rulesets.alamaze.world.records import Group, Wizard

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
    if not group.brigades or not survey.letter.holds(2):
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
    hungry = survey.letter.left["food"] < survey.letter.left["gold"]
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


SUMMONS = (863, 862, 861, 866, 860)
_HEAL, _JOIN, _RAVEN, _CENTERS, _LEARN = 815, 830, 888, 751, 796
_HIDES = (845, 846, 847)
_CHARM, _PRESTIGE, _AURA = 472, 481, 482
_DARKNESS, _LIGHT, _VISIONS = 781, 782, 783
_PLAGUE, _FAMINE, _BOUNTY, _CENSUS = 784, 785, 786, 788


def cast_late(survey: Survey) -> None:
    """All of them, what is worth most first."""
    for one in (leave_school, serve, call_brigades, heal, learn, bless, hide, look):
        one(survey)


def call_brigades(survey: Survey) -> None:
    """Brigades come out of the terrain where a group will stand. They cost nothing, and most kinds eat nothing."""
    tables = survey.tables
    for group, wizard in list(idle(survey)):
        terrain = tables.areas[_ends(survey, group)].terrain
        for number in SUMMONS:
            row = tables.summons[number]
            if terrain == row.terrain and has_room(survey, group, number) and has(survey, group, wizard, number):
                if cast(survey, group, wizard, number):
                    there = group.brigades.get(row.brigade_code, 0)
                    group.brigades[row.brigade_code] = there + row.brigades_per_cast
                break


def has_room(survey: Survey, group: Group, number: int) -> bool:
    """True for a group that can take the brigades of a spell that calls some."""
    row = survey.tables.summons[number]
    there = group.brigades.get(row.brigade_code, 0)
    free = there or len(group.brigades) < survey.tables.whole("group.brigade_types")
    return bool(free) and there + row.brigades_per_cast <= row.max_per_group


def heal(survey: Survey) -> None:
    """Groups that lost many men are healed, as long as there is food."""
    tables = survey.tables
    for group, wizard in list(idle(survey)):
        if group.attrition < NUMBERS.magic.heal_from or not group.brigades or not has(survey, group, wizard, _HEAL):
            continue
        food = tables.whole(f"heal.{size_word(tables, group.size).lower().replace(' ', '_')}_food")
        if survey.letter.left["food"] >= food * 2 and cast(survey, group, wizard, _HEAL, food=food):
            group.attrition = max(group.attrition - tables.value("heal.army_group"), 0)


def leave_school(survey: Survey) -> None:
    """Wizards who have studied enough for now go to the strongest group that has no mightier one and room for them."""
    most, highest = survey.tables.whole("group.wizards"), NUMBERS.magic.war_power
    for group, wizard in list(idle(survey)):
        if group.brigades or wizard.power < highest or not has(survey, group, wizard, _JOIN):
            continue
        armies = [
            one
            for one in survey.groups
            if one.size >= NUMBERS.army.small and len(one.wizards) < most and f"to {one.id}" not in survey.busy
        ]
        fitting = [one for one in armies if all(other.power < highest for other in one.wizards)]
        if fitting and cast(survey, group, wizard, _JOIN, fitting[0].id):
            survey.busy.add(f"to {fitting[0].id}")


def look(survey: Survey) -> None:
    """Ravens fly to centers near them whose defense nobody knows; mighty wizards unveil a region that nobody knows."""
    tables = survey.tables
    reach = tables.whole("scry.range")
    for group, wizard in list(idle(survey)):
        here = _ends(survey, group)
        region = tables.areas[here].region
        dark = sum(tables.areas[one].region == region for one in survey.unseen)
        once = f"unveiled {region}"
        if dark >= NUMBERS.magic.dark_areas and once not in survey.busy and has(survey, group, wizard, _CENTERS):
            survey.busy.add(once)
            cast(survey, group, wizard, _CENTERS, "TV"[survey.world.turn % 2])
            continue
        unknown = [
            (worth, area)
            for area, worth in survey.wanted.items()
            if not survey.defense_known(area)
            and area not in survey.looked_at
            and tables.grid.distance(group.area, area) <= reach
            and tables.grid.distance(here, area) <= reach
        ]
        if unknown and wizard.power and wizard.power <= NUMBERS.magic.raven_power and has(survey, group, wizard, _RAVEN):
            area = max(unknown)[1]
            survey.looked_at.add(area)
            cast(survey, group, wizard, _RAVEN, area)


def learn(survey: Survey) -> None:
    """The power of an artifact that the group has, where nobody knows it."""
    for group, wizard in list(idle(survey)):
        unknown = [one for one in group.artifacts if one not in survey.kingdom.memory.powers]
        once = f"learned {unknown[0]}" if unknown else ""
        stays = _ends(survey, group) == group.area
        if unknown and stays and once not in survey.busy and has(survey, group, wizard, _LEARN):
            survey.busy.add(once)
            number = survey.tables.artifacts[artifact_key(survey.tables, unknown[0])].short_number
            cast(survey, group, wizard, _LEARN, number)


def hide(survey: Survey) -> None:
    """A group that will stand beside a stronger enemy becomes invisible, so that nobody attacks it."""
    tables = survey.tables
    for group, wizard in list(idle(survey)):
        here = _ends(survey, group)
        foes = survey.foes_near(here, 2)
        if not group.brigades or f"hidden {group.id}" in survey.busy:
            continue
        if sum(survey.value(one) for one in foes) <= survey.value(group):
            continue
        for number in _HIDES:
            most = largest(tables, tables.spells[number].largest_group)
            if (most is None or group.size <= most) and has(survey, group, wizard, number):
                survey.busy.add(f"hidden {group.id}")
                cast(survey, group, wizard, number)
                break


# --- for the kingdom ---------------------------------------------------------------------------------------------------------


def serve(survey: Survey) -> None:
    """What is worth more than gold and brigades: prestige of the ruler, and regions that like us better."""
    for group, wizard in list(idle(survey)):
        if not _prestige(survey, group, wizard):
            _charm(survey, group, wizard)


def bless(survey: Survey) -> None:
    """More people and food where most people are ours; fear, hunger and plague where none are."""
    for group, wizard in list(idle(survey)):
        _region(survey, group, wizard)


def _prestige(survey: Survey, group: Group, wizard: Wizard) -> bool:
    """Influence for the own ruler, where the spell reaches him, up to the most that a king can have."""
    tables, kingdom = survey.tables, survey.kingdom
    king = kingdom.figures.get(kingdom.ruler)
    if king is None or king.held_by or kingdom.influence + 1 > tables.value("influence.maximum"):
        return False
    away = tables.grid.distance(group.area, king.area)
    for number, reach in ((_AURA, 0), (_PRESTIGE, tables.whole("spell.range"))):
        once = f"spell {number}"
        if away <= reach and once not in survey.busy and has(survey, group, wizard, number):
            survey.busy.add(once)
            return cast(survey, group, wizard, number, survey.code, king.code)
    return False


def _charm(survey: Survey, group: Group, wizard: Wizard) -> bool:
    """The region where the group stands, when there is something to win or to keep and it does not like us best."""
    region = survey.world.region_of(group.area)
    once = f"spell {_CHARM} {region}"
    hopes = sum(worth for area, worth in survey.wanted.items() if survey.world.region_of(area) == region)
    if survey.kingdom.reactions[region] == "Friendly" or hopes < NUMBERS.magic.region_worth or once in survey.busy:
        return False
    if not has(survey, group, wizard, _CHARM):
        return False
    survey.busy.add(once)
    return cast(survey, group, wizard, _CHARM)


def _region(survey: Survey, group: Group, wizard: Wizard) -> bool:
    """One spell upon the region in which the group will stand."""
    region = survey.world.region_of(_ends(survey, group))
    ours = [one for one in survey.centers if survey.world.region_of(one.area) == region]
    theirs = [
        one for area, one in survey.world.centers.items() if area in survey.wanted and survey.world.region_of(area) == region
    ]
    if len(ours) >= NUMBERS.magic.home_centers and len(ours) > len(theirs):
        hungry = survey.letter.left["food"] < NUMBERS.purse.food_enough
        wishes = [_BOUNTY, _CENSUS] if hungry else [_CENSUS]
    elif not ours and sum(bool(one.owner) for one in theirs) >= NUMBERS.magic.home_centers:
        hosts = [one for one in survey.foes_near(group.area, 2) if survey.world.region_of(one.area) == region]
        wishes = [_VISIONS, _LIGHT, _DARKNESS] if hosts else []
        wishes += [_FAMINE, _PLAGUE]
    else:
        return False
    for number in wishes:
        once = f"spell {number} {region}"
        if once not in survey.busy and has(survey, group, wizard, number):
            survey.busy.add(once)
            return cast(survey, group, wizard, number)
    return False


def _ends(survey: Survey, group: Group) -> str:
    """Where a group will stand when the late spells are cast."""
    return survey.goes_to.get(group.id, group.area)

"""Spells at the end of a turn, when groups stand where they go: brigades are called, wounds healed, groups hidden, wizards sent
to armies; and what wizards of high power do for the kingdom instead of gold (ruling 49)."""

from __future__ import annotations

from postern.rulesets.alamaze.artifacts.holding import artifact_key
from postern.rulesets.alamaze.computer.magic import cast, has, idle
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.group_values import size_word
from postern.rulesets.alamaze.magic.on_group import largest
from postern.rulesets.alamaze.world import Group, Wizard

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
        if survey.letter.food >= food * 2 and cast(survey, group, wizard, _HEAL, food=food):
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
        hungry = survey.letter.food < NUMBERS.purse.food_enough
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

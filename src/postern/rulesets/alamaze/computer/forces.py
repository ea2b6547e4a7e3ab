"""Groups where they stand: they meet foreign groups, win the center there, or go on with a siege (AC-21)."""

from __future__ import annotations

from postern.rulesets.alamaze.battle.centers import ASSAULT, FACTORS, PLUNDER, THREAT
from postern.rulesets.alamaze.battle.forecast import assault_outlook, battle_outlook
from postern.rulesets.alamaze.battle.parley import DIPLOMACY, PARLEY, chance_to_surrender
from postern.rulesets.alamaze.battle.siege import SIEGE, besieger
from postern.rulesets.alamaze.battle.stances import ATTACK, SECOND_WAVE
from postern.rulesets.alamaze.computer import protection
from postern.rulesets.alamaze.computer.magic import cast, has
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.world import Center, Group

_CERTAIN = "certain"


def fight(survey: Survey) -> None:
    """Battles against groups that stand where ours do, and actions against the centers there."""
    for group in survey.groups:
        if group.brigades and not _meet(survey, group) and not survey.standing_in:
            _win_center(survey, group)
            _stand_before_marching(survey, group)


def hold(survey: Survey) -> None:
    """A siege that has begun goes on."""
    for group in survey.groups:
        if group.siege is not None and group.siege.area == group.area and group.id not in survey.busy:
            survey.letter.order(SIEGE, group.id)
            survey.busy.add(group.id)


def _meet(survey: Survey, group: Group) -> bool:
    """Attacks a foreign group in the area, or stands ready against the strongest; False when there is none to meet. Who attacks
    where another group of ours does comes in the second wave, when the first has done its work."""
    foes = sorted(survey.foes_at(group.area), key=lambda one: (-one.size, one.id))
    at_home = survey.own_center(group.area) is not None
    if not foes or not (at_home or group.area in survey.wanted):
        return False
    tactic = survey.tables.kingdoms[survey.code].default_attack_tactic
    if survey.skill.enemies and not survey.standing_in and group.id not in survey.busy:
        for foe in foes:
            if battle_outlook(survey.world, group, foe, tactic, ready=False) in survey.skill.battles_if:
                wave = SECOND_WAVE if foe.id in survey.storming.values() else ATTACK
                if survey.letter.order(wave, group.id, foe.id, tactic):
                    survey.storming[group.id] = foe.id
                    survey.busy.add(group.id)
                return True
    return at_home and protection.stand(survey, group, foes)


def _stand_before_marching(survey: Survey, group: Group) -> None:
    """A group that does nothing at a foreign or empty place is not surprised there by who is stronger, and marches on after the
    battles."""
    foes = sorted(survey.foes_at(group.area), key=lambda one: (-survey.value(one), one.id))
    acts = group.id in survey.storming or group.id in survey.busy or group.id in survey.defending
    if foes and not acts and survey.value(foes[0]) > survey.value(group):
        protection.stand(survey, group, foes[:1], stays=False)


def _win_center(survey: Survey, group: Group) -> None:
    """The gentlest way that leads to the center: threat, assault, parley or a wizard's words, siege. A center that could not
    be held is plundered."""
    center = survey.world.centers.get(group.area)
    if center is None or group.area not in survey.wanted or survey.rests():
        return
    order = survey.letter.order
    tactic = survey.tables.kingdoms[survey.code].default_attack_tactic
    _break_walls(survey, group, center)
    outlook = assault_outlook(survey.world, group, center, tactic)
    if _lost_again(survey, group, center, tactic):
        done = order(PLUNDER, group.id, "-", tactic)
    elif _threatens(survey, group, center, tactic):
        done = order(THREAT, group.id, "-", tactic)
    elif outlook in survey.skill.storms_if and not _bloody(survey, group, center):
        done = order(ASSAULT, group.id, "-", tactic)
    elif _may_surrender(survey, group, center):
        if order(PARLEY, group.id):
            survey.busy.add(group.id)
        return
    elif _talk(survey, group, center):
        survey.busy.add(group.id)
        return
    elif outlook in survey.skill.storms_if:
        done = order(ASSAULT, group.id, "-", tactic)
    else:
        _besiege(survey, group, center)
        return
    if done:
        survey.storming[group.id] = ""
        survey.claimed.add(center.area)
        if outlook != _CERTAIN:
            survey.busy.add(group.id)


def _threatens(survey: Survey, group: Group, center: Center, tactic: int) -> bool:
    """A threat costs less than an assault where the center may yield, and the group takes it also when it does not."""
    factor = survey.tables.value(FACTORS[THREAT])
    if survey.is_capital(center) or assault_outlook(survey.world, group, center, tactic, factor) != _CERTAIN:
        return False
    yields = chance_to_surrender(survey.world, survey.kingdom, group, center, THREAT) / 100
    return (1 - yields) * survey.loss_at(group, center, factor) <= survey.loss_at(group, center)


def _bloody(survey: Survey, group: Group, center: Center) -> bool:
    """True where words come before an assault that would cost much."""
    return survey.loss_at(group, center) * 100 >= NUMBERS.field.bloody_pct


def _lost_again(survey: Survey, group: Group, center: Center, tactic: int) -> bool:
    """True for a foreign center in a region that hates us anyway, with an enemy about who is much too strong for the group."""
    region = survey.world.region_of(center.area)
    if not center.owner or survey.kingdom.reactions[region] not in list(survey.tables.reactions)[-2:]:
        return False
    around = sum(survey.value(one) for one in survey.foes_near(center.area, 1))
    if around * 100 < survey.value(group) * NUMBERS.field.plunder_pct:
        return False
    return assault_outlook(survey.world, group, center, tactic, survey.tables.value(FACTORS[PLUNDER])) == _CERTAIN


def _break_walls(survey: Survey, group: Group, center: Center) -> None:
    """A wizard breaks the walls of a center that the group cannot surely storm, as long as enough of it is left to be won."""
    tactic = survey.tables.kingdoms[survey.code].default_attack_tactic
    if not survey.defense_known(center.area) or assault_outlook(survey.world, group, center, tactic) == _CERTAIN:
        return
    for row in survey.tables.center_spells.values():
        if row.type != center.type or center.defense <= row.defense:
            continue
        for wizard in sorted(group.wizards, key=lambda one: (one.power, one.code)):
            free = f"{group.id} {wizard.code}" not in survey.busy and has(survey, group, wizard, row.number)
            if free and center.defense > row.defense and cast(survey, group, wizard, row.number, center.area):
                center.defense -= row.defense


def _talk(survey: Survey, group: Group, center: Center) -> bool:
    """A wizard asks the center to surrender, the mightiest of those who can."""
    for wizard in sorted(group.wizards, key=lambda one: (-one.power, one.code)):
        if f"{group.id} {wizard.code}" in survey.busy or not has(survey, group, wizard, DIPLOMACY) or survey.is_capital(center):
            continue
        percent = chance_to_surrender(survey.world, survey.kingdom, group, center, DIPLOMACY, wizard.power)
        return percent >= NUMBERS.army.parley_pct and cast(survey, group, wizard, DIPLOMACY)
    return False


def _may_surrender(survey: Survey, group: Group, center: Center) -> bool:
    speaks = any(("leader", one.title) in survey.tables.parley for one in group.leaders)
    if not speaks or survey.is_capital(center):
        return False
    return chance_to_surrender(survey.world, survey.kingdom, group, center, PARLEY) >= NUMBERS.army.parley_pct


def _besiege(survey: Survey, group: Group, center: Center) -> None:
    """A siege, for which the value has only to be above the defense. One group a center."""
    taken = besieger(survey.world, center.area) not in (None, group)
    known = survey.defense_known(center.area)
    if not known or taken or center.area in survey.claimed or survey.value(group) <= center.defense:
        return
    if survey.letter.order(SIEGE, group.id):
        survey.busy.add(group.id)
        survey.claimed.add(center.area)

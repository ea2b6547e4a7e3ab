"""Groups in the field: they meet foreign groups, win the center where they stand, and march to the next (AC-18, AC-21)."""

from __future__ import annotations

import math

from postern.rulesets.alamaze.battle.centers import ASSAULT, FACTORS, THREAT
from postern.rulesets.alamaze.battle.forecast import assault_outlook, battle_outlook
from postern.rulesets.alamaze.battle.parley import PARLEY, chance_to_surrender
from postern.rulesets.alamaze.battle.siege import SIEGE, besieger
from postern.rulesets.alamaze.battle.stances import ATTACK, DEFEND
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.movement.travel import points_of
from postern.rulesets.alamaze.world import Center, Group

_MARCH = 720
_CERTAIN = "certain"


def fight(survey: Survey) -> None:
    """Battles against groups that stand where ours do, and actions against the centers there."""
    for group in survey.groups:
        if group.brigades and not _meet(survey, group) and not survey.standing_in:
            _win_center(survey, group)


def hold(survey: Survey) -> None:
    """A siege that has begun goes on."""
    for group in survey.groups:
        if group.siege is not None and group.siege.area == group.area and group.id not in survey.busy:
            survey.letter.order(SIEGE, group.id)
            survey.busy.add(group.id)


def _meet(survey: Survey, group: Group) -> bool:
    """Attacks a foreign group in the area, or stands ready against the strongest; False when there is none to meet."""
    foes = sorted(survey.foes_at(group.area), key=lambda one: (-one.size, one.id))
    at_home = survey.own_center(group.area) is not None
    if not foes or not (at_home or group.area in survey.wanted):
        return False
    tactic = survey.tables.kingdoms[survey.code].default_attack_tactic
    if survey.skill.enemies and not survey.standing_in and group.id not in survey.busy:
        for foe in foes:
            if battle_outlook(survey.world, group, foe, tactic, ready=False) in survey.skill.battles_if:
                if survey.letter.order(ATTACK, group.id, foe.id, tactic):
                    survey.storming[group.id] = foe.id
                    survey.busy.add(group.id)
                return True
    if at_home and survey.letter.order(DEFEND, group.id, foes[0].id):
        survey.busy.add(group.id)
        return True
    return False


def _win_center(survey: Survey, group: Group) -> None:
    """The gentlest way that leads to the center: threat, assault, parley, siege."""
    center = survey.world.centers.get(group.area)
    if center is None or group.area not in survey.wanted or survey.rests():
        return
    order = survey.letter.order
    tactic = survey.tables.kingdoms[survey.code].default_attack_tactic
    outlook = assault_outlook(survey.world, group, center, tactic)
    capital = survey.is_capital(center)
    threat = survey.tables.value(FACTORS[THREAT])
    if not capital and assault_outlook(survey.world, group, center, tactic, threat) == _CERTAIN:
        done = order(THREAT, group.id, "-", tactic)
    elif outlook in survey.skill.storms_if:
        done = order(ASSAULT, group.id, "-", tactic)
    elif _may_surrender(survey, group, center):
        if order(PARLEY, group.id):
            survey.busy.add(group.id)
        return
    else:
        _besiege(survey, group, center)
        return
    if done:
        survey.storming[group.id] = ""
        survey.claimed.add(center.area)
        if outlook != _CERTAIN:
            survey.busy.add(group.id)


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


# --- marching --------------------------------------------------------------------------------------------------------------


def march(survey: Survey) -> None:
    """Sends every group that is free to what is worth most for its way, the strongest first."""
    _guard_capital(survey)
    for group in survey.groups:
        if group.id not in survey.busy and not survey.rests():
            way = _campaign(survey, group) or _for_recruits(survey, group) or _exploration(survey, group)
            _go(survey, group, way)


def _go(survey: Survey, group: Group, way: tuple[str, ...]) -> None:
    """Goes this turn's part of a way. Who is there already stays."""
    if way == (group.area,):
        survey.claimed.add(group.area)
        return
    part = survey.first_march(group, way)
    if part and survey.letter.order(_MARCH, group.id, *part):
        survey.busy.add(group.id)
        survey.goes_to[group.id] = part[-1]
        survey.claimed.update(one for one in part if one in survey.unseen)
        survey.claimed.add(way[-1])


def _guard_capital(survey: Survey) -> None:
    """When foreign groups near the capital could storm it, the nearest strong group comes to it."""
    capital = survey.own_center(survey.kingdom.capital)
    if capital is None:
        return
    foes = survey.foes_near(capital.area, NUMBERS.army.danger)
    if sum(survey.value(one) for one in foes) < capital.defense:
        return
    if any(one.area == capital.area and one.size > NUMBERS.army.small for one in survey.groups):
        return
    for group in survey.groups:
        found = survey.reach(group).get(capital.area)
        if group.id not in survey.busy and group.size > NUMBERS.army.small and found is not None:
            _go(survey, group, found[0])
            return


def _campaign(survey: Survey, group: Group) -> tuple[str, ...]:
    """The way to the center that is worth most for the turns that it takes, of those that the group can win."""
    able = survey.value(group) * 100 / survey.skill.margin_pct
    points = points_of(survey.world, group)
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for area, (way, spent) in survey.reach(group).items():
        worth = survey.wanted.get(area)
        if worth is None or not way or area in survey.claimed or survey.world.centers[area].defense > able:
            continue
        if sum(survey.value(one) for one in survey.foes_at(area)) > able:
            continue
        score = worth / (1 + math.ceil(spent / points))
        if score > best[0]:
            best = (score, way)
    return best[1]


def _exploration(survey: Survey, group: Group) -> tuple[str, ...]:
    """The way on which most unseen areas lie, else to the nearest of them."""
    unseen = survey.unseen - survey.claimed
    most: tuple[float, tuple[str, ...]] = (0.0, ())
    nearest: tuple[str, ...] = ()
    points = points_of(survey.world, group)
    for area, (way, spent) in survey.reach(group).items():
        if spent <= points:
            new = sum(one in unseen for one in way[:9])
            if new > most[0]:
                most = (new, way)
        elif area in unseen and not nearest:
            nearest = way
    return most[1] or nearest


def _for_recruits(survey: Survey, group: Group) -> tuple[str, ...]:
    """To the nearest own town or city whose people can spare recruits, as long as there is gold for them. A group that is there
    stays for this turn, which its own area as the way says."""
    tables = survey.tables
    if group.size >= NUMBERS.army.most or group.id in survey.scouts or survey.gold < NUMBERS.army.rich:
        return ()
    least = tables.whole("recruit.census_floor") + tables.whole("recruit.census")
    homes = {one.area for one in survey.centers if one.type != "Village" and one.census >= least} - survey.claimed
    if group.area in homes:
        return (group.area,)
    return next((way for area, (way, _) in survey.reach(group).items() if area in homes), ())

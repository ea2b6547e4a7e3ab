"""Groups in the field: they meet foreign groups, win the center where they stand, and march to the next (AC-18, AC-21)."""

from __future__ import annotations

import math

from postern.rulesets.alamaze.battle.centers import ASSAULT, FACTORS, PLUNDER, THREAT
from postern.rulesets.alamaze.battle.forecast import assault_outlook, battle_outlook
from postern.rulesets.alamaze.battle.parley import DIPLOMACY, PARLEY, chance_to_surrender
from postern.rulesets.alamaze.battle.siege import SIEGE, besieger
from postern.rulesets.alamaze.battle.stances import ATTACK, SECOND_WAVE
from postern.rulesets.alamaze.computer import late_magic, protection, sightings, ways
from postern.rulesets.alamaze.computer.magic import cast, has
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.movement.teleports import TELEPORTS
from postern.rulesets.alamaze.movement.travel import points_of, water
from postern.rulesets.alamaze.world import Center, Group

_REST, _INTERCEPT, _AMBUSH = 745, 732, 730
_KEEPS_BUSY = ("560", "550", "700", "701", "702")
"""Orders that take the rest of a group."""
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


# --- marching --------------------------------------------------------------------------------------------------------------


def march(survey: Survey) -> None:
    """Sends every group that is free to what is worth most for its way, the strongest first."""
    _guard_capital(survey)
    for group in survey.groups:
        if group.id in survey.busy or survey.rests():
            continue
        if _intercept(survey, group) or _hide(survey, group) or _jump(survey, group) or _rest(survey, group):
            continue
        if not group.brigades and group.wizards and survey.own_center(group.area) is not None:
            continue
        score, way = _campaign(survey, group)
        if _muster(survey, group, score):
            continue
        way = way or _for_recruits(survey, group) or _exploration(survey, group)
        _go(survey, group, way)


def _go(survey: Survey, group: Group, way: tuple[str, ...]) -> None:
    """Goes this turn's part of a way. Who is there already stays."""
    if not way:
        return
    if way == (group.area,):
        survey.claimed.add(group.area)
        return
    part = survey.first_march(group, way)
    if not part:
        return
    ride = next((one for one in ways.rides(survey, group, way) if way[-1] in survey.wanted), None) if part != way else None
    if ride is not None and _take(survey, group, ride):
        return
    number = ways.order_for(survey, group, part)
    if survey.letter.order(number, group.id, *part):
        survey.busy.add(group.id)
        survey.goes_to[group.id] = part[-1]
        survey.claimed.update(one for one in part if one in survey.unseen)
        survey.claimed.add(way[-1])
        if number != ways.MARCH:
            survey.sailing[group.id] = (group.area, *part)


def _take(survey: Survey, group: Group, ride: ways.Ride) -> bool:
    """A group is brought to its goal in this turn by magic or through the air."""
    if not survey.letter.order(*ride.words):
        return False
    survey.busy.update((group.id, f"{group.id} {ride.caster}"))
    survey.goes_to[group.id] = ride.goal
    survey.claimed.add(ride.goal)
    return True


def _jump(survey: Survey, group: Group) -> bool:
    """A group that can be anywhere goes by magic to the prize of the whole land that it can win, when that is much better than
    what it can march to."""
    if not ways.jumps(survey, group):
        return False
    able = survey.value(group) * 100 / survey.skill.margin_pct
    least = _campaign(survey, group)[0]
    hopes = [
        (worth / 2, area)
        for area, worth in survey.wanted.items()
        if _open_prize(survey, group, area, able) and not water(survey.world, area)
    ]
    best = max(hopes, default=(0.0, ""))
    if best[0] * 100 <= least * NUMBERS.field.jump_pct:
        return False
    return any(_take(survey, group, one) for one in ways.rides(survey, group, (best[1],)) if one.words[0] in TELEPORTS)


def _open_prize(survey: Survey, group: Group, area: str, able: float) -> bool:
    """True for a center that the group can win and to which nobody of ours goes."""
    if area in survey.claimed or area == group.area or survey.world.centers[area].defense > able:
        return False
    return sum(survey.value(one) for one in survey.foes_at(area)) <= able


def _rest(survey: Survey, group: Group) -> bool:
    """A weary group that has nothing else to do in an own town or city rests."""
    center = survey.own_center(group.area)
    if center is None or center.type == "Village" or group.morale >= NUMBERS.field.rest_below or not group.brigades:
        return False
    strangers = [one for one in survey.world.groups_at(group.area) if one.kingdom != survey.code]
    if strangers or _kept_busy(survey, group) or not survey.letter.order(_REST, group.id):
        return False
    survey.busy.add(group.id)
    survey.joining.add(group.id)
    return True


def _kept_busy(survey: Survey, group: Group) -> bool:
    """True for a group that recruits, drills, or takes part in a gift of this turn."""
    return any(one.split()[0] in _KEEPS_BUSY and group.id in one.split() for one in survey.letter.lines)


def _intercept(survey: Survey, group: Group) -> bool:
    """A group meets a foreign one beside an own center that it will surely beat, wherever that one goes."""
    if not group.brigades or not survey.skill.enemies or group.id in survey.joining:
        return False
    tactic = survey.tables.kingdoms[survey.code].default_attack_tactic
    grid, reach = survey.tables.grid, NUMBERS.field.intercept_areas
    for foe in survey.foes_near(group.area, reach):
        at_ours = foe.area != group.area and any(grid.distance(foe.area, one.area) <= 1 for one in survey.centers)
        if not at_ours or f"met {foe.id}" in survey.busy or foe.area not in survey.reach(group):
            continue
        if battle_outlook(survey.world, group, foe, tactic, ready=False) != _CERTAIN:
            continue
        if survey.letter.order(_INTERCEPT, group.id, foe.id):
            survey.busy.update((group.id, f"met {foe.id}"))
            return True
    return False


def _hide(survey: Survey, group: Group) -> bool:
    """A small group at home hides from an enemy beside it that would destroy it."""
    if survey.own_center(group.area) is None or not group.brigades or group.id in survey.joining | set(survey.defending):
        return False
    near = survey.foes_near(group.area, 1)
    small = group.size <= survey.tables.whole("ambush.brigades")
    strong = any(survey.value(one) * 100 > survey.value(group) * NUMBERS.field.hide_pct for one in near)
    if not small or not strong or _kept_busy(survey, group) or not survey.letter.order(_AMBUSH, group.id):
        return False
    survey.busy.add(group.id)
    survey.joining.add(group.id)
    return True


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


def _campaign(survey: Survey, group: Group) -> tuple[float, tuple[str, ...]]:
    """The center that is worth most for the turns that the way takes, of those that the group can win, or an unusual sighting
    whose guardian its leaders and wizards can beat: its worth and the way."""
    able = survey.value(group) * 100 / survey.skill.margin_pct
    points = points_of(survey.world, group)
    sites = sightings.worth(survey, group)
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for area, (way, spent) in survey.reach(group).items():
        worth = max(survey.wanted.get(area, 0.0), sites.get(area, 0.0))
        if not worth or not way or area in survey.claimed:
            continue
        if area not in sites and survey.world.centers[area].defense > able:
            continue
        if sum(survey.value(one) for one in survey.foes_at(area)) > able:
            continue
        score = worth / (1 + math.ceil(spent / points))
        if score > best[0] and area not in sites:
            score *= max(1 - NUMBERS.field.loss_weight * survey.loss_at(group, survey.world.centers[area]), 0)
        if score > best[0]:
            best = (score, way)
    return best


def _muster(survey: Survey, group: Group, least: float) -> bool:
    """A group whose wizard can call brigades goes to the terrain from which they come, or stays there, when that is worth more
    than what it could conquer."""
    tables = survey.tables
    for wizard in group.wizards:
        if f"{group.id} {wizard.code}" in survey.busy or group.size >= NUMBERS.army.most:
            continue
        for number in late_magic.SUMMONS:
            row = tables.summons[number]
            value = NUMBERS.magic.muster_per_1000 * tables.brigades[row.brigade_code].value_vs_pc / 1_000
            if value <= least or not late_magic.has_room(survey, group, number) or not has(survey, group, wizard, number):
                continue
            if tables.areas[group.area].terrain == row.terrain:
                survey.busy.add(group.id)
                return True
            points = points_of(survey.world, group)
            for area, (way, spent) in survey.reach(group).items():
                if spent <= points and tables.areas[area].terrain == row.terrain and not survey.foes_at(area):
                    _go(survey, group, way)
                    return True
    return False


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

"""A computer kingdom's groups on the march.

- How a group gets to a far prize in one turn or over water: by ship, with speed, by teleport, through the air, with the Gem
  of Planes (AC-18, rulings 30, 49 and 84).
- Groups on the march: to centers and sightings, to recruits and to where brigades can be called, into the unknown; or they
  rest, hide, and meet who comes near (AC-18, AC-21-55).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from postern.rulesets.alamaze.computer import groups, magic
from postern.rulesets.alamaze.computer.magic import has
from postern.rulesets.alamaze.computer.numbers import NUMBERS
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.orders.acting import spell_level
from postern.rulesets.alamaze.orders.battle.battles import battle_outlook
from postern.rulesets.alamaze.orders.magic.enchantments import largest
from postern.rulesets.alamaze.orders.movement.transfers import TELEPORTS
from postern.rulesets.alamaze.rules.effects import Asked, holds
from postern.rulesets.alamaze.rules.groups import flies, points_of, to_enter, water
from postern.rulesets.alamaze.rules.sea import sea_of, ships_for
from postern.rulesets.alamaze.world.records import Group, Wizard

SAIL, MARCH, _SPEED, _FLY, _GEM = 710, 720, 718, 727, 729


@dataclass(frozen=True)
class Ride:
    """One order that brings a group to an area in this turn."""

    words: tuple[object, ...]
    goal: str
    caster: str = ""


def order_for(survey: Survey, group: Group, part: tuple[str, ...]) -> int:
    """The order for this turn's part of a way: over land, or with ships where water is on it."""
    wet = any(sea_of(survey.world, one) for one in (group.area, *part))
    return SAIL if wet and ships_for(survey.world, group) else MARCH


def rides(survey: Survey, group: Group, way: tuple[str, ...]) -> Iterator[Ride]:
    """The orders by which a group is at the end of a way after this turn, beside a march."""
    if not way:
        return
    goal, tables = way[-1], survey.tables
    far = tables.whole("move.flight_areas")
    dry, near = not water(survey.world, goal), tables.grid.distance(group.area, goal) <= far
    asked = Asked(survey.world, survey.code, group=group)
    if near and holds(asked, "order_access", str(_FLY)):
        yield Ride((_FLY, group.id, goal), goal)
    free = [one for one in group.wizards if f"{group.id} {one.code}" not in survey.busy]
    if near and dry and free and holds(asked, "order_access", str(_GEM)):
        words = [one.word for one in tables.size_words if one.brigades_low]
        best = max(free, key=lambda one: one.power)
        most = largest(tables, words[min(best.power, len(words) - 1)])
        if most is None or group.size <= most:
            yield Ride((_GEM, group.id, best.code, goal), goal, best.code)
    for wizard in sorted(free, key=lambda one: (one.power, one.code)):
        yield from _spells(survey, group, wizard, way, dry)


def _spells(survey: Survey, group: Group, wizard: Wizard, way: tuple[str, ...], dry: bool) -> Iterator[Ride]:
    world, tables, goal = survey.world, survey.tables, way[-1]
    points = sum(to_enter(world, group, one) for one in way)
    level = spell_level(world, group, wizard)
    wet = any(water(world, one) for one in way)
    if has(survey, group, wizard, _SPEED) and len(way) <= tables.whole("move.speed_areas"):
        reach = points_of(world, group) + tables.value("move.speed_points_per_level") * level
        if points <= reach and (flies(world, group) or (not wet and not water(world, group.area))):
            yield Ride((_SPEED, group.id, wizard.code, *way), goal, wizard.code)
    if dry:
        for number in TELEPORTS:
            most = largest(tables, tables.spells[number].largest_group)
            if (most is None or group.size <= most) and has(survey, group, wizard, number):
                yield Ride((number, group.id, wizard.code, goal), goal, wizard.code)
                return


def jumps(survey: Survey, group: Group) -> bool:
    """True for a group that a wizard can bring anywhere in one turn."""
    for wizard in group.wizards:
        if f"{group.id} {wizard.code}" in survey.busy:
            continue
        for number in TELEPORTS:
            most = largest(survey.tables, survey.tables.spells[number].largest_group)
            if (most is None or group.size <= most) and has(survey, group, wizard, number):
                return True
    return False


_REST, _INTERCEPT, _AMBUSH = 745, 732, 730
_KEEPS_BUSY = ("560", "550", "700", "701", "702")
"""Orders that take the rest of a group."""
_CERTAIN = "certain"


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
    ride = next((one for one in rides(survey, group, way) if way[-1] in survey.wanted), None) if part != way else None
    if ride is not None and _take(survey, group, ride):
        return
    number = order_for(survey, group, part)
    if survey.letter.order(number, group.id, *part):
        survey.busy.add(group.id)
        survey.goes_to[group.id] = part[-1]
        survey.claimed.update(one for one in part if one in survey.unseen)
        survey.claimed.add(way[-1])
        if number != MARCH:
            survey.sailing[group.id] = (group.area, *part)


def _take(survey: Survey, group: Group, ride: Ride) -> bool:
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
    if not jumps(survey, group):
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
    return any(_take(survey, group, one) for one in rides(survey, group, (best[1],)) if one.words[0] in TELEPORTS)


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
    sites = groups.worth(survey, group)
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
        for number in magic.SUMMONS:
            row = tables.summons[number]
            value = NUMBERS.magic.muster_per_1000 * tables.brigades[row.brigade_code].value_vs_pc / 1_000
            if value <= least or not magic.has_room(survey, group, number) or not has(survey, group, wizard, number):
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

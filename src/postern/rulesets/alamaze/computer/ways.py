"""How a group gets to a far prize in one turn or over water: by ship, with speed, by teleport, through the air, with the Gem
of Planes (AC-18, rulings 30, 49 and 84)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from postern.rulesets.alamaze.computer.magic import has
from postern.rulesets.alamaze.computer.survey import Survey
from postern.rulesets.alamaze.effects import Asked, holds
from postern.rulesets.alamaze.magic.casting import spell_level
from postern.rulesets.alamaze.magic.on_group import largest
from postern.rulesets.alamaze.movement.teleports import TELEPORTS
from postern.rulesets.alamaze.movement.travel import flies, points_of, to_enter, water
from postern.rulesets.alamaze.sea.power import sea_of, ships_for
from postern.rulesets.alamaze.world import Group, Wizard

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

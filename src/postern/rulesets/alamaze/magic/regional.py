"""Spells upon a whole region (778 to 788): all are cast first, then dispelled, then they act (AC-23-27, ruling 49)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.economy.consumption import add_attrition
from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.group_end import end_if_empty
from postern.rulesets.alamaze.group_values import change_morale
from postern.rulesets.alamaze.magic.casting import caster, spell_level
from postern.rulesets.alamaze.regions import allied, centers_in
from postern.rulesets.alamaze.tables import RegionalSpell
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Center

PROTECT, DISPEL = 778, 779


@dataclass(frozen=True)
class RegionalCast:
    """A spell upon a region: by which kingdom and wizard, and with which power."""

    spell: int
    kingdom: str
    region: int
    group: str
    wizard: str
    level: int


@dataclass
class Regional:
    """All spells upon regions in this turn."""

    casts: list[RegionalCast] = field(default_factory=list)


def cast(doing: Doing) -> bool:
    """778 to 788: the spell waits until all are cast."""
    if (found := caster(doing)) is None:
        return False
    group, wizard = found
    region = doing.world.region_of(group.area)
    level = spell_level(doing.world, group, wizard)
    one = RegionalCast(doing.order.number, doing.code, region, group.id, wizard.name, level)
    doing.turn.state(Regional).casts.append(one)
    return doing.done(f"cast upon {doing.tables.regions[region].name}")


def resolve(turn: Turn) -> None:
    """First spells are dispelled; then the others act in the order of their numbers. Nothing of it is foreseen."""
    if turn.expected:
        return
    casts = turn.state(Regional).casts
    for one in [one for one in casts if one.spell == DISPEL]:
        _dispel(turn, one)
    guarded = {(one.kingdom, one.region) for one in casts if one.spell == PROTECT}
    struck: set[str] = set()
    worked: set[tuple[int, int]] = set()
    for one in sorted(casts, key=lambda one: one.spell):
        row = turn.tables.regional_spells.get(one.spell)
        if row is None:
            continue
        if row.morale:
            _strike_groups(turn, one, row, guarded, struck)
        else:
            _change_centers(turn, one, row, worked)


def _dispel(turn: Turn, by: RegionalCast) -> None:
    """779: each spell upon the region by a kingdom that is no ally ends: surely one of an equal or weaker wizard, less likely
    that of a stronger one."""
    casts, ended = turn.state(Regional).casts, []
    for one in list(casts):
        if (
            one.spell not in turn.tables.regional_spells
            or one.region != by.region
            or allied(turn.world, by.kingdom, one.kingdom)
        ):
            continue
        percent = 100 - turn.tables.value("dispel.percent_per_level") * max(one.level - by.level, 0)
        if happens(turn, percent, "regional dispel", by.group, by.wizard, one.spell, one.group, one.wizard):
            casts.remove(one)
            ended.append(one.spell)
            data = {"spell": one.spell, "name": turn.tables.spells[one.spell].name, "region": one.region}
            turn.tell_kingdoms("regional-ended", (one.kingdom,), **data, wizard=one.wizard)
    names = [turn.tables.spells[number].name for number in sorted(ended)]
    turn.tell_kingdoms("regional-dispelled", (by.kingdom,), wizard=by.wizard, region=by.region, spells=names)


def _strike_groups(turn: Turn, by: RegionalCast, row: RegionalSpell, guarded: set[tuple[str, int]], struck: set[str]) -> None:
    """781 to 783: groups with troops whose kingdoms are no allies lose heart, and strength; each once a turn. They are not told
    who did it."""
    hit = 0
    for id, group in sorted(turn.world.groups.items()):
        inside = group.area and group.brigades and turn.world.region_of(group.area) == by.region
        if not inside or id in struck or allied(turn.world, by.kingdom, group.kingdom):
            continue
        if (group.kingdom, by.region) in guarded:
            turn.tell_kingdoms("regional-warded", (group.kingdom,), group=id)
            continue
        if not happens(turn, row.succeeds_pct, "regional", by.spell, by.group, by.wizard, id):
            continue
        struck.add(id)
        hit += 1
        change_morale(turn.world, group, row.morale)
        if row.attrition:
            add_attrition(turn.world, group, row.attrition)
        turn.tell_kingdoms(
            "group-haunted", (group.kingdom,), group=id, morale=round(row.morale), attrition=round(row.attrition)
        )
        end_if_empty(turn, group)
    _tell_caster(turn, by, hit=hit)


def _change_centers(turn: Turn, by: RegionalCast, row: RegionalSpell, worked: set[tuple[int, int]]) -> None:
    """784 to 788: food or people of all centers of the region, once a turn by each spell. Owners see it in their centers."""
    fresh = (by.spell, by.region) not in worked
    done = fresh and happens(turn, row.succeeds_pct, "regional", by.spell, by.group, by.wizard)
    if done:
        worked.add((by.spell, by.region))
        centers = centers_in(turn.world, by.region)
        for center in centers:
            _change(turn, center, row)
        owners = sorted({one.owner for one in centers if one.owner} - {by.kingdom})
        data = {"region": by.region, "food": row.food_percent, "census": row.census_percent}
        turn.tell_kingdoms("region-changed", owners, **data)
    _tell_caster(turn, by, hit=len(centers_in(turn.world, by.region)) if done else 0)


def _change(turn: Turn, center: Center, row: RegionalSpell) -> None:
    """Base values, rounded down. Cities that eat food eat the same; a plague leaves some people everywhere."""
    if center.food > 0:
        center.food = center.food * (100 + row.food_percent) // 100
    least = min(turn.tables.whole("regional.census_floor"), center.census)
    center.census = max(center.census * (100 + row.census_percent) // 100, least)


def _tell_caster(turn: Turn, by: RegionalCast, hit: int) -> None:
    data = {"spell": by.spell, "name": turn.tables.spells[by.spell].name, "wizard": by.wizard, "region": by.region}
    turn.tell_kingdoms("regional-worked", (by.kingdom,), **data, hit=hit)


HANDLERS: Handlers = dict.fromkeys((PROTECT, DISPEL, 781, 782, 783, 784, 785, 786, 788), cast)

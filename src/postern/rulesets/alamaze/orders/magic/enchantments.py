"""Spells upon figures, own groups and whole regions.

- Figures under a spell for this turn: warded (301) or asleep (305, 306). Missions of agents ask here too.
- Late spells of a wizard upon his own group: healing, masks and invisibility, brigades that he calls, and the forms beyond
  death (AC-06-31, AC-20-01, rulings 29 and 49).
- Spells upon a whole region (778 to 788): all are cast first, then dispelled, then they act (AC-23-27, ruling 49).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.orders.acting import (
    able,
    act,
    any_kingdom,
    caster,
    consul,
    did,
    named_figure,
    spell_level,
    spend,
    unknown,
)
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.economy import add_attrition
from postern.rulesets.alamaze.rules.effects import Asked, amount, happens, holds
from postern.rulesets.alamaze.rules.groups import change_morale, end_if_empty, size_word
from postern.rulesets.alamaze.rules.regions import allied, centers_in
from postern.rulesets.alamaze.tables import Edition, RegionalSpell
from postern.rulesets.alamaze.turn import Doing, Turn, pay
from postern.rulesets.alamaze.world.records import Center, Figure, Group, Kingdom


@dataclass
class Enchanted:
    """Figures that are warded this turn, by kingdom and code. Those that sleep stand in ``Turn.asleep``."""

    warded: set[tuple[str, str]] = field(default_factory=set)


def asleep(turn: Turn, kingdom: str, code: str) -> bool:
    """True for a figure that sleeps for the rest of the turn."""
    return (kingdom, code) in turn.asleep


def warded(turn: Turn, kingdom: str, code: str) -> bool:
    """True for a figure that a ward protects, by spell or by what it carries: spells against it do nothing."""
    if (kingdom, code) in turn.state(Enchanted).warded:
        return True
    figure = turn.kingdom(kingdom).figures.get(code)
    return figure is not None and holds(Asked(turn.world, kingdom, figure=figure), "guard_spell", "Ward")


@ORDERS.effect("ward_figure")
def ward(doing: Doing) -> bool:
    """301: a figure of any kingdom within reach is warded for this turn."""
    kingdom, group = any_kingdom(doing), doing.own_group()
    if kingdom is None or group is None:
        return False
    if unknown(doing):
        return caster(doing) is not None and doing.done(f"{doing.order.figure} of {kingdom.code} warded")
    figure = _in_reach(doing, group, kingdom)
    if figure is None or caster(doing) is None:
        return False
    doing.turn.state(Enchanted).warded.add((kingdom.code, figure.code))
    return doing.done(f"{figure.name} warded")


@ORDERS.effect("put_to_sleep")
def sleep(doing: Doing) -> bool:
    """305: a figure within reach sleeps for the rest of the turn, unless it is protected."""
    kingdom, group = any_kingdom(doing), doing.own_group()
    if kingdom is None or group is None:
        return False
    if unknown(doing):
        return caster(doing) is not None and doing.done("cast")
    figure = _in_reach(doing, group, kingdom, doing.order.area)
    if figure is None or caster(doing) is None:
        return False
    return doing.done(_put_to_sleep(doing, kingdom, figure))


@ORDERS.effect()
def consul_sleep(doing: Doing) -> bool:
    """306: a Consul does the same, with a chance."""
    own, kingdom = consul(doing), any_kingdom(doing)
    if own is None or kingdom is None:
        return False
    if unknown(doing):
        return act(doing, own) and did(doing, own, "tries to put a figure to sleep")
    figure = named_figure(doing, kingdom, doing.order.second_figure, doing.order.area)
    if figure is None or not act(doing, own):
        return False
    if not happens(doing.turn, doing.tables.value("consul_sleep.pct"), 306, doing.code, own.code):
        return did(doing, own, f"{figure.name} stayed awake")
    return did(doing, own, _put_to_sleep(doing, kingdom, figure))


def _in_reach(doing: Doing, group: Group, kingdom: Kingdom, area: str = "") -> Figure | None:
    """The figure of a spell, near enough to the group that casts; None after a failure."""
    figure, most = named_figure(doing, kingdom, doing.order.figure, area), doing.tables.whole("spell.range")
    if figure is None:
        return None
    away = doing.tables.grid.distance(group.area, figure.area)
    if away > most:
        doing.unsure(f"{figure.name} is {away} areas away from {group.id}; the spell reaches {most}.")
        return None
    return figure


def _put_to_sleep(doing: Doing, kingdom: Kingdom, figure: Figure) -> str:
    """Makes a figure sleep if nothing protects it; what came of it."""
    resist = amount(Asked(doing.world, kingdom.code, figure=figure), "resist", str(doing.order.number))
    if warded(doing.turn, kingdom.code, figure.code) or happens(doing.turn, resist, "resist", kingdom.code, figure.code):
        return f"{figure.name} was protected"
    doing.turn.asleep.add((kingdom.code, figure.code))
    doing.tell("asleep", kingdom.code, figure=figure.name, of=kingdom.code)
    return f"{figure.name} sleeps"


MASKED, INVISIBLE = "masked", "invisible"
_HIDES = {821: MASKED, 822: MASKED, 845: INVISIBLE, 846: INVISIBLE, 847: INVISIBLE}
"""How a spell hides a group."""
_FORMS = {870: "wraith", 871: "lich"}
_SUMMONS = (860, 861, 862, 863, 866)


@dataclass
class Healed:
    """How often each group was healed by spell in this turn."""

    times: dict[str, int] = field(default_factory=dict)


@ORDERS.effect("heal_by_spell")
def heal(doing: Doing) -> bool:
    """815: less attrition for food, the larger the group the less for the more; the second time in a turn helps less."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    if not group.brigades or not group.attrition:
        return doing.fail(f"{group.id} has no attrition to heal.")
    word = size_word(doing.tables, group.size).lower().replace(" ", "_")
    times = doing.turn.state(Healed).times
    food = doing.tables.whole(f"heal.{word}_food")
    if not pay(doing, food=food):
        return False
    spend(doing, group, wizard)
    points = doing.tables.value(f"heal.{word}") - (doing.tables.value("heal.again") if times.get(group.id) else 0)
    times[group.id] = times.get(group.id, 0) + 1
    group.attrition = max(round(group.attrition - points, 2), 0)
    return doing.done(f"attrition of {group.id} is now {group.attrition:g} percent", food=food)


@ORDERS.effect("hide_group")
def hide(doing: Doing) -> bool:
    """821, 822: its size is masked. 845 to 847: it is invisible. Both until the battles of the next turn are over."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    word, how = doing.tables.spells[doing.order.number].largest_group, _HIDES[doing.order.number]
    most = largest(doing.tables, word)
    if most is not None and group.size > most:
        return doing.fail(f"{group.id} has {group.size} brigades; {doing.order.number} hides at most {most}.")
    spend(doing, group, wizard)
    group.hidden = how
    return doing.done(f"{group.id} is {how}")


def largest(tables: Edition, word: str) -> int | None:
    """How many brigades a group of a size has at most; None for any number."""
    return next(one.brigades_high for one in tables.size_words if one.word == word)


def show(turn: Turn) -> None:
    """Masks and invisibility of the turn before are over when groups have fought and ridden out (ruling 29)."""
    for id, group in sorted(turn.world.groups.items()):
        if group.hidden:
            group.hidden = ""
            turn.tell_kingdoms("hiding-over", (group.kingdom,), group=id)


@ORDERS.effect("summon_brigade")
def summon(doing: Doing) -> bool:
    """860 to 866: brigades come out of a terrain, up to a number in a group."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    tables = doing.tables
    row, terrain = tables.summons[doing.order.number], tables.areas[group.area].terrain
    if terrain != row.terrain:
        return doing.fail(f"{row.creature} come in {row.terrain}; {group.id} stands in {terrain} ({group.area}).")
    if not _fits(doing, group, row.brigade_code, row.brigades_per_cast, row.max_per_group):
        return False
    spend(doing, group, wizard)
    group.brigades[row.brigade_code] = group.brigades.get(row.brigade_code, 0) + row.brigades_per_cast
    doing.tell("summoned", group=group.id, area=group.area, creature=row.creature, brigades=row.brigades_per_cast)
    return doing.done(f"{row.creature} joined {group.id}")


def _fits(doing: Doing, group: Group, kind: str, number: int, most: int) -> bool:
    """False after a failure where a group cannot have so many more brigades of a kind."""
    if group.brigades.get(kind, 0) + number > most:
        return doing.fail(f"{group.id} has {group.brigades[kind]} {kind}; {most} in a group is the most.")
    kinds = doing.tables.whole("group.brigade_types")
    if kind not in group.brigades and len(group.brigades) >= kinds:
        return doing.fail(f"{group.id} has {len(group.brigades)} kinds of brigades, the most there may be.")
    return True


@ORDERS.effect("transform_wizard")
def transform(doing: Doing) -> bool:
    """870, 871: the wizard is a wraith or a lich for good. He cannot die, and his power is bound."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    form = _FORMS[doing.order.number]
    if wizard.form:
        return doing.fail(f"{wizard.name} is a {wizard.form} already, for good.")
    spend(doing, group, wizard)
    wizard.form = form
    wizard.power = min(wizard.power, doing.tables.whole(f"{form}.power"))
    doing.tell("transformed", wizard=wizard.name, group=group.id, form=form, power=wizard.power)
    return doing.done(f"{wizard.name} is a {form} of power {wizard.power}")


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


@ORDERS.effect("cast_on_region")
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

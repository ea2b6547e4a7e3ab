"""Wizards who learn: power and its spells, what is hidden, what is far away.

- Wizards who gain power: research (799), the Rite of the Magi (800), and the lists of spells that come with it
  (AC-23-03..08, AC-23-14..24, ruling 48).
- Spells that show what is hidden: centers (751) and groups (761) of a region, and the power of an artifact (796; AC-06-109,
  ruling 49).
- Seeing from afar: ravens (888), the spell Locate (855), Palantirs (972) (AC-06-108, rulings 7 and 49).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.orders.acting import able, caster, spend
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.orders.magic.enchantments import warded
from postern.rulesets.alamaze.orders.magic.sightings import artifact_power
from postern.rulesets.alamaze.rules.effects import Asked, artifact_key, happens, place_of, rows
from postern.rulesets.alamaze.rules.groups import end_if_empty, size_word
from postern.rulesets.alamaze.rules.regions import centers_in
from postern.rulesets.alamaze.rules.sight import report, see_group
from postern.rulesets.alamaze.turn import NOT_YOURS, Doing, Turn, pay
from postern.rulesets.alamaze.world.records import (
    Center,
    CenterMemory,
    Figure,
    Group,
    GroupMemory,
    Kingdom,
    Place,
    Wizard,
    World,
)

RESEARCH, RITE = 799, 800


def research_chance(world: World, code: str, power: int) -> int:
    """The chance in percent to reach a power: sure up to the kingdom's potential, then less and less (AC-23-03, AC-23-08)."""
    potential = world.tables.kingdoms[code].magic_potential
    return world.tables.potentials[potential].beyond(power - potential)


@ORDERS.effect()
def research(doing: Doing) -> bool:
    """799: the wizard's own power rises by one, at the price of the new power, paid also for a failure."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    power, row = wizard.power + 1, doing.tables.kingdoms[doing.code]
    center = doing.world.centers.get(group.area)
    if not _may_rise(doing, wizard, power):
        return False
    if center is None or center.owner != doing.code or center.destroyed:
        return doing.unsure(f"{group.id} is in no center of ours ({group.area}) when it runs.", "Research needs one.")
    cost, percent = row.research_gold_per_level * power, research_chance(doing.world, doing.code, power)
    if not pay(doing, cost):
        return False
    spend(doing, group, wizard)
    if happens(doing.turn, percent, "research", doing.code, wizard.code):
        wizard.power = power
        doing.tell("researched", wizard=wizard.name, group=group.id, power=power)
        return doing.done(f"{wizard.name} has power {power}", cost)
    if doing.turn.expected:
        return doing.done(f"{wizard.name} tries power {power} ({percent} percent)", cost)
    doing.tell("research-failed", wizard=wizard.name, group=group.id, power=power)
    return doing.done("without success", cost)


def _may_rise(doing: Doing, wizard: Wizard, power: int) -> bool:
    """False after a failure where a power can never be reached: by a wraith or lich beyond its own, by anybody beyond all."""
    tables, row = doing.tables, doing.tables.kingdoms[doing.code]
    if wizard.form and power > tables.whole(f"{wizard.form}.power"):
        return doing.fail(f"{wizard.name} is a {wizard.form}; power {wizard.power} is the highest for him.")
    if power > tables.whole("research.highest"):
        return doing.fail(f"There is no power above {wizard.power}.")
    if not research_chance(doing.world, doing.code, power):
        return doing.fail(f"Power {power} is too far beyond the potential of our kingdom ({row.magic_potential}).")
    return True


@ORDERS.effect()
def rite(doing: Doing) -> bool:
    """800: an adept becomes a wizard of power 1, anywhere; the price is paid also for a failure, which he may not survive."""
    if (found := able(doing)) is None:
        return False
    group, adept = found
    row = doing.tables.kingdoms[doing.code]
    if adept.power:
        why = f"{adept.name} is a wizard of power {adept.power} already."
        return doing.fail(why, "Research raises his power:", f"{RESEARCH} {group.id} {adept.code}")
    if not pay(doing, row.research_gold_per_level):
        return False
    spend(doing, group, adept)
    cost = row.research_gold_per_level
    if happens(doing.turn, row.rite_percent, "rite", doing.code, adept.code):
        adept.power = 1
        doing.tell("rite-completed", wizard=adept.name, group=group.id)
        return doing.done(f"{adept.name} is a wizard of power 1", cost)
    if doing.turn.expected:
        return doing.done(f"{adept.name} undergoes the rite ({row.rite_percent} percent)", cost)
    dies = happens(doing.turn, doing.tables.value("rite.failure_death_pct"), "rite death", doing.code, adept.code)
    doing.tell("rite-failed", wizard=adept.name, group=group.id, dies=dies)
    if dies:
        group.wizards.remove(adept)
        end_if_empty(doing.turn, group)
    return doing.done("the adept died" if dies else "without success", cost)


# --- lists of spells -------------------------------------------------------------------------------------------------------


def highest_power(world: World, code: str) -> int:
    """The highest power of a kingdom's wizards, 0 with adepts alone, -1 without either."""
    groups: list[Group] = world.groups_of(code)
    return max((one.power for group in groups for one in group.wizards), default=-1)


def tell_lists(turn: Turn) -> None:
    """A kingdom whose wizard is the first to reach a power gets the list of its spells (AC-06-100, AC-23-22, AC-23-23)."""
    for kingdom in turn.world.seated():
        _tell_list(turn, kingdom)


def _tell_list(turn: Turn, kingdom: Kingdom) -> None:
    highest = highest_power(turn.world, kingdom.code)
    for power in range(kingdom.spells_told + 1, highest + 1):
        spells = [f"{one.number} {one.name}" for one in turn.tables.spells_of(kingdom.code, power)]
        turn.tell_kingdoms("spell-list", (kingdom.code,), power=power, spells=spells)
    kingdom.spells_told = max(kingdom.spells_told, highest)


_TYPES = {"C": "City", "T": "Town", "V": "Village"}


@ORDERS.effect()
def unveil_centers(doing: Doing) -> bool:
    """751: all cities, towns or villages of the region where the group stands."""
    order, memory = doing.order, doing.kingdom.memory
    if order.code not in _TYPES:
        return doing.fail(f"Column C: {order.code} is no kind of center.", "Write C for cities, T for towns, V for villages.")
    if (found := caster(doing)) is None:
        return False
    region = doing.world.region_of(found[0].area)
    if doing.turn.expected:
        return doing.done("cast")
    seen = [one for one in centers_in(doing.world, region) if one.type == _TYPES[order.code]]
    for one in seen:
        known = memory.centers.setdefault(one.area, CenterMemory(doing.world.turn, one.owner))
        known.turn, known.owner = doing.world.turn, one.owner
        memory.regions[one.area] = region
    names = [f"{one.name} ({one.area})" for one in seen]
    doing.tell("centers-unveiled", region=region, type=_TYPES[order.code], number=len(seen), centers=names)
    return doing.done(f"{len(seen)} found")


@ORDERS.effect()
def unveil_groups(doing: Doing) -> bool:
    """761: all foreign groups of a size in the region. Masks and invisibility hide theirs."""
    memory, tables = doing.kingdom.memory, doing.tables
    words = {one.word.upper().replace(" ", "_"): one.word for one in tables.size_words}
    wanted = words.get(doing.order.code)
    if wanted is None:
        return doing.fail(f"Column C: {doing.order.code} is no size of groups.", f"Write one of {', '.join(words)}.")
    if (found := caster(doing)) is None:
        return False
    region = doing.world.region_of(found[0].area)
    if doing.turn.expected:
        return doing.done("cast")
    seen = []
    for id, group in sorted(doing.world.groups.items()):
        inside = group.area and doing.world.region_of(group.area) == region
        if inside and group.kingdom != doing.code and not group.hidden and size_word(tables, group.size) == wanted:
            memory.groups[id] = GroupMemory(doing.world.turn, group.area, wanted)
            seen.append(f"{id} in {group.area}")
    doing.tell("groups-unveiled", region=region, size=wanted, number=len(seen), groups=seen)
    return doing.done(f"{len(seen)} found")


@ORDERS.effect()
def learn_power(doing: Doing) -> bool:
    """796: what an artifact of ours does that lies where the wizard is, or that somebody of ours holds there."""
    if (found := able(doing)) is None:
        return False
    group, wizard = found
    key = artifact_key(doing.tables, doing.order.artifact)
    place = place_of(doing.world, key) if key else None
    if place is None or place.kingdom != doing.code:
        return doing.fail(f"We do not have the artifact {doing.order.artifact}.", code=NOT_YOURS)
    row = doing.tables.artifacts[key]
    if place.area != group.area:
        return doing.fail(f"{row.name} is in {place.area}; {group.id} is in {group.area}.", "The wizard has to be where it is.")
    spend(doing, group, wizard)
    if key not in doing.kingdom.memory.powers:
        doing.kingdom.memory.powers.append(key)
    doing.tell("artifact-power", artifact=key, number=row.short_number, name=row.name, **artifact_power(doing.turn, key))
    return doing.done(f"the power of {row.name} is known")


@dataclass
class Scried:
    """Artifacts that have shown an area in this turn."""

    used: set[str] = field(default_factory=set)


@ORDERS.effect()
def raven(doing: Doing) -> bool:
    """888: a report as by a new agent on an area within reach of the group; nothing can go wrong."""
    group, tables, area = doing.own_group(), doing.tables, doing.order.area
    if group is None or not _on_map(doing, area):
        return False
    away, most = tables.grid.distance(group.area, area), tables.whole("scry.range")
    if away > most:
        return doing.fail(f"{area} is {away} areas from {group.id}; ravens fly at most {most}.")
    if caster(doing) is None:
        return False
    _look(doing, "a raven")
    return doing.done(f"a raven flew to {area}")


@ORDERS.effect()
def palantir(doing: Doing) -> bool:
    """972: the same of any area, by an artifact that can show it, once a turn each."""
    key = artifact_key(doing.tables, doing.order.artifact)
    place = place_of(doing.world, key) if key else None
    if place is None or place.kingdom != doing.code or place.holder is None:
        return doing.fail(f"We have no artifact {doing.order.artifact}.", code="NOT YOURS")
    name = doing.tables.artifacts[key].name
    if not any(row.source == key for row in rows(_asked(doing, place), "order_access", str(doing.order.number))):
        return doing.fail(f"{name} shows nothing.")
    if not _on_map(doing, doing.order.area):
        return False
    used = doing.turn.state(Scried).used
    if key in used:
        return doing.fail(f"{name} has shown another area this turn.")
    used.add(key)
    _look(doing, name)
    return doing.done(f"{name} showed {doing.order.area}")


def _asked(doing: Doing, place: Place) -> Asked:
    holder = place.holder
    return Asked(
        doing.world,
        doing.code,
        group=holder if isinstance(holder, Group) else None,
        figure=holder if isinstance(holder, Figure) else None,
        center=holder if isinstance(holder, Center) else None,
    )


def _on_map(doing: Doing, area: str) -> bool:
    return area in doing.tables.areas or doing.fail(f"There is no area {area}.")


def _look(doing: Doing, by: str) -> None:
    if not doing.turn.expected:
        report(doing.turn, doing.kingdom, doing.order.area, doing.tables.agent_value("scry_level"), by, [])


@ORDERS.effect("locate_artifact")
def locate(doing: Doing) -> bool:
    """855: the area of a group, or of a figure; an invisible group or a warded figure is not found."""
    order = doing.order
    if order.code not in ("G", "E"):
        return doing.fail(f"{order.code} is neither G, a group, nor E, a figure.")
    if order.code == "E" and doing.other_kingdom() is None:
        return False
    if caster(doing) is None:
        return False
    if doing.turn.expected:
        return doing.done("cast")
    area = _group_area(doing) if order.code == "G" else _figure_area(doing)
    doing.tell("located", target=order.target, of=order.kingdom, area=area)
    return doing.done(f"{order.target} is in {area}" if area else f"{order.target} not found")


def _group_area(doing: Doing) -> str:
    group = doing.world.groups.get(doing.order.target)
    if group is None or group.hidden == "invisible":
        return ""
    if group.area and group.kingdom != doing.code:
        see_group(doing.turn, doing.kingdom, group)
    return group.area


def _figure_area(doing: Doing) -> str:
    code, kingdom = doing.order.target, doing.order.kingdom
    figure = doing.turn.kingdom(kingdom).figures.get(code)
    return "" if figure is None or warded(doing.turn, kingdom, code) else figure.area

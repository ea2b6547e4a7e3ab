"""Wizards who gain power: research (799), the Rite of the Magi (800), and the lists of spells that come with it (AC-23-03..08,
AC-23-14..24, ruling 48)."""

from __future__ import annotations

from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.group_end import end_if_empty
from postern.rulesets.alamaze.magic.casting import able, spend
from postern.rulesets.alamaze.treasury import pay
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Group, Kingdom, Wizard, World

RESEARCH, RITE = 799, 800


def research_chance(world: World, code: str, power: int) -> int:
    """The chance in percent to reach a power: sure up to the kingdom's potential, then less and less (AC-23-03, AC-23-08)."""
    potential = world.tables.kingdoms[code].magic_potential
    return world.tables.potentials[potential].beyond(power - potential)


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


HANDLERS: Handlers = {RESEARCH: research, RITE: rite}

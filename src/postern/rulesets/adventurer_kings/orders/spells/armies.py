"""Spells for the caster and the armies that he leads, and those that bring him armies."""

from __future__ import annotations

from postern.game.kit.orders.digits import is_number
from postern.game.kit.report.telling import listed
from postern.rulesets.adventurer_kings.orders.spells.casting import Casting, Deed, raised_army, spell, tell
from postern.rulesets.adventurer_kings.rules.abilities.levels import power
from postern.rulesets.adventurer_kings.rules.endings import follow
from postern.rulesets.adventurer_kings.tables import SEA, TABLES
from postern.rulesets.adventurer_kings.world import Army


@spell("OR")
@spell("PH")
@spell("DI")
@spell("VE")
def for_the_year(casting: Casting) -> Deed:
    """It stays with the caster until the end of the year, at the highest level at which it was cast (AK-D4.2-06, 09)."""

    def deed() -> None:
        spells = casting.doing.who.spells
        spells[casting.spell.code] = max(casting.level, spells.get(casting.spell.code, 0))

    return deed


@spell("WI")
def favorable_winds(casting: Casting) -> Deed:
    """Two naval movement points more for the armies led, once a year (AK-D4.24-02)."""
    who = casting.doing.who
    if casting.spell.code in who.spells:
        casting.fail("TWICE", f"{casting.spell.name} is with {who.name} already this year.", "Cast it again next year.")
    return for_the_year(casting)


@spell("IT")
def illusory_terrain(casting: Casting) -> Deed:
    """Battles of the caster are fought half as in the land terrain that he names (AK-D4.23-04)."""
    lands = {name.upper(): name for name in TABLES.terrains if name != SEA}
    named = lands.get(casting.target.strip().upper())
    if named is None:
        wanted = f"{casting.target[:20]} is no land terrain" if casting.target else "It needs a land terrain"
        casting.fail("TERRAIN", f"{wanted}; there are {listed([*lands.values()])}.", "You could write", next(iter(lands)))
    keep = for_the_year(casting)

    def deed() -> None:
        keep()
        casting.doing.who.illusion = named

    return deed


@spell("HW")
def holy_war(casting: Casting) -> Deed:
    """Make all armies led fanatical until the end of the year (AK-D2.0-11)."""
    kingdom = casting.doing.kingdom
    if "unholy" in TABLES.alignments[kingdom.alignment].traits:
        casting.fail("ALIGNMENT", f"{casting.spell.name} has no effect for a kingdom that is {kingdom.alignment}.")
    return for_the_year(casting)


@spell("DO")
def domination(casting: Casting) -> Deed:
    """An enemy army in the province joins the caster (AK-D2.0-12, AK-D4.2-08)."""
    doing = casting.doing
    here = {one.id: one for one in doing.turn.enemies(doing.kingdom.code, doing.who.province)}
    wanted = casting.target.strip(" #")
    army = here.get(int(wanted)) if is_number(wanted) else None
    if army is None:
        there = ", ".join(f"{one.id} ({one.kind.name})" for one in here.values())
        remedy = f"Enemy armies there: {there}." if there else "No enemy army is there."
        why = f"{casting.spell.name} needs the number of an enemy army in {doing.turn.place(doing.who.province)}."
        casting.fail("WHICH ARMY", why, remedy, str(next(iter(here), "")))
    return lambda: _dominate(casting, army)


def _dominate(casting: Casting, army: Army) -> None:
    doing, before = casting.doing, army.owner
    follow(army, doing.who)
    facts = {"army": army.id, "title": army.title, "before": before}
    tell(casting, "dominated", doing.who.province, **facts)


@spell("EL")
def summon_elemental(casting: Casting) -> Deed:
    """Call up an army that serves until the end of the year (AK-D2.0-14)."""
    doing = casting.doing
    if doing.here.at_sea:
        casting.fail("TERRAIN", f"{doing.turn.place(doing.who.province)} is Sea; it rises on land.", "Go ashore first.")

    def deed() -> None:
        kind = next(one for one in TABLES.armies.values() if "summoned" in one.traits)
        facts = {"race": kind.race, "type": kind.code, "quality": casting.spell.quality}
        army = raised_army(doing, **facts)
        doing.tell("summoned", army=army.id, title=army.title)

    return deed


@spell("AN")
def animate_skeletons(casting: Casting) -> Deed:
    """Up to caster level armies that were destroyed here rise, the strongest first (AK-D4.25-01)."""
    doing = casting.doing
    lying = sorted(doing.here.remains, key=lambda one: -TABLES.armies[one.type].attack)[: casting.level]
    if not lying and not doing.turn.expected:
        where = doing.turn.place(doing.who.province)
        casting.fail("NO REMAINS", f"No destroyed army lies in {where}.", "Go where a battle was fought on land.")

    def deed() -> None:
        strong = power(doing.who, "average_skeletons")
        quality = TABLES.number("skeleton_quality_power" if strong else "skeleton_quality")
        raised = []
        for one in lying:
            doing.here.remains.remove(one)
            raised.append(raised_army(doing, race=one.race, type=one.type, quality=quality, skeletal=True).title)
        doing.tell("skeletons raised", armies=raised)

    return deed

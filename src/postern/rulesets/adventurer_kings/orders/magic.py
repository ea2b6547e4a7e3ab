"""Magic: the orders Cast and Use (sections 3.10, 3.11). What each spell does stands in ``spells``."""

from __future__ import annotations

from fractions import Fraction

from postern.game.kit.report.telling import listed
from postern.rulesets.adventurer_kings.orders.acting import effect
from postern.rulesets.adventurer_kings.orders.heroes import carried
from postern.rulesets.adventurer_kings.orders.spells.casting import SPELLS, Casting, Impossible
from postern.rulesets.adventurer_kings.orders.spells.minds import uncover
from postern.rulesets.adventurer_kings.orders.types import Cast, Use
from postern.rulesets.adventurer_kings.rules.abilities.levels import experience, level, office, power, trait
from postern.rulesets.adventurer_kings.tables import GRID, TABLES, Item, Spell
from postern.rulesets.adventurer_kings.turn import Doing, clamped
from postern.rulesets.adventurer_kings.world import Character, World


def castable(world: World, who: Character) -> list[Spell]:
    """Return the action and battle spells that a character can cast: those of at most his level in their school, secret ones by
    his skill alone (AK-D4.2-01, AK-D2.0-02)."""
    return [one for one in TABLES.spells.values() if one.kind != "encounter" and level_for(world, who, one) >= one.level]


def level_for(world: World, who: Character, spell: Spell) -> int:
    """Return the level of a character that opens a spell to him."""
    return who.skills.get(spell.school, 0) if spell.secret else level(world, who, spell.school)


def spell_chance(world: World, who: Character, spell: Spell, cast_at: int) -> Fraction:
    """Return the chance in percent that an action or battle spell succeeds at a caster level (AK-D4.2-02): 50%, and 15% for
    each level above that of the spell, with an Order of Magicians and the offices that help (AK-D10.1-02); at most 95%.
    Resurrection has a base of its own (AK-D4.21-03)."""
    total = spell.base or TABLES.number("spell_pct")
    total += (spell.each or TABLES.number("spell_pct_per_level")) * (cast_at - spell.level)
    total += TABLES.number("magician_spell_pct") * trait(world.of(who), "magicians")
    total += TABLES.number("office_spell_pct") * (
        office(world, who, "AM") + (office(world, who, "HP") and spell.school == "WH")
    )
    return clamped(total, 0, TABLES.number("spell_max_pct"))


@effect(Cast)
def cast(doing: Doing, order: Cast) -> bool:
    """Cast an action or battle spell (AK-D3.10-01); whether it succeeds or not, its school is practised (AK-3.19-07)."""
    world, who = doing.world, doing.who
    spell = TABLES.spells.get(order.spell or "")
    able = castable(world, who)
    codes = listed([f"{one.code} ({one.name})" for one in able])
    can = f"{who.name} can cast {codes or 'no action or battle spell'}."
    if order.spell is None:
        return doing.fail("WHICH SPELL", "CA needs the code of a spell.", can, f"CA {able[0].code}" if able else "")
    if spell is None:
        return doing.fail("NO SPELL", f"There is no spell {order.spell[:20]}.", can, f"CA {able[0].code}" if able else "")
    if spell.kind == "encounter":
        why = f"{spell.name} is a spell of encounters."
        return doing.fail("ENCOUNTER", why, f"Write CA-{spell.code} in a plan. {can}")
    if spell not in able:
        own, school = level_for(world, who, spell), TABLES.abilities[spell.school].name
        kind = "skill" if spell.secret else "level"
        return doing.fail("LEVEL", f"{spell.name} needs {school} {kind} {spell.level}, and {who.name} has {own}.", can)
    cast_at = level(world, who, spell.school)
    done = _carry_out(Casting(doing, spell, order.target or "", cast_at, _chance(doing, spell, cast_at)))
    if done:
        experience(doing.turn, who, "cast", spell.school)
    return done


def _chance(doing: Doing, spell: Spell, cast_at: int) -> Fraction | int:
    """The chance in percent: by the formula of all spells, but for Domination (AK-D4.2-08) and a master's Resurrection
    (AK-D2.0-11)."""
    if spell.code == "DO":
        return TABLES.number("domination_pct_per_level") * cast_at
    if spell.code == "RE" and power(doing.who, "sure_resurrection"):
        return TABLES.number("sure_pct")
    return spell_chance(doing.world, doing.who, spell, cast_at)


def _carry_out(casting: Casting) -> bool:
    """What the spell is to do is settled first, and done when it succeeds; False where it is impossible."""
    doing, spell = casting.doing, casting.spell
    try:
        deed = SPELLS[spell.code](casting)
    except Impossible:
        return False
    thrown = doing.turn.throw(casting.chance, "spell", doing.who.id)
    facts = {"spell": spell.name, "school": TABLES.abilities[spell.school].name, "level": casting.level}
    doing.tell("cast", item=casting.item.name if casting.item else "", target=casting.target, **facts, **thrown.told())
    if thrown:
        deed()
    return True


@effect(Use)
def use(doing: Doing, order: Use) -> bool:
    """Use an item that he carries: it casts its spell at its own level, or is a map (AK-D3.11-01, AK-DM-33 to 42)."""
    who, item = doing.who, TABLES.items.get(order.item)
    if item is None or item.number not in who.items:
        what = f"item {order.item}{f' ({item.name})' if item else ''}"
        return doing.fail("NO ITEM", f"{who.name} does not carry {what}.", f"He carries {carried(who)}.")
    spell = TABLES.spells.get(item.spell)
    if (spell and spell.kind == "encounter") or item.kind == "potion":
        return doing.fail("ENCOUNTER", f"{item.name} works in encounters.", f"Write US-{item.number} in a plan.")
    if spell:
        return _cast_by(doing, item, spell, order.target or "")
    if item.kind != "scroll":
        return doing.fail("BY ITSELF", f"{item.name} works by itself: {item.words}.", "He needs no order for it.")
    who.items.remove(item.number)
    found = [name for place in (who.province, *GRID.neighbours(who.province)) for name in uncover(doing, place)]
    doing.tell("map read", item=item.name, found=found)
    return True


def _cast_by(doing: Doing, item: Item, spell: Spell, target: str) -> bool:
    """By an item's spell, once a year or as often as wanted; a scroll is used up by it, and has a chance of its own."""
    who = doing.who
    if item.use == "once_per_year" and item.number in who.used_items:
        return doing.fail("USED", f"{item.name} works once a year, and {who.name} has used it this year.", "Use it next year.")
    used_up = item.use == "used_up"
    cast_at = item.spell_level or spell.level
    chance = TABLES.number("scroll_pct") if used_up else spell_chance(doing.world, who, spell, cast_at)
    if not _carry_out(Casting(doing, spell, target, cast_at, chance, item)):
        return False
    if used_up:
        who.items.remove(item.number)
    elif item.use == "once_per_year":
        who.used_items.append(item.number)
    return True

"""Spells and items in an encounter: whether they work, and what they do."""

from __future__ import annotations

from postern.rulesets.adventurer_kings.rules.encounters.fighters import Encounter, Fighter
from postern.rulesets.adventurer_kings.rules.encounters.odds import spell_chance, spell_damage, spell_die
from postern.rulesets.adventurer_kings.rules.plans import Tactic
from postern.rulesets.adventurer_kings.tables import TABLES, Spell
from postern.rulesets.adventurer_kings.turn import throw

KILL_HIT_POINTS = 30


def harm(meeting: Encounter, foe: Fighter, damage: int) -> None:
    """A fighter takes damage; at none left he dies, and with that it ends (AK-P5.0-05), but for him whom an item saves with
    1 hit point, as if he had fled (AK-DM-39)."""
    foe.hit_points -= damage
    foe.hurt = foe.wounded = True
    if foe.hit_points > 0 or meeting.outcome:
        return
    saved = next((item for item in foe.items if "saves_life" in item.traits), None)
    if foe.who and saved:
        foe.who.items.remove(saved.number)
        foe.hit_points = 1
        meeting.end("saved", foe)
    else:
        foe.hit_points = 0
        meeting.end("slain", foe)


def cast(meeting: Encounter, me: Fighter, tactic: Tactic) -> bool:
    """Cast a spell of the own magic, or an item's with the item's level (AK-D4.2-03, AK-D4.2-07, AK-D4.2-10); return whether it
    worked. A hurt caster loses it with 50% (AK-D4.2-05, AK-P4.2-10)."""
    if tactic.code == "US":
        item = TABLES.items[int(tactic.what)]
        me.used.add(item.number)
        spell, level = TABLES.spells[item.spell], item.spell_level
    else:
        spell = TABLES.spells[tactic.what]
        level = me.magic[spell.school]
        me.cast[spell.school] += 1
        me.attempted["CA", spell.school] = None
    if me.hurt and (lost := throw(meeting.stream, TABLES.number("interrupted_pct"))):
        meeting.tell(me, tactic, "interrupted", lost)
        return False
    thrown = throw(meeting.stream, spell_chance(me, spell, level))
    word, damage = _work(meeting, me, spell, level) if thrown else ("fizzled", 0)
    meeting.tell(me, tactic, word, thrown, damage)
    return bool(thrown)


def _work(meeting: Encounter, me: Fighter, spell: Spell, level: int) -> tuple[str, int]:
    """What a spell does, as a word for reports and its damage (AK-D4.21-01 to AK-D4.25-05)."""
    foe, stream = meeting.other(me), meeting.stream
    match spell.code:
        case "SH" | "IN":
            me.spells.add(spell.code)
            return "shielded" if spell.code == "SH" else "unseen", 0
        case "MI":
            me.images += stream.between(1, 3)
            return "images", 0
        case "CH":
            if foe.undead:
                return "no effect", 0
            meeting.end("charmed", me if meeting.why == "duel" else None)
            return "charmed", 0
        case "FE":
            if foe.undead or foe.temper.rage:
                return "no effect", 0
            foe.afraid = True
            return "afraid", 0
        case "KI":
            if foe.undead or (foe.monster and foe.full > KILL_HIT_POINTS):
                return "no effect", 0
            if not throw(stream, 10 * level):
                return "lived", 0
            damage = foe.hit_points
            harm(meeting, foe, damage)
            return "killed", damage
        case "PW" if foe.undead and not throw(stream, 50):
            return "no effect", 0
    die = spell_die(spell, foe)
    if not die:
        return "no effect", 0
    damage = spell_damage(spell, level, foe, stream.between(1, die))
    harm(meeting, foe, damage)
    if spell.code == "PW":
        foe.dazed = True
        return "dazed", damage
    if spell.code == "DR":
        me.hit_points = min(me.full, me.hit_points + damage // 2)
        return "drained", damage
    return "struck", damage


def use(meeting: Encounter, me: Fighter, tactic: Tactic) -> None:
    """Use an item: its spell, or the potion that restores all hit points and is used up (AK-DM-40)."""
    item = TABLES.items[int(tactic.what)]
    if item.spell:
        cast(meeting, me, tactic)
        return
    me.used.add(item.number)
    me.hit_points = max(me.hit_points, me.full)
    if me.who:
        me.who.items.remove(item.number)
    meeting.tell(me, tactic, "healed")


def unusable(me: Fighter, tactic: Tactic) -> str:
    """Return why an item cannot be used now, "" where it can: each once an encounter (AK-D4.2-07)."""
    item = TABLES.items.get(int(tactic.what))
    if item is None or me.who is None or item.number not in me.who.items:
        return "not carried"
    if item.number in me.used:
        return "used"
    spell = TABLES.spells.get(item.spell)
    if "heals" in item.traits or (spell and spell.kind == "encounter" and (spell.code != "KI" or me.starts)):
        return ""
    return "useless"

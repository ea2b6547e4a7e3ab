"""The arithmetic of encounters: chances to hit, to cast, to flee and to be spared, damage, and what tempers make of it."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.adventurer_kings.rules.abilities.levels import steps_between
from postern.rulesets.adventurer_kings.rules.encounters.fighters import Fighter, Range
from postern.rulesets.adventurer_kings.rules.plans import Tactic
from postern.rulesets.adventurer_kings.tables import TABLES, Spell
from postern.rulesets.adventurer_kings.turn import clamped

_DODGES = {"Slow": 0, "Medium": 5, "Fast": 10}
_OUTRUN = {"Slow": 20, "Medium": 0, "Fast": -10}
_STRONGER = {"ME": (3, 6, 9), "FI": (2, 4, 7)}
"""The levels from which a blow or an arrow does 1 damage more."""


def hit_chance(me: Fighter, foe: Fighter, how: str) -> Fraction:
    """Return the chance to hit with ME or FI (AK-D5.3-01, AK-D5.2-01, AK-D5.2-02), with tempers (AK-2.4-06 to 08), items,
    spells, the Order of Duelists (AK-D5.0-09) and the Bestiary (AK-D4.35-26)."""
    if how == "ME":
        chance = 50 + 10 * (me.melee - foe.melee) + me.temper.elan - (me.temper.cowed if foe.temper.rage else 0)
        chance += sum(item.hit_by_melee for item in foe.items)
    else:
        chance = (40 if me.monster else 50) + 10 * me.archery - _DODGES[foe.speed]
        chance += sum(item.hit_by_arrow for item in foe.items)
    chance += foe.temper.parry + sum(TABLES.spells[code].enemy_to_hit for code in foe.spells)
    chance += TABLES.number("duelist_hit_pct") if "duelists" in me.traits and foe.who else 0
    chance += me.beast_bonus if foe.monster else 0
    return clamped(chance, 10, 95)


def blow_die(me: Fighter, how: str) -> int:
    """Return the die of a blow (AK-D5.3-02, AK-D5.2-01, AK-D5.2-02)."""
    if me.monster:
        return me.monster.damage if how == "ME" else me.monster.missile_damage
    return 6


def wound(me: Fighter, foe: Fighter, how: str, face: int) -> int:
    """Return the damage of a hit whose die shows this face: more by level and weapon, doubled by what smites undead, 1 less
    against armor that softens blows (AK-D5.3-02, AK-DM-10, AK-DM-18)."""
    if me.who:
        skill = me.melee if how == "ME" else me.archery
        face += sum(skill >= least for least in _STRONGER[how])
        face += me.weapon if how == "ME" else 0
    if how == "ME" and foe.undead and "smites_undead" in me.traits:
        face *= 2
    return max(1, face - ("softens_blows" in foe.traits))


def blows(me: Fighter, how: str, reach: Range = "Bow") -> int:
    """Return how many blows or arrows one tactic is (AK-D2.0-09, AK-D2.0-10)."""
    twice = "two_blows" in me.traits if how == "ME" else reach == "Bow" and "two_arrows" in me.traits
    return 2 if twice else 1


def spell_chance(me: Fighter, spell: Spell, level: int) -> Fraction:
    """Return the chance of an encounter spell (AK-D4.2-03): a Pagan kingdom and the Arch-Mage 10 more, the High Priest with
    White Magic (AK-D10.1-02)."""
    chance = 50 + 10 * (level - spell.level)
    chance += TABLES.number("magician_spell_pct") if "magicians" in me.traits else 0
    offices = ("AM" in me.traits) + ("HP" in me.traits and spell.school == "WH")
    return clamped(chance + offices * TABLES.number("office_spell_pct"), 0, 95)


def spell_die(spell: Spell, foe: Fighter) -> int:
    """Return the die of a spell's damage against this opponent, 0 where it does none: what only harms undead and Evil, and what
    drains life that undead have not."""
    if spell.code == "HS":
        return spell.die if foe.undead else TABLES.number("holy_symbol_evil_die") if foe.is_("evil") else 0
    return 0 if spell.code == "DR" and foe.undead else spell.die


def spell_damage(spell: Spell, level: int, foe: Fighter, face: int) -> int:
    """Return the damage of a spell whose die shows this face (AK-D4.21-01, AK-D4.22-01, AK-D4.24-01, AK-D4.24-03, AK-D4.25-02);
    who is fireproof takes half of a Fireball, rounded up."""
    plain = spell.code == "HS" and not foe.undead
    damage = face + (0 if plain else -int(-spell.per_level * level // 1))
    return -(-damage // 2) if spell.code == "FB" and "fireproof" in foe.traits else damage


def castable(me: Fighter, spell: Spell) -> bool:
    """Return whether he may cast it by his own level, once more in this encounter (AK-D4.2-01, AK-D4.2-04), and not Kill Enemy
    where the other side began (AK-P5.10-06)."""
    level = me.magic.get(spell.school, 0)
    return level >= spell.level and me.cast[spell.school] <= level and (spell.code != "KI" or me.starts)


def generated(me: Fighter, foe: Fighter, reach: Range = "Bow") -> Tactic:
    """Return the tactic that the computer chooses (AK-D5.0-06): the damage spell of the highest level whose school is better
    than Archery and Melee, arrows where Archery is better, else melee. At Bow range it is his main attack."""
    arms = max(me.archery, me.melee)
    spells = [
        (one.level, me.magic[one.school], one.code)
        for one in TABLES.spells.values()
        if one.kind == "encounter" and me.magic.get(one.school, 0) > arms and castable(me, one) and spell_die(one, foe)
    ]
    if spells:
        return Tactic("CA", max(spells)[2])
    shoots = reach == "Bow" or (reach == "Spell" and "far_arrows" in me.traits)
    return Tactic("FI" if me.archery > me.melee and shoots else "ME")


def main_attack(me: Fighter, foe: Fighter) -> tuple[Fraction, list[int]]:
    """Return the chance of the main attack (of a monster its melee), and the damage of a round by the faces of its die."""
    one = Tactic("ME") if me.monster else generated(me, foe)
    if one.code == "CA":
        spell = TABLES.spells[one.what]
        level, die = me.magic[spell.school], spell_die(spell, foe)
        return spell_chance(me, spell, level), [spell_damage(spell, level, foe, face) for face in range(1, die + 1)]
    many, die = blows(me, one.code), blow_die(me, one.code)
    return hit_chance(me, foe, one.code), [many * wound(me, foe, one.code, face) for face in range(1, die + 1)]


def expected_damage(me: Fighter, foe: Fighter) -> Fraction:
    """Return the mean damage a round of the main attack, misses counted."""
    chance, wounds = main_attack(me, foe)
    return chance / 100 * Fraction(sum(wounds), len(wounds))


def most_damage(me: Fighter, foe: Fighter) -> int:
    """Return the most damage of one round of the main attack."""
    return max(main_attack(me, foe)[1])


def rounds_needed(me: Fighter, foe: Fighter) -> int:
    """Return how many rounds he needs on the average to kill the other (AK-D5.6-02)."""
    return -int(-foe.hit_points // expected_damage(me, foe))


def refuse_chance(me: Fighter, foe: Fighter) -> Fraction:
    """Return the chance to refuse combat, 0 for Kings (AK-D5.6-03, AK-2.4-14)."""
    least, most = me.temper.refuse_least, me.temper.refuse_most
    if me.king or not most:
        return Fraction(0)
    mine, his = rounds_needed(me, foe), rounds_needed(foe, me)
    share = Fraction(mine, mine + his)
    return least + (most - least) * share if me.temper.begs else max(Fraction(least), most * share)


def in_danger(me: Fighter, foe: Fighter, round_: int) -> bool:
    """Return whether his temper makes him flee now, without the throw of a hurt coward (AK-D5.6-02, AK-2.4-01 to 04)."""
    flight = me.temper.flight
    deadly = most_damage(foe, me) * (2 if flight == "any" and round_ > 1 else 1) >= me.hit_points
    if flight != "odds":
        return bool(flight) and deadly
    return deadly and rounds_needed(me, foe) > rounds_needed(foe, me) and main_attack(foe, me)[0] >= 30


def flee_chance(me: Fighter, foe: Fighter, reach: Range) -> Fraction:
    """Return the chance of flight (AK-D5.6-01, AK-2.4-09)."""
    speed = _OUTRUN[foe.speed] if foe.monster else 0
    return clamped(50 + speed + me.temper.flee - (10 if reach == "Melee" else 0), 10, 95)


def beg_chance(me: Fighter, foe: Fighter) -> Fraction:
    """Return the chance that a coward is spared (AK-D5.6-04, AK-2.4-11)."""
    return clamped(55 + (15 if foe.is_("merciful") else 0) - 5 * steps_between(me.alignment, foe.alignment), 10, 90)


def closing_chance(one: Fighter, other: Fighter) -> int:
    """Return the chance in percent that Bow range closes to Melee: by the faster side (AK-D5.0-04)."""
    fastest = next(speed for speed in ("Fast", "Medium", "Slow") if speed in (one.speed, other.speed))
    return TABLES.number(f"closing_{fastest.lower()}_pct")

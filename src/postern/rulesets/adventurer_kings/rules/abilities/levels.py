"""Levels of characters (chapters 2 and 4): what skill, items, inventions and offices come to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from postern.rulesets.adventurer_kings.tables import TABLES, Item
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Army, Character, Kingdom, World

ONE_OF_A_KIND = ("weapon", "armor", "cloak", "boots", "helm")
"""Of items of one such kind a bearer uses the best alone (AK-DM-01)."""
BLADES = ("weapon", "artifact")
"""The kinds of swords and axes."""
MOST = 9


def worn(who: Character) -> list[Item]:
    """Return the items from which a character benefits (AK-DM-01): of weapons, armors, cloaks, boots and helms the best one of
    each kind, and all others. Of what raises Melee ``blade`` alone counts for it."""
    found: dict[object, Item] = {}
    for item in sorted((TABLES.items[number] for number in set(who.items)), key=_worth):
        found.setdefault(item.kind if item.kind in ONE_OF_A_KIND else item.number, item)
    return sorted(found.values(), key=lambda item: item.number)


def blade(who: Character) -> Item | None:
    """Return the one sword or axe that counts for Melee (AK-DM-01): that of most levels, then of the lower number."""
    blades = [item for item in worn(who) if item.kind in BLADES and "ME" in (item.levels or {})]
    return min(blades, key=lambda item: (-(item.levels or {})["ME"], item.number), default=None)


def _worth(item: Item) -> tuple[int, int]:
    return -sum((item.levels or {}).values()), item.number


def skill(who: Character, ability: str) -> int:
    """Return the skill of a character with his alignment's +1 (AK-P2.1-06), without items and inventions."""
    own = TABLES.alignments[who.alignment]
    return who.skills.get(ability, 0) + (1 if who.king and own.bonus == ability else 0)


def level(world: World, who: Character, ability: str) -> int:
    """Return the effective level of a character in an ability (AK-D2.0-02): skill, items, inventions and alignment."""
    own = who.skills.get(ability, 0)
    if not own and not who.aptitudes.get(ability, 0):
        return 0
    hand = blade(who)
    helpful = (item for item in worn(who) if ability in (item.levels or {}) and _helps(item, ability, own, hand))
    total = skill(who, ability) + sum((item.levels or {})[ability] for item in helpful)
    return total + sum(_invented(world.of(who), ability, own))


def _helps(item: Item, ability: str, own: int, hand: Item | None) -> bool:
    """A bow of accuracy needs a bowman (AK-DM-17), artifacts do not; in Melee one sword or axe helps."""
    if ability == "ME":
        return item is hand or item.kind not in BLADES
    return own > 0 or ability != "AR" or item.kind == "artifact"


def _invented(kingdom: Kingdom | None, ability: str, own: int) -> Iterator[int]:
    for number in kingdom.inventions if kingdom else ():
        one = TABLES.inventions[number]
        if one.kind == "ability" and ability in one.applies_to and (own or TABLES.abilities[ability].group == "special"):
            yield int(one.value)


def has_invention(world: World, who: Character | Army | Kingdom, name: str) -> int:
    """Return the value in whole numbers of an invention that the kingdom has, 0 where it has it not."""
    return int(invention(world, who, name) or 0)


def invention(world: World, who: Character | Army | Kingdom, name: str) -> Fraction | None:
    """Return the value of the invention of this name that the kingdom has, None where it has it not."""
    kingdom = who if isinstance(who, Kingdom) else world.of(who)
    owned = (TABLES.inventions[number] for number in (kingdom.inventions if kingdom else ()))
    return next((one.value for one in owned if one.name == name), None)


def power(who: Character, name: str) -> bool:
    """Return whether a character has the secret power of this name: by skill, never by items (AK-D2.0-02)."""
    for ability in TABLES.abilities.values():
        if name in (ability.power_5, ability.power_8):
            return who.skills.get(ability.code, 0) >= (5 if name == ability.power_5 else 8)
    raise KeyError(name)


def office(world: World, who: Character, code: str) -> bool:
    """Return whether a character leads an office, and so has its power (AK-D10.1-02)."""
    return world.offices.get(code) == who.id


def initiative(world: World, who: Character) -> int:
    """Return the sum of all effective levels, March counted three times (AK-D2.0-03)."""
    return sum(level(world, who, ability) for ability in TABLES.abilities) + 2 * level(world, who, "MA")


def steps_between(one: str, other: str) -> int:
    """Return how many steps two alignments lie apart in the order of the table."""
    return abs(TABLES.alignments[one].place - TABLES.alignments[other].place)


def trait(kingdom: Kingdom | None, name: str) -> bool:
    """Return whether a kingdom's alignment has this trait ("magicians", "duelists", ...)."""
    return kingdom is not None and name in TABLES.alignments[kingdom.alignment].traits


def wage(who: Character, kingdom: Kingdom) -> int:
    """Return a year's pay of a Hero (AK-D2.2-07): a third of his skill levels rounded up, and 1 for each step between his
    alignment and the King's (of some Kings another one counts, AK-2.3-10), 1 less for one of the King's race; at least 1."""
    own = TABLES.alignments[kingdom.alignment]
    counted = own.hero if "pays_as_hero" in own.traits else own.name
    third = -(-sum(who.skills.values()) // 3)
    return max(1, third + steps_between(who.alignment, counted) - (who.race == kingdom.race))


def drawn(turn: Turn, table: str, *name: object) -> str:
    """Return what a throw on a table of draws gives."""
    rows = TABLES.draws[table]
    face = turn.dice("draw", table, *name).between(1, rows[0].die)
    return next(row.value for row in rows if row.first <= face <= row.last)


def experience(turn: Turn, who: Character, name: str, ability: str = "") -> bool:
    """Throw for the experience of an action or tactic of this name, for its ability or the one given; return whether he rose.
    One throw an ability and phase, encounter and action (AK-D2.0-05, AK-D3.19-01)."""
    row = TABLES.experience[name]
    learnt = ability or row.ability
    once = (turn.phase, who.id, name, learnt)
    if turn.expected or once in turn.learnt:
        return False
    turn.learnt.add(once)
    return bool(turn.throw(row.chance, "experience", who.id, name, learnt) and rise(turn, who, learnt))


def rise(turn: Turn, who: Character, ability: str) -> bool:
    """Raise a skill that is due by 1, or where the aptitude is too low perhaps that (AK-D2.0-04); tell the owner, and of a
    secret power that is reached (AK-P2.0-03). Return whether the skill rose."""
    now, aptitude = who.skills.get(ability, 0), who.aptitudes.get(ability, 0)
    name = TABLES.abilities[ability].name
    if now >= MOST or (not now and not aptitude):
        return False
    if now + 1 <= aptitude:
        who.skills[ability] = now + 1
        turn.tell_kingdom(who.kingdom, "rose", who=who.id, name=who.title, ability=name, was=now, now=now + 1)
        for threshold in (5, 8):
            if now + 1 == threshold:
                row = TABLES.abilities[ability]
                words = row.words_5 if threshold == 5 else row.words_8
                turn.tell_kingdom(who.kingdom, "power", who=who.id, name=who.title, ability=name, words=words)
        return True
    if aptitude < MOST:
        thrown = turn.throw(TABLES.aptitudes[now].rise, "aptitude", who.id, ability)
        if thrown:
            who.aptitudes[ability] = aptitude + 1
            told = {"ability": name, "was": aptitude, "now": aptitude + 1, **thrown.told()}
            turn.tell_kingdom(who.kingdom, "aptitude", who=who.id, name=who.title, **told)
    return False

"""Theft and treasure: what a thief takes from guardians and characters, and how spoils reach a kingdom."""

from __future__ import annotations

from postern.rulesets.adventurer_kings.rules.abilities.levels import level, power
from postern.rulesets.adventurer_kings.rules.abilities.spying import escape_chance
from postern.rulesets.adventurer_kings.rules.encounters.fighters import Encounter, Fighter
from postern.rulesets.adventurer_kings.rules.plans import Tactic
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import clamped, throw
from postern.rulesets.adventurer_kings.world import Character, Feature


def take_treasure(meeting: Encounter, me: Fighter, feature: Feature) -> None:
    """Items go to the character, gold to his King's treasury at once (AK-D5.9-33)."""
    meeting.items += feature.items
    me.hero.items += feature.items
    earn(meeting, me, feature.gold, "treasure")
    feature.gold, feature.items = 0, []


def earn(meeting: Encounter, me: Fighter, gold: int, kind: str) -> None:
    """Gold goes to the treasury at once, with its line in the account."""
    if gold:
        meeting.gold += gold
        meeting.turn.earn(me.realm, gold, kind, who=me.name, place=meeting.place, feature=meeting.label)


def steal(meeting: Encounter, me: Fighter, tactic: Tactic) -> bool:
    """Steal (AK-D5.5-01, AK-D5.5-02), better when unseen (AK-D4.23-01)."""
    foe, world = meeting.sides[1], meeting.turn.world
    me.attempted["ST", ""] = None
    guard = max(level(world, foe.who, "TH"), level(world, foe.who, "SP")) if foe.who else foe.melee
    skill = level(world, me.hero, "TH")
    unseen = TABLES.number("invisible_theft_pct") if "IN" in me.spells else 0
    thrown = throw(meeting.stream, clamped(25 + 15 * skill - 10 * guard + unseen, 5, 90))
    me.fate(tactic, "stolen" if thrown else "noticed", thrown)
    if not thrown:
        return False
    if foe.who:
        _rob(meeting, me, foe.who, skill)
    elif meeting.feature:
        share = -(-meeting.feature.gold // 2)
        meeting.feature.gold -= share
        earn(meeting, me, share, "treasure")
        _take_item(meeting, me, meeting.feature.items)
    meeting.end("stolen")
    return True


def _take_item(meeting: Encounter, me: Fighter, items: list[int]) -> None:
    """Take one item at random, or with the power of the highest tier (AK-D2.0-19)."""
    if not items:
        return
    best = min(items, key=lambda one: (-TABLES.items[one].tier, one))
    taken = best if power(me.hero, "choice_theft") else meeting.stream.choice(sorted(items))
    items.remove(taken)
    me.hero.items.append(taken)
    meeting.items.append(taken)


def _rob(meeting: Encounter, me: Fighter, victim: Character, skill: int) -> None:
    """What theft from a character gives (AK-D5.5-02), and whether the thief is recognized (AK-D5.5-03)."""
    turn, stream = meeting.turn, meeting.stream
    purse = turn.world.of(victim)
    if victim.king:
        gold = stream.between(1, 6) + stream.between(1, 6) + 2 * skill
        gold *= 3 if power(me.hero, "rich_theft") else 1
        if throw(stream, 25):
            _take_item(meeting, me, victim.items)
    elif victim.items:
        gold = 0
        _take_item(meeting, me, victim.items)
    else:
        gold = stream.between(1, 6) + skill
    gold = min(gold, purse.gold) if purse else 0
    known = throw(stream, 100 - escape_chance(turn.world, me.hero))
    if gold and purse:
        turn.earn(purse, -gold, "robbed", who=victim.title)
        earn(meeting, me, gold, "stolen")
    thief = {"thief": me.hero.id if known else 0, "thief_name": me.name if known else ""}
    things = [TABLES.items[one].name for one in meeting.items]
    facts = {"who": victim.id, "name": victim.title, "place": meeting.place, "items": list(meeting.items), "things": things}
    code = me.hero.kingdom if known else ""
    turn.tell_kingdom(victim.kingdom, "robbed", gold=gold, kingdom=code, **facts, **thief)

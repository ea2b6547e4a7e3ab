"""Random monsters that meet travellers (AK-1.6-07 to 10, AK-D1.6-04 to 06)."""

from __future__ import annotations

from fractions import Fraction

from postern.game.chance import Stream
from postern.rulesets.adventurer_kings.rules.abilities.levels import level, power, worn
from postern.rulesets.adventurer_kings.rules.creation import hit_points
from postern.rulesets.adventurer_kings.rules.encounters.course import run
from postern.rulesets.adventurer_kings.rules.encounters.fighters import (
    Encounter,
    of_character,
    of_monster,
    own_plan,
)
from postern.rulesets.adventurer_kings.tables import TABLES, Monster
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character

_GONE = ("fled", "begged", "saved", "refused")


def meeting_chance(turn: Turn, who: Character, place: int) -> Fraction:
    """Return the chance in percent that a random monster meets a character in a province: the terrain's, halved within the own
    kingdom (AK-1.6-10, AK-D1.6-06), with an Elven Cloak (AK-DM-20) and with Disguise (AK-D4.23-03), never rounded; 0 for a
    great explorer (AK-D2.0-16) and for him who follows a leader of armies (AK-P5.10-07)."""
    province = turn.world.provinces[place]
    if power(who, "no_encounters") or _follows(turn, who, place):
        return Fraction(0)
    own = bool(province.owner) and province.owner == who.kingdom
    halves = own + any("rarely_met" in item.traits for item in worn(who)) + ("DI" in who.spells)
    return Fraction(province.land.encounter, 2**halves)


def _follows(turn: Turn, who: Character, place: int) -> bool:
    """Whether he began the phase where a leader of armies of his kingdom did who has gone before him to this province."""
    start = turn.came_from.get(who.id, who.province)
    return start != place and any(
        one.id != who.id and turn.came_from.get(one.id) == start and turn.world.led_by(one.id)
        for one in turn.world.characters_in(place)
        if one.kingdom == who.kingdom
    )


def meets_monster(turn: Turn, who: Character, place: int) -> bool:
    """Throw whether a random monster comes in a province, and fight it; return True when the action may go on, False when he
    died, fled or was driven off (AK-D1.6-04). Beasts with which a great Druid can talk never attack (AK-D2.0-17)."""
    if turn.expected:
        return True
    thrown = turn.throw(meeting_chance(turn, who, place), "random", who.id, place)
    if not thrown:
        return True
    stream = turn.dice("encounter", who.id, "random", place)
    monster = drawn_monster(stream, turn.world.provinces[place].at_sea)
    if power(who, "peace_with_beasts") and level(turn.world, who, "DR") >= monster.talk:
        turn.tell_kingdom(who.kingdom, "let pass", who=who.id, name=who.title, place=place, foe=monster.name, **thrown.told())
        return True
    beast = of_monster(monster.name, hit_points(stream, monster.name))
    beast.starts = True
    hero = of_character(turn, who, own_plan(who), stream)
    meeting = Encounter(turn, "random", place, (beast, hero), stream, carried=stream.between(1, 6) * monster.tier)
    meeting.learnt = thrown.told()
    run(meeting)
    return who.alive and not (meeting.loser is hero and meeting.outcome in _GONE)


def drawn_monster(stream: Stream, at_sea: bool) -> Monster:
    """Draw a random monster: at sea those of the sea, on land all others; first the tier among those that there are."""
    fitting = [one for one in TABLES.monsters.values() if (one.kind == "sea") == at_sea]
    tiers = sorted({one.tier for one in fitting})
    tier = stream.weighted(tiers, [TABLES.number(f"random_tier_{one}") for one in tiers])
    return stream.choice([one for one in fitting if one.tier == tier])

"""Imperial offices (section 10.1): merit of the year, who leads, and the score of a game that is over."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from postern.game.ruleset import Standing
from postern.rulesets.adventurer_kings.rules.abilities.levels import skill, steps_between
from postern.rulesets.adventurer_kings.rules.realm.economy import tax_base, wealth
from postern.rulesets.adventurer_kings.tables import TABLES
from postern.rulesets.adventurer_kings.turn import Turn, percent
from postern.rulesets.adventurer_kings.world import Character, Kingdom, World

EMPEROR, TREASURER = "EM", "TR"
_KINGS_ONLY = (EMPEROR, TREASURER)
_MAGIC = [one.code for one in TABLES.abilities.values() if one.group == "magic"]
_LEVELS: Mapping[str, Mapping[str, int]] = {
    "CH": {"EX": 1, "SP": 1, "SG": 1},
    "AD": {"NA": 1},
    "HP": {"DR": 2, "WH": 2},
    "AM": dict.fromkeys(_MAGIC, 1),
}
"""What a level counts for an office, by ability."""


def points(world: World, who: Character, office: str) -> Fraction:
    """Return a character's points for an office: the tally of events, and what is reckoned anew each year (AK-D10.1-01): levels
    as skills (AK-D10.1-06), spell-casting items, rich Sea provinces, tax base and treasury."""
    kingdom = world.kingdoms[who.kingdom]
    if office == EMPEROR:
        return Fraction(wealth(world, kingdom.code))
    if office == TREASURER:
        return Fraction(kingdom.gold)
    found = Fraction(who.merit.get(office, 0), 2)
    found += sum(each * skill(who, ability) for ability, each in _LEVELS.get(office, {}).items())
    if office == "AD":
        rich = TABLES.number("admiral_tax_min")
        found += sum(world.provinces[one].at_sea and tax_base(world, one) >= rich for one in world.owned(kingdom.code))
    if office == "AM":
        found += sum(TABLES.items[one].magical for one in who.items)
    return found


def _candidates(world: World, office: str) -> list[Character]:
    """Living characters who serve a kingdom, and Kings in Valhalla (AK-D10.1-07); for some offices Kings alone (AK-P2.1-01)."""
    return [
        one
        for one in world.characters.values()
        if one.status in ("serving", "valhalla") and (office not in _KINGS_ONLY or world.kingdoms[one.kingdom].king == one.id)
    ]


def ranking(world: World, office: str) -> list[tuple[Character, Fraction]]:
    """Return all who compete for an office, the best first, with their points; ties by gold, tax base, number (AK-10.1-35)."""
    found = [(one, points(world, one, office)) for one in _candidates(world, office)]
    ties = {code: (-one.gold, -wealth(world, code)) for code, one in world.kingdoms.items()}
    return sorted(found, key=lambda pair: (-pair[1], *ties[pair[0].kingdom], pair[0].id))


def leaders(world: World, at_end: bool = False) -> dict[str, int]:
    """Return who leads each office: before the end nobody without points (AK-D10.1-05)."""
    best = {office: ranking(world, office)[:1] for office in TABLES.offices}
    return {office: who.id for office, found in best.items() for who, points in found if at_end or points > 0}


def award(turn: Turn) -> None:
    """The year's leaders become known to all (AK-D1.4-03), and each kingdom hears how its best stand (AK-P1.4-03); they have
    the powers of their offices from the next year on (AK-P10.1-04)."""
    if turn.expected:
        return
    world = turn.world
    world.offices = leaders(world)
    named = [[one.name, *_named(world, world.offices.get(one.code, 0))] for one in TABLES.offices.values()]
    turn.announce("leaders", offices=named)
    table = {office: ranking(world, office) for office in TABLES.offices}
    for kingdom in world.kingdoms.values():
        rows = [_row(turn, kingdom, office, table[office]) for office in TABLES.offices]
        turn.tell_kingdom(kingdom.code, "office standings", rows=rows)


def _named(world: World, who: int) -> list[str]:
    if not who:
        return ["nobody", ""]
    found = world.characters[who]
    return [found.title, world.kingdoms[found.kingdom].name]


def _row(turn: Turn, kingdom: Kingdom, office: str, ranked: list[tuple[Character, Fraction]]) -> dict[str, Any]:
    """How the best of a kingdom stands for an office: points, those of this year's deeds, percent of the leader's, and rank: he
    who loses a tie for the lead is number 2 (AK-10.1-34)."""
    facts = {"office": office, "title": TABLES.offices[office].name}
    own = next(((at, who, many) for at, (who, many) in enumerate(ranked, 1) if who.kingdom == kingdom.code), None)
    if own is None:
        return {**facts, "name": "", "who": 0, "points": "0", "gained": "0", "share": 0, "rank": 0}
    rank, who, found = own
    most = ranked[0][1]
    merits = (one.data for one in turn.events if one.kind == "merit" and one.data["office"] == office)
    gained = sum((Fraction(one["points"]) for one in merits if one["who"] == who.id), Fraction(0))
    share = int(max(found, Fraction(0)) * 100 / most + Fraction(1, 2)) if most > 0 else 0
    facts |= {"name": who.title, "points": percent(found), "gained": percent(gained)}
    return {**facts, "who": who.id, "share": share, "rank": rank if found > 0 else 0}


# --- the score -----------------------------------------------------------------------------------------------------------


def score(world: World, kingdom: Kingdom, offices: Mapping[str, int]) -> Fraction:
    """Return the score of a player with these leaders: the shares of his offices, less his alignment's percentage for each step
    to the Emperor's, and 1 for each artifact (AK-P10.1-05, AK-D10.1-03, AK-10.1-28, AK-10.1-29)."""
    emperor = world.characters.get(offices.get(EMPEROR, 0))
    steps = steps_between(kingdom.alignment, world.kingdoms[emperor.kingdom].alignment) if emperor else 0
    share = max(Fraction(0), 1 - Fraction(TABLES.alignments[kingdom.alignment].reduction * steps, 100))
    held = sum(TABLES.offices[one].share for one, who in offices.items() if world.characters[who].kingdom == kingdom.code)
    carried = (TABLES.items[number] for one in world.serving(kingdom.code) for number in one.items)
    return held * share + sum(item.kind == "artifact" for item in carried)


def scores(world: World) -> dict[str, int]:
    """Return the scores of all players in tenths, the best first; ties by gold, tax base and number (AK-D10.1-05)."""
    found = {one.code: score(world, one, world.offices) for one in world.kingdoms.values()}
    ranked = sorted(
        world.kingdoms.values(), key=lambda one: (-found[one.code], -one.gold, -wealth(world, one.code), one.number)
    )
    return {one.code: int(10 * found[one.code]) for one in ranked}


def final(world: World) -> tuple[Standing, ...]:
    """Return the final table of a game that is over, with scores in tenths of a point."""
    return tuple(
        Standing(world.kingdoms[code].seat, tenths, rank, f"{tenths // 10}.{tenths % 10} points")
        for rank, (code, tenths) in enumerate(world.scores.items(), 1)
    )


def standings(world: World, code: str) -> tuple[Standing, ...]:
    """Return the final table once the game is over; before that the own score as it stands, without a rank."""
    if world.finished:
        return final(world)
    tenths = int(10 * score(world, world.kingdoms[code], world.offices))
    return (Standing(world.kingdoms[code].seat, tenths, 0, f"{tenths // 10}.{tenths % 10} points if the game ended now"),)

"""Exploration of provinces, and the features that are found by it (chapter 1.6)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from postern.rulesets.adventurer_kings.rules.abilities.levels import level, office, power
from postern.rulesets.adventurer_kings.rules.merit import merit
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Character, World

MOST = 100


def explore_points(world: World, who: Character, place: int) -> Fraction:
    """Return the percent points of an Explore there, not rounded: the terrain's basic exploration, and half of it more for each
    level of Explorer (AK-D1.6-02)."""
    return world.provinces[place].land.explore * (1 + TABLES.share("explore_per_level") * level(world, who, "EX"))


def rounded(points: Fraction) -> int:
    """Return points rounded half up."""
    return floor(points + Fraction(1, 2))


def explore(turn: Turn, who: Character, place: int, points: int) -> None:
    """Raise the exploration of a province for the kingdom of a character, and discover the features whose numbers it reaches
    (AK-D1.6-01, AK-DF-20, AK-DF-28)."""
    kingdom = turn.world.kingdoms[who.kingdom]
    before = kingdom.exploration.get(place, 0)
    now = kingdom.exploration[place] = min(MOST, before + points)
    told = {"who": who.id, "name": who.title, "place": place, "where": turn.place(place)}
    turn.tell_kingdom(who.kingdom, "explored", **told, points=now - before, now=now)
    for number, feature in enumerate(turn.world.provinces[place].features, 1):
        if feature.discovery <= now:
            discover(turn, who, place, number)


def explore_here(turn: Turn, who: Character) -> None:
    """Carry out an Explore where a character stands (AK-D1.6-02); the Chancellor finds more (AK-D10.1-02), and a great explorer
    half as much all around (AK-D2.0-16)."""
    world = turn.world
    helped = TABLES.number("chancellor_pct") if office(world, who, "CH") else 0
    explore(turn, who, who.province, rounded(explore_points(world, who, who.province)) + helped)
    if power(who, "wide_exploring"):
        for near in GRID.neighbours(who.province):
            explore(turn, who, near, rounded(explore_points(world, who, near) * TABLES.share("explore_share_around")))


def explore_on_the_way(turn: Turn, who: Character) -> None:
    """Explore the province that a character has just entered: half of an Explore, at least 1 (AK-D1.6-02, AK-P3.1-03)."""
    half = explore_points(turn.world, who, who.province) * TABLES.share("explore_share_move")
    explore(turn, who, who.province, max(1, rounded(half)))


def discover(turn: Turn, who: Character, place: int, number: int) -> bool:
    """A character discovers the feature of a province with this number for his kingdom; return whether it was unknown to it. He
    has merit when no kingdom knew it (AK-DF-21); nobody else is told."""
    feature = turn.world.provinces[place].features[number - 1]
    if who.kingdom in feature.found_by:
        return False
    first = not feature.found_by
    feature.found_by.append(who.kingdom)
    told = {"feature": f"{place}.{number}", "what": feature.kind, "place": place, "where": turn.place(place)}
    turn.tell_kingdom(who.kingdom, "discovered", who=who.id, name=who.title, **told)
    if first:
        merit(turn, who, "CH", TABLES.number("discovery_merit"), f"feature {place}.{number} first found")
    return True

"""Fortifications outside of battles: ratings, volumes, costs, damage, collapses, and what falls at the turn's end (CF-16)."""

from __future__ import annotations

import math
from fractions import Fraction

from postern.rulesets.cosmos.amounts import put
from postern.rulesets.cosmos.economy.numbers import NUMBERS
from postern.rulesets.cosmos.places import hex_of, inside_of, store_at
from postern.rulesets.cosmos.scenario import LocationType
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.walls import effective_rating
from postern.rulesets.cosmos.world import Location, World

_WALLS = NUMBERS.walls


def kind_of(world: World, location: Location) -> LocationType:
    """The row of a location's type."""
    return world.tables.location_types[location.type]


def wall_length(world: World, location: Location) -> int:
    """How long the walls are: as the city is large; fixed for castles and the like (CF-16.1-02)."""
    return kind_of(world, location).wall_length or location.size


def wall_cost(volume: int) -> dict[str, int]:
    """What so much volume of walls costs (CF-16.1-01, CF-16.1-03)."""
    return {"gold": volume * _WALLS.gold_per_volume, "manpower": volume * _WALLS.manpower_per_volume}


def wall_upkeep(world: World, location: Location) -> dict[str, int]:
    """What the walls cost each turn, whatever their strength (CF-16.1-08)."""
    if not kind_of(world, location).wall_upkeep:
        return {}
    gold = location.rating * wall_length(world, location) * _WALLS.upkeep_per_rating_and_length
    return {"gold": gold} if gold else {}


def most_rating(world: World, location: Location) -> int:
    """The greatest rating that type, terrain and strength allow (CF-16.2-05..07)."""
    tables = world.tables
    ground = tables.terrains[tables.hexes[hex_of(world, location.outside)].terrain].max_wall_rating
    limits = [kind_of(world, location).max_rating, location.strength // _WALLS.rating_per_strength]
    return min(limits if ground is None else [*limits, ground])


def most_damage(location: Location) -> int:
    """The most damage that walls can have (CF-16.3-02, ruling 8.1)."""
    return location.strength * (location.rating + 1)


def trim(location: Location) -> None:
    """Lowers what a change of the strength has left too high: rating, damage, sapping (CF-16.2-07, CF-16.3-02)."""
    location.rating = min(location.rating, location.strength // _WALLS.rating_per_strength)
    location.damage = min(location.damage, most_damage(location))
    location.sapping = min(location.sapping, _WALLS.most_sapping * location.strength)


def harm(location: Location, points: int) -> int:
    """Adds damage, as much as there can be. Gives how much it was."""
    before = location.damage
    location.damage = min(before + points, most_damage(location))
    return location.damage - before


def sapping_effect(location: Location) -> float:
    """How much damage a point of sapping comes to on average: 1 at stability 4, about 1.22 at 3, 0.86 at 5 (ruling 8.3)."""
    stability = Fraction(location.strength, location.rating)
    return math.pow(_WALLS.even_stability / stability, _WALLS.stability_exponent)


def collapse(turn: Turn) -> None:
    """In each phase: undermined walls may collapse, which turns sapping into damage (CF-16.3.1-06, CF-16.3.1-07)."""
    for number, location in sorted(turn.world.locations.items()):
        if not location.sapping or not location.rating or turn.expected:
            continue
        luck = turn.chance_of("collapse", number)
        chance = min(Fraction(_WALLS.collapse_pct * location.sapping, location.strength), Fraction(_WALLS.most_collapse_pct))
        if not luck.odds(chance.numerator, 100 * chance.denominator):
            continue
        part = -(-location.sapping * luck.between(50, 100) // 100)
        location.sapping -= part
        points = harm(location, round(part * luck.between(50, 150) / 100 * sapping_effect(location)))
        turn.tell_of(location, "walls collapsed", damage=points, rating=effective_rating(location))


def settle_fortifications(turn: Turn) -> None:
    """At the end of the turn: broken walls lose a rating, castles and forts without any vanish (CF-16.3-07..09)."""
    for _, location in sorted(turn.world.locations.items()):
        if location.rating and not effective_rating(location):
            location.rating -= 1
            location.damage = max(0, location.damage - location.strength)
            location.damage = min(location.damage, most_damage(location))
            turn.tell_of(location, "walls lowered", rating=location.rating)
        if location.rating:
            continue
        if kind_of(turn.world, location).vanishes:
            turn.tell_of(location, "location destroyed")
            remove_location(turn, location)
        elif location.strength and location.damage >= location.strength:
            location.strength = location.damage = location.sapping = 0
            turn.tell_of(location, "walls lost")


def remove_location(turn: Turn, location: Location) -> None:
    """Takes a location out of the game; what was in it is then outside of it (ruling 2.1, step 4)."""
    world, inside = turn.world, str(location.id)
    for unit in turn.units_at(inside):
        turn.put(unit, location.outside)
    for inner in inside_of(world, inside):
        inner.outside = location.outside
    for item in world.items.values():
        if item.position == inside:
            item.position = location.outside
    outer = store_at(world, location.outside)
    if outer is not None:
        for name, number in location.stores.items():
            put(outer, name, number)
    for nation in world.nations.values():
        if nation.home == location.id:
            nation.home = hex_of(world, location.outside)
        nation.works = [work for work in nation.works if work.position != inside]
    del world.locations[location.id]

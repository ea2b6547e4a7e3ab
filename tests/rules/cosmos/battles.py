"""Battles for tests: nations at war, a place to fight, a battle made ready or fought out."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations
from typing import Any

from postern.rulesets.cosmos.rules.battle.course import fight_all
from postern.rulesets.cosmos.rules.battle.fight import Fight
from postern.rulesets.cosmos.rules.battle.fighters import Fighter
from postern.rulesets.cosmos.rules.battle.start import begin as begin_battle
from postern.rulesets.cosmos.rules.battle.start import groups, taking_part
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.records import Location, Unit, World
from tests.rules.cosmos.build import begin, empty_world, told


def at_war(*nations: str, slug: str = "thalmar") -> World:
    """A world without units in which these nations are enemies of each other."""
    world = empty_world(slug)
    for one, other in permutations(nations or ("Am", "Gh"), 2):
        world.nations[one].policies[other] = "enemy"
    return world


def open_hex(world: World, terrain: str = "plains") -> str:
    """A hex of this terrain without locations."""
    taken = {location.outside for location in world.locations.values()}
    return next(str(one.hex) for one in world.tables.hexes.values() if one.terrain == terrain and str(one.hex) not in taken)


def fort(world: World, owner: str = "Gh", rating: int = 0, kind: str = "castle", terrain: str = "plains") -> Location:
    """A location of this kind and rating in an open hex."""
    location = next(one for one in world.locations.values() if one.type == kind)
    location.outside, location.owner, location.rating, location.strength = open_hex(world, terrain), owner, rating, 3 * rating
    return location


def turn_of(world: World, stormed: Iterable[Unit] = (), phase: int = 2, seed: str = "tests") -> Turn:
    """A turn in a phase, just before its battles."""
    turn = begin(world, seed)
    turn.step, turn.phase = f"{phase}h", phase
    turn.stormed = {unit.id for unit in stormed}
    return turn


def no_ships(world: World, unit: Unit) -> Fraction:
    """The strength at sea of those who have no warships."""
    return Fraction(0)


def ready(turn: Turn, strength_at_sea: Any = no_ships) -> Fight:
    """The one battle of this phase, before its first segment."""
    (found,) = ((whole, part) for whole, units in groups(turn) if (part := taking_part(turn, units)))
    return begin_battle(turn, *found, strength_at_sea)


def fighter(fight: Fight, unit: Unit) -> Fighter:
    """A unit in a battle."""
    return next(one for one in fight.fighters if one.unit is unit)


class Ships:
    """Ships that give embarked units this strength, and remember what was lost with them."""

    def __init__(self, strength: int = 0) -> None:
        self.strength = Fraction(strength)
        self.lost: dict[str, tuple[int, Fraction]] = {}

    def melee_at_sea(self, world: World, unit: Unit) -> Fraction:
        return self.strength

    def warships_per_size(self, world: World, code: str) -> Fraction:
        return Fraction(sum(one.individuals for one in world.units.values() if one.embarked and one.owner == code))

    def lose_ships(self, turn: Turn, code: str, freed: int, per_size: Fraction) -> None:
        self.lost[code] = (freed, per_size)


def battle(turn: Turn, ships: Ships | None = None) -> Turn:
    """Fights all battles of this phase."""
    fight_all(turn, ships or Ships())
    return turn


def accounts(turn: Turn, seat: str = "AM") -> list[dict[str, Any]]:
    """The accounts of battles for one player."""
    return told(turn, "battle", seat)


def attacks(turn: Turn, seat: str = "AM", **wanted: Any) -> list[dict[str, Any]]:
    """The attacks of all battles, with their segment, that have these values."""
    found = []
    for account in accounts(turn, seat):
        for segment in account["segments"]:
            found += [{**one, "segment": segment["number"]} for one in segment.get("attacks", ())]
    return [one for one in found if all(one[name] == value for name, value in wanted.items())]


def moves(turn: Turn, unit: Unit, seat: str = "AM") -> list[tuple[int, str]]:
    """When a unit moved on the field, and how."""
    return [
        (segment["number"], one["how"])
        for account in accounts(turn, seat)
        for segment in account["segments"]
        for one in segment.get("moves", ())
        if one["unit"] == unit.id
    ]

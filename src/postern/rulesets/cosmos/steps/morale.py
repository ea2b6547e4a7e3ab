"""Step a of a phase: morale is halved, then leadership, owned positions and sieges change it (CF-9.2, ruling 2.6).

It is kept in hundredths, and a half of a hundredth goes to the even one: so a steady bonus leads to exactly twice as much.
"""

from __future__ import annotations

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.battle.numbers import MORALE
from postern.rulesets.cosmos.flight import flee
from postern.rulesets.cosmos.gear import best, held
from postern.rulesets.cosmos.leadership import bonuses
from postern.rulesets.cosmos.magic.marks import spell_morale
from postern.rulesets.cosmos.places import location_at, outwards, owner_of
from postern.rulesets.cosmos.strength import force_of, type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Unit, World

LEAST, MOST = int(MORALE["minimum before fleeing"]), int(MORALE["maximum"])
_OWNED, _HOME = int(MORALE["bonus per phase, owned position"]), int(MORALE["bonus per phase, home"])
_BESIEGED = int(MORALE["siege malus per phase, inside"])


def update(turn: Turn) -> None:
    """Changes the morale of all units on the map, and lets those flee whose morale breaks."""
    world = turn.world
    led: dict[int, int] = {}
    for number in sorted(world.units):
        led |= bonuses(world, world.units[number])
    for number in sorted(banners := _banners(world)):
        led[number] = led.get(number, 0) + banners[number]
    for unit in [world.units[number] for number in sorted(world.units)]:
        bonus = led.get(unit.id, 0) + place_bonus(world, unit) + spell_morale(world, unit, turn.now)
        unit.spirit = min(MOST * HUNDRED, round(unit.spirit / 2) + bonus * HUNDRED)
        if unit.morale < LEAST and unit.position:
            flee(turn, unit, "morale")


def place_bonus(world: World, unit: Unit) -> int:
    """What its position does to the morale of a unit in a phase: owned places raise it, a siege lowers it (CF-9.2-05,
    CF-9.2-07, CF-17.1-02)."""
    if not unit.position:
        return 0
    kind = type_of(world.tables, unit)
    locations = (location_at(world, place) for place in outwards(world, unit.position))
    bonus = _BESIEGED if any(one is not None and one.besieged for one in locations) else 0
    if kind.able("mindless") or kind.able("stupid"):
        return bonus
    if unit.position == str(world.nations[unit.owner].home) and owner_of(world, unit.position) == unit.owner:
        return bonus + _HOME
    return bonus + (_OWNED if owner_of(world, unit.position) == unit.owner else 0)


def _banners(world: World) -> dict[int, int]:
    """What banners do for the mass units of the forces in which they are carried (``items.csv``)."""
    holders = {item.holder for item in world.items.values() if item.holder in world.units}
    found: dict[int, int] = {}
    for number in sorted(holders):
        holder = world.units[number]
        bonus = best(world, held(world, [holder])[number]).get("morale", 0)
        for unit in force_of(world, holder) if bonus else ():
            if type_of(world.tables, unit).mass:
                found[unit.id] = max(bonus, found.get(unit.id, 0))
    return found

"""Step a of a phase: morale is halved, then the leadership of a force, owned positions and sieges change it (CF-9.2, CF-9.2.2,
ruling 2.6); and recovery of wounds (CF-15.3.1, ruling 7.16)."""

from __future__ import annotations

from collections.abc import Iterable

from postern.rulesets.cosmos.rules.magic import spell_morale
from postern.rulesets.cosmos.rules.off_map import flee
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.numbers import MORALE
from postern.rulesets.cosmos.tables.scenario import Scenario
from postern.rulesets.cosmos.tables.units import LeaderType
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import location_at, outwards, owner_of
from postern.rulesets.cosmos.world.records import Unit, World
from postern.rulesets.cosmos.world.strength import best, force_of, held, type_of


def led_by(tables: Scenario, force: list[Unit]) -> dict[int, int]:
    """Who leads which units of a force, its leader first: the leader's number by that of each led unit."""
    leader, *members = force
    row = tables.leaders.get(leader.type)
    if row is None or not row.bonus_per_phase:
        return {}
    led: dict[int, int] = {}
    subordinates = [one for one in members if one.type in row.subordinates][: row.max_units]
    for one in subordinates:
        below = members.index(one) + 1
        _choose(
            tables, one, tables.leaders[one.type], tables.leaders[one.type].max_units, members[below:] + members[:below], led
        )
    _choose(tables, leader, row, row.max_units - len(subordinates), members, led)
    return led


def _choose(tables: Scenario, leader: Unit, row: LeaderType, places: int, units: Iterable[Unit], led: dict[int, int]) -> None:
    """Lets one leader take units in this order: none that he may not lead, that is led, or that is too many (CF-9.2.2-09)."""
    room = row.max_individuals
    for unit in units:
        if places and unit.type in row.leads and unit.id not in led and unit.individuals <= room:
            led[unit.id] = leader.id
            places -= 1
            room -= unit.individuals


def bonuses(world: World, leader: Unit) -> dict[int, int]:
    """The morale that each led unit of a force gets in a phase: always the overall leader's bonus (CF-9.2.2-05)."""
    if not leader.members or not leader.position:
        return {}
    row = world.tables.leaders.get(leader.type)
    return dict.fromkeys(led_by(world.tables, force_of(world, leader)), row.bonus_per_phase) if row else {}


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


_WORDS = 1 << 64


def recover(turn: Turn) -> None:
    """At the end of a phase each wounded individual may regain a wound point. Then what the units did in it is forgotten."""
    for number in sorted(turn.world.units):
        unit = turn.world.units[number]
        if unit.wounds:
            _recover(turn, unit)
    turn.acted.clear()


def _recover(turn: Turn, unit: Unit) -> None:
    kind = type_of(turn.tables, unit)
    hurt = [place for place, damage in enumerate(unit.wounds) if damage >= HUNDRED]
    if not kind.regen_phases or not hurt:
        return
    # the chance is pace / (2 x phases): 2 is the usual pace
    least = -(-_WORDS * pace(turn, unit) // (2 * kind.regen_phases))
    drawn = turn.chance_of("recovery", unit.id).words(len(hurt))
    for place, word in zip(hurt, drawn, strict=True):
        if word < least:
            unit.wounds[place] -= HUNDRED
    unit.wounds = sorted(damage for damage in unit.wounds if damage)


def pace(turn: Turn, unit: Unit) -> int:
    """How fast wounds heal: 1 after combat, 4 for who did absolutely nothing, else 2 (CF-15.3.1-02)."""
    if unit.id in turn.fought:
        return 1
    busy = unit.id in turn.acted or unit.id in turn.moved or not unit.position
    return 2 if busy else 4

"""Whether a battle begins, who takes part, and the armies (rulings 7.1, 7.2, 7.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, permutations

from postern.rulesets.cosmos.battle.field import Field
from postern.rulesets.cosmos.battle.fight import Fight
from postern.rulesets.cosmos.battle.fighter import Fighter, attacks_of, state_factor
from postern.rulesets.cosmos.battle.numbers import NUMBERS, percent
from postern.rulesets.cosmos.battle.record import Record
from postern.rulesets.cosmos.battle.wanting import ADVANCING, at_sea, wants
from postern.rulesets.cosmos.gear import best, held
from postern.rulesets.cosmos.initiative import initiative
from postern.rulesets.cosmos.places import hex_of, level, location_at, outwards
from postern.rulesets.cosmos.strength import force_of, type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.walls import walled
from postern.rulesets.cosmos.world import Item, Unit, World

AtSea = Callable[[World, Unit], Fraction]
"""The melee strength of each individual of an embarked unit (ruling 5.12)."""


def groups(turn: Turn) -> list[tuple[str, list[Unit]]]:
    """Units that could meet: those of a hex with all its locations, and of each position over and under it, by hex; questing
    units are apart from others (ruling 11.1)."""
    world = turn.world
    found: dict[tuple[int, str, bool], list[Unit]] = {}
    for number in sorted(world.units):
        unit = world.units[number]
        location = location_at(world, unit.position)
        if not unit.position or (location is not None and location.type in NUMBERS.peaceful):
            continue
        whole = unit.position if level(world, unit.position) in ("over", "under") else str(hex_of(world, unit.position))
        found.setdefault((hex_of(world, unit.position), whole, unit.questing), []).append(unit)
    return [(key[1], units) for key, units in sorted(found.items(), key=lambda pair: pair[0])]


def hostile_pairs(world: World, units: Iterable[Unit]) -> set[tuple[str, str]]:
    """Pairs of nations among these of which the first holds the second as enemy."""
    owners = sorted({unit.owner for unit in units})
    return {(one, other) for one, other in permutations(owners, 2) if world.policy(one, other) == "enemy"}


def attackers(turn: Turn, units: list[Unit]) -> Iterator[tuple[Unit, Unit]]:
    """Who of a group wants to attack whom. Of units that are alike in this one stands for all: large armies meet in one hex."""
    alike = {(one.owner, one.position, one.type, one.tactics, one.id in turn.stormed): one for one in units}
    owners = {one.owner for one in units}
    targets = {by: {(one.owner, one.position): one for one in units if turn.spots(by, one)} for by in owners}
    for one in alike.values():
        yield from ((one, other) for other in targets[one.owner].values() if wants(turn, one, other))


def taking_part(turn: Turn, units: list[Unit]) -> list[Unit]:
    """The units of a group that take part in its battle; none when there is none: all of the nations involved within one
    location step of a unit that fights (ruling 7.1)."""
    world = turn.world
    pairs = list(attackers(turn, units))
    nations = {unit.owner for pair in pairs for unit in pair}
    places = {unit.position for pair in pairs for unit in pair}
    near = places | {outside for place in places for outside in list(outwards(world, place))[1:2]}
    near |= {str(one.id) for one in world.locations.values() if one.outside in places} if pairs else set()
    return [unit for unit in units if unit.owner in nations and unit.position in near]


def armies(world: World, nations: Iterable[str]) -> dict[str, int]:
    """The army of each nation: nations share one when none of them are hostile and one of each two holds the other as ally."""
    found: list[list[str]] = []
    for code in sorted(nations, key=lambda one: world.nations[one].number):
        home = next((army for army in found if all(_side_by_side(world, code, other) for other in army)), None)
        if home is None:
            found.append([code])
        else:
            home.append(code)
    return {code: number for number, army in enumerate(found) for code in army}


def _side_by_side(world: World, one: str, other: str) -> bool:
    return not world.hostile(one, other) and (world.friendly(one, other) or world.friendly(other, one))


def begin(turn: Turn, whole: str, units: list[Unit], strength_at_sea: AtSea) -> Fight:
    """The battle of these units, ready for its first segment: everybody at its place, those who sortie outside of their
    walls."""
    world = turn.world
    nations = sorted({unit.owner for unit in units})
    army_of = armies(world, nations)
    items = held(world, units)
    field = _field(world, whole, [unit.position for unit in units])
    luck: dict[int, int] = {}
    fighters = [_fighter(turn, unit, army_of[unit.owner], field, items, strength_at_sea, luck) for unit in units]
    fighters.sort(key=lambda one: (-one.aggressiveness, -one.initiative, one.unit.id))
    seen = {owner: {unit.id for unit in units if unit.owner == owner or turn.spots(owner, unit)} for owner in nations}
    record = Record(turn.called)
    fight = Fight(turn, field, fighters, turn.chance_of("battle", whole, units[0].questing), record, seen)
    unaware = {(one, other) for one, other in hostile_pairs(world, units) if world.policy(other, one) != "enemy"}
    for one, other in combinations(fighters, 2) if unaware else ():
        for attacker, victim in ((one, other), (other, one)):
            if (attacker.owner, victim.owner) in unaware and wants(turn, attacker.unit, victim.unit):
                fight.declare(attacker, victim)
    for one in fighters:
        _sortie(fight, one)
        record.enters(one)
        for seat in turn.witnesses(one.unit):
            fight.watched.setdefault(seat, set()).add(one.owner)
    return fight


def _field(world: World, whole: str, places: list[str]) -> Field:
    """The star of the hex, unless all are inside one location, or at sea (CF-15.7.1-08)."""
    common = set.intersection(*(set(outwards(world, place)) for place in places))
    inside = [place for place in outwards(world, places[0]) if place in common and location_at(world, place)]
    if inside:
        return Field(world, inside[0], star=False)
    return Field(world, whole, star=not at_sea(world, whole))


def _fighter(
    turn: Turn,
    unit: Unit,
    army: int,
    field: Field,
    items: dict[int, list[Item]],
    strength_at_sea: AtSea,
    luck: dict[int, int],
) -> Fighter:
    world, kind = turn.world, type_of(turn.tables, unit)
    bonus = best(world, items[unit.id])
    leader = unit.leader or unit.id
    if leader not in luck:
        luck[leader] = initiative(turn, world.units[leader])
    storms = unit.id in turn.stormed and unit.tactics in ADVANCING
    force = [item for one in force_of(world, unit) for item in items.get(one.id, [])] if storms else []
    vigour = state_factor(unit, turn.now, "weakened") * percent(100 + bonus.get("poison", 0))
    if unit.charmed:
        vigour *= percent(NUMBERS.state_pct["charmed"])
    row = turn.tables.leaders.get(kind.no)
    whole = unit.individuals - len(unit.wounds)
    found = Fighter(
        unit=unit,
        kind=kind,
        army=army,
        spot=field.start(army, unit.position),
        attacks=attacks_of(kind, bonus, strength_at_sea(world, unit) if unit.embarked else None),
        defence=defence_of(turn, unit, bonus),
        initiative=luck[leader],
        able=[*([0] * whole), *unit.wounds],
        down=[],
        spirit=unit.spirit,
        before=unit.spirit,
        began=unit.individuals,
        sea_borne=unit.embarked,
        storms=storms,
        ladders=best(world, force).get("ladders", 0),
        fear=kind.degree("fear"),
        dread=bonus.get("fear", 0),
        heartens=row.battle_bonus_mass if row else 0,
        vigour=vigour,
        disabled=unit.until.get("disabled", -1) >= turn.now,
    )
    found.sort()
    return found


def defence_of(turn: Turn, unit: Unit, bonus: Mapping[str, int]) -> Fraction:
    """The defence of a unit with its items and spells."""
    found = type_of(turn.tables, unit).defence + bonus.get("defence", 0)
    found += bonus.get("sea-defence", 0) if unit.embarked else 0
    return found * state_factor(unit, turn.now, "shielded")


def _sortie(fight: Fight, one: Fighter) -> None:
    """A unit with tactics charge in a walled location goes out at the very beginning, when enemies that it sees are outside
    and none are where it is (CF-15.6.1-09)."""
    outside, location = fight.battlefield.outside(one.spot), location_at(fight.world, one.spot.place)
    if one.tactics != "charge" or outside is None or location is None or not walled(location):
        return
    places = {other.spot.place for other in fight.foes(one)}
    if outside.place in places and one.spot.place not in places:
        one.spot, one.sortied = outside, True

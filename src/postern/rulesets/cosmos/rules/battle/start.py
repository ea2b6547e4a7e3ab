"""Which unit wants to attack which, whether a battle begins, who takes part, and the armies (rulings 7.1, 7.2, 7.3); steps
that wait for a battle that seems about to begin (CF-11.6, ruling 5.7), and who acts sooner (CF-4-15, ruling 2.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, permutations

from postern.rulesets.cosmos.rules.battle.fight import Fight
from postern.rulesets.cosmos.rules.battle.fighters import Field, Fighter, Record, attacks_of, state_factor
from postern.rulesets.cosmos.rules.works import walled
from postern.rulesets.cosmos.tables.numbers import BATTLE, percent
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, level, location_at, outwards, terrain_at
from postern.rulesets.cosmos.world.records import Item, Unit, World
from postern.rulesets.cosmos.world.strength import armed, best, efficiency, force_of, held, type_of

ADVANCING = ("charge", "attack")
"""The tactics of those who go at the enemy."""


def at_sea(world: World, position: str) -> bool:
    """True on the surface of an ocean, where all fighters meet at one position."""
    return level(world, position) == "surface" and not world.tables.land(hex_of(world, position))


def wants(turn: Turn, one: Unit, other: Unit) -> bool:
    """True when a unit wants to attack another, which its nation holds as enemy and sees."""
    world, kind = turn.world, type_of(turn.tables, one)
    if world.policy(one.owner, other.owner) != "enemy" or not armed(kind) or not turn.spots(one.owner, other):
        return False
    here, there = location_at(world, one.position), location_at(world, other.position)
    if one.position == other.position:
        closed = here is not None or at_sea(world, one.position)
        return one.tactics in ADVANCING or (closed and bool(kind.missile_form))
    if one.tactics not in ADVANCING:
        return False
    if there is not None and there.outside == one.position:
        return not walled(there) or one.id in turn.stormed
    if here is not None and here.outside == other.position:
        return not walled(here) or one.tactics == "charge"
    return False


_FAMILIARITY = {"n": 3, "f": 2, "u": 1, "a": 0}


def initiative(turn: Turn, unit: Unit) -> int:
    """How soon a leader or single unit acts among those of the same priority, in hundredths; more is sooner (ruling 2.3)."""
    world, tables = turn.world, turn.tables
    terrain = terrain_at(world, unit.position)
    kinds = [type_of(tables, one) for one in force_of(world, unit)]
    worst = min(
        _FAMILIARITY[ground.familiarity] if (ground := tables.grounds[k.move_profile].get(terrain)) else 0 for k in kinds
    )
    cost = max(min(20, tables.moves[kind.move_profile].get(terrain, 20)) for kind in kinds)
    luck = turn.chance_of("initiative", unit.id).between(0, 30)
    fit = efficiency(type_of(tables, unit), unit)
    return 100 * (40 * worst + 4 * (20 - cost) + luck) + int(5000 * fit) + int(10 * (unit.morale + 100))


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
        if not unit.position or (location is not None and location.type in BATTLE.peaceful):
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
        vigour *= percent(BATTLE.state_pct["charmed"])
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


def impending_battle(turn: Turn, force: list[Unit]) -> Unit | None:
    """An enemy with whom a unit of the force would fight at the end of this phase, as tactics stand now. Units that would flee
    keep nobody."""
    world = turn.world
    staying = [unit for unit in force if unit.tactics != "flee"]
    if not staying or not force[0].position:
        return None
    for enemy in _near(world, force[0]):
        if enemy.questing != force[0].questing:
            continue
        if any(wants(turn, enemy, unit) or wants(turn, unit, enemy) for unit in staying):
            return enemy
    return None


def _near(world: World, unit: Unit) -> Iterator[Unit]:
    """The units of other nations at the position of a unit, directly outside of it and directly inside of it."""
    here = unit.position
    location = location_at(world, here)
    near = {here, *(str(one.id) for one in world.locations.values() if one.outside == here)}
    if location is not None:
        near.add(location.outside)
    return (one for one in world.units.values() if one.position in near and one.owner != unit.owner)

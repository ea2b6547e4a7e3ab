"""Who fights whom in a province: sides, contingents and commanders (AK-D7.0, AK-P7.1, AK-D7.8, AK-P8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from postern.rulesets.adventurer_kings.rules.abilities.levels import initiative, level
from postern.rulesets.adventurer_kings.rules.battle.field import Battle, Side, Unit
from postern.rulesets.adventurer_kings.rules.travel import points_left
from postern.rulesets.adventurer_kings.tables import GRID, TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Army, Character, Relation, World

TACTICAL, NAVAL, MARCH = "TA", "NA", "MA"


def standing(world: World, place: int, relation: Relation) -> list[Army]:
    """Return the armies in a province whose kings are in this relation to its owner; natives are Allied to nobody's province,
    and mercenaries belong to no side (AK-D7.0-01, AK-P8.1-01, AK-DMC-01)."""
    owner = world.provinces[place].owner
    return [one for one in world.armies_in(place) if not one.mercenary and world.relation(one.owner, owner) == relation]


def hostile(world: World, place: int) -> list[list[str]]:
    """Return the sides of those with armies in a province who are hostile to its owner: kings each Allied with every other of
    the side, by kingdom number (AK-D7.0-01)."""
    codes = {one.owner for one in standing(world, place, "Enemy") if one.owner}
    sides: list[list[str]] = []
    for code in sorted(codes, key=lambda code: world.kingdoms[code].number):
        for side in sides:
            if all(world.relation(code, other) == "Allied" for other in side):
                side.append(code)
                break
        else:
            sides.append([code])
    return sides


def armies_of(world: World, place: int, codes: Iterable[str]) -> list[Army]:
    """Return the armies of these kingdoms in a province."""
    wanted = set(codes)
    return [one for one in world.armies_in(place) if one.owner in wanted and not one.mercenary]


def by_lot(turn: Turn, place: int, sides: Sequence[list[str]]) -> list[list[str]]:
    """Return hostile sides in the order of their battles: by lot, with chances by their numbers of armies (AK-P7.0-03)."""
    left, found = list(sides), list[list[str]]()
    stream = turn.dice("order", place)
    while left:
        chosen = stream.weighted(left, [len(armies_of(turn.world, place, side)) for side in left])
        left.remove(chosen)
        found.append(chosen)
    return found


def first_there(turn: Turn, place: int, sides: Sequence[list[str]]) -> list[str]:
    """Return the side that arrived first in a province: whose armies stood there before, then by initiative (AK-D7.0-02)."""

    def arrival(side: list[str]) -> tuple[bool, int]:
        armies = armies_of(turn.world, place, side)
        leaders = [turn.world.characters[one.leader] for one in armies if one.leader in turn.world.characters]
        came = all(one.leader in turn.came_from for one in armies)
        return came, -max((initiative(turn.world, one) for one in leaders), default=0)

    return sides[0] if len(sides) == 1 or turn.expected else min(sides, key=arrival)


# --- contingents -----------------------------------------------------------------------------------------------------------


def contingents(turn: Turn, place: int, codes: list[str], withdrawn: set[int]) -> list[list[Army]]:
    """Return the armies of an attacking side as they fight, one group after the other. Those that stood there pay a movement
    point or stay out (AK-P6.2-03, AK-D7.6-01), and unite with the first (AK-D7.8-09); leaders who came in this phase
    unite by the March table (AK-D7.8-01), else each fights alone, by falling initiative (AK-D7.8-08)."""
    world = turn.world
    there = [one for one in armies_of(world, place, codes) if one.id not in withdrawn]
    groups: list[list[Army]] = []
    heads: list[Character] = []
    came = {one.leader for one in there if one.leader in turn.came_from}
    for leader in sorted((world.characters[one] for one in came), key=lambda one: (-initiative(world, one), one.id)):
        armies = [one for one in there if one.leader == leader.id]
        for head, group in zip(heads, groups, strict=True):
            if turn.throw(unity(turn, place, head, leader), "unite", place, head.id, leader.id):
                group.extend(armies)
                break
        else:
            heads.append(leader)
            groups.append(armies)
    ready = [one for one in there if one.leader not in came and points_left(world, one) > 0]
    for one in ready:
        one.used += 1
    if ready:
        groups[:1] = [ready + (groups[0] if groups else [])]
    return groups


def unity(turn: Turn, place: int, one: Character, other: Character) -> int:
    """Return the chance in percent that two leaders who come into a province in one phase unite: by the lower level of March,
    at sea of Naval, and how far apart they came from (AK-4.12-07, AK-D7.8-01)."""
    world = turn.world
    ability = NAVAL if world.provinces[place].at_sea else MARCH
    row = TABLES.march[min(max(TABLES.march), level(world, one, ability), level(world, other, ability))]
    from_one, from_other = turn.came_from[one.id], turn.came_from[other.id]
    return row.same if from_one == from_other else row.adjacent if GRID.adjacent(from_one, from_other) else row.far


def muster(turn: Turn, armies: Iterable[Army], codes: list[str], attacks: bool) -> Side:
    """Return these armies as a side, with its commander, what it knows of the province, and the leaders who united."""
    world = turn.world
    units = [
        Unit(one, world.characters.get(one.leader), turn.came_from.get(one.leader, 0), one.owner, one.quality)
        for one in sorted(armies, key=lambda one: one.id)
    ]
    place = units[0].army.province
    present = list(dict.fromkeys(one.army.owner for one in units))
    side = Side(sorted(present, key=codes.index), units, attacks)
    side.commander = supreme(world, side)
    side.explored = max((world.kingdoms[code].exploration.get(place, 0) for code in side.codes if code), default=0)
    side.united = [(one, turn.came_from.get(one.id, 0)) for one in side.leaders]
    return side


# --- commanders ------------------------------------------------------------------------------------------------------------


def supreme(world: World, side: Side) -> Character | None:
    """Return who commands a side: the living leader of the most armies, then with the better Tactical level, then the higher
    initiative (AK-P7.1-01, AK-D7.2-19); None for a garrison commander (AK-P7.1-03)."""

    def rank(who: Character) -> tuple[int, int, int, int]:
        return len(side.led(who)), level(world, who, TACTICAL), initiative(world, who), -who.id

    return max((one for one in side.leaders if one.alive), key=rank, default=None)


def succeed(battle: Battle, side: Side) -> None:
    """Somebody takes over from the commander who died in the duel: a character of the side who leads nothing, then the leader
    of the largest contingent left. The first leads the armies of the fallen, where they are of his kingdom (AK-P7.1-02)."""
    world = battle.turn.world
    side.fell = side.commander
    idle = [
        one
        for one in world.characters_in(battle.place)
        if one.kingdom in side.codes and one.status in ("serving", "defending") and not world.led_by(one.id)
    ]
    heir = max(idle, key=lambda one: (level(world, one, TACTICAL), initiative(world, one), -one.id), default=None)
    for unit in side.units:
        if unit.leader is side.fell and heir is not None and unit.army.owner == heir.kingdom:
            unit.leader, unit.army.leader = heir, heir.id
    side.commander = heir or supreme(world, side)

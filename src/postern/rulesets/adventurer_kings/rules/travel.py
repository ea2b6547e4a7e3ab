"""Armies and leaders on the move (chapter 6): who may enter what, what steps cost, who carries whom at sea, and ways home."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from postern.game.kit.grid import cheapest
from postern.rulesets.adventurer_kings.rules.abilities.levels import invention, level, office
from postern.rulesets.adventurer_kings.rules.endings import destroy
from postern.rulesets.adventurer_kings.tables import GRID, SEA, TABLES
from postern.rulesets.adventurer_kings.turn import Turn
from postern.rulesets.adventurer_kings.world import Army, Character, Province, World


class Hindrance(NamedTuple):
    """Why armies cannot go: the code of the failure, the reason, and the army that is at fault (0: no single one)."""

    code: str
    why: str
    army: int = 0


def may_enter(world: World, army: Army, place: int, carried: bool = False, start: int = 0) -> bool:
    """Return whether an army may step into a province from where it stands, or from ``start`` (AK-D6.2-02). A parted sea lets
    nothing through that swims or sails, and land armies only from and to dry ground (AK-P4.2-05); one that stayed on its bed
    waits for the next parting (AK-P4.2-06)."""
    here, there = world.provinces[start or army.province], world.provinces[place]
    if army.kind.moves == "air":
        return True
    dried = _dried(here) or _dried(there)
    if army.kind.moves == "water":
        return not dried and (there.at_sea or world.coastal(place))
    if here.at_sea or there.at_sea:
        return carried and not dried and not (army.stranded and here.at_sea)
    return True


def _dried(province: Province) -> bool:
    return province.terrain == SEA and not province.at_sea


def extra_moves(world: World, leader: Character | None, army: Army, at_sea: bool) -> int:
    """Return the points that a leader adds to those of an army he leads: March for steps from land to land (AK-4.12-01 to 06,
    AK-P4.1-03), Naval and Favorable Winds for steps from, in and to Sea (AK-D4.1-02, AK-D4.24-02), the Admiral's for fleets."""
    if leader is None or army.kind.moves == "air":
        return 0
    admiral = army.has("engages") and office(world, leader, "AD")
    more = TABLES.number("admiral_moves") if admiral else 0
    if not at_sea:
        return more + (level(world, leader, "MA") + (army.kind.speed > 2)) // 2
    if army.kind.moves == "land":
        return 0
    return more + level(world, leader, "NA") + (TABLES.number("winds_moves") if "WI" in leader.spells else 0)


def points_left(world: World, army: Army, at_sea: bool | None = None) -> int:
    """Return the movement points that an army has left: speed and its present leader's extra points less all that it used this
    year (AK-D6.2-01, AK-D6.2-06); for a step at sea or on land, or as where it stands."""
    sea = world.provinces[army.province].at_sea if at_sea is None else at_sea
    return max(0, army.kind.speed + extra_moves(world, world.characters.get(army.leader), army, sea) - army.used)


def capacity(world: World, armies: Iterable[Army]) -> int:
    """Return how many land armies these armies carry at sea (AK-D6.2-03)."""
    return sum(one.kind.carries + _ships_built(world, one) for one in armies)


def _ships_built(world: World, army: Army) -> int:
    built = army.has("engages") and invention(world, army, "Shipbuilding") is not None
    return TABLES.number("shipbuilding_carries") if built else 0


def carried(armies: Iterable[Army]) -> list[Army]:
    """Return those armies that cross Sea only aboard others."""
    return [one for one in armies if one.kind.moves == "land"]


def barred(world: World, armies: Sequence[Army], start: int, goal: int, afoot: bool = False) -> Hindrance | None:
    """Return why armies may not make a step together, None where they may. ``afoot``: land armies cross Sea without ships
    (AK-D2.0-07)."""
    where = f"{world.provinces[goal].name} ({goal})"
    for army in armies:
        if not may_enter(world, army, goal, True, start):
            return Hindrance("MAY NOT ENTER", f"The {army.title} may not enter {where} from where it is.", army.id)
    cargo, room = carried(armies), capacity(world, armies)
    if _sea_step(world, start, goal) and not afoot and len(cargo) > room:
        why = f"Over Sea the fleets and whales with them carry {room} land armies, and there are {len(cargo)}."
        return Hindrance("CARRIERS", why, cargo[-1].id)
    return None


def _sea_step(world: World, start: int, goal: int) -> bool:
    return world.provinces[start].at_sea or world.provinces[goal].at_sea


def journey(
    world: World, armies: Sequence[Army], start: int, way: Sequence[int], afoot: bool = False
) -> dict[int, int] | Hindrance:
    """Return what each army spends on a way, or why they cannot go it: a point each step, but carried armies only for a step
    ashore (AK-D6.2-03)."""
    spent = {one.id: 0 for one in armies}
    for goal in way:
        if hindrance := barred(world, armies, start, goal, afoot):
            return hindrance
        sea = _sea_step(world, start, goal) and not afoot
        for army in armies:
            if sea and army.kind.moves == "land" and world.provinces[goal].at_sea:
                continue
            spent[army.id] += 1
            if (left := points_left(world, army, sea)) < spent[army.id]:
                steps = "" if len(way) == 1 else f" for a way of {len(way)} steps"
                return Hindrance("POINTS", f"The {army.title} has {left} movement points left{steps}.", army.id)
        start = goal
    return spent


def free(world: World, code: str, place: int) -> bool:
    """Return whether armies of a kingdom may pass a province without a battle: it is no Neutral King's, and no enemies stand
    there."""
    owner = world.provinces[place].owner
    hostile = (one for one in world.armies_in(place) if not one.mercenary and world.relation(code, one.owner) == "Enemy")
    return world.relation(code, owner) != "Neutral" and not any(hostile)


def way(world: World, armies: Sequence[Army], code: str, start: int, goal: int) -> tuple[int, ...]:
    """Return the shortest way for armies over provinces that they may enter without a battle, the goal excepted, without its
    start; of ways of the same length that over the lower numbers (AK-D3.16-03). Empty where there is none."""

    def onward(path: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for near in GRID.neighbours(path[-1]):
            if (near == goal or free(world, code, near)) and barred(world, armies, path[-1], near) is None:
                yield near, 1

    return next((path[1:] for path, _ in cheapest(start, onward, 0) if path[-1] == goal), ())


def travel(turn: Turn, who: Character, goal: int, spent: dict[int, int] | None = None, origin: int = 0) -> None:
    """A character goes to a province with all armies that he leads, and they pay what they spent; where he came from
    (``origin``, else where he was) is remembered for the phase."""
    turn.came_from[who.id] = origin or who.province
    for army in turn.world.led_by(who.id):
        army.province = goal
        army.used += (spent or {}).get(army.id, 0)
    who.province = goal


def drown(turn: Turn) -> None:
    """At the end of a phase land armies at Sea drown where their owner's ships there cannot carry them, the highest numbers
    first (AK-D6.2-04). A flood drowns nobody (AK-D4.24-05), nor does the sea that closes over its dry bed (AK-P4.2-06)."""
    world = turn.world
    groups: dict[tuple[int, str], list[Army]] = {}
    for army in world.armies.values():
        groups.setdefault((army.province, army.owner), []).append(army)
    for (number, owner), armies in sorted(groups.items()):
        place, cargo = world.provinces[number], carried(armies)
        if place.terrain != SEA or _dried(place):
            for army in cargo:
                army.stranded = _dried(place)
            continue
        aboard = sorted((one for one in cargo if not one.stranded), key=lambda one: one.id)
        for army in aboard[capacity(world, armies) :]:
            turn.tell_kingdom(owner, "drowned", army=army.id, title=army.title, place=number, where=turn.place(number))
            destroy(turn, army)


def wander(turn: Turn) -> None:
    """Each mercenary army may move to a random adjacent province that it may enter (AK-PMC-01, AK-DMC-01). Nobody is told."""
    world = turn.world
    for army in [one for one in world.armies.values() if one.mercenary]:
        near = [one for one in GRID.neighbours(army.province) if may_enter(world, army, one)]
        if near and turn.throw(TABLES.number("mercenary_move_pct"), "wander", army.id):
            army.province = turn.dice("wander to", army.id).choice(near)


def nearest_own(world: World, code: str, place: int, allied: bool = False, armies: Sequence[Army] = ()) -> int | None:
    """Return the province of a kingdom (``allied``: or of an ally) that is nearest to a place, of several the lowest number;
    with armies that in which all of them may stand. None where there is none."""
    found = [
        number
        for number, one in world.provinces.items()
        if (one.owner == code or (allied and one.owner and world.relation(code, one.owner) == "Allied"))
        and all(may_enter(world, army, number, start=number) for army in armies)
    ]
    return min(found, key=lambda number: (GRID.distance(place, number), number), default=None)


def go_home(turn: Turn, army: Army) -> None:
    """An army leaves the province of a former ally for the nearest own one in which it may stand, together with its leader and
    all that he leads; where there is none for all of them, each goes alone (AK-D8.3-03). Without any it stays."""
    world = turn.world
    leader = world.characters.get(army.leader)
    group = world.led_by(army.leader) if leader else [army]
    home = nearest_own(world, army.owner, army.province, armies=group)
    if home is None and leader:
        for one in group:
            one.leader = 0
            go_home(turn, one)
    elif home is not None:
        names = [one.title for one in group]
        facts = {
            "armies": names,
            "many": len(names),
            "place": home,
            "where": turn.place(home),
            "from": turn.place(army.province),
        }
        turn.tell_kingdom(army.owner, "went home", leader=leader.title if leader else "", **facts)
        for one in group:
            one.province = home
        if leader:
            leader.province = home

"""Ways over land (chapters 7 and 8): movement points, the cost of a step, what stops a move, and the cheapest path.

Pure questions about a turn's world, for the pre-move check, for movement itself, for forecasts and for computer players. They
change nothing and record nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from postern.game.kit.grid import cheapest
from postern.rulesets.great_jewels.geography import adjacent, neighbours
from postern.rulesets.great_jewels.steps.forces import is_stronghold
from postern.rulesets.great_jewels.tables import FAVOURITE, decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import listed, mixed
from postern.rulesets.great_jewels.world import Force, Leader, Province, Terrain

_RULES = decided("movement")
ROAD_STEP = Fraction(1, 2)
TERRAIN_NAMES = {"C": "clear", "M": "mountain", "F": "forest", "I": "impassable"}

Link = Literal["", "border", "tunnel", "mercenary tunnel"]


@dataclass(frozen=True, slots=True)
class Hurdle:
    """Why a move ends: an error code, the reason, and the index in the path of the step that is not taken."""

    code: str
    why: str
    index: int


@dataclass(frozen=True, slots=True)
class Walk:
    """How far a path can be walked: the provinces entered, their costs, the points there were, what ended it early."""

    reached: tuple[str, ...]
    costs: tuple[Fraction, ...]
    points: Fraction
    hurdle: Hurdle | None

    @property
    def cost(self) -> Fraction:
        return sum(self.costs, Fraction(0))


def marches_by_force(turn: Turn, leader: Leader, ordered: bool) -> bool:
    """True when a force march order is carried out as one: a talisman may make it a plain move."""
    return ordered and not hooks.PLAIN_MARCH.fold(turn, Force(leader=leader.number), False, None)


def movement_points(turn: Turn, leader: Leader, force: bool = False) -> Fraction:
    """Movement points of a leader this turn: 4, with siege towers 2, force marching 6 (QJ-07-01, -06, -10)."""
    if force:
        points = Fraction(_RULES["points_force_marching"])
    else:
        points = Fraction(_RULES["points_with_towers"] if leader.towers else _RULES["points"])
    return max(Fraction(0), hooks.MOVEMENT_POINTS.fold(turn, Force(leader=leader.number), points, force))


def link(turn: Turn, frm: str, to: str) -> Link:
    """How two provinces are joined: by a border, a dug tunnel, the tunnels of the mercenaries, or not at all ("")."""
    if adjacent(frm, to):
        return "border"
    here, there = turn.province(frm), turn.province(to)
    if to in here.tunnels or frm in there.tunnels:
        return "tunnel"
    return "mercenary tunnel" if here.mercenary and there.mercenary and frm != to else ""


def step_cost(turn: Turn, leader: Leader, frm: str, to: str) -> Fraction:
    """Movement points for one step: 1/2 from road to road over a border, else by the terrain entered (QJ-07-03 to -08,
    QJ-08-10). Tunnels cost the terrain of their far end."""
    if adjacent(frm, to) and turn.province(frm).road and turn.province(to).road:
        return ROAD_STEP
    return entry_cost(turn, leader, to)


def entry_cost(turn: Turn, leader: Leader, to: str) -> Fraction:
    """Movement points to enter a province off the road: 1 for clear and the people's favourite terrain, else 2."""
    terrain = turn.province(to).terrain
    player = turn.player(leader.owner)
    easy = terrain is Terrain.CLEAR or (player is not None and terrain.value == FAVOURITE[player.people.value])
    cost = Fraction(_RULES["easy_land"] if easy else _RULES["hard_land"])
    return hooks.ENTRY_COST.fold(turn, Force(leader=leader.number), cost, to)


def barrier(turn: Turn, leader: Leader, frm: str, to: str, first: bool) -> tuple[str, str]:
    """Error code and reason why the leader cannot step from one province to the other, ("", "") when he can. Points are
    left out of account. ``first``: it is the first step of his move, the only one that may use a mercenary tunnel."""
    joined = link(turn, frm, to)
    if not joined or (joined == "mercenary tunnel" and not first):
        if joined:
            return "NOT ADJACENT", f"the mercenaries' tunnel from {frm} is open only to those who start the turn there"
        why = f"he is in {to} already" if frm == to else f"{to} does not border {frm}"
        return "NOT ADJACENT", why
    place = turn.province(to)
    force = Force(leader=leader.number)
    if place.terrain is Terrain.IMPASSABLE and not hooks.MAY_ENTER.fold(turn, force, False, to):
        return "IMPASSABLE", f"{to} is impassable"
    for name in (frm, to):
        if name in turn.sealed and not hooks.MAY_ENTER.fold(turn, force, False, name):
            return "SEALED", f"{name} is sealed by a spell this turn"
    if place.city and leader.owner not in turn.unlocked[to]:
        return "LOCKED", f"{to} is the Forbidden City {place.city}, and it is not unlocked for you this turn"
    return "", ""


def ends_move(turn: Turn, leader: Leader, frm: str, to: str) -> str:
    """Why a move goes no further once it has entered a province; "" when it may go on (ruling 11)."""
    place: Province = turn.province(to)
    if place.city:
        return f"{to} is a Forbidden City with guardians"
    if place.dragon:
        return f"a dragon lives in {to}"
    if is_stronghold(place) or link(turn, frm, to) == "mercenary tunnel":
        return f"{to} is a mercenary stronghold"
    if hooks.STOPS_MOVE.fold(turn, Force(garrison=to), False, leader.number):
        return f"a talisman lies in {to}"
    return ""


def walk(turn: Turn, leader: Leader, path: Sequence[str], force: bool = False) -> Walk:
    """How far the leader would come on this path from where he stands, if nobody waylays him."""
    points = movement_points(turn, leader, force)
    here, spent = leader.province, Fraction(0)
    reached: list[str] = []
    costs: list[Fraction] = []
    hurdle = None
    for index, to in enumerate(path):
        hurdle = next_hurdle(turn, leader, reached, here, to, points - spent)
        if hurdle is not None:
            break
        cost = step_cost(turn, leader, here, to)
        spent += cost
        reached.append(to)
        costs.append(cost)
        if index + 1 < len(path) and (why := ends_move(turn, leader, here, to)):
            hurdle = Hurdle("NOT THERE", f"{why}, where every march ends", index + 1)
            break
        here = to
    return Walk(tuple(reached), tuple(costs), points, hurdle)


def next_hurdle(turn: Turn, leader: Leader, reached: Sequence[str], here: str, to: str, left: Fraction) -> Hurdle | None:
    """What keeps the leader from the next step with so many points left, or None."""
    code, why = barrier(turn, leader, here, to, first=not reached)
    if code:
        return Hurdle(code, why, len(reached))
    cost = step_cost(turn, leader, here, to)
    if cost > left:
        return Hurdle("NOT ENOUGH MP", f"{to} needs {mixed(cost - left)} more", len(reached))
    return None


def cheapest_path(
    turn: Turn, leader: Leader, goal: str, force: bool = False, start: str = ""
) -> tuple[tuple[str, ...], Fraction] | None:
    """The cheapest path to a province within one turn's points, with its cost; None when it cannot be reached in time."""

    def onward(way: tuple[str, ...]) -> Iterator[tuple[str, Fraction]]:
        at, first = way[-1], len(way) == 1
        if first or not ends_move(turn, leader, way[-2], at):
            for to in exits(turn, at):
                if not barrier(turn, leader, at, to, first)[0]:
                    yield to, step_cost(turn, leader, at, to)

    ways = cheapest(start or leader.province, onward, Fraction(0), movement_points(turn, leader, force))
    return next(((way[1:], spent) for way, spent in ways if way[-1] == goal), None)


def exits(turn: Turn, name: str) -> list[str]:
    """The provinces which a border or a tunnel joins to this one: neighbours first, in the order E to NE."""
    place = turn.province(name)
    joined = [*neighbours(name), *place.tunnels]
    if place.mercenary:
        joined += [other.name for other in turn.world.provinces.values() if other.mercenary and other.name != name]
    return list(dict.fromkeys(joined))


def costs_in_words(turn: Turn, leader: Leader, start: str, path: Sequence[str]) -> str:
    """The cost of each step: "C2 (road, 1/2), C3 (forest, 2)"."""
    words, here = [], start
    for to in path:
        cost = step_cost(turn, leader, here, to)
        ground = "road" if cost == ROAD_STEP else TERRAIN_NAMES[turn.province(to).terrain.value]
        words.append(f"{to} ({ground}, {mixed(cost)})")
        here = to
    return listed(words)

"""Ways over land (chapters 7 and 8): movement points, the cost of a step, what stops a move, the cheapest path; and why a
march stops short, in numbers, for failures and notes on move orders.

Pure questions about a turn's world, for the pre-move check, for movement itself, for forecasts and for computer players. They
change nothing and record nothing. What is possible instead of a march is looked for only while orders are checked, in the
world as their giver knows it: in the turn itself it would tell him of land that he has not seen, and would come too late.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from postern.game.kit.grid import cheapest
from postern.game.kit.report.telling import counted, listed
from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.forces import is_stronghold
from postern.rulesets.great_jewels.tables import FAVOURITE, adjacent, decided, mixed, neighbours
from postern.rulesets.great_jewels.turn.orders import Issued, Move
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader, Province, Terrain

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


def may_force_march(turn: Turn, leader: Leader) -> bool:
    """True without siege equipment and without a force march last turn (QJ-07-10, QJ-07-12)."""
    return rested(turn, leader) and not leader.rams and not leader.towers


def rested(turn: Turn, leader: Leader) -> bool:
    """True unless he force-marched last turn (QJ-07-12)."""
    return not leader.force_marched or leader.force_marched < turn.number - 1


def refuse_force_march(turn: Turn, issued: Issued, order: Move, leader: Leader) -> None:
    """Records why a force march order cannot start, with the plain move that is possible."""
    plain = walk(turn, leader, order.path)
    reach = f"A plain move with {mixed(plain.points)} points comes as far as {plain.reached[-1]}." if plain.reached else ""
    paste = _written(leader, "M", plain.reached) if plain.reached else ""
    if not turn.expected:
        reach = paste = ""
    if leader.rams or leader.towers:
        load = listed([text for text in (_some(leader.rams, "ram"), _some(leader.towers, "siege tower")) if text])
        why = f"L{leader.number} carries {load}; a force march allows no siege equipment."
        turn.fail(issued, "SIEGE EQUIPMENT", why, reach, paste)
    else:
        why = f"L{leader.number} force-marched last turn and needs a turn without before the next."
        turn.fail(issued, "TWO TURNS IN A ROW", why, reach, paste)


def report(turn: Turn, issued: Issued, order: Move, leader: Leader, plan: Walk, forced: bool) -> None:
    """Records why the march stops short: a failure when he cannot leave at all, a note when he comes part of the way."""
    assert plan.hurdle is not None
    who = f"L{leader.number}"
    if order.path[0] == leader.province:
        _begun_at_home(turn, issued, order, leader, forced)
        return
    remedy, paste = _remedy(turn, order, leader, plan, forced)
    if plan.reached:
        verb = "would stop" if turn.expected else "stopped"
        why = f"{who} {verb} in {plan.reached[-1]}: {_reason(plan)}."
        turn.note(issued, plan.hurdle.code, why, remedy, paste)
    else:
        verb = "cannot leave" if turn.expected else "stayed in"
        turn.fail(issued, plan.hurdle.code, f"{who} {verb} {leader.province}: {_reason(plan)}.", remedy, paste)


def _begun_at_home(turn: Turn, issued: Issued, order: Move, leader: Leader, forced: bool) -> None:
    """The way written down begins where he is: the line without that, or why it needs none."""
    who, on = f"L{leader.number}", order.path[1:]
    why = f"{who} is in {leader.province} already; the way begins with the province next to it."
    if not turn.expected:
        turn.fail(issued, "NOT ADJACENT", f"{who} stayed in {leader.province}: he was there already.")
    elif not on:
        turn.fail(issued, "NOT ADJACENT", f"{who} is in {leader.province} already.", "To stay there needs no order.")
    elif walk(turn, leader, on, forced).hurdle is None:
        turn.fail(issued, "NOT ADJACENT", why, "Without it:", _written(leader, "F" if order.force_march else "M", on))
    else:
        other = cheapest_path(turn, leader, on[-1], forced)
        path = other[0] if other is not None else walk(turn, leader, on, forced).reached
        words = f"Possible: {costs_in_words(turn, leader, leader.province, path)}." if path else ""
        near = f"From there he can step to {listed(exits(turn, leader.province), 'or')}."
        paste = _written(leader, "F" if order.force_march else "M", path) if path else ""
        turn.fail(issued, "NOT ADJACENT", why, words or near, paste)


def _reason(plan: Walk) -> str:
    assert plan.hurdle is not None
    if plan.hurdle.code != "NOT ENOUGH MP":
        return plan.hurdle.why
    if not plan.reached:
        return f"he has {mixed(plan.points)} movement points, {plan.hurdle.why}"
    verb = "costs" if len(plan.reached) == 1 else "cost"
    return f"{listed(plan.reached)} {verb} {mixed(plan.cost)} of his {mixed(plan.points)} movement points, {plan.hurdle.why}"


def _remedy(turn: Turn, order: Move, leader: Leader, plan: Walk, forced: bool) -> tuple[str, str]:
    """What to write instead, and the line to paste."""
    assert plan.hurdle is not None
    if not turn.expected:
        return "", ""
    letter = "F" if order.force_march else "M"
    so_far = _written(leader, letter, plan.reached) if plan.reached else ""
    if plan.hurdle.code == "NOT THERE":
        return "Next turn he may go on from there.", so_far
    if plan.hurdle.code == "LOCKED":
        city = order.path[plan.hurdle.index]
        return f"A leader beside it with a fitting key unlocks it first:  LnnU{city}", so_far
    other = _another_way(turn, order, leader, plan, forced)
    if plan.hurdle.code == "NOT ENOUGH MP" and not forced and (march := _by_force(turn, order, leader)):
        cheaper = f" Or by the cheapest way:  {_written(leader, letter, other)}" if other else ""
        return f"{march[0]}{cheaper}", march[1]
    if other:
        words = costs_in_words(turn, leader, leader.province, other)
        return f"Possible: {words}.", _written(leader, letter, other)
    if plan.hurdle.code == "NOT ADJACENT":
        here = plan.reached[-1] if plan.reached else leader.province
        return f"From {here} he can step to {listed(exits(turn, here), 'or')}.", so_far
    hint = _without_equipment(turn, order, leader) if plan.hurdle.code == "NOT ENOUGH MP" else ""
    possible = f"Possible now: {costs_in_words(turn, leader, leader.province, plan.reached)}." if plan.reached else ""
    return f"{possible}{' ' if possible and hint else ''}{hint}", so_far


def _without_equipment(turn: Turn, order: Move, leader: Leader) -> str:
    """What he could do if he left his siege equipment behind, when that would bring him there."""
    light = replace(leader, rams=0, towers=0)
    for force in (False, True):
        if walk(turn, light, order.path, force).hurdle is None and (not force or may_force_march(turn, light)):
            how = "force-marching without siege equipment" if force else "without siege towers"
            return f"With {mixed(movement_points(turn, light, force))} points, {how}, he would arrive."
    return ""


def _another_way(turn: Turn, order: Move, leader: Leader, plan: Walk, forced: bool) -> tuple[str, ...]:
    """A path that keeps the order's last province, and as much of the rest as can be kept, within the points."""
    assert plan.hurdle is not None
    here = plan.reached[-1] if plan.reached else leader.province
    bad = order.path[plan.hurdle.index]
    if plan.hurdle.code == "NOT ADJACENT":
        filled = cheapest_path(turn, leader, bad, forced, start=here)
        if filled is not None:
            whole = (*plan.reached, *filled[0], *order.path[plan.hurdle.index + 1 :])
            if walk(turn, leader, whole, forced).hurdle is None:
                return whole
    direct = cheapest_path(turn, leader, order.path[-1], forced)
    return direct[0] if direct is not None and direct[0] != order.path else ()


def _by_force(turn: Turn, order: Move, leader: Leader) -> tuple[str, str] | None:
    """The force march that would do it, with what it would cost, or None."""
    if not may_force_march(turn, leader):
        return None
    path = order.path
    if walk(turn, leader, path, force=True).hurdle is not None:
        found = cheapest_path(turn, leader, path[-1], force=True)
        if found is None:
            return None
        path = found[0]
    points = mixed(movement_points(turn, leader, force=True))
    limit = hooks.FORCE_MARCH_LIMIT.fold(turn, Force(leader=leader.number), min(leader.troops, 2 * leader.bonus), None)
    losses = leader.troops - limit
    cost = ""
    if losses > 0:
        cost = f" (troops above twice his bonus, here {losses} of {leader.troops}, would die)"
    return f"A force march has {points}{cost}.", _written(leader, "F", path)


def _written(leader: Leader, letter: str, path: Sequence[str]) -> str:
    return f"L{leader.number}{letter}{''.join(path)}"


def _some(number: int, noun: str) -> str:
    return counted(number, noun) if number else ""

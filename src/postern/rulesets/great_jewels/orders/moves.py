"""Moves, force marches and sailing: how they are ordered, who may leave (step 5b), and the way over land (step 7a): chapters
7 and 8, ruling 11, QJ-29-19 to QJ-29-22.
"""

from __future__ import annotations

import re

from postern.rulesets.great_jewels.knowledge import Scene
from postern.rulesets.great_jewels.orders.arguments import ORDERS, PROVINCE
from postern.rulesets.great_jewels.rules import capture
from postern.rulesets.great_jewels.rules.battle import waylay
from postern.rulesets.great_jewels.rules.checks import own_leader, settle_crew, still_stands
from postern.rulesets.great_jewels.rules.hooks import FORCE_MARCH_LIMIT, MAY_MOVE, ON_PASS
from postern.rulesets.great_jewels.rules.movement import arriving, sailing, ways
from postern.rulesets.great_jewels.rules.movement.arriving import end_move, enter
from postern.rulesets.great_jewels.rules.movement.ways import Walk, marches_by_force, walk
from postern.rulesets.great_jewels.tables import spoken
from postern.rulesets.great_jewels.turn.orders import Issued, Move, QJOrder, Sail, UseTalisman
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force, Leader

GO = ORDERS.pattern("{GO}")


def _moved_via(leader: int, goal: str, path: tuple[str, ...], force_march: bool = False) -> QJOrder:
    return Move(leader, (*path, goal), force_march)


def _words(order: Move, scene: Scene) -> str:
    """With the cost of the way when an expected turn knows it."""
    *between, goal = order.path
    verb = "force marches" if order.force_march else "marches"
    via = f" by way of {', '.join(map(spoken, between))}" if between else ""
    cost = scene.expected.costs.get(order.leader, "")
    end = scene.expected.ends.get(order.leader, goal)
    land = f"({scene.terrain(end)}{f', {cost}' if cost else ''})"
    if end != goal:
        land = f"(only as far as {spoken(end)}: {land[1:]}"
    return f"L{order.leader} {verb} to {spoken(goal)}{via} {land}"


def _sail_words(order: Sail, scene: Scene) -> str:
    cost = scene.expected.costs.get(order.leader, "")
    return f"L{order.leader} sails to {spoken(order.province)}{f' ({cost})' if cost else ''}"


TROOPS_A_BONUS = 2
"""Troops that survive a force march for each point of the leader's bonus (QJ-07-11)."""


# --- step 5b -------------------------------------------------------------------------------------------------------------


def premove_check(turn: Turn) -> None:
    """Step 5b: a leader whose first step is legal now counts as leaving in combat; the others stay, with a failure."""
    for issued in turn.each(one for one in list(turn.orders) if isinstance(one.order, Move | Sail | UseTalisman)):
        if turn.is_void(issued):
            continue
        leader = _mover(turn, issued)
        if leader is not None and _may_go(turn, issued, leader):
            turn.marching[leader.number] = issued
            turn.leaving.add(leader.number)
    for number in list(turn.teleports):
        arriving.check_teleport(turn, number)


def _mover(turn: Turn, issued: Issued) -> Leader | None:
    match issued.order:
        case Move(leader=number) | Sail(leader=number):
            return own_leader(turn, issued, number)
        case UseTalisman(talisman=78):
            return arriving.rider(turn, issued)
    return None


def _may_go(turn: Turn, issued: Issued, leader: Leader) -> bool:
    if reason := MAY_MOVE.fold(turn, Force(leader=leader.number), "", None):
        return turn.fail(issued, "TALISMAN NOT USABLE", f"L{leader.number} cannot move this turn: {reason}.")
    if not still_stands(turn, issued, Force(leader=leader.number)):
        return False
    match issued.order:
        case Move() as move:
            return _may_march(turn, issued, move, leader)
        case Sail() as voyage:
            return sailing.may_sail(turn, issued, voyage, leader)
        case UseTalisman() as flight:
            return arriving.may_fly(turn, issued, flight, leader)
    return False


def _may_march(turn: Turn, issued: Issued, order: Move, leader: Leader) -> bool:
    forced = marches_by_force(turn, leader, order.force_march)
    if forced and not ways.may_force_march(turn, leader):
        ways.refuse_force_march(turn, issued, order, leader)
        return False
    plan = walk(turn, leader, order.path, forced)
    if plan.reached:
        return True
    ways.report(turn, issued, order, leader, plan, forced)
    _glimpse(turn, leader, order, plan)
    return False


def _glimpse(turn: Turn, leader: Leader, order: Move, plan: Walk) -> None:
    """Who stands before a locked Forbidden City and tries to enter it sees its name on his printout (QJ-24-03); who names one
    that he does not come near learns nothing (QJ-24-06)."""
    if plan.hurdle is not None and plan.hurdle.code == "LOCKED":
        turn.visit(leader.owner, order.path[plan.hurdle.index])


# --- step 7a -------------------------------------------------------------------------------------------------------------


def move_survivors(turn: Turn) -> None:
    """Step 7a: whoever was found able to leave and lives goes now, in the order of processing; spells carry off last."""
    if not turn.expected:
        for province in turn.world.provinces.values():
            if province.city:
                capture.open_city(turn, province)
    for number, issued in list(turn.marching.items()):
        if not turn.takes_up(issued):
            continue
        leader = turn.leader(number)
        if leader is None or Force(leader=number) in turn.void:
            turn.fail(issued, "NO SUCH LEADER", f"L{number} fell before he could move.")
            continue
        match issued.order:
            case Move() as move:
                done = _walk_off(turn, issued, move, leader)
            case Sail() as voyage:
                done = sailing.sail(turn, voyage, leader)
            case UseTalisman() as flight:
                done = arriving.fly(turn, flight, leader)
            case _:
                done = False
        if done:
            turn.carried_out(issued)
        else:
            del turn.marching[number]
    for number in list(turn.teleports):
        arriving.teleport(turn, number)


def _walk_off(turn: Turn, issued: Issued, order: Move, leader: Leader) -> bool:
    forced = marches_by_force(turn, leader, order.force_march)
    start, before = leader.province, leader.troops
    plan = walk(turn, leader, order.path, forced)
    if not plan.reached:
        ways.report(turn, issued, order, leader, plan, forced)
        return False
    if plan.hurdle is not None:
        ways.report(turn, issued, order, leader, plan, forced)
        _glimpse(turn, leader, order, plan)
    died = _force_march(turn, leader) if forced else 0
    turn.flag(Force(leader=leader.number), "-F" if forced else "-M")
    turn.moved.add(leader.number)
    told = len(turn.events)
    walked = _walk_on(turn, leader, plan.reached)
    turn.tell(
        "moved",
        to=[leader.owner],
        leader=leader.number,
        start=start,
        path=walked,
        forced=forced,
        died=died,
        before=before,
        cost=str(plan.cost),
        points=str(plan.points),
        whole=plan.hurdle is None and len(walked) == len(order.path),
    )
    turn.events.insert(told, turn.events.pop())  # the march is told before what met him on it
    if turn.leader(leader.number) is leader:
        end_move(turn, leader.number)
    return True


def _force_march(turn: Turn, leader: Leader) -> int:
    """Kills the troops that a force march costs, before it starts; says how many (QJ-07-11)."""
    limit = FORCE_MARCH_LIMIT.fold(turn, Force(leader=leader.number), min(leader.troops, TROOPS_A_BONUS * leader.bonus), None)
    died = max(0, leader.troops - max(0, limit))
    leader.troops -= died
    leader.force_marched = turn.number
    settle_crew(turn, leader.number)
    return died


def _walk_on(turn: Turn, leader: Leader, path: tuple[str, ...]) -> list[str]:
    """Walks a path that was found walkable; who waits in a province he leaves again waylays him. Says what he walked."""
    walked: list[str] = []
    for to in path:
        if walked:
            ON_PASS.fold(turn, Force(leader=leader.number), None, leader.province)
            waylay.waylay(turn, leader.number, leader.province)
            if turn.leader(leader.number) is not leader:
                break
        else:
            turn.visit(leader.owner, leader.province)
        turn.departures[leader.province].append(f"L{leader.number}->{to}")
        enter(turn, leader.number, to)
        walked.append(to)
    return walked


# --- the table ---

KINDS = (
    ORDERS.kind("march", Move, {"via": _moved_via}, words=_words),
    ORDERS.kind("sailing", Sail, words=_sail_words),
)

COPIES = (
    ("LnnM*", "same move as the movement order directly before it"),
    ("LnnF*", "same force march as the movement order directly before it"),
)
"""What the help says of moves that copy another; which move that is, only the letter knows."""

SAME_BOOK = re.compile(r"L(?P<n>[0-9]{1,9})(?P<way>[MF])\*")
SAME_PLAIN = re.compile(
    r"L(?P<n>[0-9]{1,9}) (?:"
    r"FOLLOWS? (?:L(?P<m>[0-9]{1,9}))?"
    rf"|(?:{GO} )?(?:SAME(?: WAY| MOVE)?|LIKEWISE|DITTO)"
    r"|SAME(?: MOVE)? AS L(?P<j>[0-9]{1,9})"
    rf"|{GO} (?:WITH|LIKE|AS|BEHIND|ALONG WITH) L(?P<k>[0-9]{{1,9}}))"
)
"""LnnM* and LnnF*, and "L14 follows L13": read by the caller, who knows the moves written before."""

_SEVERAL = r"L[0-9]+(?:(?: AND | ?& ?| ?\+ ?| )L[0-9]+)"
"""A leader and others, behind which stands how often (+ or *)."""

SAME_FOR = re.compile(rf"(?:DO )?(?:SAME|LIKEWISE|DITTO)(?: WAY| MOVE)?(?: FOR| WITH)? (?P<all>{_SEVERAL}*)")
"""The same the other way round: "same for L14 and L15"."""

STAY = re.compile(
    r"(?P<unit>L[0-9]{1,9}|G?[A-S][0-9]{1,2}) "
    r"(?:HOLDS?|STAYS?(?: PUT| THERE)?|WAITS?|RESTS?|REMAINS?|DEFENDS?|(?:DOES |DO )?NOTHING)"
)
"""To stay needs no order."""

WITH_MANY = re.compile(rf"(?P<head>[A-Z].*) (?P<link>WITH|BY|USING) (?P<all>{_SEVERAL}+)")
"""One order with several leaders behind it: "attack L31 with L13 and L14"."""

EVERY = re.compile(rf"ALL LEADERS(?: (?:IN|AT|FROM|OF) G?(?P<place>{PROVINCE}))? (?P<rest>[A-Z].*)")
"""All own leaders, or all in one province."""

MANY = re.compile(rf"(?P<all>{_SEVERAL}+) (?P<rest>[A-Z].*)")
"""Several leaders with one order between them: "L13 and L14 move to B4"."""

"""Why a march stops short, in numbers, and what is possible instead: for failures and notes on move orders.

What is possible instead is looked for only while orders are checked, in the world as their giver knows it: in the turn itself
it would tell him of land that he has not seen, and would come too late.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from postern.rulesets.great_jewels.orders.model import Issued, Move
from postern.rulesets.great_jewels.steps import ways
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import counted, listed, mixed
from postern.rulesets.great_jewels.world import Force, Leader


def may_force_march(turn: Turn, leader: Leader) -> bool:
    """True without siege equipment and without a force march last turn (QJ-07-10, QJ-07-12)."""
    return rested(turn, leader) and not leader.rams and not leader.towers


def rested(turn: Turn, leader: Leader) -> bool:
    """True unless he force-marched last turn (QJ-07-12)."""
    return not leader.force_marched or leader.force_marched < turn.number - 1


def refuse_force_march(turn: Turn, issued: Issued, order: Move, leader: Leader) -> None:
    """Records why a force march order cannot start, with the plain move that is possible."""
    plain = ways.walk(turn, leader, order.path)
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


def report(turn: Turn, issued: Issued, order: Move, leader: Leader, plan: ways.Walk, forced: bool) -> None:
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
    elif ways.walk(turn, leader, on, forced).hurdle is None:
        turn.fail(issued, "NOT ADJACENT", why, "Without it:", _written(leader, "F" if order.force_march else "M", on))
    else:
        other = ways.cheapest_path(turn, leader, on[-1], forced)
        path = other[0] if other is not None else ways.walk(turn, leader, on, forced).reached
        words = f"Possible: {ways.costs_in_words(turn, leader, leader.province, path)}." if path else ""
        near = f"From there he can step to {listed(ways.exits(turn, leader.province), 'or')}."
        paste = _written(leader, "F" if order.force_march else "M", path) if path else ""
        turn.fail(issued, "NOT ADJACENT", why, words or near, paste)


def _reason(plan: ways.Walk) -> str:
    assert plan.hurdle is not None
    if plan.hurdle.code != "NOT ENOUGH MP":
        return plan.hurdle.why
    if not plan.reached:
        return f"he has {mixed(plan.points)} movement points, {plan.hurdle.why}"
    verb = "costs" if len(plan.reached) == 1 else "cost"
    return f"{listed(plan.reached)} {verb} {mixed(plan.cost)} of his {mixed(plan.points)} movement points, {plan.hurdle.why}"


def _remedy(turn: Turn, order: Move, leader: Leader, plan: ways.Walk, forced: bool) -> tuple[str, str]:
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
        words = ways.costs_in_words(turn, leader, leader.province, other)
        return f"Possible: {words}.", _written(leader, letter, other)
    if plan.hurdle.code == "NOT ADJACENT":
        here = plan.reached[-1] if plan.reached else leader.province
        return f"From {here} he can step to {listed(ways.exits(turn, here), 'or')}.", so_far
    hint = _without_equipment(turn, order, leader) if plan.hurdle.code == "NOT ENOUGH MP" else ""
    possible = f"Possible now: {ways.costs_in_words(turn, leader, leader.province, plan.reached)}." if plan.reached else ""
    return f"{possible}{' ' if possible and hint else ''}{hint}", so_far


def _without_equipment(turn: Turn, order: Move, leader: Leader) -> str:
    """What he could do if he left his siege equipment behind, when that would bring him there."""
    light = replace(leader, rams=0, towers=0)
    for force in (False, True):
        if ways.walk(turn, light, order.path, force).hurdle is None and (not force or may_force_march(turn, light)):
            how = "force-marching without siege equipment" if force else "without siege towers"
            return f"With {mixed(ways.movement_points(turn, light, force))} points, {how}, he would arrive."
    return ""


def _another_way(turn: Turn, order: Move, leader: Leader, plan: ways.Walk, forced: bool) -> tuple[str, ...]:
    """A path that keeps the order's last province, and as much of the rest as can be kept, within the points."""
    assert plan.hurdle is not None
    here = plan.reached[-1] if plan.reached else leader.province
    bad = order.path[plan.hurdle.index]
    if plan.hurdle.code == "NOT ADJACENT":
        filled = ways.cheapest_path(turn, leader, bad, forced, start=here)
        if filled is not None:
            whole = (*plan.reached, *filled[0], *order.path[plan.hurdle.index + 1 :])
            if ways.walk(turn, leader, whole, forced).hurdle is None:
                return whole
    direct = ways.cheapest_path(turn, leader, order.path[-1], forced)
    return direct[0] if direct is not None and direct[0] != order.path else ()


def _by_force(turn: Turn, order: Move, leader: Leader) -> tuple[str, str] | None:
    """The force march that would do it, with what it would cost, or None."""
    if not may_force_march(turn, leader):
        return None
    path = order.path
    if ways.walk(turn, leader, path, force=True).hurdle is not None:
        found = ways.cheapest_path(turn, leader, path[-1], force=True)
        if found is None:
            return None
        path = found[0]
    points = mixed(ways.movement_points(turn, leader, force=True))
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

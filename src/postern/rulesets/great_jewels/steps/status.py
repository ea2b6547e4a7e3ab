"""Step 1: status changes (chapters 19, 21, 22): allies, peace, hostility, acceptance, waylay, autobuild."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.model import (
    AcceptEngines,
    Autobuild,
    AutoWaylay,
    DeclareAlly,
    Hostile,
    Issued,
    NoWaylay,
    SetPeace,
)
from postern.rulesets.great_jewels.steps.checks import known_player, own_leader, own_province
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force


def change_status(turn: Turn) -> None:
    """Carries out all status orders in the order of processing, so that a later line overrules an earlier one."""
    for issued in list(turn.orders):
        if turn.is_void(issued):
            continue
        if _change(turn, issued):
            turn.carried_out(issued)


def _change(turn: Turn, issued: Issued) -> bool:
    match issued.order:
        case DeclareAlly(player=name, ally=ally):
            return _declare(turn, issued, name, ally)
        case SetPeace(leader=number, peace=peace):
            return _make_peace(turn, issued, number, peace)
        case Hostile(leader=number):
            return _mark(turn, issued, number, turn.hostile, "-H")
        case AcceptEngines(leader=number):
            return _mark(turn, issued, number, turn.accepts, "")
        case NoWaylay(force=force):
            return _no_waylay(turn, issued, force)
        case AutoWaylay(on=on):
            turn.world.players[issued.seat].waylay = on
            return True
        case Autobuild(province=name, on=on):
            province = own_province(turn, issued, name)
            if province is None:
                return False
            province.autobuild = on
            return True
    return False


def _declare(turn: Turn, issued: Issued, name: str, ally: bool) -> bool:
    """A= and N=: only players whom the giver has met; stands until it is changed (QJ-22-01, QJ-22-05)."""
    if not known_player(turn, issued, name):
        return False
    allies = turn.world.players[issued.seat].allies
    if ally and name not in allies:
        allies.append(name)
    if not ally and name in allies:
        allies.remove(name)
    return True


def _make_peace(turn: Turn, issued: Issued, number: int, peace: bool) -> bool:
    """LnnP and LnnQ: stands until it is changed (QJ-21-01, QJ-21-05)."""
    leader = own_leader(turn, issued, number)
    if leader is None:
        return False
    leader.at_peace = peace
    return True


def _mark(turn: Turn, issued: Issued, number: int, marked: set[int], flag: str) -> bool:
    """LnnH and LnnE: for this turn only (QJ-21-08, QJ-15-10)."""
    if own_leader(turn, issued, number) is None:
        return False
    marked.add(number)
    if flag:
        turn.flag(Force(leader=number), flag)
    return True


def _no_waylay(turn: Turn, issued: Issued, force: Force) -> bool:
    """LnnN and GpN: this force does not waylay this turn (QJ-19-03)."""
    mine = own_leader(turn, issued, force.leader) if force.leader else own_province(turn, issued, force.garrison)
    if mine is None:
        return False
    turn.no_waylay.add(force)
    turn.flag(force, "-N")
    return True

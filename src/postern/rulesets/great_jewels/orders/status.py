"""Status changes (step 1): allies, peace, hostility, waylay, siege equipment (chapters 19, 21, 22, QJ-29-44 and on)."""

from __future__ import annotations

from collections.abc import Iterable

from postern.rulesets.great_jewels.orders.arguments import ORDERS
from postern.rulesets.great_jewels.orders.model import (
    AcceptEngines,
    Autobuild,
    AutoWaylay,
    DeclareAlly,
    Hostile,
    Issued,
    NoWaylay,
    QJOrder,
    SetPeace,
)
from postern.rulesets.great_jewels.steps.checks import against_geas, known_player, own_leader, own_province
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force

# --- step 1 ---


def _declare(turn: Turn, issued: Issued, order: DeclareAlly) -> bool:
    """A= and N=: only players whom the giver has met; stands until it is changed (QJ-22-01, QJ-22-05)."""
    name = order.player
    if not known_player(turn, issued, name):
        return False
    if not order.ally and name in turn.world.team_mates(issued.seat):
        return turn.fail(issued, "TEAM MATE", f"{name} is in your team; team-mates stay allies.", "Leave this line out.")
    giver = turn.world.players[issued.seat]
    if order.ally and name not in giver.allies:
        giver.allies.append(name)
        giver.allied_since[name] = turn.number
    if not order.ally and name in giver.allies:
        giver.allies.remove(name)
        giver.allied_since.pop(name, None)
    return True


def _make_peace(turn: Turn, issued: Issued, order: SetPeace) -> bool:
    """LnnP and LnnQ: stands until it is changed (QJ-21-01, QJ-21-05)."""
    leader = None if against_geas(turn, issued) else own_leader(turn, issued, order.leader)
    if leader is None:
        return False
    leader.at_peace = order.peace
    return True


def _be_hostile(turn: Turn, issued: Issued, order: Hostile) -> bool:
    """For this turn only (QJ-21-08)."""
    if own_leader(turn, issued, order.leader) is None:
        return False
    turn.hostile.add(order.leader)
    turn.flag(Force(leader=order.leader), "-H")
    return True


def _accept(turn: Turn, issued: Issued, order: AcceptEngines) -> bool:
    """For this turn only (QJ-15-10)."""
    if own_leader(turn, issued, order.leader) is None:
        return False
    turn.accepts.add(order.leader)
    return True


def _no_waylay(turn: Turn, issued: Issued, order: NoWaylay) -> bool:
    """LnnN and GpN: this force does not waylay this turn (QJ-19-03)."""
    force = order.force
    mine = own_leader(turn, issued, force.leader) if force.leader else own_province(turn, issued, force.garrison)
    if mine is None:
        return False
    turn.no_waylay.add(force)
    turn.flag(force, "-N")
    return True


def _switch_waylay(turn: Turn, issued: Issued, order: AutoWaylay) -> bool:
    turn.world.players[issued.seat].waylay = order.on
    return True


def settle_status(turn: Turn) -> None:
    """Once all status orders are carried out, so that a later line has overruled an earlier one, but none a geas."""
    _tell_overruled(turn, turn.done)
    _flag_the_idle(turn)


def _tell_overruled(turn: Turn, done: Iterable[Issued]) -> None:
    """A note for each order of which a later one of the same giver says the opposite: it is that one which counts."""
    last = {(one.seat, one.geas, _subject(one.order)): one for one in done}
    for issued in done:
        counts = last[issued.seat, issued.geas, _subject(issued.order)]
        if _subject(issued.order) is not None and counts.order != issued.order:
            turn.note(issued, "ALREADY HAS AN ORDER", f"{counts.code}, which comes later, overrules it.")


def _subject(order: QJOrder) -> tuple[type, object] | None:
    """What an order settles that another of its kind may settle otherwise; None for all others."""
    match order:
        case DeclareAlly(player=about) | SetPeace(leader=about) | Autobuild(province=about):
            return type(order), about
        case AutoWaylay():
            return AutoWaylay, None
    return None


def _flag_the_idle(turn: Turn) -> None:
    """Who has turned waylaying off everywhere has turned it off for each of his forces (QJ-05-30, QJ-06-31, QJ-29-52)."""
    idle = {name for name, player in turn.world.players.items() if not player.waylay}
    for number, leader in turn.world.leaders.items():
        if leader.owner in idle:
            turn.flag(Force(leader=number), "-N")
    for name, province in turn.world.provinces.items():
        if province.owner in idle:
            turn.flag(Force(garrison=name), "-N")


# --- the table ---

KINDS = (
    ORDERS.kind("ally", DeclareAlly, act=_declare),
    ORDERS.kind("leader does not waylay", NoWaylay, act=_no_waylay),
    ORDERS.kind("at peace", SetPeace, act=_make_peace),
    ORDERS.kind("hostile", Hostile, act=_be_hostile),
    ORDERS.kind("siege engines accepted", AcceptEngines, act=_accept),
    ORDERS.kind("waylay on", AutoWaylay, act=_switch_waylay),
)

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
    QJOrder,
    SetPeace,
)
from postern.rulesets.great_jewels.steps.checks import known_player, own_leader, own_province
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force


def change_status(turn: Turn) -> None:
    """Carries out all status orders in the order of processing, so that a later line overrules an earlier one, but none a
    geas."""
    done = []
    for issued in list(turn.orders):
        if turn.is_void(issued):
            continue
        if not _against_geas(turn, issued) and _change(turn, issued):
            turn.carried_out(issued)
            done.append(issued)
    _tell_overruled(turn, done)
    _flag_the_idle(turn)


def _against_geas(turn: Turn, issued: Issued) -> bool:
    """True, with a failure, for a line that would undo what a geas orders the same force: its victim cannot take it back."""
    if issued.geas or not isinstance(issued.order, SetPeace | Autobuild):
        return False
    force = issued.order.giver
    orders = [one.order for one in turn.orders if one.geas and one.order.giver == force]
    if not any(type(one) is type(issued.order) and one != issued.order for one in orders):
        return False
    turn.fail(issued, "ALREADY HAS AN ORDER", f"{force} is under a geas this turn and cannot obey you.")
    return True


def _tell_overruled(turn: Turn, done: list[Issued]) -> None:
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
    if not ally and name in turn.world.team_mates(issued.seat):
        turn.fail(issued, "TEAM MATE", f"{name} is in your team; team-mates stay allies.", "Leave this line out.")
        return False
    giver = turn.world.players[issued.seat]
    if ally and name not in giver.allies:
        giver.allies.append(name)
        giver.allied_since[name] = turn.number
    if not ally and name in giver.allies:
        giver.allies.remove(name)
        giver.allied_since.pop(name, None)
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

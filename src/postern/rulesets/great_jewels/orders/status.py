"""Status changes (step 1): allies, peace, hostility, waylay, siege equipment (chapters 19, 21, 22, QJ-29-44 and on)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from postern.game.kit.orders import OrderKind, Saying, form
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

_ALLY_WORDS = r"(?:ALLY|ALLIES|ALLIANCE|FRIEND|FRIENDS)"
_NO = r"(?:NO|NOT|DO NOT|DOES NOT|DOESN T|DON T|DOESNT|DONT|WILL NOT|WONT|WON T|NEVER|STOP|STOPS|WITHOUT)"
_GEAR = r"(?:SIEGE )?(?:EQUIPMENT|ENGINES?|RAMS?|TOWERS?)"


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

_kind = partial(OrderKind, group="status", step="1")
_NO_ALLY = partial(Saying, make=partial(DeclareAlly, ally=False))
_NO_PEACE = partial(Saying, make=partial(SetPeace, peace=False))
_OFF, _ON = (partial(Saying, make=partial(AutoWaylay, on=on)) for on in (False, True))

KINDS = (
    _kind(
        "ally",
        DeclareAlly,
        (
            form("A=<player>", "declares a met player an ally until revoked", words="{player} becomes your ally", ally=True),
            form(
                "N=<player>",
                "revoke ally: ends the declaration",
                name="end of alliance",
                words="{player} is no longer your ally",
                ally=False,
            ),
        ),
        act=_declare,
        said=(
            _NO_ALLY(r"(?:UN|NO |NOT |END |ENDS |STOP |BREAK |CANCEL |DROP |REVOKE )ALL(?:Y|IANCE)(?: WITH| TO)? <player>"),
            _NO_ALLY(rf"(?:BREAK|END|CANCEL)(?: {_ALLY_WORDS})? WITH <player>"),
            _NO_ALLY(rf"(?:DROP|REMOVE|DELETE) <player>(?: (?:AS|FROM) {_ALLY_WORDS})?"),
            _NO_ALLY(r"(?:NO LONGER|NOT) (?:ALLY|ALLIED)(?: WITH| TO)? <player>"),
            _NO_ALLY(rf"<player> (?:NO LONGER YOUR|NOT|NO LONGER|NO) {_ALLY_WORDS}"),
            rf"(?:MAKE|ADD|NAME|DECLARE) <player>(?: AS| TO)? {_ALLY_WORDS}",
            r"(?:ALLY|ALLIANCE|ALLY WITH|ALLIANCE WITH|DECLARE ALLY|ALLIED WITH|FRIEND) <player>",
            rf"<player> (?:AS |NOW |YOUR )?{_ALLY_WORDS}",
            rf"{_ALLY_WORDS} = ?<player>",
        ),
    ),
    _kind(
        "leader does not waylay",
        NoWaylay,
        (
            form("<force:Lnn>N", "leader does not waylay this turn"),
            form("<force:Gp1>N", "province does not waylay this turn", name="garrison does not waylay"),
        ),
        words="{force} waylays nobody this turn",
        act=_no_waylay,
        said=(
            rf"<force:giver> (?:{_NO} (?:AUTO)?WAYLAY(?:S|ING)?|(?:AUTO)?WAYLAY(?:ING)? OFF|WAYLAYS? NOBODY)",
            rf"{_NO} WAYLAY(?:ING)? (?:IN |WITH |BY |AT |FOR )<force:giver>",
        ),
    ),
    _kind(
        "at peace",
        SetPeace,
        (
            form("L<leader:nn>P", "leader at peace until LnnQ", words="L{leader} is at peace from now on", peace=True),
            form(
                "L<leader:nn>Q",
                "ends the at peace status",
                name="not at peace",
                words="L{leader} is no longer at peace",
                peace=False,
            ),
        ),
        act=_make_peace,
        said=(
            _NO_PEACE(rf"L<leader:nn> (?:(?:{_NO}|NO LONGER|ENDS?|LEAVES?) (?:AT )?PEACE(?:FUL)?|PEACE OFF|(?:AT )?WAR)"),
            _NO_PEACE(r"(?:END )?PEACE OFF(?: FOR)? L<leader:nn>"),
            r"L<leader:nn> (?:GOES |AT |MAKES? |DECLARES? |IN )*PEACE(?:FUL)?(?: FROM ON| ON)?",
            r"(?:PUT |SET )?L<leader:nn> (?:AT |TO )?PEACE",
        ),
    ),
    _kind(
        "hostile",
        Hostile,
        (form("L<leader:nn>H", "leader hostile this turn"),),
        words="L{leader} is hostile this turn (he may capture from an ally)",
        act=_be_hostile,
        said=(r"L<leader:nn> HOSTILE",),
    ),
    _kind(
        "siege engines accepted",
        AcceptEngines,
        (form("L<leader:nn>E", "accepts siege equipment from other players this turn"),),
        words="L{leader} accepts siege equipment from others this turn",
        act=_accept,
        said=(rf"L<leader:nn> (?:ACCEPTS?|TAKES?|RECEIVES?) {_GEAR}(?: FROM OTHER(?:S| PLAYERS))?",),
    ),
    _kind(
        "waylay on",
        AutoWaylay,
        (
            form(
                "ZN",
                "automatic waylay off: for all forces until Z",
                name="waylay off",
                words="automatic waylay is off everywhere (until Z)",
                on=False,
            ),
            form("Z", "automatic waylay on: turns it on again", words="automatic waylay is on everywhere", on=True),
        ),
        act=_switch_waylay,
        said=(
            _OFF(rf"(?:(?:AUTO)?WAYLAY(?:ING)? OFF|{_NO} (?:AUTO)?WAYLAY(?:ING)?)(?: EVERYWHERE)?|OFF (?:AUTO)?WAYLAY(?:ING)?"),
            _ON(r"(?:AUTO)?WAYLAY(?:ING)? ON(?: EVERYWHERE)?|ON (?:AUTO)?WAYLAY(?:ING)?"),
        ),
    ),
)

"""Status changes: allies, peace, hostility, waylay, accepting siege equipment (QJ-29-44 to QJ-29-53)."""

from __future__ import annotations

import re

from postern.rulesets.great_jewels.orders.forms import Form, force
from postern.rulesets.great_jewels.orders.model import (
    AcceptEngines,
    AutoWaylay,
    DeclareAlly,
    Hostile,
    NoWaylay,
    QJOrder,
    SetPeace,
)
from postern.rulesets.great_jewels.orders.scene import Scene

_ALLY_WORDS = r"(?:ALLY|ALLIES|ALLIANCE|FRIEND|FRIENDS)"
_NO = r"(?:NO|NOT|DO NOT|DOES NOT|DOESN T|DON T|DOESNT|DONT|WILL NOT|WONT|WON T|NEVER|STOP|STOPS|WITHOUT)"
_GEAR = r"(?:SIEGE )?(?:EQUIPMENT|ENGINES?|RAMS?|TOWERS?)"


def _ally(match: re.Match[str]) -> QJOrder:
    return DeclareAlly(match["name"])


def _no_ally(match: re.Match[str]) -> QJOrder:
    return DeclareAlly(match["name"], ally=False)


def _no_waylay(match: re.Match[str]) -> QJOrder:
    return NoWaylay(force(match))


def _peace(match: re.Match[str]) -> QJOrder:
    return SetPeace(int(match["n"]))


def _no_peace(match: re.Match[str]) -> QJOrder:
    return SetPeace(int(match["n"]), peace=False)


def _hostile(match: re.Match[str]) -> QJOrder:
    return Hostile(int(match["n"]))


def _accepts(match: re.Match[str]) -> QJOrder:
    return AcceptEngines(int(match["n"]))


def _waylay_on(match: re.Match[str]) -> QJOrder:
    return AutoWaylay(on=True)


def _waylay_off(match: re.Match[str]) -> QJOrder:
    return AutoWaylay(on=False)


BOOK = (
    Form(r"A=<name>", _ally, "A=player", "declares that player your ally"),
    Form(r"N=<name>", _no_ally, "N=player", "ends that declaration"),
    Form(r"<who>N", _no_waylay, "LnnN", "leader nn does not waylay this turn"),
    Form(r"L<n>P", _peace, "LnnP", "leader nn is at peace from now on"),
    Form(r"L<n>Q", _no_peace, "LnnQ", "leader nn is no longer at peace"),
    Form(r"L<n>H", _hostile, "LnnH", "leader nn is hostile this turn"),
    Form(r"L<n>E", _accepts, "LnnE", "leader nn accepts siege equipment from other players this turn"),
    Form(r"ZN", _waylay_off, "ZN", "turns automatic waylay off everywhere"),
    Form(r"Z", _waylay_on, "Z", "turns automatic waylay on again"),
)

PLAIN = (
    Form(r"(?:UN|NO |NOT |END |ENDS |STOP |BREAK |CANCEL |DROP |REVOKE )ALL(?:Y|IANCE)(?: WITH| TO)? <name>", _no_ally),
    Form(rf"(?:BREAK|END|CANCEL)(?: {_ALLY_WORDS})? WITH <name>", _no_ally),
    Form(rf"(?:DROP|REMOVE|DELETE) <name>(?: (?:AS|FROM) {_ALLY_WORDS})?", _no_ally),
    Form(r"(?:NO LONGER|NOT) (?:ALLY|ALLIED)(?: WITH| TO)? <name>", _no_ally),
    Form(rf"<name> NO LONGER YOUR {_ALLY_WORDS}", _no_ally),
    Form(rf"<name> YOUR {_ALLY_WORDS}", _ally),
    Form(rf"(?:MAKE|ADD|NAME) <name>(?: AS| TO)? {_ALLY_WORDS}", _ally),
    Form(rf"<name> (?:NOT|NO LONGER|NO) {_ALLY_WORDS}", _no_ally),
    Form(r"(?:ALLY|ALLIANCE|ALLY WITH|ALLIANCE WITH|DECLARE ALLY|ALLIED WITH|FRIEND) <name>", _ally),
    Form(rf"DECLARE <name>(?: AS| TO)? {_ALLY_WORDS}", _ally),
    Form(rf"<name> (?:AS |NOW )?{_ALLY_WORDS}", _ally),
    Form(rf"{_ALLY_WORDS} = ?<name>", _ally),
    Form(rf"<giver> {_NO} (?:AUTO)?WAYLAY(?:S|ING)?", _no_waylay),
    Form(r"<giver> (?:AUTO)?WAYLAY(?:ING)? OFF", _no_waylay),
    Form(r"<giver> WAYLAYS? NOBODY", _no_waylay),
    Form(rf"{_NO} WAYLAY(?:ING)? (?:IN |WITH |BY |AT |FOR )<giver>", _no_waylay),
    Form(rf"L<n> (?:{_NO}|NO LONGER|ENDS?|LEAVES?) (?:AT )?PEACE(?:FUL)?", _no_peace),
    Form(r"L<n> (?:GOES |AT |MAKES? |DECLARES? |IN )*PEACE(?:FUL)? FROM ON", _peace),
    Form(r"(?:END )?PEACE OFF(?: FOR)? L<n>", _no_peace),
    Form(r"L<n> PEACE OFF", _no_peace),
    Form(r"L<n> (?:GOES |AT |MAKES? |DECLARES? |IN )*PEACE(?:FUL)?(?: ON)?", _peace),
    Form(r"(?:PUT |SET )?L<n> (?:AT |TO )?PEACE", _peace),
    Form(r"L<n> (?:AT )?WAR", _no_peace),
    Form(r"L<n> HOSTILE", _hostile),
    Form(rf"L<n> (?:ACCEPTS?|TAKES?|RECEIVES?) {_GEAR}(?: FROM OTHER(?:S| PLAYERS))?", _accepts),
    Form(
        rf"(?:(?:AUTO)?WAYLAY(?:ING)? OFF|{_NO} (?:AUTO)?WAYLAY(?:ING)?)(?: EVERYWHERE)?|OFF (?:AUTO)?WAYLAY(?:ING)?",
        _waylay_off,
    ),
    Form(r"(?:AUTO)?WAYLAY(?:ING)? ON(?: EVERYWHERE)?|ON (?:AUTO)?WAYLAY(?:ING)?", _waylay_on),
)


def code(order: QJOrder) -> str:
    """The book's form, or "" for orders of other families."""
    match order:
        case DeclareAlly(player=player, ally=ally):
            return f"{'A' if ally else 'N'}={player}"
        case NoWaylay(force=one):
            return f"{one}N"
        case SetPeace(leader=leader, peace=peace):
            return f"L{leader}{'P' if peace else 'Q'}"
        case Hostile(leader=leader):
            return f"L{leader}H"
        case AcceptEngines(leader=leader):
            return f"L{leader}E"
        case AutoWaylay(on=on):
            return "Z" if on else "ZN"
    return ""


def words(order: QJOrder, scene: Scene) -> str:
    """Plain words; "" for orders of other families."""
    match order:
        case DeclareAlly(player=player, ally=True):
            return f"{player} becomes your ally"
        case DeclareAlly(player=player):
            return f"{player} is no longer your ally"
        case NoWaylay(force=one):
            return f"{scene.force(one)} waylays nobody this turn"
        case SetPeace(leader=leader, peace=True):
            return f"L{leader} is at peace from now on"
        case SetPeace(leader=leader):
            return f"L{leader} is no longer at peace"
        case Hostile(leader=leader):
            return f"L{leader} is hostile this turn (he may capture from an ally)"
        case AcceptEngines(leader=leader):
            return f"L{leader} accepts siege equipment from others this turn"
        case AutoWaylay(on=True):
            return "automatic waylay is on everywhere"
        case AutoWaylay():
            return "automatic waylay is off everywhere (until Z)"
    return ""

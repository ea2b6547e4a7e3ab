"""Status changes: allies, peace, hostility, waylay, accepting siege equipment (QJ-29-44 to QJ-29-53)."""

from __future__ import annotations

from functools import partial

from postern.game.kit.orders import OrderKind, Saying, form
from postern.rulesets.great_jewels.orders.model import (
    AcceptEngines,
    AutoWaylay,
    DeclareAlly,
    Hostile,
    NoWaylay,
    SetPeace,
)
from postern.rulesets.great_jewels.orders.scene import Scene

_ALLY_WORDS = r"(?:ALLY|ALLIES|ALLIANCE|FRIEND|FRIENDS)"
_NO = r"(?:NO|NOT|DO NOT|DOES NOT|DOESN T|DON T|DOESNT|DONT|WILL NOT|WONT|WON T|NEVER|STOP|STOPS|WITHOUT)"
_GEAR = r"(?:SIEGE )?(?:EQUIPMENT|ENGINES?|RAMS?|TOWERS?)"


def _ally_words(order: DeclareAlly, scene: Scene) -> str:
    return f"{order.player} becomes your ally" if order.ally else f"{order.player} is no longer your ally"


def _no_waylay_words(order: NoWaylay, scene: Scene) -> str:
    return f"{scene.force(order.force)} waylays nobody this turn"


def _peace_words(order: SetPeace, scene: Scene) -> str:
    return f"L{order.leader} is {'at peace from now on' if order.peace else 'no longer at peace'}"


def _hostile_words(order: Hostile, scene: Scene) -> str:
    return f"L{order.leader} is hostile this turn (he may capture from an ally)"


def _accepts_words(order: AcceptEngines, scene: Scene) -> str:
    return f"L{order.leader} accepts siege equipment from others this turn"


def _waylay_words(order: AutoWaylay, scene: Scene) -> str:
    return f"automatic waylay is {'on everywhere' if order.on else 'off everywhere (until Z)'}"


_kind = partial(OrderKind, group="status", step="1")
_NO_ALLY = partial(Saying, make=partial(DeclareAlly, ally=False))
_ALLY = partial(Saying, make=DeclareAlly)
_NO_WAYLAY = partial(Saying, make=NoWaylay)
_NO_PEACE = partial(Saying, make=partial(SetPeace, peace=False))
_PEACE = partial(Saying, make=SetPeace)

KINDS = (
    _kind(
        "ally",
        DeclareAlly,
        (form("A=<player>", "declares a met player an ally until revoked", ally=True),),
        giver="player",
        words=_ally_words,
        said=(
            _NO_ALLY(r"(?:UN|NO |NOT |END |ENDS |STOP |BREAK |CANCEL |DROP |REVOKE )ALL(?:Y|IANCE)(?: WITH| TO)? <player>"),
            _NO_ALLY(rf"(?:BREAK|END|CANCEL)(?: {_ALLY_WORDS})? WITH <player>"),
            _NO_ALLY(rf"(?:DROP|REMOVE|DELETE) <player>(?: (?:AS|FROM) {_ALLY_WORDS})?"),
            _NO_ALLY(r"(?:NO LONGER|NOT) (?:ALLY|ALLIED)(?: WITH| TO)? <player>"),
            _NO_ALLY(rf"<player> NO LONGER YOUR {_ALLY_WORDS}"),
            _ALLY(rf"<player> YOUR {_ALLY_WORDS}"),
            _ALLY(rf"(?:MAKE|ADD|NAME) <player>(?: AS| TO)? {_ALLY_WORDS}"),
            _NO_ALLY(rf"<player> (?:NOT|NO LONGER|NO) {_ALLY_WORDS}"),
            _ALLY(r"(?:ALLY|ALLIANCE|ALLY WITH|ALLIANCE WITH|DECLARE ALLY|ALLIED WITH|FRIEND) <player>"),
            _ALLY(rf"DECLARE <player>(?: AS| TO)? {_ALLY_WORDS}"),
            _ALLY(rf"<player> (?:AS |NOW )?{_ALLY_WORDS}"),
            _ALLY(rf"{_ALLY_WORDS} = ?<player>"),
        ),
    ),
    _kind(
        "end of alliance",
        DeclareAlly,
        (form("N=<player>", "revoke ally: ends the declaration", ally=False),),
        giver="player",
        words=_ally_words,
    ),
    _kind(
        "leader does not waylay",
        NoWaylay,
        (form("<force:Lnn>N", "leader does not waylay this turn"),),
        giver="leader",
        words=_no_waylay_words,
        said=(
            _NO_WAYLAY(rf"<force:giver> {_NO} (?:AUTO)?WAYLAY(?:S|ING)?"),
            _NO_WAYLAY(r"<force:giver> (?:AUTO)?WAYLAY(?:ING)? OFF"),
            _NO_WAYLAY(r"<force:giver> WAYLAYS? NOBODY"),
            _NO_WAYLAY(rf"{_NO} WAYLAY(?:ING)? (?:IN |WITH |BY |AT |FOR )<force:giver>"),
        ),
    ),
    _kind(
        "garrison does not waylay",
        NoWaylay,
        (form("<force:Gp1>N", "province does not waylay this turn"),),
        giver="garrison",
        words=_no_waylay_words,
    ),
    _kind(
        "at peace",
        SetPeace,
        (form("L<leader:nn>P", "leader at peace until LnnQ", peace=True),),
        giver="leader",
        words=_peace_words,
        said=(
            _NO_PEACE(rf"L<leader:nn> (?:{_NO}|NO LONGER|ENDS?|LEAVES?) (?:AT )?PEACE(?:FUL)?"),
            _PEACE(r"L<leader:nn> (?:GOES |AT |MAKES? |DECLARES? |IN )*PEACE(?:FUL)? FROM ON"),
            _NO_PEACE(r"(?:END )?PEACE OFF(?: FOR)? L<leader:nn>"),
            _NO_PEACE(r"L<leader:nn> PEACE OFF"),
            _PEACE(r"L<leader:nn> (?:GOES |AT |MAKES? |DECLARES? |IN )*PEACE(?:FUL)?(?: ON)?"),
            _PEACE(r"(?:PUT |SET )?L<leader:nn> (?:AT |TO )?PEACE"),
            _NO_PEACE(r"L<leader:nn> (?:AT )?WAR"),
        ),
    ),
    _kind(
        "not at peace",
        SetPeace,
        (form("L<leader:nn>Q", "ends the at peace status", peace=False),),
        giver="leader",
        words=_peace_words,
    ),
    _kind(
        "hostile",
        Hostile,
        (form("L<leader:nn>H", "leader hostile this turn"),),
        giver="leader",
        words=_hostile_words,
        said=(Saying(r"L<leader:nn> HOSTILE", Hostile),),
    ),
    _kind(
        "siege engines accepted",
        AcceptEngines,
        (form("L<leader:nn>E", "accepts siege equipment from other players this turn"),),
        giver="leader",
        words=_accepts_words,
        said=(Saying(rf"L<leader:nn> (?:ACCEPTS?|TAKES?|RECEIVES?) {_GEAR}(?: FROM OTHER(?:S| PLAYERS))?", AcceptEngines),),
    ),
    _kind(
        "waylay off",
        AutoWaylay,
        (form("ZN", "automatic waylay off: for all forces until Z", on=False),),
        giver="player",
        words=_waylay_words,
        said=(
            Saying(
                rf"(?:(?:AUTO)?WAYLAY(?:ING)? OFF|{_NO} (?:AUTO)?WAYLAY(?:ING)?)(?: EVERYWHERE)?|OFF (?:AUTO)?WAYLAY(?:ING)?",
                partial(AutoWaylay, on=False),
            ),
        ),
    ),
    _kind(
        "waylay on",
        AutoWaylay,
        (form("Z", "automatic waylay on: turns it on again", on=True),),
        giver="player",
        words=_waylay_words,
        said=(Saying(r"(?:AUTO)?WAYLAY(?:ING)? ON(?: EVERYWHERE)?|ON (?:AUTO)?WAYLAY(?:ING)?", partial(AutoWaylay, on=True)),),
    ),
)

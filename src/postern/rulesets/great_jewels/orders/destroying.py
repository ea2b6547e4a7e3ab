"""Destroying one's own rams, siege towers, citadel points, navies and roads (QJ-29-54 to QJ-29-59)."""

from __future__ import annotations

from functools import partial

from postern.game.kit.orders import OrderKind, Refusal, Saying, form
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD
from postern.rulesets.great_jewels.orders.model import Destroy, QJOrder, What
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.wording import counted
from postern.rulesets.great_jewels.world import Force

_BREAK = r"(?:DESTROYS?|ABANDONS?|DROPS?|DITCH(?:ES)?|BURNS?|SCRAPS?|RAZES?|TEARS? DOWN|DEMOLISH(?:ES)?|SINKS?|BREAKS?)"
_NOUNS: dict[What, tuple[str, str]] = {
    "rams": ("ram", "rams"),
    "towers": ("siege tower", "siege towers"),
    "csps": ("citadel point", "citadel points"),
    "navies": ("navy", "navies"),
    "road": ("road", "roads"),
}


def _on_army(leader: int, what: What, quantity: int | None) -> QJOrder:
    return Destroy(Force(leader=leader), what, quantity)


def _in_province(province: str, what: What, quantity: int | None) -> QJOrder:
    return Destroy(Force(garrison=province), what, quantity)


def _road(province: str) -> QJOrder:
    return Destroy(Force(garrison=province), "road", 1)


def _needs_number(force: Force, sign: str) -> Refusal:
    return Refusal(NOT_UNDERSTOOD, "Destroying needs a number.", "Write how many, or for all of them:", f"{force}X{sign}#")


def _words(order: Destroy, scene: Scene) -> str:
    who = scene.force(order.force)
    if order.what == "road":
        return f"{who} destroys its road"
    if order.quantity is None:
        return f"{who} destroys all {'his' if order.force.leader else 'its'} {_NOUNS[order.what][1]}"
    return f"{who} destroys {counted(order.quantity, *_NOUNS[order.what])}"


_kind = partial(OrderKind, group="destroy", step="2f", words=_words)
_ON_ARMY = partial(Saying, make=_on_army)
_IN_PROVINCE = partial(Saying, make=_in_province)
_ROAD = partial(Saying, make=_road)

KINDS = (
    _kind(
        "destroying rams",
        Destroy,
        (form("<force:Lnn>XR<quantity:qq>", "abandon rams", what="rams"),),
        giver="leader",
        near=(Saying("<force:Lnn>X<sign:RS>", _needs_number),),
        said=(
            _ON_ARMY(rf"L<leader:nn> {_BREAK} <quantity:qq> <what:engines>"),
            _ON_ARMY(rf"{_BREAK} <quantity:qq> <what:engines> (?:OF |ON |FROM )?L<leader:nn>"),
        ),
    ),
    _kind(
        "destroying towers",
        Destroy,
        (form("<force:Lnn>XS<quantity:qq>", "abandon siege towers", what="towers"),),
        giver="leader",
    ),
    _kind(
        "destroying CSPs",
        Destroy,
        (form("<force:Gp1>XC<quantity:qq>", "destroy citadel points: at most 8 per turn", what="csps"),),
        giver="garrison",
        near=(Saying("<force:Gp1>X<sign:CN>", _needs_number),),
        said=(
            _IN_PROVINCE(rf"<province:own> {_BREAK} <quantity:qq> <what:works>"),
            _IN_PROVINCE(rf"{_BREAK} <quantity:qq> <what:works> (?:IN |OF |AT |FROM )?<province:own>"),
        ),
    ),
    _kind(
        "destroying navies", Destroy, (form("<force:Gp1>XN<quantity:qq>", "destroy navies", what="navies"),), giver="garrison"
    ),
    _kind(
        "destroying road",
        Destroy,
        (form("<force:Gp1>XD", "destroy the road", what="road", quantity=1),),
        giver="garrison",
        said=(
            _ROAD(rf"<province:own> {_BREAK} ROADS?"),
            _ROAD(rf"{_BREAK} ROADS? (?:IN |OF |AT |THROUGH )?<province:own>"),
        ),
    ),
)

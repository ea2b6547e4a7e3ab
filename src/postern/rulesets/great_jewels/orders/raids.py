"""Raids and musters (QJ-29-23 to QJ-29-27)."""

from __future__ import annotations

from functools import partial

from postern.game.kit.orders import OrderKind, Refusal, Saying, form
from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, amount_text
from postern.rulesets.great_jewels.orders.model import Muster, QJOrder, Raid
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.wording import counted, listed, spoken
from postern.rulesets.great_jewels.world import Force, Terrain

_TROOPS = r"(?: ?(?:TROOPS?|MEN|MAN|SOLDIERS?|WARRIORS?|T))?"
_SIDES = r"(?: SURROUNDING| ADJACENT| NEIGHBOU?R(?:ING|S)?)?(?: PROVINCES?| SIDES| NEIGHBOU?RS)?"
_AROUND = rf"(?:\*|ALL AROUND|AROUND|EVERYWHERE|ALL{_SIDES})"


def _around(source: Force, quantity: int | None, province: None = None) -> QJOrder | Refusal:
    if quantity is None:
        return Refusal(
            NOT_UNDERSTOOD,
            "A raid on all sides sends the same number of troops to each; # (all) is possible only for a single target.",
            f"Write how many for each side: {source}R5*",
        )
    return Raid(source, quantity, province)


def _no_quantity(source: Force, province: str = "*") -> Refusal:
    return Refusal(
        NOT_UNDERSTOOD,
        "A raid needs the number of troops that go.",
        f"Write how many, for example {source}R5{province}"
        + (f", or {source}R#{province} for all." if province != "*" else "."),
    )


def _no_target(source: Force, quantity: int | None) -> Refusal:
    written = f"{source}R{amount_text(quantity)}"
    return Refusal(
        NOT_UNDERSTOOD,
        "A raid needs its goal.",
        f"Add the province, for example {written}B3, or * for all surrounding ones: {written}*",
    )


def _words(order: Raid, scene: Scene) -> str:
    source, number = order.source, order.quantity
    if order.province is None:
        each = f"{counted(number or 0, 'troop')} each"
        goals = _goals(scene, source, number or 0)
        return f"{scene.force(source)} raids every surrounding province with {each}{goals}{_doomed(scene, source)}"
    troops = "all its troops" if number is None else counted(number, "troop")
    return f"{scene.force(source)} raids {spoken(order.province)} with {troops}{_doomed(scene, source, order.province)}"


def _muster_words(order: Muster, scene: Scene) -> str:
    place = order.province
    lost = sorted(spoken(giver[1:]) for giver, goal in scene.expected.doomed if goal == place and giver[0] == "G")
    fate = f" (those of {listed(lost)} die {_IF_SEEN})" if lost else ""
    return f"{spoken(place)} musters the garrisons of your surrounding provinces{fate}"


def _goals(scene: Scene, source: Force, each: int) -> str:
    """A note on where the groups go when they do not go to all sides."""
    goals = scene.expected.groups.get((source, each))
    if not goals:
        return ""
    passable = [name for name in neighbours(scene.place(source)) if scene.view.terrain(name) is not Terrain.IMPASSABLE]
    return f" (groups go to {listed([spoken(name) for name in goals])})" if len(goals) < len(passable) else ""


_IF_SEEN = "if the enemy leaders seen where they leave or arrive are there then"


def _doomed(scene: Scene, source: Force, province: str | None = None) -> str:
    """A note on raiders whom the enemy leaders who were seen will kill."""
    dead = any(giver == str(source) and province in (None, goal) for giver, goal in scene.expected.doomed)
    return f" (they die {_IF_SEEN})" if dead else ""


_raid = partial(OrderKind, type=Raid, group="raid", step="4", words=_words)
_RAID = partial(Saying, make=Raid)
_SPREAD = partial(Saying, make=_around)

KINDS = (
    _raid(
        "leader's raid",
        Raid,
        (form("<source:Lnn>R<quantity:qq><province:p1>", "leader raids: troops of the army raid an adjacent province"),),
        giver="leader",
        near=(Saying(r"<source:who>R(?:<province:p1>|\*)", _no_quantity), Saying("<source:who>R<quantity:qq>", _no_target)),
        said=(
            _RAID(rf"<source:giver> RAIDS? <province:p1> (?:WITH )?<quantity:qq>{_TROOPS}"),
            _RAID(rf"<source:giver> RAIDS? (?:WITH )?<quantity:qq>{_TROOPS} (?:TO |INTO |IN )?<province:p1>"),
            _RAID(rf"RAID <province:p1> FROM <source:giver> (?:WITH )?<quantity:qq>{_TROOPS}"),
            _RAID(rf"RAID <province:p1> (?:WITH )?<quantity:qq>{_TROOPS} FROM <source:giver>"),
            _RAID(rf"RAID (?:WITH )?<quantity:qq>{_TROOPS} FROM <source:giver> (?:TO |INTO )?<province:p1>"),
            _RAID(r"SEND <quantity:qq> RAIDERS? FROM <source:giver> (?:TO |INTO )?<province:p1>"),
            _RAID(r"<source:giver> SENDS? <quantity:qq> RAIDERS? (?:TO |INTO )?<province:p1>"),
        ),
    ),
    _raid(
        "garrison's raid",
        Raid,
        (form("<source:Gp1>R<quantity:qq><province:p2>", "garrison troops raid an adjacent province"),),
        giver="garrison",
    ),
    _raid(
        "raid to all sides",
        _around,
        (
            form(
                "<source:Lnn>R<quantity:qq>*", "leader raids all around: qq troops to each surrounding province", province=None
            ),
            form(
                "<source:Gp1>R<quantity:qq>*",
                "garrison raids all around: qq troops to each surrounding province",
                province=None,
            ),
        ),
        giver="leader or garrison",
        said=(
            _SPREAD(rf"RAID {_AROUND} FROM <source:giver> (?:WITH )?<quantity:qq>{_TROOPS}(?: EACH)?"),
            _SPREAD(
                rf"<source:giver> RAIDS? (?:WITH )?<quantity:qq>{_TROOPS} (?:EACH )?(?:TO |INTO )?(?:EACH |EVERY )?{_AROUND}"
            ),
            _SPREAD(rf"<source:giver> RAIDS? {_AROUND} (?:WITH )?<quantity:qq>{_TROOPS}(?: EACH)?"),
            _SPREAD(rf"<source:giver> RAIDS? EVERY SURROUNDING WITH <quantity:qq>{_TROOPS} EACH"),
            Saying(rf"<source:giver> RAIDS? (?:TO |INTO )?(?:<province:p1>|{_AROUND})", _no_quantity),
        ),
    ),
    OrderKind(
        "muster",
        Muster,
        (form("G<province:p1>M", "muster: all available troops of surrounding own provinces raid into p1"),),
        giver="garrison",
        step="4",
        group="raid",
        words=_muster_words,
        said=(
            Saying(r"<province:own> MUSTERS?(?: ALL)?(?: TROOPS?| GARRISONS OF YOUR SURROUNDING PROVINCES)?", Muster),
            Saying(r"MUSTER (?:ALL )?(?:TROOPS? )?(?:IN |AT |TO |INTO )?<province:own>", Muster),
        ),
    ),
)

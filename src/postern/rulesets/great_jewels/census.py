"""What of the book a seat's orders use: kinds of orders and talismans, for the count of a league."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.orders import model
from postern.rulesets.great_jewels.orders.model import QJOrder
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, KEYS, RINGS
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.world import Force, Talisman

_KINDS = (
    *("transfer of troops", "transfer of zorans", "transfer of rams", "transfer of towers", "talisman handed over"),
    *("march", "force march", "sailing", "garrison's raid", "leader's raid", "raid to all sides", "muster"),
    *("leader's attack", "leader's assault", "leader's conditional attack"),
    *("garrison's attack", "garrison's assault", "garrison's conditional attack"),
    *("CSPs", "autobuild on", "autobuild off", "navies", "road", "rams", "towers"),
    *("ally", "end of alliance", "message", "leader does not waylay", "garrison does not waylay", "waylay off", "waylay on"),
    *("at peace", "not at peace", "hostile", "siege engines accepted"),
    *("destroying rams", "destroying towers", "destroying CSPs", "destroying navies", "destroying road"),
    *("ravage", "mercenaries", "unlocking", "unlocking for others", "ending turn", "people"),
)
_SPELLS = {
    "TL": "transport",
    "B": "double bonus",
    "S": "seal",
    "P": "protect",
    "C": "blast",
    "X": "change terrain",
    "L": "spy",
    "D": "move Drevonyx",
    "G": "geas",
}
_MODES = {"attack": "attack", "assault": "assault", "conditional": "conditional attack"}

USABLE = (
    *_KINDS,
    *(f"spell: {name}" for name in _SPELLS.values()),
    *(f"T{number} {power.name}" for number, power in CATALOGUE.items()),
)
"""Every kind of order and every talisman."""


def uses(sheet: OrderSheet, view: View) -> tuple[str, ...]:
    """The kinds of the orders on this sheet, and the talismans that these orders use or that lie where they work."""
    given = [order.data for order in sheet.orders if isinstance(order.data, QJOrder)]
    ordered = {order.talisman for order in given if isinstance(order, model.Spell | model.UseTalisman | model.GiveTalisman)}
    working = [one.number for one in view.talismans.values() if one.number in ordered or _works(view, one)]
    found = [kind for order in given for kind in _kinds(order)]
    return (*found, *(f"T{number} {CATALOGUE[number].name}" for number in working))


def _works(view: View, talisman: Talisman) -> bool:
    """Whether it does its bearer good where it is, without an order."""
    number, power = talisman.number, CATALOGUE[talisman.number]
    if number in KEYS:
        return True
    rings = [people for people, numbers in RINGS.items() if number in numbers]
    if rings and rings != [str(view.people)]:
        return False
    if power.orders or power.on == "transfer":
        return False
    if talisman.leader:
        return power.on in ("leader", "both") and view.leaders[talisman.leader].troops > 0
    return power.on in ("garrison", "both") and view.provinces[talisman.province].garrison > 0


def _force(force: Force) -> str:
    return "leader" if force.leader else "garrison"


def _kinds(order: QJOrder) -> Iterator[str]:
    match order:
        case model.Transfer():
            yield f"transfer of {order.goods}"
        case model.GiveTalisman():
            yield "talisman handed over"
        case model.Move():
            yield "force march" if order.force_march else "march"
        case model.Sail():
            yield "sailing"
        case model.Raid():
            yield f"{_force(order.source)}'s raid"
            if order.province is None:
                yield "raid to all sides"
        case model.Muster():
            yield "muster"
        case model.Attack():
            yield f"{_force(order.source)}'s {_MODES[order.mode]}"
        case model.BuildCsps():
            yield "CSPs"
        case model.Autobuild():
            yield "autobuild on" if order.on else "autobuild off"
        case model.BuildNavies():
            yield "navies"
        case model.BuildRoad():
            yield "road"
        case model.BuildEngines():
            yield order.goods
        case model.DeclareAlly():
            yield "ally" if order.ally else "end of alliance"
        case model.NoWaylay():
            yield f"{_force(order.force)} does not waylay"
        case model.SetPeace():
            yield "at peace" if order.peace else "not at peace"
        case model.Hostile():
            yield "hostile"
        case model.AcceptEngines():
            yield "siege engines accepted"
        case model.AutoWaylay():
            yield "waylay on" if order.on else "waylay off"
        case model.Destroy():
            yield f"destroying {order.what if order.what != 'csps' else 'CSPs'}"
        case model.Ravage():
            yield "ravage"
        case model.BuyMercenaries():
            yield "mercenaries"
        case model.Unlock():
            yield "unlocking for others" if order.player else "unlocking"
        case model.Spell():
            yield f"spell: {_SPELLS[order.letter]}"
        case model.Message():
            yield "message"
        case model.EndVote():
            yield "ending turn"
        case model.ChoosePeople():
            yield "people"
        case model.UseTalisman():
            return

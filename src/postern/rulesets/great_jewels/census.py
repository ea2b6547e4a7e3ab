"""What of the book a seat's orders use: kinds of orders and talismans, for the count of a league."""

from __future__ import annotations

from collections.abc import Iterator

from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.excess import excess
from postern.rulesets.great_jewels.orders import model
from postern.rulesets.great_jewels.orders.model import QJOrder
from postern.rulesets.great_jewels.tables import rows
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

_BY_ORDER: dict[str, type[QJOrder]] = {"S": model.Sail, "F": model.Move, "U": model.Unlock}
"""By the letter after the leader in a talisman's example (``L13SK18``): the order of its bearer that makes use of it."""


def _is_passive(number: int) -> bool:
    """True for a talisman that works by being held, as the catalogue says: it has a holder, and no order. A key scores."""
    return number in KEYS or (CATALOGUE[number].on != "transfer" and not CATALOGUE[number].orders)


def _name(number: int) -> str:
    return f"T{number} {CATALOGUE[number].name}{' (held)' if _is_passive(number) else ''}"


USABLE = (*_KINDS, *(f"spell: {name}" for name in _SPELLS.values()), *(_name(number) for number in CATALOGUE))
"""Every kind of order and every talisman; those that work by being held are marked so, and count where they work."""
UNUSED = {row["name"]: row["reason"] for row in rows("unused_by_computers")}
"""Which of them computer players never use, and why."""


def uses(sheet: OrderSheet, view: View) -> tuple[str, ...]:
    """The kinds of the orders on this sheet, the talismans that these orders use or that are held where they work, and what
    there is of ``EXCESS``."""
    given = [order.data for order in sheet.orders if isinstance(order.data, QJOrder)]
    working = [one.number for one in view.talismans.values() if _is_held(view, one) or _is_ordered(one, given)]
    found = [kind for order in given for kind in _kinds(order)]
    return (*found, *(_name(number) for number in working), *excess(given, view))


def _is_held(view: View, talisman: Talisman) -> bool:
    """Whether it works by being held, and is held where it does."""
    number, power = talisman.number, CATALOGUE[talisman.number]
    rings = [people for people, numbers in RINGS.items() if number in numbers]
    if not _is_passive(number) or (rings and rings != [str(view.people)]):
        return False
    return number in KEYS or power.on in ("both", "leader" if talisman.leader else "garrison")


def _is_ordered(talisman: Talisman, given: list[QJOrder]) -> bool:
    """Whether one of these orders hands it over where that is what makes it work, is its own, or is one of its bearer for which
    he has it."""
    power = CATALOGUE[talisman.number]
    for order in given:
        match order:
            case model.Spell(talisman=number) | model.UseTalisman(talisman=number):
                if number == talisman.number:
                    return True
            case model.GiveTalisman(talisman=number):
                if number == talisman.number and (power.on == "transfer" or 2 in power.notes):
                    return True
            case model.Sail(leader=number) | model.Unlock(leader=number) | model.Move(leader=number, force_march=True):
                kinds = [_BY_ORDER.get(example.lstrip("L0123456789")[:1]) for example in power.orders]
                if number == talisman.leader and type(order) in kinds:
                    return True
    return False


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

"""What of the book a seat's orders use: kinds of orders and talismans, for the count of a league."""

from __future__ import annotations

from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.orders import model
from postern.rulesets.great_jewels.orders.families import GRAMMAR
from postern.rulesets.great_jewels.orders.model import QJOrder
from postern.rulesets.great_jewels.talismans.catalogue import CATALOGUE, KEYS, RINGS
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.world import Talisman

USABLE = (
    *dict.fromkeys(form.name or kind.name for kind, form in GRAMMAR.forms if kind.group != "talisman"),
    *(f"T{number} {power.name}" for number, power in CATALOGUE.items()),
)
"""Every kind of order and every talisman."""


def uses(sheet: OrderSheet, view: View) -> tuple[str, ...]:
    """The kinds of the orders on this sheet, and the talismans that these orders use or that lie where they work."""
    given = [order.data for order in sheet.orders if isinstance(order.data, QJOrder)]
    ordered = {order.talisman for order in given if isinstance(order, model.Spell | model.UseTalisman | model.GiveTalisman)}
    working = [one.number for one in view.talismans.values() if one.number in ordered or _works(view, one)]
    found = [GRAMMAR.name_of(order) for order in given if not isinstance(order, model.UseTalisman)]
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

"""Gifts (order 215)."""

from __future__ import annotations

from postern.rulesets.alamaze.treasury import TRADE, book, pay
from postern.rulesets.alamaze.turn import Doing, Handlers


def give(doing: Doing) -> bool:
    """215: gold and food for another kingdom, ally or not (AC-24-07..10, ruling 60)."""
    order, other = doing.order, doing.other_kingdom()
    gold, food = order.quantity or 0, order.second_quantity or 0
    if other is None:
        return False
    if not gold and not food:
        return doing.fail("A gift needs an amount.", "Write gold, then food.", f"215 {other.code} 500 -")
    if not pay(doing, gold, food, TRADE):
        return False
    book(doing.turn, other, TRADE, food, gold)
    doing.tell("gift", other.code, giver=doing.code, taker=other.code, gold=gold, food=food)
    return doing.done(f"given to {other.code}", gold, food)


HANDLERS: Handlers = {215: give}

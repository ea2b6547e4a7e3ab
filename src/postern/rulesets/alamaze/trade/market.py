"""The open market (order 200)."""

from __future__ import annotations

from postern.rulesets.alamaze.treasury import TRADE, book, pay
from postern.rulesets.alamaze.turn import Doing, Handlers


def sell(doing: Doing) -> bool:
    """200: food for gold, or gold for food, three for one."""
    order, kingdom, rate = doing.order, doing.kingdom, doing.tables.whole("market.rate")
    amount, food = order.quantity or 0, order.code == "F"
    name, other = ("food", "gold") if food else ("gold", "food")
    held = kingdom.food if food else kingdom.gold
    if amount > held:
        why = f"We hold {held:,} {name} when it runs."
        return doing.fail(why, f"At most 200 {order.code} {held}.", f"200 {order.code} {held}" if held else "", "NO MEANS")
    got = amount // rate
    if not got:
        return doing.fail(f"{rate} {name} give 1 {other}; {amount} give nothing.")
    if not (pay(doing, food=amount, heading=TRADE) if food else pay(doing, gold=amount, heading=TRADE)):
        return False
    book(doing.turn, kingdom, TRADE, food=0 if food else got, gold=got if food else 0)
    doing.tell("market", sold=amount, good=name, got=got, other=other)
    return doing.done(f"{amount:,} {name} sold for {got:,} {other}", 0 if food else amount, amount if food else 0)


HANDLERS: Handlers = {200: sell}

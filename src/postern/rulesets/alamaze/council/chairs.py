"""Bids for empty chairs of the High Council (order 210), and chairs sold (411, 412; AC-11-20..25)."""

from __future__ import annotations

from postern.rulesets.alamaze.council.members import barred, join, leave, offered, vacant
from postern.rulesets.alamaze.orders.command import Command
from postern.rulesets.alamaze.trade.pairs import Pair
from postern.rulesets.alamaze.treasury import TRADE, book, pay
from postern.rulesets.alamaze.turn import Doing, Turn, gathered


def take_bids(turn: Turn) -> None:
    """210: the highest bidders get the chairs and pay; the others pay nothing. Among equals the higher influence, then the lot,
    which is the order of processing (AC-11-21, ruling 56)."""
    bids = [one for one in gathered(turn, 210) if _may_bid(one)]
    bids.sort(key=lambda one: (-(one.order.quantity or 0), -one.kingdom.influence))
    chairs = offered(turn.world)
    for doing in bids:
        bid = doing.order.quantity or 0
        if doing.code in turn.world.council.members:
            doing.fail("Another bid of ours has won; a king never holds two chairs.")
        elif not chairs:
            doing.done("outbid")
        elif pay(doing, bid):
            chairs -= 1
            join(turn, doing.kingdom)
            doing.done("a chair, unless others bid more" if turn.expected else "the highest bid; we have a chair", bid)


def bid_is_enough(doing: Doing) -> bool:
    """True for a bid of at least the minimum that can be paid; False after a failure (AC-11-09)."""
    least, bid = doing.tables.whole("council.minimum_bid"), doing.order.quantity or 0
    if bid < least:
        return doing.fail(f"The lowest bid is {least}.")
    if bid > doing.kingdom.gold:
        return doing.fail(f"The bid is {bid:,} gold; there are {doing.kingdom.gold:,} when it runs.", code="NO MEANS")
    return True


def _may_bid(doing: Doing) -> bool:
    if doing.code in doing.world.council.members:
        return doing.fail("We have a chair of the High Council already.")
    if barred(doing.world, doing.code):
        return doing.fail("We lost our chair in the turn before; we may bid again next turn.")
    if not vacant(doing.world):
        return doing.fail("No chair of the High Council is empty.", "A member may sell his with 411; you buy it with 412.")
    return bid_is_enough(doing)


def _price_agreed(seller: Command, buyer: Command) -> bool:
    return (buyer.quantity or 0) >= (seller.quantity or 0)


def _mirrored(order: Command, code: str) -> Command:
    return Command(823 - order.number, kingdom=code, quantity=order.quantity)


def _change_hands(seller: Doing, buyer: Doing) -> bool:
    """The nomination to the High Council: at once, for what the buyer offered (AC-11-24)."""
    turn, members, price = seller.turn, seller.world.council.members, buyer.order.quantity or 0
    if seller.code not in members:
        buyer.unsure(f"{seller.code} has no chair of the High Council.")
        return seller.fail("We have no chair of the High Council to sell.")
    if buyer.code in members:
        seller.fail(f"{buyer.code} has a chair already.")
        return buyer.fail("We have a chair already; a king never holds two.")
    if not pay(buyer, price, heading=TRADE):
        return seller.fail(f"{buyer.code} could not pay.")
    book(turn, seller.kingdom, TRADE, gold=price)
    leave(turn, seller.kingdom, "sale")
    join(turn, buyer.kingdom)
    seller.tell("chair-sold", buyer.code, seller=seller.code, buyer=buyer.code, gold=price)
    seller.done(f"chair sold to {buyer.code}")
    return buyer.done(f"chair of {seller.code} bought", price)


CHAIRS = Pair(411, 412, _price_agreed, _mirrored, _change_hands, enemies=True)

"""Orders of two kingdoms that must meet: matched when each offers at least what the other asks (AC-24-01..06, ruling 60)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from postern.rulesets.alamaze.orders.command import Command
from postern.rulesets.alamaze.regions import declared
from postern.rulesets.alamaze.treasury import Hanging
from postern.rulesets.alamaze.turn import Doing, Issued, Turn, gathered


@dataclass(frozen=True)
class Pair:
    """Two numbers that meet: who gives the good, and who gives gold for it. ``meet`` says whether the terms agree, ``mirror``
    what the partner would have to write, ``swap`` carries out. ``enemies``: also between declared enemies."""

    gives: int
    buys: int
    meet: Callable[[Command, Command], bool]
    mirror: Callable[[Command, str], Command]
    swap: Callable[[Doing, Doing], bool]
    enemies: bool = False


def carry_out_pairs(pair: Pair, turn: Turn) -> None:
    """Matches the orders of both numbers in the order of processing; each is used once."""
    sellers = [one for one in gathered(turn, pair.gives) if _may_trade(pair, one)]
    buyers = [one for one in gathered(turn, pair.buys) if _may_trade(pair, one)]
    unmatched: list[Doing] = []
    for seller in sellers:
        partners = [one for one in buyers if _meant(seller, one)]
        buyer = next((one for one in partners if pair.meet(seller.order, one.order)), None)
        if buyer is not None:
            buyers.remove(buyer)
            pair.swap(seller, buyer)
        elif turn.expected:
            _swap_if(pair, seller, _imagined_partner(pair, seller))
        else:
            unmatched.append(seller)
            _alone(pair, seller, partners)
    for buyer in buyers:
        if turn.expected:
            _swap_if(pair, buyer, _imagined_partner(pair, buyer))
        else:
            _alone(pair, buyer, [one for one in unmatched if _meant(one, buyer)])


def _swap_if(pair: Pair, own: Doing, partner: Doing) -> None:
    """Before the turn: what comes of it if the partner orders his part, and how much of the treasury hangs on that."""
    own, kingdom = replace(own, provided=f"if {partner.code} orders a {partner.order.number} that meets it"), own.kingdom
    before = (kingdom.food, kingdom.gold)
    pair.swap(*((own, partner) if own.order.number == pair.gives else (partner, own)))
    hanging = own.turn.state(Hanging)
    hanging.food += max(kingdom.food - before[0], 0)
    hanging.gold += max(kingdom.gold - before[1], 0)


def _meant(seller: Doing, buyer: Doing) -> bool:
    return buyer.order.kingdom == seller.code and seller.order.kingdom == buyer.code


def _may_trade(pair: Pair, doing: Doing) -> bool:
    """False after a failure: declared enemies do not trade, they only ransom prisoners (ruling 60)."""
    other = doing.other_kingdom()
    if other is None:
        return False
    hostile = "E" in (declared(doing.world, doing.code, other.code), declared(doing.world, other.code, doing.code))
    if hostile and not pair.enemies:
        return doing.fail(f"{other.code} and we are enemies; enemies trade nothing but prisoners.", "203 and 204 do that.")
    return True


def _imagined_partner(pair: Pair, doing: Doing) -> Doing:
    """Before the turn: the partner with just what is asked of him, who has it."""
    order = pair.mirror(doing.order, doing.code)
    partner = Doing(doing.turn, Issued(doing.world.kingdoms[doing.order.kingdom].seat, order, 0, ""))
    partner.kingdom.gold = max(partner.kingdom.gold, order.quantity or 0)
    partner.kingdom.food = max(partner.kingdom.food, order.quantity or 0)
    return partner


def _alone(pair: Pair, doing: Doing, partners: list[Doing]) -> None:
    other = pair.buys if doing.order.number == pair.gives else pair.gives
    if partners:
        doing.fail(f"The {other} of {doing.order.kingdom} does not offer what we ask, or asks for more than we offer.")
    else:
        doing.fail(f"{doing.order.kingdom} gave no {other} for us.", f"Both must order: we {doing.order.number}, they {other}.")

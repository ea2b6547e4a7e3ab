"""Orders that are void because something took their giver away or holds him: banishment, bribery, flight, a spell."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders import model
from postern.rulesets.great_jewels.turn import EXCLUSIVE_TALISMANS, Turn
from postern.rulesets.great_jewels.world import Force

_LATER = (model.Raid, model.Destroy, model.BuyMercenaries, model.Unlock)
"""Orders of a force that are carried out after step 2e, beside those of which it has one a turn."""


def void_orders(turn: Turn, force: Force, why: str, *, all_later: bool = False) -> None:
    """Takes back the orders of a force to move, sail, attack or ravage, with a talisman too; ``all_later``: every order
    of step 2f and after, and whatever else is still to come. Their giver reads why."""
    settled = {id(issued) for issued in turn.done} | {id(failure.issued) for failure in turn.failures if not failure.note}
    kept = []
    for issued in turn.orders:
        if id(issued) not in settled and _bound(turn, issued.order, force, all_later):
            turn.fail(issued, "ALREADY HAS AN ORDER", why)
        else:
            kept.append(issued)
    turn.orders = kept
    turn.exclusive.pop(force, None)
    if all_later:
        turn.void.add(force)


def _bound(turn: Turn, order: model.QJOrder, force: Force, all_later: bool) -> bool:
    if isinstance(order, model.UseTalisman):
        holder = turn.world.talismans[order.talisman].holder
        return order.talisman in EXCLUSIVE_TALISMANS and holder == force
    return (order.sole or (all_later and isinstance(order, _LATER))) and order.giver == force

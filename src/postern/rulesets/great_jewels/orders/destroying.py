"""Destroying one's own rams, siege towers, citadel points, navies and roads (step 2f, chapter 16, QJ-29-54 to QJ-29-59)."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.arguments import ORDERS
from postern.rulesets.great_jewels.orders.model import NOUNS, SIGNS, Destroy, Issued
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.steps.checks import amount, own_leader, own_province
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import counted


def _words(order: Destroy, scene: Scene) -> str:
    who = scene.force(order.force)
    if order.what == "road":
        return f"{who} destroys its road"
    if order.quantity is None:
        return f"{who} destroys all {'his' if order.force.leader else 'its'} {NOUNS[order.what][1]}"
    return f"{who} destroys {counted(order.quantity, *NOUNS[order.what])}"


def _destroy(turn: Turn, issued: Issued, order: Destroy) -> bool:
    """An owner breaks what is his; at most 8 CSPs a province and turn (QJ-16-06). Zorans and talismans never."""
    force = order.force
    owned = own_leader(turn, issued, force.leader) if force.leader else own_province(turn, issued, force.garrison)
    if owned is None:
        return False
    there = int(getattr(owned, order.what))
    done = _quantity(turn, issued, order, there)
    if done == 0:
        return False
    setattr(owned, order.what, False if order.what == "road" else there - done)
    turn.tell("destroyed", to=[issued.seat], force=str(force), what=order.what, quantity=done)
    return True


def _quantity(turn: Turn, issued: Issued, order: Destroy, there: int) -> int:
    """How many of those that are there are destroyed; 0, with a failure, for none."""
    whose = order.force.garrison or str(order.force)
    if order.what == "road":
        if not there:
            turn.fail(issued, "NOT THERE", f"{whose} has no road.")
        return there
    form = f"{order.force}X{SIGNS[order.what]}{{}}"
    wanted = order.quantity
    if order.what == "csps":
        limit, razed = int(decided("destroying")["csps_a_turn"]), _razed(turn, order)
        left = limit - razed
        if left <= 0:
            why = f"{whose} has destroyed {limit} citadel points this turn already, the most allowed."
            turn.fail(issued, "NOT THERE", why)
            return 0
        if there > left and (wanted is None or wanted > left):
            done = f", {razed} of them done" if razed else ""
            asked = f"it has {there}" if wanted is None else f"you asked for {wanted}"
            why = f"{whose} may destroy {limit} citadel points a turn{done}; {asked}."
            turn.note(issued, "NOT THERE", why, f"Possible now: {left}.", form.format(left))
            wanted = left
        there = min(there, left)
    return amount(turn, issued, wanted, there, NOUNS[order.what][1], whose, "NOT THERE", form)


def _razed(turn: Turn, order: Destroy) -> int:
    """Citadel points that this garrison has destroyed this turn."""
    told = (event.data for event in turn.events if event.kind == "destroyed")
    return sum(one["quantity"] for one in told if (one["force"], one["what"]) == (str(order.force), "csps"))


KINDS = (ORDERS.kind("destroying", Destroy, words=_words, act=_destroy),)

"""Destroying one's own rams, siege towers, citadel points, navies and roads (step 2f, chapter 16, QJ-29-54 to QJ-29-59)."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.arguments import ORDERS
from postern.rulesets.great_jewels.orders.model import NOUNS, Destroy, Issued
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
    done = _destroy_engines(turn, issued, order) if order.force.leader else _destroy_works(turn, issued, order)
    if done:
        turn.tell("destroyed", to=[issued.seat], force=str(order.force), what=order.what, quantity=done)
    return done > 0


def _destroy_engines(turn: Turn, issued: Issued, order: Destroy) -> int:
    leader = own_leader(turn, issued, order.force.leader)
    if leader is None or order.what not in ("rams", "towers"):
        return 0
    there = leader.rams if order.what == "rams" else leader.towers
    form = f"{order.force}X{'R' if order.what == 'rams' else 'S'}{{}}"
    broken = amount(turn, issued, order.quantity, there, NOUNS[order.what][1], str(order.force), "NOT THERE", form)
    if order.what == "rams":
        leader.rams -= broken
    else:
        leader.towers -= broken
    return broken


def _destroy_works(turn: Turn, issued: Issued, order: Destroy) -> int:
    province = own_province(turn, issued, order.force.garrison)
    if province is None:
        return 0
    if order.what == "road":
        if not province.road:
            turn.fail(issued, "NOT THERE", f"{province.name} has no road.")
            return 0
        province.road = False
        return 1
    if order.what == "navies":
        form = f"G{province.name}XN{{}}"
        broken = amount(turn, issued, order.quantity, province.navies, "navies", province.name, "NOT THERE", form)
        province.navies -= broken
        return broken
    limit = int(decided("destroying")["csps_a_turn"])
    razed = _razed(turn, order)
    left = limit - razed
    if left <= 0:
        turn.fail(
            issued, "NOT THERE", f"{province.name} has destroyed {limit} citadel points this turn already, the most allowed."
        )
        return 0
    form = f"G{province.name}XC{{}}"
    wanted = order.quantity
    if province.csps > left and (wanted is None or wanted > left):
        done = f", {razed} of them done" if razed else ""
        asked = f"it has {province.csps}" if wanted is None else f"you asked for {wanted}"
        why = f"{province.name} may destroy {limit} citadel points a turn{done}; {asked}."
        turn.note(issued, "NOT THERE", why, f"Possible now: {left}.", form.format(left))
        wanted = left
    there = min(province.csps, left)
    broken = amount(turn, issued, wanted, there, "citadel points", province.name, "NOT THERE", form)
    province.csps -= broken
    return broken


def _razed(turn: Turn, order: Destroy) -> int:
    """Citadel points that this garrison has destroyed this turn."""
    told = (event.data for event in turn.events if event.kind == "destroyed")
    return sum(one["quantity"] for one in told if (one["force"], one["what"]) == (str(order.force), "csps"))


KINDS = (ORDERS.kind("destroying", Destroy, words=_words, act=_destroy),)

"""Step 2f: destroy orders (chapter 16): an owner breaks what is his."""

from __future__ import annotations

from collections import defaultdict

from postern.rulesets.great_jewels.orders.model import Destroy, Issued
from postern.rulesets.great_jewels.steps.checks import amount, own_leader, own_province
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn import Turn

NAMED = {"rams": "rams", "towers": "siege towers", "csps": "citadel points", "navies": "navies", "road": "road"}
LETTER = {"rams": "R", "towers": "S", "csps": "C", "navies": "N"}


def destroy(turn: Turn) -> None:
    """Carries out all destroy orders; at most 8 CSPs a province and turn (QJ-16-06). Zorans and talismans never."""
    razed: dict[str, int] = defaultdict(int)
    for issued, order in list(turn.given(Destroy)):
        done = _destroy_engines(turn, issued, order) if order.force.leader else _destroy_works(turn, issued, order, razed)
        if done:
            turn.carried_out(issued)
            turn.tell("destroyed", to=[issued.seat], force=str(order.force), what=order.what, quantity=done)


def _destroy_engines(turn: Turn, issued: Issued, order: Destroy) -> int:
    leader = own_leader(turn, issued, order.force.leader)
    if leader is None or order.what not in ("rams", "towers"):
        return 0
    there = leader.rams if order.what == "rams" else leader.towers
    form = f"{order.force}X{LETTER[order.what]}{{}}"
    broken = amount(turn, issued, order.quantity, there, NAMED[order.what], str(order.force), "NOT THERE", form)
    if order.what == "rams":
        leader.rams -= broken
    else:
        leader.towers -= broken
    return broken


def _destroy_works(turn: Turn, issued: Issued, order: Destroy, razed: dict[str, int]) -> int:
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
    left = limit - razed[province.name]
    if left <= 0:
        turn.fail(
            issued, "NOT THERE", f"{province.name} has destroyed {limit} citadel points this turn already, the most allowed."
        )
        return 0
    form = f"G{province.name}XC{{}}"
    wanted = order.quantity
    if province.csps > left and (wanted is None or wanted > left):
        done = f", {razed[province.name]} of them done" if razed[province.name] else ""
        asked = f"it has {province.csps}" if wanted is None else f"you asked for {wanted}"
        why = f"{province.name} may destroy {limit} citadel points a turn{done}; {asked}."
        turn.note(issued, "NOT THERE", why, f"Possible now: {left}.", form.format(left))
        wanted = left
    there = min(province.csps, left)
    broken = amount(turn, issued, wanted, there, "citadel points", province.name, "NOT THERE", form)
    province.csps -= broken
    razed[province.name] += broken
    return broken

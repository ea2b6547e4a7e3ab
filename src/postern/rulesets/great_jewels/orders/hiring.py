"""Purchases of mercenaries (step 3a, chapter 26, QJ-29-61)."""

from __future__ import annotations

from postern.rulesets.great_jewels.orders.arguments import ORDERS
from postern.rulesets.great_jewels.orders.model import BuyMercenaries, Issued
from postern.rulesets.great_jewels.orders.scene import Scene
from postern.rulesets.great_jewels.steps.checks import own_leader
from postern.rulesets.great_jewels.steps.forces import is_stronghold
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.wording import counted
from postern.rulesets.great_jewels.world import Force

_RULES = decided("mercenaries")


def troops_for(zorans: int) -> int:
    """Troops that a leader with so many zorans buys: 3 zorans each, at most 25 (QJ-26-06 to QJ-26-08)."""
    return min(int(_RULES["most"]), zorans // int(_RULES["price"]))


def _words(order: BuyMercenaries, scene: Scene) -> str:
    """With what he pays: as many of his zorans as the price and the most that one may buy allow (QJ-26-07, QJ-26-08)."""
    hired = scene.expected.hired.get(order.leader)
    price = "all the zorans he carries"
    if hired is not None:
        troops, cost = hired
        price = f"the zorans he carries ({counted(troops, 'troop')} for {counted(cost, 'zoran')})"
    return f"L{order.leader} buys mercenaries with {price}"


def _buy(turn: Turn, issued: Issued, order: BuyMercenaries) -> bool:
    """The price goes into the stronghold's treasury (QJ-26-06 to QJ-26-08)."""
    number = order.leader
    leader = own_leader(turn, issued, number)
    if leader is None:
        return False
    province = turn.province(leader.province)
    if not is_stronghold(province):
        why = f"L{number} is in {province.name}, which is no mercenary stronghold."
        turn.fail(issued, "NOT THERE", why, _strongholds(turn, issued))
    elif turn.world.players[issued.seat].banned:
        why = "You broke the peace of a stronghold; the mercenaries sell you no troops for the rest of the game."
        turn.fail(issued, "BANNED", why)
    elif leader.troops == 0:
        why = f"L{number} has no troops, so he carries no zorans to buy with."
        turn.fail(issued, "NOT ENOUGH TROOPS", why, "He needs at least 1 troop and 3 zorans.")
    elif leader.bought == turn.number:
        turn.fail(issued, "ALREADY HAS AN ORDER", f"L{number} has bought mercenaries this turn already.")
    elif leader.bought and leader.bought == turn.number - 1:
        turn.fail(issued, "TWO TURNS IN A ROW", f"L{number} bought mercenaries last turn.", "He may buy again next turn.")
    elif (troops := troops_for(leader.zorans)) == 0:
        why = f"L{number} carries {counted(leader.zorans, 'zoran')}; one troop costs {_RULES['price']}."
        turn.fail(issued, "NOT ENOUGH ZORANS", why)
    else:
        cost = troops * int(_RULES["price"])
        leader.zorans -= cost
        leader.troops += troops
        province.zorans += cost
        leader.bought = turn.number
        turn.flag(Force(leader=number), "-Y")
        turn.tell("bought mercenaries", to=[leader.owner], leader=number, troops=troops, cost=cost, now=leader.troops)
        return True
    return False


def _strongholds(turn: Turn, issued: Issued) -> str:
    seen = turn.world.players[issued.seat].seen
    known = [name for name, entry in seen.items() if entry.tag == "MERC"]
    return f"Strongholds you have seen: {', '.join(known)}." if known else ""


KINDS = (ORDERS.kind("mercenaries", BuyMercenaries, words=_words, act=_buy),)

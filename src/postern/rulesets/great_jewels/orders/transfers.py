"""Transfers of troops, zorans, rams and siege towers (steps 2a to 2c, chapter 17, QJ-29-08 to QJ-29-16), and purchases of
mercenaries (step 3a, chapter 26, QJ-29-61).
"""

from __future__ import annotations

from postern.game.kit.orders.kinds import Refusal
from postern.game.kit.report.telling import counted
from postern.rulesets.great_jewels.knowledge import Scene
from postern.rulesets.great_jewels.orders.arguments import NOT_UNDERSTOOD, ORDERS, amount_text, leader_in
from postern.rulesets.great_jewels.orders.building import takes_engines
from postern.rulesets.great_jewels.rules.checks import amount, commands, free_of_siege, in_place, own_leader, unseen
from postern.rulesets.great_jewels.rules.forces import is_stronghold
from postern.rulesets.great_jewels.rules.hooks import RAIDS_ALLOWED
from postern.rulesets.great_jewels.tables import decided, spoken
from postern.rulesets.great_jewels.turn.orders import NOUNS, SIGNS, BuyMercenaries, Destroy, Goods, Issued, QJOrder, Transfer
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, Force, Leader, Province


def _transfer(source: Force, quantity: int | None, goods: Goods, leader: int | None) -> QJOrder | Refusal:
    if source.garrison and goods in ("rams", "towers"):
        letter = SIGNS[goods]
        written = 1 if quantity is None else quantity
        paste = f"{source}B{letter}{written}L{leader}" if leader else ""
        return Refusal(
            NOT_UNDERSTOOD,
            "A garrison has no rams or siege towers to hand over; it can build them onto an army, for 2 zorans each.",
            "Build them instead:" if paste else f"Build them, for example {source}B{letter}6{leader_in(source.garrison)}",
            paste,
        )
    if source.garrison and leader is None:
        code = f"{source}T{amount_text(quantity)}{SIGNS[goods]}"
        return Refusal(
            NOT_UNDERSTOOD,
            "A garrison hands troops and zorans only to leaders who stand in its province.",
            f"Name the leader ({code}{leader_in(source.garrison)}), or raid ({source}R5 and a province).",
        )
    if leader is None and goods in ("rams", "towers"):
        return Refusal(
            NOT_UNDERSTOOD,
            "Rams and siege towers cannot be stored in a garrison; only armies carry them.",
            "Hand them to another army in the province, or destroy them:",
            f"{source}X{SIGNS[goods]}{amount_text(quantity)}",
        )
    return Transfer(source, goods, quantity, leader)


def _dropped(source: Force, quantity: int | None, goods: Goods) -> QJOrder:
    """Troops and zorans go to the garrison; engines, which it cannot keep, are destroyed."""
    return Destroy(source, goods, quantity) if goods in ("rams", "towers") else Transfer(source, goods, quantity, None)


def _words(order: Transfer, scene: Scene) -> str:
    """With what the receiver then has."""
    what = f"all {NOUNS[order.goods][1]}" if order.quantity is None else counted(order.quantity, *NOUNS[order.goods])
    place = scene.place(order.source)
    taker = Force(leader=order.leader) if order.leader else Force(garrison=place)
    whom = scene.leader(order.leader) if order.leader else f"the garrison of {spoken(place)}" if place else "the garrison"
    return f"{scene.force(order.source)} hands {what} to {whom}{_then(scene, order, taker)}"


def _then(scene: Scene, order: Transfer, taker: Force) -> str:
    """What the receiver has after this transfer; of an own leader without the troops for it, what becomes of it."""
    now = scene.expected.handed.get((str(order.source), str(taker), order.goods, order.quantity or 0))
    if now is None:
        return ""
    lost = scene.expected.crewless.get((taker.leader, order.goods), 0) if taker.leader in scene.view.leaders else 0
    if lost and order.goods == "zorans":
        return f" (he has no troops to carry them: they stay in {spoken(scene.place(taker))})"
    if lost:
        return f" (he then has {now}; {lost} without troops to man {'it is' if lost == 1 else 'them are'} destroyed)"
    return f" ({'he' if taker.leader else 'it'} then has {now})"


SHORT = {"troops": "NOT ENOUGH TROOPS", "zorans": "NOT ENOUGH ZORANS", "rams": "NOT THERE", "towers": "NOT THERE"}
"""The error code when there is too little of something."""


def _hand_over(turn: Turn, issued: Issued, order: Transfer) -> bool:
    source = _source(turn, issued, order)
    if source is None:
        return False
    place = source.province if isinstance(source, Leader) else source.name
    target: Leader | Province | None
    if order.leader is None:
        target = _garrison_target(turn, issued, order, place)
    else:
        target = _leader_target(turn, issued, order, source, place)
    if target is None:
        return False
    taker = "G" if order.leader is None else f"L{order.leader}"
    form = f"{order.source}T{{}}{SIGNS[order.goods]}{taker}"
    there, noun = _has(source, order.goods), NOUNS[order.goods][1]
    whose = str(order.source) if order.source.leader else f"The garrison of {place}"
    given = amount(turn, issued, order.quantity, there, noun, whose, SHORT[order.goods], form)
    if given == 0:
        return False
    _add(source, order.goods, -given)
    _add(target, order.goods, given)
    ally = target.owner if target.owner != issued.seat else source.owner
    if turn.expected and order.goods == "troops" and ally != issued.seat:
        turn.note(issued, "NOT YOURS", f"The troops change hands only if {ally} has declared you an ally, too.")
    if order.goods == "zorans" and isinstance(target, Leader):
        turn.bribes[issued.seat, target.number] += given
    receiver = Force(leader=target.number) if isinstance(target, Leader) else Force(garrison=target.name)
    told = {
        "goods": noun,
        "quantity": given,
        "receiver": str(receiver),
        "place": place,
        "whose": target.owner,
        "now": _has(target, order.goods),
    }
    hidden = target.owner != issued.seat and unseen(turn, order.source)
    to = [issued.seat] if hidden else [issued.seat, source.owner, target.owner]
    turn.tell("transferred", to=to, giver=str(order.source), seat=issued.seat, **told)
    if hidden:
        turn.tell("transferred", to=[target.owner], giver="", seat="", **told)
    return True


def _source(turn: Turn, issued: Issued, order: Transfer) -> Leader | Province | None:
    if order.source.leader:
        return own_leader(turn, issued, order.source.leader)
    province = turn.province(order.source.garrison)
    allied = order.goods == "troops" and commands(turn, issued.seat, province.owner)
    if not allied and province.owner != issued.seat:
        why = f"{province.name} is not yours, so its garrison does not take your orders."
        remedy = "Troops may be taken from the garrison of a mutual ally of your own character type, nothing else."
        turn.fail(issued, "NOT YOURS", why, remedy)
    elif not free_of_siege(turn, issued, province, "hand anything in or out"):
        pass
    elif order.goods == "troops" and not RAIDS_ALLOWED.fold(turn, order.source, True, None):
        why = f"The troops of {province.name} are looking for gold (T118) and obey no order to leave."
        remedy = f"Hand the talisman to a leader there first:  T118L{order.leader or ''}"
        turn.fail(issued, "NOT ENOUGH TROOPS", why, remedy)
    else:
        return province
    return None


def _garrison_target(turn: Turn, issued: Issued, order: Transfer, place: str) -> Province | None:
    province = turn.province(place)
    if order.goods in ("rams", "towers"):
        why = "Siege equipment stays with armies; a province cannot store it."
        turn.fail(issued, "NOT THERE", why, "Hand it to another leader there, or destroy it.")
    elif not order.source.leader:
        turn.fail(issued, "NOT THERE", f"The garrison of {place} would hand this to itself.", "Name a leader there.")
    elif province.owner in ("", LOTU):
        turn.fail(issued, "NOT YOURS", f"{place} belongs to no player, so there is no garrison to take anything.")
    elif order.goods == "troops" and not commands(turn, issued.seat, province.owner):
        _refuse_troops(turn, issued, province.owner, f"the garrison of {place}")
    elif free_of_siege(turn, issued, province, "hand anything in or out"):
        return province
    return None


def _leader_target(turn: Turn, issued: Issued, order: Transfer, source: Leader | Province, place: str) -> Leader | None:
    assert order.leader is not None
    if order.source.leader == order.leader:
        turn.fail(issued, "NOT THERE", f"L{order.leader} would hand this to himself.", "Name another leader there.")
        return None
    target = in_place(turn, issued, order.leader, place, str(order.source))
    return target if target and _may_take(turn, issued, order, source, target) else None


def _may_take(turn: Turn, issued: Issued, order: Transfer, source: Leader | Province, target: Leader) -> bool:
    """Whether this leader may be handed such goods. Troops pass from army to army only between one's own; from a garrison to
    the giver's own, or between mutual allies of the same type."""
    who = f"L{target.number}"
    if target.owner == LOTU:
        return turn.fail(issued, "NOT YOURS", f"{who} is a guardian of the city and takes nothing.")
    if order.goods in ("rams", "towers"):
        return takes_engines(turn, issued, target)
    if order.goods == "zorans":
        return True
    if isinstance(source, Province):
        allied = commands(turn, target.owner, source.owner) and issued.seat in (target.owner, source.owner)
        return allied or _refuse_troops(turn, issued, target.owner, who)
    if target.owner == issued.seat:
        return True
    why = f"{who} belongs to {target.owner}; troops pass from army to army only between your own leaders."
    return turn.fail(issued, "NOT YOURS", why)


def _refuse_troops(turn: Turn, issued: Issued, other: str, whom: str) -> bool:
    one, two = turn.player(issued.seat), turn.player(other)
    if one is not None and two is not None and turn.declared_ally(issued.seat, other) and one.people is not two.people:
        why = f"{whom} is of {other}, who leads {two.people}; you lead {one.people}."
        remedy = "Troops may be handed to mutual allies of the same type only."
        return turn.fail(issued, "NOT THE SAME PLAYER TYPE", why, remedy)
    why = f"{whom} is of {other}; only a mutual ally of your own character type can take your troops."
    remedy = "Both of you need to have declared the other an ally." if turn.declared_ally(issued.seat, other) else ""
    return turn.fail(issued, "NOT YOURS", why[0].upper() + why[1:], remedy)


def _field(holder: Leader | Province, goods: Goods) -> str:
    """Under what name a leader or a province has these goods."""
    return "garrison" if isinstance(holder, Province) and goods == "troops" else goods


def _add(holder: Leader | Province, goods: Goods, quantity: int) -> None:
    setattr(holder, _field(holder, goods), _has(holder, goods) + quantity)


def _has(holder: Leader | Province, goods: Goods) -> int:
    return int(getattr(holder, _field(holder, goods)))


KINDS = tuple(
    ORDERS.kind(goods, _transfer, {"dropped": _dropped}, type=Transfer, words=_words, act=_hand_over)
    for goods in ("transfer of troops", "transfer of zorans", "transfer of rams")
)


_RULES = decided("mercenaries")


def troops_for(zorans: int) -> int:
    """Troops that a leader with so many zorans buys: 3 zorans each, at most 25 (QJ-26-06 to QJ-26-08)."""
    return min(int(_RULES["most"]), zorans // int(_RULES["price"]))


def _hiring_words(order: BuyMercenaries, scene: Scene) -> str:
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


HIRING_KINDS = (ORDERS.kind("mercenaries", BuyMercenaries, words=_hiring_words, act=_buy),)

"""The open market, gifts, and orders of two kingdoms that must meet (AC-24).

- Orders of two kingdoms that must meet: matched when each offers at least what the other asks (AC-24-01..06, ruling 60).
- Food, prisoners and artifacts for gold (orders 201 to 206; AC-08-25, AC-24-01..06, ruling 60).
- The open market (order 200).
- Gifts (order 215).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.effects import artifact_key, bring, suits, take
from postern.rulesets.alamaze.rules.figures import carry_off, free
from postern.rulesets.alamaze.rules.regions import declared
from postern.rulesets.alamaze.tables.grammar import Command
from postern.rulesets.alamaze.turn import TRADE, Doing, Hanging, Issued, Turn, book, gathered, pay
from postern.rulesets.alamaze.world.records import Figure, Kingdom, World


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


def _exchange(seller: Doing, buyer: Doing, food: int, gold: int) -> bool:
    """Food of one for gold of the other, what each offered. Both must have it at that moment, else both fail (AC-24-06)."""
    lacking = [(seller, buyer, f"{food:,} food")] if seller.kingdom.food < food else []
    lacking += [(buyer, seller, f"{gold:,} gold")] if buyer.kingdom.gold < gold else []
    for one, other, what in lacking:
        one.fail(f"We offered {what} and do not have it when it runs.", code="NO MEANS")
        if len(lacking) == 1:
            other.fail(f"{one.code} does not have what it offered.")
    if lacking:
        return False
    book(seller.turn, seller.kingdom, TRADE, -food, gold)
    book(seller.turn, buyer.kingdom, TRADE, food, -gold)
    return True


def _make_known(seller: Doing, buyer: Doing, food: int, gold: int) -> None:
    """All kings hear of a large trade, without its amounts."""
    least = seller.tables.whole("trade.announced_from")
    if goods := [name for name, amount in (("food", food), ("gold", gold)) if amount >= least]:
        seller.turn.tell_all("great-trade", kingdoms=sorted((seller.code, buyer.code)), goods=goods)


# --- food (201, 202) ------------------------------------------------------------------------------------------------------


def _food_terms(seller: Command, buyer: Command) -> bool:
    enough_food = (seller.quantity or 0) >= (buyer.second_quantity or 0)
    return enough_food and (buyer.quantity or 0) >= (seller.second_quantity or 0)


def _food_mirror(order: Command, code: str) -> Command:
    return Command(403 - order.number, kingdom=code, quantity=order.second_quantity, second_quantity=order.quantity)


def _food_swap(seller: Doing, buyer: Doing) -> bool:
    food, gold = seller.order.quantity or 0, buyer.order.quantity or 0
    if not _exchange(seller, buyer, food, gold):
        return False
    seller.tell("trade", buyer.code, seller=seller.code, buyer=buyer.code, food=food, gold=gold)
    _make_known(seller, buyer, food, gold)
    seller.done(f"{food:,} food to {buyer.code} for {gold:,} gold", food=food)
    return buyer.done(f"{food:,} food from {seller.code} for {gold:,} gold", gold)


# --- prisoners (203, 204) -------------------------------------------------------------------------------------------------


def prisoner(world: World, holder: str, code: str, of: str) -> tuple[Kingdom, Figure] | None:
    """A prisoner of ``holder`` by code, one of the kingdom ``of`` first; None for one that it does not hold."""
    for kingdom in sorted(world.kingdoms.values(), key=lambda one: (one.code != of, one.code)):
        figure = kingdom.figures.get(code)
        if figure is not None and figure.held_by == holder:
            return kingdom, figure
    return None


def _gold_terms(seller: Command, buyer: Command) -> bool:
    """The same prisoner or artifact, and at least the gold that is asked."""
    same = (seller.figure, seller.artifact) == (buyer.figure, buyer.artifact)
    return same and (buyer.quantity or 0) >= (seller.quantity or 0)


def _hostage_mirror(order: Command, code: str) -> Command:
    return Command(407 - order.number, kingdom=code, quantity=order.quantity, figure=order.figure)


def _hostage_swap(seller: Doing, buyer: Doing) -> bool:
    gold, found = buyer.order.quantity or 0, prisoner(seller.world, seller.code, seller.order.figure, buyer.code)
    if found is None:
        buyer.unsure(f"{buyer.order.figure} is not known to be a prisoner of {seller.code}.")
        return seller.fail(f"We hold no prisoner {seller.order.figure}.", code="NOT YOURS")
    if not _exchange(seller, buyer, 0, gold):
        return False
    home, figure = found
    told = {"seller": seller.code, "buyer": buyer.code, "figure": figure.name, "rank": figure.rank, "of": home.code}
    seller.turn.tell_kingdoms("hostage-sold", {seller.code, buyer.code, home.code}, **told)
    seller.tell("ransom", buyer.code, seller=seller.code, buyer=buyer.code, figure=figure.name, gold=gold)
    if home is buyer.kingdom:
        free(seller.turn, home, figure)
    else:
        figure.held_by = buyer.code
        carry_off(figure, buyer.kingdom.capital)
    _make_known(seller, buyer, 0, gold)
    seller.done(f"{figure.name} to {buyer.code} for {gold:,} gold")
    return buyer.done(f"{figure.name} from {seller.code} for {gold:,} gold", gold)


# --- artifacts (205, 206) -------------------------------------------------------------------------------------------------


def _artifact_mirror(order: Command, code: str) -> Command:
    return Command(411 - order.number, kingdom=code, quantity=order.quantity, artifact=order.artifact)


def _artifact_swap(seller: Doing, buyer: Doing) -> bool:
    gold, key = buyer.order.quantity or 0, artifact_key(seller.tables, seller.order.artifact)
    there = bool(key) and take(seller.world, seller.code, key, away=False)
    if not there and not (seller.turn.expected and not seller.issued.line):
        buyer.fail(f"{seller.code} does not have {buyer.order.artifact}.")
        return seller.fail(f"We do not have the artifact {seller.order.artifact}.", code="NOT YOURS")
    if key and not suits(seller.tables, key, buyer.code):
        seller.fail(f"It cannot pass to {buyer.code}: its alignment is against that people.")
        return buyer.fail("It cannot pass to us: its alignment is against our people.")
    if not _exchange(seller, buyer, 0, gold):
        return False
    name = seller.tables.artifacts[key].name if key else buyer.order.artifact
    if there:
        take(seller.world, seller.code, key)
        where = bring(buyer.world, buyer.kingdom, key, buyer.order.target)
        data = {"seller": seller.code, "buyer": buyer.code, "artifact": key, "name": name, "gold": gold, "where": where}
        seller.tell("artifact-sold", buyer.code, **data)
    _make_known(seller, buyer, 0, gold)
    seller.done(f"{name} to {buyer.code} for {gold:,} gold")
    return buyer.done(f"{name} from {seller.code} for {gold:,} gold", gold)


FOOD = Pair(201, 202, _food_terms, _food_mirror, _food_swap)
HOSTAGES = Pair(203, 204, _gold_terms, _hostage_mirror, _hostage_swap, enemies=True)
ARTIFACTS = Pair(205, 206, _gold_terms, _artifact_mirror, _artifact_swap)


@ORDERS.effect("sell_on_market")
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


@ORDERS.effect("give_gift")
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

"""Food, prisoners and artifacts for gold (orders 201 to 206; AC-08-25, AC-24-01..06, ruling 60)."""

from __future__ import annotations

from postern.rulesets.alamaze.artifacts.holding import artifact_key, suits
from postern.rulesets.alamaze.figures import carry_off, free
from postern.rulesets.alamaze.orders.command import Command
from postern.rulesets.alamaze.trade.artifacts import bring, take
from postern.rulesets.alamaze.trade.pairs import Pair
from postern.rulesets.alamaze.treasury import TRADE, book
from postern.rulesets.alamaze.turn import Doing
from postern.rulesets.alamaze.world import Figure, Kingdom, World


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

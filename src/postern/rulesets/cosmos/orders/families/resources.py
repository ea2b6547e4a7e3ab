"""Orders that move and limit resources: transfer, store, unstore, collect, discard, donate, limit, limitarms (CF-6.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from postern.rulesets.cosmos.orders.order import EVERYTHING, CosmosOrder, Doing, NationOrder, family
from postern.rulesets.cosmos.rules.economy.sources import arriving, lacking, pay, pool_closed, transport_cost, usable_store
from postern.rulesets.cosmos.rules.works import kind_of
from postern.rulesets.cosmos.tables.amounts import HUNDRED, Stock, put, written
from postern.rulesets.cosmos.tables.scenario import Scenario
from postern.rulesets.cosmos.turn import Issued, Shipment, Turn
from postern.rulesets.cosmos.world.places import hex_of, store_at
from postern.rulesets.cosmos.world.records import Nation

Goods = tuple[tuple[str, int], ...]
ALL = -1
"""As an amount: all that there is (CF-6.7-02)."""


def carried_kinds(tables: Scenario) -> list[str]:
    """The resources that can lie about and be carried: no mana, people, mounts, manpower (ruling 3.2)."""
    return [name for name, row in tables.resources.items() if row.kind == "goods"]


def unknown_goods(tables: Scenario, goods: Iterable[tuple[str, int]]) -> str:
    """Why these cannot be moved; "" when they can."""
    kinds = carried_kinds(tables)
    wrong = [name for name, amount in goods if name not in kinds and (name, amount) != EVERYTHING]
    return f"{', '.join(wrong)} cannot be moved; only {', '.join(kinds)} can." if wrong else ""


def named(tables: Scenario, goods: Goods) -> Goods:
    """Goods by their names, where none or ``*`` says all of them."""
    return goods if goods and EVERYTHING not in goods else tuple((name, ALL) for name in carried_kinds(tables))


def take(stocks: Iterable[Stock], goods: Goods) -> Stock:
    """Takes goods out of stores, the first ones first, as much as there is. Gives the hundredths that were taken."""
    stores, taken = list(stocks), Stock()
    for name, amount in goods:
        wanted = sum(stock.get(name, 0) for stock in stores) if amount == ALL else amount * HUNDRED
        for stock in stores:
            part = min(wanted, stock.get(name, 0))
            put(stock, name, -part)
            put(taken, name, part)
            wanted -= part
    return taken


def _told(taken: Stock) -> dict[str, int]:
    return {name: number // HUNDRED for name, number in taken.items()}


# --- orders of nations ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Transfer(NationOrder):
    """Sends goods from pool to pool (CF-6.7-03). It fails as a whole when goods or the gold for their transport lack
    (ruling 3.10)."""

    goods: Goods
    to: str
    name = "transfer"

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        world, tables = turn.world, turn.tables
        code = tables.nation(self.to) or ""
        if code == nation.code or not code or not tables.nations[code].played or world.nations[code].eliminated:
            return turn.fail(issued, "NOT POSSIBLE", f"{self.to} is no other player's nation.")
        if fault := unknown_goods(tables, self.goods):
            return turn.fail(issued, "NOT POSSIBLE", fault)
        receiver, listed = world.nations[code], named(tables, self.goods)
        goods = {name: nation.pool.get(name, 0) // HUNDRED if number == ALL else number for name, number in listed}
        transport = transport_cost(world, nation, receiver, goods)
        if ("gold", ALL) in listed:
            goods["gold"] = max(0, goods["gold"] - transport)
        whole = {**goods, "gold": goods.get("gold", 0) + transport}
        if missing := lacking(world, nation, whole):
            why = f"It takes {written(whole)} with its transport; {written(missing)} is missing."
            return turn.fail(issued, "NOT POSSIBLE", why)
        pay(turn, nation, whole)
        turn.shipments.append(Shipment(nation.code, code, arriving(tables, goods)))
        turn.tell(
            "transfer sent", turn.seat_of(nation.code), owner=nation.code, receiver=code, goods=goods, transport=transport
        )
        return True


@dataclass(frozen=True)
class LimitArms(NationOrder):
    """The most arms that are made each turn; a negative number is no limit (CF-6.6.5-03)."""

    arms: int
    name = "limitarms"

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        nation.limit_arms = max(self.arms, -1)
        return True


@dataclass(frozen=True)
class Limit(CosmosOrder):
    """The most manpower that a mine uses each turn; a negative number is no limit (CF-6.6.4-06)."""

    manpower: int
    name = "limit"

    def begin(self, doing: Doing) -> int | None:
        if not kind_of(doing.world, doing.location).mined:
            doing.fail(f"{doing.turn.called(doing.location)} is no mine.")
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        doing.location.limit = max(self.manpower, -1)
        return True


# --- orders of units -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Goods(CosmosOrder):
    goods: Goods

    def listed(self, doing: Doing) -> Goods:
        """The goods by their names."""
        return named(doing.turn.tables, self.goods)

    def begin(self, doing: Doing) -> int | None:
        if fault := unknown_goods(doing.turn.tables, self.goods) or self.fault(doing):
            doing.fail(fault)
            return None
        return self.phases(doing)

    def fault(self, doing: Doing) -> str:
        """Why it cannot be done here; "" when it can."""
        return ""

    def phases(self, doing: Doing) -> int:
        """How long it takes."""
        return 0


def _pool_fault(doing: Doing) -> str:
    """Why goods cannot go between a unit and the pool (CF-6.7-18, CF-6.7-25, CF-17.1-04)."""
    place = hex_of(doing.world, doing.unit.position)
    if not place or doing.world.hexes[place].owner != doing.nation.code:
        return "The pool is reached in hexes of your own alone."
    return "A siege cuts this place off from the pool." if pool_closed(doing.world, doing.unit) else ""


@dataclass(frozen=True)
class Store(_Goods):
    """Puts what the force carries or what lies there into the pool; a tenth is lost (CF-6.7-17..22)."""

    name = "store"

    def fault(self, doing: Doing) -> str:
        return _pool_fault(doing)

    def phases(self, doing: Doing) -> int:
        there = self._stocks(doing)
        return 1 if any(stock.get(name, 0) for name, number in self.listed(doing) if number for stock in there) else 0

    def _stocks(self, doing: Doing) -> list[Stock]:
        here = usable_store(doing.world, doing.nation.code, doing.unit.position)
        return [*(unit.carries for unit in doing.force), *([here] if here is not None else [])]

    def effect(self, doing: Doing) -> bool:
        taken, account, arrived = take(self._stocks(doing), self.listed(doing)), doing.turn.account(doing.nation.code), Stock()
        for name, number in taken.items():
            whole = number * doing.turn.tables.resource(name).store_arrives_pct // 100 // HUNDRED * HUNDRED
            put(arrived, name, whole)
            put(doing.nation.pool, name, whole)
            put(account.lost, name, number - whole)
        doing.turn.tell_owner(doing.unit, "stored", goods=_told(taken), arrived=_told(arrived))
        return True


@dataclass(frozen=True)
class Unstore(_Goods):
    """Draws goods from the pool, however much the force can carry (CF-6.7-24..26)."""

    name = "unstore"

    def fault(self, doing: Doing) -> str:
        there = any(doing.nation.pool.get(name, 0) and number for name, number in self.listed(doing))
        return _pool_fault(doing) or ("" if there else "The pool has nothing of it.")

    def phases(self, doing: Doing) -> int:
        return 1

    def effect(self, doing: Doing) -> bool:
        taken = take([doing.nation.pool], self.listed(doing))
        for name, number in taken.items():
            put(doing.unit.carries, name, number)
        doing.turn.tell_owner(doing.unit, "unstored", goods=_told(taken))
        return True


@dataclass(frozen=True)
class Collect(_Goods):
    """Takes up what lies at the position (CF-6.7-27)."""

    name = "collect"

    def fault(self, doing: Doing) -> str:
        here = usable_store(doing.world, doing.nation.code, doing.unit.position)
        there = here is not None and any(here.get(name, 0) and number for name, number in self.listed(doing))
        return "" if there else "Nothing of it lies here for you to take."

    def effect(self, doing: Doing) -> bool:
        here = usable_store(doing.world, doing.nation.code, doing.unit.position)
        taken = take([] if here is None else [here], self.listed(doing))
        for name, number in taken.items():
            put(doing.unit.carries, name, number)
        doing.turn.tell_owner(doing.unit, "collected", goods=_told(taken))
        return True


@dataclass(frozen=True)
class Discard(_Goods):
    """Puts what the force carries down at its position (CF-6.7-28)."""

    name = "discard"

    def fault(self, doing: Doing) -> str:
        return "" if store_at(doing.world, doing.unit.position) is not None else "Nothing can lie here."

    def effect(self, doing: Doing) -> bool:
        here = store_at(doing.world, doing.unit.position)
        if here is not None:
            taken = take((unit.carries for unit in doing.force), self.listed(doing))
            for name, number in taken.items():
                put(here, name, number)
            doing.turn.tell_owner(doing.unit, "discarded", goods=_told(taken))
        return True


@dataclass(frozen=True)
class Donate(CosmosOrder):
    """Gives what the force carries to another force at the same position that is no enemy (CF-6.7-29)."""

    goods: Goods
    receiver: str
    name = "donate"

    def begin(self, doing: Doing) -> int | None:
        world, unit = doing.world, doing.unit
        other = world.units.get(doing.number(self.receiver))
        fault = unknown_goods(doing.turn.tables, self.goods)
        if other is None or not unit.position or other.position != unit.position:
            fault = f"{self.receiver} is no unit at this position."
        elif world.hostile(unit.owner, other.owner):
            fault = f"{doing.turn.called(other)} is an enemy."
        if fault:
            doing.fail(fault)
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        other = doing.world.units[doing.number(self.receiver)]
        taken = take((unit.carries for unit in doing.force), named(doing.turn.tables, self.goods))
        for name, number in taken.items():
            put(other.carries, name, number)
        seats = (*doing.turn.seat_of(doing.unit.owner), *doing.turn.seat_of(other.owner))
        data = {"who": doing.unit.id, "owner": doing.unit.owner, "name": doing.turn.called(doing.unit)}
        doing.turn.tell("donated", seats, **data, receiver=doing.turn.called(other), goods=_told(taken))
        return True


RESOURCES = family(
    "resources",
    {
        "transfer": Transfer,
        "limitarms": LimitArms,
        "limit": Limit,
        "store": Store,
        "unstore": Unstore,
        "collect": Collect,
        "discard": Discard,
        "donate": Donate,
    },
)

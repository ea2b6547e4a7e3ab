"""Where units and locations draw resources from, and what of it sieges cut off (CF-6-05..12, CF-17.1); transfers between the
pools of nations, what they cost and what arrives (CF-6.7-03..12, ruling 3.10); and what perishes at the turn's end
(CF-6.5)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

from postern.rulesets.cosmos.tables.amounts import HUNDRED, Stock, put, written
from postern.rulesets.cosmos.tables.numbers import ECONOMY
from postern.rulesets.cosmos.tables.scenario import PHASES, Scenario
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, location_at, outwards, owner_of, store_at
from postern.rulesets.cosmos.world.records import Location, Nation, Unit, World
from postern.rulesets.cosmos.world.strength import force_of, give_back, in_units, type_of

Drawer: TypeAlias = Unit | Location | Nation


def home_hex(world: World, nation: Nation) -> int:
    """The hex of a nation's home; 0 where an imagined world does not know it."""
    place = hex_of(world, str(nation.home))
    return place if place in world.hexes else 0


def is_mana(name: str) -> bool:
    """True for a kind of mana."""
    return name.endswith(" mana")


def usable_store(world: World, nation: str, position: str) -> Stock | None:
    """What a nation may use of what lies at a position: all where the position is its own or nobody's (CF-6-07)."""
    if not position or owner_of(world, position) not in (nation, ""):
        return None
    return store_at(world, position)


def pool_closed(world: World, thing: Unit | Location) -> bool:
    """True for whatever a siege has cut off from the pool since the beginning of the turn, but for mana (CF-6-11)."""
    place = thing.position if isinstance(thing, Unit) else str(thing.id)
    around = (location_at(world, one) for one in outwards(world, place))
    return any(one is not None and one.besieged_all_turn for one in around)


def stocks(world: World, drawer: Drawer, name: str, siege: bool = True) -> Iterator[Stock]:
    """The stores from which somebody draws a resource, nearest first (CF-6-05). Without ``siege``: as if nobody besieged."""
    if isinstance(drawer, Nation):
        yield drawer.pool
        return
    nation = world.nations[drawer.owner]
    if isinstance(drawer, Unit):
        yield drawer.carries
        if not is_mana(name):
            yield from (one.carries for one in force_of(world, drawer) if one is not drawer)
        position, cut_off = drawer.position, False
    else:
        yield drawer.stores
        position, cut_off = drawer.outside, siege and drawer.besieged
    here = None if cut_off else usable_store(world, drawer.owner, position)
    if here is not None:
        yield here
    if is_mana(name) or not siege or not pool_closed(world, drawer):
        yield nation.pool
    if isinstance(drawer, Unit) and is_mana(name) and type_of(world.tables, drawer).able("animated"):
        creator = world.units.get(drawer.creator)
        if creator is not None and creator.owner == drawer.owner:
            yield creator.carries


def at_hand(world: World, drawer: Drawer, name: str, siege: bool = True) -> int:
    """How much of a resource somebody can draw, in hundredths."""
    return sum(stock.get(name, 0) for stock in stocks(world, drawer, name, siege))


def lacking(world: World, drawer: Drawer, amounts: Mapping[str, int], siege: bool = True) -> dict[str, int]:
    """What is missing of whole amounts; empty when all can be paid."""
    missing = {}
    for name, number in amounts.items():
        short = number * HUNDRED - at_hand(world, drawer, name, siege)
        if short > 0:
            missing[name] = -(-short // HUNDRED)
    return missing


def pay(turn: Turn, drawer: Drawer, amounts: Mapping[str, int], siege: bool = True) -> bool:
    """Pays whole amounts from the nearest stores, all of them or nothing. False when they do not suffice."""
    world = turn.world
    if lacking(world, drawer, amounts, siege):
        return False
    for name, number in amounts.items():
        left = number * HUNDRED
        for stock in stocks(world, drawer, name, siege):
            part = min(left, stock.get(name, 0))
            put(stock, name, -part)
            left -= part
    turn.account(drawer.code if isinstance(drawer, Nation) else drawer.owner).use(amounts)
    return True


def told_lack(world: World, drawer: Drawer, amounts: Mapping[str, int]) -> str:
    """Why something cannot be paid, in words."""
    return f"It costs {written(amounts)}; {written(lacking(world, drawer, amounts))} is missing."


def land_of(world: World, nation: Nation) -> list[int]:
    """The hexes of a nation; that of its home for one without any; none where an imagined world knows of none."""
    home = home_hex(world, nation)
    return [place for place, one in world.hexes.items() if one.owner == nation.code] or ([home] if home else [])


def transport_distance(world: World, sender: Nation, receiver: Nation) -> int:
    """The least number of hexes between the lands of two nations, the first counted and the last not (CF-6.7-10); 1 where it is
    not known."""
    grid, there = world.tables.grid, land_of(world, receiver)
    return min((grid.distance(one, other) for one in land_of(world, sender) for other in there), default=1)


def cost_per_load(world: World, sender: Nation, receiver: Nation) -> int:
    """What each 1000 of weight costs in gold from one nation to another (CF-6.7-11, CF-6.7-16)."""
    row = ECONOMY.transport
    return row.gold_per_load + row.gold_per_hex * transport_distance(world, sender, receiver)


def weight(tables: Scenario, goods: Mapping[str, int]) -> Fraction:
    """What goods weigh."""
    return sum((tables.resource(name).weight_per_unit * number for name, number in goods.items()), Fraction(0))


def transport_cost(world: World, sender: Nation, receiver: Nation, goods: Mapping[str, int]) -> int:
    """The gold that a transfer costs beside the goods (CF-6.7-09..12)."""
    row = ECONOMY.transport
    loads = math.ceil(weight(world.tables, goods) / row.load)
    return max(row.least_gold, loads * cost_per_load(world, sender, receiver))


def arriving(tables: Scenario, goods: Mapping[str, int]) -> dict[str, int]:
    """What arrives of a transfer, in whole units rounded down (CF-6.7-05..07)."""
    parts = {name: number * tables.resource(name).transfer_arrives_pct // 100 for name, number in goods.items()}
    return {name: part for name, part in parts.items() if part}


def receive_transfers(turn: Turn) -> None:
    """In the last phase the transfers arrive; those to a nation that is gone are lost (CF-6.7-04)."""
    if turn.phase != PHASES:
        return
    for shipment in turn.shipments:
        receiver = turn.world.nations[shipment.receiver]
        if receiver.eliminated:
            continue
        give_back(receiver, shipment.goods)
        turn.tell(
            "transfer arrived",
            turn.seat_of(receiver.code),
            owner=receiver.code,
            sender=shipment.sender,
            goods=dict(shipment.goods),
        )
    turn.shipments = []


def decay(turn: Turn, nation: Nation, base: Stock) -> None:
    """Takes what perishes of a nation's pool and local stores. People and mounts decay by all that there are, in units too;
    what the pool has not is taken from this turn's production, ``base`` (CF-6.5-14, CF-6.5-15)."""
    account, bound = turn.account(nation.code), in_units(turn.world, nation)
    for name, row in turn.tables.resources.items():
        percent = row.decay_pct_per_turn
        if row.decay_basis == "stock":
            for stock in (nation.pool, *local_stores(turn.world, nation.code)):
                put(account.lost, name, _take(stock, name, stock.get(name, 0) * percent // 100))
        elif percent:
            loss = (nation.pool.get(name, 0) + bound.get(name, 0)) * percent // 100
            from_pool = _take(nation.pool, name, loss)
            put(account.lost, name, from_pool)
            _take(base, name, loss - from_pool)


def local_stores(world: World, nation: str) -> Iterator[Stock]:
    """All that lies in a nation's hexes and locations and that its units carry, or, for "", what lies on nobody's ground."""
    yield from (one.stores for one in world.hexes.values() if one.owner == nation and one.stores)
    yield from (one.stores for one in world.locations.values() if one.owner == nation and one.stores)
    yield from (one.carries for one in world.units.values() if one.owner == nation and one.carries)


def decay_elsewhere(turn: Turn) -> None:
    """Food and wood perish also where no player's nation keeps them (CF-6.5-05)."""
    others = ("", *(one.code for one in turn.world.nations.values() if not turn.tables.nations[one.code].played))
    for stock in (stock for owner in others for stock in local_stores(turn.world, owner)):
        for name, row in turn.tables.resources.items():
            if row.decay_basis == "stock":
                _take(stock, name, stock.get(name, 0) * row.decay_pct_per_turn // 100)


def _take(stock: Stock, name: str, amount: int) -> int:
    taken = min(amount, stock.get(name, 0))
    put(stock, name, -taken)
    return taken

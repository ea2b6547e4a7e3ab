"""Where units and locations draw resources from, and what of it sieges cut off (CF-6-05..12, CF-17.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from postern.rulesets.cosmos.amounts import HUNDRED, Stock, put, written
from postern.rulesets.cosmos.places import hex_of, location_at, outwards, owner_of, store_at
from postern.rulesets.cosmos.strength import force_of, type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Location, Nation, Unit, World

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

"""What perishes at the turn's end, just before production (CF-6.5)."""

from __future__ import annotations

from collections.abc import Iterator

from postern.rulesets.cosmos.amounts import Stock, put
from postern.rulesets.cosmos.economy.people import in_units
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Nation, World


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

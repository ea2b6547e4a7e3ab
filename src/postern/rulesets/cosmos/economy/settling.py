"""The economy at the turn's end, nation by nation, and the rest of the resource table (ruling 2.1, step 6, CF-6.1)."""

from __future__ import annotations

from postern.game.kit.copying import copied
from postern.rulesets.cosmos.amounts import HUNDRED, Stock, add, put
from postern.rulesets.cosmos.economy.decay import decay, decay_elsewhere, local_stores
from postern.rulesets.cosmos.economy.income import arms_possible, earn, make_arms, mana_made, mined, special_income, work_mines
from postern.rulesets.cosmos.economy.people import upkeep
from postern.rulesets.cosmos.economy.production import base_production, full_growth, occupied
from postern.rulesets.cosmos.economy.upkeep import food_needed, settle_upkeep, ship_upkeep
from postern.rulesets.cosmos.economy.walls import kind_of, wall_upkeep
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Nation, World


def settle_economy(turn: Turn) -> None:
    """Mines, arms, decay, production and upkeep of every nation that players can lead, in this order.

    An imagined world does not know what others own: there a nation with an empty pool is left as it is.
    """
    world = turn.world
    base, idle = base_production(world, turn.growth), occupied(world)
    played = (one for one in world.nations.values() if turn.tables.nations[one.code].played and not one.eliminated)
    nations = [one for one in played if one.pool or not turn.expected]
    for nation in nations:
        own = base.get(nation.code, {})
        work_mines(turn, nation, idle)
        make_arms(turn, nation)
        decay(turn, nation, own)
        earn(turn, nation, own, idle)
    decay_elsewhere(turn)
    for nation in nations:
        settle_upkeep(turn, nation)
        account = turn.account(nation.code)
        nation.produced, nation.used, nation.lost = account.produced, account.used, account.lost
        columns = {"produced": account.produced, "used": account.used, "lost": account.lost}
        turn.tell(
            "resources", turn.seat_of(nation.code), owner=nation.code, **{name: shown(one) for name, one in columns.items()}
        )


# --- the other columns of the table (CF-6.1) -----------------------------------------------------------------------------


def distributed(world: World, nation: str) -> Stock:
    """What a nation has in local stores, the mana of its units among it, in hundredths (CF-6.1-04)."""
    found: Stock = {}
    for stock in local_stores(world, nation):
        for name, number in stock.items():
            put(found, name, number)
    return found


def upkeep_due(world: World, nation: Nation) -> Stock:
    """What a nation's units, locations and ships need each turn, in hundredths (CF-6.1-08)."""
    own = [upkeep(world.tables, unit) for unit in world.units.values() if unit.owner == nation.code]
    for location in (one for one in world.locations.values() if one.owner == nation.code):
        own += [food_needed(world, location), wall_upkeep(world, location)]
    for ships in ("transports", "warships"):
        each = ship_upkeep(world, nation, ships)
        own.append({name: number * getattr(nation, ships) for name, number in each.items()})
    found: Stock = {}
    for amounts in own:
        add(found, amounts)
    return found


def potential(world: World, nation: Nation) -> Stock:
    """What next turn would produce if nothing changed, in hundredths (CF-6.1-09). It changes nothing."""
    idle = occupied(world)
    found = dict(base_production(world, full_growth(world, nation.code)).get(nation.code, {}))
    pool = copied(nation.pool)
    for mine, _, amount in mined(world, nation, idle):
        put(found, kind_of(world, mine).mined, amount)
        put(pool, kind_of(world, mine).mined, amount)
    put(found, "arms", arms_possible(world, nation, pool))
    for name, number in special_income(world, nation, nation.pool, idle).items():
        put(found, name, number)
    for unit in world.units.values():
        name, number = mana_made(world, unit) if unit.owner == nation.code else ("", 0)
        if name:
            put(found, name, number)
    return found


def shown(stock: Stock) -> dict[str, int]:
    """Amounts as reports show them: whole, rounded down (ruling 2.4)."""
    return {name: number // HUNDRED for name, number in sorted(stock.items())}

"""The economy at the turn's end, nation by nation (CF-4-07, ruling 2.1, step 6, CF-6.1): upkeep of units, then locations, then
ships, each in its order, what follows when it is not paid (CF-6.4, CF-17.1), and the rest of the resource table."""

from __future__ import annotations

from collections.abc import Mapping

from postern.game.kit.copying import copied
from postern.rulesets.cosmos.rules.economy.production import (
    arms_possible,
    base_production,
    earn,
    full_growth,
    make_arms,
    mana_made,
    mined,
    occupied,
    special_income,
    work_mines,
)
from postern.rulesets.cosmos.rules.economy.sources import (
    decay,
    decay_elsewhere,
    home_hex,
    is_mana,
    lacking,
    local_stores,
    pay,
    pool_closed,
)
from postern.rulesets.cosmos.rules.works import harm, kind_of, wall_upkeep
from postern.rulesets.cosmos.tables.amounts import HUNDRED, Stock, add, put
from postern.rulesets.cosmos.tables.scenario import PHASES
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of
from postern.rulesets.cosmos.world.records import DOMINATED, Location, Nation, Unit, World
from postern.rulesets.cosmos.world.strength import type_of, upkeep

_FAR = 10_000
"""Units that are nowhere come after all others."""


def settle_upkeep(turn: Turn, nation: Nation) -> None:
    """Pays the upkeep of everything that a nation has (CF-6.4-01)."""
    for unit in units_in_order(turn.world, nation):
        if unit.id in turn.world.units:
            _keep_unit(turn, unit)
    for location in locations_in_order(turn.world, nation):
        _feed(turn, location)
        _keep_walls(turn, location)
    for ships in ("transports", "warships"):
        _keep_ships(turn, nation, ships)


def units_in_order(world: World, nation: Nation) -> list[Unit]:
    """The units of a nation, those nearest to its home first, then by number (CF-6.4-02)."""
    own = (unit for unit in world.units.values() if unit.owner == nation.code)
    return sorted(own, key=lambda unit: (_from_home(world, nation, unit.position), unit.id))


def locations_in_order(world: World, nation: Nation) -> list[Location]:
    """Its locations, in the same order (CF-6.4-03)."""
    own = (one for one in world.locations.values() if one.owner == nation.code)
    return sorted(own, key=lambda one: (_from_home(world, nation, str(one.id)), one.id))


def _from_home(world: World, nation: Nation, position: str) -> int:
    home = home_hex(world, nation)
    if not position:
        return _FAR
    return world.tables.grid.distance(home, hex_of(world, position)) if home else 0


def siege_to_blame(world: World, thing: Unit | Location, amounts: Mapping[str, int]) -> bool:
    """True when something cut off by a siege could be paid without it (CF-17.1-08)."""
    return pool_closed(world, thing) and not lacking(world, thing, amounts, siege=False)


# --- units ---------------------------------------------------------------------------------------------------------------


def _keep_unit(turn: Turn, unit: Unit) -> None:
    needs = upkeep(turn.tables, unit)
    if pay(turn, unit, needs):
        return
    weak = "weakened" in unit.until
    if not weak and siege_to_blame(turn.world, unit, needs):
        pay(turn, unit, needs, siege=False)
        unit.until["weakened"] = turn.world.moment(PHASES) + PHASES
        turn.tell_owner(unit, "unit weakened", needs=needs)
    elif _would_go_back(turn.world, unit, needs):
        go_back(turn, unit)
    else:
        turn.tell_owner(unit, "unit dissolved", needs=needs)
        turn.remove(unit)


def _would_go_back(world: World, unit: Unit, needs: Mapping[str, int]) -> bool:
    """True for charmed units without mana, and for hired ones that stand in nobody's hex (CF-7.4.1-03, rulings 4.2, 4.3)."""
    if unit.bought:
        return bool(unit.charmed_from) and type_of(world.tables, unit).able("hire") and _on_free_land(world, unit)
    return bool(unit.charmed_from) and any(map(is_mana, lacking(world, unit, needs)))


def go_back(turn: Turn, unit: Unit) -> None:
    """Gives a charmed or hired unit back to whom it came from (CF-7.4.1-03, rulings 4.2 and 4.3)."""
    turn.tell_owner(unit, "unit went back", nation=unit.charmed_from)
    turn.leave_force(unit)
    turn.drop_program(unit)
    unit.until.pop(DOMINATED, None)
    unit.owner, unit.charmed_from, unit.bought = unit.charmed_from, "", False


def _on_free_land(world: World, unit: Unit) -> bool:
    return bool(unit.position) and not world.hexes[hex_of(world, unit.position)].owner


# --- locations -----------------------------------------------------------------------------------------------------------


def food_needed(world: World, location: Location) -> dict[str, int]:
    """The food of a city's people (CF-13.1-03)."""
    food = kind_of(world, location).food_per_size * location.size
    return {"food": food} if food else {}


def _feed(turn: Turn, location: Location) -> None:
    """A city without food shrinks; at size 1 it falls to ruins, unless only a siege keeps its food away (CF-6.4-07, CF-13.1-07,
    CF-17.1-11)."""
    needs = food_needed(turn.world, location)
    if pay(turn, location, needs):
        return
    if location.size == 1 and siege_to_blame(turn.world, location, needs):
        return
    location.size -= 1
    turn.tell_of(location, "city shrank", size=location.size)
    if not location.size:
        ruin(turn, location)


def ruin(turn: Turn, location: Location) -> None:
    """A city at size 0 becomes ruins, and never a city again (CF-13.1-08)."""
    turn.tell_of(location, "city ruined")
    location.type = kind_of(turn.world, location).becomes
    location.max_size = location.rating = location.strength = location.damage = location.sapping = location.trade_rating = 0
    turn.drop_program(location)


def _keep_walls(turn: Turn, location: Location) -> None:
    """Walls that are not kept up are damaged by their strength, except for the sake of a siege (CF-6.4-08, CF-17.1-10)."""
    needs = wall_upkeep(turn.world, location)
    if pay(turn, location, needs):
        return
    if siege_to_blame(turn.world, location, needs):
        pay(turn, location, needs, siege=False)
        return
    turn.tell_owner(location, "walls neglected", damage=harm(location, location.strength))


# --- ships ---------------------------------------------------------------------------------------------------------------


def ship_upkeep(world: World, nation: Nation, ships: str) -> Mapping[str, int]:
    """What one ship of a kind costs a nation each turn (CF-12-03)."""
    row = world.tables.nations[nation.code]
    return row.warship_upkeep if ships == "warships" else row.transport_upkeep


def _keep_ships(turn: Turn, nation: Nation, ships: str) -> None:
    """As many as can be paid; the others are lost (CF-6.4-04, CF-6.4-09, ruling 3.8)."""
    number, each = getattr(nation, ships), ship_upkeep(turn.world, nation, ships)
    paid = min([number, *(nation.pool.get(name, 0) // (HUNDRED * amount) for name, amount in each.items() if amount)])
    pay(turn, nation, {name: amount * paid for name, amount in each.items()})
    if paid < number:
        setattr(nation, ships, paid)
        turn.tell("ships unpaid", turn.seat_of(nation.code), owner=nation.code, ships=ships, number=number - paid)


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


def settle(turn: Turn) -> None:
    """Resources are produced, upkeep is paid, and what follows for whoever gets none."""
    settle_economy(turn)

"""Special production at the turn's end: mines, arms, taxes, manpower, trade, mana (CF-6.6, CF-6.2-08)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from postern.rulesets.cosmos.amounts import HUNDRED, Stock, put
from postern.rulesets.cosmos.economy.numbers import NUMBERS
from postern.rulesets.cosmos.economy.production import besieged, besieged_all_turn
from postern.rulesets.cosmos.economy.walls import kind_of
from postern.rulesets.cosmos.places import location_at
from postern.rulesets.cosmos.strength import efficiency as combat_efficiency
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.walls import effective_rating
from postern.rulesets.cosmos.world import Location, Nation, Unit, World

_MINE_ORDER = ("gold", "iron")
"""Special mines come first, then these (CF-6.6.4-05)."""
AWAY = ("gohome", "retreat")
"""What units do that flee home or retreat: they produce nothing (CF-6.2-09)."""


# --- mines and arms, before decay ----------------------------------------------------------------------------------------


def mines_of(world: World, nation: Nation) -> list[Location]:
    """The mines of a nation in the order in which they get manpower (CF-6.6.4-05)."""
    mines = [one for one in world.locations.values() if one.owner == nation.code and kind_of(world, one).mined]

    def rank(mine: Location) -> tuple[int, int]:
        mined = kind_of(world, mine).mined
        return (_MINE_ORDER.index(mined) + 1 if mined in _MINE_ORDER else 0, mine.id)

    return sorted(mines, key=rank)


def mined(world: World, nation: Nation, idle: set[str]) -> Iterator[tuple[Location, int, int]]:
    """Each mine with the manpower that it uses and what comes of it, in hundredths (CF-6.6.4-02..04)."""
    left = nation.pool.get("manpower", 0)
    for mine in mines_of(world, nation):
        if besieged(world, mine) or str(mine.id) in idle:
            continue
        kind = kind_of(world, mine)
        most = kind.most_mined * kind.manpower_each * HUNDRED
        hands = min(left, most, most if mine.limit < 0 else mine.limit * HUNDRED)
        left -= hands
        if hands:
            yield mine, hands, hands // kind.manpower_each


def work_mines(turn: Turn, nation: Nation, idle: set[str]) -> None:
    """Turns manpower of the last turn into gold and iron, before the turn's main production (CF-6.6.4-03)."""
    account = turn.account(nation.code)
    for mine, hands, amount in list(mined(turn.world, nation, idle)):
        name = kind_of(turn.world, mine).mined
        put(nation.pool, "manpower", -hands)
        put(account.used, "manpower", hands)
        put(nation.pool, name, amount)
        put(account.produced, name, amount)
        turn.tell_owner(mine, "mined", resource=name, amount=amount // HUNDRED, manpower=hands // HUNDRED)


def arms_possible(world: World, nation: Nation, pool: Stock) -> int:
    """How many arms come of the raw materials and the nation's limit, in hundredths (CF-6.6.5-02, CF-6.6.5-03)."""
    recipe = world.tables.nations[nation.code].arms_recipe
    amount = min((pool.get(name, 0) // number for name, number in recipe.items()), default=0)
    return amount if nation.limit_arms < 0 else min(amount, nation.limit_arms * HUNDRED)


def make_arms(turn: Turn, nation: Nation) -> None:
    """Makes arms, just before stores decay (CF-6.6.5-01)."""
    account, amount = turn.account(nation.code), arms_possible(turn.world, nation, nation.pool)
    for name, number in turn.tables.nations[nation.code].arms_recipe.items():
        put(nation.pool, name, -amount * number)
        put(account.used, name, amount * number)
    put(nation.pool, "arms", amount)
    put(account.produced, "arms", amount)


# --- after base production -----------------------------------------------------------------------------------------------


def tax(world: World, nation: Nation, pool: Stock) -> int:
    """The gold of taxes on the people in the pool, in hundredths (CF-6.6.1-01..03)."""
    rows = world.tables.resources
    base = sum((row.tax_weight * pool.get(name, 0) for name, row in rows.items()), Fraction(0))
    return int(base * world.tables.nations[nation.code].tax)


def villeinage(world: World, nation: Nation, pool: Stock) -> int:
    """The manpower of the people in the pool, in hundredths (CF-6.6.2-01, CF-6.6.2-03)."""
    rows = world.tables.resources
    base = sum((row.villeinage_weight * pool.get(name, 0) for name, row in rows.items()), Fraction(0))
    return int(base * world.tables.nations[nation.code].villeinage)


def trade_rating(location: Location) -> int:
    """The base trade rating and half the present rating of the walls (CF-6.6.3-03)."""
    return location.trade_rating + effective_rating(location) // NUMBERS.trade.rating_per_wall_rating


def trade(world: World, location: Location, nation: Nation, idle: set[str]) -> int:
    """The gold of a city's trade in hundredths: none while enemies hold or seize it, or after a turn of siege (CF-6.6.3)."""
    if str(location.id) in idle or besieged_all_turn(world, location) or being_seized(world, location):
        return 0
    factor = world.tables.nations[nation.code].trade_factor
    return int(trade_rating(location) * location.size * factor * HUNDRED) if location.trade_rating else 0


def being_seized(world: World, location: Location) -> bool:
    """True when enemies are trying to control a location from inside (CF-6.6.3-07)."""
    return any(
        unit.program and unit.program[0].begun and unit.program[0].text.split()[0] == "control"
        for unit in world.units.values()
        if unit.position == str(location.id) and world.policy(unit.owner, location.owner) == "enemy"
    )


def special_income(world: World, nation: Nation, pool: Stock, idle: set[str]) -> Stock:
    """Trade, taxes, manpower and the mana of temples in hundredths, given what the pool holds (CF-6.6)."""
    own = [one for _, one in sorted(world.locations.items()) if one.owner == nation.code]
    working = [one for one in own if not besieged(world, one) and str(one.id) not in idle]
    found: Stock = {}
    put(found, "gold", tax(world, nation, pool) + sum(trade(world, one, nation, idle) for one in own))
    put(found, "manpower", villeinage(world, nation, pool))
    mana = world.tables.nations[nation.code].mana
    if mana:
        put(found, mana, HUNDRED * sum(kind_of(world, one).mana_per_turn for one in working))
    return found


def mana_made(world: World, unit: Unit) -> tuple[str, int]:
    """The kind of mana that a caster makes this turn, and how much, in hundredths; nothing while it flees (CF-6.2-08, 09)."""
    row = world.tables.caster(unit.type)
    if row is None or (unit.program and unit.program[0].text.split()[0] in AWAY):
        return "", 0
    inside = location_at(world, unit.position) if unit.position else None
    more = kind_of(world, inside).caster_mana if inside and inside.owner == unit.owner else 0
    return row.mana, int((row.production_per_turn + more) * combat_efficiency(type_of(world.tables, unit), unit) * HUNDRED)


def make_mana(turn: Turn, nation: Nation) -> None:
    """Gives casters their mana, which stays with them; what is above their limit is lost (CF-6.2-02, CF-6.5-04)."""
    world, account = turn.world, turn.account(nation.code)
    for _, unit in sorted(world.units.items()):
        row = world.tables.caster(unit.type) if unit.owner == nation.code else None
        name, amount = mana_made(world, unit) if row else ("", 0)
        if row is None or not amount:
            continue
        put(account.produced, name, amount)
        limit = row.store_limit * HUNDRED
        kept = max(0, min(amount, limit - unit.carries.get(name, 0)))
        put(unit.carries, name, kept)
        put(account.lost, name, amount - kept)


def earn(turn: Turn, nation: Nation, base: Stock, idle: set[str]) -> None:
    """Everything that a nation produces after decay: base production first, then what rests on the pool
    (ruling 2.1, step 6)."""
    account = turn.account(nation.code)
    for stock in (base, special_income(turn.world, nation, _together(nation.pool, base), idle)):
        for name, amount in stock.items():
            put(nation.pool, name, amount)
            put(account.produced, name, amount)
    make_mana(turn, nation)


def _together(pool: Stock, more: Stock) -> Stock:
    return {name: pool.get(name, 0) + more.get(name, 0) for name in {*pool, *more}}

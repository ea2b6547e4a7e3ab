"""Production: what hexes and locations yield, for the part of the turn in which they worked (CF-6.2, CF-6.3, CF-13.2, ruling
2.1, step c), and at the turn's end mines, arms, taxes, manpower, trade, mana (CF-6.6, CF-6.2-08)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import prod

from postern.rulesets.cosmos.rules.magic import end_illusions
from postern.rulesets.cosmos.rules.works import effective_rating, kind_of
from postern.rulesets.cosmos.tables.amounts import HUNDRED, Stock, put
from postern.rulesets.cosmos.tables.numbers import ECONOMY
from postern.rulesets.cosmos.tables.scenario import PHASES, Scenario, scenario
from postern.rulesets.cosmos.turn import Growth, Turn
from postern.rulesets.cosmos.world.places import hex_of, location_at, outwards, owner_of
from postern.rulesets.cosmos.world.records import Location, Nation, Unit, World
from postern.rulesets.cosmos.world.strength import effective_presence, type_of
from postern.rulesets.cosmos.world.strength import efficiency as combat_efficiency

Yields = dict[str, Fraction]
_RIVERS = ("small river", "large river")
FULL = Growth(PHASES, 100 * PHASES)
"""A position that worked for the whole turn, without spells."""


# --- what a position yields in a whole turn ------------------------------------------------------------------------------


@cache
def features(slug: str) -> Mapping[int, frozenset[str]]:
    """What lies on the sides of each land hex, by kind."""
    tables = scenario(slug)
    found: dict[int, set[str]] = {}
    for kind, sides in tables.sides.items():
        for side in sides:
            for place in side:
                if tables.land(place):
                    found.setdefault(place, set()).add(kind)
    return {place: frozenset(kinds) for place, kinds in found.items()}


def efficiency(tables: Scenario, nation: str, name: str) -> Fraction:
    """How much of a resource a nation gets from base production: nothing of other nations' people and mounts (CF-6.2-06,
    ruling 3.3)."""
    row, kind = tables.nations[nation], tables.resource(name).kind
    if kind == "population":
        return Fraction(row.eff_population, 100) if name in tables.people(nation) else Fraction(0)
    if kind == "mounts":
        return Fraction(row.eff_mounts, 100) if name == row.mounts else Fraction(0)
    return Fraction(getattr(row, f"eff_{name}", 100), 100)


def castle_rating(world: World, place: int) -> int:
    """The effective rating of the strongest castle that counts in a hex: not besieged, of the owner of the hex; it may stand in
    a city (CF-13.2-02)."""
    owner, types = world.hexes[place].owner, world.tables.location_types
    castles = (one for one in world.locations.values() if types[one.type].administers)
    return max(
        (
            effective_rating(one)
            for one in castles
            if one.owner == owner and not one.besieged and hex_of(world, str(one.id)) == place
        ),
        default=0,
    )


def castle_raises(tables: Scenario, rating: int, name: str) -> bool:
    """True when a castle of this effective rating raises the base production of a resource by a third (CF-13.2-05, 06)."""
    raised = (*ECONOMY.castles.at_rating_1, *(ECONOMY.castles.at_rating_4 if rating >= 4 else ())) if rating else ()
    return name in raised or tables.resource(name).kind in raised


def hex_yields(world: World, place: int, nation: str) -> Yields:
    """What a hex yields to a nation in a whole turn (CF-6.2-04, rulings 2.5 and 3.1)."""
    tables = world.tables
    found = dict(tables.terrains[tables.hexes[place].terrain].produces)
    sides, setting = features(world.scenario).get(place, frozenset()), tables.settings
    if sides.intersection(_RIVERS):
        found["food"] = found.get("food", Fraction(0)) * (1 + Fraction(setting["feature_bonus_river_food_pct"]) / 100)
    for kind, name in (("road", "gold"), ("bay", "food"), ("bay", "gold")):
        if kind in sides:
            found[name] = found.get(name, Fraction(0)) + Fraction(setting[f"feature_bonus_{kind}_{name}"])
    rating = castle_rating(world, place) if world.hexes[place].owner == nation else 0
    third = {name: Fraction(4, 3) if castle_raises(tables, rating, name) else Fraction(1) for name in found}
    return {name: number * third[name] * efficiency(tables, nation, name) for name, number in found.items()}


def location_yields(world: World, location: Location, nation: str) -> Yields:
    """What a location yields to a nation in a whole turn: a city people for each size, some food."""
    tables = world.tables
    kind = tables.location_types[location.type]
    found = {"food": Fraction(kind.base_food)} if kind.base_food else {}
    if kind.max_size:
        found |= {name: number * location.size for name, number in city_people(tables.slug).items()}
    return {name: number * efficiency(tables, nation, name) for name, number in found.items()}


@cache
def city_people(slug: str) -> Mapping[str, Fraction]:
    """The people that a size of a city yields each turn, by kind."""
    cells = scenario(slug).settings["city_population_per_size"].split()
    return {name: Fraction(number) for name, _, number in (cell.partition(":") for cell in cells)}


# --- when it works -------------------------------------------------------------------------------------------------------


def occupied(world: World) -> set[str]:
    """The positions of nations in which units that hold the owner as enemy have a presence of at least 1 (CF-6.3-01)."""
    presence: dict[str, Fraction] = {}
    for unit in world.units.values():
        here = unit.position
        if here and here[0] not in "ou" and world.policy(unit.owner, owner_of(world, here)) == "enemy":
            presence[here] = presence.get(here, Fraction(0)) + effective_presence(world.tables, unit)
    return {position for position, number in presence.items() if number >= 1}


def besieged(world: World, location: Location) -> bool:
    """True for a besieged location and all within it (CF-6.3-02)."""
    around = (location_at(world, one) for one in outwards(world, str(location.id)))
    return any(one is not None and one.besieged for one in around)


def besieged_all_turn(world: World, location: Location) -> bool:
    """True for a location that was besieged for the whole turn, and all within it."""
    around = (location_at(world, one) for one in outwards(world, str(location.id)))
    return any(one is not None and one.besieged_all_turn for one in around)


def count_growth(turn: Turn) -> None:
    """Notes for this phase which hexes and locations work for their owners (CF-6.2-12, CF-6.3, ruling 2.5)."""
    world, now = turn.world, turn.now
    idle = occupied(world)
    for place, one in world.hexes.items():
        if one.owner and str(place) not in idle:
            _count(turn, str(place), one.owner, one.until, now)
    for number, location in world.locations.items():
        kind = world.tables.location_types[location.type]
        if location.owner and (kind.base_food or kind.max_size) and str(number) not in idle and not besieged(world, location):
            _count(turn, str(number), location.owner, location.until, now)


def _count(turn: Turn, position: str, owner: str, until: Mapping[str, int], now: int) -> None:
    growth = turn.growth.setdefault((position, owner), Growth())
    growth.phases += 1
    spells = [Fraction(percent, 100) for name, percent in ECONOMY.spells.items() if until.get(name, 0) >= now]
    growth.rich += int(100 * prod(spells))


# --- what comes of it ----------------------------------------------------------------------------------------------------


def part_of(yields: Yields, growth: Growth, tables: Scenario) -> Yields:
    """What a position yields for the phases in which it worked; spells change food and people alone."""
    plain, rich = Fraction(growth.phases, PHASES), Fraction(growth.rich, 100 * PHASES)
    return {
        name: number * (rich if name == "food" or tables.resource(name).kind == "population" else plain)
        for name, number in yields.items()
    }


def base_production(world: World, growth: Mapping[tuple[str, str], Growth]) -> dict[str, Stock]:
    """What each nation gets of its hexes and locations, in hundredths rounded down. Fractions are added up first."""
    sums: dict[str, Yields] = {}
    for (position, nation), grown in growth.items():
        location = location_at(world, position)
        if location is None and int(position) not in world.hexes:
            continue  # a location that is no more
        yields = location_yields(world, location, nation) if location else hex_yields(world, int(position), nation)
        for name, number in part_of(yields, grown, world.tables).items():
            own = sums.setdefault(nation, {})
            own[name] = own.get(name, Fraction(0)) + number
    found: dict[str, Stock] = {}
    for nation, own in sums.items():
        for name, number in sorted(own.items()):
            put(found.setdefault(nation, {}), name, int(number * HUNDRED))
    return found


def full_growth(world: World, nation: str) -> dict[tuple[str, str], Growth]:
    """The growth of a turn in which all that a nation owns works, as far as nobody besieges it now (CF-6.1-09)."""
    places = [str(place) for place, one in world.hexes.items() if one.owner == nation]
    cities = (one for one in world.locations.values() if one.owner == nation and not besieged(world, one))
    return {(position, nation): FULL for position in (*places, *(str(one.id) for one in cities))}


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
    return location.trade_rating + effective_rating(location) // ECONOMY.trade.rating_per_wall_rating


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


def count_phase(turn: Turn) -> None:
    """Takes away what has ended, and notes which hexes and locations work in this phase."""
    end_states(turn)
    end_illusions(turn)
    count_growth(turn)


def end_states(turn: Turn) -> None:
    """Takes states of units, locations and hexes away, spells among them: each holds to the end of its last phase."""
    world, now = turn.world, turn.now
    for things in (world.units, world.locations, world.hexes):
        for thing in things.values():
            if thing.until:
                thing.until = {name: moment for name, moment in thing.until.items() if moment >= now}

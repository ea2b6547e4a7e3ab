"""What gold is spent for: leaders who take land, castles and larger towns for their points, troops (CF-7.1, CF-13)."""

from __future__ import annotations

from collections.abc import Mapping

from postern.rulesets.cosmos.amounts import HUNDRED, whole
from postern.rulesets.cosmos.computer.letter import NATION
from postern.rulesets.cosmos.computer.numbers import NUMBERS
from postern.rulesets.cosmos.computer.survey import Survey
from postern.rulesets.cosmos.economy.numbers import NUMBERS as ECONOMY
from postern.rulesets.cosmos.economy.people import cost
from postern.rulesets.cosmos.economy.walls import most_rating, wall_cost, wall_length, wall_upkeep
from postern.rulesets.cosmos.economy.works import place_fault
from postern.rulesets.cosmos.orders.recruiting import majors_fault, recruiting_row, standing_fault
from postern.rulesets.cosmos.places import hex_of, location_at
from postern.rulesets.cosmos.scenario import UnitType
from postern.rulesets.cosmos.world import Unit

_RULE = NUMBERS.purse
_FEW = 2
"""So many units in a place are its garrison."""
_FIRST_ARMY = 0.2
"""With less than this part of the army that it wants a nation buys troops before leaders."""


class _Pool:
    """What is left of the nation's pool, and the gold of a turn that is left over."""

    def __init__(self, survey: Survey) -> None:
        pool = survey.nation.pool
        self.goods = {name: whole(pool, name) for name in pool}
        upkeep = sum(
            cost_of_upkeep(survey.kind(one), one.individuals) for one in survey.world.units.values() if one.owner == survey.code
        )
        upkeep += sum(wall_upkeep(survey.world, one).get("gold", 0) for one in survey.places)
        produced = survey.nation.produced.get("gold", 0) // HUNDRED
        self.net = produced - upkeep if produced else _RULE.least_net * 4
        self.goods["gold"] = self.goods.get("gold", 0) + min(0, self.net) - _RULE.reserve
        self.net += max(0, self.goods["gold"]) // survey.turns_left  # what lies about keeps troops, too
        self.raised = 0.0  # strength that recruiting will bring, in medium infantry

    def pays(self, price: Mapping[str, int]) -> bool:
        return all(self.goods.get(name, 0) >= number for name, number in price.items())

    def pay(self, price: Mapping[str, int]) -> None:
        for name, number in price.items():
            self.goods[name] = self.goods.get(name, 0) - number


def cost_of_upkeep(kind: UnitType, individuals: int) -> int:
    """The gold that so many of a type cost each turn, rounded down."""
    return kind.upkeep.get("gold", 0) * individuals // kind.std


def spend(survey: Survey) -> None:
    """Buys for as long as there is gold: an heir is named, then lords, captains, castles, larger towns, troops."""
    _name_heir(survey)
    pool = _Pool(survey)
    ruler = survey.world.units.get(survey.nation.ruler)
    if ruler is not None and ruler.position and survey.idle(ruler):
        if _army(survey) < _FIRST_ARMY * survey.skill.army:
            _buy_troops(survey, pool, ruler)
        _buy_leader(survey, pool, ruler)
        for _ in range(_RULE.recruits):
            _buy_troops(survey, pool, ruler)
    _buy_escorts(survey, pool)
    _build_castles(survey, pool)
    _expand(survey, pool)
    _improve(survey, pool)


def _army(survey: Survey) -> float:
    """The strength of all troops of the nation, in medium infantry."""
    return survey.might(one for one in survey.own if survey.kind(one).mass)


def _name_heir(survey: Survey) -> None:
    nation, ruler_type = survey.nation, survey.tables.nations[survey.code].ruler_type
    lords = [one.id for one in survey.own if one.type == ruler_type and one.id != nation.ruler]
    if lords and nation.heir not in lords:
        survey.letter.order(NATION, f"heir {lords[0]}")


# --- people ----------------------------------------------------------------------------------------------------------------


def _recruits(survey: Survey, recruiter: Unit) -> list[UnitType]:
    """The types that a recruiter can have where he stands."""
    found = []
    for (who, number), _ in sorted(survey.tables.recruiting.items()):
        kind = survey.tables.unit_types[number]
        row = recruiting_row(survey.tables, survey.code, recruiter.type, kind) if who == recruiter.type else None
        if row is not None and not standing_fault(survey.world, recruiter, row):
            found.append(kind)
    return found


def _buy_leader(survey: Survey, pool: _Pool, recruiter: Unit) -> None:
    """A lord while the nation may have more, or a captain; lords cost no upkeep and give administration points."""
    if recruiter.id in survey.busy:
        return
    own = [survey.kind(one) for one in survey.own]
    ruler_type = survey.tables.nations[survey.code].ruler_type
    wanted = []
    for kind in _recruits(survey, recruiter):
        row = survey.tables.leaders.get(kind.no)
        if row is None or not row.control_base:
            continue
        have = sum(one.no == kind.no for one in own)
        if kind.no == ruler_type and have <= survey.skill.lords + 2 and not majors_fault(survey.world, survey.nation, kind):
            wanted.append((0, _RULE.lord_turns, kind))
        elif not row.can_neutralise and have < survey.skill.captains:
            wanted.append((1, _RULE.captain_turns, kind))
    for _, turns, kind in sorted(wanted, key=lambda one: (one[0], one[2].no)):
        price = cost(survey.tables, survey.code, kind, 1)
        if survey.turns_left >= turns and pool.pays(price) and survey.letter.order(recruiter.id, f"recruit {kind.no}"):
            pool.pay(price)
            survey.busy.add(recruiter.id)
            return


def _buy_troops(survey: Survey, pool: _Pool, recruiter: Unit, most: int = 0) -> None:
    """The troops that are strongest for their gold, until the nation has as many as it wants, and while enough gold a turn is
    left over for what they cost then. ``most`` individuals at most; 0: as many as a unit has."""
    wanted = most or _army(survey) + pool.raised < survey.skill.army
    if survey.turns_left < _RULE.troop_turns or not wanted:
        return
    row = survey.tables.leaders.get(recruiter.type)
    best: tuple[float, UnitType] | None = None
    for kind in _recruits(survey, recruiter):
        price, keep = cost(survey.tables, survey.code, kind, kind.std), cost_of_upkeep(kind, kind.std)
        led = row is not None and kind.no in row.leads and kind.influences_control
        if not led or not pool.pays(price) or pool.net - keep < _RULE.least_net:
            continue
        value = survey.worth_of(kind, kind.std) / (price.get("gold", 0) + keep * survey.turns_left + 1)
        best = max(best or (value, kind), (value, kind), key=lambda pair: pair[0])
    if best is None:
        return
    kind = best[1]
    number = kind.std
    while number + kind.std <= (most or kind.max) and pool.pays(cost(survey.tables, survey.code, kind, number + kind.std)):
        if pool.net - cost_of_upkeep(kind, number + kind.std) < _RULE.least_net:
            break
        number += kind.std
    if survey.letter.order(recruiter.id, f"recruit {kind.no} {number}"):
        pool.pay(cost(survey.tables, survey.code, kind, number))
        pool.net -= cost_of_upkeep(kind, number)
        pool.raised += survey.worth_of(kind, number)
        survey.busy.add(recruiter.id)


def _buy_escorts(survey: Survey, pool: _Pool) -> None:
    """Officers who wait alone in a place without troops recruit some for themselves: without, they take no land."""
    for one in survey.own:
        row = survey.leads(one)
        lone = row is not None and row.helpers == "required" and not one.members and survey.idle(one)  # not recruiting, either
        if lone and len(survey.troops_at(one.position)) <= _FEW:
            _buy_troops(survey, pool, one, survey.tables.unit_types[min(row.leads)].std if row else 0)


# --- places ----------------------------------------------------------------------------------------------------------------


def _build_castles(survey: Survey, pool: _Pool) -> None:
    """Castles in own hexes without one, those that yield most food first, while they bring points: each raises what its hex
    yields."""
    kinds = [one for one in survey.tables.location_types.values() if one.administers]
    if not kinds or survey.turns_left < _RULE.castle_turns:
        return
    kind, tables = kinds[0], survey.tables
    built = {hex_of(survey.world, one.outside) for one in survey.world.locations.values() if one.type == kind.type}
    built |= {hex_of(survey.world, one.position) for one in survey.nation.works if one.position}
    sites = [place for place in survey.land if place not in built and survey.foes_in(place) == 0]
    sites.sort(key=lambda place: (-tables.terrains[tables.hexes[place].terrain].produces.get("food", 0), place))
    bought, most = 0, survey.skill.castles and survey.skill.castles + max(0, pool.goods["gold"]) // _RULE.castle_gold
    most = min(most, len(survey.land) // _RULE.castle_hexes - len(built & set(survey.land)))
    for place in sites:
        if bought >= most or not pool.pays(kind.build_cost):
            return
        if place_fault(survey.world, kind, str(place)):
            continue
        if not survey.letter.order(NATION, f"build {kind.type} {place}"):
            return
        pool.pay(kind.build_cost)
        bought += 1


def _expand(survey: Survey, pool: _Pool) -> None:
    """One more size for each city and town that can grow: it counts, and holds more people."""
    for one in survey.places:
        kind = survey.tables.location_types[one.type]
        price = dict(kind.expand_cost)
        for name, number in wall_cost(one.rating * one.strength).items():
            price[name] = price.get(name, 0) + number
        held = survey.world.hexes[hex_of(survey.world, one.outside)].owner == survey.code
        if (
            kind.expand_cost
            and one.size < one.max_size
            and held
            and not one.program
            and pool.pays(price)
            and survey.letter.order(one.id, "expand 1")
        ):
            pool.pay(price)


def _improve(survey: Survey, pool: _Pool) -> None:
    """With gold that nothing else takes, cities and towns with walls, and castles in them, get higher ones."""
    done = 0
    for one in survey.places:
        kind = survey.tables.location_types[one.type]
        walled = one.size or (kind.administers and location_at(survey.world, one.outside) is not None)
        if done >= _RULE.improvements or not walled or one.program or one.damage:
            continue
        if one.rating >= kind.max_rating or survey.foes_in(hex_of(survey.world, one.outside)):
            continue
        if one.rating < most_rating(survey.world, one):
            part, steps, price = "rating", 1, wall_cost(one.strength * wall_length(survey.world, one))
        else:
            part, steps = "strength", ECONOMY.walls.rating_per_strength
            price = wall_cost(steps * one.rating * wall_length(survey.world, one))
        if one.rating and pool.pays(price) and survey.letter.order(one.id, f"improve {part} {steps}"):
            pool.pay(price)
            done += 1

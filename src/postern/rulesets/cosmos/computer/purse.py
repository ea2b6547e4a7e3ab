"""What gold is spent for: leaders who take land, castles and larger towns for their points, troops (CF-7.1, CF-13), units of
others (CF-7.4), and care of what a nation has: small units are merged, walls mended, arms no more than are needed."""

from __future__ import annotations

from collections.abc import Mapping

from postern.rulesets.cosmos.computer.numbers import NATION, NUMBERS
from postern.rulesets.cosmos.computer.survey import Survey
from postern.rulesets.cosmos.orders.families.recruiting import majors_fault, recruiting_row, standing_fault
from postern.rulesets.cosmos.rules.nations import bribable, for_hire, hire_price, price
from postern.rulesets.cosmos.rules.works import most_rating, place_fault, wall_cost, wall_length, wall_upkeep
from postern.rulesets.cosmos.tables.amounts import HUNDRED, whole
from postern.rulesets.cosmos.tables.numbers import ECONOMY
from postern.rulesets.cosmos.tables.units import UnitType
from postern.rulesets.cosmos.world.places import hex_of, location_at, owner_of
from postern.rulesets.cosmos.world.records import Unit
from postern.rulesets.cosmos.world.strength import cost

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


def take_over(survey: Survey) -> None:
    """Each leader without orders takes over one unit where he stands, if there is gold enough for it."""
    for unit in survey.own:
        row = survey.tables.leaders.get(unit.type)
        if row is None or not survey.idle(unit):
            continue
        others = [one for one in survey.world.units.values() if _beside(survey, unit, one)]
        gold = whole(survey.nation.pool, "gold") - NUMBERS.purse.reserve
        for one in sorted(others, key=lambda one: (-survey.might([one]), one.id)):
            least, greatest = price(survey.world, [one], "defect")
            if row.hire and for_hire(survey.world, one) and hire_price(survey.tables, one).get("gold", 0) <= gold:
                survey.letter.order(unit.id, f"hire {one.id}")
                break
            middle = (least + greatest) // 2
            enemy = survey.world.policy(survey.code, one.owner) == "enemy"
            if row.bribe and enemy and bribable(survey.tables, one) and 0 < middle <= gold:
                survey.letter.order(unit.id, f"bribe defect {middle} {one.id}")
                break


def _beside(survey: Survey, unit: Unit, other: Unit) -> bool:
    foreign = not survey.world.friendly(survey.code, other.owner)
    return foreign and other.position == unit.position and other.questing == unit.questing


_CARE = NUMBERS.care
_ARMS = "arms"


def tend(survey: Survey) -> None:
    """Gives the orders; merged units are merged in the survey's world at once, so that no other orders name them."""
    _merge(survey)
    _mend(survey)
    _warn_leaders(survey)
    _limit_arms(survey)
    _move_home(survey)


def _merge(survey: Survey) -> None:
    """Where more idle units stand than a leader leads, those of one type become one, while it is not too large."""
    for position in sorted({one.position for one in survey.own}):
        into: dict[int, Unit] = {}
        troops = survey.troops_at(position)
        for unit in troops if len(troops) > _CARE.many_units else ():
            first = into.setdefault(unit.type, unit)
            room = survey.kind(unit).max - first.individuals
            if first is unit or unit.charmed_from or first.charmed_from or unit.individuals > room:
                continue
            if survey.letter.order(NATION, f"merge {first.id} {unit.id}"):
                first.individuals += unit.individuals
                first.wounds = sorted([*first.wounds, *unit.wounds])
                del survey.world.units[unit.id]
    survey.__dict__.pop("own", None)


def _mend(survey: Survey) -> None:
    """Damaged walls without enemies before them are repaired."""
    for one in survey.places:
        quiet = not one.besieged and survey.foes_in(hex_of(survey.world, one.outside)) == 0
        if one.damage and quiet and not one.program and "repair" in survey.tables.location_types[one.type].orders:
            survey.letter.order(one.id, "repair damage")


def _warn_leaders(survey: Survey) -> None:
    """Leaders and casters flee from a battle before they fall: they are back at home after some time (CF-9-02)."""
    able = [one for one in survey.own if not survey.kind(one).mass and survey.kind(one).allowance and not one.flee_when]
    for level in sorted({_least(survey, one) for one in able} - {0}):
        units = [one for one in able if _least(survey, one) == level]
        survey.letter.order(NATION, f"fleewhen {level} {' '.join(str(one.id) for one in units)}")


def _least(survey: Survey, unit: Unit) -> int:
    return survey.kind(unit).wp * _CARE.flee_pct // 100


def _limit_arms(survey: Survey) -> None:
    """With arms enough for all who can be recruited, wood and iron are kept."""
    if survey.nation.limit_arms < 0 and whole(survey.nation.pool, _ARMS) >= _CARE.enough_arms:
        survey.letter.order(NATION, "limitarms 0")
    elif survey.nation.limit_arms == 0 and whole(survey.nation.pool, _ARMS) < _CARE.enough_arms // 2:
        survey.letter.order(NATION, "limitarms -1")


def _move_home(survey: Survey) -> None:
    """A nation whose capital was taken makes another of its places its home, the largest first."""
    if owner_of(survey.world, str(survey.nation.home)) == survey.code:
        return
    kinds = survey.tables.settings.get("home_in", "").split()
    places = [one for one in survey.places if one.type in kinds and not one.besieged]
    if places:
        best = max(places, key=lambda one: (one.size, one.rating, -one.id))
        if survey.letter.order(NATION, f"home {best.id}"):
            survey.nation.home = best.id


def send_away(survey: Survey) -> None:
    """When gold runs out, the weakest troops that nobody leads are disbanded in the capital before they dissolve unpaid."""
    gold = whole(survey.nation.pool, "gold") + whole(survey.nation.produced, "gold") - whole(survey.nation.used, "gold")
    troops = survey.troops_at(str(survey.nation.home))
    if survey.nation.produced and gold < 0 and len(troops) > 1:
        survey.letter.order(NATION, f"disband {troops[0].id}")
        survey.busy.add(troops[0].id)

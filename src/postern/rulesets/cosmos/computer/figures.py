"""Majors and casters: strikes at enemies near by, healing, blessings, wards, servants, sight from afar (CF-19); hermitages,
shrines and lairs, and the deeds that count for points (CF-20)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from postern.rulesets.cosmos.computer.numbers import NATION, NUMBERS
from postern.rulesets.cosmos.computer.survey import Survey
from postern.rulesets.cosmos.orders.families.recruiting import recruiting_row, standing_fault
from postern.rulesets.cosmos.rules.magic import marked
from postern.rulesets.cosmos.tables.amounts import whole
from postern.rulesets.cosmos.tables.land import Deed
from postern.rulesets.cosmos.tables.numbers import ECONOMY
from postern.rulesets.cosmos.tables.units import Spell
from postern.rulesets.cosmos.world.places import distance, hex_of, owner_of, zero_distance
from postern.rulesets.cosmos.world.records import Unit
from postern.rulesets.cosmos.world.strength import cost, force_of, wound_points

_MANA = " mana"
_PLAIN = 100


def cast(survey: Survey) -> None:
    """Each caster without orders casts what is of most use, one spell after another, while mana and orders last."""
    for unit in survey.own:
        spells = survey.tables.spells_of(unit.type)
        if not spells or unit.program or unit.embarked or unit.id in survey.busy:
            continue
        mana = _mana(survey, unit)
        for line, price in _wishes(survey, unit, spells, mana):
            if price <= mana and survey.letter.allowance(unit.id) and survey.letter.order(unit.id, line):
                mana -= price
                survey.busy.add(unit.id)


def _mana(survey: Survey, unit: Unit) -> int:
    """The mana that a caster carries, with that of his kind in the pool."""
    kinds = [name for name in unit.carries if name.endswith(_MANA)]
    return sum(whole(unit.carries, name) + whole(survey.nation.pool, name) for name in kinds)


def _wishes(survey: Survey, unit: Unit, spells: Mapping[str, Spell], mana: int) -> Iterator[tuple[str, int]]:
    """What a caster would cast, the most useful first, with the mana that it costs."""
    for kind, wish in _WISHES.items():
        for _, spell in sorted(spells.items()):
            if spell.kind == kind and not (unit.questing and kind != "heal"):
                yield from wish(survey, unit, spell, mana)
    if not unit.questing:
        yield from _servants(survey, unit)


def _strike(survey: Survey, unit: Unit, spell: Spell, mana: int) -> Iterator[tuple[str, int]]:
    """A strike at the strongest enemies within range who stand apart from friends."""
    power, goal = min(spell.most, mana // max(1, spell.cost)), _foes_near(survey, unit, spell.range)
    if goal and power:
        yield f"{spell.spell} {goal} {power}", power * spell.cost


def _foes_near(survey: Survey, unit: Unit, range_: int) -> str:
    """Where the strongest enemies stand within range, apart from friends; "" when none are worth a spell."""
    found: dict[str, float] = {}
    for one in survey.world.units.values():
        near = one.position and not one.questing and distance(survey.world, unit.position, one.position) <= range_
        if near and survey.world.policy(survey.code, one.owner) == "enemy":
            found[one.position] = found.get(one.position, 0.0) + survey.might([one])
    for one in survey.world.units.values():
        if survey.world.friendly(survey.code, one.owner):
            found.pop(one.position, None)
    goal = max(found, key=lambda place: (found[place], place), default="")
    return goal if goal and found[goal] >= NUMBERS.casting.least_foe else ""


def _heal(survey: Survey, unit: Unit, spell: Spell, mana: int) -> Iterator[tuple[str, int]]:
    hurt = [one for one in force_of(survey.world, unit) if one.wounds]
    lost = sum(survey.kind(one).wp * one.individuals - wound_points(survey.kind(one), one) for one in hurt)
    points = min(lost, spell.most, mana)
    if points:
        yield f"{spell.spell} {' '.join(str(one.id) for one in hurt)}", points * spell.cost


def _on_land(survey: Survey, unit: Unit, spell: Spell, mana: int) -> Iterator[tuple[str, int]]:
    """A blessing on own land, or a blight on that of enemies: where most grows. Darkness over enemies near by."""
    pct = ECONOMY.spells.get(spell.mark, 0)
    if not pct:
        goal = _foes_near(survey, unit, spell.range) if spell.others < 0 else ""
        if goal and not marked(survey.world, goal, spell.mark, survey.world.moment(1)):
            yield f"{spell.spell} {goal}", spell.cost
        return
    places = []
    for place in survey.tables.grid.within(hex_of(survey.world, unit.position), spell.range):
        one = survey.world.hexes[place]
        owner = (
            one.owner == survey.code if pct > _PLAIN else one.owner and survey.world.policy(survey.code, one.owner) == "enemy"
        )
        if owner and one.until.get(spell.mark, 0) < survey.world.moment(1):
            grown = survey.tables.terrains[survey.tables.hexes[place].terrain].produces
            places.append((-grown.get("food", 0), place))
    if places:
        yield f"{spell.spell} {min(places)[1]}", spell.cost


def _ward(survey: Survey, unit: Unit, spell: Spell, mana: int) -> Iterator[tuple[str, int]]:
    """Protection for the caster's force or place when enemies are near."""
    here = hex_of(survey.world, unit.position)
    near = any(survey.tables.grid.distance(here, place) <= 1 for place, _ in survey.threats())
    if near and unit.until.get(spell.mark, 0) < survey.world.moment(1):
        yield spell.spell, spell.cost


def _charm(survey: Survey, unit: Unit, spell: Spell, mana: int) -> Iterator[tuple[str, int]]:
    for one in survey.world.units.values():
        able = one.type in spell.targets and not survey.world.friendly(survey.code, one.owner) and one.questing == unit.questing
        if able and zero_distance(survey.world, unit.position, one.position):
            price = cost(survey.tables, survey.code, survey.kind(one), one.individuals)
            yield f"{spell.spell} {one.id}", sum(number for name, number in price.items() if name.endswith(_MANA))


def _scry(survey: Survey, unit: Unit, spell: Spell, mana: int) -> Iterator[tuple[str, int]]:
    """A look at a town or castle of others into which nobody has looked for long."""
    since = survey.world.turn - NUMBERS.fighting.remembered
    for _, seen in sorted(survey.nation.memory.locations.items()):
        kind = survey.tables.location_types[seen.type]
        old = kind.influences_control and seen.owner != survey.code and seen.turn < since
        place = hex_of(survey.world, seen.outside)
        if old and place and survey.tables.grid.distance(hex_of(survey.world, unit.position), place) <= spell.range:
            yield f"{spell.spell} {place}", spell.cost
            return


def _dispel(survey: Survey, unit: Unit, spell: Spell, mana: int) -> Iterator[tuple[str, int]]:
    """Takes what harms off own land."""
    harmful = {one.mark for one in survey.tables.spells if one.dispelled and 0 < ECONOMY.spells.get(one.mark, 0) < _PLAIN}
    for place in survey.tables.grid.within(hex_of(survey.world, unit.position), spell.range):
        now, own = survey.world.moment(1), survey.world.hexes[place].owner == survey.code
        if own and any(marked(survey.world, str(place), mark, now) for mark in sorted(harmful)):
            yield f"{spell.spell} {place}", spell.cost
            return


def _reveal(survey: Survey, unit: Unit, spell: Spell, mana: int) -> Iterator[tuple[str, int]]:
    """A look at what hides near by, when enemies are about."""
    if _foes_near(survey, unit, spell.range) and unit.until.get(spell.mark, 0) < survey.world.moment(1):
        yield spell.spell, spell.cost


def _walls(survey: Survey, unit: Unit, spell: Spell, mana: int) -> Iterator[tuple[str, int]]:
    power = min(spell.most, mana // max(1, spell.cost))
    for number, one in sorted(survey.world.locations.items()):
        enemy = one.owner and survey.world.policy(survey.code, one.owner) == "enemy" and one.rating and one.strength
        if power and enemy and distance(survey.world, unit.position, one.outside) <= spell.range:
            yield f"{spell.spell} {number} {power}", power * spell.cost
            return


def _servants(survey: Survey, unit: Unit) -> Iterator[tuple[str, int]]:
    """Troops that are raised with mana, as many as it raises."""
    mana = _mana(survey, unit)
    for (who, number), _ in sorted(survey.tables.recruiting.items()):
        kind = survey.tables.unit_types[number]
        row = recruiting_row(survey.tables, survey.code, unit.type, kind) if who == unit.type else None
        if row is None or not kind.mass or standing_fault(survey.world, unit, row):
            continue
        price = sum(amount for name, amount in kind.cost.items() if name.endswith(_MANA))
        if price and kind.influences_control and mana >= price:
            many = min(kind.max, mana // price * kind.std)
            yield f"recruit {number} {many}", -(-price * many // kind.std)


_WISHES: dict[str, Callable[[Survey, Unit, Spell, int], Iterator[tuple[str, int]]]] = {
    "strike": _strike,
    "walls": _walls,
    "mark force": _ward,
    "mark here": _ward,
    "heal": _heal,
    "charm": _charm,
    "mark there": _on_land,
    "dispel": _dispel,
    "scry": _scry,
    "reveal": _reveal,
}
"""What each kind of spell is used for, the most urgent first; other kinds are not used."""


_RULE = NUMBERS.questing


def go_questing(survey: Survey) -> None:
    """Sends major characters who lead nobody on quests, heroes before casters, and gives those on quests their next deed."""
    away = [one for one in survey.own if one.questing]
    for unit in [one for one in away if not one.program and not one.leader]:
        _next_deed(survey, unit, [])
    free = [one for one in survey.own if _can_go(survey, one)]
    free.sort(key=lambda one: (bool(survey.tables.spells_of(one.type)), one.id))
    for unit in free[: max(0, survey.skill.quests - len(away))]:
        _hold_as_enemies(survey)
        if survey.turns_left >= _RULE.turns:
            begin = ["questing on", "retreatspot", f"retreatwhen {max(1, survey.kind(unit).wp * _RULE.retreat_pct // 100)}"]
            _next_deed(survey, unit, begin)


def _hold_as_enemies(survey: Survey) -> None:
    """Who lives in lairs is fought with: only enemies are attacked (CF-5.4-05)."""
    for code, one in survey.tables.nations.items():
        neutral = one.quests and survey.world.policy(survey.code, code) != "enemy"
        if neutral and survey.letter.order(NATION, f"policy {code.lower()} enemy"):
            survey.nation.policies[code] = "enemy"


def _can_go(survey: Survey, unit: Unit) -> bool:
    kind = survey.kind(unit)
    lone = kind.major and survey.leads(unit) is None and not unit.members and survey.idle(unit)
    return lone and owner_of(survey.world, unit.position) == survey.code


def _next_deed(survey: Survey, unit: Unit, first: list[str]) -> None:
    """Orders for the deed that counts most for its time, or to wander where nobody of the nation looked yet."""
    reach = survey.reach(unit)
    best: tuple[float, str, list[str]] = (0.0, "", [])
    for deed in survey.tables.deeds.values():
        known = survey.world.locations.get(deed.location)
        spot = str(deed.location)
        done = known is None or str(deed.no) in survey.nation.deeds or spot in survey.claimed
        if known is None or done or hex_of(survey.world, known.outside) not in reach or not _dares(survey, unit, deed):
            continue
        phases = reach[hex_of(survey.world, known.outside)] + deed.phases
        if phases < survey.phases_left:
            value = (deed.points + sum(_treasures(survey, spot))) / (phases + 1)
            best = max(best, (value, spot, [*_deed(unit, deed)]), key=lambda one: (one[0], one[1]))
    _, spot, lines = best
    if not spot:
        lines = list(_wander(survey, unit))
    if lines and survey.letter.order(unit.id, *first, *lines):
        survey.busy.add(unit.id)
        survey.claimed.add(spot)


def _deed(unit: Unit, deed: Deed) -> Iterator[str]:
    if not deed.phases:
        yield "mytactics attack"
    if unit.position != str(deed.location):
        yield f"farmove {deed.location}"
    yield f"search {deed.phases}" if deed.phases else f"search {_RULE.fight}"
    if not deed.phases:
        yield "take"


def _dares(survey: Survey, unit: Unit, deed: Deed) -> bool:
    """True for a deed without a fight, or one that the unit should win."""
    if deed.phases:
        return True
    guards = [one for one in survey.nation.memory.units.values() if one.position == str(deed.location)]
    types = survey.tables.unit_types
    strength = sum(float(types[one.type].combat_rating) * one.individuals for one in guards) or _RULE.guards
    return strength * survey.skill.margin_pct / 100 <= float(survey.kind(unit).combat_rating)


def _treasures(survey: Survey, spot: str) -> Iterator[int]:
    """The points of items that are known to lie in a lair."""
    for number, position in survey.nation.memory.items.items():
        kind = survey.tables.items.get(number)
        for row in survey.tables.victory if kind is not None and position == spot else ():
            if kind is not None and row.kind == "item" and row.type == kind.type:
                yield row.points


def _wander(survey: Survey, unit: Unit) -> Iterator[str]:
    """A way to look for places of quests: two hexes at some distance, by luck."""
    reach = survey.reach(unit)
    far = sorted(place for place, phases in reach.items() if _RULE.nearest <= phases <= _RULE.farthest)
    if far:
        goals = survey.stream.shuffled(far)[:2]
        yield f"farmove {' '.join(map(str, goals))}"

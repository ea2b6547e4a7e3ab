"""Strength of units: of the type in its terrain, times the quality, times all special factors (AK-6.3-52 to AK-6.3-70)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from postern.rulesets.adventurer_kings.rules.abilities.levels import invention, level, office, power, worn
from postern.rulesets.adventurer_kings.rules.battle.field import Battle, Factor, Side, Unit
from postern.rulesets.adventurer_kings.rules.battle.sides import NAVAL, TACTICAL
from postern.rulesets.adventurer_kings.tables import TABLES, Terrain
from postern.rulesets.adventurer_kings.turn import percent
from postern.rulesets.adventurer_kings.world import Army, Character, World

DESERT, WOODS = "Desert", ("Forest", "Jungle")
HOLY_WAR = "HW"


def times(factor: Fraction) -> str:
    """Return a factor in words: "x1.25", "x2/3"."""
    rest = factor.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    exact = rest == 1
    return f"x{percent(factor)}" if exact else f"x{factor.numerator}/{factor.denominator}"


def prepare(battle: Battle) -> None:
    """Throw what is thrown for each army: who is fanatical (AK-6.3-41 to 43), and the strength of Elephants (AK-6.3-44)."""
    for side in battle.sides:
        for unit in side.units:
            unit.basic = unit.army.kind.attack if side.attacks else unit.army.kind.defend
            if unit.army.has("unpredictable"):
                unit.basic = battle.dice("strength", unit.army.id).between(unit.army.kind.attack, unit.army.kind.defend)
            unit.fanatical = _fanatical(battle, unit)


def _fanatical(battle: Battle, unit: Unit) -> bool:
    kingdom, leader = battle.turn.world.of(unit.army), unit.led_by
    own = TABLES.alignments[kingdom.alignment] if kingdom else None
    if leader is not None and unit.army.skeletal and "undead" in TABLES.alignments[leader.alignment].traits:
        return True
    if leader is not None and HOLY_WAR in leader.spells and own is not None and "unholy" not in own.traits:
        return True
    return own is not None and own.fanatic > 0 and bool(battle.throw(own.fanatic, "fanatic", unit.army.id))


def reckon(battle: Battle) -> None:
    """Give every unit its strength without nemesis and events, with all that it comes from (AK-6.3-69, AK-6.3-70)."""
    battle.illusion = _illusion(battle)
    for side in battle.sides:
        for unit in side.units:
            unit.factors = []
            strength = type_strength(battle, unit) * _quality(battle, side, unit)
            for name, factor in _special(battle, side, unit):
                if factor != 1:
                    unit.factors.append(Factor("special", name, times(factor)))
                    strength *= factor
            unit.strength = strength


def _illusion(battle: Battle) -> str:
    """The terrain that the strongest Illusory Terrain of a leader on either side shows, "" for none (AK-D4.23-04)."""
    leaders = [one.led_by for side in battle.sides for one in side.units]
    spells = [(level, one.illusion) for one in leaders if one and one.illusion for level in (one.spells.get("IT", 0),)]
    return max(spells, key=lambda one: one[0], default=(0, ""))[1]


# --- strength of the type --------------------------------------------------------------------------------------------------


def type_strength(battle: Battle, unit: Unit) -> Fraction:
    """Return the strength of a unit's type in the terrain; with Illusory Terrain its mean with that in the one named (AK-6.3-52
    to 56). Adds the factors to the unit's."""
    strength, named = _in_terrain(battle, unit, battle.land)
    unit.factors += [Factor("type", "type", str(unit.basic)), *named]
    if not battle.illusion:
        return strength
    other, _ = _in_terrain(battle, unit, TABLES.terrains[battle.illusion])
    unit.factors.append(Factor("type", f"mean with {battle.illusion}", percent((strength + other) / 2)))
    return (strength + other) / 2


def _in_terrain(battle: Battle, unit: Unit, land: Terrain) -> tuple[Fraction, list[Factor]]:
    army, race = unit.army, TABLES.races[unit.army.race]
    at_home = land.name in army.kind.home or _haven(battle, unit)
    if army.has("helpless_abroad") and not at_home:
        return Fraction(0), [Factor("type", "helpless", "x0")]
    more = {"race": race.home == land.name, "home terrain": at_home, "race's own type": race.favours == army.type}
    strength, named = (
        Fraction(unit.basic + sum(more.values())),
        [Factor("type", one, "+1") for one, is_so in more.items() if is_so],
    )
    if land.name in army.kind.adverse and not at_home:
        adverse = TABLES.share("adverse_factor")
        return strength * adverse, [*named, Factor("type", "adverse terrain", times(adverse))]
    return strength, named


def _haven(battle: Battle, unit: Unit) -> bool:
    """Whether a fleet fights as at home on a coast, by the power of its leader (AK-D2.0-08)."""
    leader = unit.led_by
    coast = unit.army.has("engages") and battle.turn.world.coastal(battle.place)
    return coast and leader is not None and power(leader, "coastal_home")


# --- quality ---------------------------------------------------------------------------------------------------------------


def multiplier(quality: int) -> Fraction:
    """Return what a quality multiplies strength with: that of the table, below it the lowest, above it the level itself
    (AK-6.3-32 to 34, AK-D7.2-07)."""
    rows = TABLES.qualities
    return Fraction(quality) if quality > max(rows) else rows[max(quality, min(rows))].multiplier


def _quality(battle: Battle, side: Side, unit: Unit) -> Fraction:
    total = unit.army.quality
    for name, change in _changes(battle, side, unit):
        if change:
            unit.factors.append(Factor("quality", name, f"{change:+}"))
            total += change
    found = multiplier(total)
    unit.factors.append(Factor("quality", "quality", times(found)))
    return found


def _changes(battle: Battle, side: Side, unit: Unit) -> Iterator[tuple[str, int]]:
    army, leader, world = unit.army, unit.led_by, battle.turn.world
    supplied = any(one.army.has("supplies_desert") for one in side.units)
    yield "no camels", -int(battle.land.name == DESERT and not supplied)
    yield "Druid", -missing_druid(world, leader, army)
    yield "home province", int(bool(army.owner) and battle.province.home_of == army.owner)
    yield "fanatical", int(unit.fanatical)
    if leader is not None:
        for code in leader.spells:
            yield TABLES.spells[code].name, TABLES.spells[code].quality
        for item in worn(leader):
            yield item.name, int(any(one in _kinds(army, battle.at_sea) for one in item.quality_for))
        yield "wood captain", int(battle.land.name in WOODS and power(leader, "wood_captain"))


def _kinds(army: Army, at_sea: bool) -> tuple[str, ...]:
    """What an item may say of an army that it makes better."""
    return army.type, army.race, "all", "" if at_sea else "land"


def missing_druid(world: World, leader: Character | None, army: Army) -> int:
    """Return how many Druid levels a leader lacks for an army: none for his own race, for skeletal ones, and where an item
    stands for them (AK-D4.32-01, AK-D4.32-03, AK-D4.25-07, AK-DM-05 to 09)."""
    if leader is None or army.race == leader.race or army.skeletal:
        return 0
    if any(one in (army.type, army.race) for item in worn(leader) for one in item.no_druid_for):
        return 0
    return max(0, TABLES.races[army.race].druid - level(world, leader, "DR"))


# --- special factors -------------------------------------------------------------------------------------------------------


def _special(battle: Battle, side: Side, unit: Unit) -> Iterator[tuple[str, Fraction]]:
    world, leader, foe = battle.turn.world, unit.led_by, battle.foe(side)
    if not side.attacks:
        yield "defence", defence(battle)
    better = max(0, side.explored - foe.explored)
    yield "explored", 1 + (TABLES.share("exploration_factor_max") - 1) * Fraction(better, 100)
    if leader is not None:
        ability = NAVAL if battle.at_sea else TACTICAL
        levels = level(world, leader, ability)
        yield TABLES.abilities[ability].name, 1 + levels * TABLES.share("tactical_pct_per_level") / 100
        strong = TABLES.number("strong_phantasms_pct") if power(leader, "strong_phantasms") else 0
        for code, levels in leader.spells.items():
            if per_level := TABLES.spells[code].strength:
                yield TABLES.spells[code].name, 1 + Fraction(levels * max(per_level, strong), 100)
        if not battle.at_sea and office(world, leader, "MA"):
            yield "Marshal", TABLES.share("marshal_factor")
    kingdom = world.of(unit.army)
    for number in kingdom.inventions if kingdom else ():
        one = TABLES.inventions[number]
        if one.kind == "strength" and unit.army.type in one.applies_to:
            yield one.name, one.value
    if unit.shaken:
        yield "duel", TABLES.share("duel_demoralization_factor")


def defence(battle: Battle) -> Fraction:
    """Return the factor of the defending side: 1.25 (AK-6.3-37), more with Fortification, less against Siegecraft
    (AK-D4.35-16, AK-D4.35-17)."""
    basic = TABLES.share("defense_factor")
    found = basic
    for side, name in ((battle.defenders, "Fortification"), (battle.attackers, "Siegecraft")):
        kingdoms = (battle.turn.world.kingdoms[code] for code in side.codes if code)
        values = [value for one in kingdoms if (value := invention(battle.turn.world, one, name)) is not None]
        found += values[0] - basic if values else 0
    return found

"""Magic: what spells do, kind by kind (CF-19, rulings 10.1 to 10.5, ``spells.csv``). The orders are in
``orders/families/spells.py``.

A spell that lasts is a state in ``until`` of a unit, hex or location: its name, and the last moment of it. A state holds to the
end of that phase (``until[name] >= turn.now``); step c of a phase takes away those that are over.

Units:
    hasted          moves faster and blocks more (haste)
    shielded        has a better defence (runeshield)
    flying          can move over the ground (fly)
    truesight       has a better awareness (truesight)
    revealing       sees all within range in this phase, and through illusions (truesight)

Hexes and locations, for whoever is at exactly this position (``marks``):
    strikeward      strikes on it are weaker
    blessing, blight            base production of food and population is higher, lower
    holylight:NATION, darknight:NATION      morale, cast by that nation
    illusion        ``Hex.illusion`` shows a false terrain (hexes alone)
    scried:NATION   that nation sees the hex in this phase (hexes alone)

A state of the air over a hex or the ground under it begins with ``o `` or ``u ``.

Strikes are attacks from afar on every individual of every unit at a position: how strong one is there, whom it spares
(CF-19.1, rulings 7.13, 10.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from postern.rulesets.cosmos.rules.battle.attacks import rounded, shaken, spared, suffer
from postern.rulesets.cosmos.rules.battle.fight import slay
from postern.rulesets.cosmos.rules.battle.fighters import Fighter, Spot, defence_against
from postern.rulesets.cosmos.rules.battle.start import defence_of
from postern.rulesets.cosmos.rules.nations import declare_enemy
from postern.rulesets.cosmos.rules.off_map import flee, retreat, would_retreat
from postern.rulesets.cosmos.rules.works import harm, reduction
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.numbers import BATTLE, MORALE, percent
from postern.rulesets.cosmos.tables.scenario import Scenario
from postern.rulesets.cosmos.tables.units import Spell
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world.places import hex_of, inside_of, level, location_at, terrain_at
from postern.rulesets.cosmos.world.records import Location, Unit, World
from postern.rulesets.cosmos.world.strength import best, held, item_bonus, type_of, wound_points

ILLUSION = "illusion"


def _states(world: World, position: str) -> dict[str, int]:
    location = location_at(world, position)
    return location.until if location else world.hexes[hex_of(world, position)].until


def _key(world: World, position: str, name: str) -> str:
    return f"{position[0]} {name}" if level(world, position) in ("over", "under") else name


def mark(turn: Turn, position: str, name: str, phases: int) -> None:
    """Leaves a state at a position for the rest of this phase and so many whole phases more; a longer one stays."""
    states, key = _states(turn.world, position), _key(turn.world, position, name)
    states[key] = max(states.get(key, 0), turn.now + phases)


def casters_of(world: World, position: str, name: str, now: int) -> Iterator[str]:
    """The nations whose state of this name is upon a position; "" for a state that is of nobody in particular."""
    states = _states(world, position) if position else {}
    wanted = _key(world, position, name) if states else name
    for key, moment in states.items():
        found, _, nation = key.partition(":")
        if found == wanted and moment >= now:
            yield nation


def marked(world: World, position: str, name: str, now: int) -> bool:
    """True while a state is upon a position, whoever's it is."""
    return any(True for _ in casters_of(world, position, name, now))


def lift(turn: Turn, position: str) -> list[str]:
    """Ends all spells upon a position that can be dispelled, and names them."""
    names = {_key(turn.world, position, one.mark): one.mark for one in turn.tables.spells if one.dispelled}
    states = _states(turn.world, position)
    gone = [key for key in sorted(states) if key.partition(":")[0] in names]
    for key in gone:
        del states[key]
    end_illusions(turn)
    return [names[key.partition(":")[0]] for key in gone]


# --- morale, strikes, sight ------------------------------------------------------------------------------------------------


def spell_morale(world: World, unit: Unit, now: int) -> int:
    """What spells at its position do to the morale of a unit in a phase; several of one kind do not add up
    (rulings 2.6, 18.10).

    Units of the named classes have what a spell does to others, whoever cast it; a spell without such a class does it to all
    but the caster's nation and its allies.
    """
    found = 0
    if not unit.position or not _states(world, unit.position):
        return found
    for spell in _by_mark(world.tables):
        if not (spell.friends or spell.others):
            continue
        for nation in casters_of(world, unit.position, spell.mark, now):
            bonus = _morale_of(world, spell, unit, nation)
            if bonus:
                found += bonus
                break
    return found


def _morale_of(world: World, spell: Spell, unit: Unit, nation: str) -> int:
    friend = world.friendly(nation, unit.owner)
    if spell.classes:
        if type_of(world.tables, unit).unit_class in spell.classes:
            return spell.others
        return spell.friends if friend else 0
    return spell.friends if friend else spell.others


def strike_protection(turn: Turn, position: str) -> Fraction:
    """What protection at a position leaves of a strike: spells, and the best item carried there (CF-19.1.2-01)."""
    world, left = turn.world, Fraction(1)
    for spell in _by_mark(world.tables):
        if spell.kind == "mark here" and spell.strength and marked(world, position, spell.mark, turn.now):
            left *= Fraction(spell.strength, HUNDRED)
    worn = max((item_bonus(world, unit, "strikeward") for unit in turn.units_at(position) if not unit.questing), default=0)
    return left * Fraction(HUNDRED - worn, HUNDRED)


def spell_sight(turn: Turn, position: str, states: dict[str, int]) -> float:
    """By how much spells change the awareness of who looks from a position; ``states`` are his own (ruling 18.10)."""
    found = 1.0
    if not states and not (position and _states(turn.world, position)):
        return found
    for spell in _by_mark(turn.tables):
        if spell.awareness_pct == HUNDRED:
            continue
        own = states.get(spell.mark, -1) >= turn.now
        if own or (position and marked(turn.world, position, spell.mark, turn.now)):
            found *= spell.awareness_pct / HUNDRED
    return found


def _by_mark(tables: Scenario) -> list[Spell]:
    """One row for each state that spells leave."""
    return list({spell.mark: spell for spell in tables.spells if spell.mark}.values())


# --- illusions -----------------------------------------------------------------------------------------------------------


def immune(world: World, unit: Unit) -> bool:
    """True for a unit that no illusion deceives: by its type, or by what it holds (ruling 10.2)."""
    return type_of(world.tables, unit).able("illusion-immune") or item_bonus(world, unit, "illusion-immune") > 0


def illusions(world: World) -> dict[int, str]:
    """The hexes that show a false terrain now, and which (CF-19.2-01)."""
    return {number: one.illusion for number, one in world.hexes.items() if one.illusion}


def end_illusions(turn: Turn) -> None:
    """Step c of a phase, after the states that are over were taken away: the false terrains of those illusions go, too."""
    for one in turn.world.hexes.values():
        if one.illusion and one.until.get(ILLUSION, 0) < turn.now:
            one.illusion = ""


@dataclass(frozen=True)
class Struck:
    """What a strike did to a unit: its individuals before, wound points lost, dead."""

    unit: int
    individuals: int
    wounds: int
    killed: int


def strike_all(
    turn: Turn, position: str, form: str, strength: Fraction, by: str, part: Callable[[Unit], Fraction] = lambda _: Fraction(1)
) -> list[Struck]:
    """Strikes everybody at exactly this position, own and allied units too, but not who goes questing (CF-19.1.1-01,
    ruling 11.7).

    ``strength`` is that of the attack with all protection counted; ``by`` the nation whose strike it is, ``part`` which
    part of it each unit suffers. Walls take half of
    their reduction from it. Then morale and flight are tested as in battle.
    """
    location = location_at(turn.world, position)
    if location is not None:
        strength *= 1 - reduction(turn.tables, location) / 2
    return [_strike(turn, unit, form, strength * part(unit), by) for unit in turn.units_at(position) if not unit.questing]


def _strike(turn: Turn, unit: Unit, form: str, strength: Fraction, by: str) -> Struck:
    kind, individuals = type_of(turn.tables, unit), unit.individuals
    target = Fighter(
        unit=unit,
        kind=kind,
        army=0,
        spot=Spot(unit.position),
        attacks=(),
        defence=defence_of(turn, unit, best(turn.world, held(turn.world, [unit])[unit.id])),
        initiative=0,
        able=[*([0] * (individuals - len(unit.wounds))), *unit.wounds],
        down=[],
        spirit=unit.spirit,
        before=unit.spirit,
    )
    most = greatest(turn, target, form, strength)
    words = turn.chance_of("strike", unit.position, unit.id).words(individuals) if most else ()
    hits = [(place, 1 + (((word >> 32) * most) >> 32)) for place, word in enumerate(words)]
    loss = suffer(target, hits, spared(target, by_major=False))
    target.sync()
    unit.spirit -= shaken(kind, loss)
    if not unit.individuals:
        slay(turn, unit, by)
    elif unit.morale < MORALE["minimum before fleeing"]:
        flee(turn, unit, "morale")
    elif not kind.mass and unit.flee_when and wound_points(kind, unit) <= unit.flee_when:
        flee(turn, unit, "fleewhen")
    elif loss.wounds and would_retreat(turn, unit):
        retreat(turn, unit)
    return Struck(unit.id, individuals, loss.wounds, loss.dead)


def greatest(turn: Turn, target: Fighter, form: str, strength: Fraction) -> int:
    """The greatest damage to one individual, in hundredths of a wound point; 0 to who is immune."""
    defence = defence_against(target, form)
    ground = turn.tables.grounds[target.kind.move_profile].get(terrain_at(turn.world, target.spot.place))
    familiarity = ground.familiarity if ground else "f"
    vulnerable = percent(BATTLE.vulnerability_pct[familiarity])
    return 0 if defence is None else rounded(HUNDRED * strength / defence * vulnerable)


def strength_at(turn: Turn, spell: Spell, power: int, position: str) -> Fraction:
    """The strength of a strike at a position: by power, terrain, and what protects there."""
    found = Fraction(spell.strength * power)
    if terrain_at(turn.world, position) in spell.where:
        found *= Fraction(spell.where_pct, HUNDRED)
    return found * strike_protection(turn, position)


def part_on(turn: Turn, spell: Spell, unit: Unit) -> Fraction:
    """Which part of a strike a unit suffers: nothing when the spell spares such units, another part for some classes."""
    kind = type_of(turn.tables, unit)
    if spell.spares and (kind.able(spell.spares) or unit.until.get("flying", -1) >= turn.now):
        return Fraction(0)
    return Fraction(spell.class_pct, HUNDRED) if kind.unit_class in spell.classes else Fraction(1)


def strike(turn: Turn, caster: Unit, spell: Spell, power: int, position: str) -> None:
    """Strikes everybody at exactly this position, friend or foe, and the fortifications there where the spell does (CF-19.1-01,
    CF-19.1.1-01). Nations that are struck and are no allies hold the caster's nation as enemy from now on (CF-5.4-04)."""
    world = turn.world
    struck = [one for one in turn.units_at(position) if not one.questing]
    owners = list(dict.fromkeys(one.owner for one in struck))
    strength = strength_at(turn, spell, power, position)
    done = strike_all(turn, position, spell.form, strength, caster.owner, lambda unit: part_on(turn, spell, unit))
    seats = {seat for code in (caster.owner, *owners) for seat in turn.seat_of(code)}
    losses = [[one.unit, one.individuals, one.wounds, one.killed] for one in done]
    turn.tell("struck", seats, spell=spell.spell, place=position, wounds=sum(one.wounds for one in done), losses=losses)
    for location in _walls_at(turn, position) if spell.walls else ():
        shake(turn, caster, location, spell.walls * power)
    for code in owners:
        if not world.friendly(caster.owner, code):
            declare_enemy(turn, code, caster.owner)


def _walls_at(turn: Turn, position: str) -> Iterator[Location]:
    """The fortifications at a position: that of which it is the inside, and those that stand directly at it."""
    own = location_at(turn.world, position)
    found = [*([own] if own else []), *inside_of(turn.world, position)]
    return (one for one in found if one.strength)


def shake(turn: Turn, caster: Unit, location: Location, points: int) -> None:
    """Damages a fortification by magic (crumble, quake)."""
    done = harm(location, points)
    seats = {*turn.witnesses(location), *turn.seat_of(caster.owner)}
    turn.tell("walls shaken", seats, what=turn.called(location), points=done)
    if location.owner and not turn.world.friendly(caster.owner, location.owner):
        declare_enemy(turn, location.owner, caster.owner)

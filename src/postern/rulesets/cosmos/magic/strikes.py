"""Strike spells: how strong one is at its target, and whom it spares (CF-19.1, rulings 7.13, 10.3, ``spells.csv``)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.battle.strike import strike_all
from postern.rulesets.cosmos.economy.walls import harm
from postern.rulesets.cosmos.magic.marks import strike_protection
from postern.rulesets.cosmos.places import inside_of, location_at, terrain_at
from postern.rulesets.cosmos.policies import declare_enemy
from postern.rulesets.cosmos.scenario import Spell
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.world import Location, Unit


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

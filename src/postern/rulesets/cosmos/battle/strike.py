"""Strikes: an attack from afar on every individual of every unit at a position (CF-19.1, ruling 7.13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.battle.damage import rounded, shaken, spared, suffer
from postern.rulesets.cosmos.battle.fight import slay
from postern.rulesets.cosmos.battle.fighter import Fighter, Spot, defence_against
from postern.rulesets.cosmos.battle.numbers import MORALE, NUMBERS, percent
from postern.rulesets.cosmos.battle.start import defence_of
from postern.rulesets.cosmos.flight import flee
from postern.rulesets.cosmos.gear import best, held
from postern.rulesets.cosmos.places import location_at, terrain_at
from postern.rulesets.cosmos.questing import retreat, would_retreat
from postern.rulesets.cosmos.strength import type_of, wound_points
from postern.rulesets.cosmos.turn import Turn
from postern.rulesets.cosmos.walls import reduction
from postern.rulesets.cosmos.world import Unit


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
    vulnerable = percent(NUMBERS.vulnerability_pct[familiarity])
    return 0 if defence is None else rounded(HUNDRED * strength / defence * vulnerable)

"""The damage of attacks: strength, defence, vulnerability, the greatest damage, and the rolls (rulings 7.4, 7.5, 7.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.battle.fight import Fight
from postern.rulesets.cosmos.battle.fighter import Attack, Fighter, defence_against
from postern.rulesets.cosmos.battle.numbers import CRITICAL, MORALE, NUMBERS, percent
from postern.rulesets.cosmos.scenario import UnitType

_PER_POINT = {
    True: MORALE["melee performance % per point"] / HUNDRED,
    False: MORALE["missile strength % per point"] / HUNDRED,
}
_MILLION = 1_000_000
_BITS = 24
_MASK = (1 << _BITS) - 1


@cache
def root_of_rest(reduction: Fraction) -> Fraction:
    """The square root of what a fortification leaves of an attacker, to a millionth."""
    rest = 1 - reduction
    return Fraction(isqrt(rest.numerator * _MILLION**2 // rest.denominator), _MILLION)


@dataclass(frozen=True)
class Blow:
    """An attack as it stands against one target: the greatest damage of a roll, usual and critical, in hundredths of a
    wound."""

    attack: Attack
    most: int
    critical: int


def strength(fight: Fight, one: Fighter, attack: Attack, other: Fighter, returning: bool = False) -> Fraction:
    """S of ruling 7.4: the strength of an attack with all that changes it. ``returning``: it strikes back."""
    found = attack.strength * one.vigour * (1 + _PER_POINT[attack.melee] * one.morale)
    modifier = fight.ground(one).modifier
    wall = fight.wall_between(one.spot, other.spot)
    if attack.melee:
        if wall and not one.sea_borne:
            modifier = min(modifier, fight.turn.tables.over_walls[one.kind.move_profile])
        found *= _charging(fight, one, other, returning)
    found *= percent(modifier)
    if wall == other.spot.place:
        reduction = fight.reduction(one, other) * percent(HUNDRED - one.ladders)
        found *= root_of_rest(reduction) if attack.melee else 1 - reduction
    return found


def _charging(fight: Fight, one: Fighter, other: Fighter, returning: bool) -> Fraction:
    """What charging makes of a melee attack (CF-15.6.2-03, CF-15.6.2-04)."""
    recent = fight.segment - 1
    factor = Fraction(1)
    if one.fresh and not returning and not other.covered and not other.kind.able(NUMBERS.cancelling_charges):
        factor = percent(NUMBERS.charge_pct["charging"])
    if one.charged < recent <= other.charged:
        factor *= percent(NUMBERS.charge_pct["against"])
    return factor


def vulnerability(fight: Fight, target: Fighter, by: Fighter, melee: bool) -> Fraction:
    """V of ruling 7.4: how familiar the terrain is to the target, and whether it fights from below a wall."""
    found = percent(NUMBERS.vulnerability_pct[fight.ground(target).familiarity])
    if melee and (reduction := fight.reduction(target, by)):
        found /= root_of_rest(reduction)
    return found


def rounded(number: Fraction) -> int:
    """A whole number, halves upwards."""
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)


def blow(fight: Fight, one: Fighter, attack: Attack, other: Fighter, returning: bool = False) -> Blow | None:
    """An attack against a target; None for one that is immune or cannot be hurt by it. Over the highest walls nobody fights
    hand to hand, not even outwards (CF-16-09)."""
    defence = defence_against(other, attack.form)
    if defence is None or (attack.melee and fight.reduction(other, one) >= 1):
        return None
    each = HUNDRED * strength(fight, one, attack, other, returning) / defence
    each *= vulnerability(fight, other, one, attack.melee)
    most = rounded(each)
    factor = CRITICAL[one.kind.mass, other.kind.mass].strength_factor
    return Blow(attack, most, rounded(each * factor)) if most >= 1 else None


def best_blow(fight: Fight, one: Fighter, other: Fighter, melee: bool, returning: bool = False) -> Blow | None:
    """The most effective of the attacks that may be used now: by greatest damage x rolls (CF-15.5-06, ruling 7.5)."""
    blows = (blow(fight, one, attack, other, returning) for attack in one.attacks if attack.melee == melee)
    return max(filter(None, blows), key=lambda found: found.most * found.attack.rolls, default=None)


@dataclass
class Harm:
    """What one attack by so many individuals did: damage by the place of the individual hit, and critical hits."""

    hits: list[tuple[int, int]]
    criticals: int = 0


def roll(fight: Fight, one: Fighter, found: Blow, other: Fighter, individuals: int) -> Harm:
    """Draws the damage of an attack by so many individuals: one number gives who is hit, how hard, and whether critically.

    Of several rolls of an individual only the first can be critical; of an area only one creature suffers it (CF-15.2-03).
    """
    targets = len(other.able) or len(other.down)
    rolls = found.attack.rolls
    spread = min(targets, max(1, found.attack.area // other.kind.size)) if found.attack.area else 1
    chance = CRITICAL[one.kind.mass, other.kind.mass].chance_pct
    harm = Harm([])
    each, place = rolls * spread, 0
    for number, word in enumerate(fight.stream.words(individuals * each)):
        if number % spread == 0:
            place = ((word & _MASK) * targets) >> _BITS
        else:  # an area lies side by side
            place = (place + 1) % targets
        most = found.most
        if number % each == 0 and (((word >> _BITS) & 0xFFFF) * HUNDRED) >> 16 < chance:
            most = found.critical
            harm.criticals += 1
        harm.hits.append((place, 1 + (((word >> 40) * most) >> _BITS)))
    return harm


def spared(target: Fighter, by_major: bool) -> int | None:
    """The most damage that one attack can do to a major character outside of quest mode, unless another major character strikes
    (CF-2.3.3-05, CF-2.3.3-07); None for no limit."""
    if not target.kind.major or target.unit.questing or by_major:
        return None
    return target.kind.wp // 2 * HUNDRED


@dataclass(frozen=True)
class Loss:
    """What damage did to a unit: wound points lost, dead, and its health before and after, in hundredths of a wound point."""

    wounds: int
    dead: int
    before: int
    after: int


def suffer(target: Fighter, hits: Iterable[tuple[int, int]], limit: int | None) -> Loss:
    """Adds damage to individuals of a unit, not more than the limit. The dead are taken out."""
    pool = target.able or target.down
    before, points = target.health(), target.points()
    for place, damage in hits:
        if limit is not None:
            damage = min(damage, limit)
            limit -= damage
        pool[place] += damage
    dead = target.sort()
    return Loss(points - target.points(), dead, before, target.health())


def shaken(kind: UnitType, loss: Loss) -> int:
    """What damage takes from the morale of a unit, in hundredths: so much for each percent of the health that it had,
    marginal damage counted (CF-9.2.1-05, CF-9.2.1-06)."""
    if kind.able("mindless") or kind.able("fearless") or loss.before == loss.after:
        return 0
    sort = "cowardly" if kind.able("cowardly") else "brave" if kind.able("brave") else "normal"
    each = -MORALE[f"loss per % wound points, {sort}"]
    return int(each * HUNDRED * HUNDRED * (loss.before - loss.after) / loss.before)

"""Attacks: who attacks whom in melee, how many at once, and striking back (CF-15.1, CF-15.4, ruling 7.6); who shoots at whom
(CF-15.6.1-07, CF-15.7.2-06, ruling 7.7); strength, defence, vulnerability, damage and its rolls (rulings 7.4, 7.5, 7.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt

from postern.rulesets.cosmos.rules.battle.fight import Fight
from postern.rulesets.cosmos.rules.battle.fighters import Attack, Fighter, Spot, defence_against
from postern.rulesets.cosmos.rules.off_map import would_retreat
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.numbers import BATTLE, CRITICAL, MORALE, percent
from postern.rulesets.cosmos.tables.units import UnitType
from postern.rulesets.cosmos.world.strength import wound_points

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
    if one.fresh and not returning and not other.covered and not other.kind.able(BATTLE.cancelling_charges):
        factor = percent(BATTLE.charge_pct["charging"])
    if one.charged < recent <= other.charged:
        factor *= percent(BATTLE.charge_pct["against"])
    return factor


def vulnerability(fight: Fight, target: Fighter, by: Fighter, melee: bool) -> Fraction:
    """V of ruling 7.4: how familiar the terrain is to the target, and whether it fights from below a wall."""
    found = percent(BATTLE.vulnerability_pct[fight.ground(target).familiarity])
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


MELEE_TACTICS = ("charge", "attack", "defend")
"""Those who attack in melee by themselves; the others only strike back."""


def attack_in_melee(fight: Fight, fighters: Iterable[Fighter]) -> bool:
    """Lets units attack in melee, in this order, as long as they have attacks and targets. True when any did."""
    happened = False
    for one in fighters:
        attacked = False
        while not one.fate and one.left > 0 and (target := choose(fight, one)):
            exchange(fight, one, *target)
            attacked = True
        if attacked:
            one.fresh = one.charged_late = False
            one.did = happened = True
    return happened


def choose(fight: Fight, one: Fighter) -> tuple[Fighter, Blow] | None:
    """The target of a unit and its best attack on it; None when there is nobody (left) whom it may attack."""
    near = [other for other in fight.foes(one) if fight.battlefield.melee(one.spot, other.spot)]
    free = [other for other in near if other.room > 0 and fight.may_engage(one, other)]
    allowed = unguarded(one, free)
    for other in sorted(allowed, key=lambda other: _preference(one, other)):
        if found := best_blow(fight, one, other, melee=True):
            return other, found
    return None


def unguarded(one: Fighter, others: list[Fighter]) -> list[Fighter]:
    """Those of several enemies, none fully engaged, whom a unit may attack in melee: at each position the front rank first,
    the armed before the unarmed, and for mass units more aggressive mass units before individuals (CF-15.4-10..14)."""
    front: dict[Spot, tuple[int, bool, int]] = {}
    for other in others:
        rank, armed, boldest = front.get(other.spot, (other.rank, False, -1))
        boldest = max(boldest, other.aggressiveness if other.kind.mass else -1)
        front[other.spot] = (min(rank, other.rank), armed or other.armed, boldest)

    def allowed(other: Fighter) -> bool:
        rank, armed, boldest = front[other.spot]
        if other.rank > rank or (armed and not other.armed):
            return False
        return not one.kind.mass or other.kind.mass or boldest <= other.aggressiveness

    return [other for other in others if allowed(other)]


def _preference(one: Fighter, other: Fighter) -> tuple[object, ...]:
    """Individuals take the individual with the greatest rating first; all others the unit with the most room (ruling 7.6)."""
    if not one.kind.mass and not other.kind.mass:
        return (0, -other.kind.combat_rating, other.unit.id)
    return (1, -other.room, other.unit.id)


def exchange(fight: Fight, one: Fighter, other: Fighter, found: Blow) -> None:
    """Some individuals of a unit attack another, which strikes back in the same moment (ruling 7.6)."""
    fight.declare(one, other)
    number = min(one.left, -(-other.room // one.fighting_size))
    returned = returners(fight, one, other, number)
    back = best_blow(fight, other, one, melee=True, returning=True) if returned else None
    fight.show(one, other)
    other.room -= number * one.fighting_size
    one.left -= number
    one.met = other.met = True
    harm = roll(fight, one, found, other, number)
    answer = roll(fight, other, back, one, returned) if back else None
    if back:
        other.left -= returned
        other.did, other.covered = True, False
    land(fight, one, other, harm, number, "melee")
    if answer:
        land(fight, other, one, answer, returned, "back")
    settle(fight, other, one)
    settle(fight, one, other)
    if other.tactics == "flee" and not other.fate:
        fight.flees(other, "tactics")


def returners(fight: Fight, one: Fighter, other: Fighter, number: int) -> int:
    """How many individuals of the attacked strike back at so many attackers (CF-15.1-01..06)."""
    if other.disabled or not other.alert or other.tactics == "flee":
        return 0
    room = BATTLE.room_pct["mass" if one.kind.mass else "single"] * number * one.fighting_size // HUNDRED
    return min(other.left, max(1, room // other.fighting_size))


def land(fight: Fight, one: Fighter, other: Fighter, harm: Harm, number: int, how: str) -> None:
    """Does the damage of an attack: wounds, dead, and what that does to the morale (CF-15-06, CF-15-07, ruling 7.10)."""
    loss = suffer(other, harm.hits, spared(other, one.kind.major))
    one.dealt += loss.wounds
    one.killed += loss.dead
    other.spirit -= shaken(other.kind, loss)
    marginal = not loss.wounds and bool(harm.hits)
    figures = {"wounds": loss.wounds, "killed": loss.dead, "marginal": marginal, "critical": harm.criticals}
    fight.record.attack(one, other, how, individuals=number, **figures)


def settle(fight: Fight, one: Fighter, by: Fighter) -> None:
    """After an exchange or shot: the dead are out, and those flee whose morale breaks or who have no more wound points than
    they want (CF-9-01, CF-9-13)."""
    if one.fate:
        return
    if not one.living:
        fight.dies(one, by)
        return
    fight.lower(one, 0)
    if not one.fate and not one.kind.mass and one.unit.flee_when:
        one.sync()
        if wound_points(one.kind, one.unit) <= one.unit.flee_when:
            fight.flees(one, "fleewhen")
    if not one.fate and one.unit.retreat_when:
        one.sync()
        if would_retreat(fight.turn, one.unit):
            fight.flees(one, "retreat")
    one.left = min(one.left, one.count_attacks())


SHOOTING_TACTICS = ("defend", "avoid", "flee")


def shoot(fight: Fight, opening: bool) -> bool:
    """Step 5: units that do not advance shoot; in the opening all do, and those on ships there alone (CF-15.6-10,
    CF-15.7.2-13, CF-12.2-06). True when any did."""
    happened = False
    for one in fight.present():
        if one.fate or not one.missiles or one.left <= 0 or (one.met and not opening) or (one.sea_borne and not opening):
            continue
        only_stormers = not opening and one.tactics not in SHOOTING_TACTICS
        if only_stormers and one.tactics != "attack":
            continue
        target = choose_shot(fight, one, only_stormers)
        if target:
            one.did = happened = True
            one.left = 0
            volley(fight, one, *target, "missile")
    return happened


def choose_shot(fight: Fight, one: Fighter, only_stormers: bool = False) -> tuple[Fighter, Blow] | None:
    """The nearest enemy in range, of several the most individuals; none in melee or in a defensive position (CF-15.7.2-06)."""
    far = reach(fight, one)
    foes = [other for other in fight.foes(one) if not other.met and not other.covered and _reaches(fight, one, other, far)]
    if only_stormers:
        foes = [other for other in foes if other.storms and fight.wall_between(one.spot, other.spot) == one.spot.place]
    for other in sorted(foes, key=lambda other: (fight.battlefield.steps(one.spot, other.spot), -other.living, other.unit.id)):
        if found := best_blow(fight, one, other, melee=False):
            return other, found
    return None


def in_range(fight: Fight, one: Fighter, other: Fighter) -> bool:
    """True when a unit's missiles reach an enemy: as many steps as its range, one in woods, and out of a location or, for those
    who storm it, into it (CF-15.7.1-11, CF-15.5-05, CF-15.6.1-10)."""
    return _reaches(fight, one, other, reach(fight, one))


def _reaches(fight: Fight, one: Fighter, other: Fighter, far: int) -> bool:
    if fight.battlefield.steps(one.spot, other.spot) > far:
        return False
    crossed = fight.battlefield.crossed(one.spot, other.spot)
    return crossed != "-" and (crossed != other.spot.place or fight.may_engage(one, other))


def reach(fight: Fight, one: Fighter) -> int:
    """The range of a unit's missiles where it stands; 0 without any."""
    longest = max((attack.reach for attack in one.attacks if not attack.melee), default=0)
    cap = fight.missile_cap(one)
    return longest if cap is None else min(longest, cap)


def volley(fight: Fight, one: Fighter, other: Fighter, found: Blow, how: str) -> None:
    """All that can of a unit shoot at one target."""
    number = one.count_attacks()
    fight.declare(one, other)
    fight.show(one, other)
    land(fight, one, other, roll(fight, one, found, other, number), number, how)
    settle(fight, other, one)
    if other.tactics == "flee" and not other.fate:
        fight.flees(other, "tactics")


def shoot_stormers(fight: Fight) -> bool:
    """Before stormers of a location first fight, all inside who have missiles shoot at them once, whatever their tactics."""
    happened = False
    for place in sorted({wall for one in fight.present() if (wall := _storms(fight, one))} - fight.volleyed):
        fight.volleyed.add(place)
        for one in [one for one in fight.present() if one.spot.place == place and one.missiles and not one.disabled]:
            foes = [other for other in fight.foes(one) if _storms(fight, other) == place]
            for other in sorted(foes, key=lambda other: (-other.living, other.unit.id)):
                if found := best_blow(fight, one, other, melee=False):
                    volley(fight, one, other, found, "at stormers")
                    happened = True
                    break
    return happened


def _storms(fight: Fight, one: Fighter) -> str:
    """The walled location at whose wall a stormer stands, with somebody inside whom it attacks; "" for none."""
    if not one.storms:
        return ""
    inside = (
        wall
        for other in fight.foes(one)
        if fight.battlefield.melee(one.spot, other.spot)
        and (wall := fight.wall_between(one.spot, other.spot)) == other.spot.place
        and wall
        and fight.may_engage(one, other)
    )
    return next(inside, "")

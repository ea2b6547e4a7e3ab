"""Melee: who attacks whom, how many at once, and striking back (CF-15.1, CF-15.4, ruling 7.6)."""

from __future__ import annotations

from collections.abc import Iterable

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.battle.damage import Blow, Harm, best_blow, roll, shaken, spared, suffer
from postern.rulesets.cosmos.battle.fight import Fight
from postern.rulesets.cosmos.battle.fighter import Fighter, Spot
from postern.rulesets.cosmos.battle.numbers import NUMBERS
from postern.rulesets.cosmos.questing import would_retreat
from postern.rulesets.cosmos.strength import wound_points

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
    room = NUMBERS.room_pct["mass" if one.kind.mass else "single"] * number * one.fighting_size // HUNDRED
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

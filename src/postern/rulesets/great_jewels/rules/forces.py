"""Forces in a fight: the arithmetic of combat (chapter 18, ruling 12), and who a force is: its side, its people, whether it
sells itself (chapters 23, 24, 26).

The arithmetic is pure functions of numbers, for battles, forecasts and computer players. Factors are exact (``Fraction``);
only losses are rounded down (QJ-18-25).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from postern.rulesets.great_jewels.tables import ASSAULT_FACTORS, ATTACK_FACTORS, decided
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, NOBODY, Force, Leader, Province

NON_PLAYER = "NONPLAYER"
"""The people of neutral garrisons, mercenaries and guardians in the table of attack factors."""

Stance = Literal["attack", "assault", "defend", "leave"]

_NUMBERS = decided("combat")
CITADEL_MULTIPLE = 3  # a CSP triples the defence of one troop (QJ-18-66)
BONUS_MULTIPLE = 2  # the bonus doubles that of as many troops (QJ-18-15)


def factors_per_troop(attacker: str, defender: str, assault: bool = False) -> int:
    """Attack factors of one troop, by the peoples of both sides ("AZONI", ..., or NONPLAYER) (QJ-18-05 to QJ-18-10)."""
    return (ASSAULT_FACTORS if assault else ATTACK_FACTORS)[attacker, defender]


def effective(bonus: int, troops: int) -> int:
    """A bonus counts for at most as many troops as there are (QJ-18-16)."""
    return max(0, min(bonus, troops))


def attack_factors(per_troop: int, troops: int, bonus: int = 0, other_armies: int = 0) -> Fraction:
    """Attack factors of one force: bonus troops count twice (QJ-18-14), and 10 percent more for each other allied army on
    the same target, at most 100 (QJ-18-60 to QJ-18-62). ``troops`` are those free to fight, without the crews of rams."""
    plain = per_troop * (troops + effective(bonus, troops))
    percent = min(int(_NUMBERS["macb_most"]), int(_NUMBERS["macb_step"]) * max(0, other_armies))
    return plain * (1 + Fraction(percent, 100))


def defensive_fire(per_troop: int, troops: int, bonus: int, attackers: int, busy: bool) -> Fraction:
    """Factors with which an attacked force answers an attacker that it does not itself attack (QJ-18-17, QJ-18-20).

    They are divided by 2 and the number of attackers, by 4 and that number for a force that leaves or attacks somebody else
    (QJ-18-18, QJ-18-19; the printed table: QJ-18-30, QJ-18-36 to -38, QJ-18-44 to -54)."""
    divisor = int(_NUMBERS["fire_busy" if busy else "fire_idle"]) + attackers
    return Fraction(per_troop * (troops + effective(bonus, troops)), divisor)


_STANDS = {"assault": "defence_assaulting", "leave": "defence_leaving"}


def defence_per_troop(stance: Stance, betrayed: bool = False, mercenary: bool = False) -> int:
    """Defence factors of one troop before talismans: 4, assaulting 3, leaving 6, mercenaries 8; betrayed 2 less, never below
    1 (QJ-18-11 to QJ-18-13, QJ-18-57, QJ-26-12)."""
    stand = "defence_mercenary" if mercenary else _STANDS.get(stance, "defence")
    return lowered(int(_NUMBERS[stand]), betrayed)


def lowered(factors: int, betrayed: bool) -> int:
    """Defence factors after betrayal (2 less), never below 1."""
    return max(int(_NUMBERS["defence_least"]), factors - (int(_NUMBERS["betrayal"]) if betrayed else 0))


@dataclass(frozen=True, slots=True)
class Losses:
    """What an amount of attack factors does to one force: troops killed, and whether the leader dies too."""

    dead: int
    leader_dies: bool = False


def losses(
    factors: Fraction | int,
    troops: int,
    covered: int,
    per_troop: Fraction | int,
    multiple: int = BONUS_MULTIPLE,
    bonus: int | None = None,
) -> Losses:
    """Losses of a force that receives these attack factors (QJ-18-23 to QJ-18-28; the printed table: QJ-18-31 to -54).

    The first ``covered`` troops cost ``multiple`` times ``per_troop`` factors each (2 for a leader's bonus, 3 for CSPs), the
    others ``per_troop``. A leader, told by his full ``bonus`` (None for garrisons), dies when more than his bonus is left
    over after all troops are dead.
    """
    covered = max(0, min(covered, troops))
    shell = covered * per_troop * multiple
    if factors < shell:
        dead = int(factors // (per_troop * multiple))
        return Losses(dead)
    dead = min(troops, covered + int((factors - shell) // per_troop))
    over = factors - shell - (troops - covered) * per_troop
    return Losses(dead, bonus is not None and over > bonus)


def side_of(turn: Turn, force: Force) -> str:
    """The owner of a force in combat: a player's name, LOTU for all guardians of a Forbidden City, "" for neutrals."""
    if force.garrison and is_guarded_city(turn.province(force.garrison)):
        return LOTU
    return turn.owner_of(force)


def people_of(turn: Turn, force: Force) -> str:
    """The people of a force as the table of attack factors names it; NONPLAYER for all non-player forces (QJ-23-08)."""
    player = turn.player(turn.owner_of(force))
    return player.people.value if player else NON_PLAYER


def same_side(turn: Turn, one: Force, other: Force) -> bool:
    """True for forces of one owner or of mutual allies, who share the multi-army bonus (QJ-18-60, QJ-18-61)."""
    return turn.mutual_allies(side_of(turn, one), side_of(turn, other))


def is_guarded_city(province: Province) -> bool:
    """A Forbidden City that still has its name, and so its guardians."""
    return bool(province.city) and province.owner in (NOBODY, LOTU)


def is_stronghold(province: Province) -> bool:
    """A province that mercenaries still hold; without them it is a province like any other, whatever garrison comes after
    them (ruling 9 and 32)."""
    held = province.mercenary and not province.mercenaries_gone
    return held and province.owner == NOBODY and province.garrison > 0


def is_player_force(turn: Turn, force: Force) -> bool:
    """True when a player owns the force."""
    return turn.player(turn.owner_of(force)) is not None


def take_troops(turn: Turn, force: Force, number: int) -> None:
    """So many troops of a leader or garrison are dead (at most those it has)."""
    if force.leader:
        leader = turn.world.leaders[force.leader]
        leader.troops = max(0, leader.troops - number)
    else:
        province = turn.province(force.garrison)
        province.garrison = max(0, province.garrison - number)


def largest(leaders: Sequence[Leader]) -> Leader:
    """The leader with most troops, ties to the lowest number (ruling 7)."""
    return min(leaders, key=lambda leader: (-leader.troops, leader.number))


def divided(amount: int, weights: Sequence[int]) -> list[int]:
    """The amount in whole shares proportional to the weights, by largest remainder; ties to the earlier place.

    The shares add up to the amount; with no weight above 0 all shares are 0.
    """
    total = sum(weights)
    if total <= 0:
        return [0] * len(weights)
    shares = [amount * weight // total for weight in weights]
    left = amount - sum(shares)
    by_remainder = sorted(range(len(weights)), key=lambda place: (-(amount * weights[place] % total), place))
    for place in by_remainder[:left]:
        shares[place] += 1
    return shares


def name_at(force: Force) -> str:
    """A force as orders name it on the spot: L13, or G for the garrison there."""
    return f"L{force.leader}" if force.leader else "G"

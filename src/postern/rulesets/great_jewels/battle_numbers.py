"""The arithmetic of combat: pure functions of numbers (chapter 18, ruling 12). For battles, forecasts and computer players.

Factors are exact (``Fraction``); only losses are rounded down (QJ-18-25).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from postern.rulesets.great_jewels.tables import ASSAULT_FACTORS, ATTACK_FACTORS, decided

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

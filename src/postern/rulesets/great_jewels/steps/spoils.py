"""Step 6d: what the dead leave behind, and who gets it (QJ-18-80 to QJ-18-83, ruling 13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from postern.rulesets.great_jewels.steps.forces import divided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Leader


@dataclass(frozen=True, slots=True)
class Booty:
    """Zorans that went from a destroyed army, or garrison, to a force (or into the province: its garrison)."""

    victim: Force
    taker: Force
    zorans: int


def claimants(turn: Turn, attackers: Iterable[Force], dying: Iterable[Force]) -> list[tuple[Force, int]]:
    """The attackers that may claim spoils, with their troops after combat: they live, and are not at peace (QJ-21-03).
    Leaders without troops have 0 here."""
    gone = set(dying)
    claims = []
    for force in sorted(set(attackers)):
        leader = turn.leader(force.leader) if force.leader else None
        if force in gone or (force.leader and (leader is None or leader.at_peace)):
            continue
        if force.leader or turn.troops_of(force) > 0:
            claims.append((force, turn.troops_of(force)))
    return claims


def heirs(claims: Sequence[tuple[Force, int]]) -> list[tuple[Force, int]]:
    """The claimants of talismans: even a leader without troops has weight 1."""
    return [(force, max(1, troops)) for force, troops in claims]


def divide_zorans(turn: Turn, victim: Leader, claims: Sequence[tuple[Force, int]], takers: Sequence[Force] = ()) -> list[Booty]:
    """Divides what a destroyed army carried: all to the first of ``takers``, else among the claimants by their troops, else
    it lies in the province. His siege equipment is destroyed."""
    zorans, victim.zorans = victim.zorans, 0
    victim.rams = victim.towers = 0
    if not zorans:
        return []
    fallen = Force(leader=victim.number)
    if takers:
        return [_hand_over(turn, fallen, takers[0], zorans)]
    armed = [(force, troops) for force, troops in claims if troops > 0]
    if not armed:
        return [_hand_over(turn, fallen, Force(garrison=victim.province), zorans)]
    shares = divided(zorans, [troops for _, troops in armed])
    return [_hand_over(turn, fallen, force, share) for (force, _), share in zip(armed, shares, strict=True) if share]


def zoran_takers(turn: Turn, place: str, owners: Iterable[str], dying: Iterable[Force]) -> list[Force]:
    """The armies in a province that take all zorans of armies which one of these players destroyed there (Rilris Ring)."""
    wanted, gone = set(owners), set(dying)
    return [
        force
        for leader in turn.leaders_in(place)
        if leader.owner in wanted and takes_zorans(turn, force := Force(leader=leader.number), gone)
    ]


def takes_zorans(turn: Turn, force: Force, dying: Iterable[Force]) -> bool:
    """True for a living army, not at peace, whose talisman takes all zorans."""
    leader = turn.leader(force.leader) if force.leader else None
    able = leader is not None and leader.troops > 0 and not leader.at_peace and force not in dying
    return able and hooks.TAKES_ZORANS.fold(turn, force, False, None)


def empty_treasury(turn: Turn, place: str, taker: Force) -> list[Booty]:
    """All zorans of a destroyed garrison go to an army that takes them (QJ-28.1-029)."""
    province = turn.province(place)
    zorans, province.zorans = province.zorans, 0
    return [_hand_over(turn, Force(garrison=place), taker, zorans)] if zorans else []


def _hand_over(turn: Turn, victim: Force, taker: Force, zorans: int) -> Booty:
    turn.purse_of(taker).zorans += zorans
    return Booty(victim, taker, zorans)

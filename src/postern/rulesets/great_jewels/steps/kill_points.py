"""Points for killing: what a Slenth scores for troops, leaders and CSPs (QJ-04-15 to QJ-04-21, ruling 16).

Event points are kept as exact fractions, by player and by force, and floored once a turn when scores are counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from postern.rulesets.great_jewels.steps.forces import people_of
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, People, Terrain

_NUMBERS = decided("kill_points")


def troop_points(people: str) -> int:
    """Points for one killed troop of a player of this people; 0 for troops that are no player's (ruling 16)."""
    return int(_NUMBERS.get(people, 0))


def leader_points(people: str, bonus: int) -> int:
    """Points for a killed leader of a player of this people: 60 + 6 x bonus, 40 + 4 x bonus or 30 + 3 x bonus."""
    return troop_points(people) * (int(_NUMBERS["leader_as_troops"]) + bonus)


def credit(turn: Turn, force: Force, points: Fraction, place: str) -> None:
    """Gives event points for a deed in this province to a force's owner if that force scores kills: a Slenth's, or one that
    scores like them (T98). Impassable land brings none (QJ-28.2-17)."""
    if turn.province(place).terrain is Terrain.IMPASSABLE:
        return
    scores = people_of(turn, force) == People.SLENTH or hooks.SCORES_KILLS.fold(turn, force, False, None)
    if points and scores:
        turn.kill_points[turn.owner_of(force)] += points
        turn.kill_points_of[force] += points


def credit_shares(turn: Turn, points: int, shares: Iterable[tuple[Force, Fraction, bool]], place: str) -> None:
    """Divides points for one victim in this province by share of the attack factors delivered: (force, factors, whether they
    score)."""
    shares = list(shares)
    total = sum((factors for _, factors, _ in shares), Fraction(0))
    for force, factors, scoring in shares:
        if scoring and total:
            credit(turn, force, points * factors / total, place)


def credit_csps(turn: Turn, force: Force, province: str, csps: int | Fraction) -> None:
    """Points for CSPs that this force destroyed in another player's province, by rams, talisman or spell (QJ-04-21)."""
    owner = turn.province(province).owner
    if turn.player(owner) is not None and owner != turn.owner_of(force):
        credit(turn, force, csps * Fraction(int(_NUMBERS["csp"])), province)

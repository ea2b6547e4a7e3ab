"""How a force stands up to a blow, and what it loses (QJ-18-11 to QJ-18-28, QJ-18-57 to QJ-18-67)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from postern.rulesets.great_jewels import battle_numbers as numbers
from postern.rulesets.great_jewels.battle_numbers import Losses, Stance
from postern.rulesets.great_jewels.steps.blows import Blow, Clash, Hit, blow_factors, fire_factors, suffered
from postern.rulesets.great_jewels.steps.forces import is_stronghold, side_of
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force


@dataclass(frozen=True, slots=True)
class Stand:
    """The defence of a force: factors per troop, and how many troops have ``multiple`` times as much."""

    per_troop: Fraction
    covered: int
    multiple: int
    bonus: int | None  # the leader's full bonus; None for garrisons


@dataclass(frozen=True, slots=True)
class Toll:
    """What a clash costs one force. ``dead`` and ``leader_dies`` are what happens; ``losses`` is what the hits alone do,
    which is what the hitters are credited with. ``doomed_by``: who killed it by an enchanted blow."""

    force: Force
    troops: int
    hits: tuple[Hit, ...]
    stand: Stand
    betrayed: bool
    losses: Losses
    dead: int
    leader_dies: bool
    doomed_by: tuple[Force, ...] = ()

    @property
    def destroyed(self) -> bool:
        """Every garrison troop is dead, or the leader (QJ-06-17)."""
        return self.leader_dies if self.force.leader else self.dead >= self.troops > 0

    @property
    def factors(self) -> Fraction:
        return sum((hit.factors for hit in self.hits), Fraction(0))


def stand_of(turn: Turn, force: Force, per_troop: int, csps: int = 0) -> Stand:
    """The defence of a force with these factors per troop; ``csps`` are those that count for a garrison."""
    multiple = hooks.DEFENCE_FACTORS.fold(turn, force, Fraction(1), None)
    if force.leader:
        leader = turn.world.leaders[force.leader]
        bonus = hooks.DEFENCE_BONUS.fold(turn, force, leader.bonus, None)
        return Stand(per_troop * multiple, numbers.effective(bonus, leader.troops), numbers.BONUS_MULTIPLE, leader.bonus)
    return Stand(per_troop * multiple, min(csps, turn.troops_of(force)), numbers.CITADEL_MULTIPLE, None)


def losses_of(turn: Turn, force: Force, stand: Stand, factors: Fraction) -> Losses:
    """What these attack factors do to the force as it stands."""
    return numbers.losses(factors, turn.troops_of(force), stand.covered, stand.per_troop, stand.multiple, stand.bonus)


def tolls_of(turn: Turn, clash: Clash) -> dict[Force, Toll]:
    """What the clash costs everybody in it, all computed from the state before (nothing is changed here). Fire kills as an
    attack does (QJ-18-22)."""
    dooms = {blow: doom for blow in clash.blows if (doom := hooks.DOOM.fold(turn, blow.source, "", blow.strike, blow.target))}
    hits: dict[Force, list[Hit]] = {force: [] for force in clash.forces()}
    for target, blows in clash.by_target.items():
        for blow in blows:
            factors = Fraction(0) if blow in dooms else blow_factors(turn, clash, blow)
            hits[target].append(Hit(blow.source, suffered(turn, blow.strike, factors), blow))
        present = sorted({blow.source for blow in blows if not blow.remote})
        for attacker in present:
            if not clash.strikes_at(target, attacker):
                hits[attacker].append(Hit(target, fire_factors(turn, clash, target, attacker)))
    return {force: _toll(turn, clash, force, tuple(arrived), dooms) for force, arrived in hits.items()}


def _toll(turn: Turn, clash: Clash, force: Force, hits: tuple[Hit, ...], dooms: dict[Blow, str]) -> Toll:
    betrayed = any(
        betrays(turn, blow) or hooks.COUNTS_BETRAYED.fold(turn, blow.source, False, blow.strike, force)
        for blow in clash.by_target.get(force, ())
    )
    stand = _stand_in(turn, clash, force, betrayed)
    troops = turn.troops_of(force)
    losses = losses_of(turn, force, stand, sum((hit.factors for hit in hits), Fraction(0)))
    doomers = tuple(
        blow.source
        for blow in clash.by_target.get(force, ())
        if dooms.get(blow) == "target dies" and not hooks.NO_LOSSES.fold(turn, force, False, blow.strike, blow.source)
    )
    doomed = bool(doomers) or any(dooms.get(blow) == "source dies" for blow in clash.by_source.get(force, ()))
    dead = troops if doomed else losses.dead
    leader_dies = bool(force.leader) and (doomed or losses.leader_dies)
    return Toll(force, troops, hits, stand, betrayed, losses, dead, leader_dies, doomers)


def betrays(turn: Turn, blow: Blow) -> bool:
    """The target's owner has declared the attacker's owner an ally (QJ-18-57)."""
    return turn.declared_ally(side_of(turn, blow.target), side_of(turn, blow.source))


def stance_of(turn: Turn, clash: Clash, force: Force) -> Stance:
    """What the force does in this clash: attack, assault, leave or defend."""
    if clash.assaults(force):
        return "assault"
    if force in clash.by_source:
        return "attack"
    return "leave" if clash.leaves(turn, force) else "defend"


def _stand_in(turn: Turn, clash: Clash, force: Force, betrayed: bool) -> Stand:
    mercenary = bool(force.garrison) and is_stronghold(turn.province(force.garrison))
    per_troop = numbers.defence_per_troop(stance_of(turn, clash, force), betrayed, mercenary)
    if force.leader:
        return stand_of(turn, force, per_troop)
    blows = clash.by_target.get(force, ())
    return stand_of(turn, force, per_troop, _csps_left(turn, force, blows))


def _csps_left(turn: Turn, garrison: Force, blows: Sequence[Blow]) -> int:
    """CSPs that still count when towers and enchantments of all attackers are taken off (QJ-18-67)."""
    if any(hooks.IGNORES_CSPS.fold(turn, blow.source, False, blow.strike, garrison) for blow in blows):
        return 0
    present = {blow.source.leader for blow in blows if blow.source.leader and not blow.remote}
    towers = sum(turn.world.leaders[number].towers for number in present)
    left = max(0, turn.province(garrison.garrison).csps - towers)
    return hooks.EFFECTIVE_CSPS.fold(turn, garrison, left, None)

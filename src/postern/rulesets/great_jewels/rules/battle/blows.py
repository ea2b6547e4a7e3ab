"""Blows: who attacks whom, with how many attack factors, and what defensive fire comes back (chapter 18, ruling 12); how a
force stands up to them, and what it loses (QJ-18-11 to QJ-18-28, QJ-18-57 to QJ-18-67).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from postern.rulesets.great_jewels.rules import forces, hooks
from postern.rulesets.great_jewels.rules.forces import Losses, Stance, is_stronghold, people_of, same_side, side_of
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn.orders import Issued
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import Force

_ARTILLERY = int(decided("combat")["artillery_share"])


@dataclass(frozen=True, slots=True)
class Blow:
    """One real attack. ``place`` is the target's province; ``remote``: struck from a neighbouring province (T124).
    ``second``: the second attack of a force in one turn (T55), which scores nothing."""

    source: Force
    target: Force
    place: str
    mode: Literal["attack", "assault"] = "attack"
    remote: bool = False
    second: bool = False
    issued: Issued | None = None

    @property
    def strike(self) -> hooks.Strike:
        return hooks.Strike(self.source, self.target, self.place, "remote" if self.remote else self.mode, self.second)


@dataclass(frozen=True)
class Clash:
    """All blows of one moment, struck at the same time.

    ``entrants`` are leaders who came in by moving and stand as defenders (guardians in step 7b); ``bombarding`` are forces
    busy with an attack that is no blow (T132).
    """

    blows: tuple[Blow, ...]
    entrants: frozenset[int] = frozenset()
    bombarding: frozenset[Force] = frozenset()
    by_target: dict[Force, list[Blow]] = field(init=False)
    by_source: dict[Force, list[Blow]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_target", _grouped((blow.target, blow) for blow in self.blows))
        object.__setattr__(self, "by_source", _grouped((blow.source, blow) for blow in self.blows))

    def attackers_of(self, target: Force) -> list[Force]:
        """The forces that attack this target, each once, in order."""
        return sorted({blow.source for blow in self.by_target.get(target, ())})

    def strikes_at(self, source: Force, target: Force) -> bool:
        return any(blow.target == target for blow in self.by_source.get(source, ()))

    def forces(self) -> list[Force]:
        """Everybody who takes part, leaders first."""
        return sorted({*self.by_target, *self.by_source})

    def assaults(self, force: Force) -> bool:
        return any(blow.mode == "assault" for blow in self.by_source.get(force, ()))

    def leaves(self, turn: Turn, force: Force) -> bool:
        """True for a leader on his way out who does not stop to attack."""
        away = force.leader in turn.leaving and force.leader not in self.entrants
        return bool(force.leader) and away and force not in self.by_source and force not in self.bombarding

    def busy(self, turn: Turn, force: Force) -> bool:
        """True for a force that attacks somebody or leaves: it has less time for defensive fire (QJ-18-19)."""
        return force in self.by_source or force in self.bombarding or self.leaves(turn, force)


def _grouped(pairs: Iterable[tuple[Force, Blow]]) -> dict[Force, list[Blow]]:
    groups: dict[Force, list[Blow]] = {}
    for force, blow in pairs:
        groups.setdefault(force, []).append(blow)
    return groups


@dataclass(frozen=True, slots=True)
class Hit:
    """Attack factors that arrive at a target: a blow, or defensive fire (``blow`` None)."""

    source: Force
    factors: Fraction
    blow: Blow | None = None


def blow_factors(turn: Turn, clash: Clash, blow: Blow) -> Fraction:
    """The attack factors of one blow, talismans and multi-army bonus included (QJ-18-14, QJ-18-60, QJ-18-69)."""
    strike, source, target = blow.strike, blow.source, blow.target
    leader = turn.leader(source.leader) if source.leader else None
    free = turn.troops_of(source)
    if leader is not None and target.garrison and not blow.remote:
        free = max(0, free - leader.rams)
    bonus = hooks.ATTACK_BONUS.fold(turn, source, leader.bonus if leader else 0, strike, target)
    others = _other_armies(turn, clash, blow) if hooks.ALLOWS_MACB.fold(turn, target, True, None, source) else 0
    factors = forces.attack_factors(_per_troop(turn, strike, blow.mode == "assault"), free, bonus, others)
    factors = hooks.ATTACK_FACTORS.fold(turn, source, factors, strike, target)
    return factors / _ARTILLERY if blow.remote else factors


def fire_factors(turn: Turn, clash: Clash, defender: Force, attacker: Force) -> Fraction:
    """The attack factors of defensive fire of an attacked force at one of its attackers (QJ-18-17)."""
    strike = hooks.Strike(defender, attacker, turn.place_of(defender), "defensive fire")
    leader = turn.leader(defender.leader) if defender.leader else None
    bonus = hooks.ATTACK_BONUS.fold(turn, defender, leader.bonus if leader else 0, strike, attacker)
    attackers, busy = len(clash.attackers_of(defender)), clash.busy(turn, defender)
    per_troop = _per_troop(turn, strike, assault=False)
    factors = forces.defensive_fire(per_troop, turn.troops_of(defender), bonus, attackers, busy)
    factors = hooks.ATTACK_FACTORS.fold(turn, defender, factors, strike, attacker)
    return hooks.DEFENSIVE_FIRE.fold(turn, defender, factors, strike, attacker)


def plain_factors(turn: Turn, strike: hooks.Strike, assault: bool) -> Fraction:
    """The attack factors of a force that waylays: all its troops, no multi-army bonus (QJ-19-10)."""
    leader = turn.leader(strike.source.leader) if strike.source.leader else None
    bonus = hooks.ATTACK_BONUS.fold(turn, strike.source, leader.bonus if leader else 0, strike, strike.target)
    factors = forces.attack_factors(_per_troop(turn, strike, assault), turn.troops_of(strike.source), bonus)
    return hooks.ATTACK_FACTORS.fold(turn, strike.source, factors, strike, strike.target)


def _per_troop(turn: Turn, strike: hooks.Strike, assault: bool) -> int:
    chart = forces.factors_per_troop(people_of(turn, strike.source), people_of(turn, strike.target), assault)
    chart = hooks.ATTACK_PER_TROOP.fold(turn, strike.source, chart, strike, strike.target)
    return max(0, hooks.ATTACK_PER_TROOP.fold(turn, strike.target, chart, strike, strike.source))


def _other_armies(turn: Turn, clash: Clash, blow: Blow) -> int:
    """How many armies raise this blow's multi-army bonus; a garrison is no army, but profits (QJ-18-70, QJ-18-71)."""
    armies = [force for force in clash.attackers_of(blow.target) if force.leader and force != blow.source]
    allied = sum(same_side(turn, blow.source, force) for force in armies)
    return allied if blow.source.leader else max(0, allied - 1)


def suffered(turn: Turn, strike: hooks.Strike, factors: Fraction) -> Fraction:
    """What of these attack factors reaches the target: nothing where a talisman spares it (T61)."""
    return Fraction(0) if hooks.NO_LOSSES.fold(turn, strike.target, False, strike, strike.source) else factors


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
        return Stand(per_troop * multiple, forces.effective(bonus, leader.troops), forces.BONUS_MULTIPLE, leader.bonus)
    return Stand(per_troop * multiple, min(csps, turn.troops_of(force)), forces.CITADEL_MULTIPLE, None)


def losses_of(turn: Turn, force: Force, stand: Stand, factors: Fraction) -> Losses:
    """What these attack factors do to the force as it stands."""
    return forces.losses(factors, turn.troops_of(force), stand.covered, stand.per_troop, stand.multiple, stand.bonus)


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
    per_troop = forces.defence_per_troop(stance_of(turn, clash, force), betrayed, mercenary)
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

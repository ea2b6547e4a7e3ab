"""Waylaying (chapter 19, ruling 11): who waits in a province strikes at armies that pass, and gets nothing back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from postern.rulesets.great_jewels.rules import forces, hooks
from postern.rulesets.great_jewels.rules.battle import aftermath
from postern.rulesets.great_jewels.rules.battle.aftermath import abandon_excess, kill_leader
from postern.rulesets.great_jewels.rules.battle.blows import losses_of, plain_factors, stand_of, suffered
from postern.rulesets.great_jewels.rules.checks import fogged, seen_troops
from postern.rulesets.great_jewels.rules.economy import favourable
from postern.rulesets.great_jewels.rules.forces import is_guarded_city, is_stronghold
from postern.rulesets.great_jewels.rules.scoring import credit_shares, leader_kill_points, troop_points
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, NOBODY, Force, Leader

_DEFENCE = int(decided("combat")["defence_waylaid"])


@dataclass(frozen=True, slots=True)
class _Ambush:
    """One waylayer's share: ``beast``: it comes from an enchanted beast in that garrison, not from its troops."""

    strike: hooks.Strike
    factors: Fraction
    beast: bool = False


def waylay(turn: Turn, number: int, province: str) -> None:
    """Leader ``number`` has entered ``province`` and is about to leave it in the same move: everybody who waits there and
    has not declared his owner an ally strikes at his army (QJ-19-01 to QJ-19-15). He may die of it.

    Leaders without troops slip through (an army has at least one troop, QJ-06-07), but for enchanted beasts.
    """
    victim = turn.leader(number)
    if victim is None or not _can_be_waylaid(turn, victim, province):
        return
    waiting = [force for force in _forces_in(turn, province) if _waits(turn, force, victim, province)] if victim.troops else []
    ambushes = [_ambush(turn, force, number, province, "waylay", 1) for force in waiting]
    garrison = Force(garrison=province)
    beast = hooks.EXTRA_WAYLAY.fold(turn, garrison, Fraction(0), number)
    if beast and not turn.declared_ally(turn.owner_of(garrison), victim.owner):
        ambushes.append(_Ambush(hooks.Strike(garrison, Force(leader=number), province, "waylay"), beast, beast=True))
    fall_upon(turn, victim, province, ambushes)


def landing_waylay(turn: Turn, number: int, province: str, multiple: int = 1) -> None:
    """Leader ``number`` has landed from the sea: the garrison and the leaders of the province's player strike at his army,
    unless they fought in step 6 or have other orders (QJ-09-16, QJ-19-16). ``multiple``: times the normal attack (T73)."""
    victim = turn.leader(number)
    owner = turn.province(province).owner
    if victim is None or not victim.troops or turn.player(owner) is None:
        return
    if not _can_be_waylaid(turn, victim, province):
        return
    waiting = [
        force
        for force in _forces_in(turn, province)
        if turn.owner_of(force) == owner
        and force not in turn.attacked
        and force not in turn.attackers
        and _waits(turn, force, victim, province, passing=False)
    ]
    ambushes = [_ambush(turn, force, number, province, "landing waylay", multiple) for force in waiting]
    fall_upon(turn, victim, province, ambushes)


def may_waylay(turn: Turn, force: Force) -> bool:
    """Whether a force neither moves nor attacks this turn and has not been told to let armies pass (QJ-19-01, QJ-19-02)."""
    player = turn.player(turn.owner_of(force))
    if player is not None and not player.waylay:
        return False
    return force not in turn.no_waylay and _has_time(turn, force)


def _has_time(turn: Turn, force: Force) -> bool:
    """It does not move, and has attacked nobody: neither for real nor on a condition, whether or not that came true. What it
    was told to do and did not does not count. Who may do one thing more waylays after one attack (T55)."""
    if force.leader and (force.leader in turn.marching or force.leader in turn.moved or force.leader in turn.teleports):
        return False
    spare = hooks.EXTRA_ATTACKS.fold(turn, force, 0, None) if force.leader else 0
    return force not in turn.on_condition and turn.attackers[force] <= spare


def _can_be_waylaid(turn: Turn, victim: Leader, province: str) -> bool:
    if province in turn.cease_fire or victim.number in turn.protected:
        return False
    return not hooks.WAYLAY_IMMUNE.fold(turn, Force(leader=victim.number), False, province)


def _forces_in(turn: Turn, province: str) -> list[Force]:
    return [*(Force(leader=leader.number) for leader in turn.leaders_in(province)), Force(garrison=province)]


def _waits(turn: Turn, force: Force, victim: Leader, province: str, passing: bool = True) -> bool:
    """Whether this force waylays this victim: idle, with troops, and no friend of his owner's. A siege keeps a garrison from
    those who pass through only, not from those who land (QJ-12-11, QJ-09-16)."""
    owner = turn.owner_of(force)
    if force.leader == victim.number or not turn.troops_of(force) or turn.declared_ally(owner, victim.owner):
        return False
    if owner == LOTU:
        return False
    if force.garrison:
        place = turn.province(province)
        if is_guarded_city(place) or is_stronghold(place) or (passing and place.besieged and owner != NOBODY):
            return False
    return may_waylay(turn, force) and hooks.WAYLAY_ALLOWED.fold(turn, force, True, province)


def _ambush(turn: Turn, force: Force, number: int, province: str, means: str, multiple: int) -> _Ambush:
    strike = hooks.Strike(force, Force(leader=number), province, means)
    factors = plain_factors(turn, strike, _at_home(turn, force, province))
    return _Ambush(strike, factors * hooks.WAYLAY_MULTIPLE.fold(turn, force, multiple, strike))


def _at_home(turn: Turn, force: Force, province: str) -> bool:
    """A player's force in its people's most favourable terrain waylays as if assaulting (QJ-19-08)."""
    player = turn.player(turn.owner_of(force))
    return player is not None and turn.province(province).terrain == favourable(player.people)[0]


def fall_upon(turn: Turn, victim: Leader, province: str, ambushes: Sequence[_Ambush]) -> None:
    """All ambushes together hit one army; losses, spoils and points follow as in combat, but nobody learns from it."""
    if not ambushes:
        return
    force, number, before = Force(leader=victim.number), victim.number, victim.troops
    seen = None if fogged(turn, force) else seen_troops(turn, force)
    betrayed = any(_betrays(turn, victim, one) for one in ambushes)
    per_troop = hooks.WAYLAY_DEFENCE.fold(turn, force, forces.lowered(_DEFENCE, betrayed), ambushes[0].strike)
    stand = stand_of(turn, force, forces.lowered(per_troop, betrayed=False))
    hits = [(one, suffered(turn, one.strike, one.factors)) for one in ambushes]
    total = sum((factors for _, factors in hits), Fraction(0))
    losses = losses_of(turn, force, stand, total)
    victim.troops -= losses.dead
    _mark(turn, victim, ambushes)
    _score(turn, victim, losses.dead, losses.leader_dies, hits)
    _feed_beasts(turn, losses.dead, hits, total)
    booty = victim.zorans
    claims = aftermath.claimants(turn, [one.strike.source for one in ambushes if not one.beast], ())
    if losses.dead and not victim.troops:
        owners = {owner for one in ambushes if (owner := turn.owner_of(one.strike.source)) in turn.world.players}
        aftermath.divide_zorans(turn, victim, claims, aftermath.zoran_takers(turn, province, owners, ()))
    abandon_excess(turn, victim)
    told = {
        "leader": number,
        "owner": victim.owner,
        "province": province,
        "by": [[str(one.strike.source), turn.owner_of(one.strike.source), one.beast] for one in ambushes],
        "landing": ambushes[0].strike.means == "landing waylay",
        "factors": int(total),
        "killed": losses.leader_dies,
        "betrayed": betrayed,
        "zorans": booty if losses.dead == before else 0,
    }
    turn.tell("waylaid", to=[victim.owner], troops=before, dead=losses.dead, **told)
    shown = {} if seen is None else {"troops": seen, "dead": losses.dead * seen // max(1, before)}
    turn.tell("waylaid", to={turn.owner_of(one.strike.source) for one in ambushes}, **told, **shown)
    if losses.leader_dies:
        kill_leader(turn, number, "waylay", aftermath.heirs(claims))


def _betrays(turn: Turn, victim: Leader, ambush: _Ambush) -> bool:
    """The victim's owner has declared the waylayer's an ally, or a talisman of the waylayer makes it count so (T58)."""
    strike = ambush.strike
    if turn.declared_ally(victim.owner, turn.owner_of(strike.source)):
        return True
    return not ambush.beast and hooks.COUNTS_BETRAYED.fold(turn, strike.source, False, strike, strike.target)


def _mark(turn: Turn, victim: Leader, ambushes: Sequence[_Ambush]) -> None:
    """Flags only: the book's sample prints no target for a waylay (QJ-31-22)."""
    turn.flag(Force(leader=victim.number), "-X")
    for one in ambushes:
        turn.flag(one.strike.source, "-W")


def _score(turn: Turn, victim: Leader, dead: int, killed: bool, hits: Sequence[tuple[_Ambush, Fraction]]) -> None:
    player = turn.player(victim.owner)
    if player is None:
        return
    points = dead * troop_points(player.people) + (leader_kill_points(player.people, victim.bonus) if killed else 0)
    credit_shares(turn, points, [(one.strike.source, factors, True) for one, factors in hits], victim.province)


def _feed_beasts(turn: Turn, dead: int, hits: Sequence[tuple[_Ambush, Fraction]], total: Fraction) -> None:
    for one, factors in hits:
        if one.beast and total:
            hooks.EXTRA_WAYLAY_KILLS.fold(turn, one.strike.source, None, int(dead * factors / total))


def spring_traps(turn: Turn) -> None:
    """Step 7c: every holder of a trap (T152) who may attack, neither moved nor attacked strikes at the leaders of others who
    came and stayed (QJ-28.1-344, QJ-28.1-345)."""
    for holder in turn.holders():
        able = not hooks.MAY_ATTACK.fold(turn, holder, "", None) and may_waylay(turn, holder)
        if not able or not hooks.SPRINGS.fold(turn, holder, False, None):
            continue
        owner, place = turn.owner_of(holder), turn.place_of(holder)
        for leader in turn.leaders_in(place):
            came = leader.number in turn.moved and not turn.declared_ally(owner, leader.owner)
            if came and turn.troops_of(holder) and _can_be_waylaid(turn, leader, place):
                fall_upon(turn, leader, place, [_ambush(turn, holder, leader.number, place, "waylay", 1)])

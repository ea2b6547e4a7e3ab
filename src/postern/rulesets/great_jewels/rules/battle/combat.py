"""Step 6: combat (chapter 18). All blows of a turn are struck at the same moment; the order of orders changes nothing.

The orders, and here the forces that no player leads (QJ-23-05, QJ-23-11, QJ-24-09), say who strikes whom; ``blows`` with how
much and what that costs, ``engines`` and ``aftermath`` what follows and what is told.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from postern.rulesets.great_jewels.rules import hooks
from postern.rulesets.great_jewels.rules.battle import aftermath
from postern.rulesets.great_jewels.rules.battle.aftermath import abandon_excess, kill_leader
from postern.rulesets.great_jewels.rules.battle.blows import Blow, Clash, Toll, betrays, tolls_of
from postern.rulesets.great_jewels.rules.battle.engines import Barrage, barrages, remote_blows, throw, work_engines
from postern.rulesets.great_jewels.rules.capture import open_city
from postern.rulesets.great_jewels.rules.economy import ban
from postern.rulesets.great_jewels.rules.forces import (
    is_guarded_city,
    is_player_force,
    is_stronghold,
    largest,
    name_at,
    people_of,
    side_of,
    take_troops,
)
from postern.rulesets.great_jewels.rules.scoring import credit_shares, leader_kill_points, troop_points
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.turn.state import Turn
from postern.rulesets.great_jewels.world.records import LOTU, NOBODY, Force, Leader, Province

_NUMBERS = decided("non_players")


def neutral_answers(turn: Turn, blows: Sequence[Blow]) -> list[Blow]:
    """Each attacked neutral garrison hits back at the largest army that attacks it, now and then assaulting. The others
    get its defensive fire."""
    attackers: dict[str, set[int]] = {}
    for blow in blows:
        place = blow.target.garrison
        hits_back = side_of(turn, blow.target) == NOBODY and blow.source.leader not in turn.protected
        if place and hits_back and blow.source.leader and not blow.remote:
            attackers.setdefault(place, set()).add(blow.source.leader)
    answers = []
    for place, numbers in sorted(attackers.items()):
        victim = largest([turn.world.leaders[number] for number in sorted(numbers)])
        assault = _now_and_then(turn, "neutral assault", place, int(_NUMBERS["neutral_assault_percent"]))
        answers.append(_blow(Force(garrison=place), victim, place, assault))
    return answers


def guardian_blows(turn: Turn, province: Province, intruders: Iterable[Leader]) -> list[Blow]:
    """One blow of each guardian leader with troops, and of the guardian garrison, at one of these intruders: usually the
    largest army, else a random one; leaders without troops only if no army is there."""
    if not is_guarded_city(province):
        return []
    present = [leader for leader in intruders if leader.owner != LOTU and leader.number not in turn.protected]
    armies = [leader for leader in present if leader.troops] or present
    if not armies:
        return []
    guardians = [
        Force(leader=leader.number) for leader in turn.leaders_in(province.name) if leader.owner == LOTU and leader.troops
    ]
    if province.garrison:
        guardians.append(Force(garrison=province.name))
    return [_guardian_blow(turn, guardian, province.name, armies) for guardian in guardians]


def _guardian_blow(turn: Turn, guardian: Force, place: str, armies: Sequence[Leader]) -> Blow:
    victim = largest(armies)
    stream = turn.stream("guardian target", turn.step, guardian)
    if not turn.expected and not stream.percent(int(_NUMBERS["guardian_largest_percent"])):
        victim = stream.choice(armies)
    assault = _now_and_then(turn, "guardian assault", guardian, int(_NUMBERS["guardian_assault_percent"]))
    return _blow(guardian, victim, place, assault)


def _now_and_then(turn: Turn, kind: str, who: object, percent: int) -> bool:
    return not turn.expected and turn.stream(kind, turn.step, who).percent(percent)


def _blow(source: Force, victim: Leader, place: str, assault: bool) -> Blow:
    return Blow(source, Force(leader=victim.number), place, "assault" if assault else "attack")


def awakened(turn: Turn, conditional: Sequence[Blow], real: Sequence[Blow]) -> list[Blow]:
    """The conditional attacks that become real: the target's owner really attacks some force of the attacker's owner in the
    same province (QJ-18-76). Conditional attacks never wake each other (QJ-18-77)."""
    struck = {(side_of(turn, blow.source), side_of(turn, blow.target), blow.place) for blow in real}
    woken = []
    for blow in conditional:
        turn.flag(blow.source, "-C")
        turn.on_condition.add(blow.source)
        if blow.issued is not None:
            turn.carried_out(blow.issued)
        if (side_of(turn, blow.target), side_of(turn, blow.source), blow.place) in struck:
            woken.append(replace(blow, mode="attack"))
        else:
            turn.tell(
                "no-cause-to-attack",
                to=[side_of(turn, blow.source)],
                source=str(blow.source),
                target=name_at(blow.target),
                owner=side_of(turn, blow.target),
                place=blow.place,
            )
    return woken


def fight_battles(turn: Turn, ordered: Sequence[Blow], conditional: Sequence[Blow]) -> None:
    """Step 6: conditional attacks are decided, then everybody strikes at once, then citadels, spoils and experience."""
    real = [*ordered, *remote_blows(turn)]
    for province in turn.world.provinces.values():
        if province.city:
            real += guardian_blows(turn, province, turn.leaders_in(province.name))
    real += awakened(turn, conditional, [*real, *neutral_answers(turn, real)])
    real += neutral_answers(turn, real)
    thrown = barrages(turn)
    _ban(turn, real)
    for blow in real:
        if blow.issued is not None and not any(blow.issued is issued for issued in turn.done):
            turn.carried_out(blow.issued)
    resolve(turn, Clash(tuple(real), bombarding=frozenset(barrage.source for barrage in thrown)), thrown)


def guardians_fight(turn: Turn, province: str, entrants: Iterable[int]) -> None:
    """Step 7b: the guardians of a Forbidden City strike at leaders who came in this turn. Those stand as defenders, with
    defensive fire; nobody gains experience; spoils are divided as in combat (QJ-24-09)."""
    living = [leader for number in sorted(set(entrants)) if (leader := turn.leader(number)) and leader.province == province]
    blows = guardian_blows(turn, turn.province(province), living)
    resolve(turn, Clash(tuple(blows), entrants=frozenset(leader.number for leader in living)), trained=False)


def resolve(turn: Turn, clash: Clash, thrown: Iterable[Barrage] = (), *, trained: bool = True) -> None:
    """Strikes all blows of a clash and settles everything that follows; ``trained``: the survivors gain experience. Catapults
    throw when rams do their work: all that their army brought, even if it dies (QJ-18-74, QJ-28.1-302)."""
    if not clash.blows and not clash.bombarding:
        return
    _mark(turn, clash)
    tolls = tolls_of(turn, clash)
    ledger = aftermath.Ledger(turn, clash, tolls)
    rams = {force.leader: turn.world.leaders[force.leader].rams for force in clash.by_source if force.leader}
    for toll in tolls.values():
        take_troops(turn, toll.force, toll.dead)
    for toll in tolls.values():
        _score(turn, toll)
    ledger.csps = work_engines(turn, clash, rams)
    for barrage in thrown:
        throw(turn, barrage)
    dead = {force for force, toll in tolls.items() if toll.leader_dies}
    wills = {force: aftermath.heirs(aftermath.claimants(turn, _present(clash, force), dead)) for force in sorted(dead)}
    ledger.booty = _divide_spoils(turn, clash, tolls, dead)
    ledger.risen = _raise_the_dead(turn, tolls)
    for force, will in wills.items():
        kill_leader(turn, force.leader, "combat", will)
    _abandon(turn, tolls, dead)
    if trained:
        ledger.gains = reward(turn, clash, tolls, dead)
    ledger.tell()
    for place in sorted({blow.place for blow in clash.blows}):
        open_city(turn, turn.province(place))


def _ban(turn: Turn, blows: Sequence[Blow]) -> None:
    """Whoever attacks in a stronghold of mercenaries never buys there again; the victim may, and so may he whom a geas made
    attack (QJ-26-11)."""
    willing = [blow for blow in blows if blow.issued is None or not blow.issued.geas]
    for name in sorted({side_of(turn, blow.source) for blow in willing if is_stronghold(turn.province(blow.place))}):
        ban(turn, name)


def _mark(turn: Turn, clash: Clash) -> None:
    """What the printouts show: targets, assaults, betrayal, and who was in the fighting."""
    turn.attackers.update([blow.source for blow in clash.blows])
    turn.attackers.update(clash.bombarding)
    turn.attacked.update(clash.by_target)
    for blow in clash.blows:
        name = str(blow.target) if blow.remote else name_at(blow.target)
        if name not in turn.targets[blow.source]:
            turn.targets[blow.source].append(name)
        if blow.mode == "assault":
            turn.flag(blow.source, "-K")
        if betrays(turn, blow):
            turn.flag(blow.target, "-B")


def _score(turn: Turn, toll: Toll) -> None:
    """Credits the kills by share of the attack factors delivered; an enchanted blow that decides takes all the credit."""
    people = people_of(turn, toll.force)
    leader_dies = toll.leader_dies if toll.doomed_by else toll.losses.leader_dies
    if toll.doomed_by:
        shares = [(force, Fraction(1), _scoring(toll, force)) for force in toll.doomed_by]
    else:
        shares = [(hit.source, hit.factors, hit.blow is None or not hit.blow.second) for hit in toll.hits]
    points = _killed(toll) * troop_points(people)
    if leader_dies:
        points += leader_kill_points(people, turn.world.leaders[toll.force.leader].bonus)
    credit_shares(turn, points, shares, turn.place_of(toll.force))


def _killed(toll: Toll) -> int:
    """The troops of this force whom others killed: all of them when an enchanted blow decided, else what the hits cost it."""
    return toll.dead if toll.doomed_by else toll.losses.dead


def _killers(toll: Toll) -> list[tuple[Force, Fraction]]:
    """Who killed them, each with his share of it: those whose enchanted blow decided, else whoever hit, by attack factors."""
    if toll.doomed_by:
        return [(force, Fraction(1, len(toll.doomed_by))) for force in toll.doomed_by]
    return [(hit.source, hit.factors / toll.factors) for hit in toll.hits if hit.factors]


def _scoring(toll: Toll, force: Force) -> bool:
    return any(hit.source == force and hit.blow is not None and not hit.blow.second for hit in toll.hits)


def _raise_the_dead(turn: Turn, tolls: dict[Force, Toll]) -> dict[Force, int]:
    """Some of those whom a surviving leader killed may join him (T85), his enchanted sword's victims too (T49); gives how many
    joined whom."""
    kills: dict[Force, Fraction] = {}
    for toll in tolls.values():
        for force, share in _killers(toll):
            if force.leader:
                kills[force] = kills.get(force, Fraction(0)) + _killed(toll) * share
    risen = {}
    for force, share in sorted(kills.items()):
        before = turn.troops_of(force)
        if not tolls[force].leader_dies:
            hooks.GAINS_FROM_KILLS.fold(turn, force, None, share)
        if turn.troops_of(force) > before:
            risen[force] = turn.troops_of(force) - before
    return risen


def _divide_spoils(turn: Turn, clash: Clash, tolls: dict[Force, Toll], dying: set[Force]) -> list[aftermath.Booty]:
    """Zorans of destroyed armies go to those who attacked them, after all combat (QJ-18-80, QJ-18-83)."""
    booty: list[aftermath.Booty] = []
    for force, toll in tolls.items():
        if force.garrison and toll.destroyed:
            takers = [one for one in _present(clash, force) if aftermath.takes_zorans(turn, one, dying)]
            booty += aftermath.empty_treasury(turn, force.garrison, takers[0]) if takers else []
    for force, toll in tolls.items():
        if force.leader and toll.dead and toll.dead == toll.troops:
            leader = turn.world.leaders[force.leader]
            takers = aftermath.zoran_takers(turn, leader.province, _destroyers(turn, toll), dying)
            booty += aftermath.divide_zorans(turn, leader, aftermath.claimants(turn, _present(clash, force), dying), takers)
    return booty


def _destroyers(turn: Turn, toll: Toll) -> set[str]:
    """The players who destroyed this force, by whatever blow: defensive fire and artillery from next door count too. Nobody did
    when its own sword turned on it (T49)."""
    if toll.dead > toll.losses.dead and not toll.doomed_by:
        return set()
    by = {*toll.doomed_by, *(hit.source for hit in toll.hits if hit.factors)}
    return {side_of(turn, one) for one in by if is_player_force(turn, one)}


def _present(clash: Clash, target: Force) -> list[Force]:
    """The forces that attacked this target on the spot; who struck from next door claims nothing."""
    return sorted({blow.source for blow in clash.by_target.get(target, ()) if not blow.remote})


def _abandon(turn: Turn, tolls: dict[Force, Toll], dead: set[Force]) -> None:
    """The living lose the equipment that they can man no longer."""
    for force in tolls:
        leader = turn.leader(force.leader) if force.leader and force not in dead else None
        if leader is not None:
            abandon_excess(turn, leader)


def reward(turn: Turn, clash: Clash, tolls: dict[Force, Toll], dead: Container[Force]) -> dict[Force, int]:
    """Raises the bonus of every player's leader who fought and lives; gives what each gained.

    Attacking, or being attacked without leaving, earns 1; a destroyed target earns 2 instead. No gain lifts the bonus above
    the troops he has now, and none lowers it.
    """
    gains: dict[Force, int] = {}
    for force in {*clash.forces(), *clash.bombarding}:
        if not force.leader or force in dead or turn.player(turn.owner_of(force)) is None:
            continue
        leader = turn.world.leaders[force.leader]
        earned = earned_by(turn, clash, tolls, force)
        within = max(0, min(earned, leader.troops - leader.bonus))
        gain = hooks.EXPERIENCE.fold(turn, force, within, earned) if earned else 0
        if gain:
            leader.bonus += gain
            gains[force] = gain
    return gains


def earned_by(turn: Turn, clash: Clash, tolls: dict[Force, Toll], force: Force) -> int:
    """What this leader's part in the clash is worth before any limit: 0, 1 or 2."""
    blows = clash.by_source.get(force, [])
    if any(tolls[blow.target].destroyed for blow in blows):
        return 2
    stood = force in clash.by_target and not clash.leaves(turn, force)
    return 1 if blows or stood or force in clash.bombarding else 0


def guardians_strike(turn: Turn) -> None:
    """Step 7b: in every guarded city the guardians strike at once at the leaders who entered in step 7 (QJ-24-09)."""
    for name, province in turn.world.provinces.items():
        if not province.city:
            continue
        entrants = [
            leader.number
            for leader in turn.leaders_in(name)
            if leader.owner in turn.world.players and leader.number in turn.moved
        ]
        if entrants:
            guardians_fight(turn, name, entrants)

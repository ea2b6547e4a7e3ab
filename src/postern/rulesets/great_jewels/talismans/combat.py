"""Talismans of battle: T49, T50, T55, T58, T61, T85, T87 to T89, T98, T100, T102, T104, T112, T121, T126, T144, T149."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.great_jewels.steps.death import refuge_of
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import (
    ALLOWS_MACB,
    ATTACK_BONUS,
    ATTACK_FACTORS,
    ATTACK_PER_TROOP,
    COUNTS_BETRAYED,
    CSPS_RAZED,
    DEFENCE_FACTORS,
    DEFENSIVE_FIRE,
    DOOM,
    EXPERIENCE,
    EXTRA_ATTACKS,
    GAINS_FROM_KILLS,
    IGNORES_CSPS,
    NO_LOSSES,
    ON_DEATH,
    ON_TRANSFER,
    SCORES_KILLS,
    TURNS_RAMS,
    Strike,
)
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman

_NUMBERS = decided("combat_talismans")
_IN_PERSON = ("attack", "assault")
"""Blows struck in combat on the spot, not from next door, not in an ambush."""


@DOOM.add(49)
def doom(turn: Turn, talisman: Talisman, strike: Strike, decision: str) -> str:
    """T49: an attack kills the whole target in 75 of 100 cases, else its own army and leader (QJ-28.1-044, -045)."""
    if strike.means not in _IN_PERSON or turn.expected:
        return decision
    again = ("second",) if strike.second else ()  # each attack has its own roll, on the same target too (T55)
    works = turn.stream("doom", strike.source, strike.target, *again).percent(int(_NUMBERS["doom_percent"]))
    return "target dies" if works else "source dies"


@CSPS_RAZED.add(50)
def grond(turn: Turn, talisman: Talisman, province: str, razed: int) -> int:
    """T50: razes 5 CSPs or half of them, whichever is more (QJ-28.1-048)."""
    return razed + max(int(_NUMBERS["grond_least"]), turn.province(province).csps // 2)


@EXTRA_ATTACKS.add(55)
def double(turn: Turn, talisman: Talisman, nothing: None, extra: int) -> int:
    """T55: one more thing to do beside an attack (QJ-28.1-060)."""
    return extra + 1


@COUNTS_BETRAYED.add(58)
def stare(turn: Turn, talisman: Talisman, strike: Strike, betrayed: bool) -> bool:
    """T58: whoever its holder attacks defends as if betrayed (QJ-28.1-069)."""
    return True


@NO_LOSSES.add(61)
def cover_retreat(turn: Turn, talisman: Talisman, strike: Strike, spared: bool) -> bool:
    """T61: no losses for an army that moves and does not attack (QJ-28.1-078)."""
    return spared or (talisman.leader in turn.leaving and strike.target not in turn.attackers)


@GAINS_FROM_KILLS.add(85)
def raise_zombies(turn: Turn, talisman: Talisman, killed: Fraction, nothing: None) -> None:
    """T85: 25 to 50 percent of those whom its carrier killed join him (QJ-28.1-152); only that is rounded (ruling 0)."""
    if turn.expected:
        return
    low, high = int(_NUMBERS["zombies_low_percent"]), int(_NUMBERS["zombies_high_percent"])
    percent = turn.stream("zombies", talisman.leader, turn.step).between(low, high)
    turn.world.leaders[talisman.leader].troops += int(killed * percent / 100)


@ON_TRANSFER.add(87)
def cease_fire(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T87: handed to a garrison it stops all combat in that province this turn (QJ-28.1-158)."""
    if talisman.province:
        turn.cease_fire.add(talisman.province)
        province = turn.province(talisman.province)
        there = {province.owner, *(leader.owner for leader in turn.leaders_in(province.name))}
        turn.tell("cease-fire", to=sorted(there), province=province.name)


@ATTACK_FACTORS.add(88)
def hold_back(turn: Turn, talisman: Talisman, strike: Strike, factors: Fraction) -> Fraction:
    """T88: half the attack factors (QJ-28.1-160)."""
    return factors / 2


@ATTACK_FACTORS.add(89)
def rage(turn: Turn, talisman: Talisman, strike: Strike, factors: Fraction) -> Fraction:
    """T89: twice the attack factors (QJ-28.1-162)."""
    return factors * 2


@DEFENCE_FACTORS.add(88)
def lock_shields(turn: Turn, talisman: Talisman, nothing: None, multiple: Fraction) -> Fraction:
    """T88: twice the defence factors (QJ-28.1-160)."""
    return multiple * 2


@DEFENCE_FACTORS.add(89)
def drop_shields(turn: Turn, talisman: Talisman, nothing: None, multiple: Fraction) -> Fraction:
    """T89: half the defence factors (QJ-28.1-162)."""
    return multiple / 2


@SCORES_KILLS.add(98)
def score_like_slenth(turn: Turn, talisman: Talisman, nothing: None, scores: bool) -> bool:
    """T98: its holder's kills score as a Slenth's (QJ-28.1-192)."""
    return True


@DEFENSIVE_FIRE.add(100)
def longbows(turn: Turn, talisman: Talisman, strike: Strike, factors: Fraction) -> Fraction:
    """T100: three times the defensive fire (QJ-28.1-202)."""
    return factors * 3


@EXPERIENCE.add(102)
def medal(turn: Turn, talisman: Talisman, earned: int, gain: int) -> int:
    """T102: three times what the battle earned, whatever the number of troops (QJ-28.1-207)."""
    return earned * 3


@ATTACK_BONUS.add(104)
def hero(turn: Turn, talisman: Talisman, strike: Strike, bonus: int) -> int:
    """T104: an attacking garrison has a bonus equal to its CSPs (QJ-28.1-212)."""
    return turn.province(talisman.province).csps if strike.means in _IN_PERSON else bonus


@ALLOWS_MACB.add(112)
def lose_them(turn: Turn, talisman: Talisman, nothing: None, allowed: bool) -> bool:
    """T112: no multi-army bonus against its holder (QJ-28.1-234)."""
    return False


@IGNORES_CSPS.add(121)
def float_over(turn: Turn, talisman: Talisman, strike: Strike, ignores: bool) -> bool:
    """T121: no CSP of the attacked garrison counts (QJ-28.1-262)."""
    return ignores or strike.means in _IN_PERSON


@ON_DEATH.add(126)
def rise_again(turn: Turn, talisman: Talisman, way: str, reborn: bool) -> bool:
    """T126: the dead leader lives again in his owner's home, if he has a province left (QJ-28.1-281)."""
    return reborn or bool(refuge_of(turn, turn.owner_of(Force(leader=talisman.leader))))


@ATTACK_PER_TROOP.add(144)
def palisade(turn: Turn, talisman: Talisman, strike: Strike, factors: int) -> int:
    """T144: whoever attacks its holder does so with one factor a troop less, and he alone sees it (QJ-28.1-319, -320)."""
    if strike.target != talisman.holder or strike.means == "defensive fire":
        return factors
    turn.shown_to[talisman.number].add(turn.owner_of(strike.source))
    return factors - 1


@TURNS_RAMS.add(149)
def turn_rams(turn: Turn, talisman: Talisman, rams: int, turned: bool) -> bool:
    """T149: attacking rams become CSPs, and everybody sees why (QJ-28.1-334)."""
    turn.shown.add(talisman.number)
    return True

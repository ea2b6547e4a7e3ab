"""Talismans of battle that do more than change a number: T49, T50, T61, T85, T87, T102, T104, T126, T144."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.great_jewels.steps.death import refuge_of
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman

_NUMBERS = decided("combat_talismans")


@hooks.DOOM.add(49)
def doom(turn: Turn, talisman: Talisman, strike: hooks.Strike, decision: str) -> str:
    """T49: an attack kills the whole target in 75 of 100 cases, else its own army and leader (QJ-28.1-044, -045)."""
    if not strike.in_person or turn.expected:
        return decision
    again = ("second",) if strike.second else ()  # each attack has its own roll, on the same target too (T55)
    works = turn.stream("doom", strike.source, strike.target, *again).percent(int(_NUMBERS["doom_percent"]))
    return "target dies" if works else "source dies"


@hooks.CSPS_RAZED.add(50)
def grond(turn: Turn, talisman: Talisman, province: str, razed: int) -> int:
    """T50: razes 5 CSPs or half of them, whichever is more (QJ-28.1-048)."""
    return razed + max(int(_NUMBERS["grond_least"]), turn.province(province).csps // 2)


@hooks.NO_LOSSES.add(61)
def cover_retreat(turn: Turn, talisman: Talisman, strike: hooks.Strike, spared: bool) -> bool:
    """T61: no losses for an army that moves and does not attack (QJ-28.1-078)."""
    return spared or (talisman.leader in turn.leaving and strike.target not in turn.attackers)


@hooks.GAINS_FROM_KILLS.add(85)
def raise_zombies(turn: Turn, talisman: Talisman, killed: Fraction, nothing: None) -> None:
    """T85: 25 to 50 percent of those whom its carrier killed join him (QJ-28.1-152); only that is rounded (ruling 0)."""
    if turn.expected:
        return
    low, high = int(_NUMBERS["zombies_low_percent"]), int(_NUMBERS["zombies_high_percent"])
    percent = turn.stream("zombies", talisman.leader, turn.step).between(low, high)
    turn.world.leaders[talisman.leader].troops += int(killed * percent / 100)


@hooks.ON_TRANSFER.add(87)
def cease_fire(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T87: handed to a garrison it stops all combat in that province this turn (QJ-28.1-158)."""
    if talisman.province:
        turn.cease_fire.add(talisman.province)
        province = turn.province(talisman.province)
        there = {province.owner, *(leader.owner for leader in turn.leaders_in(province.name))}
        turn.tell("cease-fire", to=sorted(there), province=province.name)


@hooks.EXPERIENCE.add(102)
def medal(turn: Turn, talisman: Talisman, earned: int, gain: int) -> int:
    """T102: three times what the battle earned, whatever the number of troops (QJ-28.1-207)."""
    return earned * 3


@hooks.ATTACK_BONUS.add(104)
def hero(turn: Turn, talisman: Talisman, strike: hooks.Strike, bonus: int) -> int:
    """T104: an attacking garrison has a bonus equal to its CSPs (QJ-28.1-212)."""
    return turn.province(talisman.province).csps if strike.in_person else bonus


@hooks.ON_DEATH.add(126)
def rise_again(turn: Turn, talisman: Talisman, way: str, reborn: bool) -> bool:
    """T126: the dead leader lives again in his owner's home, if he has a province left (QJ-28.1-281)."""
    return reborn or bool(refuge_of(turn, turn.owner_of(Force(leader=talisman.leader))))


@hooks.ATTACK_PER_TROOP.add(144)
def palisade(turn: Turn, talisman: Talisman, strike: hooks.Strike, factors: int) -> int:
    """T144: whoever attacks its holder does so with one factor a troop less, and he alone sees it (QJ-28.1-319, -320)."""
    if strike.target != talisman.holder or strike.means == "defensive fire":
        return factors
    turn.shown_to[talisman.number].add(turn.owner_of(strike.source))
    return factors - 1

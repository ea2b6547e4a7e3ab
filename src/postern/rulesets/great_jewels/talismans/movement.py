"""Talismans that bend movement on land and how cities open: T52, T65, T81, T84, T97, T98, T101, T113, T115, T147."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.great_jewels.steps.sight import tell_of_army
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import (
    ENTRY_COST,
    FORCE_MARCH_LIMIT,
    MAY_ENTER,
    MAY_MOVE,
    MOVEMENT_POINTS,
    ON_MOVE_END,
    ON_PASS,
    PLAIN_MARCH,
    RAIDS_ALLOWED,
    STOPS_MOVE,
    UNLOCKS,
    WAYLAY_DEFENCE,
    Strike,
)
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman, Terrain

_NUMBERS = decided("movement_talismans")


@MOVEMENT_POINTS.add(52)
def seven_leagues(turn: Turn, talisman: Talisman, force_march: bool, points: Fraction) -> Fraction:
    """T52: 7 points, with siege towers too (QJ-28.1-054)."""
    return Fraction(_NUMBERS["boots_points"])


@PLAIN_MARCH.add(52)
def stroll(turn: Turn, talisman: Talisman, nothing: None, plain: bool) -> bool:
    """T52: a force march brings nothing more, so it is a plain move without deaths."""
    return True


@STOPS_MOVE.add(65)
def stop_here(turn: Turn, talisman: Talisman, leader: int, stops: bool) -> bool:
    """T65: every move that enters its garrison's province ends there, its owner's too (QJ-28.1-088)."""
    return True


@ON_PASS.add(81)
def steal(turn: Turn, talisman: Talisman, province: str, nothing: None) -> None:
    """T81: the army steals 25 to 50 percent of a player's zorans in each province it passes (QJ-28.1-137, -139)."""
    leader, place = turn.leader(talisman.leader), turn.province(province)
    if leader is None or leader.troops == 0 or place.owner not in turn.world.players or turn.expected:
        return
    passed = sum(way.startswith(f"{Force(leader=leader.number)}->") for way in turn.departures[province])  # one draw each time
    percent = turn.stream("thief", leader.number, province, passed).between(
        int(_NUMBERS["thief_low_percent"]), int(_NUMBERS["thief_high_percent"])
    )
    loot = place.zorans * percent // 100
    if loot:
        place.zorans -= loot
        leader.zorans += loot
        turn.tell("stole", to=[leader.owner], leader=leader.number, province=province, zorans=loot, owner=place.owner)
        if place.owner != leader.owner:
            turn.tell("was robbed", to=[place.owner], province=province, zorans=loot)


@WAYLAY_DEFENCE.add(81)
def laden(turn: Turn, talisman: Talisman, strike: Strike, factors: int) -> int:
    """T81: waylaid, the army defends with 2 factors a troop less (QJ-28.1-138)."""
    return factors - int(_NUMBERS["thief_defence"])


@UNLOCKS.add(84)
def pick(turn: Turn, talisman: Talisman, fitting: int, percent: int) -> int:
    """T84: 25 percent on any city by itself, certainty beside a fitting key (QJ-28.1-149, -150)."""
    return 100 if fitting else int(_NUMBERS["skeleton_percent"])


@ENTRY_COST.add(97)
def mountaineer(turn: Turn, talisman: Talisman, province: str, cost: Fraction) -> Fraction:
    """T97: mountain costs what clear does (QJ-28.1-190), as it always does for a Rilris."""
    return _as_clear(turn, province, cost, Terrain.MOUNTAIN)


@ENTRY_COST.add(98)
def forester(turn: Turn, talisman: Talisman, province: str, cost: Fraction) -> Fraction:
    """T98: forest costs what clear does (QJ-28.1-194), as it always does for a Slenth."""
    return _as_clear(turn, province, cost, Terrain.FOREST)


def _as_clear(turn: Turn, province: str, cost: Fraction, terrain: Terrain) -> Fraction:
    return Fraction(decided("movement")["easy_land"]) if turn.province(province).terrain is terrain else cost


@MAY_ENTER.add(101)
def slip_in(turn: Turn, talisman: Talisman, province: str, may: bool) -> bool:
    """T101: into impassable terrain, into and out of sealed provinces, with his army (QJ-28.1-204, -205)."""
    return True


@FORCE_MARCH_LIMIT.add(113)
def drill(turn: Turn, talisman: Talisman, nothing: None, limit: int) -> int:
    """T113: any number of troops march, as many as the leader's bonus die (QJ-28.1-236, -237)."""
    leader = turn.world.leaders[talisman.leader]
    return max(0, leader.troops - leader.bonus)


@ON_MOVE_END.add(115)
def sing(turn: Turn, talisman: Talisman, province: str, nothing: None) -> None:
    """T115: where his move ends, troops of another player's garrison join him, as many as his bonus (QJ-28.1-242). Those who
    look for gold join no leader (QJ-28.1-252), those who are besieged cannot get out to him (QJ-12-09)."""
    leader, place = turn.world.leaders[talisman.leader], turn.province(province)
    if place.owner not in turn.world.players or place.owner == leader.owner:
        return
    if place.besieged or not RAIDS_ALLOWED.fold(turn, Force(garrison=province), True, None):
        return
    troops = min(leader.bonus, place.garrison)
    if troops:
        place.garrison -= troops
        leader.troops += troops
        tell_of_army(turn, "lured", leader, place.owner, province=province, holder=place.owner, troops=troops)


@MAY_MOVE.add(147)
def stick(turn: Turn, talisman: Talisman, nothing: None, why: str) -> str:
    """T147: the leader to whom it was handed this turn may not move (QJ-28.1-329)."""
    return why or "the Sticky Wicket (T147) holds him"

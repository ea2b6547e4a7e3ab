"""Talismans that bend movement and how cities open: T81, T84, T113, T115, T147, T150."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps.sight import tell_of_army
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman

_NUMBERS = decided("movement_talismans")


@hooks.ON_PASS.add(81)
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


@hooks.UNLOCKS.add(84)
def pick(turn: Turn, talisman: Talisman, fitting: int, percent: int) -> int:
    """T84: 25 percent on any city by itself, certainty beside a fitting key (QJ-28.1-149, -150)."""
    return 100 if fitting else int(_NUMBERS["skeleton_percent"])


@hooks.FORCE_MARCH_LIMIT.add(113)
def drill(turn: Turn, talisman: Talisman, nothing: None, limit: int) -> int:
    """T113: any number of troops march, as many as the leader's bonus die (QJ-28.1-236, -237)."""
    leader = turn.world.leaders[talisman.leader]
    return max(0, leader.troops - leader.bonus)


@hooks.ON_MOVE_END.add(115)
def sing(turn: Turn, talisman: Talisman, province: str, nothing: None) -> None:
    """T115: where his move ends, troops of another player's garrison join him, as many as his bonus (QJ-28.1-242). Those who
    look for gold join no leader (QJ-28.1-252), those who are besieged cannot get out to him (QJ-12-09)."""
    leader, place = turn.world.leaders[talisman.leader], turn.province(province)
    if place.owner not in turn.world.players or place.owner == leader.owner:
        return
    if place.besieged or not hooks.RAIDS_ALLOWED.fold(turn, Force(garrison=province), True, None):
        return
    troops = min(leader.bonus, place.garrison)
    if troops:
        place.garrison -= troops
        leader.troops += troops
        tell_of_army(turn, "lured", leader, place.owner, province=province, holder=place.owner, troops=troops)


@hooks.MAY_MOVE.add(147)
def stick(turn: Turn, talisman: Talisman, nothing: None, why: str) -> str:
    """T147: the leader to whom it was handed this turn may not move (QJ-28.1-329)."""
    return why or "the Sticky Wicket (T147) holds him"


@hooks.ON_LANDING.add(150)
def summon_kraken(turn: Turn, talisman: Talisman, province: str, nothing: None) -> None:
    """T150: on landing in a hostile province the Kraken may destroy the garrison: troops in 500 (QJ-28.1-336, -337); not where
    a cease-fire holds (QJ-28.1-158)."""
    leader, place = turn.world.leaders[talisman.leader], turn.province(province)
    hostile = place.owner in turn.world.players and not turn.declared_ally(leader.owner, place.owner)
    if not hostile or not place.garrison or turn.expected or province in turn.cease_fire:
        return
    of = int(_NUMBERS["kraken_troops"])
    if turn.stream("kraken", leader.number).odds(min(leader.troops, of), of):
        tell_of_army(turn, "kraken", leader, place.owner, province=province, holder=place.owner, troops=place.garrison)
        place.garrison = 0

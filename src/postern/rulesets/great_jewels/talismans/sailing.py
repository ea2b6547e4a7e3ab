"""Talismans of the sea: T71, T72, T73, T83, T110, T150."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import SEA_LANE
from postern.rulesets.great_jewels.steps.sight import tell_of_army
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import (
    DRIFT_CHANCE,
    LANDING_MULTIPLE,
    ON_LANDING,
    REFUSES_LANDING,
    SAIL_RANGE,
    STORM_CHANCE,
    WAYLAY_IMMUNE,
)
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman

_NUMBERS = decided("movement_talismans")


@SAIL_RANGE.add(83)
def any_coast(turn: Turn, talisman: Talisman, goal: str, hexes: int) -> int:
    """T83: any coastal province is within reach (QJ-28.1-144)."""
    return len(SEA_LANE)


@DRIFT_CHANCE.add(71, 83)
def steer(turn: Turn, talisman: Talisman, leader: int, percent: int) -> int:
    """T71 and T83: no drift (QJ-28.1-101, -145)."""
    return 0


@STORM_CHANCE.add(72, 83)
def fair_weather(turn: Turn, talisman: Talisman, leader: int, percent: int) -> int:
    """T72 and T83: no storm losses (QJ-28.1-104, -145)."""
    return 0


@WAYLAY_IMMUNE.add(71, 72, 83)
def land_unseen(turn: Turn, talisman: Talisman, province: str, immune: bool) -> bool:
    """T71, T72 and T83: no waylay on landing from the sea (QJ-28.1-102, -105, -145)."""
    return immune or "-S" in turn.flags[Force(leader=talisman.leader)]


@LANDING_MULTIPLE.add(73)
def batteries(turn: Turn, talisman: Talisman, province: str, multiple: int) -> int:
    """T73: here and in both neighbouring coastal provinces landings meet three times the normal attack (QJ-28.1-107)."""
    return max(multiple, int(_NUMBERS["batteries_times"]))


@REFUSES_LANDING.add(110)
def flush(turn: Turn, talisman: Talisman, leader: int, refused: bool) -> bool:
    """T110: navies are sent back; whose may pass is the rule's question (QJ-28.1-229)."""
    return True


@ON_LANDING.add(150)
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

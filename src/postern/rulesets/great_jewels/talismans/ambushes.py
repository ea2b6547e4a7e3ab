"""Talismans of those who hide and those who lie in wait: T48, T105, T151, T152."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans.hooks import (
    AT_END,
    EXTRA_WAYLAY,
    EXTRA_WAYLAY_KILLS,
    HIDDEN_ARMY,
    ON_REMOVAL,
    ON_TRANSFER,
    SPRINGS,
    WAYLAY_ALLOWED,
    WAYLAY_IMMUNE,
    WAYLAY_MULTIPLE,
    Strike,
)
from postern.rulesets.great_jewels.talismans.notes import has_jewel
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman

_NUMBERS = decided("combat_talismans")


@ON_TRANSFER.add(48, beside_jewel=True)
def don_cloak(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T48: each transfer to a leader sets its counter to 200, even to one with a Great Jewel (QJ-28.1-040)."""
    talisman.counter = int(_NUMBERS["cloak_turns"])


@HIDDEN_ARMY.add(48)
def hide(turn: Turn, talisman: Talisman, nothing: None, hidden: bool) -> bool:
    """T48: others do not see the army while the counter is above zero (QJ-28.1-037, -040)."""
    return hidden or talisman.counter > 0


@WAYLAY_IMMUNE.add(48)
def slip_by(turn: Turn, talisman: Talisman, province: str, immune: bool) -> bool:
    """T48: the army is not waylaid (QJ-28.1-038)."""
    return True


@AT_END.add(48, beside_jewel=True)
def wear_out(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T48: each turn the counter falls by the troops of the army, whether or not a Great Jewel lets it hide them; its owner
    reads what is left (QJ-28.1-040, -041)."""
    leader = turn.world.leaders[talisman.leader]
    talisman.counter = max(0, talisman.counter - leader.troops)
    turn.tell(
        "cloak",
        to=[leader.owner],
        leader=leader.number,
        counter=talisman.counter,
        jewel=has_jewel(turn, Force(leader=leader.number)),
    )


@WAYLAY_MULTIPLE.add(105)
def head_off(turn: Turn, talisman: Talisman, strike: Strike, multiple: int) -> int:
    """T105: waylays with three times its strength, and is seen by the waylaid (QJ-28.1-214, -215)."""
    turn.shown.add(talisman.number)
    return multiple * 3


@EXTRA_WAYLAY.add(151)
def hound(turn: Turn, talisman: Talisman, leader: int, factors: Fraction) -> Fraction:
    """T151: the hound strikes at whoever passes, with 3 factors for each troop of its strength (QJ-28.1-339)."""
    return factors + strength_of_hound(talisman) * int(_NUMBERS["hound_factors"])


@EXTRA_WAYLAY_KILLS.add(151)
def feed_hound(turn: Turn, talisman: Talisman, killed: int, nothing: None) -> None:
    """T151: it grows by every troop that it kills (QJ-28.1-340), and shows itself."""
    talisman.counter = strength_of_hound(talisman) + killed
    turn.shown.add(talisman.number)


@ON_REMOVAL.add(151)
def calm_hound(turn: Turn, talisman: Talisman, receiver: Force, nothing: None) -> None:
    """T151: handed out of the garrison it is as weak as at first (QJ-28.1-342)."""
    if receiver != talisman.holder:
        talisman.counter = int(_NUMBERS["hound_strength"])


@AT_END.add(151)
def report_hound(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T151: its owner reads its strength (QJ-28.1-341)."""
    owner = turn.province(talisman.province).owner
    turn.tell("hound", to=[owner], province=talisman.province, strength=strength_of_hound(talisman))


def strength_of_hound(talisman: Talisman) -> int:
    """As how many troops the hound strikes now: 20 at first."""
    return max(int(_NUMBERS["hound_strength"]), talisman.counter)


@SPRINGS.add(152)
def spring(turn: Turn, talisman: Talisman, nothing: None, springs: bool) -> bool:
    """T152: its holder waylays those who end their move beside it (QJ-28.1-344)."""
    return True


@WAYLAY_ALLOWED.add(152)
def lie_still(turn: Turn, talisman: Talisman, province: str, allowed: bool) -> bool:
    """T152: its holder lets pass who only passes through (QJ-28.1-344)."""
    return False

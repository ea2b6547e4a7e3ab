"""The Rings of Power outside combat: Quntag, Rilris and Slenth (QJ-28.1-019 to QJ-28.1-030)."""

from __future__ import annotations

from postern.rulesets.great_jewels.talismans.catalogue import RINGS
from postern.rulesets.great_jewels.talismans.hooks import CAPTURES, MAY_BE_BESIEGED, OWNED_STEP, TAX
from postern.rulesets.great_jewels.talismans.notes import usable
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Talisman

QUNTAG_STEP = 4
RILRIS_TAX = 3


def in_force(turn: Turn, talisman: Talisman, people: str) -> bool:
    """True when the holder's owner is of this people and this is the lowest of the holder's waking rings of that people: one
    works only for its own people, and several do no more than one (QJ-28.1-021, QJ-28.1-022)."""
    holder = talisman.holder
    player = turn.player(turn.owner_of(holder)) if holder else None
    if holder is None or player is None or player.people.value != people:
        return False
    awake = (one.number for one in turn.held(holder) if one.number in RINGS[people] and usable(turn, one))
    return talisman.number == min(awake, default=0)


@OWNED_STEP.add(*RINGS["QUNTAG"])
def stride(turn: Turn, talisman: Talisman, nothing: None, step: int) -> int:
    """Quntag Ring in a garrison: T/O rises by 4 (QJ-28.1-025)."""
    return QUNTAG_STEP if talisman.province and in_force(turn, talisman, "QUNTAG") else step


@CAPTURES.add(*RINGS["QUNTAG"])
def overawe(turn: Turn, talisman: Talisman, province: str, captures: bool) -> bool:
    """Quntag Ring on an army: it captures a province without garrison if it outnumbers all armies of others there that are
    not at peace, taken together (QJ-28.1-026)."""
    leader = turn.world.leaders[talisman.leader]
    if not in_force(turn, talisman, "QUNTAG"):
        return captures
    others = sum(one.troops for one in turn.leaders_in(province) if one.owner != leader.owner and not one.at_peace)
    return captures or leader.troops > others


@TAX.add(*RINGS["RILRIS"])
def enrich(turn: Turn, talisman: Talisman, nothing: None, tax: int) -> int:
    """Rilris Ring in a garrison: the tax rate is tripled (QJ-28.1-027)."""
    return tax * RILRIS_TAX if talisman.province and in_force(turn, talisman, "RILRIS") else tax


@MAY_BE_BESIEGED.add(*RINGS["SLENTH"])
def defy(turn: Turn, talisman: Talisman, nothing: None, may: bool) -> bool:
    """Slenth Ring in a garrison: it cannot be besieged (QJ-28.1-030)."""
    return may and not (talisman.province and in_force(turn, talisman, "SLENTH"))

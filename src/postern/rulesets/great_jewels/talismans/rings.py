"""The Rings of Power where they do more than change a number (QJ-28.1-019 to QJ-28.1-032): Quntag and Slenth."""

from __future__ import annotations

from postern.rulesets.great_jewels.tables import FAVOURITE
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.talismans.catalogue import RINGS
from postern.rulesets.great_jewels.talismans.notes import usable
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Talisman


def in_force(turn: Turn, talisman: Talisman) -> bool:
    """True when the holder's owner is of this ring's people and it is the lowest of the holder's waking rings of that people:
    one works only for its own people, and several do no more than one (QJ-28.1-021, QJ-28.1-022)."""
    holder = talisman.holder
    player = turn.player(turn.owner_of(holder)) if holder else None
    if holder is None or player is None or talisman.number not in RINGS[player.people]:
        return False
    awake = (one.number for one in turn.held(holder) if one.number in RINGS[player.people] and usable(turn, one))
    return talisman.number == min(awake, default=0)


@hooks.CAPTURES.add(*RINGS["QUNTAG"])
def overawe(turn: Turn, talisman: Talisman, province: str, captures: bool) -> bool:
    """Quntag Ring on an army: it captures a province without garrison if it outnumbers all armies of others there that are
    not at peace, taken together (QJ-28.1-026)."""
    leader = turn.world.leaders[talisman.leader]
    if not in_force(turn, talisman):
        return captures
    others = sum(one.troops for one in turn.leaders_in(province) if one.owner != leader.owner and not one.at_peace)
    return captures or leader.troops > others


@hooks.ATTACK_PER_TROOP.add(*RINGS["SLENTH"])
def press_on(turn: Turn, talisman: Talisman, strike: hooks.Strike, factors: int) -> int:
    """Slenth Ring in a garrison: its normal attacks count as assaults, without lowering its defence (QJ-28.1-031), from an
    ambush too: there it attacks in normal mode outside its favourite terrain (QJ-19-07, QJ-19-08)."""
    own = strike.source == talisman.holder and bool(talisman.province)
    abroad = turn.province(strike.place).terrain.value != FAVOURITE["SLENTH"]
    normal = strike.means == "attack" or (strike.means in ("waylay", "landing waylay") and abroad)
    return factors + 1 if own and normal and in_force(turn, talisman) else factors

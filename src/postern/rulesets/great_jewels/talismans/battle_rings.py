"""The Rings of Power in combat: Azoni, Rilris and Slenth (QJ-28.1-023, -024, -028, -029, -031, -032)."""

from __future__ import annotations

from postern.rulesets.great_jewels.tables import FAVOURITE
from postern.rulesets.great_jewels.talismans.catalogue import RINGS
from postern.rulesets.great_jewels.talismans.hooks import (
    ATTACK_BONUS,
    ATTACK_PER_TROOP,
    DEFENCE_BONUS,
    EFFECTIVE_CSPS,
    TAKES_ZORANS,
    Strike,
)
from postern.rulesets.great_jewels.talismans.rings import in_force
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Talisman


@EFFECTIVE_CSPS.add(*RINGS["AZONI"])
def strengthen_walls(turn: Turn, talisman: Talisman, nothing: None, csps: int) -> int:
    """Azoni Ring in a garrison: the CSPs that the attackers' towers leave effective count twice in combat (QJ-28.1-023)."""
    return csps * 2 if in_force(turn, talisman, "AZONI") else csps


@DEFENCE_BONUS.add(*RINGS["AZONI"])
def steady(turn: Turn, talisman: Talisman, nothing: None, bonus: int) -> int:
    """Azoni Ring on a leader: twice his bonus counts in defence (QJ-28.1-024)."""
    return bonus * 2 if in_force(turn, talisman, "AZONI") else bonus


@TAKES_ZORANS.add(*RINGS["RILRIS"])
def gather(turn: Turn, talisman: Talisman, nothing: None, takes: bool) -> bool:
    """Rilris Ring on an army: it takes the zorans of all whom its owner destroyed there (QJ-28.1-028, -029)."""
    return takes or in_force(turn, talisman, "RILRIS")


@ATTACK_PER_TROOP.add(*RINGS["SLENTH"])
def press_on(turn: Turn, talisman: Talisman, strike: Strike, factors: int) -> int:
    """Slenth Ring in a garrison: its normal attacks count as assaults, without lowering its defence (QJ-28.1-031), from an
    ambush too: there it attacks in normal mode outside its favourite terrain (QJ-19-07, QJ-19-08)."""
    own = strike.source == talisman.holder and bool(talisman.province)
    abroad = turn.province(strike.place).terrain.value != FAVOURITE["SLENTH"]
    normal = strike.means == "attack" or (strike.means in ("waylay", "landing waylay") and abroad)
    return factors + 1 if own and normal and in_force(turn, talisman, "SLENTH") else factors


@ATTACK_BONUS.add(*RINGS["SLENTH"])
def embolden(turn: Turn, talisman: Talisman, strike: Strike, bonus: int) -> int:
    """Slenth Ring on a leader: twice his bonus counts in attack (QJ-28.1-032)."""
    return bonus * 2 if talisman.leader and in_force(turn, talisman, "SLENTH") else bonus

"""Talismans that deceive eyes or sharpen them: T63, T75, T82, T116, T119."""

from __future__ import annotations

from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.steps.guise import CHAMELEON, DISGUISED
from postern.rulesets.great_jewels.talismans.hooks import BLOCKS_SPYING, FOGGED, PROBES, SEEN_AS, SEEN_TROOPS
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Talisman


@SEEN_TROOPS.add(63)
def twice_as_many(turn: Turn, talisman: Talisman, nothing: None, troops: int) -> int:
    """T63: other players see twice the real number of troops (QJ-28.1-084)."""
    return 2 * troops


@PROBES.add(75)
def look_around(turn: Turn, talisman: Talisman, nothing: None, provinces: list[str]) -> list[str]:
    """T75: all provinces around the one where its leader ended the turn (QJ-28.1-113, QJ-28.1-114)."""
    return [*provinces, *neighbours(turn.world.leaders[talisman.leader].province)]


@FOGGED.add(82)
def shroud(turn: Turn, talisman: Talisman, nothing: None, fogged: bool) -> bool:
    """T82: others see only who owns the armies, or owner and terrain of the province (QJ-28.1-141, QJ-28.1-142)."""
    return True


@BLOCKS_SPYING.add(119)
def cover(turn: Turn, talisman: Talisman, nothing: None, blocked: bool) -> bool:
    """T119 in a garrison: nobody sees the province by raid or talisman (QJ-28.1-257)."""
    return True


@SEEN_AS.add(CHAMELEON)
def masquerade(turn: Turn, talisman: Talisman, nothing: None, number: int) -> int:
    """T116: others see it under another number, while the guise holds (QJ-28.1-244, QJ-28.1-245)."""
    return int(talisman.word) if talisman.counter == DISGUISED else number

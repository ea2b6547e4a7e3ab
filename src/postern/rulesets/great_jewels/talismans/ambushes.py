"""Talismans of those who hide, look around and lie in wait: T48, T75, T116, T151."""

from __future__ import annotations

from fractions import Fraction

from postern.rulesets.great_jewels.geography import neighbours
from postern.rulesets.great_jewels.steps.powers_by_order import CHAMELEON, DISGUISED
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.talismans.notes import has_jewel
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Force, Talisman

_NUMBERS = decided("combat_talismans")


@hooks.ON_TRANSFER.add(48, beside_jewel=True)
def don_cloak(turn: Turn, talisman: Talisman, giver: Force, nothing: None) -> None:
    """T48: each transfer to a leader sets its counter to 200, even to one with a Great Jewel (QJ-28.1-040)."""
    talisman.counter = int(_NUMBERS["cloak_turns"])


@hooks.AT_END.add(48, beside_jewel=True)
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


@hooks.EXTRA_WAYLAY.add(151)
def hound(turn: Turn, talisman: Talisman, leader: int, factors: Fraction) -> Fraction:
    """T151: the hound strikes at whoever passes, with 3 factors for each troop of its strength (QJ-28.1-339)."""
    return factors + strength_of_hound(talisman) * int(_NUMBERS["hound_factors"])


@hooks.EXTRA_WAYLAY_KILLS.add(151)
def feed_hound(turn: Turn, talisman: Talisman, killed: int, nothing: None) -> None:
    """T151: it grows by every troop that it kills (QJ-28.1-340), and shows itself."""
    talisman.counter = strength_of_hound(talisman) + killed
    turn.shown.add(talisman.number)


@hooks.ON_REMOVAL.add(151)
def calm_hound(turn: Turn, talisman: Talisman, receiver: Force, nothing: None) -> None:
    """T151: handed out of the garrison it is as weak as at first (QJ-28.1-342)."""
    if receiver != talisman.holder:
        talisman.counter = int(_NUMBERS["hound_strength"])


@hooks.AT_END.add(151)
def report_hound(turn: Turn, talisman: Talisman, nothing: None, value: None) -> None:
    """T151: its owner reads its strength (QJ-28.1-341)."""
    owner = turn.province(talisman.province).owner
    turn.tell("hound", to=[owner], province=talisman.province, strength=strength_of_hound(talisman))


def strength_of_hound(talisman: Talisman) -> int:
    """As how many troops the hound strikes now: 20 at first."""
    return max(int(_NUMBERS["hound_strength"]), talisman.counter)


@hooks.PROBES.add(75)
def look_around(turn: Turn, talisman: Talisman, nothing: None, provinces: list[str]) -> list[str]:
    """T75: all provinces around the one where its leader ended the turn (QJ-28.1-113, QJ-28.1-114)."""
    return [*provinces, *neighbours(turn.world.leaders[talisman.leader].province)]


@hooks.SEEN_AS.add(CHAMELEON)
def masquerade(turn: Turn, talisman: Talisman, nothing: None, number: int) -> int:
    """T116: others see it under another number, while the guise holds (QJ-28.1-244, QJ-28.1-245)."""
    return int(talisman.word) if talisman.counter == DISGUISED else number

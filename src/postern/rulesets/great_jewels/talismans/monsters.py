"""Talismans against dragons and the Drevonyx: T103, T111, T145."""

from __future__ import annotations

from postern.rulesets.great_jewels.steps.capture import lose_province
from postern.rulesets.great_jewels.steps.drevonyx import scatter, slay
from postern.rulesets.great_jewels.tables import decided
from postern.rulesets.great_jewels.talismans import hooks
from postern.rulesets.great_jewels.turn import Turn
from postern.rulesets.great_jewels.world import Talisman

_DREVONYX, _DUEL = decided("drevonyx"), decided("dragon_duel")


@hooks.DREVONYX_MEETS.add(103, by_place=True)
def lull(turn: Turn, talisman: Talisman, meeting: hooks.Meeting, nothing: None) -> None:
    """T103: a Drevonyx that moves in falls asleep, and the garrison turns neutral (QJ-28.1-209)."""
    if meeting.moved and not meeting.drevonyx.asleep:
        meeting.drevonyx.asleep = True
        place = turn.province(talisman.province)
        turn.tell("drevonyx-lulled", to=turn.witnesses(place.name), province=place.name, size=meeting.drevonyx.size)
        if place.owner:
            lose_province(turn, place.name)


@hooks.ON_CAPTURE.add(103)
def rouse(turn: Turn, talisman: Talisman, captor: str, nothing: None) -> None:
    """T103: the capture itself wakes it, whatever becomes of the potion then (QJ-28.1-210)."""
    name = talisman.province
    for drevonyx in turn.world.drevonyxes:
        if drevonyx.province == name and drevonyx.asleep:
            drevonyx.asleep = False
            there = {captor, *(leader.owner for leader in turn.leaders_in(name))}
            turn.tell("drevonyx-woke", to=sorted(there), province=name, size=drevonyx.size)


@hooks.DREVONYX_MEETS.add(111, by_place=True)
def stomp(turn: Turn, talisman: Talisman, meeting: hooks.Meeting, nothing: None) -> None:
    """T111: usually kills the Drevonyx beside it, asleep or not, else breaks it up into small ones (QJ-28.1-231, -232)."""
    if turn.expected:
        return
    if turn.stream("bigfoot", meeting.drevonyx.province).percent(int(_DREVONYX["bigfoot_kills_percent"])):
        slay(turn, meeting.drevonyx)
    else:
        scatter(turn, meeting.drevonyx, int(_DREVONYX["bigfoot_pieces"]))


@hooks.DRAGON_DUEL.add(145)
def couch_lance(turn: Turn, talisman: Talisman, province: str, fate: str) -> str:
    """T145: two times in three the dragon dies, else the leader; this replaces his own roll (QJ-28.1-322)."""
    favourable, total = _DUEL["lance_kills"]
    kills = turn.stream("lance", talisman.leader).odds(int(favourable), int(total))
    return "dragon dies" if kills else "leader dies"

"""Hidden groups that others feel: Warlords, and of invisible ones strong wizards, too (AC-06-73, rulings 27 and 29)."""

from __future__ import annotations

from postern.rulesets.alamaze.battle.host import leads
from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group


def detect(turn: Turn) -> None:
    """At the end of movement: for each foreign hidden group in its area a group may feel that somebody is there. Who it is,
    and where there are several how many, is not told."""
    for _, group in sorted(turn.world.groups.items()):
        if not group.area:
            continue
        others = [one for one in turn.world.groups_at(group.area) if one.kingdom != group.kingdom]
        felt = [one for one in others if may_feel(turn, group, one) and _felt(turn, group, one)]
        if felt:
            turn.tell_kingdoms("something-hidden", (group.kingdom,), group=group.id, area=group.area)


def may_feel(turn: Turn, group: Group, other: Group) -> bool:
    """True when a group has somebody who might notice this hidden one."""
    if not other.ambush and other.hidden != "invisible":
        return False
    strong = turn.tables.value("hidden.felt_from_power")
    wizards = other.hidden == "invisible" and any(one.power >= strong for one in group.wizards)
    return wizards or leads(turn.tables, group.leaders, "Warlord")


def _felt(turn: Turn, group: Group, other: Group) -> bool:
    return happens(turn, turn.tables.value("warlord.detection_pct"), "felt", group.id, other.id)

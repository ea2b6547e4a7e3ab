"""How a group ends: whatever empties it, it is inactive at once, and its artifacts go somewhere (AC-06-32..34, AC-21-64).

All that takes brigades, leaders or wizards out of a group calls one of these functions (ruling 28).
"""

from __future__ import annotations

from postern.rulesets.alamaze.artifacts.holding import drop_artifact, give_artifact
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Group, Holder


def is_empty(group: Group) -> bool:
    """True for a group without troops, leaders and wizards."""
    return not (group.brigades or group.leaders or group.wizards)


def end_if_empty(turn: Turn, group: Group, heir: Group | None = None) -> bool:
    """Make a group inactive that has nothing left (AC-06-34), and return True when it is inactive. Its artifacts go to the
    heir, a group of the same kingdom, or lie lost where it ended."""
    if group.area and is_empty(group):
        area = group.area
        _end(turn, group, group.kingdom if heir else "", heir)
        turn.tell_kingdoms("group-inactive", (group.kingdom,), group=group.id, area=area)
    return not group.area


def end_beaten(turn: Turn, group: Group, victor: Group | None, owner: str = "") -> list[tuple[str, str]]:
    """Make a group inactive that an opponent has emptied: its artifacts pass to the victor, or without one to the capital of
    ``owner``; where alignment forbids it, or nobody is left, they lie in the wild (AC-21-64). Return each artifact with who has
    it now, "" for nobody. Nothing happens to a group of which something is left."""
    if not group.area or not is_empty(group):
        return []
    if victor is not None and is_empty(victor):
        victor = None
    taker = victor.kingdom if victor else owner
    capital = turn.world.centers.get(turn.world.kingdoms[taker].capital) if taker else None
    return _end(turn, group, taker, victor or capital)


def end_and_tell(turn: Turn, group: Group, victor: Group | None, owner: str = "") -> None:
    """Do the same where no account of a battle says it: the group's king and whoever takes its artifacts are told."""
    if not group.area or not is_empty(group):
        return
    area = group.area
    taken = end_beaten(turn, group, victor, owner)
    turn.tell_kingdoms("group-inactive", (group.kingdom,), group=group.id, area=area)
    for key, taker in taken:
        data = {"artifact": turn.tables.artifacts[key].name, "group": group.id, "area": area, "taker": taker}
        turn.tell_kingdoms("artifact-of-ended", sorted({group.kingdom, taker} - {""}), **data)


def _end(turn: Turn, group: Group, taker: str, holder: Holder | None) -> list[tuple[str, str]]:
    taken: list[tuple[str, str]] = []
    for key in list(group.artifacts):
        if holder is None:
            drop_artifact(turn, key, "" if taker else group.area)
        kept = holder is not None and give_artifact(turn, key, taker, holder)
        taken.append((key, taker if kept else ""))
    group.area, group.hidden, group.siege, group.ambush = "", "", None, False
    group.morale, group.attrition, group.unfed = turn.tables.value("morale.start"), 0, 0
    return taken

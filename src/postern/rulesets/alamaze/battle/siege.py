"""Sieges (190): three months in a row by the same group win a center without a storm (AC-21-15..25, ruling 55)."""

from __future__ import annotations

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.battle.stances import orders_of
from postern.rulesets.alamaze.battle.walls import center_to_attack, defense_of, end_sieges
from postern.rulesets.alamaze.group_values import change_morale, value_vs_center
from postern.rulesets.alamaze.ownership import change_owner
from postern.rulesets.alamaze.turn import Doing, Handlers, Turn
from postern.rulesets.alamaze.world import Center, Group, Siege, World

SIEGE = 190


def besieger(world: World, area: str) -> Group | None:
    """The group that besieges the center in an area."""
    return next((one for one in world.groups.values() if one.siege and one.siege.area == area), None)


def lapse(turn: Turn) -> None:
    """Before this turn's sieges: those that are not ordered again are over (AC-21-16)."""
    for _, group in sorted(turn.world.groups.items()):
        if group.siege is not None and not orders_of(turn, group.id, (SIEGE,)):
            _broken(turn, group, "given up")


def leave(turn: Turn) -> None:
    """A group that moved, or that is no more, besieges nothing (AC-21-22)."""
    moved = turn.state(Activity).moved
    for _, group in sorted(turn.world.groups.items()):
        if group.siege is not None and (group.id in moved or group.area != group.siege.area or not group.brigades):
            _broken(turn, group, "marched away")


def besiege(doing: Doing) -> bool:
    """190: one more month. It holds while the value of the group against centers, as reported, is above the defense."""
    group = doing.own_group()
    if group is None:
        return False
    center = center_to_attack(doing, group)
    if center is None or not _may_besiege(doing, group, center):
        _stop(doing, group)
        return False
    value, defense = value_vs_center(doing.world, group), defense_of(doing.world, center)
    if value <= defense:
        _stop(doing, group)
        why = f"{group.id} has a value of {value:,} against centers; the siege of {center.name} needs more than {defense:,}."
        return doing.unsure(why)
    going_on = group.siege is not None and group.siege.area == center.area
    months = group.siege.turns + 1 if group.siege is not None and going_on else 1
    doing.turn.state(Activity).acted_at_center.add(group.id)
    group.ambush, group.hidden = False, ""
    if months >= doing.tables.whole("siege.turns"):
        _falls(doing, group, center)
        return doing.done(f"{center.area} taken by siege")
    group.siege = Siege(center.area, months)
    others = (center.owner,) if center.owner else ()
    data = {"area": center.area, "name": center.name, "owner": center.owner, "month": months, "by": doing.code}
    doing.tell("siege", *others, group=group.id, **data)
    return doing.done(f"{center.area} besieged, month {months}")


def _may_besiege(doing: Doing, group: Group, center: Center) -> bool:
    """One group of a kingdom may lay siege, and one a center (AC-21-19)."""
    if group.id in doing.turn.state(Activity).acted_at_center:
        return doing.fail(f"{group.id} has acted against a center this turn.")
    other = besieger(doing.world, center.area)
    if other is not None and other is not group:
        return doing.unsure(f"{other.id} already besieges {center.name}; one group may besiege a center.")
    own = next((one for one in doing.world.groups_of(doing.code) if one.siege and one is not group), None)
    if own is not None and own.siege is not None:
        return doing.fail(f"{own.id} already besieges {own.siege.area}; one group of a kingdom may lay siege.")
    return True


def _falls(doing: Doing, group: Group, center: Center) -> None:
    """The center is taken unharmed; this month's production goes to its new owner (AC-21-25)."""
    owner = center.owner
    end_sieges(doing.turn, center.area)
    others = (owner,) if owner else ()
    data = {"area": center.area, "name": center.name, "owner": owner, "by": doing.code}
    doing.tell("siege-won", *others, group=group.id, **data)
    change_owner(doing.turn, center, doing.code, "siege")
    change_morale(doing.world, group, doing.tables.value(f"morale.conquest_{center.type.lower()}"))


def _stop(doing: Doing, group: Group) -> None:
    if group.siege is not None:
        _broken(doing.turn, group, "failed")


def _broken(turn: Turn, group: Group, why: str) -> None:
    """A siege is over without success; both sides hear of it (AC-21-18)."""
    if group.siege is None:
        return
    center = turn.world.centers.get(group.siege.area)
    if center is not None:
        both = [one for one in (group.kingdom, center.owner) if one]
        data = {"area": center.area, "name": center.name, "by": group.kingdom, "why": why}
        turn.tell_kingdoms("siege-broken", both, group=group.id, **data)
    group.siege = None


HANDLERS: Handlers = {SIEGE: besiege}

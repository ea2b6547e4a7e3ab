"""Groups that stay where they are: ambush and rest, orders 730 and 745 (rulings 7 and 29)."""

from __future__ import annotations

from postern.rulesets.alamaze.activity import Activity
from postern.rulesets.alamaze.group_values import change_morale
from postern.rulesets.alamaze.movement.travel import Marches, may_move
from postern.rulesets.alamaze.regions import allied
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Group

_KEEPS = (225, 230)
"""Orders to a group's quartermaster: a group without food or pay finds no rest."""
_QUIET = (701, 742)
"""Figures come and go without a sound: an ambush is not disturbed."""


def ambush(doing: Doing) -> bool:
    """730: a small group that has done nothing else this turn hides, until it does something."""
    group = doing.own_group()
    if group is None or not may_move(doing, group) or not _idle(doing, group, besides=_QUIET):
        return False
    most = doing.tables.whole("ambush.brigades")
    if group.size > most:
        return doing.fail(f"{group.id} has {group.size} brigades; at most {most} can hide.")
    group.ambush = True
    doing.turn.state(Marches).ordered[group.id] = doing.order.number
    doing.tell("ambush", group=group.id, area=group.area)
    return doing.done("hidden")


def rest(doing: Doing) -> bool:
    """745: in an own town or city the morale of a group that does nothing else rises, if no group of others is there."""
    group, world, tables = doing.own_group(), doing.world, doing.tables
    if group is None or not may_move(doing, group):
        return False
    center = world.centers.get(group.area)
    gain = tables.value(f"rest.{center.type.lower()}") if center is not None else 0
    if center is None or center.destroyed or center.owner != doing.code or not gain:
        return doing.fail(f"{group.id} is at no town or city of ours.", "A group rests in the area of one.")
    if not _idle(doing, group, also=_KEEPS):
        return False
    if group.unfed or group.id in doing.turn.state(Activity).unpaid:
        return doing.fail(f"{group.id} was not fed and paid this turn.")
    for other in world.groups_at(group.area):
        if not allied(world, doing.code, other.kingdom):
            return doing.unsure(f"A group that is not allied stands in {group.area}; {group.id} finds no rest.")
    before = group.morale
    change_morale(world, group, gain, tables.value("rest.highest"))
    doing.turn.state(Marches).ordered[group.id] = doing.order.number
    doing.tell("rested", group=group.id, area=group.area, morale=f"{group.morale:g}")
    return doing.done(f"morale {before:g} to {group.morale:g}")


def _idle(doing: Doing, group: Group, also: tuple[int, ...] = (), besides: tuple[int, ...] = ()) -> bool:
    """False after a failure if a group has or had anything else to do in this turn: what groups do, and what ``also`` names,
    but not ``besides``. Movement orders are told apart by ``may_move``."""
    activity, turn = doing.turn.state(Activity), doing.turn
    if group.id in activity.fights or group.id in activity.retreated:
        return doing.fail(f"{group.id} was in a battle this turn.")
    if group.id in activity.moved | activity.transferred | activity.defended | activity.acted_at_center:
        return doing.fail(f"{group.id} has done something else this turn.")
    for number, some in sorted(turn.by_number.items()):
        row = doing.tables.orders.get(number)
        works = row is not None and row.performer == "group" and row.sole_action != "move" and number not in besides
        for issued in some:
            same = issued.seat == doing.issued.seat and group.id in (issued.order.group, issued.order.into)
            if same and (works or number in also):
                return doing.fail(f"{group.id} also has {number}; it can do nothing else in the turn.")
    return True


HANDLERS: Handlers = {730: ambush, 745: rest}

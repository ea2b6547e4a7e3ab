"""Recruits and their training (AC-17, ruling 54)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from postern.rulesets.alamaze.ownership import change_owner
from postern.rulesets.alamaze.sea.power import room_at
from postern.rulesets.alamaze.treasury import pay
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Center, Group

RECRUIT, TRAIN = 560, 550


@dataclass
class Recruited:
    """How many brigades each center gave in this turn (AC-17-10)."""

    brigades: Counter[str] = field(default_factory=Counter)


def recruit(doing: Doing) -> bool:
    """560: one brigade of Recruits, from a town or city of ours (AC-17-03..10)."""
    tables = doing.tables
    group = doing.own_group(active=False)
    center = _recruiting_center(doing, group) if group is not None else None
    if group is None or center is None:
        return False
    kind = tables.brigade_of_order(RECRUIT)
    least = tables.whole("recruit.census_floor")
    if center.census - tables.whole("recruit.census") < least:
        return doing.fail(f"{center.name} has {center.census:,} people; {least:,} have to stay.")
    if kind not in group.brigades and len(group.brigades) >= tables.whole("group.brigade_types"):
        return doing.fail(f"{group.id} has {len(group.brigades)} kinds of brigades, the most there may be.")
    if room_at(doing.world, doing.code, center.area) == 0:
        return doing.fail(f"There is no ship for one more brigade at {center.name}.")
    taken = doing.turn.state(Recruited).brigades
    rebels = taken[center.area] >= tables.whole("recruit.unharmed")
    if rebels and center.area == doing.kingdom.capital:
        why = f"A third brigade from {center.name} would make it rebel, which a capital does not do."
        return doing.fail(why, "Two are the most of a capital in a turn.")
    gold, food = tables.whole("recruit.gold"), tables.whole("recruit.food")
    if not pay(doing, gold, food):
        return False
    group.area = center.area
    group.brigades[kind] = group.brigades.get(kind, 0) + 1
    center.census -= tables.whole("recruit.census")
    center.food -= tables.whole("recruit.production")
    center.gold = max(center.gold - tables.whole("recruit.production"), 0)
    taken[center.area] += 1
    if rebels:
        doing.note(f"It is the third brigade of {center.name} in this turn: the center rebels and is neutral.")
        change_owner(doing.turn, center, "", "revolt")
    return doing.done(f"one brigade of {tables.brigades[kind].name} for {group.id}", gold, food)


def _recruiting_center(doing: Doing, group: Group) -> Center | None:
    """The own town or city where a group recruits: where it stands, an inactive one at the capital (AC-17-04, AC-17-13)."""
    area = group.area or doing.kingdom.capital
    center = doing.world.centers.get(area)
    fitting = [one.area for one in doing.world.centers_of(doing.code) if one.type != "Village"]
    remedy = f"Recruits come from a town or city of ours: {', '.join(fitting)}." if fitting else "We have no town or city."
    if center is None or center.owner != doing.code:
        doing.fail(f"{group.id} stands in {area}, where we have no center.", remedy)
        return None
    if center.type == "Village":
        doing.fail(f"{group.id} stands at a village ({area}).", remedy)
        return None
    return center


def train(doing: Doing) -> bool:
    """550: Recruits of a group in a center of ours become Veterans (AC-17-12)."""
    tables, group = doing.tables, doing.own_group()
    if group is None:
        return False
    center = doing.world.centers.get(group.area)
    if center is None or center.owner != doing.code:
        return doing.fail(f"{group.id} is in no center of ours ({group.area}).", "Training needs one.")
    raw, trained = tables.brigade_of_order(RECRUIT), tables.brigade_of_order(TRAIN)
    there = group.brigades.get(raw, 0)
    if not there:
        return doing.fail(f"{group.id} has no {tables.brigades[raw].name}.")
    number = there if doing.order.quantity is None else min(doing.order.quantity, there)
    if doing.order.quantity == 0:
        return doing.fail("None would be trained.", f"{group.id} has {there}.", f"550 {group.id} {there}")
    if trained not in group.brigades and number < there and len(group.brigades) >= tables.whole("group.brigade_types"):
        return doing.fail(f"{group.id} has {len(group.brigades)} kinds of brigades, the most there may be.", "Train all.")
    gold, food = number * tables.whole("train.gold"), number * tables.whole("train.food")
    if not pay(doing, gold, food):
        return False
    group.brigades[raw] -= number
    if not group.brigades[raw]:
        del group.brigades[raw]
    group.brigades[trained] = group.brigades.get(trained, 0) + number
    return doing.done(f"{number} trained", gold, food)


HANDLERS: Handlers = {RECRUIT: recruit, TRAIN: train}

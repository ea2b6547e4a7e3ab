"""Groups that get no food (225) or no gold (230) this turn, or dissolve a brigade (235; AC-04-11, AC-06-95)."""

from __future__ import annotations

from postern.rulesets.alamaze.economy.consumption import Rations, dissolve
from postern.rulesets.alamaze.turn import Doing, Handlers


def do_not_feed(doing: Doing) -> bool:
    """225: the group has to go hungry this turn (AC-04-11, AC-06-89)."""
    group = doing.own_group()
    if group is None:
        return False
    doing.turn.state(Rations).no_food.add(group.id)
    return doing.done(f"{group.id} is not fed")


def do_not_pay(doing: Doing) -> bool:
    """230: the group is not paid this turn (AC-04-11, AC-06-90)."""
    group = doing.own_group()
    if group is None:
        return False
    doing.turn.state(Rations).no_gold.add(group.id)
    return doing.done(f"{group.id} is not paid")


def reorganize(doing: Doing) -> bool:
    """235: one brigade is dissolved, and its men fill the gaps of the others (AC-06-95)."""
    group, order = doing.own_group(), doing.order
    if group is None:
        return False
    if order.brigade not in group.brigades:
        kinds = " ".join(group.brigades) or "none"
        return doing.fail(f"{group.id} has no brigade {order.brigade}.", f"It has {kinds}.")
    if group.size < 2:
        return doing.fail(f"{group.id} has only one brigade; nothing would be left.")
    dissolve(group, order.brigade)
    return doing.done(f"attrition of {group.id} is now {group.attrition:g} percent")


HANDLERS: Handlers = {225: do_not_feed, 230: do_not_pay, 235: reorganize}

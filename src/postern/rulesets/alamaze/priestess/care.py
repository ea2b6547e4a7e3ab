"""What a High Priestess does besides divinations: she converts agents (780) and heals (793) (AC-13-08, ruling 47)."""

from __future__ import annotations

from postern.rulesets.alamaze.priestess.divination import act, price
from postern.rulesets.alamaze.treasury import pay
from postern.rulesets.alamaze.turn import Doing, Handlers


def convert(doing: Doing) -> bool:
    """780: one or two own agents become fanatics. It takes no action of theirs or of hers."""
    order, priestess = doing.order, doing.own_figure(of="priestess")
    if priestess is None or not doing.can_act(priestess):
        return False
    agents = []
    for code in (order.second_figure, order.third_figure):
        agent = doing.own_figure(code, of="agent") if code else None
        if code and agent is None:
            return False
        if agent is not None and agent.rank == "Fanatic":
            return doing.fail(f"{agent.name} is a fanatic already.")
        agents += [agent] if agent is not None else []
    gold = price(doing)
    if not pay(doing, gold):
        return False
    for agent in agents:
        agent.rank = "Fanatic"
    return doing.done(f"{' and '.join(one.name for one in agents)} converted", gold)


def heal(doing: Doing) -> bool:
    """793: attrition of an own group in her region falls."""
    priestess, group = doing.own_figure(of="priestess"), doing.own_group()
    if priestess is None or group is None:
        return False
    if doing.world.region_of(priestess.area) != doing.world.region_of(group.area):
        return doing.fail(f"{group.id} ({group.area}) is not in the region of {priestess.name} ({priestess.area}).")
    if group.unfed:
        return doing.fail(f"{group.id} goes hungry; hungry troops do not heal.")
    if not act(doing, priestess):
        return False
    group.attrition = max(round(group.attrition + doing.tables.value("heal.attrition"), 2), 0)
    priestess.deed = f"healed {group.id}"
    return doing.done(f"attrition of {group.id} is now {group.attrition:g} percent", price(doing))


HANDLERS: Handlers = {780: convert, 793: heal}

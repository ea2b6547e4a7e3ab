"""Hiring figures (510), training agents (500) and the price of training (994) (AC-12-07, AC-02-18, rulings 3, 44 and 47)."""

from __future__ import annotations

from postern.rulesets.alamaze.agents.team import send
from postern.rulesets.alamaze.effects import Asked, amount
from postern.rulesets.alamaze.influence import change_influence
from postern.rulesets.alamaze.treasury import LATE, book, pay
from postern.rulesets.alamaze.turn import Doing, Handlers
from postern.rulesets.alamaze.world import Figure


def hire(doing: Doing) -> bool:
    """510: a new figure at an own center. It can act in the same turn (AC-15-21)."""
    order, tables = doing.order, doing.tables
    row, center = tables.hire.get(order.code), doing.world.centers.get(order.area)
    if row is None:
        kinds = ", ".join(f"{code} {one.figure}" for code, one in tables.hire.items())
        return doing.fail(f"{order.code} is nobody who can be hired.", f"There are {kinds}.")
    if center is None or center.owner != doing.code:
        ours = ", ".join(one.area for one in doing.world.centers_of(doing.code)) or "none"
        return doing.fail(f"We have no center in {order.area}.", f"Ours: {ours}.", code="NOT YOURS")
    name, code = order.name.replace("_", " "), order.name[:2].upper()
    if (taken := doing.kingdom.figures.get(code)) is not None:
        return doing.fail(f"The first two letters {code} are taken by {taken.name}.", "Choose a name that starts otherwise.")
    figure = Figure(code, name, row.figure, center.area, row.level)
    most = tables.whole("priestess.maximum")
    if figure.priestess and sum(one.priestess for one in doing.kingdom.figures.values()) >= most:
        return doing.fail(f"A kingdom has at most {most} High Priestesses.")
    if not pay(doing, row.gold):
        return False
    doing.kingdom.figures[code] = figure
    change_influence(doing.turn, doing.kingdom, -row.influence_cost, "hiring")
    if figure.agent:
        _commission(doing, "agent hired")
    return doing.done(f"{name}, {row.figure}, hired", row.gold)


def train(doing: Doing) -> bool:
    """500: an agent is a level better, up to the kingdom's own limit (ruling 44)."""
    agent = doing.own_figure(of="agent")
    if agent is None:
        return False
    cap, gold = doing.tables.kingdoms[doing.code].agent_cap, doing.world.training_price
    if agent.level >= cap:
        return doing.fail(f"{agent.name} has level {agent.level}; training goes to {cap}.", "Only missions lead further.")
    if not send(doing, agent, gold):
        return False
    agent.level += 1
    agent.deed = f"trained to level {agent.level}"
    _commission(doing, "agent trained")
    return doing.done(f"{agent.name} has level {agent.level}", gold)


def _commission(doing: Doing, event: str) -> None:
    """Who earns at the agents of others gets his share."""
    for other in doing.world.seated():
        gold = int(amount(Asked(doing.world, other.code), "event_income", event))
        if gold and other.code != doing.code and not doing.turn.expected:
            book(doing.turn, other, LATE, gold=gold)
            doing.turn.tell_kingdoms("commission", (other.code,), event=event, gold=gold)


def set_price(doing: Doing) -> bool:
    """994: what training costs all kingdoms from the next turn on (ruling 44)."""
    value, wanted, now = doing.tables.agent_value, doing.order.quantity or 0, doing.world.training_price
    least, most, step = value("training_price_least"), value("training_price_most"), value("training_price_step")
    nearest = max(least, min(most, now + max(-step, min(step, wanted - now))))
    if wanted != nearest:
        why = f"The price is {now:,}; it lies between {least:,} and {most:,} and moves by at most {step:,} a turn."
        return doing.fail(why, "Did you mean:", f"994 {nearest}")
    doing.world.training_price = wanted
    doing.turn.tell_all("training-price", gold=wanted)
    return doing.done(f"training of agents costs {wanted:,}")


HANDLERS: Handlers = {500: train, 510: hire, 994: set_price}

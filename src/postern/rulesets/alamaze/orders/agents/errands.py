"""What agents do without dice, and how figures are hired and trained.

- What agents do without dice: carry artifacts (910), count ships (975) and search areas (976 to 979) (AC-12-06, ruling 42).
- Hiring figures (510), training agents (500) and the price of training (994) (AC-12-07, AC-02-18, rulings 3, 44 and 47).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from postern.game.kit.orders.digits import is_number
from postern.rulesets.alamaze.orders.agents.odds import level_of, price, ready, send
from postern.rulesets.alamaze.orders.declared import ORDERS
from postern.rulesets.alamaze.rules.effects import Asked, amount, artifact_key
from postern.rulesets.alamaze.rules.regions import change_influence
from postern.rulesets.alamaze.rules.sight import groups_found, see_center, see_fleet, see_region, see_site
from postern.rulesets.alamaze.turn import LATE, Doing, book, pay
from postern.rulesets.alamaze.world.records import Center, Figure, Group, Kingdom

Holder: TypeAlias = Group | Figure | Center


def _done(doing: Doing, agent: Figure, deed: str) -> bool:
    """The errand is run, and paid."""
    agent.deed = deed
    return doing.done(deed, price(doing.world, doing.code, agent))


@ORDERS.effect("carry_artifact")
def carry(doing: Doing) -> bool:
    """910: an own artifact from a group, a center or a figure to another. Only where it is taken has to be within reach."""
    order, world = doing.order, doing.world
    key = artifact_key(doing.tables, order.artifact)
    giver = next((one for one in _holders(doing, order.target) if key in one.artifacts), None)
    if giver is None:
        return doing.fail(f"We have no artifact {order.artifact} at {order.target}.")
    taker = next(iter(_holders(doing, order.second_target, by_code=True)), None)
    if taker is None:
        return doing.fail(f"{order.second_target} is no group, center or figure of ours.")
    agent = ready(doing, giver.area)
    if agent is None or not send(doing, agent):
        return False
    giver.artifacts.remove(key)
    taker.artifacts.append(key)
    return _done(doing, agent, f"carried {world.tables.artifacts[key].name} to {order.second_target}")


def _holders(doing: Doing, place: str, by_code: bool = False) -> list[Holder]:
    """Who of ours could hold an artifact there: a group, or in an area the center and then figures; ``by_code``: a figure by
    its code in place of those in the area."""
    if is_number(place[0]):
        group = doing.world.groups.get(place)
        return [group] if group is not None and group.kingdom == doing.code and group.area else []
    center, figures = doing.world.centers.get(place), [one for one in doing.kingdom.figures.values() if not one.held_by]
    own: list[Holder] = [center] if center is not None and center.owner == doing.code else []
    return [*own, *(one for one in figures if (one.code if by_code else one.area) == place)]


@ORDERS.effect()
def count_ships(doing: Doing, other_kingdom: Kingdom) -> str:
    """975: how many ships a kingdom has in a sea, and how good they are."""
    if not doing.turn.expected:
        doing.tell("fleet-counted", **see_fleet(doing.turn, doing.kingdom, other_kingdom, doing.order.sea))
    return f"counted the ships of {other_kingdom.code}"


@ORDERS.effect("search_areas")
def search(doing: Doing) -> bool:
    """976 to 979: centers, groups, sightings or all of it in four areas that hang together."""
    order, turn = doing.order, doing.turn
    areas = [order.area, order.second_area, order.third_area, order.fourth_area]
    least = "level_searches_all" if order.number == 979 else "level_searches"
    agent = ready(doing, *areas, least_level=doing.tables.agent_value(least))
    if agent is None:
        return False
    for place, area in enumerate(areas[1:], 1):
        before = areas[:place]
        if area in before or not any(doing.tables.grid.adjacent(area, one) for one in before):
            return doing.fail(f"{area} is not beside an earlier area of the four.", "Name four different areas that touch.")
    if not send(doing, agent):
        return False
    if not turn.expected:
        sorts = (976, 977, 978) if order.number == 979 else (order.number,)
        level = level_of(doing.world, doing.code, agent)
        found = {name: [one for area in areas for one in look(doing, area, level)] for n in sorts for name, look in [_LOOK[n]]}
        doing.tell("searched", by=agent.name, areas=areas, **found)
    return _done(doing, agent, f"searched {', '.join(areas)}")


def _centers(doing: Doing, area: str, level: int) -> list[dict[str, Any]]:
    see_region(doing.kingdom, doing.world, area)
    center = doing.world.centers.get(area)
    if center is None or center.destroyed or center.owner == doing.code:
        return []
    return [see_center(doing.turn, doing.kingdom, center)]


def _groups(doing: Doing, area: str, level: int) -> list[dict[str, Any]]:
    found, traces = groups_found(doing.turn, doing.kingdom, area, level)
    return [*found, {"area": area, "traces": True}] if traces else found


def _sites(doing: Doing, area: str, level: int) -> list[dict[str, Any]]:
    there = see_site(doing.turn, doing.kingdom, area)
    return [{"area": area, "terrain": doing.tables.areas[area].terrain}] if there else []


_LOOK: dict[int, tuple[str, Callable[[Doing, str, int], list[dict[str, Any]]]]] = {
    976: ("centers", _centers),
    977: ("groups", _groups),
    978: ("sites", _sites),
}


@ORDERS.effect()
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


@ORDERS.effect("train_agent")
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


@ORDERS.effect("set_training_price")
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

"""Agents at work: who can go where, at what price, and how they rise (AC-12-07..13, AC-19-13, rulings 42, 44 and 46)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.effects import Asked, amount
from postern.rulesets.alamaze.treasury import pay
from postern.rulesets.alamaze.turn import Doing, Turn
from postern.rulesets.alamaze.world import Figure, Kingdom, World


@dataclass
class Risen:
    """Agents that gained a level by a success in this turn, by kingdom and code: one level a turn (AC-12-15)."""

    agents: set[tuple[str, str]] = field(default_factory=set)


def level_of(world: World, code: str, agent: Figure) -> int:
    """The level that counts for a mission: his own, and what an artifact adds."""
    return int(amount(Asked(world, code, figure=agent), "level_bonus", "agent", agent.level))


def price(world: World, code: str, agent: Figure) -> int:
    """What a mission costs: 500 gold a level, but for who pays less or more (AC-12-11, ruling 44)."""
    base = world.tables.agent_value("mission_cost_gold_per_level") * agent.level
    return int(amount(Asked(world, code, figure=agent), "price", "mission", base))


def ready(doing: Doing, *areas: str, least_level: int = 0) -> Figure | None:
    """The agent of an order, if all these areas are on the map and within his reach; None after a failure."""
    agent = doing.own_figure(of="agent")
    if agent is None or not in_reach(doing, agent, *areas):
        return None
    if level_of(doing.world, doing.code, agent) < least_level:
        doing.fail(f"{agent.name} has level {agent.level}; {doing.order.number} needs level {least_level}.")
        return None
    return agent


def in_reach(doing: Doing, agent: Figure, *areas: str) -> bool:
    """True when all these areas are on the map and within reach of an agent's base (AC-19-13); False after a failure."""
    tables, most = doing.tables, doing.tables.agent_value("mission_range_areas")
    for area in areas:
        if area not in tables.areas:
            return doing.fail(f"There is no area {area}.")
        if (away := tables.grid.distance(agent.area, area)) > most:
            return doing.fail(f"{area} is {away} areas from {agent.name}'s base {agent.area}; agents go at most {most}.")
    return True


def send(doing: Doing, agent: Figure, gold: int | None = None) -> bool:
    """Takes the agent's one action of the turn, and the price of a mission or this one; False after a failure, and then
    neither is taken."""
    if not doing.sole(agent):
        return False
    if pay(doing, price(doing.world, doing.code, agent) if gold is None else gold):
        return True
    del doing.turn.sole_actions[doing.code, agent.code]
    return False


def rise(turn: Turn, kingdom: Kingdom, agent: Figure) -> None:
    """A success makes an agent better by a level, once a turn, and not for ever (AC-12-07, AC-12-15, AC-12-18, ruling 44)."""
    risen = turn.state(Risen).agents
    most = turn.tables.kingdoms[kingdom.code].agent_cap + turn.tables.agent_value("mission_levels_above_cap")
    if (kingdom.code, agent.code) in risen or agent.level >= most:
        return
    risen.add((kingdom.code, agent.code))
    agent.level += 1
    turn.tell_kingdoms("agent-rose", (kingdom.code,), figure=agent.name, level=agent.level)

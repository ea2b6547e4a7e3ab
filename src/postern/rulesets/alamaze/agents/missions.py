"""Missions of agents: one way for all of them (AC-12, rulings 42 and 43).

A mission finds its target, is paid, and the dice are thrown: for success, and after a failure for capture. What a success does
stands in ``deeds.py``. Before a turn the target is not known; then the order only takes its agent and its price.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from postern.rulesets.alamaze.agents.odds import Attacker, Odds, Target, odds, row_of
from postern.rulesets.alamaze.agents.team import price, ready, rise, send
from postern.rulesets.alamaze.effects import happens
from postern.rulesets.alamaze.figures import die, imprison
from postern.rulesets.alamaze.turn import Doing, Turn
from postern.rulesets.alamaze.world import Figure


@dataclass(frozen=True)
class Mission:
    """What a mission needs and does. ``valid`` judges the columns alone; ``find`` looks for the target, and tells a failure
    itself; ``succeed`` says in words what came of the success, or "" when it came to nothing after all."""

    name: str
    find: Callable[[Doing, Figure], Target | None]
    succeed: Callable[[Doing, Figure, Target], str]
    valid: Callable[[Doing], bool] = lambda doing: True
    least_level: str = ""
    ranged: bool = True
    """Whether column AREA has to be within reach."""


def undertake(doing: Doing, mission: Mission) -> bool:
    """Carries a mission out."""
    areas = (doing.order.area,) if mission.ranged else ()
    least = doing.tables.agent_value(mission.least_level) if mission.least_level else 0
    agent = ready(doing, *areas, least_level=least)
    if agent is None or not mission.valid(doing):
        return False
    gold = price(doing.world, doing.code, agent)
    if doing.turn.expected:
        return send(doing, agent) and doing.done(f"{agent.name} goes to work", gold)
    target = mission.find(doing, agent)
    if target is None:
        return False
    extra = row_of(doing.turn, doing.order.number, target).extra_gold
    if not send(doing, agent, gold + extra):
        return False
    result = _attempt(doing, mission, agent, target)
    agent.deed = f"{mission.name}: {result}"
    return doing.done(f"{mission.name}: {result}", gold + extra)


def _attempt(doing: Doing, mission: Mission, agent: Figure, target: Target) -> str:
    """Throws the dice; what came of it in words."""
    turn, number = doing.turn, doing.order.number
    chances = odds(turn, number, Attacker(doing.code, agent), target)
    if happens(turn, chances.success, f"success.{number}", doing.code, agent.code):
        result = mission.succeed(doing, agent, target)
        if result:
            if row_of(turn, number, target).mission != "Recon":
                rise(turn, doing.kingdom, agent)
                _endanger(turn, chances, f"{number} {doing.code} {agent.code}")
            return result
    if not happens(turn, chances.capture, f"capture.{number}", doing.code, agent.code):
        return "failed, unseen"
    return caught(doing, mission.name, agent, target, chances)


def _endanger(turn: Turn, chances: Odds, attack: str) -> None:
    """Who could not stop a mission may pay with his life (ruling 42)."""
    tables = turn.tables
    for one in chances.watch:
        kind = "fanatic" if one.agent.rank == "Fanatic" else "agent"
        worth = tables.agent_value("defender_death_base_pct")
        worth += tables.agent_value("defender_death_per_level_pct") * one.agent.level
        percent = max(tables.agent_value(f"defender_death_pct_{kind}") - worth, tables.agent_value("minimum_chance_pct"))
        if happens(turn, percent, "defender", one.post.kingdom, one.agent.code, attack):
            die(turn, turn.kingdom(one.post.kingdom), one.agent, "on watch")


def caught(doing: Doing, what: str, agent: Figure, target: Target, chances: Odds) -> str:
    """An agent is caught: he dies, gets away worse for it, or is a prisoner, and may name his king (AC-12-04, ruling 43). Who
    watched there rises. What came of it in words."""
    turn, tables = doing.turn, doing.tables
    center = turn.world.centers.get(target.area)
    captor = target.defender if target.group or center is None or center.owner in ("", doing.code) else center.owner
    sort = "fanatic" if agent.rank == "Fanatic" else "agent"
    says = tables.agent_value(f"reveal_kingdom_when_captured_pct_{sort}")
    says += tables.agent_value("reveal_under_counter_espionage_pct") if chances.under_counter_espionage else 0
    named = happens(turn, says, "names his king", doing.code, agent.code)
    fate = _fate(doing, agent, target, captor)
    heard = {one for one in (captor, target.defender) if one}
    data = {"figure": agent.name, "rank": agent.rank, "of": doing.code if named else "", "fate": fate, "mission": what}
    turn.tell_kingdoms("agent-caught", sorted(heard), area=target.area, target=target.name, **data)
    if fate == "killed":
        die(turn, doing.kingdom, agent, "caught")
    elif fate == "imprisoned":
        imprison(turn, doing.kingdom, agent, captor, known=named)
    else:
        agent.level -= tables.agent_value("levels_lost_when_captured_above_level_6")
    for one in chances.watch:
        rise(turn, turn.kingdom(one.post.kingdom), one.agent)
    return f"failed, {fate}"


def _fate(doing: Doing, agent: Figure, target: Target, captor: str) -> str:
    danger = row_of(doing.turn, doing.order.number, target).danger
    if danger is not None and target.level >= danger:
        return "killed"
    if agent.level >= doing.tables.agent_value("level_kept_when_captured"):
        return "escaped"
    return "imprisoned" if captor else "killed"

"""How a mission would go, for a kingdom that asks before the turn: by its agent and the kind of target, without any guard."""

from __future__ import annotations

from postern.rulesets.alamaze.agents.deeds import MISSIONS
from postern.rulesets.alamaze.agents.odds import Attacker, Target, odds
from postern.rulesets.alamaze.agents.targets import THINGS
from postern.rulesets.alamaze.orders.command import Command
from postern.rulesets.alamaze.outlook import Outlook, outlook
from postern.rulesets.alamaze.turn import Turn
from postern.rulesets.alamaze.world import Figure

_LABELS = {935: "Seapower", 950: "Any figure", 970: "Any map area", 971: "Trail group"}
_FOR_GOODS = (930, 965)


def mission_outlook(turn: Turn, code: str, agent: Figure, order: Command) -> Outlook | None:
    """The outlook of a mission's success where nobody stands on the watch. None for an order that is no mission, and where it
    hangs on what is not known: the rank of a figure, who has an artifact."""
    label = _LABELS.get(order.number) or (THINGS.get(order.code, "") if order.number in _FOR_GOODS else "")
    if order.number not in MISSIONS or (order.number, label) not in turn.tables.agent_actions:
        return None
    target = Target(label, order.area, order.area)
    return outlook(odds(turn, order.number, Attacker(code, agent), target).success)


def is_mission(order: Command) -> bool:
    """True for an order by which an agent goes to work on others."""
    return order.number in MISSIONS

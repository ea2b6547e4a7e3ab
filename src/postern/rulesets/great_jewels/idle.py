"""What nobody mentioned: leaders without orders, wealth that lies idle, the vote of turn 1."""

from __future__ import annotations

import re

from postern.game.kit.telling import counted
from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.geography import hex_of
from postern.rulesets.great_jewels.orders.model import (
    BuildEngines,
    EndVote,
    GiveTalisman,
    QJOrder,
    Spell,
    Transfer,
    UseTalisman,
)
from postern.rulesets.great_jewels.tryout import Trial
from postern.rulesets.great_jewels.turn import EXCLUSIVE_TALISMANS
from postern.rulesets.great_jewels.view import View
from postern.rulesets.great_jewels.wording import spoken
from postern.rulesets.great_jewels.world import People

WORTH_MENTIONING = 20
"""Zorans in a province from which an idle treasury is named: four citadel points."""
MOST_NAMED = 12
_RESTS = re.compile(r"L[0-9]{1,9} stays where it is")
"""What reading says of a leader whom the player told to stay."""


def idle_phrases(view: View, sheet: OrderSheet, trial: Trial) -> tuple[str, ...]:
    """Short phrases for the validation letter: idle leaders, then unspent wealth, then the vote if it is missing."""
    given = [order.data for order in sheet.orders]
    resting = {int(problem.why[1:].split()[0]) for problem in sheet.problems if _RESTS.match(problem.why)}
    phrases = _idle_leaders(view, given, resting) + _unspent(view, trial)
    if view.turn == 1 and not view.player.end_vote and not any(isinstance(order, EndVote) for order in given):
        phrases.append("the turn on which you would like the game to end (E=20 to E=30; 25 if you name none)")
    return tuple(phrases)


def _idle_leaders(view: View, orders: list[QJOrder], resting: set[int]) -> list[str]:
    mentioned = resting | {force.leader for order in orders if (force := order.giver) is not None}
    for order in orders:
        if isinstance(order, Transfer | GiveTalisman | BuildEngines | Spell) and order.leader:
            mentioned.add(order.leader)
        if isinstance(order, UseTalisman) and order.talisman in EXCLUSIVE_TALISMANS and order.talisman in view.talismans:
            mentioned.add(view.talismans[order.talisman].leader)
    idle = sorted(
        (one for one in view.leaders.values() if one.number not in mentioned),
        key=lambda one: (hex_of(one.province), one.number),
    )
    phrases = []
    for leader in idle[:MOST_NAMED]:
        load = [counted(leader.troops, "troop")]
        for amount, noun in ((leader.zorans, "zoran"), (leader.rams, "ram"), (leader.towers, "siege tower")):
            if amount:
                load.append(counted(amount, noun))
        phrases.append(f"L{leader.number} in {spoken(leader.province)} ({', '.join(load)})")
    if len(idle) > MOST_NAMED:
        phrases.append(counted(len(idle) - MOST_NAMED, "more leader"))
    return phrases


def _unspent(view: View, trial: Trial) -> list[str]:
    """Treasuries that these orders leave lying; a Rilris hoards on purpose, and autobuild will see to its own."""
    if view.people is People.RILRIS:
        return []
    rich = []
    for name, province in view.provinces.items():
        left = trial.expected.done.get(name, 0)
        if left >= WORTH_MENTIONING and not province.besieged and not province.autobuild:
            rich.append((left, name))
    rich.sort(key=lambda one: (-one[0], hex_of(one[1])))
    phrases = [f"{zorans} zorans unspent in {spoken(name)}" for zorans, name in rich[:MOST_NAMED]]
    if len(rich) > MOST_NAMED:
        more = counted(len(rich) - MOST_NAMED, "more treasury", "more treasuries")
        phrases.append(f"{more} of {WORTH_MENTIONING} zorans or more")
    return phrases

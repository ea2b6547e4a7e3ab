"""Policies that change by themselves (CF-5.4-04)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn import Turn


def declare_enemy(turn: Turn, victim: str, aggressor: str) -> None:
    """A nation that is attacked, or whose land or walls are taken or broken, holds the aggressor as enemy from now on
    (CF-5.4-04). Within a faction the policy goes back to neutral (rulings: which policy counts)."""
    world, tables = turn.world, turn.tables
    if victim not in world.nations or victim == aggressor or world.policy(victim, aggressor) == "enemy":
        return
    same = tables.nations[victim].faction and tables.nations[victim].faction == tables.nations[aggressor].faction
    world.nations[victim].policies[aggressor] = "neutral" if same else "enemy"
    if not same:
        turn.tell("declared enemy", turn.seat_of(victim), nation=aggressor)

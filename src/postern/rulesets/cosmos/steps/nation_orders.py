"""Part 2 of the turn: orders to nations, by the numbers of the nations, each list as it is written (CF-4-03, ruling 2.1)."""

from __future__ import annotations

from typing import cast

from postern.rulesets.cosmos.turn import NationOrder, Turn


def carry_out(turn: Turn) -> None:
    """Carries out all orders to nations. They take no time (CF-4.4-01)."""
    for code, issued in turn.nation_orders:
        if turn.takes_up(issued) and cast(NationOrder, issued.order.order).carry_out(turn, turn.world.nations[code], issued):
            turn.carried_out(issued)

"""Food and gold of a kingdom: every change has its heading in the ledger of the turn (AC-14, ruling 53)."""

from __future__ import annotations

from dataclasses import dataclass, field

from postern.rulesets.alamaze.turn import UNSURE, Doing, Turn
from postern.rulesets.alamaze.world import Kingdom

PRODUCTION, TRADE, CONSUMPTION, ORDERS, LATE, SPOILAGE = (
    "production",
    "trade",
    "consumption",
    "orders",
    "late",
    "spoilage",
)
"""Headings of the ledger, in the order of the report (ruling 70)."""


@dataclass
class Ledgers:
    """The ledgers of a turn: for each kingdom and heading the change of food and of gold."""

    lines: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)


@dataclass
class Hanging:
    """Before the turn: how much of our own gold and food is there only if partners of trades do their part."""

    gold: int = 0
    food: int = 0


def book(turn: Turn, kingdom: Kingdom, heading: str, food: int = 0, gold: int = 0) -> None:
    """Changes what a kingdom has, under a heading. Raises ValueError where it would have less than nothing."""
    if kingdom.food + food < 0 or kingdom.gold + gold < 0:
        raise ValueError(f"{kingdom.code} has {kingdom.food} food and {kingdom.gold} gold; {heading} takes {food} and {gold}")
    kingdom.food += food
    kingdom.gold += gold
    lines = turn.state(Ledgers).lines
    had_food, had_gold = lines.get((kingdom.code, heading), (0, 0))
    lines[kingdom.code, heading] = (had_food + food, had_gold + gold)


def pay(doing: Doing, gold: int = 0, food: int = 0, heading: str = ORDERS) -> bool:
    """Pays for an order from what is there when it runs; False after a failure, and then nothing is paid (rulings 4, 53)."""
    kingdom = doing.kingdom
    if kingdom.gold < gold:
        return doing.fail(f"It costs {gold:,} gold; there are {kingdom.gold:,} when it runs.", code="NO MEANS")
    if kingdom.food < food:
        return doing.fail(f"It costs {food:,} food; there are {kingdom.food:,} when it runs.", code="NO MEANS")
    hanging = doing.turn.state(Hanging)
    for what, have, part, price in (("gold", kingdom.gold, hanging.gold, gold), ("food", kingdom.food, hanging.food, food)):
        if doing.turn.expected and have - part < price:
            why = f"It costs {price:,} {what}; without what trades with others bring there are {max(have - part, 0):,}."
            doing.turn.note(doing.issued, UNSURE, why, "It fails if the partner does not do his part.")
    book(doing.turn, kingdom, heading, -food, -gold)
    return True

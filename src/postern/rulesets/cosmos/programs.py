"""Programs: how new orders join those still pending, and how they are broken off, cleared, inserted and embedded (CF-21.2)."""

from __future__ import annotations

from collections.abc import Sequence

from postern.game.kit.sheets import Given
from postern.rulesets.cosmos.orders.grammar import order_of
from postern.rulesets.cosmos.orders.programs import Break, Clear, Embed, Insert
from postern.rulesets.cosmos.turn import Actor, CosmosOrder, Doing, Turn
from postern.rulesets.cosmos.world import Pending


def pending_of(given: Given) -> Pending:
    """An order of a letter as it stands in a program."""
    return Pending(given.code, [pending_of(one) for one in given.inner])


def append(turn: Turn, actor: Actor, orders: Sequence[Pending]) -> None:
    """Adds orders to a program. Those that change programs act at once (CF-21.2-01, gaps 1.6)."""
    for pending in orders:
        change(turn, actor, actor.program, pending)


def change(turn: Turn, actor: Actor | None, program: list[Pending], pending: Pending) -> None:
    """Adds one order to a list of orders, or lets it change the list. ``actor`` is whose program the list is, None for a
    block."""
    order = order_of(pending.text)
    if isinstance(order, Break | Clear):
        first, last = order.span(program)
        gone = program[first:last]
        program[first:last] = []
        for one in gone:
            if one.begun and actor is not None:
                _interrupt(turn, actor, one)
    elif isinstance(order, Insert):
        place = order.place(program)
        for one in reversed(pending.inner):
            program.insert(place, one)
    elif isinstance(order, Embed):
        place = order.place(program)
        if 0 <= place < len(program):
            for one in pending.inner:
                change(turn, None, program[place].inner, one)
    else:
        program.append(pending)


def _interrupt(turn: Turn, actor: Actor, pending: Pending) -> None:
    order = order_of(pending.text)
    if isinstance(order, CosmosOrder):
        order.interrupted(Doing(turn, actor, pending, order))

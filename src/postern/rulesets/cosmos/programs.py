"""Programs: how new orders join those still pending, and how they are broken off, cleared, inserted and embedded (CF-21.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from postern.game.kit.sheets import Given
from postern.rulesets.cosmos.orders.grammar import block_of, order_of
from postern.rulesets.cosmos.orders.programs import Break, Clear, Embed, Insert
from postern.rulesets.cosmos.turn import Actor, Turn
from postern.rulesets.cosmos.world import Pending, World

Fail = Callable[[Pending, str], None]
"""Tells that an order which changes a program cannot do so, and why."""


def pending_of(given: Given, source: Callable[[Given], int] = lambda given: 0) -> Pending:
    """An order of a letter as it stands in a program; ``source`` numbers it and each order of its block."""
    number = source(given)
    return Pending(given.code, [pending_of(one, source) for one in given.inner], source=number)


def append(turn: Turn, actor: Actor, orders: Sequence[Pending]) -> None:
    """Adds orders to a program. Those that change programs act at once (CF-21.2-01, ruling 1.6)."""

    def fail(pending: Pending, why: str) -> None:
        turn.refuse(actor, pending, "NOT POSSIBLE", why)

    for pending in orders:
        for gone in change(actor.program, pending, fail):
            turn.settle(actor, gone)


def change(program: list[Pending], pending: Pending, fail: Fail) -> list[Pending]:
    """Adds one order to a list of orders, or lets it change the list. Gives the orders that are gone."""
    order = order_of(pending.text)
    if isinstance(order, Break | Clear):
        first, last = order.span(program)
        gone = program[first:last]
        program[first:last] = []
        return gone
    if isinstance(order, Insert):
        block: list[Pending] = []
        for one in pending.inner:
            change(block, one, fail)
        place = order.place(program)
        program[place:place] = block
    elif isinstance(order, Embed):
        target = order.place(program)
        if target is None or not block_of(program[target].text):
            fail(pending, "There is no such pending order which takes orders in a block.")
            return []
        for one in pending.inner:
            change(program[target].inner, one, fail)
    else:
        program.append(pending)
    return []


def every(program: Sequence[Pending]) -> Iterator[Pending]:
    """All orders of a program, those in blocks too."""
    for one in program:
        yield one
        yield from every(one.inner)


def forget_sources(world: World) -> None:
    """At the end of a turn: what pends is no longer of this turn's letters."""
    programs = [one.program for one in world.units.values()] + [one.program for one in world.locations.values()]
    for program in programs:
        for one in every(program):
            one.source = 0

"""Programs: how new orders join those still pending, how they are broken off, cleared, inserted and embedded (CF-21.2), and
how units and locations carry them out in each phase, in the order of priority and initiative (ruling 2.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import TypeVar, cast

from postern.game.kit.orders.sheets import Given
from postern.rulesets.cosmos.orders.families.programs import Break, Clear, Embed, Insert
from postern.rulesets.cosmos.orders.grammar import block_of, naming_orders, order_of, position_orders
from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing
from postern.rulesets.cosmos.rules.battle.start import initiative
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.turn import Actor, Turn
from postern.rulesets.cosmos.world.records import Pending, Unit, World
from postern.rulesets.cosmos.world.strength import type_of

AnyOrder = TypeVar("AnyOrder", Given, Pending)
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


def every(orders: Iterable[AnyOrder]) -> Iterator[AnyOrder]:
    """All orders of a letter or a program, those in blocks too."""
    for one in orders:
        yield one
        yield from every(one.inner)


def forget_sources(world: World) -> None:
    """At the end of a turn: what pends is no longer of this turn's letters."""
    programs = [one.program for one in world.units.values()] + [one.program for one in world.locations.values()]
    for program in programs:
        for one in every(program):
            one.source = 0


MOST_AT_ONCE = 50
"""Orders without time that one unit or location executes in a phase; what is left waits for the next (ruling 1.3)."""
_Rank = tuple[int, int, int]


def run_actions(turn: Turn) -> None:
    """Lets everybody act in this phase."""
    _Phase(turn).run()


def next_doing(turn: Turn, actor: Actor) -> Doing | None:
    """The next step of a program; None when there is nothing to do. A step that broke the turn fails and is dropped."""
    while actor.program:
        pending = actor.program[0]
        if turn.takes_up_step(actor, pending):
            return _Step(turn, actor, pending, cast(CosmosOrder, order_of(pending.text)))
        actor.program[:] = [one for one in actor.program if one is not pending]
    return None


class _Step(Doing):
    """A step of a program that is carried out here."""

    def hand_over(self, to: Actor) -> None:
        append(self.turn, to, self.pending.inner)
        self.turn.ordered.append(to)

    def begin_program(self, unit: Unit) -> None:
        run_meta_orders(self.turn, unit)


def drop(actor: Actor, doing: Doing) -> None:
    """Takes a step out of its program, wherever it stands by now."""
    actor.program[:] = [one for one in actor.program if one is not doing.pending]


def with_numbers(doing: Doing) -> Doing:
    """The step with numbers for its aliases, from when its execution first begins (CF-21.6-05); 0 for one that stands for
    nothing (CF-21.6-06)."""
    text = doing.pending.text
    if doing.pending.begun or "$" not in text:
        return doing
    words = text.split(" ")
    for place in range(1, len(words) - (doing.order.name in naming_orders())):
        word = words[place]
        direct = doing.order.name in position_orders() and word.endswith("d") and not doing.number(word)
        if word.startswith("$"):
            words[place] = f"{doing.number(word[:-1])}d" if direct else str(doing.number(word))
    doing.pending.text = " ".join(words)
    return replace(doing, order=cast(CosmosOrder, order_of(doing.pending.text)))


def barred(doing: Doing) -> str:
    """Why a unit of this kind cannot carry out such an order; "" when it can (CF-3.1-18, CF-21.4-04, CF-20.3). Beasts that
    nobody plays go where they like (ruling 15.8)."""
    actor, traits = doing.actor, TRAITS[doing.order.name]
    if not isinstance(actor, Unit):
        return ""
    kind = type_of(doing.turn.tables, actor)
    if kind.able("stupid") and not traits.stupid and doing.turn.tables.nations[actor.owner].played:
        return f"{kind.name} are too stupid for {traits.name}."
    if traits.questing == "no" and actor.questing:
        return f"{traits.name} is not possible in questing mode."
    if traits.questing == "only" and not actor.questing:
        return f"{traits.name} is possible in questing mode alone."
    return ""


def begin(doing: Doing) -> bool:
    """Begins a step: it is checked and paid for. False when it failed and is out of the program."""
    stage = doing.turn.stage_of(doing.actor, doing.pending)
    if why := barred(doing):
        doing.fail(why)
    phases = None if why else doing.order.begin(doing)
    if phases is None:
        doing.turn.stage_ends(doing.actor, doing.pending, failed=True)
        drop(doing.actor, doing)
        return False
    doing.pending.begun, doing.pending.left = True, phases
    stage.text = doing.pending.text
    return True


def complete(doing: Doing) -> bool:
    """Lets a step take effect. False when it was prevented: it is tried again in the next phase."""
    if not doing.order.effect(doing):
        return False
    doing.turn.stage_ends(doing.actor, doing.pending)
    drop(doing.actor, doing)
    return True


def run_meta_orders(turn: Turn, unit: Unit) -> None:
    """A new unit carries out at once the meta orders with which its program begins (CF-4.3-02, CF-7.1-08)."""
    for _ in range(MOST_AT_ONCE):
        doing = next_doing(turn, unit)
        if doing is None or not TRAITS[doing.order.name].meta:
            return
        doing = with_numbers(doing)
        if doing.order.waits(doing):
            return
        if begin(doing):
            complete(doing)


def _busy(doing: Doing) -> set[int]:
    """Who does something: the whole force, or the actor alone while the others are idle (CF-8-03, CF-8-04)."""
    if TRAITS[doing.order.name].force and isinstance(doing.actor, Unit):
        return {one.id for one in doing.force}
    return {doing.actor.id}


class _Phase:
    """Who is ready to act, who sleeps until a condition holds, and in which order they come."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.queue: list[tuple[_Rank, int]] = []
        self.ready: set[int] = set()
        self.sleepers: list[Actor] = []
        self.spent: set[int] = set()
        self.used: dict[int, int] = {}
        self.place: dict[int, tuple[int, int]] = {}

    def run(self) -> None:
        """Lets everybody act in this phase."""
        world = self.turn.world
        lots = self.turn.chance_of("locations").shuffled(sorted(world.locations))
        self.place = {number: (0, place) for place, number in enumerate(lots)}  # before units, by lot (CF-4.2-18)
        self.turn.ordered.clear()
        for location in world.locations.values():
            self.push(location)
        for unit in world.units.values():
            self.push(unit)
        while self.queue:
            rank, number = heappop(self.queue)
            self.ready.discard(number)
            found = self.actor(number)
            doing = next_doing(self.turn, found) if found else None
            if doing is None:
                continue
            if rank != self.rank(doing):  # what others did has changed what this order is
                self.push(doing.actor)
                continue
            doing = with_numbers(doing)
            if doing.order.waits(doing):
                self.sleepers.append(doing.actor)
                self.turn.stage_of(doing.actor, doing.pending)
                continue
            self.used[number] = self.used.get(number, 0) + 1
            took_time = self.execute(doing)
            if took_time:
                self.spent.add(number)
            else:
                self.push(doing.actor)
            self.wake(took_time)
            self.join_in()

    def actor(self, number: int) -> Actor | None:
        """A location, or a unit on the map that leads itself, as long as it is there."""
        unit = self.turn.world.units.get(number)
        if unit is not None:
            return unit if unit.position and not unit.leader else None
        return self.turn.world.locations.get(number)

    def rank(self, doing: Doing) -> _Rank:
        """Where a step comes in the phase: by priority, then by initiative, then by number (CF-4-15)."""
        actor = doing.actor
        if actor.id not in self.place:
            self.place[actor.id] = (1, -initiative(self.turn, actor)) if isinstance(actor, Unit) else (0, len(self.place))
        delayed = doing.pending.begun and not doing.pending.left
        return (2 if delayed else doing.order.priority(doing), *self.place[actor.id])

    def push(self, actor: Actor) -> None:
        """Makes an actor ready for its next step, unless it has done all that fits into one phase."""
        number = actor.id
        if not actor.program or number in self.ready or number in self.spent or self.actor(number) is not actor:
            return
        doing = next_doing(self.turn, actor)
        if doing is not None and self.used.get(number, 0) < MOST_AT_ONCE:
            self.ready.add(number)
            heappush(self.queue, (self.rank(doing), number))

    def execute(self, doing: Doing) -> bool:
        """One step. True when it took the time of this phase."""
        pending, turn = doing.pending, self.turn
        turn.acted.update(_busy(doing))
        turn.stage_of(doing.actor, doing.pending)
        if not pending.begun and not begin(doing):
            return False
        if not pending.left:
            return not complete(doing)
        if not doing.order.each_phase(doing):
            turn.stage_ends(doing.actor, doing.pending, failed=True)
            drop(doing.actor, doing)
            return True
        pending.left -= 1
        if not pending.left:
            complete(doing)
        return True

    def wake(self, took_time: bool) -> None:
        """Looks whether what has just been done fulfils a condition for which somebody waits (CF-4-16, CF-4-17)."""
        for actor in list(self.sleepers):
            doing = next_doing(self.turn, actor) if self.actor(actor.id) is actor else None
            if doing is not None and doing.order.waits(doing):
                continue
            self.sleepers.remove(actor)
            if doing is None:
                continue
            self.used[actor.id] = self.used.get(actor.id, 0) + 1
            complete(doing)
            if took_time:
                self.spent.add(actor.id)
            else:
                self.push(actor)

    def join_in(self) -> None:
        """Whoever waited without orders and has got some now acts in this phase, too."""
        for actor in self.turn.ordered:
            if all(actor is not one for one in self.sleepers):
                self.push(actor)
        self.turn.ordered.clear()

"""One phase of actions: units and locations carry out their programs in the order of priority and initiative (gaps 2.2)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import cast

from postern.rulesets.cosmos.orders.grammar import order_of
from postern.rulesets.cosmos.places import terrain_at
from postern.rulesets.cosmos.strength import efficiency, force_of, type_of
from postern.rulesets.cosmos.turn import TRAITS, Actor, CosmosOrder, Doing, Turn
from postern.rulesets.cosmos.world import Unit

MOST_AT_ONCE = 50
"""Orders without time that one unit or location executes in a phase; what is left waits for the next (gaps 1.3)."""
WAITING = 1
_FAMILIARITY = {"n": 3, "f": 2, "u": 1, "a": 0}
_Rank = tuple[int, int, int]


def run_actions(turn: Turn) -> None:
    """Lets everybody act in this phase."""
    _Phase(turn).run()


def next_doing(turn: Turn, actor: Actor) -> Doing | None:
    """The next step of a program; None when there is nothing to do."""
    if not actor.program:
        return None
    pending = actor.program[0]
    return Doing(turn, actor, pending, cast(CosmosOrder, order_of(pending.text)))


def drop(actor: Actor, doing: Doing) -> None:
    """Takes a step out of its program, wherever it stands by now."""
    actor.program[:] = [one for one in actor.program if one is not doing.pending]


def run_meta_orders(turn: Turn, unit: Unit) -> None:
    """A new unit carries out at once the meta orders with which its program begins (CF-4.3-02, CF-7.1-08)."""
    for _ in range(MOST_AT_ONCE):
        doing = next_doing(turn, unit)
        if doing is None or not TRAITS[doing.order.name].meta or doing.order.waits(doing):
            return
        _without_time(doing)


def _without_time(doing: Doing) -> None:
    """Begins and carries out an order that takes no time, for whoever is not in the action loop."""
    begun = doing.order.begin(doing)
    if begun == 0:
        doing.order.effect(doing)
    drop(doing.actor, doing)


def initiative(turn: Turn, unit: Unit) -> int:
    """How soon a leader or single unit acts among those of the same priority, in hundredths; more is sooner (gaps 2.3)."""
    world, tables = turn.world, turn.tables
    terrain = terrain_at(world, unit.position)
    kinds = [type_of(tables, one) for one in force_of(world, unit)]
    worst = min(
        _FAMILIARITY[ground.familiarity] if (ground := tables.grounds[k.move_profile].get(terrain)) else 0 for k in kinds
    )
    cost = max(min(20, tables.moves[kind.move_profile].get(terrain, 20)) for kind in kinds)
    luck = turn.chance_of("initiative", unit.id).between(0, 30)
    fit = efficiency(type_of(tables, unit), unit)
    return 100 * (40 * worst + 4 * (20 - cost) + luck) + int(5000 * fit) + 10 * (unit.morale + 100)


class _Phase:
    """Who is ready to act, who sleeps until a condition holds, and in which order they come."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.queue: list[tuple[_Rank, int]] = []
        self.sleepers: list[Actor] = []
        self.used: dict[int, int] = {}
        self.place: dict[int, tuple[int, int]] = {}

    def run(self) -> None:
        """Lets everybody act in this phase."""
        for actor in self.draw_order():
            self.push(actor)
        while self.queue:
            rank, number = heappop(self.queue)
            found = self.actor(number)
            doing = next_doing(self.turn, found) if found else None
            if doing is None:
                continue
            actor = doing.actor
            if rank != self.rank(doing):  # what others did has changed what this order is
                self.push(actor)
            elif doing.order.waits(doing):
                self.sleepers.append(actor)
            else:
                took_time = self.execute(doing)
                if not took_time:
                    self.push(actor)
                self.wake(took_time)

    def draw_order(self) -> list[Actor]:
        """All that can act, and their places in the initiative order: locations first, by lot, then units (CF-4.2-18)."""
        world = self.turn.world
        lots = self.turn.chance_of("locations").shuffled(sorted(world.locations))
        for place, number in enumerate(lots):
            self.place[number] = (0, place)
        active = [one for one in world.units.values() if one.program and not one.leader]
        for unit in active:
            self.place[unit.id] = (1, -initiative(self.turn, unit) if unit.position else 0)
        return [*(one for one in world.locations.values() if one.program), *active]

    def actor(self, number: int) -> Actor | None:
        """A unit that leads itself, or a location, as long as it is there."""
        unit = self.turn.world.units.get(number)
        if unit is not None:
            return None if unit.leader else unit
        return self.turn.world.locations.get(number)

    def rank(self, doing: Doing) -> _Rank:
        """Where a step comes in the phase: by priority, then by initiative, then by number."""
        place = self.place.setdefault(doing.actor.id, (1, 0))
        priority = 2 if doing.pending.begun and not doing.pending.left else doing.order.priority(doing)
        return (priority, *place)

    def push(self, actor: Actor) -> None:
        """Makes an actor ready for its next step, unless it has done all that fits into one phase."""
        doing = next_doing(self.turn, actor)
        if doing is not None and self.used.get(actor.id, 0) < MOST_AT_ONCE:
            heappush(self.queue, (self.rank(doing), actor.id))

    def execute(self, doing: Doing) -> bool:
        """One step. True when it took the time of this phase."""
        actor, pending, order = doing.actor, doing.pending, doing.order
        self.used[actor.id] = self.used.get(actor.id, 0) + 1
        self.turn.acted.add(actor.id)
        timeless = pending.begun and not pending.left  # delayed from an earlier phase
        if not pending.begun:
            phases = order.begin(doing)
            if phases is None:
                drop(actor, doing)
                return False
            pending.begun, pending.left, timeless = True, phases, phases == 0
        if not timeless:
            if not order.each_phase(doing):
                drop(actor, doing)
                return True
            pending.left -= 1
            if pending.left:
                return True
        if order.effect(doing):
            drop(actor, doing)
            return not timeless
        return True

    def wake(self, took_time: bool) -> None:
        """Looks whether what has just been done fulfils a condition for which somebody waits (CF-4-16, CF-4-17)."""
        for actor in list(self.sleepers):
            doing = next_doing(self.turn, actor) if self.actor(actor.id) is actor else None
            if doing is not None and doing.order.waits(doing):
                continue
            self.sleepers.remove(actor)
            if doing is not None:
                doing.order.effect(doing)
                drop(actor, doing)
                if not took_time:
                    self.push(actor)

"""Orders that change programs or give them to others: break, clear, insert, embed, order, repeat (CF-21.2, CF-21.4, CF-21.5).

The first four act when they join a program (``cosmos.programs``); where one stands in a program, it does nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass

from postern.rulesets.cosmos.flight import GO_HOME
from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.turn import CosmosOrder, Doing
from postern.rulesets.cosmos.world import Pending


@dataclass(frozen=True)
class _ActsWhenAppended(CosmosOrder):
    def effect(self, doing: Doing) -> bool:
        return True


@dataclass(frozen=True)
class Break(_ActsWhenAppended):
    """Removes orders from the beginning of the list, also a begun one (CF-21.2-02, CF-21.2-03)."""

    last: int | None = None
    name = "break"

    def span(self, program: Sequence[Pending]) -> tuple[int, int]:
        """The orders that go, from the first to before the last. Nobody breaks off a flight (CF-9-22)."""
        first = 1 if program and program[0].text == GO_HOME else 0
        if self.last is None or self.last == 0:
            return first, len(program)
        last = self.last if self.last > 0 else len(program) + 1 + self.last
        return first, min(max(last, first), len(program))


@dataclass(frozen=True)
class Clear(_ActsWhenAppended):
    """Removes a range of orders; a begun first one only when it is named (CF-21.2-05..10)."""

    first: int | None = None
    last: int | None = None
    name = "clear"

    def span(self, program: Sequence[Pending]) -> tuple[int, int]:
        """The orders that go, from the first to before the last."""
        begun = bool(program) and program[0].begun
        first = self.first if self.first else (2 if begun else 1)
        first = first if first > 0 else len(program) + 1 + first
        last = self.last if self.last else -1
        last = last if last > 0 else len(program) + 1 + last
        return max(first, 2 if begun else 1) - 1, min(max(last, 0), len(program))


@dataclass(frozen=True)
class Insert(_ActsWhenAppended):
    """Puts the orders of its block behind a place in the list (CF-21.2-11..15)."""

    point: int
    name = "insert"

    def place(self, program: Sequence[Pending]) -> int:
        """Where they go in: 0 is the beginning, or directly behind a begun first order."""
        place = self.point if self.point >= 0 else len(program) + self.point
        least = 1 if program and program[0].begun else 0
        return min(max(place, least), len(program))


@dataclass(frozen=True)
class Embed(_ActsWhenAppended):
    """Puts the orders of its block into that of a pending order (CF-21.2-16..19)."""

    number: int
    name = "embed"

    def place(self, program: Sequence[Pending]) -> int:
        """The place of that order in the list."""
        place = self.number - 1 if self.number > 0 else len(program) + self.number
        return min(max(place, 0), len(program) - 1)


@dataclass(frozen=True)
class Order(CosmosOrder):
    """Gives the orders of its block to another unit or location (CF-21.4)."""

    receiver: str
    name = "order"

    def begin(self, doing: Doing) -> int | None:
        world, number = doing.world, doing.number(self.receiver)
        receiver = world.units.get(number) or world.locations.get(number)
        if receiver is None or receiver.owner != doing.actor.owner:
            doing.fail(f"{self.receiver} is no unit or location of yours.")
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        from postern.rulesets.cosmos.programs import append

        world, number = doing.world, doing.number(self.receiver)
        receiver = world.units.get(number) or world.locations[number]
        unit = world.units.get(number)
        if unit is not None and unit.leader:
            doing.turn.leave_force(unit)
        append(doing.turn, receiver, doing.pending.inner)
        return True


@dataclass(frozen=True)
class Repeat(CosmosOrder):
    """Does the orders of its block again and again; 0 is for ever (CF-21.5)."""

    times: int | None = None
    name = "repeat"

    def effect(self, doing: Doing) -> bool:
        block = deepcopy(doing.pending.inner)
        times = self.times or 0
        rest = [] if times == 1 else [Pending(f"repeat {times - 1}" if times else "repeat", deepcopy(doing.pending.inner))]
        timeless = not times and doing.pending.memory.get("moment") == doing.turn.now
        wait = [Pending("wait 1")] if timeless else []
        for one in rest:
            one.memory = {"moment": doing.turn.now}
        program = doing.actor.program
        place = next(place for place, one in enumerate(program) if one is doing.pending)
        program[place + 1 : place + 1] = [*wait, *block, *rest]
        return True


KINDS = family("programs", {"break": Break, "clear": Clear, "insert": Insert, "embed": Embed, "order": Order, "repeat": Repeat})

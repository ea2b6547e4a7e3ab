"""Orders that change programs or give them to others: break, clear, insert, embed, order, repeat (CF-21.2, CF-21.4, CF-21.5).

The first four act when they join a program (``cosmos.programs``); where one stands in a program, it does nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from postern.game.kit.copying import copied
from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.places import in_view, stands
from postern.rulesets.cosmos.turn import Actor, CosmosOrder, Doing
from postern.rulesets.cosmos.world import Pending, Unit

if TYPE_CHECKING:
    from postern.rulesets.cosmos.view import View


SYSTEM_ORDERS = ("gohome", "retreat")
"""What the system orders of units that flee or retreat: it cannot be broken off, cleared or preceded (CF-9-22)."""


def _system(program: Sequence[Pending]) -> bool:
    """True where the first order of a program is one of these, or a travel that has begun (CF-20.4-08)."""
    word = program[0].text.split(" ")[0] if program else ""
    return word in SYSTEM_ORDERS or (word == "travel" and program[0].begun)


def _begun(program: Sequence[Pending]) -> bool:
    return bool(program) and program[0].begun


def _counted(number: int, program: Sequence[Pending]) -> int:
    """The number of an order in a list, from 1; a negative one counts backwards. One out of range is cut (ruling 1.6)."""
    number = number if number > 0 else len(program) + 1 + number
    return min(max(number, 1), len(program))


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
        """The orders that go, from the first to before the last."""
        return int(_system(program)), _counted(self.last or -1, program)


@dataclass(frozen=True)
class Clear(_ActsWhenAppended):
    """Removes a range of orders; a begun first one only when it is named (CF-21.2-05..10)."""

    first: int | None = None
    last: int | None = None
    name = "clear"

    def span(self, program: Sequence[Pending]) -> tuple[int, int]:
        """The orders that go, from the first to before the last."""
        first = _counted(self.first, program) - 1 if self.first else int(_begun(program))
        first, last = max(first, int(_system(program))), _counted(self.last or -1, program)
        return first, max(first, last)


@dataclass(frozen=True)
class Insert(_ActsWhenAppended):
    """Puts the orders of its block behind a place in the list (CF-21.2-11..15)."""

    point: int
    name = "insert"

    def place(self, program: Sequence[Pending]) -> int:
        """Where they go in: 0 is the beginning, or directly behind a begun first order (CF-21.2-12)."""
        place = self.point if self.point >= 0 else len(program) + 1 + self.point
        return min(max(place, int(_begun(program))), len(program))

    def taker(self, giver: Any, view: View) -> Actor | None:
        return cast(Actor, giver)


@dataclass(frozen=True)
class Embed(_ActsWhenAppended):
    """Puts the orders of its block into that of a pending order (CF-21.2-16..19)."""

    number: int
    name = "embed"

    def place(self, program: Sequence[Pending]) -> int | None:
        """The place of that order in the list; None in an empty list."""
        return _counted(self.number, program) - 1 if program else None


@dataclass(frozen=True)
class Order(CosmosOrder):
    """Gives the orders of its block to another unit or location (CF-21.4)."""

    receiver: str
    name = "order"

    def taker(self, giver: Any, view: View) -> Actor | None:
        return view.own(self.receiver)

    def begin(self, doing: Doing) -> int | None:
        world, receiver = doing.world, self._receiver(doing)
        if receiver is None or receiver.owner != doing.actor.owner:
            doing.fail(f"{self.receiver} is no unit or location of yours.")
            return None
        if not in_view(world, stands(doing.actor), stands(receiver)):
            doing.fail(f"{self.receiver} is out of sight.")
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        receiver = self._receiver(doing)
        if receiver is None:
            return True
        if isinstance(receiver, Unit) and receiver.leader:
            doing.turn.leave_force(receiver)
        doing.hand_over(receiver)
        return True

    def _receiver(self, doing: Doing) -> Actor | None:
        number = doing.number(self.receiver)
        return doing.world.units.get(number) or doing.world.locations.get(number)


@dataclass(frozen=True)
class Repeat(CosmosOrder):
    """Does the orders of its block again and again; 0 is for ever (CF-21.5)."""

    times: int | None = None
    name = "repeat"

    def taker(self, giver: Any, view: View) -> Actor | None:
        return cast(Actor, giver)

    def effect(self, doing: Doing) -> bool:
        block, now = copied(doing.pending.inner), doing.turn.now
        timeless = not self.times and doing.pending.memory.get("moment") == now  # the round before took no time (CF-21.5-02)
        wait = [Pending("wait 1")] if timeless else []
        again = f"repeat {self.times - 1}" if self.times else "repeat"
        rest = [] if self.times == 1 else [Pending(again, copied(block), memory={"moment": now + len(wait)})]
        doing.behind(*wait, *block, *rest)
        return True


PROGRAMS = family(
    "programs", {"break": Break, "clear": Clear, "insert": Insert, "embed": Embed, "order": Order, "repeat": Repeat}
)

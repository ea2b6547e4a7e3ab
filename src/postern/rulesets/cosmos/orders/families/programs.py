"""Orders that change programs or give them to others: break, clear, insert, embed, order, repeat (CF-21.2, CF-21.4, CF-21.5);
waiting and signals: wait, time, signal, waitonesig, waitallsig, waitforone, waitforall (CF-21.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from postern.game.kit.copying import copied
from postern.game.kit.orders.digits import is_number
from postern.game.kit.orders.kinds import Refusal
from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing, family
from postern.rulesets.cosmos.turn import Actor
from postern.rulesets.cosmos.world.places import distance, in_view, outwards, stands, zero_distance
from postern.rulesets.cosmos.world.records import Location, Pending, Unit, World
from postern.rulesets.cosmos.world.strength import force_of

if TYPE_CHECKING:
    from postern.rulesets.cosmos.knowledge import View


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


@dataclass(frozen=True)
class Wait(CosmosOrder):
    """Does nothing for some phases, one after the other (CF-21.3-01, CF-4.1-06)."""

    number: int
    name = "wait"

    def begin(self, doing: Doing) -> int | None:
        """One phase; the others stay in the program. Without phases it does nothing (ruling 2.2)."""
        if self.number > 1:
            doing.first_part("wait 1", f"wait {self.number - 1}")
        return min(self.number, 1)

    def doubt(self, giver: Any, view: View) -> Refusal | None:
        """What is answered to ``wait 0``, which is taken as it is written (ruling 2.2)."""
        if self.number:
            return None
        why = "wait 0 waits for no phase: it does nothing, and counts like any order."
        return Refusal("NOT POSSIBLE", why, "Leave it out, or write for how many phases.", "wait 1")

    def effect(self, doing: Doing) -> bool:
        doing.turn.acted.discard(doing.actor.id)  # it did absolutely nothing (CF-15.3.1-02)
        return True


@dataclass(frozen=True)
class Time(CosmosOrder):
    """Waits until a turn and phase; a moment already past is there at once (CF-21.3-02, ruling 2.2)."""

    turn: int
    phase: int
    name = "time"

    def waits(self, doing: Doing) -> bool:
        return (doing.world.turn, doing.turn.phase) < (self.turn, self.phase)

    def effect(self, doing: Doing) -> bool:
        return True


@dataclass(frozen=True)
class Signal(CosmosOrder):
    """Sends a signal to units and locations (CF-21.3-06)."""

    receivers: tuple[str, ...]
    name = "signal"

    def effect(self, doing: Doing) -> bool:
        for receiver in filter(None, map(doing.number, self.receivers)):
            senders = doing.world.signals.setdefault(receiver, [])
            if doing.actor.id not in senders:
                senders.append(doing.actor.id)
        return True


@dataclass(frozen=True)
class WaitForSignals(CosmosOrder):
    """Waits for signals. Those that it accepts are used up when it is done, others stay (ruling 2.2)."""

    senders: tuple[str, ...]

    def effect(self, doing: Doing) -> bool:
        left = sorted(_heard(doing) - self.wanted(doing))
        doing.world.signals.pop(doing.actor.id, None)
        if left:
            doing.world.signals[doing.actor.id] = left
        return True

    def wanted(self, doing: Doing) -> set[int]:
        """From whom it takes signals; an alias that stands for nothing is left out (ruling 1.7)."""
        return {number for number in map(doing.number, self.senders) if number}


@dataclass(frozen=True)
class WaitOneSig(WaitForSignals):
    """Waits for a signal of one of those named (CF-21.3-03)."""

    name = "waitonesig"

    def waits(self, doing: Doing) -> bool:
        return not self.wanted(doing) & _heard(doing)


@dataclass(frozen=True)
class WaitAllSig(WaitForSignals):
    """Waits for signals of all that are named, known dead units excepted (CF-21.3-04)."""

    name = "waitallsig"

    def waits(self, doing: Doing) -> bool:
        return not {one for one in self.wanted(doing) if not known_dead(doing, one)} <= _heard(doing)


def _heard(doing: Doing) -> set[int]:
    return set(doing.world.signals.get(doing.actor.id, ()))


def known_dead(doing: Doing, number: int) -> bool:
    """True for a number that the own nation or an ally has given to a unit which is no more (CF-21.3-05, ruling 4.9)."""
    world = doing.world
    nation = world.nations.get(world.slot_of(number))
    if nation is None or number in world.units:
        return False
    return world.friendly(doing.nation.code, nation.code) and number < nation.next_unit


@dataclass(frozen=True)
class WaitFor(CosmosOrder):
    """Waits until things are seen within a distance (CF-21.3-07..14)."""

    distance: str
    things: tuple[str, ...]

    def wanted(self, doing: Doing) -> list[int]:
        """The things; an alias that stands for nothing is left out (ruling 1.7)."""
        return [number for number in map(doing.number, self.things) if number]

    def met(self, doing: Doing, thing: int) -> bool:
        """True when this thing is where it should be, and the waiting one sees it."""
        here, there = stands(doing.actor), _where(doing.world, thing)
        return bool(here and there) and sees(doing, thing, there) and _near(doing, self.distance, thing, here, there)

    def effect(self, doing: Doing) -> bool:
        return True


@dataclass(frozen=True)
class WaitForOne(WaitFor):
    """Waits for one of several things (CF-21.3-07)."""

    name = "waitforone"

    def waits(self, doing: Doing) -> bool:
        return not any(self.met(doing, thing) for thing in self.wanted(doing))


@dataclass(frozen=True)
class WaitForAll(WaitFor):
    """Waits for all of several things at once (CF-21.3-14)."""

    name = "waitforall"

    def waits(self, doing: Doing) -> bool:
        return not all(known_dead(doing, thing) or self.met(doing, thing) for thing in self.wanted(doing))


def _where(world: World, thing: int) -> str:
    """The position of a unit, of an item or its holder, of a hex; a location is at the position in which it stands."""
    if thing in world.units:
        return world.units[thing].position
    if thing in world.items:
        item = world.items[thing]
        return world.units[item.holder].position if item.holder in world.units else item.position
    if thing in world.locations:
        return world.locations[thing].outside
    return str(thing) if thing in world.hexes else ""


def sees(doing: Doing, thing: int, there: str) -> bool:
    """True when the waiting one itself sees the thing: own units where they are in view, others when they are spotted, too;
    a hex in viewing range (ruling 2.2)."""
    world, own = doing.world, doing.actor.owner
    if not in_view(world, stands(doing.actor), there):
        return False
    unit = world.units.get(thing)
    return unit is None or unit.owner == own or thing in doing.turn.sees.get(own, set())


def _near(doing: Doing, wanted: str, thing: int, here: str, there: str) -> bool:
    world, actor = doing.world, doing.actor
    if is_number(wanted):
        return distance(world, here, there) <= int(wanted)
    if wanted == "joined":
        return isinstance(actor, Unit) and thing in {one.id for one in force_of(world, actor)}
    if wanted in ("exact", "force"):  # no unit stands on another yet: both are its position (CF-21.3-13)
        return thing not in world.hexes and here == there
    outside = str(thing) in outwards(world, here)
    inside = thing not in world.hexes and _inside(world, actor, thing, there)
    if wanted in ("outside", "inside"):
        return outside if wanted == "outside" else inside
    return zero_distance(world, here, there) and not outside and not inside


def _inside(world: World, actor: Actor, thing: int, there: str) -> bool:
    if isinstance(actor, Location):
        return str(actor.id) in outwards(world, there)
    return thing in world.items and world.items[thing].holder == actor.id


WAITING = family(
    "waiting",
    {
        "wait": Wait,
        "time": Time,
        "signal": Signal,
        "waitonesig": WaitOneSig,
        "waitallsig": WaitAllSig,
        "waitforone": WaitForOne,
        "waitforall": WaitForAll,
    },
)

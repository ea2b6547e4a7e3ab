"""Waiting and signals: wait, time, signal, waitonesig, waitallsig, waitforone, waitforall (CF-21.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.places import distance, outwards, zero_distance
from postern.rulesets.cosmos.strength import force_of
from postern.rulesets.cosmos.turn import Actor, CosmosOrder, Doing
from postern.rulesets.cosmos.world import Location, Unit, World


@dataclass(frozen=True)
class Wait(CosmosOrder):
    """Does nothing for some phases, one after the other (CF-21.3-01, CF-4.1-06)."""

    phases: int
    name = "wait"

    def begin(self, doing: Doing) -> int | None:
        """One phase; the others stay in the program."""
        if self.phases > 1:
            doing.first_part("wait 1", f"wait {self.phases - 1}")
        return 1

    def effect(self, doing: Doing) -> bool:
        doing.turn.acted.discard(doing.actor.id)  # it did absolutely nothing (CF-15.3.1-02)
        return True


@dataclass(frozen=True)
class Time(CosmosOrder):
    """Waits until a turn and phase; a moment already past is there at once (CF-21.3-02, gaps 2.2a)."""

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
class WaitOneSig(CosmosOrder):
    """Waits for a signal of one of those named (CF-21.3-03)."""

    senders: tuple[str, ...]
    name = "waitonesig"

    def waits(self, doing: Doing) -> bool:
        return not _sent(doing, self.senders) & _heard(doing)

    def effect(self, doing: Doing) -> bool:
        doing.world.signals.pop(doing.actor.id, None)
        return True


@dataclass(frozen=True)
class WaitAllSig(CosmosOrder):
    """Waits for signals of all that are named, known dead units excepted (CF-21.3-04)."""

    senders: tuple[str, ...]
    name = "waitallsig"

    def waits(self, doing: Doing) -> bool:
        wanted = {one for one in _sent(doing, self.senders) if not known_dead(doing, one)}
        return not wanted <= _heard(doing)

    def effect(self, doing: Doing) -> bool:
        doing.world.signals.pop(doing.actor.id, None)
        return True


def _sent(doing: Doing, senders: Iterable[str]) -> set[int]:
    return {number for number in map(doing.number, senders) if number}


def _heard(doing: Doing) -> set[int]:
    return set(doing.world.signals.get(doing.actor.id, ()))


def known_dead(doing: Doing, number: int) -> bool:
    """True for a number that the own nation or an ally has given to a unit which is no more (CF-21.3-05)."""
    world = doing.world
    if number in world.units:
        return False
    first, slot = (int(world.tables.settings[key]) for key in ("unit_slot_first", "unit_slot_size"))
    for nation in world.nations.values():
        begin = first + slot * (nation.number - 1)
        if nation.next_unit and begin < number < nation.next_unit and world.friendly(doing.nation.code, nation.code):
            return True
    return False


@dataclass(frozen=True)
class WaitFor(CosmosOrder):
    """Waits until things are seen within a distance (CF-21.3-07..14)."""

    distance: str
    things: tuple[str, ...]

    def met(self, doing: Doing, thing: int) -> bool:
        """True when this thing is where it should be, and the waiting one sees it."""
        here, there = _stands(doing.world, doing.actor), _where(doing.world, thing)
        if not here or not there or not _seen(doing, thing):
            return False
        return _near(doing, self.distance, thing, here, there)

    def effect(self, doing: Doing) -> bool:
        return True


@dataclass(frozen=True)
class WaitForOne(WaitFor):
    """Waits for one of several things (CF-21.3-07)."""

    name = "waitforone"

    def waits(self, doing: Doing) -> bool:
        return not any(self.met(doing, thing) for thing in map(doing.number, self.things) if thing)


@dataclass(frozen=True)
class WaitForAll(WaitFor):
    """Waits for all of several things at once (CF-21.3-14)."""

    name = "waitforall"

    def waits(self, doing: Doing) -> bool:
        things = [thing for thing in map(doing.number, self.things) if thing]
        return not all(known_dead(doing, thing) or self.met(doing, thing) for thing in things)


def _stands(world: World, actor: Actor) -> str:
    return str(actor.id) if isinstance(actor, Location) else actor.position


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


def _seen(doing: Doing, thing: int) -> bool:
    world, own = doing.world, doing.actor.owner
    if thing in world.units:
        return world.units[thing].owner == own or thing in doing.turn.sees.get(own, set())
    return True


def _near(doing: Doing, wanted: str, thing: int, here: str, there: str) -> bool:
    world, actor = doing.world, doing.actor
    if wanted.isdigit():
        return distance(world, here, there) <= int(wanted)
    if wanted == "joined":
        return isinstance(actor, Unit) and thing in {one.id for one in force_of(world, actor)}
    outside = str(thing) in outwards(world, here)
    inside = isinstance(actor, Location) and str(actor.id) in list(outwards(world, there))
    if wanted in ("exact", "force"):
        return thing not in world.hexes and here == there
    if wanted == "outside":
        return outside
    if wanted == "inside":
        return inside and thing not in world.hexes
    return zero_distance(world, here, there) and not outside and not inside


KINDS = family(
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

"""What every order can do, and what an order of a program knows while it is carried out.

A kind of order is a class below ``CosmosOrder`` or ``NationOrder``: its arguments are its fields, and its methods say how it is
carried out. An order in a program stays text (``Pending``); it is read again when its time comes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from postern.game.kit.orders import Refusal
from postern.rulesets.cosmos.strength import force_of
from postern.rulesets.cosmos.turn.traits import TRAITS
from postern.rulesets.cosmos.turn.work import Actor, Issued, Turn
from postern.rulesets.cosmos.world import Location, Nation, Pending, Unit, World

if TYPE_CHECKING:
    from postern.rulesets.cosmos.view import View


@dataclass(frozen=True)
class Doing(ABC):
    """One step of a program being carried out: by whom, the pending order, and what it says. How programs go on is known to who
    carries them out (``actions``)."""

    turn: Turn
    actor: Actor
    pending: Pending
    order: CosmosOrder

    @property
    def world(self) -> World:
        return self.turn.world

    @property
    def unit(self) -> Unit:
        """The acting unit. Raises TypeError when a location acts."""
        if not isinstance(self.actor, Unit):
            raise TypeError(f"{self.order.name} was given to location {self.actor.id}")
        return self.actor

    @property
    def location(self) -> Location:
        """The acting location. Raises TypeError when a unit acts."""
        if not isinstance(self.actor, Location):
            raise TypeError(f"{self.order.name} was given to unit {self.actor.id}")
        return self.actor

    @property
    def nation(self) -> Nation:
        """The nation of who acts."""
        return self.world.nations[self.actor.owner]

    @property
    def force(self) -> list[Unit]:
        """The acting unit with its force, the leader first."""
        return force_of(self.world, self.unit)

    def first_part(self, text: str, *later: str) -> None:
        """Breaks the order up: this one does ``text`` only, and the rest stands behind it in the program (CF-4.1-06)."""
        self.behind(*(Pending(one, memory=dict(self.pending.memory)) for one in later))
        self.pending.text = text

    def behind(self, *later: Pending) -> None:
        """Puts orders into the program directly behind this one; they are parts of the same order of the letter."""
        program = self.actor.program
        place = next(place for place, one in enumerate(program) if one is self.pending) + 1
        for one in later:
            one.source = one.source or self.pending.source
        program[place:place] = later

    @abstractmethod
    def hand_over(self, to: Actor) -> None:
        """Adds the orders of the block to the program of another."""

    @abstractmethod
    def begin_program(self, unit: Unit) -> None:
        """Lets a new unit carry out the meta orders with which its program begins (CF-4.3-02, CF-7.1-08)."""

    def number(self, text: str) -> int:
        """The ID that a number or an alias of the own nation stands for; 0 for an alias that stands for nothing (CF-21.6)."""
        return self.turn.number(self.nation, text)

    def fail(self, why: str, remedy: str = "", code: str = "NOT POSSIBLE") -> None:
        """Tells that the order cannot be carried out. It takes no time and costs nothing (ruling 1.3)."""
        self.turn.refuse(self.actor, self.pending, code, why, remedy)


class Judged:
    """What can be said against an order when its letter is read. ``giver`` is who is ordered, as the writer knows it."""

    def objection(self, giver: Any, view: View) -> Refusal | None:
        """Why the order cannot stand: it is dropped with its block (ruling 1.3)."""
        return None

    def doubt(self, giver: Any, view: View) -> Refusal | None:
        """Why the order will probably fail: it stands with a warning (ruling 1.3)."""
        return None


class CosmosOrder(Judged, ABC):
    """What every order of units and locations can do. ``name`` is that of its row in ``order_traits.csv``."""

    name: ClassVar[str] = ""

    def taker(self, giver: Any, view: View) -> Actor | None:
        """Whom the orders of its block are for, as far as the writer knows; None when nobody can tell yet."""
        return None

    def priority(self, doing: Doing) -> int:
        """The order priority, 1 acts first (CF-4.2-02..15)."""
        return TRAITS[self.name].priority

    def waits(self, doing: Doing) -> bool:
        """True while the condition of a waiting order does not hold yet (CF-21.3)."""
        return False

    def begin(self, doing: Doing) -> int | None:
        """Checks and pays when the order's execution begins. Gives how many phases it takes, 0 for no time; None when it failed
        (after ``doing.fail``). An order that is done in parts keeps its first part alone and puts the others
        behind it (``doing.first_part``)."""
        return 0

    def each_phase(self, doing: Doing) -> bool:
        """Called in each phase of an order under way, before it is counted. False ends it without effect (told already)."""
        return True

    @abstractmethod
    def effect(self, doing: Doing) -> bool:
        """Carries the order out, when its time is up. False: it was prevented, and is tried again in the next phase."""


class NationOrder(Judged, ABC):
    """What every order to a nation can do: it is carried out at once, in part 2 of the turn (CF-4.4-01).

    Orders that units may be given, too, are below both classes.
    """

    name: ClassVar[str] = ""

    @abstractmethod
    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        """Carries the order out. False when it failed (after ``turn.fail``)."""

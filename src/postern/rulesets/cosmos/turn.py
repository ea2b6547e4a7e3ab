"""A turn being resolved: the world as it changes, what this turn alone knows, and what every order can do.

A kind of order is a class below ``CosmosOrder``: its arguments are its fields, and its methods say how it is carried out. An
order
in a program stays text (``Pending``); it is read again when its time comes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from postern.game.chance import Stream
from postern.game.kit.orders import Refusal
from postern.game.kit.turn import Failure, IssuedOrder, TurnAtWork
from postern.rulesets.cosmos.amounts import put
from postern.rulesets.cosmos.economy.accounts import Account, Growth, Shipment
from postern.rulesets.cosmos.names import called, number_of
from postern.rulesets.cosmos.places import hex_of, owner_of, store_at, units_at
from postern.rulesets.cosmos.scenario import CONTENT, PHASES, Scenario
from postern.rulesets.cosmos.strength import force_of
from postern.rulesets.cosmos.world import Location, Nation, Pending, Tactics, Unit, World

if TYPE_CHECKING:
    from postern.rulesets.cosmos.view import View

Actor: TypeAlias = Unit | Location
Giver: TypeAlias = Unit | Location | Nation
"""Whom a letter orders, as its writer knows it."""
Issued = IssuedOrder[Any]
"""An order of a letter: its ``code`` is the text that programs keep."""


@dataclass(frozen=True)
class Traits:
    """What holds of every order of a name: its priority (CF-4.2), whether it is free of charge (CF-3.2-11), a meta order
    (CF-4.3-01), possible in questing mode ("yes", "no", "only"; CF-20.3) and for stupid units (CF-3.1-18). ``force``: the whole
    force carries it out; other orders concern the leader alone (CF-8-03, CF-8-04)."""

    name: str
    priority: int
    free: bool = False
    meta: bool = False
    questing: str = "yes"
    stupid: bool = False
    force: bool = False


TRAITS = CONTENT.table("order_traits", Traits, lambda one: one.name)


@dataclass(frozen=True)
class Doing:
    """One step of a program being carried out: by whom, the pending order, and what it says."""

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

    def number(self, text: str) -> int:
        """The ID that a number or an alias of the own nation stands for; 0 for an alias that stands for nothing (CF-21.6)."""
        return self.turn.number(self.nation, text)

    def fail(self, why: str, remedy: str = "", code: str = "NOT POSSIBLE") -> None:
        """Tells that the order cannot be carried out. It takes no time and costs nothing (ruling 1.3)."""
        self.turn.refuse(self, code, why, remedy)


class Judged:
    """What can be said against an order when its letter is read. ``giver`` is who is ordered, as the writer knows it."""

    def objection(self, giver: Any, view: View) -> Refusal | None:
        """Why the order cannot stand: it is dropped with its block (ruling 1.3)."""
        return None

    def doubt(self, giver: Any, view: View) -> Refusal | None:
        """Why the order will probably fail: it stands with a warning (ruling 1.3)."""
        return None


class CosmosOrder(Judged):
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
        (after ``doing.fail``). An order that is done in parts keeps its first part alone and hands the others to
        ``doing.later``."""
        return 0

    def each_phase(self, doing: Doing) -> bool:
        """Called in each phase of an order under way, before it is counted. False ends it without effect (told already)."""
        return True

    def effect(self, doing: Doing) -> bool:
        """Carries the order out, when its time is up. False: it was prevented, and is tried again in the next phase."""
        raise NotImplementedError

    def interrupted(self, doing: Doing) -> None:
        """Called when the order is broken off after it began: what it cost is lost, unless the order gives some of it back."""


class NationOrder(Judged):
    """What every order to a nation can do: it is carried out at once, in part 2 of the turn (CF-4.4-01).

    Orders that units may be given, too, are below both classes.
    """

    name: ClassVar[str] = ""

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        """Carries the order out. False when it failed (after ``turn.fail``)."""
        raise NotImplementedError


@dataclass
class Stage:
    """One step of a program in this turn: whose it is, from which order of the letter it comes, and the phases in which it
    begins and ends. ``begins`` is 0 for a step begun in an earlier turn, ``ends`` 0 for one that goes on in the next;
    ``failed`` when it came to nothing, ``why`` as it was told."""

    actor: int
    source: int
    text: str
    begins: int
    ends: int = 0
    failed: bool = False
    why: str = ""
    owner: str = ""


@dataclass
class Turn(TurnAtWork[World, Issued]):
    """A turn of COSMOS at work.

    Sets of unit numbers hold what happened in the present phase. ``sees`` has, for each nation, the units and locations of
    others
    that it sees now.
    """

    moved: dict[int, str] = field(default_factory=dict)
    """Units that completed a step this phase, with the position from which they came."""
    acted: set[int] = field(default_factory=set)
    fought: set[int] = field(default_factory=set)
    stormed: set[int] = field(default_factory=set)
    bribed: dict[int, Tactics] = field(default_factory=dict)
    """Units that were bribed in this phase to flee or defend."""
    sees: dict[str, set[int]] = field(default_factory=dict)
    gazes: dict[str, Any] = field(default_factory=dict)
    """How well each nation sees where in this phase (``sight.look``)."""
    looked_at: Any = None
    """The positions that have been looked at in this phase, each worked out once (``sight.look``)."""
    submitted: frozenset[str] = frozenset()
    """The players who sent a letter, even one without orders."""
    nation_orders: list[tuple[str, Issued]] = field(default_factory=list)
    """The orders to nations, for part 2 of the turn, by the code of the nation."""
    ordered: list[Actor] = field(default_factory=list)
    """Who has been given orders by another since the last step."""
    issued: list[Issued] = field(default_factory=list)
    """The orders of this turn's letters, those in blocks too: a pending order's ``source`` counts them from 1."""
    stages: list[Stage] = field(default_factory=list)
    """The steps of all programs in this turn, as they began."""
    under_way: dict[int, tuple[Pending, Stage]] = field(default_factory=dict)
    """The last of them by unit or location, while it lasts."""

    accounts: dict[str, Account] = field(default_factory=dict)
    """What each nation produced, used and lost this turn."""
    growth: dict[tuple[str, str], Growth] = field(default_factory=dict)
    """For how many phases each position worked for each nation (ruling 2.5)."""
    shipments: list[Shipment] = field(default_factory=list)
    """Transfers on their way (CF-6.7-04)."""

    @cached_property
    def tables(self) -> Scenario:
        return self.world.tables

    @property
    def now(self) -> int:
        """This phase as a moment of the whole game."""
        return self.world.moment(self.phase)

    def seats(self) -> tuple[str, ...]:
        """All players."""
        return self.world.seats()

    def chance_of(self, what: str, *which: object) -> Stream:
        """The stream of chance for one matter of this phase."""
        return self.stream(what, self.phase, *which)

    def account(self, nation: str) -> Account:
        """The account of a nation for this turn."""
        return self.accounts.setdefault(nation, Account())

    # --- telling ------------------------------------------------------------------------------------------------------------

    def seat_of(self, owner: str) -> tuple[str, ...]:
        """The player of a nation, as a tuple of one or none."""
        nation = self.world.nations.get(owner)
        return (nation.seat,) if nation and nation.seat else ()

    def witnesses(self, thing: Actor) -> frozenset[str]:
        """The players that may be told what a unit or location does: its own, whoever sees it, and the owner of the hex unless
        the unit hides or goes questing (CF-2.1-06)."""
        world = self.world
        owners = {thing.owner, *(code for code, seen in self.sees.items() if thing.id in seen)}
        if isinstance(thing, Unit) and thing.position and not thing.hidden and not thing.questing:
            owners.add(owner_of(world, str(hex_of(world, thing.position))))
        return frozenset(seat for owner in owners for seat in self.seat_of(owner))

    def spots(self, owner: str, unit: Unit) -> bool:
        """True when a nation sees a unit: its own always; one that has not looked about sees whoever does not hide."""
        if unit.owner == owner:
            return True
        return unit.id in self.sees[owner] if owner in self.sees else not unit.hidden

    def tell_of(self, thing: Actor, kind: str, /, **data: Any) -> None:
        """Tells all who may know what happened to or through a unit or location; ``who`` is its number, ``name`` as all call
        it."""
        self.tell(kind, self.witnesses(thing), who=thing.id, owner=thing.owner, name=self.called(thing), **data)

    def tell_owner(self, thing: Actor, kind: str, /, **data: Any) -> None:
        """Tells the owner alone."""
        self.tell(kind, self.seat_of(thing.owner), who=thing.id, owner=thing.owner, name=self.called(thing), **data)

    def called(self, thing: Actor) -> str:
        """A unit or location as reports call it (see ``called``)."""
        return called(self.world, thing)

    def refuse(self, doing: Doing, code: str, why: str, remedy: str = "") -> None:
        """Tells the owner that an order of a program failed, and keeps it for whoever tries orders out."""
        pending, stage = self.under_way.get(doing.actor.id, (None, None))
        if stage is not None and pending is doing.pending:
            stage.why = why
        source = doing.pending.source
        if 0 < source <= len(self.issued):
            self.fail(self.issued[source - 1], code, why, remedy)
        self.tell_owner(doing.actor, "order failed", order=doing.pending.text, why=why, remedy=remedy)

    def told_failures(self) -> list[Failure[Issued]]:
        """The failures of this turn's letters."""
        return self.failures

    def number(self, nation: Nation, text: str) -> int:
        """The ID that a number or an alias stands for (see ``number_of``)."""
        return number_of(self.world, nation, text)

    # --- steps of programs --------------------------------------------------------------------------------------------------

    def stage_of(self, doing: Doing) -> Stage:
        """The step under way, which begins now unless it did before."""
        actor, pending = doing.actor, doing.pending
        known = self.under_way.get(actor.id)
        if known is not None and known[0] is pending:
            return known[1]
        stage = Stage(actor.id, pending.source, pending.text, 0 if pending.begun else self.phase, owner=actor.owner)
        self.stages.append(stage)
        self.under_way[actor.id] = (pending, stage)
        return stage

    def stage_ends(self, doing: Doing, failed: bool = False) -> None:
        """Notes that a step is done, or came to nothing."""
        stage = self.stage_of(doing)
        stage.ends, stage.failed = self.phase, failed or bool(stage.why)
        del self.under_way[doing.actor.id]

    # --- moving things about ------------------------------------------------------------------------------------------------

    def put(self, unit: Unit, position: str) -> None:
        """Puts one unit to a position, without any rule. All that moves units goes through here."""
        unit.position = position

    def units_at(self, position: str) -> list[Unit]:
        """The units at exactly this position, by number."""
        return units_at(self.world, position)

    def remove(self, unit: Unit) -> None:
        """Takes a unit out of the game; its force goes on under the next in its list, who takes over the orders (ruling 4.4).
        What it
        carried goes to another member of its force, or lies where it stood (CF-8-09)."""
        others = [one for one in force_of(self.world, unit) if one is not unit]
        self.hand_over(unit, others[0] if others else None)
        self.leave_force(unit, heir_of_orders=True)
        self.world.units.pop(unit.id, None)
        for seen in self.sees.values():
            seen.discard(unit.id)

    def hand_over(self, unit: Unit, to: Unit | None) -> None:
        """Gives all that a unit carries to another, or lays it down; mana is lost (CF-8-09)."""
        world = self.world
        store = to.carries if to else store_at(world, unit.position)
        for name, number in unit.carries.items():
            if store is not None and not name.endswith(" mana"):
                put(store, name, number)
        unit.carries = {}
        for item in world.items.values():
            if item.holder == unit.id:
                item.holder, item.position = (to.id, "") if to else (0, unit.position)
                if to is None and unit.position:
                    item.owner = owner_of(world, unit.position) or item.owner

    def leave_force(self, unit: Unit, heir_of_orders: bool = False) -> None:
        """Takes one unit out of its force. A force whose leader leaves goes on under the next in its list, which takes over the
        leader's orders when he is lost (CF-8-07)."""
        world = self.world
        if unit.leader:
            world.units[unit.leader].members.remove(unit.id)
            unit.leader = 0
        elif unit.members:
            next_leader, *others = (world.units[number] for number in unit.members)
            next_leader.leader, next_leader.members = 0, [one.id for one in others]
            for one in others:
                one.leader = next_leader.id
            unit.members = []
            if heir_of_orders:
                next_leader.program = unit.program

    def last_phase(self) -> bool:
        """True in the last phase of the turn."""
        return self.phase == PHASES

    def others(self, nations: Iterable[str]) -> list[str]:
        """Codes of nations in the order of their numbers."""
        return sorted(nations, key=lambda code: self.world.nations[code].number)

"""A turn being resolved: the world as it changes, and what this turn alone knows; and what its economy keeps count of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from postern.game.chance import Stream
from postern.game.kit.turn import BROKE, BROKEN, IssuedOrder, Sign, TurnAtWork
from postern.game.ruleset import BrokenOrder
from postern.rulesets.cosmos.tables.amounts import HUNDRED, Stock, put
from postern.rulesets.cosmos.tables.orders import TRAITS
from postern.rulesets.cosmos.tables.scenario import Scenario
from postern.rulesets.cosmos.world.places import called, hex_of, number_of, owner_of, store_at, units_at
from postern.rulesets.cosmos.world.records import Location, Nation, Pending, Tactics, Unit, World
from postern.rulesets.cosmos.world.strength import force_of, give_back, recovered


@dataclass
class Account:
    """What a nation produced, used and lost in this turn, in hundredths (CF-6.1-06)."""

    produced: Stock = field(default_factory=dict)
    used: Stock = field(default_factory=dict)
    lost: Stock = field(default_factory=dict)

    def use(self, amounts: Mapping[str, int]) -> None:
        """Counts whole amounts as used."""
        for name, number in amounts.items():
            put(self.used, name, number * HUNDRED)


@dataclass
class Growth:
    """For how many phases a position worked for a nation; ``rich`` is their sum in percent, as spells raise or lower food and
    population."""

    phases: int = 0
    rich: int = 0


@dataclass(frozen=True)
class Shipment:
    """A transfer on its way: the whole amounts that will arrive."""

    sender: str
    receiver: str
    goods: Mapping[str, int]


Actor: TypeAlias = Unit | Location
Giver: TypeAlias = Unit | Location | Nation
"""Whom a letter orders, as its writer knows it."""
Issued = IssuedOrder[Any]
"""An order of a letter: its ``code`` is the text that programs keep."""


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
    others that it sees now.
    """

    moved: dict[int, str] = field(default_factory=dict)
    """Units that completed a step this phase, with the position from which they came."""
    acted: set[int] = field(default_factory=set)
    fought: set[int] = field(default_factory=set)
    stormed: set[int] = field(default_factory=set)
    bribed: dict[int, Tactics] = field(default_factory=dict)
    """Units that were bribed in this phase to flee or defend."""
    sees: dict[str, set[int]] = field(default_factory=dict)
    sight: Any = None
    """What is kept of who sees what, from one look to the next (``sight.look``)."""
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
        """Tells all who may know what happened to or through a unit or location; ``who`` is its number, ``name`` as all
        call it."""
        self.tell(kind, self.witnesses(thing), who=thing.id, owner=thing.owner, name=self.called(thing), **data)

    def tell_owner(self, thing: Actor, kind: str, /, **data: Any) -> None:
        """Tells the owner alone."""
        self.tell(kind, self.seat_of(thing.owner), who=thing.id, owner=thing.owner, name=self.called(thing), **data)

    def called(self, thing: Actor) -> str:
        """A unit or location as reports call it (see ``called``)."""
        return called(self.world, thing)

    def refuse(self, actor: Actor, pending: Pending, code: str, why: str, remedy: str = "") -> None:
        """Tells the owner that an order of a program failed, and keeps it for whoever tries orders out."""
        known, stage = self.under_way.get(actor.id, (None, None))
        if stage is not None and known is pending:
            stage.why = why
        if 0 < pending.source <= len(self.issued):
            self.fail(self.issued[pending.source - 1], code, why, remedy)
        self.tell_owner(actor, "order failed", order=pending.text, why=why, remedy=remedy)

    def number(self, nation: Nation, text: str) -> int:
        """The ID that a number or an alias stands for (see ``number_of``)."""
        return number_of(self.world, nation, text)

    # --- steps of programs --------------------------------------------------------------------------------------------------

    def stage_of(self, actor: Actor, pending: Pending) -> Stage:
        """The step under way, which begins now unless it did before."""
        known = self.under_way.get(actor.id)
        if known is not None and known[0] is pending:
            return known[1]
        stage = Stage(actor.id, pending.source, pending.text, 0 if pending.begun else self.phase, owner=actor.owner)
        self.stages.append(stage)
        self.under_way[actor.id] = (pending, stage)
        return stage

    def stage_ends(self, actor: Actor, pending: Pending, failed: bool = False) -> None:
        """Notes that a step is done, or came to nothing."""
        stage = self.stage_of(actor, pending)
        stage.ends, stage.failed = self.phase, failed or bool(stage.why)
        del self.under_way[actor.id]

    def drop_program(self, actor: Actor) -> None:
        """Empty a program, whatever ends it, and settle what was paid for the order under way. Call it before the actor changes
        its nation."""
        for pending in actor.program:
            self.settle(actor, pending)
        actor.program = []

    def hand_over_place(self, location: Location, owner: str) -> None:
        """Give a location to a nation, or to nobody: its program is dropped, and from now it counts how long it is held."""
        self.drop_program(location)
        location.owner, location.since = owner, self.world.turn

    def settle(self, actor: Actor, pending: Pending) -> None:
        """Give back what an order that is broken off after it began returns of its price (CF-6-02, CF-7.1-11)."""
        traits, nation = TRAITS.get(pending.text.split()[0]), self.world.nations.get(actor.owner)
        if pending.begun and pending.paid and traits and traits.recovers and nation:
            back = recovered(self.tables, pending.paid, traits.recovers)
            give_back(nation, back)
            self.tell_owner(actor, "recovered", goods=back)

    def _inherit(self, heir: Unit, unit: Unit) -> None:
        """Let the next leader take over the orders of one who is lost; what that one did alone is broken off and begins again
        (CF-8-07, ruling 4.4)."""
        for pending in unit.program[:1]:
            if pending.begun and not TRAITS[pending.text.split()[0]].force:
                self.settle(unit, pending)
                pending.begun, pending.left, pending.paid, pending.memory = False, 0, {}, {}
        heir.program, unit.program = unit.program, []

    def takes_up_step(self, actor: Actor, pending: Pending) -> bool:
        """Note that a step of a program comes next, and return True; fail it and return False when it broke the turn."""
        sign = Sign(actor.owner, actor.id, pending.text)
        self.taken.append(sign)
        if sign not in self.spared:
            return True
        self.stage_of(actor, pending)
        self.refuse(actor, pending, BROKEN, *BROKE)
        self.settle(actor, pending)
        self.stage_ends(actor, pending, failed=True)
        return False

    def broken(self) -> tuple[BrokenOrder, ...]:
        """Return the orders that this turn was run without: of a step of a program, who was to do it stands before it."""
        found = []
        for (giver, number, text), trace in self.spared.items():
            nation = self.world.nations.get(giver)
            found.append(
                BrokenOrder(nation.seat, 0, f"{number} {text}", trace) if nation else BrokenOrder(giver, number, text, trace)
            )
        return tuple(found)

    # --- moving things about ------------------------------------------------------------------------------------------------

    def put(self, unit: Unit, position: str) -> None:
        """Puts one unit to a position, without any rule. All that moves units goes through here."""
        unit.position = position

    def units_at(self, position: str) -> list[Unit]:
        """The units at exactly this position, by number."""
        return units_at(self.world, position)

    def remove(self, unit: Unit) -> None:
        """Takes a unit out of the game; its force goes on under the next in its list, who takes over the orders (ruling 4.4).
        What it carried goes to another member of its force, or lies where it stood (CF-8-09)."""
        others = [one for one in force_of(self.world, unit) if one is not unit]
        self.hand_over(unit, others[0] if others else None)
        self.leave_force(unit, heir_of_orders=True)
        self.drop_program(unit)
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
                self._inherit(next_leader, unit)

    def others(self, nations: Iterable[str]) -> list[str]:
        """Codes of nations in the order of their numbers."""
        return sorted(nations, key=lambda code: self.world.nations[code].number)

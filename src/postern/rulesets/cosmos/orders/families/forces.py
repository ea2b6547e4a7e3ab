"""Forces: join, leave, form, include (CF-8). A force is its leader with the members in the order of the force list. Tactics
and flight: tactics, mytactics, storm, flee, fleewhen, and the way home of who fled (CF-9, CF-15.6)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing, NationOrder, family
from postern.rulesets.cosmos.rules.off_map import GO_HOME, flee_force
from postern.rulesets.cosmos.rules.sight import look_over_walls
from postern.rulesets.cosmos.turn import Issued, Turn
from postern.rulesets.cosmos.world.records import Nation, Tactics, Unit
from postern.rulesets.cosmos.world.strength import type_of


def _listed(doing: Doing, numbers: Iterable[str]) -> list[Unit] | None:
    """The own units of a list, without zero IDs; None when one of them cannot be (told already)."""
    found = []
    for number in filter(None, map(doing.number, numbers)):  # zero IDs are dropped from lists (ruling 1.7)
        unit = doing.world.units.get(number)
        if unit is None or unit.owner != doing.actor.owner:
            doing.fail(f"{number} is no unit of yours.")
            return None
        found.append(unit)
    return found


def _all_here(doing: Doing, units: Iterable[Unit]) -> bool:
    """True when all units are at exactly the position of the acting one (CF-8.2-01)."""
    away = [unit for unit in units if unit.position != doing.unit.position]
    if away:
        where = ", ".join(f"{unit.id} is in {unit.position or 'no place'}" for unit in away)
        doing.fail(f"All must be at exactly the same position; {where}.", "Move them here first; waitforall waits for them.")
    return not away


def add_members(turn: Turn, leader: Unit, units: Iterable[Unit]) -> None:
    """Appends units to a force, in this order; each leaves the force that it was in and discards its orders (CF-8-06)."""
    for unit in units:
        if unit is not leader:
            turn.leave_force(unit)
            turn.drop_program(unit)
            unit.leader = leader.id
            leader.members.append(unit.id)


@dataclass(frozen=True)
class Join(CosmosOrder):
    """The executing force joins the force of another unit (CF-8.1-01)."""

    other: str
    name = "join"

    def begin(self, doing: Doing) -> int | None:
        others = _listed(doing, [self.other])
        if others is None:
            return None
        if not others:
            doing.fail(f"{self.other} stands for no unit.")
            return None
        if others[0] in doing.force:
            doing.fail(f"{others[0].id} is in this force already.")
            return None
        return 0 if _all_here(doing, others) else None

    def effect(self, doing: Doing) -> bool:
        world = doing.world
        other = world.units[doing.number(self.other)]
        leader = world.units[other.leader] if other.leader else other
        whole = doing.force
        for unit in whole[1:]:
            doing.turn.leave_force(unit)
        add_members(doing.turn, leader, whole)
        return True


@dataclass(frozen=True)
class Leave(CosmosOrder):
    """The leader leaves everybody behind, or lets some units leave (CF-8.1-03, CF-8.1-04)."""

    units: tuple[str, ...] = ()
    name = "leave"

    def begin(self, doing: Doing) -> int | None:
        some = _listed(doing, self.units)
        if some is None:
            return None
        strangers = [unit.id for unit in some if unit not in doing.force[1:]]
        if strangers:
            doing.fail(f"{strangers[0]} is not led by this unit.")
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        some = [doing.world.units[number] for number in filter(None, map(doing.number, self.units))]
        for unit in some if self.units else doing.force[1:]:
            doing.turn.leave_force(unit)
        return True


@dataclass(frozen=True)
class Include(CosmosOrder):
    """The leader adds the listed units to its force (CF-8.1-08)."""

    units: tuple[str, ...]
    name = "include"

    def begin(self, doing: Doing) -> int | None:
        some = _listed(doing, self.units)
        return 0 if some is not None and _all_here(doing, some) else None

    def effect(self, doing: Doing) -> bool:
        some = [doing.world.units[number] for number in filter(None, map(doing.number, self.units))]
        add_members(doing.turn, doing.unit, some)
        return True


@dataclass(frozen=True)
class Form(Include):
    """Breaks up its own force, and makes a new one of the listed units (CF-8.1-05..07, CF-8.1-09)."""

    name = "form"

    def effect(self, doing: Doing) -> bool:
        for unit in doing.force[1:]:
            doing.turn.leave_force(unit)
        return super().effect(doing)


FORCES = family("forces", {"join": Join, "leave": Leave, "form": Form, "include": Include})


@dataclass(frozen=True)
class _OfUnits(CosmosOrder, NationOrder, ABC):
    """An order about units of a list: those of the own force, or as a nation order any of the nation."""

    units: tuple[str, ...] | None = None

    @abstractmethod
    def set(self, unit: Unit) -> None:
        """Does it to one unit."""

    def why_not(self, turn: Turn, unit: Unit) -> str:
        """Why it cannot be done to a unit; "" when it can."""
        return ""

    @abstractmethod
    def own(self, doing: Doing) -> list[Unit]:
        """The units meant when none are listed."""

    def begin(self, doing: Doing) -> int | None:
        """Every unit of a list must be in the force (CF-9-15, CF-15.6-04)."""
        force = {one.id: one for one in doing.force}
        for text in self.units or ():
            number = doing.number(text)
            if number and number not in force:
                doing.fail(f"{text} is not in this force.", f"List units of this force, or write {self.name} without a list.")
                return None
        units = self._listed(doing.world.units, map(doing.number, self.units)) if self.units else self.own(doing)
        for unit in units:
            if why := self.why_not(doing.turn, unit):
                doing.fail(why)
                return None
        return 0

    def effect(self, doing: Doing) -> bool:
        units = self._listed(doing.world.units, map(doing.number, self.units)) if self.units else self.own(doing)
        for unit in units:
            self.set(unit)
        return True

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        if not self.units:
            return turn.fail(issued, "NO UNITS", f"A nation's order {self.name} names its units.", f"{issued.code} 3102")
        numbers = [turn.number(nation, text) for text in self.units or ()]
        for text, number in zip(self.units or (), numbers, strict=True):
            unit = turn.world.units.get(number)
            if number and (unit is None or unit.owner != nation.code):
                return turn.fail(issued, "NOT YOURS", f"{text} is no unit of yours.")
            if unit and (why := self.why_not(turn, unit)):
                return turn.fail(issued, "NOT POSSIBLE", why)
        for unit in self._listed(turn.world.units, numbers):
            self.set(unit)
        return True

    @staticmethod
    def _listed(units: dict[int, Unit], numbers: Iterable[int]) -> list[Unit]:
        return [units[number] for number in numbers if number in units]


@dataclass(frozen=True)
class SetTactics(_OfUnits):
    """Sets how units behave in battle; without a list the mass units of the force, all of one that goes questing
    (CF-15.6-02..04)."""

    tactics: Tactics = "attack"
    name = "tactics"

    def own(self, doing: Doing) -> list[Unit]:
        return [one for one in doing.force if one.questing or type_of(doing.turn.tables, one).mass]

    def set(self, unit: Unit) -> None:
        unit.tactics = self.tactics


@dataclass(frozen=True)
class MyTactics(CosmosOrder):
    """Sets the tactics of the executing unit alone (CF-15.6-05)."""

    tactics: Tactics
    name = "mytactics"

    def effect(self, doing: Doing) -> bool:
        doing.unit.tactics = self.tactics
        return True


@dataclass(frozen=True)
class FleeWhen(_OfUnits):
    """Sets at how many wound points individuals flee; 0 takes it away (CF-9-13..20)."""

    level: int = 0
    name = "fleewhen"

    def own(self, doing: Doing) -> list[Unit]:
        return [doing.unit]

    def why_not(self, turn: Turn, unit: Unit) -> str:
        if type_of(turn.tables, unit).mass:
            return f"{turn.called(unit)} is a mass unit and has no level of flight: list individuals."
        return "" if unit.position else f"{turn.called(unit)} is not on the map."

    def set(self, unit: Unit) -> None:
        unit.flee_when = self.level


@dataclass(frozen=True)
class Flee(CosmosOrder):
    """The unit and its whole force flee at once (CF-9-12)."""

    name = "flee"

    def effect(self, doing: Doing) -> bool:
        flee_force(doing.turn, doing.unit)
        return True


@dataclass(frozen=True)
class Storm(CosmosOrder):
    """The force prepares for a phase, and then attacks into walled locations where it stands (CF-15.6.1-03, CF-15.6.1-04)."""

    name = "storm"

    def begin(self, doing: Doing) -> int | None:
        return 1

    def effect(self, doing: Doing) -> bool:
        doing.turn.stormed.update(one.id for one in doing.force)
        look_over_walls(doing.turn, doing.force)
        return True


@dataclass(frozen=True)
class GoHome(CosmosOrder):
    """The way home of an individual that fled: nobody can give it, break it off or clear it (CF-9-21, CF-9-22)."""

    name = GO_HOME

    def waits(self, doing: Doing) -> bool:
        """Always: ``flight.return_home`` ends it."""
        return True

    def effect(self, doing: Doing) -> bool:
        return False


TACTICS = family(
    "tactics",
    {
        "tactics": SetTactics,
        "mytactics": MyTactics,
        "fleewhen": FleeWhen,
        "flee": Flee,
        "storm": Storm,
        GO_HOME: GoHome,
    },
)

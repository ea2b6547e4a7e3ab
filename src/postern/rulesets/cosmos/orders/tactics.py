"""Tactics and flight: tactics, mytactics, storm, flee, fleewhen, and the way home of who fled (CF-9, CF-15.6)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from postern.rulesets.cosmos.flight import GO_HOME, flee_force
from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.sight.look import look_over_walls
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.turn import CosmosOrder, Doing, Issued, NationOrder, Turn
from postern.rulesets.cosmos.world import Nation, Tactics, Unit


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

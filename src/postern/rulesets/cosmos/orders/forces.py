"""Forces: join, leave, form, include (CF-8). A force is its leader with the members in the order of the force list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.turn import CosmosOrder, Doing, Turn
from postern.rulesets.cosmos.world import Unit


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

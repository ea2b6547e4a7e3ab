"""Questing: questing, retreatspot, retreatwhen, travel, and the retreat that nobody can order (CF-20)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing, family
from postern.rulesets.cosmos.rules.economy.sources import pay, told_lack
from postern.rulesets.cosmos.rules.off_map import RETREAT, TRAVEL, can_change_mode, set_mode, take_off
from postern.rulesets.cosmos.tables.land import Route
from postern.rulesets.cosmos.world.records import Unit
from postern.rulesets.cosmos.world.strength import type_of


@dataclass(frozen=True)
class Questing(CosmosOrder):
    """Changes the mode of the unit, and of its force as far as it can go questing (CF-20.1-02..04, CF-20.1-14)."""

    switch: str
    name = "questing"

    def begin(self, doing: Doing) -> int | None:
        unit, on = doing.unit, self.switch == "on"
        if unit.questing == on:
            doing.fail(f"It is in {'questing' if on else 'military'} mode already.")
            return None
        if on and not type_of(doing.world.tables, unit).major:
            doing.fail("Only major characters go questing.")
            return None
        if unit.embarked or not can_change_mode(doing.world, unit):
            doing.fail(
                "The mode is changed in hexes of your nation and in its or an ally's locations, but for mines and forts."
            )
            return None
        return 0

    def effect(self, doing: Doing) -> bool:
        turn, on = doing.turn, self.switch == "on"
        if on:
            for unit in doing.force[1:]:
                if not type_of(turn.tables, unit).major:
                    turn.leave_force(unit)
        force = doing.force
        turn.tell_owner(doing.unit, "changed mode", mode="questing" if on else "military", units=[one.id for one in force])
        for unit in force:
            set_mode(doing.world, unit, on)
            for seen in turn.sees.values():
                seen.discard(unit.id)
        return True


@dataclass(frozen=True)
class _OfForce(CosmosOrder):
    """An order about the unit itself or listed units of its force."""

    units: tuple[str, ...] | None = None

    def meant(self, doing: Doing) -> list[Unit]:
        """The units that it is about."""
        numbers = [number for number in map(doing.number, self.units or ()) if number]
        return [one for one in doing.force if one.id in numbers] if self.units else [doing.unit]

    def begin(self, doing: Doing) -> int | None:
        force = {one.id for one in doing.force}
        for number in filter(None, map(doing.number, self.units or ())):
            if number not in force:
                doing.fail(f"{number} is not in this force.")
                return None
        return 0


@dataclass(frozen=True)
class RetreatSpot(_OfForce):
    """Makes the present position the retreat spot (CF-20.5-01, CF-20.5-02)."""

    name = "retreatspot"

    def effect(self, doing: Doing) -> bool:
        for unit in self.meant(doing):
            unit.retreat_spot = unit.position
        return True


@dataclass(frozen=True)
class RetreatWhen(_OfForce):
    """Sets at how many wound points units retreat; 0 takes it away (CF-20.5-03)."""

    level: int = 0
    name = "retreatwhen"

    def effect(self, doing: Doing) -> bool:
        for unit in self.meant(doing):
            unit.retreat_when = self.level
        return True


@dataclass(frozen=True)
class _OffTheMap(CosmosOrder):
    """What a unit does that is at no position: ``questing.arrive`` ends it."""

    place: str

    def waits(self, doing: Doing) -> bool:
        return doing.pending.begun

    def effect(self, doing: Doing) -> bool:
        return False


@dataclass(frozen=True)
class Retreat(_OffTheMap):
    """The way to the retreat spot: nobody can give it (CF-20.5-13, CF-20.5-14)."""

    name = RETREAT


@dataclass(frozen=True)
class Travel(_OffTheMap):
    """The force takes a travel route that starts where it is, whatever it carries (CF-20.4-04..08)."""

    name = TRAVEL

    def _route(self, doing: Doing) -> Route | None:
        here, to = doing.unit.position, doing.number(self.place)
        return next((one for one in doing.world.tables.routes if (str(one.start), one.to) == (here, to)), None)

    def begin(self, doing: Doing) -> int | None:
        route, force = self._route(doing), doing.force
        if route is None:
            doing.fail(f"No travel route leads from {doing.unit.position} to {self.place}.")
            return None
        price = route.gold * (sum(one.individuals for one in force) if route.each else 1)
        if price and not pay(doing.turn, doing.unit, {"gold": price}):
            doing.fail(told_lack(doing.world, doing.unit, {"gold": price}))
            return None
        doing.turn.tell_of(doing.unit, "travels", route=route.name, goal=route.to, phases=route.phases, gold=price)
        take_off(doing.turn, doing.unit, doing.turn.now + route.phases - 1, str(route.to))
        return route.phases


QUESTING = family(
    "questing",
    {
        "questing": Questing,
        "retreatspot": RetreatSpot,
        "retreatwhen": RetreatWhen,
        RETREAT: Retreat,
        TRAVEL: Travel,
    },
)

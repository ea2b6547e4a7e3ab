"""Building locations and enlarging cities: build, expand (CF-13)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from postern.rulesets.cosmos.economy.numbers import NUMBERS
from postern.rulesets.cosmos.economy.sources import pay, told_lack
from postern.rulesets.cosmos.economy.walls import kind_of, wall_cost
from postern.rulesets.cosmos.economy.works import BUILD, enemies_at, found_location, place_fault
from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.places import hex_of, owner_of
from postern.rulesets.cosmos.scenario import LocationType, Scenario
from postern.rulesets.cosmos.turn import CosmosOrder, Doing, Issued, NationOrder, Turn
from postern.rulesets.cosmos.world import Location, Nation, Work, World

_NATIONS = "nation"
"""Whom a type of location is built by, where no unit does it."""


def type_named(tables: Scenario, text: str) -> LocationType | None:
    """The type of location with this number or name that can be built; None when there is none."""
    types = tables.location_types.values()
    found = next((one for one in types if text.lower() in (str(one.no), one.type)), None)
    return found if found is not None and found.built_by else None


@dataclass(frozen=True)
class Build(CosmosOrder, NationOrder):
    """Builds a location: a unit where it stands, a nation at a position of its own (CF-13-02, CF-13-03)."""

    site: str
    place: str | None = None
    name = "build"

    def begin(self, doing: Doing) -> int | None:
        world, unit = doing.world, doing.unit
        kind = type_named(world.tables, self.site)
        if kind is None or kind.built_by == _NATIONS:
            doing.fail(f"Units build no {kind.type if kind else self.site}.")
            return None
        able = any(f"build:{kind.type}" in world.tables.unit_types[one.type].abilities for one in doing.force)
        if fault := place_fault(world, kind, unit.position) if able else f"No unit of this force can build a {kind.type}.":
            doing.fail(fault)
            return None
        if not pay(doing.turn, unit, kind.build_cost):
            doing.fail(told_lack(world, unit, kind.build_cost))
            return None
        return kind.build_phases

    def effect(self, doing: Doing) -> bool:
        kind = type_named(doing.world.tables, self.site)
        if kind is None:
            raise ValueError(f"a unit builds {self.site!r}, which is no type")
        if fault := place_fault(doing.world, kind, doing.unit.position):
            doing.fail(fault)
        else:
            found_location(doing.turn, doing.nation, kind.type, doing.unit.position)
        return True

    def carry_out(self, turn: Turn, nation: Nation, issued: Issued) -> bool:
        world, position = turn.world, str(turn.number(nation, self.place or "0"))
        kind = type_named(world.tables, self.site)
        if kind is None or kind.built_by != _NATIONS:
            return turn.fail(issued, "NOT POSSIBLE", f"Nations build no {kind.type if kind else self.site}.")
        fault = place_fault(world, kind, position)
        if not fault and owner_of(world, position) != nation.code:
            fault = f"{position} is not yours."
        if not fault and any(work.kind == BUILD and work.position == position for work in nation.works):
            fault = f"Something is being built at {position} already."
        if not fault and not pay(turn, nation, kind.build_cost):
            fault = told_lack(world, nation, kind.build_cost)
        if fault:
            return turn.fail(issued, "NOT POSSIBLE", fault)
        nation.works.append(Work(BUILD, kind.type, position, left=kind.build_phases, paid=dict(kind.build_cost)))
        turn.tell("work begun", turn.seat_of(nation.code), owner=nation.code, what=kind.type, position=position)
        return True


# --- what locations do step by step --------------------------------------------------------------------------------------


def disturbed(world: World, location: Location) -> str:
    """Why a location cannot build on: enemies that can influence control are at its position or inside; "" when none are
    (CF-13.1-06, CF-16.2-04)."""
    here = enemies_at(world, location.owner, location.outside, str(location.id))
    return "Enemies are at its position or inside it." if here else ""


@dataclass(frozen=True)
class StepByStep(CosmosOrder, ABC):
    """Work on a location, paid at its beginning and done step by step; what is done stays done (ruling 8.4).

    ``step_text`` says how an order for so many steps is written.
    """

    def begin(self, doing: Doing) -> int | None:
        location, paid = doing.location, doing.pending.memory.get("paid")
        fault = disturbed(doing.world, location) or self.fault(doing)
        steps = 0 if fault else self.steps(doing)
        if not fault and not steps:
            fault = "There is nothing to do, or it cannot be paid."
        price = {} if fault or paid else self.price(doing, steps)
        if not fault and not pay(doing.turn, location, price):
            fault = told_lack(doing.world, location, price)
        if fault:
            doing.fail(fault)
            return None
        doing.pending.memory["paid"] = 1
        doing.first_part(self.step_text(1), *([self.step_text(steps - 1)] if steps > 1 else []))
        return self.phases(doing)

    def each_phase(self, doing: Doing) -> bool:
        if fault := disturbed(doing.world, doing.location):
            doing.fail(fault)
        return not fault

    @abstractmethod
    def fault(self, doing: Doing) -> str:
        """Why it cannot be done; "" when it can."""

    @abstractmethod
    def steps(self, doing: Doing) -> int:
        """How many steps there are to do."""

    def price(self, doing: Doing, steps: int) -> dict[str, int]:
        """What so many steps cost."""
        return {}

    @abstractmethod
    def phases(self, doing: Doing) -> int:
        """How long the next step takes."""

    @abstractmethod
    def step_text(self, steps: int) -> str:
        """The order for so many steps."""


@dataclass(frozen=True)
class Expand(StepByStep):
    """Enlarges a city (CF-13.1-04..06)."""

    increments: int
    name = "expand"

    def fault(self, doing: Doing) -> str:
        world, location = doing.world, doing.location
        if self.name not in kind_of(world, location).orders:
            return "It cannot grow."
        if location.size + self.increments > location.max_size:
            return f"Its size is {location.size}, and {location.max_size} at most."
        held = world.hexes[hex_of(world, location.outside)].owner == location.owner
        return "" if held else "Its hex is not yours."

    def steps(self, doing: Doing) -> int:
        return self.increments

    def price(self, doing: Doing, steps: int) -> dict[str, int]:
        location = doing.location
        found = {name: number * steps for name, number in kind_of(doing.world, location).expand_cost.items()}
        for name, number in wall_cost(location.rating * location.strength * steps).items():
            found[name] = found.get(name, 0) + number
        return found

    def phases(self, doing: Doing) -> int:
        return NUMBERS.cities.expand_phases

    def step_text(self, steps: int) -> str:
        return f"{self.name} {steps}"

    def effect(self, doing: Doing) -> bool:
        doing.location.size += 1
        doing.turn.tell_of(doing.location, "city grew", size=doing.location.size)
        return True


BUILDING = family("building", {"build": Build, "expand": Expand})

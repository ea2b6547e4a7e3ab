"""Building locations and enlarging cities: build, expand (CF-13); orders about fortifications: improve, remove, repair,
damage, sap (CF-16.2, CF-16.3)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from postern.rulesets.cosmos.orders.order import CosmosOrder, Doing, NationOrder, family
from postern.rulesets.cosmos.rules.economy.sources import at_hand, lacking, pay, told_lack
from postern.rulesets.cosmos.rules.nations import declare_enemy
from postern.rulesets.cosmos.rules.works import (
    BUILD,
    effective_rating,
    enemies_at,
    found_location,
    harm,
    kind_of,
    most_damage,
    most_rating,
    place_fault,
    trim,
    wall_cost,
    wall_length,
)
from postern.rulesets.cosmos.tables.amounts import HUNDRED
from postern.rulesets.cosmos.tables.land import LocationType
from postern.rulesets.cosmos.tables.numbers import ECONOMY
from postern.rulesets.cosmos.tables.scenario import Scenario
from postern.rulesets.cosmos.turn import Issued, Turn
from postern.rulesets.cosmos.world.places import hex_of, owner_of
from postern.rulesets.cosmos.world.records import Location, Nation, Pending, Unit, Work, World
from postern.rulesets.cosmos.world.strength import armed, efficiency, item_bonus, standard_units, type_of

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
        return ECONOMY.cities.expand_phases

    def step_text(self, steps: int) -> str:
        return f"{self.name} {steps}"

    def effect(self, doing: Doing) -> bool:
        doing.location.size += 1
        doing.turn.tell_of(doing.location, "city grew", size=doing.location.size)
        return True


BUILDING = family("building", {"build": Build, "expand": Expand})


_WALLS = ECONOMY.walls
_RATING, _DAMAGE = "rating", "damage"
_MOST_STRENGTH = 1_000
"""As far as "the greatest improvement" is looked for: no nation can pay it."""


@dataclass(frozen=True)
class _OfWalls(StepByStep):
    """An order about the rating, strength or damage of a location's walls."""

    part: str

    def fault(self, doing: Doing) -> str:
        return "" if self.name in kind_of(doing.world, doing.location).orders else "It has no walls."

    def step_text(self, steps: int) -> str:
        return f"{self.name} {self.part} {steps}"


@dataclass(frozen=True)
class Improve(_OfWalls):
    """Improves rating or strength, without an amount as far as allowed and paid for (CF-16.2-01, rulings 8.4, 8.5)."""

    amount: int | None = None
    name = "improve"

    def fault(self, doing: Doing) -> str:
        world, location = doing.world, doing.location
        if self.name not in kind_of(world, location).orders:
            return "It has no walls to improve."
        if self.part == _RATING and location.rating + (self.amount or 1) > most_rating(world, location):
            return (
                f"Its rating is {location.rating}; with strength {location.strength} it can be {most_rating(world, location)}."
            )
        return ""

    def steps(self, doing: Doing) -> int:
        if self.amount is not None:
            return self.amount
        location, found = doing.location, 0
        most = most_rating(doing.world, location) - location.rating if self.part == _RATING else _MOST_STRENGTH
        while found < most and not lacking(doing.world, location, self.price(doing, found + 1)):
            found += 1
        return found

    def price(self, doing: Doing, steps: int) -> dict[str, int]:
        location = doing.location
        length = wall_length(doing.world, location)
        if self.part == _RATING:
            return wall_cost(steps * location.strength * length)
        if not location.rating:
            return {"manpower": length * steps * _WALLS.unwalled_manpower}
        return wall_cost(steps * location.rating * length)

    def phases(self, doing: Doing) -> int:
        return _WALLS.rating_phases * (doing.location.rating + 1) if self.part == _RATING else _WALLS.strength_phases

    def effect(self, doing: Doing) -> bool:
        return _change(doing, self.part, 1)


@dataclass(frozen=True)
class Remove(_OfWalls):
    """Tears rating or strength down, without an amount all of it; it costs nothing (CF-16.2-08)."""

    amount: int | None = None
    name = "remove"

    def steps(self, doing: Doing) -> int:
        there: int = getattr(doing.location, self.part)
        return there if self.amount is None else min(self.amount, there)

    def phases(self, doing: Doing) -> int:
        return _WALLS.remove_phases

    def effect(self, doing: Doing) -> bool:
        return _change(doing, self.part, -1)


def _change(doing: Doing, part: str, by: int) -> bool:
    location = doing.location
    allowed = most_rating(doing.world, location) if part == _RATING and by > 0 else None
    new = max(0, getattr(location, part) + by)
    setattr(location, part, new if allowed is None else min(new, max(allowed, location.rating)))
    trim(location)
    doing.turn.tell_of(location, "walls changed", rating=location.rating, strength=location.strength)
    return True


@dataclass(frozen=True)
class Repair(_OfWalls):
    """Repairs damage, a point a phase; without an amount, or with 0, as much as can be paid (CF-16.3-10, CF-16.3-11).

    Sapping is paid as it is found, so that nobody learns how much there is: with an amount in one go, without one phase by
    phase until none is left (CF-16.3.1-01, ruling 8.6).
    """

    amount: int | None = None
    name = "repair"

    def begin(self, doing: Doing) -> int | None:
        if self.part == _DAMAGE:
            return super().begin(doing)
        if fault := disturbed(doing.world, doing.location) or self.fault(doing):
            doing.fail(fault)
            return None
        return self.amount or 1

    def steps(self, doing: Doing) -> int:
        there = doing.location.damage
        return min(there, self.amount) if self.amount else min(there, payable(doing))

    def price(self, doing: Doing, steps: int) -> dict[str, int]:
        return repair_cost(steps)

    def phases(self, doing: Doing) -> int:
        return 1

    def effect(self, doing: Doing) -> bool:
        location = doing.location
        if self.part == _DAMAGE:
            location.damage = max(0, location.damage - 1)
            doing.turn.tell_of(location, "walls repaired", damage=location.damage, rating=effective_rating(location))
            return True
        if doing.turn.expected:
            doing.turn.tell_owner(location, "sapping sought")
            return True
        points = min(location.sapping, payable(doing), self.amount or 1)
        pay(doing.turn, location, repair_cost(points))
        location.sapping -= points
        found = doing.pending.memory.get("found", 0) or int(points > 0)
        if not self.amount and points and location.sapping and payable(doing):
            doing.behind(Pending(doing.pending.text, memory={"found": found}))
        else:
            doing.turn.tell_owner(location, "sapping repaired", found=bool(found))
        return True


def repair_cost(points: int) -> dict[str, int]:
    """What it costs to repair so many points."""
    return {"gold": points * _WALLS.repair_gold, "manpower": points * _WALLS.repair_manpower}


def payable(doing: Doing) -> int:
    """For how many points of repair a location can pay."""
    each = repair_cost(1)
    return min(at_hand(doing.world, doing.location, name) // (HUNDRED * number) for name, number in each.items())


# --- attacks on walls ----------------------------------------------------------------------------------------------------


def engines(world: World, force: list[Unit], ability: str) -> Fraction:
    """How many siege engines a force comes to, those of its items among them (CF-16.3-05, ``items.csv``)."""
    kinds = ((type_of(world.tables, unit), unit) for unit in force)
    own = (kind.degree(ability) * efficiency(kind, unit) * standard_units(kind, unit) for kind, unit in kinds)
    items = sum(item_bonus(world, unit, "engines") for unit in force) if ability == Damage.ability else 0
    return sum(own, Fraction(items))


def hits(turn: Turn, what: str, unit: Unit, number: Fraction) -> int:
    """How often engines succeed in a phase; a part of an engine tries with the chance of that part (ruling 8.2)."""
    luck, (whole, rest) = turn.chance_of(what, unit.id), divmod(number, 1)
    tries = int(whole) + luck.odds(rest.numerator, rest.denominator)
    return sum(luck.percent(_WALLS.engine_pct) for _ in range(tries))


@dataclass(frozen=True)
class Damage(CosmosOrder):
    """Damages enemy fortifications for some phases, or until no more can be done (CF-16.3-03, CF-16.3-04)."""

    target: str
    phases: int | None = None
    name: ClassVar[str] = "damage"
    ability: ClassVar[str] = "siege"

    def begin(self, doing: Doing) -> int | None:
        target = doing.world.locations.get(doing.number(self.target))
        if fault := self._fault(doing, target):
            doing.fail(fault)
            return None
        left = [] if self.phases == 1 else [f"{self.name} {self.target} {self.phases - 1 if self.phases else ''}".strip()]
        doing.first_part(f"{self.name} {self.target} 1", *left)
        if target is not None:
            declare_enemy(doing.turn, target.owner, doing.unit.owner)
        return 1

    def _fault(self, doing: Doing, target: Location | None) -> str:
        world, unit = doing.world, doing.unit
        if target is None or target.outside != unit.position:
            return f"{self.target} is no location at this position."
        if world.policy(unit.owner, target.owner) != "enemy":
            return f"{doing.turn.called(target)} is not your enemy's."
        if not engines(world, doing.force, self.ability):
            return "No unit of this force can do that."
        return self.spared(doing, target)

    def spared(self, doing: Doing, target: Location) -> str:
        """Why nothing more can be done to these walls; "" when there can."""
        return "" if target.damage < most_damage(target) and target.rating else "No more damage can be done there."

    def effect(self, doing: Doing) -> bool:
        target = doing.world.locations.get(doing.number(self.target))
        if target is not None and not doing.turn.expected:
            points = hits(doing.turn, self.name, doing.unit, engines(doing.world, doing.force, self.ability))
            self.strike(doing, target, points)
        return True

    def strike(self, doing: Doing, target: Location, points: int) -> None:
        """Does so many points."""
        done = harm(target, points)
        doing.turn.tell_of(target, "walls damaged", by=doing.unit.id, damage=done, rating=effective_rating(target))


@dataclass(frozen=True)
class Sap(Damage):
    """Undermines enemy fortifications in secret, while no armed enemy is at its position (CF-16.3.1-02, CF-16.3.1-03)."""

    name: ClassVar[str] = "sap"
    ability: ClassVar[str] = "sap"

    def spared(self, doing: Doing, target: Location) -> str:
        world = doing.world
        for other in doing.turn.units_at(doing.unit.position):
            if world.hostile(doing.unit.owner, other.owner) and armed(type_of(world.tables, other)):
                return "Armed enemies are here."
        full = target.sapping >= _WALLS.most_sapping * target.strength
        return "No more can be dug there." if full or not target.rating else ""

    def strike(self, doing: Doing, target: Location, points: int) -> None:
        target.sapping = min(target.sapping + points, _WALLS.most_sapping * target.strength)
        doing.turn.tell_owner(doing.unit, "sapped", target=target.id)


FORTIFICATIONS = family(
    "fortifications", {"improve": Improve, "remove": Remove, "repair": Repair, "damage": Damage, "sap": Sap}
)

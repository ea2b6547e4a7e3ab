"""Orders about fortifications: improve, remove, repair, damage, sap (CF-16.2, CF-16.3)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from postern.rulesets.cosmos.amounts import HUNDRED
from postern.rulesets.cosmos.economy.numbers import NUMBERS
from postern.rulesets.cosmos.economy.sources import at_hand, lacking, pay
from postern.rulesets.cosmos.economy.walls import (
    harm,
    kind_of,
    most_damage,
    most_rating,
    trim,
    wall_cost,
    wall_length,
)
from postern.rulesets.cosmos.gear import item_bonus
from postern.rulesets.cosmos.orders.building import StepByStep, disturbed
from postern.rulesets.cosmos.orders.family import family
from postern.rulesets.cosmos.policies import declare_enemy
from postern.rulesets.cosmos.strength import armed, efficiency, standard_units, type_of
from postern.rulesets.cosmos.turn import CosmosOrder, Doing, Turn
from postern.rulesets.cosmos.walls import effective_rating
from postern.rulesets.cosmos.world import Location, Pending, Unit, World

_WALLS = NUMBERS.walls
_RATING, _DAMAGE = "rating", "damage"
_MOST_STRENGTH = 1_000
"""As far as "the greatest improvement" is looked for: no nation can pay it."""


@dataclass(frozen=True)
class Improve(StepByStep):
    """Improves rating or strength, without an amount as far as allowed and paid for (CF-16.2-01, rulings 8.4, 8.5)."""

    part: str
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

    def step_text(self, steps: int) -> str:
        return f"{self.name} {self.part} {steps}"

    def effect(self, doing: Doing) -> bool:
        return _change(doing, self.part, 1)


@dataclass(frozen=True)
class Remove(StepByStep):
    """Tears rating or strength down, without an amount all of it; it costs nothing (CF-16.2-08)."""

    part: str
    amount: int | None = None
    name = "remove"

    def fault(self, doing: Doing) -> str:
        return "" if self.name in kind_of(doing.world, doing.location).orders else "It has no walls."

    def steps(self, doing: Doing) -> int:
        there: int = getattr(doing.location, self.part)
        return there if self.amount is None else min(self.amount, there)

    def phases(self, doing: Doing) -> int:
        return _WALLS.remove_phases

    def step_text(self, steps: int) -> str:
        return f"{self.name} {self.part} {steps}"

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
class Repair(StepByStep):
    """Repairs damage, a point a phase; without an amount, or with 0, as much as can be paid (CF-16.3-10, CF-16.3-11).

    Sapping is paid as it is found, so that nobody learns how much there is: with an amount in one go, without one phase by
    phase until none is left (CF-16.3.1-01, ruling 8.6).
    """

    part: str
    amount: int | None = None
    name = "repair"

    def begin(self, doing: Doing) -> int | None:
        if self.part == _DAMAGE:
            return super().begin(doing)
        if fault := disturbed(doing.world, doing.location) or self.fault(doing):
            doing.fail(fault)
            return None
        return self.amount or 1

    def fault(self, doing: Doing) -> str:
        return "" if self.name in kind_of(doing.world, doing.location).orders else "It has no walls."

    def steps(self, doing: Doing) -> int:
        there = doing.location.damage
        return min(there, self.amount) if self.amount else min(there, payable(doing))

    def price(self, doing: Doing, steps: int) -> dict[str, int]:
        return repair_cost(steps)

    def phases(self, doing: Doing) -> int:
        return 1

    def step_text(self, steps: int) -> str:
        return f"{self.name} {self.part} {steps}"

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

"""What units cost, the people and mounts in them, and what of it comes back (CF-6.5-14, CF-7.1-11, CF-7.3-04)."""

from __future__ import annotations

from collections.abc import Mapping

from postern.rulesets.cosmos.amounts import HUNDRED, Stock, put, share
from postern.rulesets.cosmos.scenario import Resource, Scenario, UnitType
from postern.rulesets.cosmos.strength import type_of
from postern.rulesets.cosmos.world import Nation, Unit, World

OWN_PEOPLE = "pop"
"""In a cost: one of the nation's own people."""


def cost(tables: Scenario, nation: str, kind: UnitType, individuals: int) -> dict[str, int]:
    """What so many individuals cost a nation, each resource rounded up (CF-7.1-16)."""
    own = {name: number for name, number in kind.cost.items() if name != OWN_PEOPLE}
    if OWN_PEOPLE in kind.cost:
        own[tables.people(nation)[0]] = kind.cost[OWN_PEOPLE]
    return share(own, individuals, kind.std)


def upkeep(tables: Scenario, unit: Unit) -> dict[str, int]:
    """What a unit costs each turn, each resource rounded up (ruling 2.4)."""
    kind = type_of(tables, unit)
    return share(kind.upkeep, unit.individuals, kind.std)


def invested(tables: Scenario, unit: Unit) -> dict[str, int]:
    """What the nation has put into the present individuals of a unit: nothing into units taken over (CF-7.3-05, ruling 3.7)."""
    if unit.bought or unit.charmed_from:
        return {}
    return cost(tables, unit.owner, type_of(tables, unit), unit.individuals)


def in_units(world: World, nation: Nation) -> Stock:
    """People and mounts in the finished units of a nation, in hundredths (CF-6.5-09, CF-6.5-14, ruling 3.5)."""
    found: Stock = {}
    for unit in world.units.values():
        if unit.owner == nation.code:
            for name, number in invested(world.tables, unit).items():
                if world.tables.resource(name).kind in ("population", "mounts"):
                    put(found, name, number * HUNDRED)
    return found


def recovered(tables: Scenario, amounts: Mapping[str, int], share_of: str) -> dict[str, int]:
    """What comes back of a cost, in whole units; ``share_of`` is the column of the resource table with the percentage."""
    parts = ((name, number * _pct(tables.resource(name), share_of) // 100) for name, number in amounts.items())
    return {name: part for name, part in parts if part}


def _pct(row: Resource, column: str) -> int:
    percent: int = getattr(row, column)
    return percent


def give_back(nation: Nation, amounts: Mapping[str, int]) -> None:
    """Puts whole amounts into the pool."""
    for name, number in amounts.items():
        put(nation.pool, name, number * HUNDRED)
